"""Tables that last for days: people, seats, games, deadlines, results. The host knows nothing of Discord.

``Host.open`` (``host/host.py``) opens a database. A name is imported from the module that defines it.
"""
