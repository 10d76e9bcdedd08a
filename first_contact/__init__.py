"""``bot.py check``: makes every kind of request to Discord once, in one channel, and says what Discord allows.

It knows Discord and the permissions that the bot needs. It knows no game, and stores nothing but its report.
"""
