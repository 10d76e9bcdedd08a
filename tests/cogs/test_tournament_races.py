"""What people see of a tournament where something else is stored in the very moment."""

from typing import Any

import pytest

from cogs.tournaments.due import UnopenedGamesError
from host.errors import DatabaseAwayError
from host.model.table import BaseTable
from host.model.tournament_boards import TOURNAMENT
from host.model.tournaments import OrganisedTournament
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, by_hand, resign, tournament
from tournaments.kinds import standings_of

pytestmark = ON_SIMCORD


async def test_a_game_is_announced_where_its_tournament_changed_while_it_was_opened(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had begun by then, and is opened once more."""
    invitations, tournaments = room.bot.host.invitations, room.bot.host.tournaments
    begin = invitations.begin

    async def meet_another_change(*args: Any) -> Any:
        monkeypatch.undo()
        played = await begin(*args)
        stored = await tournaments.load(1)
        await room.bot.host._storage.tournaments.save(stored, stored)  # as another process does
        return played

    monkeypatch.setattr(invitations, "begin", meet_another_change)
    await begun(room, 4)
    tables = [room.table(board.game or 0) for board in (await tournament(room)).boards(1)]
    assert [one.announced >= one.ply for one in tables] == [True, True]
    assert all(one.venue.parent == room.channel.id for one in tables), "each has its thread"


async def test_a_game_that_ended_while_the_database_was_away_ends_its_round(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(room, 4)
    first, second = (await tournament(room)).boards(1)
    await resign(room, first.game or 0, 1)
    tables = room.bot.host.tables
    known = tables.known

    async def away(number: int) -> BaseTable:
        raise DatabaseAwayError("test.db")

    monkeypatch.setattr(tables, "known", away)
    await resign(room, second.game or 0, 1)
    await room.env.settle()
    assert (await tournament(room)).round == 1
    monkeypatch.setattr(tables, "known", known)
    await room.env.advance_time(120)
    assert (await tournament(room)).round == 2


async def test_a_game_that_ends_while_a_step_waits_for_its_next_try_ends_its_round(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(room, 4)
    first, second = (await tournament(room)).boards(1)

    async def fail(number: int) -> OrganisedTournament:
        raise UnopenedGamesError(number)

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.host.tournaments, "advance", fail)
        await resign(room, first.game or 0, 1)
        await room.env.settle()
    assert room.bot.jobs.has_failed((TOURNAMENT, 1))
    await resign(room, second.game or 0, 1)
    await room.env.settle()
    assert (await tournament(room)).round == 2


async def test_who_is_taken_out_by_their_place_is_who_has_it_when_that_is_asked(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many players, managers type the place. A game may be over in the same moment."""
    message = await begun(room, 26)
    tournaments = room.bot.host.tournaments
    won, board, *_others = (await tournament(room)).boards(1)
    await resign(room, won.game or 0, 1)
    await room.env.settle()
    before, change_by_hand = await tournament(room), tournaments.change_by_hand
    first = before.person(standings_of(before.course)[0].entrant)
    assert first == before.person(won.pairing.seats[0])

    async def meet_the_end_of_a_game(*args: Any, **options: Any) -> Any:
        monkeypatch.undo()
        await room.bot.host.turns.resign(board.game or 0, before.person(board.pairing.seats[1]))
        await tournaments.advance(1)
        return await change_by_hand(*args, **options)

    monkeypatch.setattr(tournaments, "change_by_hand", meet_the_end_of_a_game)
    await by_hand(room, message, "Take out", value="1")
    after = await tournament(room)
    assert [one.person for one in after.people if one.entrant.last_round is not None] == [first]
    assert f"Ann took <@{first.id}> out" in "".join(one.content for one in room.messages())


async def test_of_many_who_share_a_place_one_is_taken_out_by_name(room: Room) -> None:
    """The place alone took out the first of them, who lost their game."""
    message = await begun(room, 26)
    before = await tournament(room)
    chosen = before.person(standings_of(before.course)[7].entrant)
    refused = (await private(by_hand(room, message, "Take out", value="1"))).content
    assert refused.startswith("Several players share place “1”. Type the player's name instead.")
    unknown = (await private(by_hand(room, message, "Take out", value="Nobody"))).content
    assert unknown.startswith("Nobody in this tournament has the name or the place “Nobody”.")
    assert (await tournament(room)).people == before.people
    await by_hand(room, message, "Take out", value=chosen.name.upper())
    after = await tournament(room)
    assert [one.person for one in after.people if one.entrant.last_round is not None] == [chosen]
