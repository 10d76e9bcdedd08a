"""What becomes of a tournament where something else is stored in the very moment."""

from dataclasses import replace
from typing import Any

import pytest

from host.host import Host
from host.model.controllers import Person
from host.model.table import MessageRef
from host.model.tournament_boards import TOURNAMENT, Board
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from host.services.tournaments import Tournaments
from host.storage.tournaments import TournamentRepository
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CID, DORA, Clock, open_host
from tests.host.tournaments import CUP, FOUR, advanced, begun, opened
from tournaments.tournament import POINT, Ending, Pairing

pytestmark = pytest.mark.both_databases

PAUSE = ByHand(HandAction.PAUSE, "wait")
GO_ON = ByHand(HandAction.RESUME, "go on")


async def delete(host: Host, person: Person) -> None:
    await host.privacy.withdraw(person)
    await host.privacy.delete(person.id)


async def paused_with_a_paired_round(host: Host, table_size: int = 2) -> OrganisedTournament:
    """A tournament of four that is paused; its second round is paired, and not opened."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, table_size=table_size, rounds=2))
    await host.tournaments.change_by_hand(tournament.number, ANN, PAUSE, is_manager=False)
    for board in tournament.boards(1):
        for entrant in board.pairing.seats[1:]:
            await host.turns.resign(board.game or 0, tournament.person(entrant))
    tournament = await advanced(host, tournament.number)
    assert (tournament.round, [one.game for one in tournament.all_boards(2)]) == (2, [None] * (4 // table_size))
    return tournament


async def test_no_game_is_opened_for_who_was_deleted_since_it_was_due(host: Host) -> None:
    tournament = await opened(host, *FOUR)
    tournament = await host.tournaments.start(tournament.number, ANN, is_manager=False)
    await delete(host, DORA)
    games = [await host.tournaments.open_game(tournament.number, one) for one in tournament.unopened]
    assert sorted(map(bool, games)) == [False, True]
    assert len(host.tables.near(tournament.venue)) == 1
    tournament = await advanced(host, tournament.number)
    [lost] = [one for one in tournament.boards(1) if 4 in one.pairing.seats]
    assert (lost.pairing.ending, lost.pairing.score_of(4).points) == (Ending.FORFEIT, 0)


async def test_who_leaves_before_their_game_is_opened_has_lost_it(host: Host) -> None:
    tournament = await paused_with_a_paired_round(host)
    await host.tournaments.leave(tournament.number, DORA)
    await host.tournaments.change_by_hand(tournament.number, ANN, GO_ON, is_manager=False)
    tournament = await advanced(host, tournament.number)
    [lost] = [one for one in tournament.boards(2) if 4 in one.pairing.seats]
    [other] = lost.pairing.opponents(4)
    assert (lost.game, lost.pairing.score_of(4).points, lost.pairing.score_of(other).points) == (None, 0, POINT)


async def test_at_a_table_of_several_the_others_play_all_the_same(host: Host) -> None:
    tournament = await paused_with_a_paired_round(host, table_size=4)
    await host.tournaments.leave(tournament.number, DORA)
    await host.tournaments.change_by_hand(tournament.number, ANN, GO_ON, is_manager=False)
    tournament = await advanced(host, tournament.number)
    [board] = tournament.boards(2)
    assert board.game


async def test_a_next_season_names_nobody_who_was_deleted_while_it_was_stored(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a player nor the league's host, who plays, too."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind="league"))
    has_next_season = TournamentRepository.has_next_season

    async def meet_deletions(repository: TournamentRepository, number: int) -> bool:
        found = await has_next_season(repository, number)
        monkeypatch.undo()
        for person in (ANN, DORA):
            await delete(host, person)
        return found

    monkeypatch.setattr(TournamentRepository, "has_next_season", meet_deletions)
    while tournament.status is TournamentStatus.RUNNING:
        for board in tournament.boards(tournament.round):
            await host.turns.resign(board.game or 0, tournament.person(board.pairing.seats[1]))
        tournament = await advanced(host, tournament.number)
    for person in (ANN, DORA):
        assert not any((await host.privacy.export(person.id)).values())
    following, _over = await host.tournaments.of_guild(1)
    assert (following.organiser.id, {one.person for one in following.people}) == (0, {BOB, CID})


async def test_who_is_taken_out_while_their_data_is_deleted_has_left(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await opened(host, ANN, BOB, CID)
    of_person = host.tournaments.of_person

    async def meet_a_manager(person_id: int) -> list[OrganisedTournament]:
        monkeypatch.undo()
        found = await of_person(person_id)
        change = ByHand(HandAction.REMOVE, "he asked for it", "entrant 2")
        await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=True)
        return found

    monkeypatch.setattr(host.tournaments, "of_person", meet_a_manager)
    await delete(host, BOB)
    assert [one.person for one in (await host.tournaments.load(tournament.number)).people] == [ANN, CID]


async def decided_before_a_crash(place: Place, clock: Clock, best_of: int, boards: int) -> Host:
    """A host that has read a tournament again, of which some games were decided by hand just before."""
    host = await open_host(place, clock)
    tournament = await begun(host, *FOUR, terms=replace(CUP, best_of=best_of))
    await host.tournaments.note_told(tournament.number, 1)
    for board in list(tournament.boards(1))[:boards]:
        change = ByHand(HandAction.AWARD, "so it is", f"#{board.game}", Award.FIRST)
        await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
    await host.close()
    return await open_host(place, clock)


@pytest.mark.parametrize("best_of", [1, 3])
async def test_a_game_that_was_decided_before_a_crash_ends_after_it(address: Place, clock: Clock, best_of: int) -> None:
    host = await decided_before_a_crash(address, clock, best_of, boards=1)
    try:
        assert host.schedule.at(TOURNAMENT, 1) == clock.time
        tournament = await advanced(host, 1)
        [decided, _other] = tournament.boards(1)
        assert (await host.tables.known(decided.tables[0])).status.is_over
    finally:
        await host.close()


async def test_a_round_whose_last_game_was_decided_before_a_crash_ends_after_it(address: Place, clock: Clock) -> None:
    host = await decided_before_a_crash(address, clock, 1, boards=2)
    try:
        for board in (await host.tournaments.load(1)).boards(1):
            await host.tournaments.end_late_game(board.game or 0)
        assert host.schedule.at(TOURNAMENT, 1) == clock.time
        assert (await advanced(host, 1)).round == 2
    finally:
        await host.close()


async def test_who_is_taken_out_keeps_a_game_that_they_had_won(host: Host) -> None:
    """Nobody had noted it yet."""
    tournament = await begun(host, *FOUR)
    board = next(tournament.boards(1))
    winner, loser = board.pairing.seats
    await host.turns.resign(board.game or 0, tournament.person(loser))
    change = ByHand(HandAction.REMOVE, "she asked for it", f"entrant {winner}")
    await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=True)
    board = next((await advanced(host, tournament.number)).boards(1))
    assert (board.pairing.ending, board.pairing.score_of(winner).points) == (Ending.PLAYED, POINT)


async def end(host: Host, tournament: OrganisedTournament, place: int) -> None:
    """Let the game of a board of the first round end, and the tournament hear of it."""
    board = list(tournament.boards(1))[place]
    await host.turns.resign(board.game or 0, tournament.person(board.pairing.seats[0]))
    await host.tournaments.note_game_over(await host.tables.known(board.game or 0))


async def test_a_game_that_ends_while_its_round_is_told_is_noted_at_once(host: Host, clock: Clock) -> None:
    """What was stored of the tournament had let it wait until the end of its round."""
    tournament = await begun(host, *FOUR)
    await end(host, tournament, 0)
    await host.tournaments.note_told(tournament.number, 1)
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
    await advanced(host, tournament.number)
    assert host.schedule.at(TOURNAMENT, tournament.number) == tournament.round_due


async def test_a_game_that_ends_while_another_one_is_noted_is_noted_next(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament = await begun(host, *FOUR)
    await host.tournaments.note_told(tournament.number, 1)
    await end(host, tournament, 0)
    read = Tournaments._results

    async def results(*arguments: Any) -> dict[Board, Pairing]:
        found = await read(*arguments)
        await end(host, tournament, 1)
        return found

    with monkeypatch.context() as patched:
        patched.setattr(Tournaments, "_results", results)
        tournament = await advanced(host, tournament.number)
    assert [one.pairing.is_over for one in tournament.boards(1)] == [True, False]
    assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
    assert (await advanced(host, tournament.number)).round == 2


async def test_a_game_that_ended_before_a_crash_is_noted_although_more_is_stored_before(
    address: Place, clock: Clock
) -> None:
    """People press before the bot begins with tournaments."""
    host = await open_host(address, clock)
    tournament = await begun(host, *FOUR)
    await host.tournaments.note_told(tournament.number, 1)
    board = next(tournament.boards(1))
    await host.turns.resign(board.game or 0, tournament.person(board.pairing.seats[0]))
    await host.close()
    host = await open_host(address, clock)
    try:
        await host.tournaments.note_message(tournament.number, MessageRef(10, 5))
        assert host.schedule.at(TOURNAMENT, tournament.number) == clock.time
        after = await advanced(host, tournament.number)
        assert next(after.boards(1)).pairing.ending is Ending.PLAYED
    finally:
        await host.close()
