"""The names of computer players and of their levels, with a line about each level."""

from typing import Final

from cogs.text.i18n import N_, _
from host.model.controllers import LEVEL_NAMES, Computer

COMPUTER_MARK: Final = "🤖"
"""Stands before the name of a computer."""

_LEVELS: Final = {
    "beginner": (N_("beginner"), N_("Forgets fields, and makes mistakes. Good for a first game.")),
    "club": (N_("club"), N_("Plays well, and thinks of fields and figures.")),
    "strong": (N_("strong"), N_("Looks ahead. Hard to beat.")),
    "expert": (N_("expert"), N_("Looks at more turns than strong. The hardest to beat.")),
}
"""For each level its name, and how it plays."""


LEVEL_TEXTS: Final = tuple(_LEVELS[name][0] for name in LEVEL_NAMES)
"""The names of the levels, marked for translation, the weakest first."""


def level_name(level: int) -> str:
    """Return the name of a level: ``club``; of an unknown one its number."""
    return _(_LEVELS[LEVEL_NAMES[level - 1]][0]) if Computer(level).is_known else str(level)


def level_line(level: int) -> str:
    """Say how a level plays."""
    return _(_LEVELS[LEVEL_NAMES[level - 1]][1])


def computer_name(computer: Computer) -> str:
    """Return the name of a computer: ``Computer, club``, ``Computer, club 2``."""
    text = _("Computer, {level}") if computer.number == 1 else _("Computer, {level} {number}")
    return text.format(level=level_name(computer.level), number=computer.number)


def marked_name(computer: Computer) -> str:
    """Return the name of a computer where a mark says already that it is one: ``club``, ``club 2``."""
    name = level_name(computer.level)
    return name if computer.number == 1 else f"{name} {computer.number}"
