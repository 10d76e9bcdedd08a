"""What is different in each edition, for people who know another one. A test checks that every edition has a row."""

from collections.abc import Mapping, Sequence
from typing import Final

from cogs.text.i18n import N_, _

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


def differences(edition: str) -> list[str]:
    """Return what is different in an edition, as sentences."""
    return [_(sentence) for sentence in DIFFERENCES[edition]]
