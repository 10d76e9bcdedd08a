"""Games whose time runs out, and the passing of time."""

from datetime import timedelta

from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE, DeadlineResult
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, running, seat

PACED = TableOptions(pace="24h", takeback=0)
DAY = 24 * 60


async def begin(host: Host, *people: Person, table_options: TableOptions = PACED) -> RunningTable:
    table = await seat(host, *people)
    return running((await host.lobby.start(CHANNEL, people[0], table.number, table_options)).after)


async def pass_time(host: Host, clock: Clock, minutes: int) -> list[DeadlineResult]:
    """Let time pass, and process everything when it becomes due."""
    until, done = clock() + timedelta(minutes=minutes), []
    while (deadlines := host.schedule.upcoming(DEADLINE)) and deadlines[0][0] <= until:
        clock.time = max(clock(), deadlines[0][0])
        due = await host.deadlines.process_due(deadlines[0][1])
        assert due is not None
        done.append(due)
    clock.time = until
    return done


def round_of(table: RunningTable) -> int:
    assert table.clock is not None
    return table.clock.round


async def late(host: Host, clock: Clock, *people: Person) -> RunningTable:
    """A game whose first player has let the time run out."""
    await begin(host, *(people or (ANN, BOB, CID)))
    await pass_time(host, clock, DAY)
    return await host.tables.load_running(1)
