"""The messages that show the tables, and the plies that were announced.

The tables *here* are those of the servers that this process serves. Only their messages are sent by it.
"""

from datetime import datetime

from host.errors import QuarantinedError
from host.model.clock import Clock
from host.model.log_replay import QuarantinedGame
from host.model.observers import Observers
from host.model.table import MessageRef, RunningSummary, StartedTable, Venue
from host.model.table_lookup import require_started
from host.services.service import Service, uncancellable


class MessageLog(Service):
    """What the host knows of the messages that show its tables."""

    @property
    def quarantine_found(self) -> Observers[[QuarantinedGame]]:
        """Told each game whose log turns out not to replay to what was stored."""
        return self._games.quarantine_found

    @property
    def quarantined(self) -> list[QuarantinedGame]:
        """The games found so far whose logs do not replay, by number."""
        return self._games.quarantined

    @uncancellable
    async def note_told_quarantined(self, number: int, *, is_told: bool = True) -> bool:
        """Store whether a table was told that its game is quarantined. Return whether that is new.

        When the game goes on, its next change forgets that.
        """
        return await self._games.note_told_quarantined(number, is_told=is_told)

    async def unannounced(self) -> list[RunningSummary | StartedTable]:
        """Return the started tables here, also those over, that have come further than was announced, by number.

        A game that runs is not read for this.
        """
        tables = [await self._summary_or_table(number) for number in await self._games.unannounced()]
        return [table for table in tables if table is not None]

    async def tables_with_messages(self) -> list[int]:
        """Return the numbers of the tables here with messages that may have to be updated.

        These are the status message, the message of the turn, and those of questions.
        """
        return await self._games.numbers_with_messages()

    @uncancellable
    async def mark_announced(
        self,
        number: int,
        ply: int,
        message: int | None,
        clock: Clock | None = None,
        *,
        played_at: datetime | None = None,
        is_found: bool = False,
    ) -> bool:
        """Store that a ply was announced by a message that shows this clock (None if it could not be sent).

        A message that was not sent now but ``is_found`` may show something else: it counts as outdated. Return False,
        and store nothing, if the server has lost the ply that was ``played_at`` that time: another turn may have its
        number now.
        """
        async with self._games.lock(number):
            return await self._games.mark_announced(number, ply, message, clock, played_at, is_found=is_found)

    @uncancellable
    async def mark_shown(self, number: int, clock: Clock | None) -> None:
        """Store that the message of a turn was edited and shows this clock now."""
        async with self._games.lock(number):
            await self._games.mark_shown(number, clock)

    @uncancellable
    async def mark_status_message(self, number: int, message: MessageRef | None) -> None:
        """Store the status message of a table; None if there is none to be updated."""
        async with self._games.lock(number):
            await self._games.mark_status_message(number, message)

    @uncancellable
    async def move(self, number: int, venue: Venue) -> StartedTable:
        """Move a game to another channel, such as a thread of its own.

        Raise NoTableError, NotStartedError or QuarantinedError.
        """
        async with self._games.lock(number):
            return await self._games.move(number, venue)

    async def forget_messages(self) -> None:
        """Forget all messages of the tables here, for a chat that loses its messages at a restart.

        Then no ply counts as announced.
        """
        for table in self._games.home_tables:
            if isinstance(table, RunningSummary):
                await self.mark_announced(table.number, -1, None)
            await self.mark_status_message(table.number, None)

    async def _summary_or_table(self, number: int) -> RunningSummary | StartedTable | None:
        """Return a started table; None if it is quarantined."""
        summary = self._games.tables.find(number)
        if isinstance(summary, RunningSummary):
            return summary
        try:
            return require_started(await self._games.load(number))
        except QuarantinedError:
            return None
