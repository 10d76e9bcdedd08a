"""Who asks to be let in: they ask no more once they are in, or once nobody can come in."""

from dataclasses import replace

import pytest

from host.host import Host
from host.model.tournament_rules import turned_away
from host.model.tournaments import Entry, TournamentStatus
from tests.host.tables import ANN, BOB, CID, DORA, EVE
from tests.host.tournaments import CUP, advanced, opened

pytestmark = pytest.mark.both_databases

APPROVED = replace(CUP, entry=Entry.APPROVED)


async def test_who_signs_up_after_everybody_may_asks_no_more(host: Host) -> None:
    tournament = await opened(host, BOB, terms=APPROVED)
    await host.tournaments.change_terms(tournament.number, ANN, CUP, None, is_manager=False)
    after = await host.tournaments.sign_up(tournament.number, BOB)
    assert ([one.person for one in after.people], after.applicants) == ([BOB], ())
    after = await host.tournaments.leave(tournament.number, BOB)
    assert after.people == ()


@pytest.mark.parametrize(
    ("who_meets", "rounds", "asking"), [("knockout", None, ()), ("swiss", 1, ()), ("swiss", 2, (EVE,))]
)
async def test_nobody_asks_any_more_where_nobody_can_come_in(
    host: Host, who_meets: str, rounds: int | None, asking: tuple[object, ...]
) -> None:
    terms = replace(APPROVED, kind=who_meets, rounds=rounds)
    tournament = await opened(host, BOB, CID, DORA, EVE, terms=terms)
    await host.tournaments.admit(tournament.number, ANN, [BOB.id, CID.id, DORA.id], is_manager=False)
    tournament = await host.tournaments.start(tournament.number, ANN, is_manager=False)
    away = () if asking else (EVE,)
    assert (turned_away(tournament), tournament.applicants) == (away, (EVE,)), "until they are told"
    tournament = await host.tournaments.note_told(tournament.number, 1)
    assert (turned_away(tournament), tournament.applicants) == ((), asking)
    assert (await host.tournaments.load(tournament.number)).applicants == asking


async def test_nobody_asks_to_play_in_what_is_cancelled_or_over(host: Host) -> None:
    tournament = await opened(host, BOB, CID, DORA, EVE, terms=replace(APPROVED, rounds=2))
    await host.tournaments.admit(tournament.number, ANN, [BOB.id, CID.id, DORA.id], is_manager=False)
    await host.tournaments.start(tournament.number, ANN, is_manager=False)
    for person in (BOB, CID):
        await host.tournaments.leave(tournament.number, person)
    tournament = await advanced(host, tournament.number)
    for board in tournament.boards(1):
        if board.game and not board.pairing.is_over:
            await host.turns.resign(board.game, tournament.person(board.pairing.seats[0]))
    over = await advanced(host, tournament.number)
    assert (over.status, turned_away(over)) == (TournamentStatus.OVER, (EVE,))
    assert (await host.tournaments.note_told(over.number, 1)).applicants == (), "the end comes next"
    other = await opened(host, EVE, terms=APPROVED)
    assert (await host.tournaments.cancel(other.number, ANN, is_manager=False)).applicants == ()
