"""Somebody plays on for another in a tournament that runs: with the points, the seat and the games that are left."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from host.host import Host
from host.model.audit_log import AuditAction
from host.model.controllers import Computer, Person
from host.model.notifications import NotificationKind
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from host.model.tournament_boards import (
    TOURNAMENT,
    Board,
)
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_errors import AlreadyPlaysError, NotRunningCupError
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from host.services.tournament_seats import TournamentSeats
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CID, DORA, EVE, Clock, open_host, running, take_turn
from tests.host.tournaments import CUP, FOUR, advanced, begun, opened
from tournaments.kinds import KINDS, standings_of
from tournaments.tournament import POINT, points_of

pytestmark = pytest.mark.both_databases

ZOE = Person(999, "Zoe")


async def put(host: Host, tournament: OrganisedTournament, who: Person, entrant: int) -> OrganisedTournament:
    """Put somebody in the place of an entrant, as a manager who isn't the host."""
    change = ByHand(HandAction.REPLACE, "he is ill", f"entrant {entrant}", Award.ANNUL, "", who)
    await host.tournaments.change_by_hand(tournament.number, CID, change, is_manager=True)
    return await host.tournaments.load(tournament.number)


def entrant_of(tournament: OrganisedTournament, person: Person) -> int:
    found = tournament.entrant_of(person.id)
    assert found
    return found.id


def board_of(tournament: OrganisedTournament, entrant: int) -> Board:
    return next(one for one in tournament.boards(tournament.round) if entrant in one.pairing.seats)


async def players(host: Host, board: Board) -> Sequence[object]:
    return [one.controller for one in running(await host.tables.load(board.game or 0)).seats]


async def lose(host: Host, tournament: OrganisedTournament, person: Person) -> OrganisedTournament:
    board = board_of(tournament, entrant_of(tournament, person))
    await host.turns.resign(board.game or 0, person)
    return await advanced(host, tournament.number)


@pytest.mark.parametrize("who_meets", list(KINDS))
async def test_whoever_comes_has_the_points_the_seat_and_the_games_that_are_left(host: Host, who_meets: str) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind=who_meets))
    bob = entrant_of(tournament, BOB)
    for board in tournament.boards(1):
        other = next(one for one in reversed(board.pairing.seats) if one != bob)
        tournament = await lose(host, tournament, tournament.person(other))
    assert (tournament.round, points_of(tournament.course, bob)) == (2, POINT)
    [opponent] = [one for one in board_of(tournament, bob).pairing.seats if one != bob]
    after = await put(host, tournament, EVE, bob)
    assert after.person(bob) == EVE
    assert (after.rounds, after.has_entered(BOB.id)) == (tournament.rounds, False)
    assert [one.person for one in after.predecessors_of(bob)] == [BOB]
    assert set(await players(host, board_of(after, bob))) == {EVE, after.person(opponent)}
    after = await lose(host, after, after.person(opponent))
    assert points_of(after.course, bob) == 2 * POINT
    while after.status is TournamentStatus.RUNNING:
        board = next(one for one in after.boards(after.round) if not one.pairing.is_over)
        after = await lose(host, after, after.person(next(one for one in board.pairing.seats if one != bob)))
    assert standings_of(after.course)[0].entrant == bob
    assert await host.tournaments.titles(EVE.id, None) == ["Spring Cup"]
    assert await host.tournaments.titles(BOB.id, None) == []


async def test_it_is_told_in_the_game_and_noted_with_who_did_it(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    bob = entrant_of(tournament, BOB)
    game = board_of(tournament, bob).game
    await put(host, tournament, EVE, bob)
    reseat, change = await host.administration.audit_log(1)
    assert (change.manager, change.action, change.detail) == (
        CID,
        AuditAction.TOURNAMENT,
        "Spring Cup: replace in 1: he is ill",
    )
    assert (reseat.manager, reseat.action, reseat.game) == (CID, AuditAction.RESEAT, game)
    assert reseat.reseat
    assert (reseat.reseat.giver, reseat.reseat.taker) == (BOB, EVE)
    [told] = await host.notifications.claim_unsent(game)
    assert (told.kind, told.person_id) == (NotificationKind.SEAT_GIVEN, EVE.id)


async def test_what_was_played_before_counts_also_where_nobody_has_noted_it_yet(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    bob = entrant_of(tournament, BOB)
    board = board_of(tournament, bob)
    [other] = [one for one in board.pairing.seats if one != bob]
    await host.turns.resign(board.game or 0, tournament.person(other))
    await put(host, tournament, EVE, bob)
    after = await advanced(host, tournament.number)
    assert points_of(after.course, bob) == POINT


async def test_a_turn_that_can_be_taken_back_is_over_then(host: Host) -> None:
    """Only its own player could take it back."""
    terms = replace(CUP, table_options=TableOptions(edition="classic", takeback=60))
    tournament = await begun(host, *FOUR, terms=terms)
    board = next(tournament.boards(1))
    first, second = board.pairing.seats
    table = running(await host.tables.load(board.game or 0))
    assert running((await take_turn(host, table, Random(1))).after).pending
    await put(host, tournament, EVE, first)
    table = running(await host.tables.load(board.game or 0))
    assert (table.pending, [one.person for one in table.seats]) == (None, [EVE, tournament.person(second)])


async def test_a_computer_that_plays_on_gives_the_seat_but_nobody_else(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    one, other = (board.pairing.seats[1] for board in tournament.boards(1))
    for entrant in (one, other):
        game, person = board_of(tournament, entrant).game or 0, tournament.person(entrant)
        await host.seats.leave_to_computer(game, person, Computer(1))
    await host.administration.reseat(1, ANN, board_of(tournament, other).game or 0, 1, ZOE)
    tournament = await put(host, tournament, EVE, one)
    assert (await players(host, board_of(tournament, one)))[1] == EVE
    tournament = await put(host, tournament, Person(998, "Yan"), other)
    assert (await players(host, board_of(tournament, other)))[1] == ZOE


async def test_who_leaves_the_seat_again_does_not_get_it_back(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    bob = entrant_of(tournament, BOB)
    tournament = await put(host, tournament, EVE, bob)
    board = board_of(tournament, bob)
    await host.seats.leave_to_computer(board.game or 0, EVE, Computer(1))
    assert await host.tournaments.give_seats(tournament) == [board.game]
    assert EVE not in await players(host, board)


async def test_a_replacement_is_taken_back_in_the_same_game(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    bob = entrant_of(tournament, BOB)
    before = await players(host, board_of(tournament, bob))
    tournament = await put(host, tournament, EVE, bob)
    after = await put(host, tournament, BOB, bob)
    assert [one.person for one in after.predecessors_of(bob)] == [BOB, EVE]
    assert await players(host, board_of(after, bob)) == before
    assert await host.tournaments.give_seats(after)
    assert await players(host, board_of(after, bob)) == before
    late = await host.tournaments.sign_up(after.number, EVE)
    assert entrant_of(late, EVE) == 7, "each entrant has its own number, and so has who was replaced"
    assert await host.tournaments.load(after.number) == late


async def test_who_plays_already_or_has_left_is_put_in_nobodys_place(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    await host.tournaments.leave(tournament.number, DORA)
    tournament = await host.tournaments.load(tournament.number)
    for person in (ANN, DORA):
        with pytest.raises(AlreadyPlaysError):
            await put(host, tournament, person, entrant_of(tournament, BOB))
    assert await host.tournaments.load(tournament.number) == tournament


async def test_somebody_plays_on_for_who_has_left_or_was_deleted(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind="everybody"))
    bob, dora = entrant_of(tournament, BOB), entrant_of(tournament, DORA)
    await host.tournaments.leave(tournament.number, BOB)
    await host.privacy.withdraw(DORA)
    await host.privacy.delete(DORA.id)
    tournament = await host.tournaments.load(tournament.number)
    tournament = await put(host, tournament, EVE, bob)
    tournament = await put(host, tournament, ZOE, dora)
    assert {one.person for one in tournament.present} == {ANN, CID, EVE, ZOE}
    assert [one.person.id for one in tournament.predecessors] == [BOB.id, 0]
    await host.privacy.withdraw(BOB)
    await host.privacy.delete(BOB.id)
    after = await host.tournaments.load(tournament.number)
    assert [one.person.id for one in after.predecessors] == [0, 0]
    assert after.people == tournament.people


async def test_nobody_is_replaced_before_the_start(host: Host) -> None:
    tournament = await opened(host, *FOUR)
    with pytest.raises(NotRunningCupError):
        await put(host, tournament, EVE, 1)


async def test_in_a_match_the_seat_of_the_game_under_way_is_given(host: Host) -> None:
    """The other one begins the second game, so the seats are the other way round."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, best_of=3))
    first, second = next(tournament.boards(1)).pairing.seats
    tournament = await lose(host, tournament, tournament.person(second))
    assert await players(host, board_of(tournament, first)) == [tournament.person(second), tournament.person(first)]
    tournament = await put(host, tournament, EVE, first)
    assert await players(host, board_of(tournament, first)) == [tournament.person(second), EVE]
    tournament = await lose(host, tournament, tournament.person(second))
    assert board_of(tournament, first).pairing.is_over
    assert points_of(tournament.course, first) == POINT


async def test_a_seat_is_given_after_a_crash(path: Place, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended the program after the tournament was stored, and before the game was."""

    async def lost(_seats: TournamentSeats, _tournament: OrganisedTournament, _manager: Person) -> list[int]:
        return []

    host = await open_host(path, clock)
    tournament = await begun(host, *FOUR)
    await host.tournaments.note_told(tournament.number, 1)
    bob = entrant_of(tournament, BOB)
    with monkeypatch.context() as patched:
        patched.setattr(TournamentSeats, "give", lost)
        await put(host, tournament, EVE, bob)
    await host.close()
    host = await open_host(path, clock)
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
    tournament = await advanced(host, tournament.number)
    assert BOB in await players(host, board_of(tournament, bob))
    await host.tournaments.give_seats(tournament)
    assert EVE in await players(host, board_of(tournament, bob))
    assert isinstance(await host.tables.load(board_of(tournament, bob).game or 0), RunningTable)
    await host.close()


async def test_whoever_was_replaced_and_comes_back_has_one_title(host: Host) -> None:
    """They have two rows in the tournament: one as a player, and one for the place in which they were."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, rounds=2))
    await put(host, tournament, EVE, entrant_of(tournament, BOB))
    tournament = await host.tournaments.sign_up(tournament.number, BOB)
    bob = entrant_of(tournament, BOB)
    while tournament.status is TournamentStatus.RUNNING:
        board = next(one for one in tournament.boards(tournament.round) if not one.pairing.is_over)
        winner = Award.FIRST if board.pairing.seats[0] == bob else Award.SECOND
        award = winner if bob in board.pairing.seats else Award.ANNUL
        change = ByHand(HandAction.AWARD, "it was noted wrong", f"#{board.game}", award)
        await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
        tournament = await advanced(host, tournament.number)
    assert standings_of(tournament.course)[0].entrant == bob
    assert await host.tournaments.titles(BOB.id, None) == ["Spring Cup"]
