"""What is played: the editions and what is different in each, their texts, and the options of a table.

A test checks that every edition has its rows.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from carcassonne import EDITIONS, EXPANSIONS, Ruleset, State
from host.model.clock import NO_PACE
from host.model.table_options import TableOptions
from screens.text.castle import CastleTexts
from screens.text.choices import (
    NO_PACE_TEXT,
    ORDER_TEXTS,
    PACE_TEXTS,
    READY_MADE_RULES,
    READY_MADE_TEXTS,
    TIMEOUT_TEXTS,
    edition_name,
    option_name,
)
from screens.text.edition_texts import EditionTexts
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import quote, word_list
from screens.text.nouns import counted
from screens.text.traders import TradersTexts

COMMON_TEXTS: Final = EditionTexts()

KEPT_TEXTS: Final[Mapping[str, EditionTexts]] = {texts.keeps: texts for texts in (CastleTexts(), TradersTexts())}
"""The texts of what rules keep, by its name in ``Ruleset.extras``. No ruleset keeps two that have texts."""


def texts_of(state: State) -> EditionTexts:
    return next((KEPT_TEXTS[name] for name in state.ruleset.extras if name in KEPT_TEXTS), COMMON_TEXTS)


def editions_with(option: str) -> str:
    """Return the names of the editions that offer a rule option; empty if there are none."""
    offering = [edition_name(name) for name, edition in EDITIONS.items() if option in edition.options]
    return word_list(offering, "or") if offering else ""


def needed_option_text(option: str, needs: str) -> str:
    text = _("The option {option} needs {needs}. Choose both.")
    return text.format(option=quote(option_name(option)), needs=quote(option_name(needs)))


def options_left_out_text(edition: str, kept: tuple[str, ...], left_out: Sequence[str]) -> str:
    """Tell a person who chose options which of them were left out, and why. The others are ``kept``."""
    foreign = [option for option in left_out if option not in EDITIONS[edition].options]
    unmet = [(option, EXPANSIONS[option].requires) for option in left_out if option not in foreign]
    lines = [needed_option_text(option, needs) for option, needs in unmet if needs]
    if foreign:
        editions = word_list(list(dict.fromkeys(map(editions_with, foreign))), "or")
        text = _("The table plays {rules}. I left out what's only in {editions}: {options}.")
        rules, options = edition_text(edition, kept), ", ".join(map(option_name, foreign))
        lines.insert(0, text.format(rules=rules, editions=editions, options=options))
    return "\n".join(lines)


def edition_text(edition: str, options: tuple[str, ...]) -> str:
    """Return the names of an edition and its options: ``Carcassonne, new edition with The River``."""
    if not options:
        return edition_name(edition)
    chosen = ", ".join(map(option_name, options))
    return _("{edition} with {options}").format(edition=edition_name(edition), options=chosen)


def rules_name(edition: str, options: tuple[str, ...]) -> str:
    """Return what people call these rules, if menus offer them ready made: ``Big game``; else as ``edition_text``."""
    known = (name for name, (one, its) in READY_MADE_RULES.items() if one == edition and set(its) == set(options))
    name = next(known, None)
    return _(READY_MADE_TEXTS[name][0]) if name else edition_text(edition, options)


def option_texts(options: TableOptions) -> Iterator[str]:
    """Yield a phrase for each option that is set, without the edition and its rule options."""
    if options.pace is not None:
        pace = options.pace.removeprefix(NO_PACE)
        yield _("{limit} a turn").format(limit=_(PACE_TEXTS[pace])) if pace else _(NO_PACE_TEXT)
    if options.timeout is not None:
        yield _("{what} when time's up").format(what=_(TIMEOUT_TEXTS[options.timeout]))
    if options.takeback is not None:
        yield takeback_text(options.takeback)
    if options.aids is not None:
        yield _("hints on") if options.aids else _("hints off")
    if options.order is not None:
        yield _(ORDER_TEXTS[options.order])
    if options.thread is not None:
        yield _("in its own thread") if options.thread else _("no thread")
    if options.rated is not None:
        yield _("rated") if options.rated else _("not rated")


def takeback_text(seconds: int) -> str:
    """Say how long a move can be taken back."""
    if not seconds:
        return _("no time to undo")
    minutes, rest = divmod(seconds, 60)
    if not rest:
        text = ngettext("{number} minute to undo", "{number} minutes to undo", minutes)
        return text.format(number=minutes)
    text = ngettext("{number} second to undo", "{number} seconds to undo", seconds)
    return text.format(number=seconds)


SMALL_CITIES: Final = N_("A finished city of two tiles scores 1 point a tile, not 2.")
"""Marked for translation."""

_RULES_OF_2000: Final = N_("Same rules as the 2000 game.")

DIFFERENCES: Final[Mapping[str, Sequence[str]]] = {
    "chat-room": (
        SMALL_CITIES,
        N_("At the end, farmers score 3 points for each finished city they reach, but no player scores a city twice."),
    ),
    "chat-room-old": (
        SMALL_CITIES,
        N_("At the end, each finished city gives 4 points to the player with the most farmers around it."),
        N_("For that, all fields around the city count together."),
    ),
    "classic": (
        N_("Every finished city scores 2 points a tile, even the smallest."),
        N_("At the end, each field scores on its own: 3 points for each finished city."),
    ),
    "travel": (
        _RULES_OF_2000,
        N_("It's the small box for the road, so the picture is made for a phone."),
    ),
    "new-edition": (
        _RULES_OF_2000,
        N_("Two words are new: highwayman (thief) and monastery (cloister)."),
        N_("You can add the river, the abbot and two expansions."),
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
    "classic": N_("the original rules; you can add two expansions"),
    "travel": N_("the original rules, with pictures for a phone"),
    "new-edition": N_("the original rules; you can add the river, the abbot and two expansions"),
    "castle": N_("for two: inside a wall, with paths, towers and courts"),
}
"""What is different, in a few words for a menu, marked for translation."""


def edition_summary(edition: str) -> str:
    """Return a line about an edition for a menu: how many tiles it has, and what is different."""
    tiles = counted(_number_of_tiles(EDITIONS[edition].rules), "tile")
    return f"{tiles} · {_(SUMMARIES[edition])}"


def _number_of_tiles(rules: Ruleset) -> int:
    """Return how many tiles a game has, with the start tiles that look like tiles of the bag."""
    drawn = [name for bag in rules.bags for name, copies in bag.items() for _copy in range(copies)]
    return len(drawn) + sum(name in drawn for _position, name, _rotation in rules.start)


def differences(edition: str) -> list[str]:
    """Return what is different in an edition, as sentences."""
    return [_(sentence) for sentence in DIFFERENCES[edition]]
