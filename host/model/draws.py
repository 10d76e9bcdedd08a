"""Which tile a draw takes. Whoever gets the seed after the game can check every draw of it.

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
from itertools import count
from typing import Final, TypeVar

Drawn = TypeVar("Drawn")

SEED_BYTES: Final = 32
RANGE: Final = 1 << 256
"""The numbers drawn lie below this."""


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
