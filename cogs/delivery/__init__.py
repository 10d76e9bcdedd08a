"""Everything that the bot posts without being asked. This room sends it, retries it and keeps it up to date.

Other rooms call ``Outbox``. The outbox calls the other modules here, in a fixed order.
"""
