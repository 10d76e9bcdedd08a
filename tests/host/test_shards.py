"""Groups of shards: how they are written, and which servers they serve."""

import pytest

from host.model.shards import ALL_SHARDS, ShardGroup


@pytest.mark.parametrize("text", ["0-3/16", "4-7/16", "5/16", "0/1"])
def test_a_group_is_written_as_it_is_read(text: str) -> None:
    assert str(ShardGroup.parse(text)) == text


@pytest.mark.parametrize("text", ["", "3", "3-1/4", "0-4/4", "4/4", "-1/4", "0-3", "a-b/c", "0-3/0", "0/0", "1/2/3"])
def test_shards_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        ShardGroup.parse(text or " ")


def test_each_server_is_served_by_one_group() -> None:
    groups = [ShardGroup.parse(text) for text in ("0-1/5", "2/5", "3-4/5")]
    for guild in (None, *(number * 2_654_435_761 << 18 for number in range(200))):
        assert [group.serves(guild) for group in groups].count(True) == 1
        assert ALL_SHARDS.serves(guild)


def test_private_messages_come_to_the_first_shard() -> None:
    assert ShardGroup.parse("0-1/4").serves(None)
    assert ShardGroup.parse("0-1/4").has_private
    assert not ShardGroup.parse("2-3/4").serves(None)
    assert ShardGroup.parse("2-3/4").serves(3 << 22)
