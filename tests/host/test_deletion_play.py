"""Deletion as a property: whatever was done before, nothing leads to the deleted, and memory is what is stored."""

from dataclasses import replace
from typing import Any

import pytest

from host.errors import NoSuchTableError
from host.host import Host
from host.model.fingerprint import fingerprint
from host.services.deadlines import DEADLINE
from host.services.people import DIGEST
from tests.fixtures.cases import slow_but
from tests.fixtures.databases import Place, database_of
from tests.fixtures.stored_values import places_of
from tests.host.deletion_play import DeletionPlay
from tests.host.tables import Clock, open_host

pytestmark = pytest.mark.both_databases

SEEDS, STEPS = range(3), 200


async def in_memory(host: Host, play: DeletionPlay) -> dict[str, object]:
    """What a host says without asking the database, and every game that it knows."""
    people = [one.id for one in (*play.people, *play.deleted)]
    return {
        "tables": host._storage.games.tables.all,
        "deadlines": host.schedule.upcoming(DEADLINE),
        "preferences": {one: host.people.preferences(one) for one in people},
        "channels": {one: host.people.dm_channel(one) for one in people},
        "vacation left": {one: host.people.vacation_left(one) for one in people},
        "lists": host.schedule.upcoming(DIGEST),
        "follows": {one: host.follows.of_person(one) for one in people},
        "followed": host.follows.games,
        "server": host.administration.server(1),
        "held": host.message_log.quarantined,
        "games": await games(host),
    }


async def games(host: Host) -> list[tuple[Any, str]]:
    """Every game, with the fingerprint instead of the state."""
    found, number = list[tuple[Any, str]](), 0
    while True:
        number += 1
        try:
            table: Any = await host.tables.load(number)
        except NoSuchTableError:
            return found
        state = getattr(table, "state", None)
        found.append((replace(table, state=None) if state else table, fingerprint(state) if state else ""))


@pytest.mark.parametrize("seed", slow_but(3, SEEDS))
async def test_nothing_leads_to_whoever_was_deleted(host: Host, place: Place, clock: Clock, seed: int) -> None:
    play = DeletionPlay(host, clock, seed)
    await play.run(STEPS)
    assert play.deleted
    told = "\n".join(play.steps)
    wanted = [value for one in play.deleted for value in (one.id, one.name, play.channel_of(one))]
    assert await places_of(database_of(host), *wanted) == {}, told
    assert not {one.id for one in play.deleted} & host._storage.games._cache.known_people, told
    before = await in_memory(host, play)
    await host.close()
    again = await open_host(place, clock)
    after = await in_memory(again, play)
    await again.close()
    for name, value in before.items():
        assert value == after[name], f"{name}\n{told}"
