"""A game of an earlier round is decided by hand: the table is worked out anew, and pairings stay where they can."""

from dataclasses import replace

import pytest

from host.errors import NotOfferedError
from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable
from host.model.tournament_boards import Board
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_errors import NoSuchBoardError, NotCorrectableError
from host.model.tournaments import (
    OrganisedTournament,
    TournamentStatus,
)
from tests.host.tables import ANN, BOB, CID, DORA, EVE
from tests.host.tournaments import CUP, FOUR, advanced, begun
from tournaments.kinds import KINDS, standings_of
from tournaments.tournament import POINT, Ending, points_of

pytestmark = pytest.mark.both_databases

KNOCKOUT = replace(CUP, kind="knockout")


def board_of(tournament: OrganisedTournament, number: int, place: int = 1) -> Board:
    return next(one for one in tournament.boards(number) if one.place == place)


async def by_hand(host: Host, tournament: OrganisedTournament, change: ByHand) -> OrganisedTournament:
    await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
    return await advanced(host, tournament.number)


async def decide(host: Host, tournament: OrganisedTournament, game: int | None, award: Award) -> OrganisedTournament:
    return await by_hand(host, tournament, ByHand(HandAction.AWARD, "it was noted wrong", f"#{game}", award))


async def pause(host: Host, tournament: OrganisedTournament) -> OrganisedTournament:
    """Pause a tournament, or let it go on."""
    action = HandAction.PAUSE if tournament.paused_at is None else HandAction.RESUME
    return await by_hand(host, tournament, ByHand(action, "wait"))


async def play_round(host: Host, tournament: OrganisedTournament) -> OrganisedTournament:
    """Let whoever sits first win each game of the round under way, until the round is over."""
    number = tournament.round
    for _ in range(3):
        boards = [one for one in tournament.boards(number) if one.game and not one.pairing.is_over]
        for board in boards:
            assert board.game
            await host.turns.resign(board.game, tournament.person(board.pairing.seats[1]))
        tournament = await advanced(host, tournament.number)
    return tournament


def people_at(tournament: OrganisedTournament, number: int) -> set[frozenset[str]]:
    """Who meets in a round."""
    boards = tournament.boards(number)
    return {frozenset(tournament.person(seat).name for seat in one.pairing.seats) for one in boards}


async def seated(host: Host, game: int | None) -> list[Person | None]:
    table = await host.tables.load(game or 0)
    assert isinstance(table, RunningTable)
    return [one.person for one in table.seats]


@pytest.mark.parametrize("who_meets", [name for name, kind in KINDS.items() if kind.pair_again is None])
async def test_the_table_is_worked_out_anew_and_pairings_stay(host: Host, who_meets: str) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, kind=who_meets))
    tournament = await play_round(host, tournament)
    before = board_of(tournament, 1)
    first, second = before.pairing.seats
    assert (tournament.round, points_of(tournament.course, first)) == (2, POINT)
    after = await decide(host, tournament, before.game, Award.SECOND)
    assert [points_of(after.course, one) for one in (first, second)] == [0, POINT]
    assert board_of(after, 1).pairing.ending is Ending.AWARDED
    assert after.rounds[1:] == tournament.rounds[1:]
    place = {one.entrant: one.place for one in standings_of(after.course)}
    assert place[second] < place[first]
    annulled = await decide(host, after, before.game, Award.ANNUL)
    assert [points_of(annulled.course, one) for one in (first, second)] == [0, 0]
    assert await host.tournaments.load(tournament.number) == annulled
    entries = await host.administration.audit_log(1)
    assert all(one.detail.startswith("Spring Cup: award #") for one in entries)
    assert all(one.detail.endswith(": it was noted wrong") for one in entries)
    while annulled.status is TournamentStatus.RUNNING:
        annulled = await play_round(host, annulled)
    assert annulled.status is TournamentStatus.OVER


async def test_a_game_of_another_tournament_is_none_of_its_games(host: Host) -> None:
    other = await begun(host, *FOUR)
    tournament = await begun(host, *FOUR)
    with pytest.raises(NoSuchBoardError):
        await decide(host, tournament, board_of(other, 1).game, Award.FIRST)


async def test_what_is_left_of_an_earlier_match_counts_for_nobody(host: Host) -> None:
    """It stood two to nothing. Decided the other way, the first game makes it one to one, and the round is over."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, best_of=3))
    board = board_of(tournament, 1)
    one, other = board.pairing.seats
    for loser in (other, other):
        game = board_of(tournament, 1).game
        assert game
        await host.turns.resign(game, tournament.person(loser))
        tournament = await advanced(host, tournament.number)
    tournament = await play_round(host, tournament)
    match = board_of(tournament, 1)
    assert (tournament.round, len(match.tables), match.pairing.score_of(one).points) == (2, 2, POINT)
    after = await decide(host, tournament, match.tables[0], Award.SECOND)
    changed = board_of(after, 1)
    assert [game.ending for game in changed.pairing.games] == [Ending.AWARDED, Ending.PLAYED, Ending.ANNULLED]
    assert [changed.pairing.score_of(entrant).points for entrant in (one, other)] == [POINT // 2, POINT // 2]
    assert (changed.tables, after.unopened) == (match.tables, ())
    assert await host.tournaments.load(tournament.number) == after


async def test_in_a_knockout_the_result_stays_once_the_next_match_was_opened(host: Host) -> None:
    tournament = await play_round(host, await begun(host, *FOUR, terms=KNOCKOUT))
    semifinal = board_of(tournament, 1)
    with pytest.raises(NotCorrectableError):
        await decide(host, tournament, semifinal.game, Award.SECOND)
    with pytest.raises(NotCorrectableError):
        await decide(host, tournament, semifinal.game, Award.ANNUL)
    assert await host.tournaments.load(tournament.number) == tournament
    same = await decide(host, tournament, semifinal.game, Award.FIRST)
    assert board_of(same, 1).pairing.ending is Ending.AWARDED, "the same players go on"
    assert same.rounds[1:] == tournament.rounds[1:]


async def test_in_a_knockout_others_meet_where_the_next_match_was_not_opened(host: Host) -> None:
    tournament = await pause(host, await begun(host, *FOUR, terms=KNOCKOUT))
    tournament = await play_round(host, tournament)
    semifinal = board_of(tournament, 1)
    first, second = (tournament.person(seat).name for seat in semifinal.pairing.seats)
    before = people_at(tournament, 2)
    swapped = {first: second, second: first}
    after = await decide(host, tournament, semifinal.game, Award.SECOND)
    expected = {frozenset(swapped.get(name, name) for name in names) for names in before}
    assert (people_at(after, 2), after.unopened) == (expected, ())
    assert expected != before
    assert await host.tournaments.load(tournament.number) == after
    after = await pause(host, after)
    for board in after.boards(2):
        assert await seated(host, board.game) == [after.person(seat) for seat in board.pairing.seats]
    over = await play_round(host, after)
    assert over.status is TournamentStatus.OVER
    assert over.person(standings_of(over.course)[0].entrant).name != first


async def test_in_a_knockout_nobody_goes_on_from_a_game_that_counts_for_nobody(host: Host) -> None:
    """Whoever would have met the winner has won the final without a game."""
    tournament = await pause(host, await begun(host, *FOUR, terms=KNOCKOUT))
    tournament = await play_round(host, tournament)
    semifinal, other = board_of(tournament, 1), board_of(tournament, 1, 2)
    finalist = other.pairing.seats[0]
    over = await decide(host, tournament, semifinal.game, Award.ANNUL)
    assert over.status is TournamentStatus.OVER
    assert standings_of(over.course)[0].entrant == finalist
    assert await host.tournaments.load(tournament.number) == over


async def test_in_a_knockout_a_round_long_before_stays(host: Host) -> None:
    tournament = await begun(host, *FOUR, EVE, terms=KNOCKOUT)
    [first] = [one for one in tournament.boards(1) if len(one.pairing.seats) == 2]
    tournament = await play_round(host, tournament)
    tournament = await pause(host, tournament)
    tournament = await play_round(host, tournament)
    assert (tournament.round, [one.tables for one in tournament.boards(3)]) == (3, [(), ()])
    with pytest.raises(NotCorrectableError):
        await decide(host, tournament, first.game, Award.SECOND)
    assert {one.person for one in tournament.people} == {ANN, BOB, CID, DORA, EVE}


async def test_a_game_that_a_wrong_decision_has_ended_is_opened_again(host: Host) -> None:
    """It stood one to one, and the third game ran. The first one was decided wrong, so the match was over."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, best_of=3))
    board = board_of(tournament, 1)
    one, other = board.pairing.seats
    for loser in (other, one):
        game = board_of(tournament, 1).game
        assert game
        await host.turns.resign(game, tournament.person(loser))
        tournament = await advanced(host, tournament.number)
    [first, second, third] = board_of(tournament, 1).tables
    wrong = await decide(host, tournament, first, Award.SECOND)
    assert board_of(wrong, 1).pairing.is_over
    assert (await host.tables.known(third)).status.is_over
    back = await decide(host, wrong, first, Award.FIRST)
    [match] = [match for match in back.boards(1) if one in match.pairing.seats]
    assert (match.number, match.pairing.is_over, match.earlier) == (3, False, (first, second))
    assert await seated(host, match.game) == [back.person(one), back.person(other)]
    assert await host.tournaments.load(tournament.number) == back
    over = await decide(host, back, match.game, Award.SECOND)
    [match] = [match for match in over.boards(1) if one in match.pairing.seats]
    assert [match.pairing.score_of(entrant).points for entrant in (one, other)] == [0, POINT]
    assert len(list(over.boards(1))) == 2


async def test_at_a_table_of_several_the_one_who_is_named_wins_and_the_others_share_the_rest(host: Host) -> None:
    tournament = await begun(host, *FOUR, terms=replace(CUP, table_size=4))
    board = board_of(tournament, 1)
    third = board.pairing.seats[2]
    change = ByHand(HandAction.AWARD, "they agreed", f"#{board.game}", Award.WINNER, winner=third)
    with pytest.raises(NotOfferedError):
        await by_hand(host, tournament, replace(change, winner=99))
    decided = board_of(await by_hand(host, tournament, change), 1).pairing
    assert [one.points for one in decided.scores] == [8, 8, 24, 8]
