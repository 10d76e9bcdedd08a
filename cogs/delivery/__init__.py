"""Everything that the bot posts without being asked, sends again after a failure, and keeps up to date.

``Outbox`` is the way in. The other modules do one part each, and the outbox calls them in order.
"""
