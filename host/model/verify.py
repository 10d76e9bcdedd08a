"""Checking a record's draws: does each follow from the seed, and was the seed fixed before the game? Pure."""

from dataclasses import dataclass, fields
from typing import Final

from carcassonne import CarcassonneError, Chance, Record, draws, format_move, replay, step
from carcassonne.replay import opening, recorded_moves
from host.model.draws import SEED_BYTES, commitment, draw

COMMITMENT: Final = "Commitment"
SEED: Final = "Seed"
"""The tags of a record. The seed is there once the game is over."""


@dataclass(eq=False)
class VerificationError(Exception):
    """The draws of a record are wrong, or they cannot be checked. The fields of each class are its data."""

    def __str__(self) -> str:
        return ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))


@dataclass(eq=False)
class IllegalRecordError(VerificationError):
    """The record is no legal game."""

    error: CarcassonneError
    """What is wrong with it."""


@dataclass(eq=False)
class MissingTagError(VerificationError):
    """A tag is missing, or it does not have exactly one value."""

    tag: str


@dataclass(eq=False)
class BadSeedError(VerificationError):
    """The seed is not 64 hexadecimal digits."""

    text: str
    """What the record has as its seed."""


@dataclass(eq=False)
class WrongSeedError(VerificationError):
    """The seed does not have the commitment that the record claims."""

    claimed: str
    """The commitment in the record."""
    found: str
    """The commitment of the seed."""


@dataclass(eq=False)
class WrongTileError(VerificationError):
    """A draw of the record is not the one that the seed gives."""

    number: int
    """The number of the draw, from 1."""
    line: int
    """The line of the record with the draw."""
    expected: str
    """The draw that the seed gives, in the notation of moves."""
    found: str
    """The draw in the record."""


def verify(record: Record) -> int:
    """Check every draw of a record and return how many there are; raise VerificationError."""
    if error := replay(record).error:
        raise IllegalRecordError(error)
    seed = _seed(record)
    state, number = opening(record), 0
    for entry in record.entries:
        for move in recorded_moves(entry):
            if isinstance(move, Chance):
                number += 1
                expected = draw(seed, number, draws(state))
                if expected != move:
                    raise WrongTileError(number, entry.line, format_move(expected), format_move(move))
            step(state, move)
    return number


def _seed(record: Record) -> bytes:
    claimed, text = _tag(record, COMMITMENT), _tag(record, SEED)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise BadSeedError(text)
    if commitment(seed) != claimed.lower():
        raise WrongSeedError(claimed, commitment(seed))
    return seed


def _tag(record: Record, name: str) -> str:
    tag = record.tags.get(name)
    if tag is None or len(tag.values) != 1:
        raise MissingTagError(name)
    return tag.values[0]
