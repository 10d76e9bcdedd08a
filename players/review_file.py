"""A review as one text, to be kept: what was made once is read again by the same version."""

import json
from collections.abc import Sequence
from typing import Any, Final

from carcassonne import Kind, Move, format_cell, format_move, parse_cell
from carcassonne.notation import parse_move
from players.reasons import Fact, Reason
from players.review import DIGITS, GameReview, ReviewedTurn

REVIEW_VERSION: Final = 4
"""Raised whenever a review of the same game, or its text, would be another one than before."""


def format_review(review: GameReview) -> str:
    """Write a review as ``parse_review`` reads it."""
    turns = [
        [
            *(one.number, one.seat, one.at, _rounded(one.expected), _rounded(one.drawn)),
            *([format_move(move) for move in one.instead], round(one.gain, DIGITS)),
            written_reasons(one.reasons),
        ]
        for one in review.turns
    ]
    return json.dumps({"scores": review.scores, "turns": turns}, separators=(",", ":"))


def parse_review(text: str) -> GameReview:
    """Read a review that ``format_review`` of the same version has written."""
    read = json.loads(text)
    return GameReview(tuple(map(_turn, read["turns"])), tuple(read["scores"]))


def _turn(values: Sequence[Any]) -> ReviewedTurn:
    number, seat, at, expected, drawn, instead, gain, reasons = values
    moves: tuple[Move, ...] = tuple(map(parse_move, instead))
    return ReviewedTurn(number, seat, at, tuple(expected), tuple(drawn), moves, gain, read_reasons(reasons))


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(one, DIGITS) for one in values]


def written_reasons(reasons: Sequence[Reason]) -> list[list[Any]]:
    """Return reasons as values that JSON has."""
    return [
        [
            *(one.fact, one.seat, round(one.points, DIGITS), one.kind),
            *(one.cell if one.cell is None else format_cell(one.cell), one.owner, one.number),
        ]
        for one in reasons
    ]


def read_reasons(written: Sequence[Sequence[Any]]) -> tuple[Reason, ...]:
    """Read what ``written_reasons`` returns. What older versions wrote named nothing on the board: it's left out."""
    return tuple(
        Reason(Fact(fact), seat, points, kind and Kind(kind), None if cell is None else parse_cell(cell), *rest)
        for fact, seat, points, kind, cell, *rest in (one for one in written if len(one) == len(Reason._fields))
    )
