"""The whole program, `python bot.py`, on a Discord of this machine: games by slash commands, crashes, bad connections.

No test here imports the bot; a game is fast-forwarded in its database while it is stopped. The draws of the games are
the same in every run.
"""
