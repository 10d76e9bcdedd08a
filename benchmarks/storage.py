"""Times what the database does for a turn, and compares SQLite with plain SQL: ``python -m benchmarks.storage``.

Before the bot used SQLAlchemy, it handed its own SQL to SQLite, a statement at a time. The same statements are
executed so, and by the storage, in turns. PostgreSQL is measured where it is installed.
"""

import asyncio
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from benchmarks.answers import percentile
from host import Host
from host.storage.database import Database, Query
from host.storage.database_transfer import transfer
from host.storage.sqlite_statements import read_call, write_calls
from host.storage.statements import Statement
from tests.fixtures import postgresql
from tests.fixtures.databases import url
from tests.fixtures.many_games import copy_game, make_game, open_game_host
from tests.fixtures.plain_sql import PlainSql
from tests.fixtures.positions import random_turns

GAMES: Final = 15
TURNS: Final = 12
"""How many turns are played in each game."""
ROUNDS: Final = 5
"""How often each is measured. The best round counts, because other programs only make it slower."""
TICK: Final = 0.001
BEFORE: Final = "SQLite before: plain SQL"
NOW: Final = "SQLite now"
SERVER: Final = "PostgreSQL, without fsync"

Work: TypeAlias = Callable[[], Awaitable[object]]
"""A transaction, or queries at one moment."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was handed to the database at once: statements to commit, or queries."""

    statements: Sequence[Statement] = ()
    queries: Sequence[Query] = ()


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of a turn, one after the other; of the processor for it; and of a turn, with all games at once.
    ``lateness``: so late is the event loop then, for 99 of 100 looks at it, in milliseconds.
    """

    turn: float
    processor: float
    crowded: float
    lateness: float

    def best(self, other: "Timing") -> "Timing":
        """Return the shorter times of two."""
        return Timing(
            min(self.turn, other.turn),
            min(self.processor, other.processor),
            min(self.crowded, other.crowded),
            min(self.lateness, other.lateness),
        )


async def record(path: Path) -> list[list[Step]]:
    """Play at each table of a database; return for each game what was handed to the database."""
    host = await open_game_host(path)
    steps = list[Step]()
    backend: Any = host._storage._database.backend  # noqa: SLF001 (what passes here is what is measured)
    commit, fetch = backend.commit, backend.fetch

    def recorded_commit(statements: Sequence[Statement]) -> Awaitable[object]:
        steps.append(Step(statements=statements))
        done: Awaitable[object] = commit(statements)
        return done

    def recorded_fetch(queries: Sequence[Query]) -> Awaitable[object]:
        steps.append(Step(queries=queries))
        done: Awaitable[object] = fetch(queries)
        return done

    games = []
    for number in range(1, GAMES + 1):
        await host.tables.load_running(number)  # the first reading of a game belongs to no turn
        backend.commit, backend.fetch = recorded_commit, recorded_fetch
        await _play(host, number)
        backend.commit, backend.fetch = commit, fetch
        games.append(steps.copy())
        steps.clear()
    await host.close()
    return games


async def _play(host: Host, number: int) -> None:
    choose = random_turns(number)
    for _ in range(TURNS):
        table = await host.tables.load_running(number)
        person = next(one for one in table.people if table.is_to_move(one.id))
        played = await host.turns.play(number, person, choose(table.state), table.ply)
        await host.message_log.mark_announced(number, played.after.ply, 1)
        await host.people.acknowledge_stopped_dms(person.id)


async def measure(works: Sequence[Sequence[Work]], crowd: Sequence[Sequence[Work]]) -> Timing:
    """Do the works of all games, one after the other; then those of ``crowd``, all games at once."""
    began, used = time.perf_counter(), time.process_time()
    for game in works:
        await _do(game)
    turn, processor = time.perf_counter() - began, time.process_time() - used
    late = list[float]()
    watching = asyncio.create_task(_watch(late))
    began = time.perf_counter()
    await asyncio.gather(*map(_do, crowd))
    crowded = time.perf_counter() - began
    watching.cancel()
    turns = len(works) * TURNS
    return Timing(1000 * turn / turns, 1000 * processor / turns, 1000 * crowded / turns, 1000 * percentile(late, 0.99))


async def _do(works: Sequence[Work]) -> None:
    for work in works:
        await work()


async def _watch(late: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - began - TICK)


def _by_hand(plain: PlainSql, step: Step) -> Work:
    if step.statements:
        writing = write_calls(step.statements)
        return lambda: plain.commit(writing)
    reading = [read_call(query) for query in step.queries]
    return lambda: plain.fetch(reading)


def _by_storage(database: Database, step: Step) -> Work:
    if step.statements:
        return lambda: database.commit(step.statements)
    return lambda: database.read_all(step.queries)


async def measure_plain(alone: Path, crowd: Path, games: Sequence[Sequence[Step]]) -> Timing:
    """Measure SQL by hand, with a copy of the database for each part."""
    stores = [await PlainSql.open(alone), await PlainSql.open(crowd)]
    works = [[[_by_hand(store, step) for step in game] for game in games] for store in stores]
    try:
        return await measure(works[0], works[1])
    finally:
        for store in stores:
            await store.close()


async def measure_storage(alone: str, crowd: str, games: Sequence[Sequence[Step]]) -> Timing:
    """Measure the storage, with a copy of the database for each part."""
    stores = [await Database.open(alone), await Database.open(crowd)]
    works = [[[_by_storage(store, step) for step in game] for game in games] for store in stores]
    try:
        return await measure(works[0], works[1])
    finally:
        for store in stores:
            await store.close()


def measure_all(folder: Path) -> dict[str, Timing]:
    """Measure everything in turns, and return the best of each."""
    before, copies = folder / "before.db", (folder / "alone.db", folder / "crowd.db")
    asyncio.run(make_game(before))
    copy_game(before, GAMES)
    games = asyncio.run(record(Path(shutil.copy(before, folder / "played.db"))))
    found: dict[str, Timing] = {}
    with _server(before) as new_address:
        for _ in range(ROUNDS):
            for name in (BEFORE, NOW, *([SERVER] if new_address else [])):
                for copy in copies:
                    shutil.copy(before, copy)
                if name == BEFORE:
                    timing = asyncio.run(measure_plain(copies[0], copies[1], games))
                elif new_address and name == SERVER:
                    timing = asyncio.run(measure_storage(new_address(), new_address(), games))
                else:
                    timing = asyncio.run(measure_storage(url(copies[0]), url(copies[1]), games))
                found[name] = found[name].best(timing) if name in found else timing
    return found


@contextmanager
def _server(before: Path) -> Iterator[Callable[[], str] | None]:
    """A server with copies of a database: the function makes one and returns its address. None without PostgreSQL."""
    if postgresql.why_not():
        yield None
        return
    with postgresql.running_server() as server:
        template = server.new_database()
        asyncio.run(transfer(url(before), server.url(template), lambda *_: None))
        yield lambda: server.url(server.new_database(template))


def main() -> None:
    """Print a row for each, with its ratio to plain SQL."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure_all(Path(folder))
    print(f"what the database does for a turn: {GAMES} games, {TURNS} turns each, the best of {ROUNDS} rounds")
    print(f"{'milliseconds':<28}{'a turn':>16}{'processor':>16}{f'{GAMES} at once':>16}{'loop late, p99':>16}")
    plain = found[BEFORE]
    for name, one in found.items():
        pairs = (
            (one.turn, plain.turn),
            (one.processor, plain.processor),
            (one.crowded, plain.crowded),
            (one.lateness, plain.lateness),
        )
        print(f"{name:<28}" + "".join(f"{f'{value:.2f} ({value / other:.2f})':>16}" for value, other in pairs))
    if SERVER not in found:
        print(f"PostgreSQL was not measured: {postgresql.why_not()}")


if __name__ == "__main__":
    main()
