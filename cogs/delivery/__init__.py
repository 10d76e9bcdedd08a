"""Everything the bot posts unasked, sends again after a failure, and keeps up to date."""
