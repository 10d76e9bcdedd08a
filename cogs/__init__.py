"""Discord: one extension a file; what they share is in ``cogs/shared/``."""
