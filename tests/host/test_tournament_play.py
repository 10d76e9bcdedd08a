"""Many tournaments with people who vanish and hosts that crash: every one of them ends, and breaks no hard rule."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from host.host import Host
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from host.model.tournament_hand import ENTRANT_MARK
from host.model.tournaments import TournamentStatus
from tests.fixtures.cases import slow_but
from tests.fixtures.databases import Place
from tests.host.tables import ANN, EVE, Clock, open_host
from tests.host.tournament_play import TournamentPlay
from tests.host.tournaments import CUP, FOUR, advanced, begun
from tests.tournaments.checks import wrong_as_paired, wrong_as_played
from tournaments.kinds import is_over, standings_of


async def crash(address: Place, clock: Clock, host: Host) -> Host:
    await host.close()
    return await open_host(address, clock)


@pytest.mark.parametrize(("seed", "by_hand"), slow_but(2, [(14, 3), (1, 0)]))
async def test_every_tournament_ends(address: Place, clock: Clock, seed: int, by_hand: int) -> None:
    host = await open_host(address, clock)
    play = TournamentPlay(host, clock, Random(seed), 20, 9, partial(crash, address, clock), by_hand)
    try:
        found = await play.play(each=1)
    finally:
        await play.host.close()
    assert play.crashes > 0
    assert play.deleted
    assert play.wrong == [], "what was paired was right at that moment"
    for one in found:
        assert one.status in (TournamentStatus.OVER, TournamentStatus.CANCELLED)
        if one.status is TournamentStatus.OVER:
            assert is_over(one.course)
            assert len(standings_of(one.course)) == len(one.people)
            assert list(wrong_as_played(one.course)) == []
        assert play.deleted.isdisjoint(person.person.id for person in (*one.people, *one.predecessors))


async def test_what_a_host_pairs_by_hand_is_no_breach(host: Host) -> None:
    """Two who have met meet again, and who has rested rests again: the round was paired right, and then changed."""
    tournament = await begun(host, *FOUR, EVE, terms=replace(CUP, rounds=3))
    [*_, rest] = tournament.rounds[0]
    for board in tournament.boards(1):
        if board.game:
            await host.turns.resign(board.game, tournament.person(board.pairing.seats[1]))
    tournament = await advanced(host, tournament.number)
    assert list(wrong_as_paired(tournament.course)) == []
    [*_, now_resting] = tournament.rounds[1]
    change = ByHand(
        HandAction.SWAP,
        "she has asked for it",
        f"{ENTRANT_MARK}{rest.seats[0]}",
        other=f"{ENTRANT_MARK}{now_resting.seats[0]}",
    )
    swapped = await host.tournaments.change_by_hand(tournament.number, ANN, change, is_manager=False)
    assert list(wrong_as_paired(swapped.course)) == ["round 2: a second bye, and it need not be"]
    assert list(wrong_as_played(swapped.course)) == []
