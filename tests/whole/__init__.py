"""The whole program, `python bot.py`, on a Discord of this machine: games by slash commands, crashes, bad connections.

Nothing here imports the bot; a game is fast-forwarded in its database while it is stopped. The games' dice are real, so
every run plays other games.
"""
