"""Limits how often one person, or one channel, may ask for pictures, public messages and files.

Moves have no limit: laying a tile, its preview, passing, answering, taking back, resigning.
"""

from typing import Final

from host.model.rate_limits import RateLimit

PICTURE_LIMIT: Final = RateLimit("pictures", 30, 60)
"""Boards, tiles, logs and leaderboards that one person looks at."""
SHARE_LIMIT: Final = RateLimit("shared", 5, 300)
"""Boards that one person shows to everybody."""
CHANNEL_SHARE_LIMIT: Final = RateLimit("shared-here", 10, 300)
"""Boards that are shown to everybody in one channel."""
SEAT_LIMIT: Final = RateLimit("seats", 20, 300)
"""Seats that one person takes."""
SUGGESTION_LIMIT: Final = RateLimit("suggestions", 3, 3600)
"""How often one person suggests to the others to end a game."""
UNDO_LIMIT: Final = RateLimit("undos", 6, 3600)
"""How often one person asks the others to undo a turn."""
VOTE_LIMIT: Final = RateLimit("votes", 20, 300)
"""How often one person votes on late turns, or changes the vote."""
FILE_LIMIT: Final = RateLimit("files", 5, 300)
"""Exports of personal data, records that managers export or import, and whole games that are drawn as a file."""
