"""What stands on the leaderboard."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player's row; a marked one is highlighted."""

    rank: int
    name: str
    games: int
    wins: int
    rating: int
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardHeadings:
    """The texts of a leaderboard. ``unreadable``, with ``{rank}`` filled in, replaces a name that cannot be drawn."""

    title: str
    games: str
    wins: str
    rating: str
    unreadable: str
