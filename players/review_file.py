"""A review as one text, to be kept: what was made once is read again by the same version."""

import json
from collections.abc import Sequence
from typing import Any, Final

from carcassonne import Move, format_move
from carcassonne.notation import parse_move
from players.review import GameReview, Reason, ReviewedTurn

REVIEW_VERSION: Final = 1
"""Raised whenever a review of the same game, or its text, would be another one than before."""
_DIGITS: Final = 2
"""How many decimals points are kept with. Luck and skill follow from what is kept, so they add up."""


def format_review(review: GameReview) -> str:
    """Write a review as ``parse_review`` reads it."""
    turns = [
        [
            *(one.number, one.seat, one.at, _rounded(one.expected), _rounded(one.drawn)),
            *([format_move(move) for move in one.instead], round(one.gain, _DIGITS)),
            [[reason.part, reason.seat, round(reason.points, _DIGITS)] for reason in one.reasons],
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
    why = tuple(Reason(*one) for one in reasons)
    return ReviewedTurn(number, seat, at, tuple(expected), tuple(drawn), moves, gain, why)


def _rounded(values: Sequence[float]) -> list[float]:
    return [round(one, _DIGITS) for one in values]
