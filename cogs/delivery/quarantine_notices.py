"""Tells a table, once, that its game is paused because its saved moves are damaged."""

import logging
from functools import partial

from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import NoticeNotSentError, is_passing_trouble
from host.model.log_replay import QuarantinedGame
from screens.text.host_errors import host_error_text
from screens.text.i18n import use_language
from screens.text.names import table_language

log = logging.getLogger(__name__)


class QuarantineNotices:
    """Posts the notices in the background, as soon as such a game is found. What fails in passing is tried again."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._log = context.host.message_log

    def begin(self) -> None:
        """Tell the tables whose games were found so far, and from now on each as it is found."""
        self._log.quarantine_found.add(self._tell_in_background)
        for game in self._log.quarantined:
            self._tell_in_background(game)

    def stop(self) -> None:
        """Begin to tell no more tables."""
        self._log.quarantine_found.remove(self._tell_in_background)

    def _tell_in_background(self, game: QuarantinedGame) -> None:
        if not game.is_over and self._context.host.is_home(game.table.venue):
            key = ("quarantine", game.table.number)
            self._context.jobs.ask(key, partial(self._tell, game), venue=game.table.venue)

    async def _tell(self, game: QuarantinedGame) -> None:
        """Post the notice, unless it was posted before. It is stored first, so that no table is told twice."""
        number = game.table.number
        try:
            if game in self._log.quarantined and await self._log.note_told_quarantined(number):
                await self._post(game)
        except NoticeNotSentError as error:
            if is_passing_trouble(error.__cause__):
                raise
            log.warning("game %d: not told that it is paused: %r", number, error.__cause__)  # the next start tries it

    async def _post(self, game: QuarantinedGame) -> None:
        """Post the notice. If that fails, or is cut short because the bot stops, store that it was not posted."""
        try:
            with use_language(table_language(game.table)):
                text = host_error_text(game.error)
            await self._context.poster.notice(game.table, text, key=("quarantine", game.table.number))
        except BaseException:
            await self._log.note_told_quarantined(game.table.number, is_told=False)
            raise
