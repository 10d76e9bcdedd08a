"""Checking a record's draws: does each follow from the seed, and was the seed fixed before the game? Pure."""

from enum import StrEnum
from typing import Any, Final

from carcassonne import Chance, Record, draws, format_move, replay, step
from carcassonne.replay import opening, recorded_moves
from host.model.draws import SEED_BYTES, commitment, draw

COMMITMENT: Final = "Commitment"
SEED: Final = "Seed"
"""The tags of a record. The seed is there once the game is over."""


class VerificationProblem(StrEnum):
    """What can be wrong with a record, and the data that comes with it."""

    ILLEGAL = "illegal"
    """The record is no legal game: ``error``, a CarcassonneError."""
    NO_TAG = "no-tag"
    """The tag ``tag`` is missing."""
    BAD_SEED = "bad-seed"
    """The seed ``text`` is not 64 hexadecimal digits."""
    OTHER_SEED = "other-seed"
    """The seed has the commitment ``found``, not the one ``claimed``."""
    OTHER_TILE = "other-tile"
    """Draw ``number``, of the entry at ``line``, gives ``expected``, not ``found``."""


class VerificationError(Exception):
    """The draws of a record are not what they should be, or cannot be checked."""

    def __init__(self, doubt: VerificationProblem, **data: Any) -> None:
        super().__init__(doubt, data)
        self.doubt = doubt
        self.data = data


def verify(record: Record) -> int:
    """Return how many draws of a record were checked, all of them; raise DoubtError."""
    if error := replay(record).error:
        raise VerificationError(VerificationProblem.ILLEGAL, error=error)
    seed = _seed(record)
    state, number = opening(record), 0
    for entry in record.entries:
        for move in recorded_moves(entry):
            if isinstance(move, Chance):
                number += 1
                expected = draw(seed, number, draws(state))
                if expected != move:
                    found = {"expected": format_move(expected), "found": format_move(move)}
                    raise VerificationError(VerificationProblem.OTHER_TILE, number=number, line=entry.line, **found)
            step(state, move)
    return number


def _seed(record: Record) -> bytes:
    claimed, text = (_tag(record, name) for name in (COMMITMENT, SEED))
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise VerificationError(VerificationProblem.BAD_SEED, text=text)
    if commitment(seed) != claimed.lower():
        raise VerificationError(VerificationProblem.OTHER_SEED, claimed=claimed, found=commitment(seed))
    return seed


def _tag(record: Record, name: str) -> str:
    tag = record.tags.get(name)
    if tag is None or len(tag.values) != 1:
        raise VerificationError(VerificationProblem.NO_TAG, tag=name)
    return tag.values[0]
