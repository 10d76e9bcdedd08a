"""How many channels of direct messages the bot opens. Time is simulated."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from cogs.delivery.budgets import DISCORD_LIMITS, DmBudget
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.room import ON_SIMCORD, UNPACED, Room

START = datetime(2026, 1, 1, tzinfo=UTC)
MOST = DISCORD_LIMITS.dm_channels


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def opened(budget: DmBudget, wanted: int) -> int:
    """Open as many of the wanted channels as the budget allows; return how many."""
    for number in range(wanted):
        if not budget.may_open():
            return number
        budget.note_opening()
    return wanted


def test_no_more_channels_are_opened_in_an_hour_than_discord_allows() -> None:
    clock = Clock()
    budget = DmBudget(now=clock)
    assert opened(budget, 5) == 5
    clock.now += timedelta(minutes=30)
    assert opened(budget, 100) == MOST - 5
    clock.now += timedelta(minutes=30)
    assert opened(budget, 100) == 5
    assert MOST < 29
    assert 2 * MOST < 100


def test_a_restart_does_not_renew_the_budget() -> None:
    before = [START - timedelta(minutes=minutes) for minutes in (90, 50, 40)]
    assert opened(DmBudget(opened=before, now=Clock()), 100) == MOST - 2


def test_processes_that_serve_a_part_of_the_servers_share_the_budget() -> None:
    before = [START - timedelta(minutes=minutes) for minutes in (40, 30, 20, 10)]
    assert opened(DmBudget(share=1 / 4, now=Clock()), 100) == MOST // 4
    assert opened(DmBudget(opened=before, share=1 / 4, now=Clock()), 100) == MOST // 4 - 1
    assert opened(DmBudget(share=1 / 1000, now=Clock()), 100) == 1


def test_after_a_refusal_none_is_opened_for_a_while() -> None:
    clock = Clock()
    budget = DmBudget(now=clock)
    budget.note_refusal()
    assert not budget.may_open()
    clock.now += DISCORD_LIMITS.dm_pause - timedelta(seconds=1)
    assert not budget.may_open()
    clock.now += timedelta(seconds=1)
    assert budget.may_open()


def openings(room: Room) -> int:
    """How often the bot has asked Discord for a channel of direct messages."""
    return sum((one.method, one.path) == ("POST", "/users/@me/channels") for one in room.env.http_requests)


@ON_SIMCORD
async def test_whoever_turns_direct_messages_on_costs_from_the_budget(room: Room) -> None:
    await room.restart(discord_limits=replace(UNPACED, dm_channels=1))
    await ask_for_direct_messages(room, room.ann, room.bob)
    assert openings(room) == 1, "the budget of this hour is spent"
    await room.env.advance_time(3601)
    await room.begin()
    await room.play_on(1)
    assert [len(private_boards(one)) for one in (room.ann, room.bob)] == [1, 1]
    assert openings(room) == 2
