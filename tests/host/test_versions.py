"""Two versions of the program on one database: the newer one changes the schema while nobody serves, or not at all.

A newer program is played by one that knows a further revision.
"""

import asyncio
import shutil
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from host.errors import NewerDatabaseError, TakenOverError
from host.model.shards import ShardGroup
from host.storage.engine import postgresql_locks, postgresql_server
from host.storage.engine.database import Database
from host.storage.engine.schema_version import REVISIONS, newest_version
from host.storage.schema.migrations import migrate
from tests.fixtures import postgresql
from tests.fixtures.databases import database_of, execute, fetch
from tests.host.revisions import add_revision
from tests.host.tables import ANN, BOB, ROOT, begin, open_host, take_turns

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or ""),
]

NOW = newest_version()
NEXT = NOW + 1
HALF, OTHER_HALF = ShardGroup.parse("0/2"), ShardGroup.parse("1/2")
LONG = 4711
"""A lock for which a revision waits, as for a change that takes minutes."""


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes ask again soon."""
    monkeypatch.setattr(postgresql_locks, "_PAUSE", 0.01)
    monkeypatch.setattr(postgresql_locks, "_STANDBY_PAUSE", 0.05)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """The revisions of a newer program."""
    folder = Path(shutil.copytree(REVISIONS, tmp_path / "revisions"))
    add_revision(folder, NEXT, f'op.execute("SELECT pg_advisory_xact_lock({LONG})")')
    return folder


class Told:
    """What a process tells while it opens a database."""

    def __init__(self) -> None:
        self.sentences = asyncio.Queue[str]()

    def __call__(self, sentence: str) -> None:
        self.sentences.put_nowait(sentence)

    async def until(self, part: str) -> None:
        """Wait until a sentence with these words was told."""
        async with asyncio.timeout(60):
            while part not in await self.sentences.get():
                pass


async def version(database: Database) -> int:
    return int((await fetch(database, "SELECT version_num FROM alembic_version"))[0]["version_num"])


async def test_an_older_program_is_no_standby_of_a_newer_one(newer: Path) -> None:
    place = postgresql.migrated_database()
    serving = await Database.open(place, version=NEXT)
    told = Told()
    waiting = asyncio.create_task(Database.open(place, waits=True, tell=told))
    await told.until("another process serves all servers")
    await migrate(serving, newer)
    for older in (waiting, asyncio.create_task(Database.open(place, waits=True))):
        with pytest.raises(NewerDatabaseError) as caught:
            await asyncio.wait_for(older, 30)
        assert (caught.value.version, caught.value.known) == (NEXT, NOW)
    await serving.close()


async def test_the_schema_is_not_changed_while_an_older_program_serves(newer: Path) -> None:
    place = postgresql.migrated_database()
    older = await open_host(place, shards=HALF)
    told = Told()
    opening = asyncio.create_task(Database.open(place, OTHER_HALF, waits=True, version=NEXT, tell=told))
    await told.until(f"to version {NEXT}, but an older program still serves shards 0/2. Update or stop that one")
    table = await begin(older, ANN, BOB)
    assert (await take_turns(older, table, 2)).ply > table.ply
    assert await version(database_of(older)) == NOW
    await older.close()
    opened = await asyncio.wait_for(opening, 30)
    assert await migrate(opened, newer) == NEXT
    other = await Database.open(place, HALF, version=NEXT)  # nobody has it for themselves any more
    await other.close()
    await opened.close()


@pytest.mark.parametrize("found", [NEXT, NOW - 1])
async def test_a_program_ends_where_the_schema_is_another_one_after_it_was_cut_off(found: int) -> None:
    """A newer program has changed it, or a backup has taken its place."""
    place = postgresql.migrated_database()
    host = await open_host(place)
    database = database_of(host)
    table = await begin(host, ANN, BOB)
    lost = asyncio.Event()
    host.lost.add(lost.set)
    await execute(database, f"UPDATE alembic_version SET version_num = '{found:04}'")
    end_connection(database.backend._locks._driver.get_server_pid())  # type: ignore[attr-defined]
    await asyncio.wait_for(lost.wait(), 30)
    with pytest.raises(TakenOverError):
        await take_turns(host, table, 1)
    await host.close()


async def test_others_wait_while_one_changes_the_schema_and_there_is_no_time_limit(
    newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_server, "_SETTINGS", {"timeout": 5, "command_timeout": 0.5})
    place = postgresql.migrated_database()
    name = place.partition("@/")[2].partition("?")[0]
    told, told_other = Told(), Told()
    with postgresql.server().session(name) as ask:
        ask(f"SELECT 1 FROM pg_advisory_lock({LONG})")
        first = await Database.open(place, HALF, waits=True, version=NEXT, tell=told)
        migrating = asyncio.create_task(migrate(first, newer))
        await told.until(f"from version {NOW} to {NEXT}. That may take minutes")
        opening = asyncio.create_task(Database.open(place, OTHER_HALF, version=NEXT, tell=told_other))
        await told_other.until("another process brings the database up to date")
        await asyncio.sleep(1)  # twice as long as any other statement may take
        assert not migrating.done()
        assert not opening.done()
        assert ask(f"SELECT 2 FROM pg_advisory_unlock({LONG})") == "2"
        await asyncio.wait_for(migrating, 30)
        second = await asyncio.wait_for(opening, 30)
    assert await version(second) == NEXT
    await second.close()
    await first.close()


def end_connection(pid: int) -> None:
    """End a connection, as a server or a network does."""
    postgresql.server().execute(f"SELECT pg_terminate_backend({pid})")


async def until(is_true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    for _ in range(1500):
        if is_true():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
KILLED = """
    import asyncio, sys
    from pathlib import Path
    from host.model.shards import ShardGroup
    from host.storage.engine.database import Database
    from host.storage.schema.migrations import migrate

    async def change(place: str, folder: str, version: str) -> None:
        database = await Database.open(place, ShardGroup.parse("0/2"), version=int(version))
        await migrate(database, Path(folder))

    asyncio.run(change(*sys.argv[1:]))
"""


async def test_another_process_changes_the_schema_when_the_first_one_is_killed(newer: Path) -> None:
    place = postgresql.migrated_database()
    name = place.partition("@/")[2].partition("?")[0]
    with postgresql.server().session(name) as ask:
        ask(f"SELECT 1 FROM pg_advisory_lock({LONG})")
        killed = await asyncio.create_subprocess_exec(
            sys.executable, "-c", textwrap.dedent(KILLED), place, str(newer), str(NEXT), cwd=ROOT
        )
        await until(lambda: ask(WAITING) == "1")
        killed.kill()
        await killed.wait()
        second = await Database.open(place, OTHER_HALF, waits=True, version=NEXT)
        migrating = asyncio.create_task(migrate(second, newer))
        await until(lambda: ask(f"{WAITING} AND objid <> {LONG}") == "1")
        await until(lambda: ask(WAITING) == ask(f"{WAITING} AND objid = {LONG}") == "1")  # the first one was ended
        ask(f"SELECT 2 FROM pg_advisory_unlock({LONG})")
        await asyncio.wait_for(migrating, 30)
    assert await version(second) == NEXT
    await second.close()
