"""Answers that a player gives together with the turn, to questions that the game may ask after it."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from carcassonne.castle.state import find_castle_state
from carcassonne.errors import IllegalMoveError, NotationError, Reason
from carcassonne.geometry import PORTS
from carcassonne.moves import Answer, Move, PlayWallTile, ScoreFirst
from carcassonne.notation import format_cell, parse_cell
from carcassonne.rules import apply, apply_all, legal_moves
from carcassonne.state import Phase, State
from carcassonne.values import Value

KEEP_ALL: Final = "-"
MAX_ANSWERS: Final = 6
"""No turn asks as often as this, and this many answers fit into the custom id of a button."""

_ASKED_FOR: Final = frozenset({1, 2, 3})
"""The wall tiles that are played during the game."""
_NUMBERS: Final = re.compile(r"[1-9](?:[\s,]+[1-9])*")


@dataclass(frozen=True, slots=True)
class PlannedAnswers(Value):
    """The wall tiles to play if the game asks (None: not decided), and the features to score first, in this order."""

    wall: tuple[int, ...] | None = None
    first: tuple[ScoreFirst, ...] = ()


NO_PLANNED_ANSWERS: Final = PlannedAnswers()


def parse_wall(text: str) -> tuple[int, ...]:
    """Read ``-``, or numbers of wall tiles such as ``1 2``; raise NotationError(NO_SUCH_WALL_TILE)."""
    text = text.strip()
    if text == KEEP_ALL:
        return ()
    numbers = text.replace(",", " ").split()
    if not _NUMBERS.fullmatch(text) or len(numbers) > MAX_ANSWERS:
        raise NotationError(Reason.NO_SUCH_WALL_TILE, text=text)
    return tuple(map(int, numbers))


def format_wall(wall: tuple[int, ...]) -> str:
    """Write numbers of wall tiles as ``parse_wall`` reads them."""
    return " ".join(map(str, wall)) or KEEP_ALL


def parse_first(text: str) -> tuple[ScoreFirst, ...]:
    """Read cells and sides such as ``C4 N`` or ``C4 N D4 W``; raise NotationError(BAD_ANSWER or BAD_CELL)."""
    words = text.upper().replace(",", " ").split()
    cells, points = words[::2], words[1::2]
    if not words or len(cells) != len(points) or len(cells) > MAX_ANSWERS or not PORTS.keys() >= set(points):
        raise NotationError(Reason.BAD_ANSWER, text=text)
    return tuple(ScoreFirst(parse_cell(cell), point) for cell, point in zip(cells, points, strict=True))


def format_first(first: tuple[ScoreFirst, ...]) -> str:
    """Write features to score first as ``parse_first`` reads them."""
    return " ".join(f"{format_cell(one.position)} {one.point}" for one in first)


FirstReader: TypeAlias = Callable[[str], tuple[ScoreFirst, ...]]
"""Reads what ``format_first`` writes, perhaps also with the letters of another language. Raises NotationError."""

LABELS: Final = ("wall", "first")
"""The labels in front of planned answers: ``wall:1 2 first:C4 N``."""


def parse_labelled(labels: Mapping[str, str], read_first: FirstReader = parse_first) -> PlannedAnswers:
    """Read planned answers by their labels. ``read_first`` reads the features to score first. Raise NotationError."""
    wall, first = labels.get("wall"), labels.get("first")
    return PlannedAnswers(None if wall is None else parse_wall(wall), () if first is None else read_first(first))


def parse_planned(text: str) -> PlannedAnswers:
    """Read both kinds of answers, such as ``1 2;C4 N``. Without text before the semicolon no wall tiles are decided.
    Raise NotationError.
    """
    wall, _, first = text.partition(";")
    return PlannedAnswers(parse_wall(wall) if wall else None, parse_first(first) if first else ())


def format_planned(planned: PlannedAnswers) -> str:
    """Write planned answers as ``parse_planned`` reads them."""
    wall = "" if planned.wall is None else format_wall(planned.wall)
    return f"{wall};{format_first(planned.first)}"


def with_answers(state: State, moves: Sequence[Move], planned: PlannedAnswers) -> list[Move]:
    """Return the moves of a turn, followed by the planned answers to what the game asks.

    The answers end where a wall tile is revealed, because nobody can know it. Raise IllegalMoveError for moves or
    answers that the rules forbid, and for a wall tile that the player does not have.
    """
    if planned.wall:
        _check_hand(state, planned.wall)
    made, after = list(moves), apply_all(state, moves).state
    wall, first = list(planned.wall or ()), list(planned.first)
    while after.phase is Phase.ASK:
        answer = _answer(after, wall, first, is_wall_said=planned.wall is not None)
        if answer is None:
            break
        made.append(answer)
        after = apply(after, answer).state
    return made


def playable_wall_tiles(state: State) -> tuple[int, ...]:
    """Return the mover's wall tiles that can be played during the game, each once; none in other editions."""
    return tuple(sorted(set(_hand(state)) & _ASKED_FOR))


def _hand(state: State) -> tuple[int, ...]:
    castle = find_castle_state(state)
    return castle.hands[state.seat] if castle else ()


def _check_hand(state: State, wall: tuple[int, ...]) -> None:
    hand = _hand(state)
    for number in wall:
        if wall.count(number) > hand.count(number) or number not in _ASKED_FOR:
            raise IllegalMoveError(Reason.NO_SUCH_WALL_TILE, number=number, hand=hand)


def _answer(state: State, wall: list[int], first: list[ScoreFirst], *, is_wall_said: bool) -> Answer | None:
    """Return the planned answer to the current question, and remove it from the rest; None if there is none."""
    asked = [move for move in legal_moves(state) if isinstance(move, PlayWallTile)]
    if not asked:
        return first.pop(0) if first else None
    if not is_wall_said:
        return None
    for move in asked:
        if move.number in wall:
            wall.remove(move.number)
            return move
    return PlayWallTile(None)
