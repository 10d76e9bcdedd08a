"""A hint: the turns that a computer would play, in private, each with a button that leads to it in the picker."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from carcassonne import Deploy, DeployNobody, Move, PlaceTile, Recall, State, Turn, apply
from host.model.table import RunningTable
from screens import custom_ids as ids
from screens.pictures import Frame, Pictures, area_around
from screens.screen import Button, Screen, Style, files, row
from screens.text import hints as texts
from screens.text.features import deployment_name, placement_text


class HintedTurn(NamedTuple):
    """A turn that a computer would play."""

    moves: tuple[Move, ...]
    value: float
    """The lead over the best other player that the computer expects at the end of the game, in points."""


MARGIN: Final = 2
"""How many cells are shown around the hinted ones."""


async def hint_screen(pictures: Pictures, table: RunningTable, hinted: Sequence[HintedTurn]) -> Screen:
    """Return expert's best turns in a game, the best first, with a picture of the part of the board where they lie."""
    turns = [turn_of(one.moves) for one in hinted]
    buttons = [
        Button(ids.PickId(table.number, table.ply, turn), _label(number, turn), Style.PRIMARY)
        for number, turn in enumerate(turns, 1)
    ]
    text = "\n".join([texts.hint_text(hint_items(table.state, hinted)), texts.told_at_the_end_text()])
    cells = [turn.placement.position for turn in turns]
    picture = await pictures.board(table, "hint", Frame(area=area_around(cells, MARGIN)))
    return Screen(text, row(*buttons), files(picture))


def course_hint_screen(state: State, hinted: Sequence[HintedTurn]) -> Screen:
    """Return the same in a task of the guided game, which goes on with its own turn."""
    return Screen("\n".join([texts.hint_text(hint_items(state, hinted)), texts.guided_anyway_text()]))


def hint_items(state: State, hinted: Sequence[HintedTurn]) -> list[texts.HintItem]:
    """Return the words of each turn, with what it is worth."""
    return [texts.HintItem(turn, _deployment_words(state, turn), one.value) for one, turn in _with_turns(hinted)]


def turn_of(moves: Sequence[Move]) -> Turn:
    """Return the part of a computer's moves that a person chooses in the picker: the tile, and who goes on it."""
    placement, deployment, *_ = [*moves, None]
    if not isinstance(placement, PlaceTile):
        raise ValueError(moves)
    return Turn(placement, deployment if isinstance(deployment, Deploy | DeployNobody | Recall) else DeployNobody())


def _with_turns(hinted: Sequence[HintedTurn]) -> list[tuple[HintedTurn, Turn]]:
    return [(one, turn_of(one.moves)) for one in hinted]


def _deployment_words(state: State, turn: Turn) -> str:
    after = apply(state, turn.placement).state
    turned = after.cells[turn.placement.position].turned
    return deployment_name(turn.deployment or DeployNobody(), turned, state.ruleset.terms)


def _label(number: int, turn: Turn) -> str:
    return f"{number} · {placement_text(turn.placement)}"
