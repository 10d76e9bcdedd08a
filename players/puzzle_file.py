"""A puzzle as one text, to be kept: the position with the tile in hand, and what each turn is worth."""

import json
from collections.abc import Sequence
from typing import Any, Final

from carcassonne import Move, format_move, format_position, parse_position
from carcassonne.notation import parse_move
from players.puzzles import Choice, Puzzle
from players.review_file import read_reasons, written_reasons

_DIGITS: Final = 2
"""How many decimals points are kept with."""


def format_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as ``parse_puzzle`` reads it. The game before is left out."""
    written = {
        "seed": puzzle.seed,
        "position": format_position(puzzle.state),
        "choices": [[_written(one.moves), round(one.value, _DIGITS)] for one in puzzle.choices],
        "tempting": _written(puzzle.tempting),
        "reasons": written_reasons(puzzle.reasons),
    }
    return json.dumps(written, separators=(",", ":"))


def parse_puzzle(text: str) -> Puzzle:
    """Read what ``format_puzzle`` writes. Raise CarcassonneError, KeyError or ValueError for what can't be read."""
    read = json.loads(text)
    return Puzzle(
        read["seed"],
        parse_position(read["position"]),
        tuple(Choice(_moves(moves), value) for moves, value in read["choices"]),
        _moves(read["tempting"]),
        read_reasons(read["reasons"]),
    )


def _written(moves: Sequence[Move]) -> list[str]:
    return [format_move(move) for move in moves]


def _moves(written: Sequence[Any]) -> tuple[Move, ...]:
    return tuple(map(parse_move, written))
