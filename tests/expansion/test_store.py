"""A game with both expansions is stored, loaded again, verified and imported from its record."""

from pathlib import Path

from carcassonne import Colour, Record, format_record, parse_record
from carcassonne.figures import BIG_FOLLOWER
from host.host import Host
from host.model.draws import verify
from host.model.fingerprint import fingerprint
from host.model.table import RunningTable, StartedTable
from host.model.table_options import TableOptions
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, EVE, FRED, finished, open_host, running, take_turns

SIX = (ANN, BOB, CID, DORA, EVE, FRED)
EVERYTHING = ("river", "abbot", "inns", "traders")
WITH_BOTH = TableOptions(edition="new-edition", options=EVERYTHING, takeback=0)


async def started(host: Host) -> RunningTable:
    """A started game of six."""
    number = (await host.lobby.join(CHANNEL, ANN))[0].number
    await host.lobby.choose_options(CHANNEL, ANN, number, WITH_BOTH)
    for person in SIX[1:]:
        await host.lobby.join(CHANNEL, person, number)
    return running((await host.lobby.start(CHANNEL, ANN, number)).after)


async def record_of(host: Host, table: StartedTable) -> Record:
    return parse_record(format_record(await host.history.record(table.number)))


async def test_a_game_is_stored_and_goes_on(tmp_path: Path) -> None:
    host = await open_host(tmp_path / "games.db")
    before = await take_turns(host, await started(host), 40)
    await host.close()

    host = await open_host(tmp_path / "games.db")
    after = running(await host.tables.load(before.number))
    assert any(placed.figure is BIG_FOLLOWER for placed in after.state.figures.values())
    assert (after.options, after.ply) == (before.options, before.ply)
    assert fingerprint(after.state) == fingerprint(before.state)
    assert after.state.extras == before.state.extras
    assert {seat.colour for seat in after.seats} == set(Colour)

    ended = finished(await take_turns(host, after, 150))
    record = await record_of(host, ended)
    assert verify(record) == len(record.entries)
    await host.close()


async def test_a_game_is_imported(tmp_path: Path) -> None:
    host = await open_host(tmp_path / "games.db")
    record = await record_of(host, await take_turns(host, await started(host), 150))
    await host.close()

    host = await open_host(tmp_path / "other.db")
    table = await host.administration.import_record(1, ANN, CHANNEL, record, SIX)
    assert [seat.person for seat in table.seats] == list(SIX)
    await host.close()
