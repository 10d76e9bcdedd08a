"""Many tournaments with people who vanish and hosts that crash: every one of them ends, and breaks no hard rule."""

from functools import partial
from random import Random

from host.host import Host
from host.model.tournaments import TournamentStatus
from tests.fixtures.databases import Place
from tests.host.tables import Clock, open_host
from tests.host.tournament_play import TournamentPlay
from tests.tournaments.checks import breaches
from tournaments.kinds import is_over, standings_of


async def crash(address: Place, clock: Clock, host: Host) -> Host:
    await host.close()
    return await open_host(address, clock)


async def test_every_tournament_ends(address: Place, clock: Clock) -> None:
    host = await open_host(address, clock)
    play = TournamentPlay(host, clock, Random(1), 20, 9, partial(crash, address, clock))
    try:
        found = await play.play(each=1)
    finally:
        await play.host.close()
    assert play.crashes > 0
    assert play.deleted
    for one in found:
        assert one.status in (TournamentStatus.OVER, TournamentStatus.CANCELLED)
        if one.status is TournamentStatus.OVER:
            assert is_over(one.course)
            assert len(standings_of(one.course)) == len(one.people)
        assert play.deleted.isdisjoint(person.person.id for person in (*one.people, *one.predecessors))
        wrong = [text for text in breaches(one.course) if "not those are paired" not in text]
        assert wrong == [], "who comes back or is taken out was there, or not, in another way then"
