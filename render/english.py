"""The words of pictures in English, for the command line and for whoever needs no other language."""

from carcassonne import Colour, Role, State
from render.editions import edition_picture
from render.words import Words


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
    )
