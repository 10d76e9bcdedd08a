"""The rules of each edition in short, in its own words. A test checks that every edition has a row."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from carcassonne import FOLLOWER, Kind, Role, Ruleset
from cogs.text.castle import castle_rules
from cogs.text.differences import differences
from cogs.text.editions import edition_text
from cogs.text.features import kind_name, role_name
from cogs.text.formatting import with_heading
from cogs.text.i18n import N_, _
from cogs.text.nouns import counted, noun, plural


@dataclass(frozen=True, slots=True)
class ScoringTexts:
    """An edition's own texts about scoring cities and fields, marked for translation."""

    city: str
    field: str


OPTION_RULES: Final[Mapping[str, str]] = {
    "river": N_("The river comes first: each tile continues it at the open end. It can't make a U-turn."),
    "abbot": N_(
        "Your abbot goes on a monastery or a garden. Instead of placing anyone, you can take the abbot back: "
        "that scores 1, plus 1 for each tile around it."
    ),
    "start-tile": N_("The start tile of the base game is in the bag."),
}


def rules_text(rules: Ruleset) -> str:
    """Return an edition's rules in short, in its own words."""
    few, most = rules.players.start, rules.players.stop - 1
    head = _("**{edition}**, for {few} to {most} players") if few < most else _("**{edition}**, for {most} players")
    head = head.format(edition=edition_text(rules.edition, rules.options), few=few, most=most)
    return "\n".join(
        [
            head,
            with_heading(_("What's different here"), " ".join(differences(rules.edition))),
            *EDITION_RULES[rules.edition](rules),
            *(_(OPTION_RULES[option]) for option in rules.options if option in OPTION_RULES),
        ]
    )


def _classic_rules(own: ScoringTexts, rules: Ruleset) -> Iterator[str]:
    """Yield the rules of the editions with cities, roads, monasteries and fields."""
    lines = [
        _("Place your tile next to another. All sides must match."),
        _(
            "Then you can put one of your {so_many_figures} on it: a knight in a city, a {thief} on a road, "
            "a monk in a {monastery} or a farmer in a {field}. Nobody else may be in the same place yet."
        ),
        _(
            "Finished features score for the player with the most {figures} there. In a tie, everyone scores in full. "
            "Then the {figures} come back."
        ),
        _("- a road: 1 per tile (it ends at a crossing, a city or a {monastery})"),
        _(own.city),
        _("- a {monastery} with all 8 tiles around it: 9"),
        "",
        _(
            "At the end, unfinished roads and cities score 1 per tile and 1 per {emblem}. "
            "A {monastery} scores 1, plus 1 for each tile around it."
        ),
        _(own.field),
        _("If your tile doesn't fit anywhere, it's out of the game and you draw another."),
    ]
    words = _classic_words(rules)
    return (line.format(**words) for line in lines)


def _classic_words(rules: Ruleset) -> dict[str, str]:
    """Return an edition's own words, by their placeholders in the rules."""
    terms = rules.terms
    return {
        "emblem": noun(terms["emblem"]),
        "monastery": kind_name(Kind.MONASTERY, terms),
        "field": kind_name(Kind.FIELD, terms),
        "fields": kind_name(Kind.FIELD, terms, 2),
        "thief": role_name(Role.THIEF, terms),
        "figures": plural(terms["figure"]),
        "so_many_figures": counted(rules.supply[FOLLOWER], terms["figure"]),
    }


_CITY: Final = N_("- a city: 2 per tile and 2 per {emblem}")
_CITY_BUT_SMALL_ONES: Final = N_("- a city: 2 per tile and 2 per {emblem} (a city of 2 tiles: 1 per tile)")
_EACH_FIELD: Final = ScoringTexts(
    _CITY,
    N_(
        "A {field} scores at the end: 3 for each completed city next to it, for the player with the most farmers "
        "there. Farmers stay until then."
    ),
)
_ONCE_A_PLAYER: Final = ScoringTexts(
    _CITY_BUT_SMALL_ONES,
    N_(
        "A {field} scores at the end: 3 for each completed city next to it, for the player with the most farmers "
        "there. Each city pays you only once. Farmers stay until then."
    ),
)
_ONCE: Final = ScoringTexts(
    _CITY_BUT_SMALL_ONES,
    N_(
        "Each completed city scores 4 at the end, for the player with the most farmers around it. "
        "All {fields} next to the city count together, and farmers stay until then."
    ),
)

EDITION_RULES: Final[Mapping[str, Callable[[Ruleset], Iterator[str]]]] = {
    "chat-room": partial(_classic_rules, _ONCE_A_PLAYER),
    "chat-room-old": partial(_classic_rules, _ONCE),
    "classic": partial(_classic_rules, _EACH_FIELD),
    "travel": partial(_classic_rules, _EACH_FIELD),
    "new-edition": partial(_classic_rules, _EACH_FIELD),
    "castle": castle_rules,
}
