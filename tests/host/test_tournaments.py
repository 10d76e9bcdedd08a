"""Tournaments as the host keeps them: people sign up, games are opened and end, rounds follow, and all is stored."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from host.errors import ChannelClosedError, NotOfferedError
from host.host import Host
from host.model.controllers import Computer, Person
from host.model.table import MessageRef, RunningTable, WaitingTable
from host.model.table_options import TableOptions
from host.model.tournament_boards import (
    TOURNAMENT,
    tournament_of,
)
from host.model.tournament_errors import (
    AlreadySignedUpError,
    NoSuchTournamentError,
    NotAskingError,
    NotSignedUpError,
    NotTheirTournamentError,
    SignUpOverError,
    TooFewEntrantsError,
    TooManyTournamentsError,
    TournamentBegunError,
)
from host.model.tournaments import (
    END_TOLD,
    MOST_AT_ONCE,
    Entry,
    OrganisedTournament,
    TournamentStatus,
)
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, EVE, Clock, finished, open_host, running, take_turns
from tests.host.tournaments import CUP, FAST, FOUR, advanced, begun, opened
from tournaments.kinds import standings_of, total_rounds
from tournaments.tournament import POINT, Ending

pytestmark = pytest.mark.both_databases


async def lose(host: Host, tournament: OrganisedTournament, *losers: Person) -> OrganisedTournament:
    """Let these people resign from their games of the round under way, and do what follows."""
    for board in tournament.boards(tournament.round):
        names = {tournament.person(one) for one in board.pairing.seats}
        for person in names.intersection(losers):
            assert board.game
            await host.turns.resign(board.game, person)
    return await advanced(host, tournament.number)


async def test_people_sign_up_and_leave(host: Host) -> None:
    tournament = await opened(host, ANN, BOB)
    assert [one.person for one in tournament.people] == [ANN, BOB]
    with pytest.raises(AlreadySignedUpError):
        await host.tournaments.sign_up(tournament.number, BOB)
    after = await host.tournaments.leave(tournament.number, BOB)
    assert [one.person for one in after.people] == [ANN]
    with pytest.raises(NotSignedUpError):
        await host.tournaments.leave(tournament.number, BOB)
    assert [one.number for one in await host.tournaments.of_person(ANN.id)] == [tournament.number]
    assert await host.tournaments.of_person(BOB.id) == []


async def test_two_who_sign_up_in_the_same_moment_are_both_there(host: Host) -> None:
    tournament = await opened(host)
    await asyncio.gather(*(host.tournaments.sign_up(tournament.number, one) for one in FOUR))
    stored = await host.tournaments.load(tournament.number)
    assert {one.person for one in stored.people} == set(FOUR)
    assert [one.entrant.id for one in stored.people] == [1, 2, 3, 4]


async def test_who_asks_to_be_let_in_waits_in_the_order_of_asking(host: Host) -> None:
    tournament = await opened(host, BOB, CID, DORA, terms=replace(CUP, entry=Entry.APPROVED))
    assert (tournament.people, tournament.applicants) == ((), (BOB, CID, DORA))
    await host.tournaments.turn_down(tournament.number, ANN, [BOB.id], is_manager=False)
    await host.tournaments.sign_up(tournament.number, EVE)
    asking = await host.tournaments.sign_up(tournament.number, BOB)
    assert asking.applicants == (CID, DORA, EVE, BOB)
    with pytest.raises(NotTheirTournamentError):
        await host.tournaments.admit(tournament.number, BOB, [BOB.id], is_manager=False)
    after = await host.tournaments.admit(tournament.number, ANN, [CID.id, BOB.id], is_manager=False)
    assert ([one.person for one in after.people], after.applicants) == ([CID, BOB], (DORA, EVE))
    with pytest.raises(NotAskingError):
        await host.tournaments.admit(tournament.number, ANN, [CID.id], is_manager=False)


async def test_a_draft_is_its_organisers(host: Host) -> None:
    draft = await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    with pytest.raises(SignUpOverError):
        await host.tournaments.sign_up(draft.number, BOB)
    with pytest.raises(NotTheirTournamentError):
        await host.tournaments.post(draft.number, BOB, is_manager=False)
    await host.tournaments.post(draft.number, BOB, is_manager=True)
    assert await host.tournaments.of_guild(1) != []
    with pytest.raises(NoSuchTournamentError):
        await host.tournaments.load_visible(draft.number, 2, ANN.id)


async def test_a_draft_that_is_cancelled_stays_its_organisers(host: Host) -> None:
    draft = await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    await host.tournaments.cancel(draft.number, ANN, is_manager=False)
    assert await host.tournaments.of_guild(1) == []
    posted = await opened(host, BOB)
    await host.tournaments.note_message(posted.number, MessageRef(10, 99))
    await host.tournaments.cancel(posted.number, ANN, is_manager=False)
    assert [one.number for one in await host.tournaments.of_guild(1)] == [posted.number]


async def test_a_table_has_no_more_seats_than_the_edition(host: Host) -> None:
    castle = replace(CUP, table_size=3, table_options=TableOptions(edition="castle"))
    with pytest.raises(NotOfferedError):
        await host.tournaments.create(CHANNEL, ANN, castle, None, "en")
    await host.tournaments.create(CHANNEL, ANN, replace(castle, kind="everybody"), None, "en")


async def test_it_begins_with_three_or_more(host: Host) -> None:
    tournament = await opened(host, ANN, BOB)
    with pytest.raises(TooFewEntrantsError):
        await host.tournaments.start(tournament.number, ANN, is_manager=False)
    await host.tournaments.sign_up(tournament.number, CID)
    await host.tournaments.start(tournament.number, ANN, is_manager=False)
    with pytest.raises(TournamentBegunError):
        await host.tournaments.start(tournament.number, ANN, is_manager=False)


async def test_games_are_ordinary_games_in_the_order_of_the_seats(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    for board in tournament.boards(1):
        table = await host.tables.load(board.game or 0)
        assert isinstance(table, RunningTable)
        assert [seat.person for seat in table.seats] == [tournament.person(one) for one in board.pairing.seats]
        assert (table.edition, table.settings.takeback) == ("classic", 0)
        assert table.occasion
        assert tournament_of(table.occasion) == tournament.number
    assert tournament.unopened == ()
    assert await host.tournaments.open_game(tournament.number, next(tournament.boards(1))) is None


async def test_a_round_ends_with_its_last_game_and_the_next_one_follows(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    first, second = (tournament.person(one.pairing.seats[1]) for one in tournament.boards(1))
    tournament = await lose(host, tournament, first)
    assert tournament.round == 1
    tournament = await lose(host, tournament, second)
    assert tournament.round == 2
    lost = {one.pairing.seats[1] for one in tournament.boards(1)}
    winners = {one.entrant.id for one in tournament.people} - lost
    assert set(next(tournament.boards(2)).pairing.seats) == winners


async def test_it_ends_after_its_last_round_with_a_winner(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    while tournament.status is TournamentStatus.RUNNING:
        losers = [tournament.person(max(one.pairing.seats)) for one in tournament.boards(tournament.round)]
        tournament = await lose(host, tournament, *losers)
    assert tournament.status is TournamentStatus.OVER
    table = standings_of(tournament.course)
    assert (tournament.person(table[0].entrant), table[0].points) == (ANN, 2 * POINT)
    assert host.schedule.at(TOURNAMENT, tournament.number) is None


async def test_who_is_to_move_when_the_round_is_over_has_lost(host: Host, clock: Clock) -> None:
    tournament = await begun(host, *FOUR)
    games = [one.game or 0 for one in tournament.boards(1)]
    clock.time += timedelta(days=7)
    tournament = await advanced(host, tournament.number)
    assert tournament.round == 2
    for board in tournament.boards(1):
        assert board.pairing.ending is Ending.FORFEIT
        assert [one.points for one in board.pairing.scores] == [0, POINT]
    for game in games:
        finished(await host.tables.load(game))


async def test_whose_seat_a_computer_took_over_comes_in_last(host: Host) -> None:
    """Otherwise it would win for somebody who is away."""
    people = (*FOUR, EVE)
    tournament = await begun(host, *people, terms=replace(CUP, table_size=5))
    [board] = tournament.boards(1)
    assert board.game
    first = tournament.person(board.pairing.seats[0])
    await host.seats.leave_to_computer(board.game, first, Computer(1))
    for entrant in board.pairing.seats[1:]:
        await host.turns.resign(board.game, tournament.person(entrant))
    tournament = await advanced(host, tournament.number)
    [board] = tournament.boards(1)
    assert board.pairing.is_over
    assert board.pairing.scores[0].points == min(one.points for one in board.pairing.scores)


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_computer_that_wins_at_a_table_of_two_wins_for_the_other(host: Host, seat: int) -> None:
    """It was a tie, and in a knockout who is away went on by it if they sat second."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind="knockout"))
    board = next(tournament.boards(1))
    assert board.game
    away, there = board.pairing.seats[seat], board.pairing.seats[1 - seat]
    await host.seats.leave_to_computer(board.game, tournament.person(away), Computer(1))
    table = await take_turns(host, running(await host.tables.load(board.game)), 100, seed=6 - 5 * seat)
    scores = finished(table).state.scores
    assert scores[seat] > scores[1 - seat]
    tournament = await advanced(host, tournament.number)
    pairing = next(tournament.boards(1)).pairing
    assert [pairing.score_of(one).points for one in (away, there)] == [0, POINT]


@pytest.mark.parametrize(("turns", "points"), [(100, [0, POINT]), (1, [0, 0])])
async def test_a_computer_wins_nothing_for_who_was_deleted(
    host: Host, clock: Clock, turns: int, points: list[int]
) -> None:
    """Neither a game that is played to its end, nor one whose time is over while the other is to move."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind="knockout"))
    board = next(tournament.boards(1))
    assert board.game
    first = tournament.person(board.pairing.seats[0])
    await host.seats.leave_to_computer(board.game, first, Computer(1))
    await host.privacy.withdraw(first)
    await host.privacy.delete(first.id)
    table = await take_turns(host, running(await host.tables.load(board.game)), turns, seed=6)
    assert turns == 1 or finished(table).state.scores[0] > finished(table).state.scores[1]
    clock.time += timedelta(days=7)
    tournament = await advanced(host, tournament.number)
    board = next(tournament.boards(1))
    assert [one.points for one in board.pairing.scores] == points


async def test_who_leaves_is_paired_no_more_and_stays_in_the_table(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    await host.tournaments.leave(tournament.number, DORA)
    back = await host.tournaments.sign_up(tournament.number, DORA)
    assert back.has_entered(DORA.id)
    await host.tournaments.leave(tournament.number, DORA)
    losers = [tournament.person(one.pairing.seats[1]) for one in tournament.boards(1)]
    tournament = await lose(host, tournament, *losers)
    dora = tournament.entrant_of(DORA.id)
    assert dora
    assert dora.id not in {seat for one in tournament.boards(2) for seat in one.pairing.seats}
    assert len(standings_of(tournament.course)) == 4


async def test_who_comes_late_plays_from_the_next_round_on_and_makes_it_no_longer(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    late = await host.tournaments.sign_up(tournament.number, EVE)
    assert total_rounds(late.course) == 2
    losers = [tournament.person(one.pairing.seats[1]) for one in tournament.boards(1)]
    tournament = await lose(host, tournament, *losers)
    assert 5 in {seat for one in tournament.boards(2) for seat in one.pairing.seats}
    with pytest.raises(SignUpOverError):
        await host.tournaments.sign_up(tournament.number, Person(99, "Late"))


async def test_who_is_deleted_is_nameless_and_forfeits(host: Host) -> None:
    tournament = await begun(host, *FOUR)
    withdrawal = await host.privacy.withdraw(DORA)
    assert withdrawal.tournaments == (tournament.number,)
    await host.privacy.delete(DORA.id)
    tournament = await advanced(host, tournament.number)
    assert [one.person.id for one in tournament.people] == [ANN.id, BOB.id, CID.id, 0]
    [lost] = [one for one in tournament.boards(1) if 4 in one.pairing.seats]
    assert lost.pairing.score_of(4).points == 0


async def test_everybody_meets_everybody(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind="everybody"))
    while tournament.status is TournamentStatus.RUNNING:
        losers = [tournament.person(one.pairing.seats[0]) for one in tournament.boards(tournament.round)]
        tournament = await lose(host, tournament, *losers)
    assert tournament.round == 3
    with pytest.raises(SignUpOverError):
        await host.tournaments.sign_up(tournament.number, Person(99, "Late"))


async def test_it_begins_by_itself_at_its_time(host: Host, clock: Clock) -> None:
    draft = await host.tournaments.create(CHANNEL, ANN, CUP, clock.time + timedelta(hours=1), "en")
    await host.tournaments.post(draft.number, ANN, is_manager=False)
    for person in FOUR:
        await host.tournaments.sign_up(draft.number, person)
    await host.tournaments.note_message(draft.number, MessageRef(10, 5))
    assert host.schedule.at(TOURNAMENT, draft.number) == clock.time + timedelta(hours=1)
    assert (await host.tournaments.advance(draft.number)).status is TournamentStatus.OPEN
    clock.time += timedelta(hours=1)
    assert (await host.tournaments.advance(draft.number)).status is TournamentStatus.RUNNING


async def test_it_is_cancelled_if_too_few_have_come_by_its_time(host: Host, clock: Clock) -> None:
    draft = await host.tournaments.create(CHANNEL, ANN, CUP, clock.time + timedelta(hours=1), "en")
    await host.tournaments.post(draft.number, ANN, is_manager=False)
    clock.time += timedelta(hours=1)
    assert (await host.tournaments.advance(draft.number)).status is TournamentStatus.CANCELLED


async def test_a_league_goes_on_with_another_season(host: Host, clock: Clock) -> None:
    """In two divisions of six, the last two of the first and the best two of the second change places."""
    people = [Person(200 + number, f"Person {number}") for number in range(12)]
    tournament = await begun(host, *people, terms=replace(CUP, kind="league"))
    assert len(list(tournament.boards(1))) == 6
    while tournament.status is TournamentStatus.RUNNING:
        losers = [tournament.person(max(one.pairing.seats)) for one in tournament.boards(tournament.round)]
        tournament = await lose(host, tournament, *losers)
    assert tournament.round == 5
    assert [tournament.person(one.entrant) for one in standings_of(tournament.course)] == people
    await host.tournaments.advance(tournament.number)
    following, over = await host.tournaments.of_guild(1)
    assert (following.previous, following.season, following.status) == (over.number, 2, TournamentStatus.OPEN)
    names = [one.person.name for one in following.people]
    assert names == [f"Person {number}" for number in (0, 1, 2, 3, 6, 7, 4, 5, 8, 9, 10, 11)]
    await host.tournaments.leave(following.number, people[11])
    await host.tournaments.sign_up(following.number, ANN)
    clock.time += timedelta(days=7)
    second = await advanced(host, following.number)
    assert second.status is TournamentStatus.RUNNING
    first_division = {second.person(seat) for one in list(second.boards(1))[:3] for seat in one.pairing.seats}
    assert first_division == {people[number] for number in (0, 1, 2, 3, 6, 7)}


async def test_a_server_has_few_tournaments_at_once(host: Host, clock: Clock) -> None:
    for _ in range(MOST_AT_ONCE):
        last = await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    with pytest.raises(TooManyTournamentsError):
        await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    clock.time += timedelta(days=1)
    assert (await host.tournaments.advance(last.number)).status is TournamentStatus.CANCELLED
    await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")


async def test_many_that_are_set_up_in_the_same_moment_are_no_more_than_a_server_may_have(host: Host) -> None:
    made = (host.tournaments.create(CHANNEL, ANN, CUP, None, "en") for _ in range(2 * MOST_AT_ONCE))
    found = await asyncio.gather(*made, return_exceptions=True)
    assert sum(isinstance(one, OrganisedTournament) for one in found) == MOST_AT_ONCE
    assert {type(one) for one in found} == {OrganisedTournament, TooManyTournamentsError}


async def test_a_tournament_is_set_up_only_in_the_channels_that_managers_chose(host: Host) -> None:
    await host.administration.change_settings(1, ANN, lambda server: replace(server, channels=frozenset({11})))
    with pytest.raises(ChannelClosedError):
        await host.tournaments.create(CHANNEL, ANN, CUP, None, "en")
    await host.tournaments.create(replace(CHANNEL, channel=11), ANN, CUP, None, "en")


async def test_its_games_are_opened_where_it_was_set_up_whatever_channels_are_chosen_then(host: Host) -> None:
    """Also where its channel was deleted: managers have chosen another one then."""
    tournament = await begun(host, *FOUR)
    await host.administration.change_settings(1, ANN, lambda server: replace(server, channels=frozenset({11})))
    losers = [tournament.person(one.pairing.seats[1]) for one in tournament.boards(1)]
    tournament = await lose(host, tournament, *losers)
    assert (tournament.round, tournament.unopened) == (2, ())


async def test_all_of_it_is_read_again_and_goes_on_after_a_start(path: Place, clock: Clock) -> None:
    host = await open_host(path, clock)
    tournament = await begun(host, *FOUR)
    [board, *_] = tournament.boards(1)
    await host.turns.resign(board.game or 0, tournament.person(board.pairing.seats[1]))
    await host.close()
    host = await open_host(path, clock)
    assert await host.tournaments.load(tournament.number) == tournament
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
    assert tournament.is_untold
    after = await advanced(host, tournament.number)
    assert next(after.boards(1)).pairing.ending is Ending.PLAYED
    await host.close()


async def test_what_was_not_announced_before_a_crash_is_due_after_it(path: Place, clock: Clock) -> None:
    """The round is told although all its games were opened, and the end although nothing else is due."""
    host = await open_host(path, clock)
    tournament = await begun(host, *FOUR)
    number = tournament.number
    await host.tournaments.note_message(number, MessageRef(10, 5))
    await host.close()
    host = await open_host(path, clock)
    assert host.schedule.at(TOURNAMENT, number) == clock.time
    await host.tournaments.note_told(number, 1)
    assert host.schedule.at(TOURNAMENT, number) == clock.time + timedelta(days=7)
    await host.tournaments.cancel(number, ANN, is_manager=False)
    await host.close()
    host = await open_host(path, clock)
    assert host.schedule.at(TOURNAMENT, number) == clock.time
    await host.tournaments.note_told(number, END_TOLD)
    await host.close()
    host = await open_host(path, clock)
    assert host.schedule.at(TOURNAMENT, number) is None
    await host.close()


async def test_a_table_that_was_opened_before_a_crash_is_used(host: Host) -> None:
    tournament = await opened(host, *FOUR)
    tournament = await host.tournaments.start(tournament.number, ANN, is_manager=False)
    [board, *_] = tournament.boards(1)
    people = [tournament.person(one) for one in board.pairing.seats]
    table = await host.invitations.open(tournament.venue, board.occasion, people, FAST)
    assert isinstance(table, WaitingTable)
    tournament = await advanced(host, tournament.number)
    assert next(tournament.boards(1)).game == table.number
