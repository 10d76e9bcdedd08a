"""What tests of the shards' locks need: which connection has them, how it is lost, and who gets them next."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from host.host import Host
from host.storage.postgresql_locks import ShardLocks
from host.storage.postgresql_server import PostgresqlServer
from tests.fixtures import postgresql

PATIENCE: Final = 60
"""Seconds for which a test waits for what happens soon, unless the machine is very busy."""
EVERYTHING: Final = int.from_bytes(b"carcasso")
"""The lock of a process that serves all shards, and of programs from before there were shards."""


def name_of(place: str) -> str:
    """Return the name of a database of the tests' server."""
    return place.partition("@/")[2].partition("?")[0]


def server_of(host: Host) -> PostgresqlServer:
    """Return the server as a host knows it."""
    backend = host._storage._database.backend
    assert isinstance(backend, PostgresqlServer)
    return backend


def locks_of(host: Host) -> ShardLocks:
    """Return the locks of a host."""
    return server_of(host)._locks


def lock_pid(host: Host) -> int:
    """Return the server's id of the connection that holds a host's locks."""
    return int(locks_of(host)._driver.get_server_pid())


def end_connection(pid: int) -> None:
    """End a connection, as a server or a network does."""
    postgresql.server().execute(f"SELECT pg_terminate_backend({pid})")


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds that the server knows, or that a task in the background does."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def note_end(host: Host, pid: int) -> None:
    """Wait until a host has noticed that the connection with its locks has ended."""
    await until(lambda: locks_of(host)._driver is None or lock_pid(host) != pid)


@asynccontextmanager
async def next_in_line(place: str, lock: str) -> AsyncIterator["asyncio.Task[str]"]:
    """Another program that waits for a lock, so that the server gives it to nobody else. The task ends when it has it.

    It keeps the lock to the end of the block.
    """
    name = name_of(place)
    waiting = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        f" AND database = (SELECT oid FROM pg_database WHERE datname = '{name}')"
    )
    with postgresql.server().session(name) as program:
        taking = asyncio.create_task(asyncio.to_thread(program, f"SELECT pg_advisory_lock({lock})"))
        await until(lambda: postgresql.server().execute(waiting) != "0")
        yield taking
        await taking
