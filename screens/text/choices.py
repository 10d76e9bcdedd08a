"""The names of what people choose: editions, colours, levels, paces, views … They are marked for translation.

Discord shows each choice in the language of the reader's Discord. Texts name it in the same way with ``choice_name``.
The values of choices are never translated. Tests check that every edition, colour and level has a name.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from carcassonne import Colour
from host.model.clock import TimeoutAction
from host.model.controllers import LEVEL_NAMES, Computer
from host.model.preferences import PictureSize, Reminders, Theme
from host.model.table_options import SeatOrder
from screens.text.i18n import N_, _, client_language, use_language

EDITION_NAMES: Final = {
    "chat-room": N_("Standard"),
    "chat-room-old": N_("Standard, old farmers"),
    "classic": N_("Carcassonne (2000)"),
    "travel": N_("Carcassonne Travel"),
    "castle": N_("Carcassonne: The Castle"),
    "new-edition": N_("Carcassonne, new edition"),
}

OPTION_NAMES: Final = {
    "river": N_("The River"),
    "abbot": N_("The Abbot"),
    "start-tile": N_("start tile in the bag"),
    "inns": N_("Inns & Cathedrals"),
    "traders": N_("Traders & Builders"),
}

READY_MADE_RULES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "big-game": ("new-edition", ("river", "abbot", "inns", "traders")),
}
"""What menus of editions offer besides them: an edition with options, by a name that stands in no record."""
READY_MADE_TEXTS: Final = {
    "big-game": (N_("Big game"), N_("new edition with the river, the abbot and both expansions")),
}
"""For each ready-made choice of an edition with options its name, and a few words about it."""

COLOUR_NAMES: Final = {
    Colour.RED: N_("red"),
    Colour.BLUE: N_("blue"),
    Colour.YELLOW: N_("yellow"),
    Colour.BLACK: N_("black"),
    Colour.WHITE: N_("white"),
    Colour.PURPLE: N_("purple"),
}

_LEVELS: Final = {
    "beginner": (N_("beginner"), N_("Forgets fields, and makes mistakes. Good for a first game.")),
    "club": (N_("club"), N_("Plays well, and thinks of fields and followers.")),
    "strong": (N_("strong"), N_("Looks ahead. Hard to beat.")),
    "expert": (N_("expert"), N_("Looks at more turns. Very hard to beat.")),
    "master": (N_("master"), N_("Plays on in its head after its best turns.")),
}
"""For each level of the computers its name, and how it plays."""

NO_PACE_TEXT: Final = N_("no time limit")
PACE_TEXTS: Final = {
    "10m": N_("10 minutes"),
    "1h": N_("1 hour"),
    "12h": N_("12 hours"),
    "24h": N_("24 hours"),
    "2d": N_("2 days"),
    "3d": N_("3 days"),
    "7d": N_("7 days"),
}
PACE_NAMES: Final[Mapping[str, str]] = {
    **PACE_TEXTS,
    "10m": N_("10 minutes: for people who are all here"),
    "1h": N_("1 hour: for people who are all here"),
}
"""The names in a menu: they say what a short time limit is for."""
ORDER_TEXTS: Final = {
    SeatOrder.DRAWN: N_("random first player, then in order of joining"),
    SeatOrder.SHUFFLED: N_("random order"),
    SeatOrder.JOINED: N_("in order of joining"),
}
TIMEOUT_TEXTS: Final = {
    TimeoutAction.VOTE: N_("the table votes"),
    TimeoutAction.WAIT: N_("the game waits"),
    TimeoutAction.SKIP: N_("the turn is skipped"),
}

REMINDER_NAMES: Final[Mapping[Reminders, str]] = {
    Reminders.USUAL: N_("halfway through and near the end"),
    Reminders.ONCE: N_("once, near the end"),
    Reminders.NEVER: N_("never"),
}
THEME_NAMES: Final = {
    Theme.EVENING: N_("dark, as everyone sees them"),
    Theme.DAY: N_("light"),
}
SIZE_NAMES: Final = {
    PictureSize.SMALL: N_("small, for slow connections"),
    PictureSize.USUAL: N_("normal size"),
    PictureSize.LARGE: N_("large, for phones"),
}
LANGUAGE_NAMES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The name of each language, in that language."""


class BoardView(StrEnum):
    """The part of a position that a person wants to see."""

    NORMAL = "normal"
    WORDS = "words"
    SINCE = "since"
    """The tiles laid since the reader's last tile."""
    FIELDS = "fields"
    CLAIMS = "claims"
    SCORE = "score"
    DEAD = "dead"

    @property
    def is_aid(self) -> bool:
        """Whether the view helps with counting. A table can forbid such views."""
        return self in (BoardView.FIELDS, BoardView.CLAIMS, BoardView.SCORE, BoardView.DEAD)


VIEW_NAMES: Final[Mapping[str, str]] = {
    "normal": N_("normal: nothing marked"),
    "words": N_("words: all that the picture shows, as text"),
    "since": N_("since: tiles placed since my last one"),
    "fields": N_("fields: where each begins and ends"),
    "claims": N_("claims: who holds what"),
    "score": N_("score: if the game ended now"),
    "dead": N_("dead cells: where nothing fits any more"),
}
FOLLOW_NAMES: Final[Mapping[str, str]] = {
    "end": N_("the end"),
    "round": N_("each round"),
    "nothing": N_("nothing"),
}
SCOPE_NAMES: Final[Mapping[str, str]] = {"person": N_("person"), "server": N_("server")}


class ZoomLevel(StrEnum):
    """The levels of the zoom, as their buttons show them: all of the board, or ever less of it and larger tiles."""

    ALL = "A"
    LEVEL_1 = "1"
    LEVEL_2 = "2"
    LEVEL_3 = "3"
    LEVEL_4 = "4"
    LEVEL_5 = "5"


class ZoomPress(StrEnum):
    """What a button below a board does: it chooses a level, or moves the part that is shown."""

    LEVEL = "level"
    WEST = "west"
    NORTH = "north"
    SOUTH = "south"
    EAST = "east"


class SharedForm(StrEnum):
    """In which form a whole game is shared."""

    ANIMATION = "animation"
    PAGE = "page"


def choice_name(names: Mapping[str, str], value: str) -> str:
    """Return the name by which the reader's Discord shows a choice: of ``claims: who holds what`` only ``claims``."""
    with use_language(client_language()):
        return _(names[value]).partition(":")[0].strip()


def edition_name(edition: str) -> str:
    return _(EDITION_NAMES[edition])


def option_name(option: str) -> str:
    """Return the name of a rule option; the name in records if it has no other."""
    return _(OPTION_NAMES[option]) if option in OPTION_NAMES else option


def colour_name(colour: Colour) -> str:
    return _(COLOUR_NAMES[colour])


def level_name(level: int) -> str:
    """Return the name of a level: ``club``; of an unknown one its number."""
    return _(_LEVELS[LEVEL_NAMES[level - 1]][0]) if Computer(level).is_known else str(level)


def level_line(level: int) -> str:
    """Return how a level plays, in a sentence or two."""
    return _(_LEVELS[LEVEL_NAMES[level - 1]][1])
