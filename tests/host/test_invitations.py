"""Tables that are opened for something that was planned: their seats are kept, and nobody has to open them."""

import asyncio
from dataclasses import replace

import pytest

from carcassonne import Colour
from host.host import Host
from host.model.controllers import Computer
from host.model.invitation import InvitedSeat, Occasion
from host.model.lobby_rules import missing_people
from host.model.shards import ShardGroup
from host.model.table import WaitingTable
from host.model.table_errors import NotInvitedError, ServerFullError, TooManyPlayersError
from host.model.table_options import TableOptions
from tests.fixtures import postgresql
from tests.fixtures.databases import Place
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock, begin, finished, open_host, running

pytestmark = pytest.mark.both_databases

FINAL = Occasion("final", 7)
AT_ONCE = TableOptions(takeback=0)


async def known(host: Host) -> None:
    """Let the people be stored, by a game that is over."""
    table = await begin(host, ANN, BOB, CID, DORA)
    for person in (ANN, BOB, CID):
        await host.turns.resign(table.number, person)


async def invited(host: Host) -> WaitingTable:
    await known(host)
    table = await host.invitations.open(CHANNEL, FINAL, [BOB, ANN], AT_ONCE)
    assert isinstance(table, WaitingTable)
    return table


async def test_seats_are_kept_in_the_order_of_the_invitation(host: Host) -> None:
    table = await invited(host)
    assert (table.people, missing_people(table), table.occasion) == ((), (BOB, ANN), FINAL)
    with pytest.raises(NotInvitedError):
        await host.lobby.join(CHANNEL, CID, table.number)
    joined, _ = await host.lobby.join(CHANNEL, ANN, table.number)
    assert (joined.people, joined.organiser) == ((ANN,), ANN)
    joined, _ = await host.lobby.join(CHANNEL, BOB, table.number)
    assert (joined.people, joined.organiser, missing_people(joined)) == ((BOB, ANN), ANN, ())
    begun = running((await host.lobby.start(CHANNEL, ANN, table.number)).after)
    assert [(seat.controller, seat.colour) for seat in begun.seats] == list(zip((BOB, ANN), Colour, strict=False))
    over = finished((await host.turns.resign(table.number, BOB)).after)
    assert (over.occasion, over.rematch) == (FINAL, None)
    again = await host.rematches.join(table.number, ANN)
    assert (again.occasion, again.rematch and again.rematch.previous) == (None, table.number)


async def test_an_occasion_has_one_table(host: Host) -> None:
    table = await invited(host)
    assert await host.invitations.open(CHANNEL, FINAL, [CID, DORA], AT_ONCE) == table
    other = await host.invitations.open(CHANNEL, Occasion("final", 8), [CID, DORA], AT_ONCE)
    assert other.number != table.number


async def test_whoever_leaves_may_come_back(host: Host) -> None:
    """Nobody else could open the table again."""
    table = await invited(host)
    await host.lobby.join(CHANNEL, ANN, table.number)
    left = await host.lobby.leave(CHANNEL, ANN, table.number)
    assert isinstance(left, WaitingTable)
    joined, _ = await host.lobby.join(CHANNEL, ANN, table.number)
    assert joined.people == (ANN,)


async def test_it_is_there_after_a_restart(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    table = await invited(host)
    await host.close()
    again = await open_host(place, clock)
    assert again.tables.summary(table.number) == table
    assert table.invitation is not None
    assert table.invitation.seats == tuple(map(InvitedSeat, (BOB, ANN), Colour))
    await again.privacy.withdraw(ANN)
    await again.privacy.delete(ANN.id)
    [left] = again.tables.waiting()
    assert ANN.id not in {person.id for person in (left.organiser, *missing_people(left))}
    await again.close()


async def test_a_computer_is_there_already(host: Host) -> None:
    await known(host)
    table = await host.invitations.open(CHANNEL, FINAL, [Computer(1), ANN], AT_ONCE)
    assert isinstance(table, WaitingTable)
    assert (table.computers, missing_people(table)) == ((Computer(1),), (ANN,))


async def test_what_does_not_fit_is_refused(host: Host) -> None:
    await known(host)
    people = [ANN, BOB, CID, DORA]
    with pytest.raises(TooManyPlayersError):
        await host.invitations.open(CHANNEL, FINAL, [*people, *people], AT_ONCE)
    guild = CHANNEL.guild
    assert guild is not None
    await host.administration.change_settings(guild, ANN, lambda server: replace(server, most_tables=1))
    await host.invitations.open(CHANNEL, FINAL, people[:2], AT_ONCE)
    with pytest.raises(ServerFullError):
        await host.invitations.open(CHANNEL, Occasion("final", 8), people[2:], AT_ONCE)


@pytest.mark.sqlite  # the test brings its own server
@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_of_two_processes_that_open_it_at_once_one_does(clock: Clock) -> None:
    place = postgresql.migrated_database()
    hosts = [await open_host(place, clock, shards=ShardGroup.parse(text)) for text in ("0/2", "1/2")]
    await known(hosts[0])
    opened = await asyncio.gather(*(host.invitations.open(CHANNEL, FINAL, [ANN, BOB], AT_ONCE) for host in hosts))
    assert opened[0].number == opened[1].number
    for host in hosts:
        await host.close()
