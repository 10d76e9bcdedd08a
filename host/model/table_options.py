"""What can be chosen at a table: its settings, and the options that somebody asks for."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from host.model.clock import TimeoutAction


class SeatOrder(StrEnum):
    """In which order the people at a table get their seats; the first seat begins."""

    DRAWN = "drawn"
    """Somebody is drawn to begin, then as they joined, cyclically."""
    SHUFFLED = "shuffled"
    JOINED = "joined"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """A table's settings beside the rules."""

    pace: str = ""
    """How long a turn may take, as ``parse_pace`` reads it; empty if there is no limit."""
    aids: bool = True
    """Whether views that help with counting are allowed."""
    takeback: int = 20
    """Seconds in which a turn can be taken back; 0 if turns cannot be taken back."""
    order: SeatOrder = SeatOrder.DRAWN
    """Who gets which seat."""
    thread: bool = False
    """Whether the game is to have a thread of its own."""
    language: str = "en"
    """The language of public messages."""
    rated: bool = True
    """Whether the game is to count for the ratings."""
    timeout: TimeoutAction = TimeoutAction.VOTE
    """What happens when the time of a turn is out."""


DEFAULT_EDITION: Final = "chat-room"
DEFAULT_SETTINGS: Final = TableSettings()


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options that somebody asks for; None keeps what was chosen before.

    If another edition is asked for and ``options`` is None, the table has no rule options.
    """

    edition: str | None = None
    options: tuple[str, ...] | None = None
    pace: str | None = None
    aids: bool | None = None
    takeback: int | None = None
    order: SeatOrder | None = None
    thread: bool | None = None
    rated: bool | None = None
    timeout: TimeoutAction | None = None


NO_OPTIONS: Final = TableOptions()
