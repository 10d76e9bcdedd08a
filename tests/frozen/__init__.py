"""A database of the bot as it was at one commit, and what Discord showed then: see README.md."""
