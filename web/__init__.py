"""Pages for browsers: the board of a game, live, where one also plays. The same services and texts as on Discord.

Nothing here knows Discord. What it needs of the bot is a ``ports.Bot``, which a feature of ``cogs`` implements.
"""
