"""What a kind of database does in its own words. All else that is stored is said once, for all of them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Table

from host.errors import DatabaseName, HostError
from host.model.observers import Observers
from host.storage.engine.server_clock import ServerClock
from host.storage.engine.statements import Query, Row, Statement

T = TypeVar("T")
Tell: TypeAlias = Callable[[str], None]
"""Told in a sentence, for whoever runs the bot, why the database is not open yet."""


@dataclass(frozen=True, slots=True)
class Opening:
    """How a program opens a database."""

    waits: bool
    """Whether it waits while others are in its way that will end."""
    version: int
    """The version of the schema that it knows."""
    tell: Tell


class Run(Protocol):
    """Lets functions work with a connection, one after the other."""

    async def __call__(self, work: Callable[[Connection], T], /) -> T:
        """Let a function work with the connection, perhaps in another thread."""


class Backend(Protocol):
    """A database of a bot. What only processes that share a database need does nothing here."""

    name: DatabaseName
    """What the database is called in errors."""
    file: Path | None
    """The file that holds the database; None if it is on a server."""
    process: str
    """The name under which this process claims what it does. No other process that uses the database has it."""
    is_shared: bool
    """Whether other processes may use the database at the same time."""
    is_interruptible: bool
    """Whether a task that is cancelled stops its transaction on the way."""
    lost: Observers[[]]
    """Told once when another process has taken over, or may have. From then on, ``check_owned`` raises
    TakenOverError.
    """
    clock: ServerClock
    """How far the clock of this machine is from the one that all processes share."""

    @property
    def has_standby(self) -> bool:
        """Whether another process waits to take over, as far as is known."""
        return False

    async def open(self) -> None:
        """Take the database, or a part of its shards, for this process. Raise what is in the way."""

    async def check_owned(self) -> None:
        """Take the database again if it was lost, as a server that starts anew forgets who had it.

        Raise StorageError.
        """
        return

    async def note_up_to_date(self) -> None:
        """From now on, let other processes serve the other shards. A process that is to change the schema has the
        whole database for itself.
        """
        return

    async def confirm_owned(self) -> None:
        """Make sure that no other process can have the database yet, or the same part of it. Raise StorageError."""
        return

    async def close(self) -> None:
        """Close all connections, then let another process have the database."""

    async def commit(self, statements: Sequence[Statement]) -> None:
        """Execute all statements or none. Raise ConflictError."""

    async def fetch(self, queries: Sequence[Query]) -> list[Sequence[Row]]:
        """Return the rows of several queries, as the database is at one moment."""

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Let a function work in a transaction of its own, perhaps in another thread."""

    async def migrate(self, work: Callable[[Connection], T]) -> T:
        """Let a function change the schema, in one transaction that takes as long as it needs. One process at a time
        does that. It may drop a table to which others refer, if it makes the table anew.

        Raise DamagedDatabaseError, and change nothing, if rows then refer to others that are not there. If the task is
        cancelled, the transaction ends soon, and nothing is changed.
        """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Let a function read, perhaps in another thread."""

    def long_transaction(self) -> AbstractAsyncContextManager[Run]:
        """Return a transaction for a block that also waits for other things. The block gets what lets functions work in
        it. Others may have to wait for its end.
        """

    def alone(self, key: str, *, waits: bool) -> AbstractAsyncContextManager[bool]:
        """Return a block that one process at a time runs for a key. See ``Database.alone``."""
        return nullcontext(enter_result=True)

    async def listen(self, began: Callable[[], None], hear: Callable[[str], None]) -> None:
        """Call ``hear`` with a message for each change that a process stores, from when ``began`` is called.

        A message names a kind of data, the key of what has changed, and the process: ``games 7 carcassonne 0/2 5f0c``.
        Return, or raise, when the connection is lost. A database that is not shared has nothing to tell.
        """
        return

    async def stop_waiting(self) -> None:
        """From now on, fail at once where another program has locked the database."""

    async def purge(self) -> None:
        """Remove from the disk what was deleted, if the database does not reuse the room by itself."""
        return

    async def size(self) -> int:
        """Return the bytes that the database takes on the disk."""

    def continue_numbers(self, connection: Connection, table: Table) -> None:
        """Let the numbers that the database gives to new rows go on after those that a table has, if it does not look
        at the highest one by itself.
        """
        return

    def host_error(self, error: Exception) -> HostError | None:
        """Return what an error of the driver means for whoever runs the bot; None if the database is not to blame."""

    def is_passing(self, error: Exception) -> bool:
        """Return whether a transaction has only met another one, and can be tried again: nothing of it was stored."""
        return False
