"""Turns that the server has lost although people were told of them: this is said at their tables."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from host.errors import NoTableError, QuarantinedError
from host.model.game import Transition
from host.model.losses import after_loss, loss_kind, lost_message
from host.model.notifications import LOSS_KINDS, OutdatedMessage
from host.model.table import MessageRef, RunningTable, SeatedTable
from host.model.table_errors import GameOverError, NotStartedError
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.storage import Storage


class Losses:
    """Stores that tables have to be told of turns that are lost. Several processes may find the same loss."""

    def __init__(self, storage: Storage, runner: CommandRunner, now: Callable[[], datetime]) -> None:
        self._games = storage.games
        self._notifications = storage.notifications
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
            kind, message = loss_kind(lost, before.table), lost_message(lost, before.table)
            if before.table.losses > lost.losses:
                await self._note_message(before.table, message)
                return False
            if kind is None:
                return False
            table, notification = after_loss(before.table, kind, self._now())
            outdated = [OutdatedMessage(notification, message)] if message else []
            await self._games.save(
                Transition(before, replace(before, table=table)), additions=[notification, *outdated]
            )
            return True

    async def _note_message(self, table: RunningTable, message: MessageRef | None) -> None:
        """Store a message of a lost turn that the process did not know which has stored the loss."""
        if message:
            for one, _ in await self._notifications.of_game(table.number):
                if one.kind in LOSS_KINDS and one.round == table.losses:
                    await self._notifications.add_outdated(OutdatedMessage(one, message))
