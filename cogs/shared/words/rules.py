"""The rules of each edition in short, in its own words. A test proves that every edition has some."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from carcassonne import Figure, Kind, Role, Ruleset
from cogs.shared.words.castle import WALL_TILES
from cogs.shared.words.editions import edition_text
from cogs.shared.words.features import kind_name, role_name
from cogs.shared.words.language import counted, plural


@dataclass(frozen=True, slots=True)
class Peculiarity:
    """What an edition does its own way: how small cities pay, and how fields do."""

    small_city: str
    field: str


OPTION_RULES: Final[Mapping[str, str]] = {
    "river": "The river comes first: its tiles carry on its open end and never turn the same way twice in a row.",
    "abbot": (
        "Your abbot goes onto a monastery or a garden. Instead of placing anybody you may take him back: "
        "he scores 1 and 1 for each tile around him."
    ),
    "start-tile": "The start tile of the base game is in the bag.",
}


def rules_text(rules: Ruleset) -> str:
    """Return an edition's rules in short, in its own words."""
    few, most = rules.players.start, rules.players.stop - 1
    players = f"{few} to {most}" if few < most else str(few)
    head = f"**{edition_text(rules.edition, rules.options)}**, for {players} players"
    return "\n".join([head, *RULES[rules.edition](rules), *(OPTION_RULES[option] for option in rules.options)])


def _on_land(own: Peculiarity, rules: Ruleset) -> Iterator[str]:
    """Yield the rules of the editions with cities, roads, monasteries and fields."""
    terms = rules.terms
    figure, emblem = terms["figure"], terms["emblem"]
    monastery, field = kind_name(Kind.MONASTERY, terms), kind_name(Kind.FIELD, terms)
    thief = role_name(Role.THIEF, terms)
    fields = own.field.format(field=field, fields=plural(field))
    yield "Lay the tile you drew beside another, so that all sides match."
    yield (
        f"Then you may put one of your {counted(rules.supply[Figure.FOLLOWER], figure)} onto it: a knight on a city, "
        f"a {thief} on a road, a monk on a {monastery}, a farmer on a {field}; nobody may be in it already."
    )
    yield f"What is completed pays whoever has most {plural(figure)} in it, in a tie everybody. They come back."
    yield "- a road: 1 a tile"
    yield f"- a city: 2 a tile and 2 a {emblem}{own.small_city}"
    yield f"- a {monastery} with all 8 tiles around it: 9"
    yield ""
    yield (
        f"At the end, what is not complete pays 1 a tile and 1 a {emblem}, "
        f"a {monastery} 1 and 1 for each tile around it."
    )
    yield f"A {field} pays at the end: {fields}. Farmers stay until then."
    yield "A tile that fits nowhere leaves the game, and you draw another."


def _in_castle(rules: Ruleset) -> Iterator[str]:
    """Yield the rules of The Castle. Its tiles are not the printed ones, and players are told so."""
    figures = counted(rules.supply[Figure.FOLLOWER], rules.terms["figure"])
    yield "The tiles are a house set, rebuilt from the rules, not the printed one; so are the wall and its towers."
    yield (
        "Lay your tile within the wall, beside a start space or a tile. Paths must continue; all else may meet. "
        "A tile that fits nowhere leaves the game, and you draw another."
    )
    yield (
        f"Then you may put one of your {figures} onto it: a herald on a path, a knight on a tower, a squire on a "
        "house, a merchant on a court; nobody may be in it already."
    )
    yield "What is completed pays whoever has more followers in it, in a tie nobody. They come back; merchants stay."
    yield "- a path: 1 a tile, with a fountain 2 · a tower: 2 a tile · a house: 1 a tile; start spaces count as tiles"
    yield "Your keep stands on the largest house that you have scored, whoever completed it."
    yield (
        "A marker that comes to lie exactly on a corner tower takes its wall tile, face up, to be used from the next "
        "turn on. Your own features are scored before the other's; where the order matters you are asked."
    )
    yield "Wall tiles: " + " · ".join(f"**{number}** {does}" for number, does in WALL_TILES.items())
    yield (
        "1 is asked for at the end of your turn, 2 and 3 when your own turn scores your feature, which can be doubled "
        "once; 4 to 9 are played by themselves at the end, where they pay most."
    )
    yield (
        "At the end the largest keep pays the spaces of the largest empty area, and courts 3 a market to whoever has "
        "more merchants there; in ties nobody. Nothing else that is not complete counts."
    )


_SMALL_CITIES_HALF: Final = " (a city of 2 tiles: 1 a tile)"
_EACH_FIELD: Final = Peculiarity("", "3 for each completed city it touches, each {field} for itself")
_ONCE_A_PLAYER: Final = Peculiarity(
    _SMALL_CITIES_HALF, "3 for each completed city it touches, but a city pays each player once"
)
_ONCE: Final = Peculiarity(
    _SMALL_CITIES_HALF, "each completed city pays 4 to whoever has most farmers around it, in all {fields} together"
)

RULES: Final[Mapping[str, Callable[[Ruleset], Iterator[str]]]] = {
    "chat-room": partial(_on_land, _ONCE_A_PLAYER),
    "chat-room-old": partial(_on_land, _ONCE),
    "classic": partial(_on_land, _EACH_FIELD),
    "travel": partial(_on_land, _EACH_FIELD),
    "new-edition": partial(_on_land, _EACH_FIELD),
    "castle": _in_castle,
}
