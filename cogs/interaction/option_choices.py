"""The fixed choices of options. Their names are marked for translation; their values are never translated."""

from typing import Final

from discord.app_commands import Choice, locale_str

from carcassonne import EDITIONS, Colour, colours_to_choose_from, find_ruleset
from host.model.clock import NO_PACE
from screens.lobby import OFFERED_LEVELS
from screens.text.choices import (
    COLOUR_NAMES,
    EDITION_NAMES,
    FOLLOW_NAMES,
    LANGUAGE_NAMES,
    LEVEL_TEXTS,
    NO_PACE_TEXT,
    ORDER_TEXTS,
    PACE_TEXTS,
    SCOPE_NAMES,
    TIMEOUT_TEXTS,
    VIEW_NAMES,
)
from screens.text.i18n import N_

EDITION_CHOICES: Final = [Choice(name=EDITION_NAMES[edition], value=edition) for edition in EDITIONS]
PACE_CHOICES: Final = [
    Choice(name=NO_PACE_TEXT, value=NO_PACE),
    *(Choice(name=text, value=pace) for pace, text in PACE_TEXTS.items()),
]
TIMEOUT_CHOICES: Final = [Choice(name=text, value=timeout.value) for timeout, text in TIMEOUT_TEXTS.items()]
ORDER_CHOICES: Final = [Choice(name=text, value=order.value) for order, text in ORDER_TEXTS.items()]
LEVEL_CHOICES: Final = [Choice(name=LEVEL_TEXTS[level - 1], value=level) for level in OFFERED_LEVELS]
LANGUAGE_CHOICES: Final = [Choice(name=name, value=language) for language, name in LANGUAGE_NAMES.items()]
VIEW_CHOICES: Final = [Choice(name=name, value=view) for view, name in VIEW_NAMES.items()]
FOLLOW_CHOICES: Final = [Choice(name=name, value=what) for what, name in FOLLOW_NAMES.items()]
GAMES_CHOICES: Final = [Choice(name=one, value=one) for one in (N_("mine"), N_("here"))]
STATS_CHOICES: Final = [Choice(name=name, value=scope) for scope, name in SCOPE_NAMES.items()]
CHANNELS_CHOICES: Final = [Choice(name=one, value=one) for one in (N_("add"), N_("remove"), N_("all"))]


def _coloured(colour: Colour) -> Choice[str]:
    mark = f"{colour.mark} "
    return Choice(name=locale_str(mark + COLOUR_NAMES[colour], mark=mark), value=colour.value)


MOST_PLAYERS: Final = max(find_ruleset(one.name, one.options).players.stop - 1 for one in EDITIONS.values())
"""The most players that an edition with all its options allows."""
COLOUR_CHOICES: Final = [_coloured(colour) for colour in colours_to_choose_from(MOST_PLAYERS)]
