"""The errors of the engine about moves, notation and records: a reason and its data, no text for people.

``screens/text`` makes sentences from them.
"""

from enum import StrEnum
from typing import Any, Final

MAX_QUOTED: Final = 80
"""The most characters of a text that an error quotes."""


class Reason(StrEnum):
    """Every reason for which the engine refuses something."""

    UNREADABLE = "unreadable"
    BAD_TAG = "bad-tag"
    UNKNOWN_EDITION = "unknown-edition"
    UNKNOWN_OPTION = "unknown-option"
    PLAYERS = "players"
    TURN_NUMBER = "turn-number"
    WRONG_SEAT = "wrong-seat"
    UNKNOWN_TILE = "unknown-tile"
    NOT_IN_BAG = "not-in-bag"
    TILE_ORDER = "tile-order"
    TILE_FITS = "tile-fits"
    BAD_CELL = "bad-cell"
    BAD_ROTATION = "bad-rotation"
    OCCUPIED = "occupied"
    NOT_ADJACENT = "not-adjacent"
    EDGE_MISMATCH = "edge-mismatch"
    RIVER_END = "river-end"
    RIVER_U_TURN = "river-u-turn"
    BAD_FOLLOWER = "bad-follower"
    NO_SUCH_SEGMENT = "no-such-segment"
    NO_SUCH_SPOT = "no-such-spot"
    SEGMENT_TAKEN = "segment-taken"
    NO_OWN_FOLLOWER = "no-own-follower"
    NONE_LEFT = "none-left"
    AFTER_END = "after-end"
    UNFINISHED = "unfinished"
    WRONG_RESULT = "wrong-result"
    WRONG_PHASE = "wrong-phase"
    BAD_ANSWER = "bad-answer"
    NOT_COMPLETED = "not-completed"
    NO_SUCH_WALL_TILE = "no-such-wall-tile"
    UNANSWERED = "unanswered"


class CarcassonneError(ValueError):
    """The base of all errors of the engine: ``reason``, and ``data`` by name (cells and sides as they are written)."""

    def __init__(self, reason: Reason, **data: Any) -> None:
        data = {name: value[:MAX_QUOTED] if isinstance(value, str) else value for name, value in data.items()}
        super().__init__(reason, data)
        self.reason = reason
        self.data = data

    def __str__(self) -> str:
        details = " ".join(f"{name}={value}" for name, value in self.data.items())
        return f"{self.reason} {details}".rstrip()


class NotationError(CarcassonneError):
    """The text cannot be read."""


class IllegalMoveError(CarcassonneError):
    """The move cannot be made in this state; the state is unchanged."""
