"""The rules of each edition in short, and how to use the bot."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from carcassonne import Figure, Kind, Role, Ruleset
from cogs.shared.words.editions import edition_text
from cogs.shared.words.features import kind_name, role_name
from cogs.shared.words.language import counted, plural


@dataclass(frozen=True, slots=True)
class Peculiarity:
    """What an edition does its own way: how small cities pay, and how fields do."""

    small_city: str
    field: str


_SMALL_CITIES_HALF: Final = " (a city of 2 tiles: 1 a tile)"

PECULIARITIES: Final[Mapping[str, Peculiarity]] = {
    "chat-room": Peculiarity(
        _SMALL_CITIES_HALF, "3 for each completed city it touches, but a city pays each player once"
    ),
    "chat-room-old": Peculiarity(
        _SMALL_CITIES_HALF, "each completed city pays 4 to whoever has most farmers around it, in all {fields} together"
    ),
    "classic": Peculiarity("", "3 for each completed city it touches, each {field} for itself"),
    "travel": Peculiarity("", "3 for each completed city it touches, each {field} for itself"),
    "new-edition": Peculiarity("", "3 for each completed city it touches, each {field} for itself"),
}

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
    terms, own = rules.terms, PECULIARITIES[rules.edition]
    figure, emblem = terms["figure"], terms["emblem"]
    monastery, field = kind_name(Kind.MONASTERY, terms), kind_name(Kind.FIELD, terms)
    thief = role_name(Role.THIEF, terms)
    fields = own.field.format(field=field, fields=plural(field))
    few, most = rules.players.start, rules.players.stop - 1
    lines = (
        f"**{edition_text(rules.edition, rules.options)}**, for {few} to {most} players",
        "Lay the tile you drew beside another, so that all sides match.",
        f"Then you may put one of your {counted(rules.supply[Figure.FOLLOWER], figure)} onto it: a knight on a city, "
        f"a {thief} on a road, a monk on a {monastery}, a farmer on a {field}; nobody may be in it already.",
        f"What is completed pays whoever has most {plural(figure)} in it, in a tie everybody. They come back.",
        "- a road: 1 a tile",
        f"- a city: 2 a tile and 2 a {emblem}{own.small_city}",
        f"- a {monastery} with all 8 tiles around it: 9",
        f"At the end, what is not complete pays 1 a tile and 1 a {emblem}, "
        f"a {monastery} 1 and 1 for each tile around it.",
        f"A {field} pays at the end: {fields}. Farmers stay until then.",
        "A tile that fits nowhere leaves the game, and you draw another.",
        *(OPTION_RULES[option] for option in rules.options),
    )
    return "\n".join(lines)


def help_text(mention: Callable[[str], str]) -> str:
    """Return how to use the bot."""
    lines = (
        "**Carcassonne, over days.** After every move the next player is pinged, with the board as a picture.",
        f"- {mention('join')} takes a seat in this channel, {mention('leave')} gives it back. "
        f"{mention('start')} begins; {mention('oldstart')} begins with the original farmer scoring. "
        "Alone, you can practise.",
        f"- {mention('place')} lays your tile: a cell, a rotation, and who goes onto it. "
        f"What fits is offered while you type. {mention('pass')} lays it with nobody.",
        "- `M14 90 thief E` is the tile on M14, turned 90° clockwise, with a thief on its road to the east.",
        f"- {mention('games')} lists your games and whose turn it is.",
        f"- {mention('board')} shows the board, {mention('tiles')} what is left, {mention('log')} the moves so far.",
        f"- {mention('rules')} tells the rules of your game in short.",
        f"- {mention('resign')} gives up, or suggests ending the game for all. "
        f"Server managers: {mention('carcassonne-admin end')}.",
        "If you play several games, the option `game` says which one you mean, such as #12.",
    )
    return "\n".join(lines)
