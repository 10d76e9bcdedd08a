"""Edits of old messages: how many, which first, and what happens when Discord refuses one. Time is simulated."""

from datetime import UTC, datetime, timedelta

import pytest
from discord.utils import time_snowflake

from cogs.delivery.budgets import DISCORD_LIMITS, EditBudget
from host.model.table import MessageRef

START = datetime(2026, 1, 1, tzinfo=UTC)
PAUSE = DISCORD_LIMITS.old_edit_pause.total_seconds()
WINDOW = DISCORD_LIMITS.old_edit_window.total_seconds()


def message(age: float = 2, channel: int = 5) -> MessageRef:
    """A message that is ``age`` hours old at the start."""
    return MessageRef(channel, time_snowflake(START - timedelta(hours=age)))


class Channel:
    def __init__(self) -> None:
        self.now = START
        self.budget = EditBudget(now=lambda: self.now)

    def pause(self, *, only_closes: bool = False, age: float = 2, channel: int = 5) -> float:
        return self.budget.pause_before(message(age, channel), only_closes=only_closes)

    def edit(self, number: int = 1) -> None:
        for _ in range(number):
            with self.budget.counting(message()):
                pass

    def pass_seconds(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def channel() -> Channel:
    return Channel()


def test_young_messages_never_wait(channel: Channel) -> None:
    channel.edit(9)
    assert channel.pause(age=0.5) == 0


def test_old_messages_are_edited_three_in_six_seconds(channel: Channel) -> None:
    for _ in range(3):
        assert channel.pause() == 0
        channel.edit()
        channel.pass_seconds(1)
    assert channel.pause() == WINDOW - 3
    channel.pass_seconds(WINDOW - 3)
    assert channel.pause() == 0


def test_what_is_closed_leaves_an_edit_for_what_shows_a_game(channel: Channel) -> None:
    channel.edit(2)
    assert channel.pause(only_closes=True) == WINDOW
    assert channel.pause() == 0


def test_edits_under_way_count(channel: Channel) -> None:
    with channel.budget.counting(message()), channel.budget.counting(message()), channel.budget.counting(message()):
        assert channel.pause() == WINDOW
    assert channel.pause() == WINDOW


def test_an_edit_that_fails_counts_too(channel: Channel) -> None:
    for _ in range(3):
        with pytest.raises(LookupError), channel.budget.counting(message()):
            raise LookupError
    assert channel.pause() == WINDOW


def test_after_a_refusal_all_wait_and_pauses_grow_until_discord_takes_one(channel: Channel) -> None:
    for refusal in range(3):
        assert channel.budget.note_refusal(message()) == PAUSE * 2**refusal == channel.pause()
        assert channel.pause(age=0.1) == 0, "young messages are not meant"
        channel.pass_seconds(PAUSE * 2**refusal)
    assert channel.pause() == 0
    channel.edit()
    assert channel.budget.note_refusal(message()) == PAUSE


def test_channels_are_counted_apart(channel: Channel) -> None:
    channel.edit(3)
    assert channel.pause(channel=6) == 0
