"""The choices that commands offer before anything is typed. Names are marked; values are the same for everybody."""

from typing import Final

from discord.app_commands import Choice, locale_str

from carcassonne import EDITIONS, Colour, colours_to_choose_from, find_ruleset
from cogs.text.admin import LANGUAGE_NAMES
from cogs.text.colours import COLOUR_NAMES
from cogs.text.editions import EDITION_NAMES
from cogs.text.i18n import marked
from cogs.text.options import ORDERS, PACES, TIMEOUTS, UNHURRIED
from host import NO_PACE

MAX_TAKEBACK_SECONDS: Final = 600
"""The longest time in which a move can be taken back."""

EDITION_CHOICES: Final = [Choice(name=EDITION_NAMES[edition], value=edition) for edition in EDITIONS]
PACE_CHOICES: Final = [
    Choice(name=UNHURRIED, value=NO_PACE),
    *(Choice(name=text, value=pace) for pace, text in PACES.items()),
]
TIMEOUT_CHOICES: Final = [Choice(name=text, value=timeout.value) for timeout, text in TIMEOUTS.items()]
ORDER_CHOICES: Final = [Choice(name=text, value=order.value) for order, text in ORDERS.items()]
LANGUAGE_CHOICES: Final = [Choice(name=name, value=language) for language, name in LANGUAGE_NAMES.items()]
VIEW_CHOICES: Final = [
    Choice(name=marked("normal"), value="normal"),
    Choice(name=marked("words"), value="words"),
    Choice(name=marked("since: what was laid after my last tile"), value="since"),
    Choice(name=marked("fields: which are one"), value="fields"),
    Choice(name=marked("claims: who holds what"), value="claims"),
    Choice(name=marked("score: if the game ended now"), value="score"),
    Choice(name=marked("dead: cells where nothing fits any more"), value="dead"),
]
GAMES_CHOICES: Final = [Choice(name=one, value=one) for one in (marked("mine"), marked("here"))]
STATS_CHOICES: Final = [Choice(name=one, value=one) for one in (marked("person"), marked("server"))]
CHANNELS_CHOICES: Final = [Choice(name=one, value=one) for one in (marked("add"), marked("remove"), marked("all"))]


def _coloured(colour: Colour) -> Choice[str]:
    mark = f"{colour.mark} "
    return Choice(name=locale_str(mark + COLOUR_NAMES[colour], mark=mark), value=colour.value)


_MOST_PLAYERS: Final = max(find_ruleset(one.name, one.options).players.stop - 1 for one in EDITIONS.values())
COLOUR_CHOICES: Final = [_coloured(colour) for colour in colours_to_choose_from(_MOST_PLAYERS)]
