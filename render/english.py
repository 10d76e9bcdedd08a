"""The words of pictures in English, for the command line and for whoever needs no other language."""

from typing import Final

from carcassonne import Colour, Kind, Role, State, winners
from render.editions import edition_picture
from render.look.theme import SCORE_COLOURS
from render.look.words import ViewMeaning, Words

_PLURALS: Final = {
    "city": "cities",
    "monastery": "monasteries",
    Kind.KEEP.value: "keep",
    Kind.WALL.value: "wall tiles",
    Kind.GOODS.value: "goods",
}

_KEY: Final = {
    ViewMeaning.SHARED: "shared",
    ViewMeaning.TIED: "tied",
    ViewMeaning.NOBODYS: "nobody's",
    ViewMeaning.REST: "the rest",
    ViewMeaning.EARNED: "if it ended now",
}


def english(state: State, names: tuple[str, ...]) -> Words:
    """Return the words of a board in English."""
    terms = state.ruleset.terms
    roles = {role: terms.get(role.value, role.value) for role in Role}
    left, colours = state.tiles_left, tuple(Colour)[: state.seats]
    return Words(
        names,
        colours,
        tuple(colour.capitalize() for colour in colours),
        roles,
        f"{left} tile{'' if left == 1 else 's'} left",
        "The game is over",
        resigned="resigned",
        terms=edition_picture(state).english_terms,
        result=_result(state),
        kinds={kind: _PLURALS.get(name := terms.get(kind.value, kind.value), f"{name}s") for kind in SCORE_COLOURS},
        modifiers={modifier.name: f"{modifier.name}s" for modifier in state.ruleset.told},
        key=_KEY,
    )


def _result(state: State) -> str:
    """Return who has won, with the scores of those who play, the best first; empty if nobody has."""
    won = [f"{{{seat}}}" for seat in sorted(winners(state))]
    if not won:
        return ""
    playing = [score for seat, score in enumerate(state.scores) if seat not in state.resigned]
    if len(playing) == 1:
        return f"{won[0]} wins"
    scores = " : ".join(map(str, sorted(playing, reverse=True)))
    if len(won) == 1:
        return f"{won[0]} wins {scores}"
    return f"{', '.join(won[:-1])} and {won[-1]} share the win {scores}"
