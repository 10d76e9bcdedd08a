"""The draws are as documented, unbiased, and can be checked by anyone."""

import hashlib
from collections import Counter

import pytest

from carcassonne import DrawTile, apply, drawable, find_ruleset, new_game
from host.host import Host
from host.model.draws import RANGE, draw, reduce_below
from host.model.game_log import Undo
from tests.host.tables import ANN, BOB, begin, take_turns

SEED = bytes(range(32))


def hmac_by_hand(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 from its definition (RFC 2104), for a key no longer than a block of 64 bytes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


@pytest.mark.parametrize("number", [1, 2, 9, 10, 71])
def test_a_draw_can_be_recomputed_from_its_description(number: int) -> None:
    bag = sorted("AABBBBCDDDEEEEEFFGHHHIIJJJKKKLLLMMN")
    by_hand = int.from_bytes(hmac_by_hand(SEED, str(number).encode()), "big")
    assert draw(SEED, number, bag) == bag[by_hand % len(bag)]


def test_a_number_that_would_favour_the_first_tiles_is_thrown_away() -> None:
    unfair = RANGE - RANGE % 71
    assert reduce_below(71, [unfair, RANGE - 1, 70 + 71]) == 70
    assert reduce_below(71, [unfair - 1]) == 70


def test_a_bag_that_divides_the_range_throws_nothing_away() -> None:
    assert reduce_below(64, [RANGE - 1]) == 63


def test_every_tile_is_as_likely_as_another() -> None:
    found = Counter(draw(SEED, number, ["A", "B", "C"]) for number in range(1, 3001))
    assert all(abs(times - 1000) < 100 for times in found.values())


async def test_every_draw_of_a_game_follows_from_the_seed_told_at_its_end(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 100)
    seed = bytes.fromhex((await host.history.record(table.number)).tag("Seed"))
    state, draws = new_game(find_ruleset(table.edition), 2), 0
    for entry in await host.history.log(table.number):
        if isinstance(entry.move, DrawTile):
            draws += 1
            assert entry.move.tile == draw(seed, draws, drawable(state))
        assert not isinstance(entry.move, Undo)
        state = apply(state, entry.move).state
    assert draws == 71


async def test_the_seed_is_not_told_while_the_game_runs(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    assert "Seed" not in (await host.history.record(table.number)).tags
