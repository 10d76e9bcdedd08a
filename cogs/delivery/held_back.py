"""Says in the channel of a table who gets no direct message, because Discord limits how many begin."""

import logging
from collections.abc import Sequence

from cogs.delivery.channels import Channels
from cogs.delivery.errors import NoticeNotSentError
from cogs.delivery.nonces import nonce_of
from cogs.delivery.notices import post_notice
from cogs.text.channels import dms_held_back_text
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from host import StartedTable

log = logging.getLogger(__name__)


class HeldBackMessages:
    """Says it once in each game about each person, until that person gets a message again."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._told: set[tuple[int, int]] = set()

    async def tell(self, table: StartedTable, person_ids: Sequence[int]) -> None:
        """Say that these people, if any, get no direct message of a game's turn. If that fails, try the next time."""
        new = [person for person in table.people if person.id in person_ids]
        new = [person for person in new if (table.number, person.id) not in self._told]
        if not new:
            return
        keys = {(table.number, person.id) for person in new}
        self._told |= keys
        with use_language(table_language(table)):
            text = dms_held_back_text([person.name for person in new])
        try:
            nonce = nonce_of("held back", table.number, table.ply, *sorted(person.id for person in new))
            await post_notice(self._channels, table, text, nonce=nonce)
        except BaseException as error:
            self._told -= keys
            if not isinstance(error, NoticeNotSentError):
                raise
            log.info("game %d: not told who gets no direct message: %r", table.number, error.__cause__)

    def forget(self, number: int, person_id: int) -> None:
        """Note that a person has got a message of a game."""
        self._told.discard((number, person_id))
