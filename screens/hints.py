"""A hint: the turns that a computer would play, in private, each with a button that leads to it in the picker."""

from collections.abc import Sequence
from typing import Final

from carcassonne import Deploy, DeployNobody, Move, PlaceTile, Recall, State, Turn
from host.model.table import RunningTable
from players import ValuedTurn
from screens import custom_ids as ids
from screens.pictures import Frame, Pictures, area_around
from screens.screen import Button, Screen, Style, files, row
from screens.text import hints as texts
from screens.text.features import placement_text

MARGIN: Final = 2
"""How many cells are shown around the hinted ones."""


async def hint_screen(pictures: Pictures, table: RunningTable, hinted: Sequence[ValuedTurn]) -> Screen:
    """Return expert's best turns in a game, the best first, with a picture of the part of the board where they lie."""
    turns = _with_values(hinted)
    buttons = [
        Button(ids.PickId(table.number, table.ply, turn), _label(number, turn), Style.PRIMARY)
        for number, (turn, _value) in enumerate(turns, 1)
    ]
    text = "\n".join([texts.hint_text(table.state, turns), texts.told_at_the_end_text()])
    cells = [turn.placement.position for turn, _value in turns]
    picture = await pictures.board(table, "hint", Frame(area=area_around(cells, MARGIN)))
    return Screen(text, row(*buttons), files(picture))


def course_hint_screen(state: State, hinted: Sequence[ValuedTurn]) -> Screen:
    """Return the same in a task of the guided game, which goes on with its own turn."""
    return Screen("\n".join([texts.hint_text(state, _with_values(hinted)), texts.guided_anyway_text()]))


def turn_of(moves: Sequence[Move]) -> Turn:
    """Return the part of a computer's moves that a person chooses in the picker: the tile, and who goes on it."""
    placement, deployment, *_ = [*moves, None]
    if not isinstance(placement, PlaceTile):
        raise ValueError(moves)
    return Turn(placement, deployment if isinstance(deployment, Deploy | DeployNobody | Recall) else DeployNobody())


def _with_values(hinted: Sequence[ValuedTurn]) -> list[tuple[Turn, float]]:
    return [(turn_of(one.moves), one.value) for one in hinted]


def _label(number: int, turn: Turn) -> str:
    return f"{number} · {placement_text(turn.placement)}"
