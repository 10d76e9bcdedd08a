"""Tells a table, once, that its game is paused because its saved moves are damaged."""

import logging
from functools import partial

from cogs.delivery.background import BackgroundTasks
from cogs.delivery.backoff import Pauses, pause_after
from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import NoticeNotSentError, is_passing_trouble
from cogs.delivery.nonces import nonce_of
from cogs.delivery.notices import post_notice
from cogs.delivery.slots import Slots
from cogs.text.host_errors import host_error_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import QuarantinedGame

log = logging.getLogger(__name__)


class QuarantineNotices:
    """Posts the notices in the background, as soon as such a game is found. What fails in passing is tried again."""

    def __init__(self, context: DeliveryContext, retry_pauses: Pauses) -> None:
        self._context = context
        self._log = context.host.message_log
        self._retry_pauses = retry_pauses
        self._tasks = BackgroundTasks()
        self._slots = Slots()

    def begin(self) -> None:
        """Tell the tables whose games were found so far, and from now on each as it is found."""
        self._log.quarantine_found.add(self._tell_in_background)
        for game in self._log.quarantined:
            self._tell_in_background(game)

    async def finish(self) -> None:
        """Wait until what is being sent has arrived."""
        self._log.quarantine_found.remove(self._tell_in_background)
        await self._tasks.finish()

    async def close(self) -> None:
        """Stop telling."""
        self._log.quarantine_found.remove(self._tell_in_background)
        await self._tasks.close()

    def _tell_in_background(self, game: QuarantinedGame) -> None:
        if not game.is_over and self._context.host.is_home(game.table.venue):
            self._tasks.begin(self._slots.run(partial(self._tell, game, failures=0)))

    async def _tell(self, game: QuarantinedGame, *, failures: int) -> None:
        """Post the notice, unless it was posted before. It is stored first, so that no table is told twice."""
        number = game.table.number
        try:
            if game in self._log.quarantined and await self._log.note_told_quarantined(number):
                await self._post(game)
        except NoticeNotSentError as error:
            log.warning("game %d: not told that it is paused: %r", number, error.__cause__)
            if is_passing_trouble(error.__cause__):  # else the next start tries it again
                again = partial(self._tell, game, failures=failures + 1)
                self._tasks.begin_after(pause_after(failures + 1, self._retry_pauses), again)
        except Exception:
            log.exception("game %d: not told that it is paused", number)

    async def _post(self, game: QuarantinedGame) -> None:
        """Post the notice. If that fails, or is cut short because the bot stops, store that it was not posted."""
        try:
            with use_language(table_language(game.table)):
                text = host_error_text(game.error)
            await post_notice(self._context.channels, game.table, text, nonce=nonce_of("quarantine", game.table.number))
        except BaseException:
            await self._log.note_told_quarantined(game.table.number, is_told=False)
            raise
