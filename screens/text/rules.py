"""The rules of each edition in short pages, in its own words. A test checks that every edition has them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from types import MappingProxyType
from typing import Final, TypeAlias

from carcassonne import ABBOT, BIG_FOLLOWER, BUILDER, FOLLOWER, Kind, Ruleset
from screens.text.castle import castle_board, castle_ending, castle_placing, castle_scoring, castle_wall_tiles
from screens.text.choices import option_name
from screens.text.editions import differences, edition_text
from screens.text.expansion_rules import inns_rules, traders_rules
from screens.text.i18n import N_, _
from screens.text.labels import RULES_LABELS, RulesPage
from screens.text.markup import capitalize, with_heading
from screens.text.nouns import counted, kind_name, noun
from screens.text.placeholders import fill

Lines: TypeAlias = Callable[[Ruleset], Iterator[str]]
"""Yields the lines of a page, with placeholders for an edition's own words."""


@dataclass(frozen=True, slots=True)
class ScoringTexts:
    """An edition's own texts about scoring cities and fields, marked for translation."""

    city: str
    field: str


OPTION_RULES: Final[Mapping[str, str]] = {
    "river": N_(
        "The river comes first: each tile continues it at the open end. Two bends in a row can't turn the same way."
    ),
    "abbot": N_(
        "Your abbot goes on a monastery or a garden. Instead of placing anyone, you can take the abbot back: "
        "that scores 1, plus 1 for each tile around it."
    ),
    "start-tile": N_("You draw the base game's start tile like any other tile."),
    "inns": N_("Inns and cathedrals raise the stakes, everyone gets a big follower, and up to six can play."),
    "traders": N_("Builders win extra turns, pigs make fields richer, and cities hold goods."),
}


_THIEF_ON_A_ROAD: Final[Mapping[str, str]] = {
    "thief": N_("- a thief on a road"),
    "highwayman": N_("- a highwayman on a road"),
}


def rules_pages(rules: Ruleset) -> tuple[RulesPage, ...]:
    """Return the pages of a game's rules, in their order."""
    return tuple(_pages(rules))


def rules_text(rules: Ruleset, page: RulesPage) -> str:
    """Return a page of an edition's rules, in its own words, with a heading that names the edition and its options.

    Raise KeyError for a page that the edition doesn't have.
    """
    edition, words = edition_text(rules.edition, rules.options), _own_words(rules)
    lines = [fill(line, **words) for line in _pages(rules)[page](rules)]
    return "\n".join([f"**{edition}** · {_(RULES_LABELS[page])}", *lines])


def _pages(rules: Ruleset) -> Mapping[RulesPage, Lines]:
    """Return the pages of an edition, and before the end those of its options."""
    added = {page: lines for option in rules.options for page, lines in OPTION_PAGES.get(option, {}).items()}
    pages = dict(EDITION_RULES[rules.edition])
    last = {page: pages.pop(page) for page in (RulesPage.ENDING, RulesPage.DIFFERENT)}
    return pages | added | last


def _different(rules: Ruleset) -> Iterator[str]:
    """Yield for how many players an edition is, what is different in it, and what the chosen options change."""
    few, most = rules.players.start, rules.players.stop - 1
    players = _("For {few} to {most} players.") if few < most else _("For {most} players.")
    yield players.format(few=few, most=most)
    yield from (f"- {sentence}" for sentence in differences(rules.edition))
    for option in rules.options:
        if option in OPTION_RULES:
            yield with_heading(f"- **{capitalize(option_name(option))}**", _(OPTION_RULES[option]))


def _placing(rules: Ruleset) -> Iterator[str]:
    """Yield how a tile and a follower are placed, in the editions with cities, roads, monasteries and fields."""
    yield _("Place your tile next to another. All sides must match: road to road, city to city, grass to grass.")
    yield ""
    yield _("You have {so_many_followers}. You can put one on the tile you just placed:")
    yield _("- a knight in a city")
    thief = rules.terms["thief"]
    yield _(_THIEF_ON_A_ROAD[thief])
    yield _("- a monk in a {monastery}")
    yield _("- a farmer in a field")
    if ABBOT in rules.supply:
        yield _("- or your abbot in a {monastery} or a garden")
    if BIG_FOLLOWER in rules.supply:
        yield _("- or your big follower in place of one of these")
    if BUILDER in rules.supply:
        yield _("- or your builder or your pig, where you have a follower already")
    yield ""
    yield _(
        "You can't join a road, city or field that already has a follower on it. But a later tile can connect two of "
        "them."
    )
    yield _("If your tile doesn't fit anywhere, it's out of the game and you draw another.")


def _scoring(own: ScoringTexts, rules: Ruleset) -> Iterator[str]:
    yield _("A road, city or {monastery} scores at once when it's finished.")
    yield _("- A road scores 1 point per tile. It ends at a crossing, a city or a {monastery}, or forms a loop.")
    yield _(own.city)
    yield _("- A {monastery} scores 9, when all 8 cells around it have tiles.")
    yield ""
    yield _("The player with the most followers there gets the points. In a tie, everyone tied gets all of them.")
    yield _("Then the followers go back to their players, to be used again.")


def _ending(own: ScoringTexts, rules: Ruleset) -> Iterator[str]:
    yield _("The game ends with the last tile. Then everything unfinished scores:")
    yield _("- a road: 1 per tile")
    yield _("- a city: 1 per tile, 1 per {emblem}")
    yield _("- a {monastery}: 1, plus 1 for each tile around it")
    yield ""
    farmers = _("Farmers stay until the end. Roads and cities are the edges of a field.")
    if any(segment.kind is Kind.RIVER for tile in rules.tiles.values() for segment in tile.segments):
        farmers = _("Farmers stay until the end. Roads, rivers and cities are the edges of a field.")
    yield farmers
    yield _(own.field)
    yield _("In a tie for the most farmers, everyone tied gets all the points.")
    yield ""
    yield _("The most points win. In a tie, players share the win.")


def _own_words(rules: Ruleset) -> dict[str, str]:
    """Return an edition's own words, by their placeholders in the rules."""
    terms = rules.terms
    return {
        "emblem": noun(terms["emblem"]),
        "monastery": kind_name(Kind.MONASTERY, terms),
        "so_many_followers": counted(rules.supply[FOLLOWER], "follower"),
    }


_CITY: Final = N_("- A city scores 2 per tile and 2 per {emblem}. It's finished when its wall has no gap.")

_CITY_BUT_SMALL_ONES: Final = N_(
    "- A city scores 2 per tile and 2 per {emblem}, but one of only 2 tiles scores 1 per tile. It's finished when its "
    "wall has no gap."
)

_EACH_FIELD: Final = ScoringTexts(
    _CITY,
    N_(
        "Each field scores on its own: 3 points for each finished city beside it. The player with the most farmers in "
        "that field gets them."
    ),
)

_ONCE_A_PLAYER: Final = ScoringTexts(
    _CITY_BUT_SMALL_ONES,
    N_(
        "The player with the most farmers in a field gets 3 points for each finished city beside it. But no player "
        "gets points for the same city twice."
    ),
)

_ONCE: Final = ScoringTexts(
    _CITY_BUT_SMALL_ONES,
    N_(
        "Each finished city gives 4 points to the player with the most farmers around it. For that, all fields beside "
        "the city count together."
    ),
)


def _classic(own: ScoringTexts) -> Mapping[RulesPage, Lines]:
    """Return the pages of an edition with cities, roads, monasteries and fields."""
    return MappingProxyType(
        {
            RulesPage.TURN: _placing,
            RulesPage.SCORING: partial(_scoring, own),
            RulesPage.ENDING: partial(_ending, own),
            RulesPage.DIFFERENT: _different,
        }
    )


_CASTLE: Final[Mapping[RulesPage, Lines]] = {
    RulesPage.TURN: castle_placing,
    RulesPage.SCORING: castle_scoring,
    RulesPage.WALL_TILES: castle_wall_tiles,
    RulesPage.ENDING: castle_ending,
    RulesPage.DIFFERENT: lambda rules: chain(_different(rules), castle_board(rules)),
}

EDITION_RULES: Final[Mapping[str, Mapping[RulesPage, Lines]]] = {
    "chat-room": _classic(_ONCE_A_PLAYER),
    "chat-room-old": _classic(_ONCE),
    "classic": _classic(_EACH_FIELD),
    "travel": _classic(_EACH_FIELD),
    "new-edition": _classic(_EACH_FIELD),
    "castle": _CASTLE,
}
"""The pages of each edition, in their order."""

OPTION_PAGES: Final[Mapping[str, Mapping[RulesPage, Lines]]] = {
    "inns": {RulesPage.INNS: inns_rules},
    "traders": {RulesPage.TRADERS: traders_rules},
}
"""The pages that an option adds."""
