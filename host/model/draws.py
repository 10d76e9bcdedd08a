"""Which tile a draw takes. Whoever gets the seed after the game can check every draw of it (``verify``). Pure.

For the draw number k of a game (the first is 1; draws that leave the game at once count too), over a bag of n tiles:

1. Sort the bag by the tiles' names, one entry a copy (``carcassonne.draws``): ``DDDEE…``.
2. Take HMAC-SHA-256 with the game's seed (32 bytes) as the key and the number k in decimal ASCII as the message, and
   read its 32 bytes as one number x, the most significant byte first.
3. The tile is the entry x mod n, counted from 0.

So that no tile is likelier than another, an x of at least 2**256 - (2**256 mod n) is thrown away (one in 10**75); then
the message is ``k/1``, ``k/2`` and so on, until an x is kept.

>>> draw(bytes(32), 1, ["D", "D", "E"])
'D'
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import count
from typing import Final, TypeVar

from carcassonne import CarcassonneError, Chance, Record, draws, format_move, replay, step
from carcassonne.replay import opening, recorded_moves

Drawn = TypeVar("Drawn")

SEED_BYTES: Final = 32
RANGE: Final = 1 << 256
"""The numbers drawn lie below this."""
COMMITMENT: Final = "Commitment"
SEED: Final = "Seed"
"""The tags of a record. The seed is there once the game is over."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, in hex. Published before the game, it fixes the seed without revealing it."""
    return hashlib.sha256(seed).hexdigest()


def draw(seed: bytes, number: int, bag: Sequence[Drawn]) -> Drawn:
    """Return what draw ``number`` (from 1) takes from a sorted bag."""
    return bag[reduce_below(len(bag), _numbers(seed, number))]


def reduce_below(bound: int, numbers: Iterable[int]) -> int:
    """Return a number from 0 to ``bound`` - 1, each equally likely if ``numbers`` are random numbers below ``RANGE``.

    It is the first of the numbers modulo ``bound``; numbers that would make small results likelier are left out.
    """
    limit = RANGE - RANGE % bound
    return next(number for number in numbers if number < limit) % bound


def _numbers(seed: bytes, number: int) -> Iterator[int]:
    for attempt in count():
        message = f"{number}/{attempt}" if attempt else str(number)
        yield int.from_bytes(hmac.digest(seed, message.encode(), "sha256"), "big")


@dataclass(eq=False)
class VerificationError(Exception):
    """The draws of a record are wrong, or they cannot be checked. The fields of each class are its data."""

    def __str__(self) -> str:
        return ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))


@dataclass(eq=False)
class IllegalRecordError(VerificationError):
    """The record is no legal game."""

    error: CarcassonneError


@dataclass(eq=False)
class MissingTagError(VerificationError):
    """A tag is missing, or it does not have exactly one value."""

    tag: str


@dataclass(eq=False)
class BadSeedError(VerificationError):
    """The seed is not 64 hexadecimal digits."""

    text: str


@dataclass(eq=False)
class WrongSeedError(VerificationError):
    """The seed does not have the commitment that the record claims."""

    claimed: str
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
