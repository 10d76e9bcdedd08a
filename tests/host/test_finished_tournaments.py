"""A game of a tournament that is over is decided by hand: the table, the podium and the titles follow."""

import re
from dataclasses import replace

import pytest

from host.host import Host
from host.model.tournament_changes import (
    Award,
    ByHand,
    HandAction,
)
from host.model.tournament_errors import NotCorrectableError, NotRunningCupError
from host.model.tournament_hand import hand_actions
from host.model.tournaments import OrganisedTournament, TournamentStatus
from tests.host.tables import ANN, Clock
from tests.host.tournaments import CUP, DAY, FOUR, advanced, begun
from tournaments.kinds import standings_of
from tournaments.league import divisions
from tournaments.tournament import POINT, Ending

pytestmark = pytest.mark.both_databases


async def played(host: Host, **terms: object) -> OrganisedTournament:
    """A tournament of four that is over. Whoever was seeded higher has won each game."""
    tournament = await begun(host, *FOUR, terms=replace(CUP, **terms))  # type: ignore[arg-type]
    while tournament.status is TournamentStatus.RUNNING:
        board = next(one for one in tournament.boards(tournament.round) if not one.pairing.is_over)
        await host.turns.resign(board.game or 0, tournament.person(max(board.pairing.seats)))
        tournament = await advanced(host, tournament.number)
    return tournament


async def decide(host: Host, tournament: OrganisedTournament, game: int | None, award: Award) -> OrganisedTournament:
    change = ByHand(HandAction.AWARD, "it was noted wrong", f"#{game}", award)
    await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
    return await advanced(host, tournament.number)


def order(tournament: OrganisedTournament) -> list[str]:
    return [tournament.person(one.entrant).name for one in standings_of(tournament.course)]


async def test_the_table_and_the_title_follow_and_nothing_else_can_be_changed(host: Host) -> None:
    over = await played(host, kind="everybody")
    assert (order(over)[0], await host.tournaments.titles(ANN.id, 1)) == ("Ann", ["Spring Cup"])
    assert hand_actions(over) == (HandAction.AWARD,)
    for board in over.boards():
        if 1 in board.pairing.seats:
            award = Award.SECOND if board.pairing.seats[0] == 1 else Award.FIRST
            over = await decide(host, over, board.game, award)
    assert (over.status, order(over)[-1]) == (TournamentStatus.OVER, "Ann")
    assert await host.tournaments.titles(ANN.id, 1) == []
    assert await host.tournaments.load(over.number) == over
    details = {one.detail for one in await host.administration.audit_log(1)}
    assert len(details) == 3
    assert all(re.fullmatch(r"Spring Cup: award #\d+ [12] in \d+: it was noted wrong", one) for one in details)
    with pytest.raises(NotRunningCupError):
        await host.tournaments.change_by_hand(over.number, ANN, ByHand(HandAction.PAUSE, "wait"), is_manager=False)


async def test_a_final_has_another_winner_and_a_match_before_it_stays(host: Host) -> None:
    over = await played(host, kind="knockout")
    final, semifinal = next(over.boards(2)), next(over.boards(1))
    first, second = order(over)[:2]
    award = Award.SECOND if over.person(final.pairing.seats[0]).name == first else Award.FIRST
    after = await decide(host, over, final.game, award)
    assert order(after)[:2] == [second, first]
    winner = semifinal.pairing.seats[0] if semifinal.pairing.scores[0].points else semifinal.pairing.seats[1]
    other = Award.SECOND if winner == semifinal.pairing.seats[0] else Award.FIRST
    with pytest.raises(NotCorrectableError):
        await decide(host, after, semifinal.game, other)
    assert await host.tournaments.load(over.number) == after


async def test_a_match_of_the_last_round_does_not_go_on(host: Host) -> None:
    over = await played(host, best_of=3, rounds=1)
    board = next(over.boards(1))
    award = Award.SECOND if board.pairing.scores[0].points else Award.FIRST
    after = await decide(host, over, board.tables[0], award)
    match = next(after.boards(1)).pairing
    assert [one.ending for one in match.games] == [Ending.AWARDED, Ending.PLAYED, Ending.ANNULLED]
    assert [one.points for one in match.scores] == [POINT // 2, POINT // 2]
    assert (after.status, after.unopened) == (TournamentStatus.OVER, ())


async def test_the_next_season_begins_as_the_table_stands_then(host: Host, clock: Clock) -> None:
    over = await played(host, kind="league")
    clock.time += DAY
    number = over.number + 1
    assert [one.person.name for one in (await host.tournaments.load(number)).by_seed] == order(over)
    for board in over.boards():
        if 1 in board.pairing.seats:
            over = await decide(host, over, board.game, Award.SECOND if board.pairing.seats[0] == 1 else Award.FIRST)
    assert order(over)[-1] == "Ann"
    clock.time += 7 * DAY
    season = await advanced(host, number)
    assert [one.person.name for one in season.by_seed] == order(over)
    assert [season.person(one).name for one in divisions(season.course)[0]] == order(over)
    assert await host.tournaments.load(number) == season
