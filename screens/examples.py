"""Small positions that show the rules of an edition. They are made by legal moves, so the pictures are right."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final, assert_never

from carcassonne import (
    DeployNobody,
    Event,
    FeatureScored,
    Kind,
    Ruleset,
    State,
    apply,
    apply_all,
    find_ruleset,
    format_cell,
    legal_placements,
    new_game,
    parse_move,
)
from host.model.table_options import DEFAULT_EDITION
from render import Area, draw, draw_laid_tile
from screens.pictures import Pictures, area_around, example_words
from screens.screen import File, files
from screens.text.editions import texts_of
from screens.text.features import deployment_name
from screens.text.i18n import _
from screens.text.labels import RulesPage
from screens.text.markup import word_list
from screens.text.spots import deployments_by_number
from screens.text.status import score_text

PLAYER_NAMES: Final = ("Ann", "Bob")


class Lesson(Enum):
    """What a position shows."""

    SPOTS = "spots"
    """The legal deployments onto the tile just laid."""
    SCORED = "scored"
    """What the tile just laid completes."""
    AT_THE_END = "at the end"
    """What a field or a court would score if the game ended now."""
    NEXT = "next"
    """Where the drawn tile fits."""
    WALL_TILE = "wall tile"
    """The Castle: a marker has stopped on a corner tower."""
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Example:
    """A position, as the moves that lead to it, and what it shows on a page of the rules."""

    page: RulesPage
    lesson: Lesson
    moves: Sequence[str]
    options: tuple[str, ...] = ()
    """The rule options that the position needs. Others are left out, so that the moves fit every game."""

    def state(self, edition: str) -> State:
        """Return the position in an edition."""
        start = new_game(find_ruleset(edition, self.options), len(PLAYER_NAMES))
        return apply_all(start, [parse_move(move) for move in self.moves]).state

    def shown_state(self, edition: str) -> State:
        """Return the position to draw. What is scored is scored in it, so that its points are those of the caption."""
        state = self.state(edition)
        return apply(state, DeployNobody()).state if self.lesson is Lesson.SCORED else state


SAMPLE: Final = Example(
    RulesPage.ENDING,
    Lesson.AT_THE_END,
    ("draw U", "place L13 90", "deploy farmer NNE", "draw E", "place M12 180", "deploy -"),
)

_CLASSIC: Final = (
    Example(RulesPage.TURN, Lesson.SPOTS, ("draw J", "place L13 0")),
    Example(RulesPage.SCORING, Lesson.SCORED, ("draw N", "place M12 90", "deploy knight S", "draw E", "place N12 270")),
    SAMPLE,
    Example(
        RulesPage.DIFFERENT, Lesson.SCORED, ("draw E", "place M14 90", "deploy knight E", "draw E", "place N14 270")
    ),
)
_CASTLE: Final = (
    Example(RulesPage.TURN, Lesson.SPOTS, ("draw K02", "place J7 0")),
    Example(
        RulesPage.SCORING, Lesson.SCORED, ("draw N02", "place H9 0", "deploy knight S", "draw N12", "place G9 270")
    ),
    Example(
        RulesPage.WALL_TILES,
        Lesson.WALL_TILE,
        (
            *("draw N11", "place I1 0", "deploy knight S", "draw N12", "place I2 180", "deploy -"),
            *("draw D05", "place C1 0", "deploy knight S", "draw J02", "place C2 180", "deploy -"),
            *("draw J02", "place J7 0", "deploy knight S", "draw S06", "place J8 270", "deploy -", "takes 2"),
        ),
    ),
    Example(
        RulesPage.ENDING,
        Lesson.AT_THE_END,
        ("draw S02", "place H9 270", "deploy merchant ESE", "draw S09", "place I9 90", "deploy -"),
    ),
    Example(RulesPage.DIFFERENT, Lesson.BOARD, ()),
)

EXAMPLES: Final[Mapping[str, Sequence[Example]]] = {
    "chat-room": _CLASSIC,
    "chat-room-old": _CLASSIC,
    "classic": _CLASSIC,
    "travel": _CLASSIC,
    "new-edition": _CLASSIC,
    "castle": _CASTLE,
}
"""The examples by edition. A test checks that every page of every edition has one, and that each shows its lesson."""
OPTION_EXAMPLES: Final[Mapping[str, Example]] = {
    "river": Example(
        RulesPage.DIFFERENT,
        Lesson.NEXT,
        ("draw rB", "place M14 90", "deploy -", "draw rJ", "place M15 180", "deploy -", "draw rI"),
        ("river",),
    ),
    "abbot": Example(RulesPage.DIFFERENT, Lesson.SPOTS, ("draw B", "place M14 0"), ("abbot",)),
    "inns": Example(
        RulesPage.INNS, Lesson.SCORED, ("draw iC", "place L13 0", "deploy thief E", "draw W", "place N13 0"), ("inns",)
    ),
    "traders": Example(
        RulesPage.TRADERS,
        Lesson.SCORED,
        ("draw tT", "place M12 180", "deploy knight S", "draw E", "place N12 270"),
        ("traders",),
    ),
}
"""The examples of the options that have one. They replace those of the edition on the same page."""


def examples_of(rules: Ruleset, page: RulesPage) -> list[Example]:
    """Return the examples on a page of the rules: those of the chosen options, or else those of the edition."""
    chosen = [OPTION_EXAMPLES[option] for option in rules.options if option in OPTION_EXAMPLES]
    return [one for one in chosen if one.page is page] or [one for one in EXAMPLES[rules.edition] if one.page is page]


def caption(lesson: Lesson, state: State) -> str:
    """Return one or two sentences about a position. The points are computed by the rules."""
    terms = state.ruleset.terms
    match lesson:
        case Lesson.SPOTS:
            assert state.last is not None  # noqa: S101 (the tile of the example was just laid)
            turned = state.cells[state.last].turned
            names = [deployment_name(one, turned, terms) for one in deployments_by_number(state)]
            text = _("In this example, one of these can go on the tile just placed: {followers}.")
            return text.format(followers=word_list(names, "or"))
        case Lesson.SCORED:
            text = _("In this example, the tile just placed finishes something. {scores}")
            events: tuple[Event, ...] = apply(state, DeployNobody()).events
        case Lesson.AT_THE_END:
            text = _("If the game ended here: {scores}")
            events = tuple(_scores_at_the_end(state))
        case Lesson.NEXT:
            cells = dict.fromkeys(format_cell(cell) for cell, _rotation in legal_placements(state))
            return _("The next tile fits at {cells}.").format(cells=word_list(list(cells), "or"))
        case Lesson.WALL_TILE:
            (score, *_others), (holding, *_more) = state.scores, texts_of(state).seat_holdings(state, 0)
            text = _("{name}'s marker stopped at {points}, on a corner tower. So {name} takes {wall_tile}.")
            return text.format(name=PLAYER_NAMES[0], points=score, wall_tile=holding)
        case Lesson.BOARD:
            return _("The board before the first tile.")
        case _:
            assert_never(lesson)
    return text.format(scores=" ".join(filter(None, [_sentence(event, state) for event in events])))


def _sentence(event: Event, state: State) -> str | None:
    if isinstance(event, FeatureScored):
        return score_text(event, PLAYER_NAMES, state.ruleset.terms)
    return texts_of(state).event_sentence(event, PLAYER_NAMES)


def _scores_at_the_end(state: State) -> Iterator[FeatureScored]:
    """Yield what fields and courts score, which is nothing before the end."""
    for score in state.ruleset.final:
        yield from (event for event in score(state) if event.kind in (Kind.FIELD, Kind.COURT))


async def example_files(pictures: Pictures, rules: Ruleset, page: RulesPage) -> tuple[File, ...]:
    """Return pictures of the examples on a page of the rules, each with its caption as alt text.

    Leave out those that fail.
    """
    return files(*[await _example_file(pictures, rules.edition, example) for example in examples_of(rules, page)])


async def sample_file(pictures: Pictures) -> File | None:
    """Return a picture of an ordinary position; None if drawing fails."""
    return await _example_file(pictures, DEFAULT_EDITION, SAMPLE)


async def _example_file(pictures: Pictures, edition: str, example: Example) -> File | None:
    lesson, state = example.lesson, example.shown_state(edition)
    words = example_words(state, PLAYER_NAMES)
    if lesson is Lesson.SPOTS:
        job = partial(draw_laid_tile, state, words)
    else:
        area = _played_area(state) if lesson in (Lesson.SCORED, Lesson.AT_THE_END) else None
        job = partial(draw, state, words, area=area)
    name, alt = f"{edition}-{lesson.name.lower()}", caption(lesson, example.state(edition))
    return await pictures.file(f"an example of {edition}", job, name, alt)


def _played_area(state: State) -> Area | None:
    """Return the part of a board within bounds around the tiles that were placed; None for a board without bounds."""
    played = tuple(state.cells)[len(state.ruleset.start) :]
    return area_around(played, 1) if state.ruleset.bounds is not None else None
