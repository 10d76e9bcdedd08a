"""Small positions that show the rules of an edition. They are made by legal moves, so the pictures are right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from carcassonne import (
    Colour,
    DeployNobody,
    FeatureScored,
    Kind,
    Role,
    State,
    apply,
    apply_all,
    find_ruleset,
    legal_deployments,
    new_game,
    parse_move,
)
from cogs.text.colours import colour_name
from cogs.text.editions import texts_of
from cogs.text.features import compass, deployment_name, role_name, score_text
from cogs.text.formatting import capitalize, word_list
from cogs.text.i18n import _
from cogs.text.table import tiles_left_short
from render import Words

PLAYER_NAMES: Final = ("A", "B")


class Lesson(Enum):
    """What a position shows."""

    SPOTS = "spots"
    """The legal deployments onto the tile just laid."""
    SCORED = "scored"
    """What the tile just laid completes."""
    AT_THE_END = "at the end"
    """What a field would score if the game ended now."""


@dataclass(frozen=True, slots=True)
class Example:
    """A position, as the moves that lead to it, and what it shows."""

    lesson: Lesson
    moves: Sequence[str]

    def state(self, edition: str) -> State:
        """Return the position in an edition."""
        start = new_game(find_ruleset(edition), len(PLAYER_NAMES))
        return apply_all(start, [parse_move(move) for move in self.moves]).state


_CLASSIC: Final = (
    Example(Lesson.SPOTS, ("draw J", "place L13 0")),
    Example(Lesson.SCORED, ("draw N", "place M12 90", "deploy knight S", "draw E", "place N12 270")),
    Example(Lesson.AT_THE_END, ("draw U", "place L13 90", "deploy farmer NNE", "draw E", "place M12 180", "deploy -")),
)
_CASTLE: Final = (
    Example(Lesson.SPOTS, ("draw K02", "place J7 0")),
    Example(Lesson.SCORED, ("draw N02", "place H9 0", "deploy knight S", "draw N12", "place G9 270")),
)

EXAMPLES: Final[Mapping[str, Sequence[Example]]] = {
    "chat-room": _CLASSIC,
    "chat-room-old": _CLASSIC,
    "classic": _CLASSIC,
    "travel": _CLASSIC,
    "new-edition": _CLASSIC,
    "castle": _CASTLE,
}
"""The examples by edition. A test checks that every edition has some, and that each shows its lesson."""


def caption(lesson: Lesson, state: State) -> str:
    """Return one or two sentences about a position. The points are computed by the rules."""
    terms = state.ruleset.terms
    match lesson:
        case Lesson.SPOTS:
            spots = word_list([deployment_name(follower, terms) for follower in legal_deployments(state)], "or")
            return _("You can put one of these on the tile you placed: {followers}.").format(followers=spots)
        case Lesson.SCORED:
            text = _("The tile just placed completes something! {scores}")
            events = apply(state, DeployNobody()).events
        case Lesson.AT_THE_END:
            text = _("If the game ended here: {scores}")
            events = tuple(_field_scores(state))
    scored = [score_text(event, PLAYER_NAMES, terms) for event in events if isinstance(event, FeatureScored)]
    return text.format(scores=" ".join(scored))


def _field_scores(state: State) -> Iterator[FeatureScored]:
    for score in state.ruleset.final:
        yield from (event for event in score(state) if event.kind is Kind.FIELD)


def example_words(state: State, names: tuple[str, ...] = PLAYER_NAMES) -> Words:
    """Return the words on the picture of a position that belongs to no table. The seats have the first colours."""
    terms, colours = state.ruleset.terms, tuple(Colour)[: len(names)]
    return Words(
        names,
        colours,
        tuple(map(colour_name, colours)),
        {role: role_name(role, terms) for role in Role},
        capitalize(tiles_left_short(state)),
        _("The game is over"),
        terms=texts_of(state).picture_terms(),
        compass=compass(),
    )
