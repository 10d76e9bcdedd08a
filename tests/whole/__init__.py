"""The whole program, `python bot.py`, on a Discord of this machine: games by slash commands, crashes, bad connections.

No test here imports the bot; a game is fast-forwarded in its database while it is stopped. The draws of the games are
the same in every run.

Most bots are forked from a process that has loaded Python and all modules once (`fork_server.py`), which saves most of
the time in which they start. Those of `test_start_and_stop.py` are also started as people start them.
"""
