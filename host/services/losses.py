"""Turns that the server has lost although people were told of them: this is said at their tables."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from host.errors import NoTableError, QuarantinedError
from host.model.game import Transition
from host.model.losses import after_loss, loss_kind
from host.model.table import SeatedTable
from host.model.table_errors import GameOverError, NotStartedError
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.storage import Storage


class Losses:
    """Stores that tables have to be told of turns that are lost. Several processes may find the same loss."""

    def __init__(self, storage: Storage, runner: CommandRunner, now: Callable[[], datetime]) -> None:
        self._games = storage.games
        self._now = now
        self.runner = runner

    @uncancellable
    async def note(self, lost: SeatedTable) -> bool:
        """Store the notification that a table, as it was in memory, has lost its last entries. Return whether there is
        a new one.

        There is none if the game does not run as it is stored, or if another process has found the loss before.
        """
        async with self._games.lock(lost.number):
            try:
                before = await self._games.load_running(lost.number)
            except (NoTableError, NotStartedError, GameOverError, QuarantinedError):
                return False
            kind = loss_kind(lost, before.table)
            if kind is None or before.table.losses > lost.losses:
                return False
            table, notification = after_loss(before.table, kind, self._now())
            await self._games.save(Transition(before, replace(before, table=table)), additions=[notification])
            return True
