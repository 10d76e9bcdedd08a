"""The host of a knockout orders its players before it begins; else their ratings do."""

from dataclasses import replace

import pytest

from host.errors import NotOfferedError
from host.host import Host
from host.model.tournament_changes import (
    ByHand,
    HandAction,
)
from host.model.tournament_errors import TournamentBegunError
from host.model.tournament_rules import begun, seeding
from host.model.tournaments import OrganisedTournament
from tests.host.tables import ANN, BOB, CID, DORA, EVE, Clock
from tests.host.tournaments import CUP, FOUR, opened
from tournaments.kinds import KINDS

pytestmark = pytest.mark.both_databases

KNOCKOUT = replace(CUP, kind="knockout")
RATINGS = {BOB.id: 1100, DORA.id: 1300}


async def seed(host: Host, number: int, *order: int) -> OrganisedTournament:
    change = ByHand(HandAction.SEED, "as last year", order=order)
    return await host.tournaments.change_by_hand(number, ANN, change, is_manager=False)


def first_round(tournament: OrganisedTournament) -> list[set[str]]:
    return [{tournament.person(seat).name for seat in one.pairing.seats} for one in tournament.boards(1)]


async def test_the_bracket_follows_the_order_of_its_host(host: Host) -> None:
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    await seed(host, tournament.number, 4, 2, 1, 3)
    stored = await host.tournaments.load(tournament.number)
    assert [one.person for one in stored.by_seed] == [DORA, BOB, ANN, CID]
    assert stored.is_seeded
    started = await host.tournaments.start(tournament.number, ANN, is_manager=False)
    assert first_round(started) == [{"Dora", "Cid"}, {"Bob", "Ann"}]
    [entry, *_] = await host.administration.audit_log(1)
    assert (entry.manager, entry.detail) == (ANN, "Spring Cup: seed in 1: as last year")


async def test_the_order_of_its_host_comes_before_the_ratings(host: Host, clock: Clock) -> None:
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    assert [tournament.person(one) for one in seeding(tournament, RATINGS)] == [DORA, BOB, ANN, CID]
    ordered = await seed(host, tournament.number, 3)
    assert [ordered.person(one) for one in seeding(ordered, RATINGS)] == [CID, ANN, BOB, DORA]
    assert first_round(begun(ordered, RATINGS, clock.time)) == [{"Cid", "Dora"}, {"Ann", "Bob"}]
    again = await seed(host, tournament.number)
    assert not again.is_seeded
    assert [again.person(one) for one in seeding(again, RATINGS)] == [DORA, BOB, ANN, CID]


async def test_who_signs_up_after_that_follows_whoever_has_left(host: Host) -> None:
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    await seed(host, tournament.number, 3, 4, 2, 1)
    for person in (CID, DORA):
        await host.tournaments.leave(tournament.number, person)
    for person in (EVE, CID):
        await host.tournaments.sign_up(tournament.number, person)
    tournament = await host.tournaments.load(tournament.number)
    assert [one.person for one in tournament.by_seed] == [BOB, ANN, EVE, CID]


@pytest.mark.parametrize("order", [(1, 1), (1, 5), (0,)])
async def test_an_order_has_only_those_who_signed_up_and_each_once(host: Host, order: tuple[int, ...]) -> None:
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    with pytest.raises(NotOfferedError):
        await seed(host, tournament.number, *order)
    assert await host.tournaments.load(tournament.number) == tournament


async def test_nobody_is_seeded_after_the_start(host: Host) -> None:
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    await host.tournaments.start(tournament.number, ANN, is_manager=False)
    with pytest.raises(TournamentBegunError):
        await seed(host, tournament.number, 4)


@pytest.mark.parametrize("other_kind", [one for one in KINDS if not KINDS[one].seeds_by_hand])
async def test_in_other_kinds_the_ratings_decide(host: Host, other_kind: str) -> None:
    """Also where its host had ordered the players of a knockout, and has chosen another kind since."""
    tournament = await opened(host, *FOUR, terms=KNOCKOUT)
    await seed(host, tournament.number, 1, 2, 3, 4)
    other = replace(KNOCKOUT, kind=other_kind, seeded=True)
    changed = await host.tournaments.change_terms(tournament.number, ANN, other, None, is_manager=False)
    assert not changed.is_seeded
    assert [changed.person(one) for one in seeding(changed, RATINGS)] == [DORA, BOB, ANN, CID]
    with pytest.raises(NotOfferedError):
        await seed(host, tournament.number, 4)
