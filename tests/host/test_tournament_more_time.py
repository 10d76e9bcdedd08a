"""More time by hand: for a round, and for one of its games alone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, text

from host.errors import BadDurationError, TooMuchTimeError
from host.host import Host
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_errors import NoSuchBoardError
from host.model.tournaments import OrganisedTournament
from host.storage.schema.revisions.versions import v0051_more_time
from tests.fixtures.databases import database_of
from tests.host.tables import ANN, Clock
from tests.host.tournaments import CUP, DAY, FOUR, advanced, begun, pass_outage, plan_vacation
from tournaments.tournament import Ending

HOUR = timedelta(hours=1)


async def by_hand(host: Host, tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    return await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)


def more(value: str, game: int | None = None) -> ByHand:
    return ByHand(HandAction.EXTEND, "Easter", value, other=str(game or ""))


async def test_a_round_takes_hours_or_days_more(host: Host, clock: Clock) -> None:
    tournament, start = await begun(host, *FOUR), clock.time
    for value in ("12h", "2d", "30m"):
        tournament = await by_hand(host, tournament, more(value))
    assert tournament.round_due == start + 9 * DAY + 12.5 * HOUR


@pytest.mark.parametrize("value", ["", "0h", "12", "soon", "-1d", "1h 1d"])
async def test_what_is_no_time_is_refused(host: Host, value: str) -> None:
    tournament = await begun(host, *FOUR)
    with pytest.raises(BadDurationError):
        await by_hand(host, tournament, more(value))
    assert await host.tournaments.load(tournament.number) == tournament


async def test_too_much_time_is_refused(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    with pytest.raises(TooMuchTimeError) as refused:
        await by_hand(host, tournament, more("673h"))
    assert (refused.value.more, refused.value.longest) == (28 * DAY + HOUR, 28 * DAY)
    assert await host.tournaments.load(tournament.number) == tournament


async def test_one_game_alone_has_more_time(host: Host, clock: Clock) -> None:
    """The others end as before, and the next round has its own time."""
    tournament, start = await begun(host, *FOUR), clock.time
    first, other = tournament.boards(1)
    tournament = await by_hand(host, tournament, more("12h", first.game))
    assert await host.tournaments.load(tournament.number) == tournament, "it is stored"
    assert [tournament.due_of(one) for one in (first, other)] == [start + 7.5 * DAY, start + 7 * DAY]
    assert (tournament.round_due, tournament.round_end) == (start + 7 * DAY, start + 7.5 * DAY)
    assert tournament.due == start + 7 * DAY
    clock.time = start + 7 * DAY
    tournament = await advanced(host, tournament.number)
    assert [one.pairing.ending for one in tournament.boards(1)] == [None, Ending.FORFEIT]
    assert tournament.due == start + 7.5 * DAY
    clock.time = start + 7.5 * DAY - HOUR
    assert (await advanced(host, tournament.number)).round == 1
    clock.time = start + 7.5 * DAY
    tournament = await advanced(host, tournament.number)
    assert [one.pairing.ending for one in tournament.boards(1)] == [Ending.FORFEIT, Ending.FORFEIT]
    assert [tournament.due_of(one) for one in tournament.boards(2)] == [clock.time + 7 * DAY] * 2
    assert tournament.round_end == clock.time + 7 * DAY


async def test_it_adds_up_with_all_else_that_moves_an_end(host: Host, clock: Clock) -> None:
    tournament, start = await begun(host, *FOUR), clock.time
    late, other = tournament.boards(1)
    await plan_vacation(host, clock, tournament.person(late.pairing.seats[0]), 1, 2)
    for change in (more("1d", late.game), more("12h", late.game), more("1d")):
        tournament = await by_hand(host, tournament, change)
    assert [tournament.due_of(one) for one in (late, other)] == [start + 11.5 * DAY, start + 8 * DAY]
    clock.time += HOUR
    tournament = await by_hand(host, tournament, ByHand(HandAction.PAUSE, "wait"))
    clock.time += DAY
    tournament = await by_hand(host, tournament, ByHand(HandAction.RESUME, "go on"))
    await pass_outage(host, clock, DAY)
    tournament = await host.tournaments.load(tournament.number)
    assert [tournament.due_of(one) for one in (late, other)] == [start + 13.5 * DAY, start + 10 * DAY]


async def test_a_round_lasts_no_longer_for_a_game_that_is_over(host: Host, clock: Clock) -> None:
    tournament, start = await begun(host, *FOUR), clock.time
    first, _other = tournament.boards(1)
    tournament = await by_hand(host, tournament, more("1d", first.game))
    await host.turns.resign(first.game or 0, tournament.person(first.pairing.seats[0]))
    tournament = await advanced(host, tournament.number)
    assert tournament.round_end == start + 7 * DAY
    for game in (first.game, 99):
        with pytest.raises(NoSuchBoardError):
            await by_hand(host, tournament, more("1d", game))


async def test_in_a_match_the_games_that_follow_end_later_too(host: Host, clock: Clock) -> None:
    """Also where a decision that is taken back opens the next game once more."""
    tournament, start = await begun(host, *FOUR, terms=replace(CUP, best_of=3)), clock.time
    board = next(tournament.boards(1))
    first, second = board.pairing.seats
    tournament = await by_hand(host, tournament, more("12h", board.game))
    assert tournament.due_of(board) == start + 7.5 * DAY
    for game in range(2):
        board = next(tournament.boards(1))
        award = ByHand(HandAction.AWARD, "so", str(board.game), Award.WINNER, winner=first)
        await by_hand(host, tournament, award)
        tournament = await advanced(host, tournament.number)
        if not game:
            assert tournament.due_of(next(tournament.boards(1))) == start + 14.5 * DAY
    match = next(tournament.boards(1))
    assert match.pairing.is_over
    back = ByHand(HandAction.AWARD, "no", str(match.earlier[0]), Award.WINNER, winner=second)
    await by_hand(host, tournament, back)
    tournament = await advanced(host, tournament.number)
    again = next(one for one in tournament.boards(1) if set(one.pairing.seats) == {first, second})
    assert (again.number, tournament.due_of(again)) == (3, start + 21.5 * DAY)


async def test_a_decision_that_is_taken_back_keeps_the_time_of_a_match(host: Host, clock: Clock) -> None:
    """The next game had begun and ended with the match, so another board follows."""
    tournament, start = await begun(host, *FOUR, terms=replace(CUP, best_of=3)), clock.time
    board = next(tournament.boards(1))
    first, second = board.pairing.seats
    tournament = await by_hand(host, tournament, more("12h", board.game))
    for winner in (first, second):
        award = ByHand(HandAction.AWARD, "so", str(next(tournament.boards(1)).game), Award.WINNER, winner=winner)
        await by_hand(host, tournament, award)
        tournament = await advanced(host, tournament.number)
    decided = next(tournament.boards(1)).earlier[1]
    for winner in (first, second):
        await by_hand(host, tournament, ByHand(HandAction.AWARD, "so", str(decided), Award.WINNER, winner=winner))
        tournament = await advanced(host, tournament.number)
    again = next(one for one in tournament.boards(1) if set(one.pairing.seats) == {first, second})
    assert again.place > len(FOUR) // 2
    assert tournament.due_of(again) == start + 21.5 * DAY


async def test_a_stored_tournament_ends_as_before(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    await database_of(host).run_in_transaction(_as_before)
    await database_of(host).run_in_transaction(_do_v0051)
    assert await host.tournaments.load(tournament.number) == tournament
    board = next(tournament.boards(1))
    after = await by_hand(host, tournament, more("12h", board.game))
    assert after.more_time == {(1, 1): 12 * HOUR}


def _as_before(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE tournament_boards DROP COLUMN more_time"))


def _do_v0051(connection: Connection) -> None:
    with Operations.context(MigrationContext.configure(connection)):
        v0051_more_time.upgrade()
