"""Discord.

Each feature is one extension and never imports another. What several features need is in the rooms below.
"""
