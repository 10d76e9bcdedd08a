"""Tournaments while the bot is away, and while it starts."""

from datetime import timedelta

import pytest

from cogs.tournaments.due import TournamentTimer
from tests.cogs.room import ON_SIMCORD, Room, build_bot
from tests.cogs.tournaments import all_people, begun, post, resign, tournament
from tournaments.tournament import Ending

pytestmark = ON_SIMCORD


async def test_a_tournament_goes_on_after_a_restart(room: Room) -> None:
    people = all_people(room, 4)
    message = await post(room)
    for one in people:
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    first, second = (await tournament(room)).boards(1)
    assert first.game
    assert second.game
    await resign(room, first.game, 1)
    await room.restart()
    await resign(room, second.game, 1)
    await room.env.settle()
    assert (await tournament(room)).round == 2


async def test_a_game_that_ends_while_the_bot_starts_is_noted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long before the bot begins with tournaments, people press."""
    await begun(room, 4)
    first, second = (await tournament(room)).boards(1)
    await resign(room, first.game or 0, 1)
    begin = TournamentTimer.begin

    async def end_a_game(timer: TournamentTimer) -> None:
        cup = await tournament(room)
        await timer.bot.host.turns.resign(second.game or 0, cup.person(second.pairing.seats[1]))
        await begin(timer)

    monkeypatch.setattr(TournamentTimer, "begin", end_a_game)
    await room.restart()
    await room.env.settle()
    assert (await tournament(room)).round == 2


async def test_after_an_outage_a_round_ends_later_by_its_length(room: Room) -> None:
    message = await begun(room, 4)
    before = (await tournament(room)).round_due
    await room.bot.close()
    await room.env.advance_time(10 * 24 * 3600)
    await room.env.restart_bot(build_bot(room.folder))
    cup = await tournament(room)
    assert before
    assert cup.round_due
    assert cup.round_due - before == timedelta(days=10)
    assert (cup.round, [one.pairing.is_over for one in cup.boards(1)]) == (1, [False, False])
    await room.env.advance_time(7 * 24 * 3600 + 60)
    cup = await tournament(room)
    assert cup.round == 2, "its time is over now"
    assert {one.pairing.ending for one in cup.boards(1)} == {Ending.FORFEIT}
    assert next(one for one in room.messages() if one.id == message.id).content.startswith("**Spring Cup** · round 2")
