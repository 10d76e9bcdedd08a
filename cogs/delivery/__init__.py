"""Everything that the bot posts without being asked. This room sends it, retries it and keeps it up to date.

What happens in games goes through ``Outbox``, which calls the other modules here in a fixed order.
"""
