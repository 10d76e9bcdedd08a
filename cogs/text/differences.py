"""What is different in each edition, for people who know another one. A test checks that every edition has a row."""

from collections.abc import Mapping, Sequence
from typing import Final

from carcassonne import EDITIONS, Ruleset
from cogs.text.formatting import truncate
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted

DESCRIPTION_LENGTH: Final = 100
"""The most characters of the description of a menu's option."""

SMALL_CITIES: Final = N_("A complete city of two tiles scores 1 point a tile, not 2.")
"""Marked for translation."""
_RULES_OF_2000: Final = N_("Same rules as the 2000 game.")

DIFFERENCES: Final[Mapping[str, Sequence[str]]] = {
    "chat-room": (
        SMALL_CITIES,
        N_("At the end, farmers score 3 points for each complete city they reach, but no player scores a city twice."),
    ),
    "chat-room-old": (
        SMALL_CITIES,
        N_("At the end, each complete city gives 4 points to the player with the most farmers around it."),
        N_("For that, all meadows around the city count together."),
    ),
    "classic": (
        N_("Every complete city scores 2 points a tile, even the smallest."),
        N_("At the end, each farm scores on its own: 3 points for each complete city."),
    ),
    "travel": (
        _RULES_OF_2000,
        N_("It's the small box for the road, so the picture is made for a phone."),
    ),
    "new-edition": (
        _RULES_OF_2000,
        N_("Some words are new: meeple (figure), highwayman (thief), monastery (cloister), field (meadow)."),
        N_("You can add the river and the abbot."),
    ),
    "castle": (
        N_("You build inside a wall, and only paths have to match."),
        N_("If you're tied for followers in something, nobody scores it."),
        N_("Stop exactly on a corner tower with your marker, and you get its wall tile."),
    ),
}
"""Two or three short sentences for each edition, marked for translation."""


SUMMARIES: Final[Mapping[str, str]] = {
    "chat-room": N_("cities of 2 tiles score less, farmers score a city once"),
    "chat-room-old": N_("cities of 2 tiles score less, farmers share each city"),
    "classic": N_("the original rules"),
    "travel": N_("the original rules, with pictures for a phone"),
    "new-edition": N_("the original rules; you can add the river and the abbot"),
    "castle": N_("for two: inside a wall, with paths, towers and courts"),
}
"""What is different, in a few words for a menu, marked for translation."""


def edition_summary(edition: str) -> str:
    """Return a line about an edition for a menu: how many tiles it has, and what is different."""
    tiles = counted(_number_of_tiles(EDITIONS[edition].rules), "tile")
    return truncate(f"{tiles} · {_(SUMMARIES[edition])}", DESCRIPTION_LENGTH)


def _number_of_tiles(rules: Ruleset) -> int:
    """Return how many tiles a game has, with the start tiles that look like tiles of the bag."""
    drawn = [name for bag in rules.bags for name, copies in bag.items() for _copy in range(copies)]
    return len(drawn) + sum(name in drawn for _position, name, _rotation in rules.start)


def differences(edition: str) -> list[str]:
    """Return what is different in an edition, as sentences."""
    return [_(sentence) for sentence in DIFFERENCES[edition]]
