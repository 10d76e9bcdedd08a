"""The order in which workers are given the tests."""

import pytest

from tests.fixtures.order import in_shares


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_every_share_begins_with_its_slow_tests(workers: int) -> None:
    slow, others = [f"slow {number}" for number in range(7)], [f"other {number}" for number in range(40)]
    items = in_shares(slow, others, workers)
    assert sorted(items) == sorted(slow + others)
    begun = 0
    for worker in range(workers):
        size = (len(items) - begun) // (workers - worker)  # as xdist divides the list
        assert [one for one in items[begun : begun + size] if one in slow] == slow[worker::workers]
        assert items[begun : begun + len(slow[worker::workers])] == slow[worker::workers]
        begun += size
