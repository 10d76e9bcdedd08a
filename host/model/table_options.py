"""What can be chosen at a table: its settings, and the options that somebody asks for."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Final

from host.errors import NotOfferedError
from host.model.clock import NO_PACE, TimeoutAction

LANGUAGES: Final = ("en", "de", "fr", "es")
"""The languages that a table or a person can choose."""
PACES: Final = ("10m", "1h", "12h", "24h", "2d", "3d", "7d")
"""How long a turn can be allowed to take, as ``parse_pace`` reads it."""
MAX_TAKEBACK_SECONDS: Final = 600
"""The longest time in which a move can be taken back."""


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
    thread: bool = False
    """Whether the game is to have a thread of its own."""
    language: str = "en"
    """The language of public messages."""
    rated: bool = True
    """Whether the game is to count for the ratings."""
    timeout: TimeoutAction = TimeoutAction.VOTE
    private: bool = False
    """Whether the game is shown to its one player alone: nothing of it is posted in its channel."""
    takeback_returns: bool = False
    """Whether the usual ``takeback`` is 0 only while one person plays alone, and comes back with a second one."""
    rated_returns: bool = False
    """Whether the game is not rated only because it began with a computer, so that a rematch is meant to be rated."""
    hinted: bool = False
    """Whether the player, alone there, has been shown what a computer would play. Nobody chooses it."""


CHOICES: Final[Mapping[str, Collection[int | str]]] = {
    "pace": ("", NO_PACE, *PACES),
    "aids": (False, True),
    "takeback": range(MAX_TAKEBACK_SECONDS + 1),
    "order": tuple(SeatOrder),
    "thread": (False, True),
    "language": LANGUAGES,
    "rated": (False, True),
    "timeout": tuple(TimeoutAction),
    "private": (False, True),
    "takeback_returns": (False, True),
    "rated_returns": (False, True),
    "hinted": (False, True),
}
"""What can be chosen for each setting of a table, by its name: what else is stored is not read."""
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

    def chosen(self) -> dict[str, Any]:
        """Return what is asked for, by name: what is not None."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: value for name, value in values.items() if value is not None}


NO_OPTIONS: Final = TableOptions()


def settings_of_one(settings: TableSettings) -> TableSettings:
    """Return settings where one person plays on alone or against computers.

    Nobody waits there for a turn to be taken back, because undoing takes nobody's consent. A chosen time stays.
    """
    return (
        settings
        if settings.takeback != DEFAULT_SETTINGS.takeback
        else replace(settings, takeback=0, takeback_returns=True)
    )


def settings_of_several(settings: TableSettings) -> TableSettings:
    """Return settings where several people play again after one played alone: with the time that ``settings_of_one``
    has taken away.
    """
    usual = DEFAULT_SETTINGS.takeback
    return replace(settings, takeback=usual, takeback_returns=False) if settings.takeback_returns else settings


def settings_with_computers(settings: TableSettings) -> TableSettings:
    """Return settings of a game that begins with a computer: it is not rated, whatever was chosen."""
    return replace(settings, rated=False, rated_returns=True) if settings.rated else settings


def settings_to_repeat(settings: TableSettings) -> TableSettings:
    """Return the settings of a game for another one: without what was so only in that game, by its computers or hints.

    What a person has chosen stays.
    """
    return replace(settings, rated=settings.rated or settings.rated_returns, rated_returns=False, hinted=False)


def check_options(chosen: TableOptions) -> None:
    """Raise NotOfferedError where a value cannot be chosen. (``find_ruleset`` checks the edition and its options.)"""
    if chosen.pace not in (None, "", NO_PACE, *PACES):
        raise NotOfferedError(str(chosen.pace))
    if chosen.takeback is not None and not 0 <= chosen.takeback <= MAX_TAKEBACK_SECONDS:
        raise NotOfferedError(str(chosen.takeback))


def check_language(language: str | None) -> None:
    """Raise NotOfferedError for a language that cannot be chosen; None stands for no choice."""
    if language is not None and language not in LANGUAGES:
        raise NotOfferedError(language)
