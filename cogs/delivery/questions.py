"""The messages of questions: they say how a question stands, and lose their buttons when there is nothing to answer.

That is so when it is decided, and when the game has moved on. Each message goes on in the language in which it was
written.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.membership import absent_players, has_left
from cogs.message.questions import end_view, vote_view
from cogs.text.clock import closed_text
from cogs.text.end_by_agreement import end_question
from cogs.text.i18n import speaking
from cogs.text.table import language_at
from cogs.text.votes import decided_text, vote_text
from host import VOTING, DecidedVote, MessageRef, NotificationKind, OpenVote, RunningTable, Voted

log = logging.getLogger(__name__)

Content: TypeAlias = tuple[str, discord.ui.View | None]
"""What a question says by now, and its buttons; one without any is over."""
ContentOf: TypeAlias = Callable[[], Awaitable[Content]]
"""Returns it in the language spoken."""


class Questions:
    """Keeps the messages of questions up to date."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._host = context.host

    async def show(
        self,
        number: int,
        round_: int,
        *kinds: NotificationKind,
        content_of: ContentOf,
        pressed: discord.Interaction[Any] | None = None,
    ) -> None:
        """Let every message of a question say how it stands, first the one with the button that was ``pressed``.

        Raise discord.HTTPException and OSError where that one cannot be edited; others are closed later then.
        """
        table_language = language_at(await self._host.tables.load(number))
        messages = await self._host.notifications.open_messages(number, round_, *kinds)
        shown = pressed.message.id if pressed and pressed.message else 0
        if pressed:
            own = {one.message: language for one, language in messages.items()}.get(shown)
            text, view = await _in_language(own or table_language, content_of)
            await pressed.edit_original_response(content=text, view=view)
        for one, language in messages.items():
            text, view = await _in_language(language or table_language, content_of)
            is_shown = one.message == shown or await self._try_edit(one, text, view)
            if is_shown and view is None:
                await self._host.notifications.mark_closed(one)

    async def show_vote(
        self, before: RunningTable, round_: int, voted: Voted, *, pressed: discord.Interaction[Any] | None = None
    ) -> None:
        """Let the messages of a vote say how it stands, or what was decided; see ``show``.

        ``before`` is the table as it was voted on, in a round of its clock.
        """
        late = before.next_seat.person
        is_gone = isinstance(voted, OpenVote) and late is not None and await has_left(self._context, before, late.id)

        async def content() -> Content:
            if isinstance(voted, DecidedVote):
                return decided_text(before, voted.choice), None
            return vote_text(voted, is_gone=is_gone), vote_view(before.number, round_)

        await self.show(before.number, round_, *VOTING, content_of=content, pressed=pressed)

    async def recount(self, number: int) -> Voted | None:
        """Count an open vote anew, for somebody may have given up since, or not be waited for any more; show how it
        stands, and return it. None where there is no vote. Raise HostError.
        """
        before = self._host.tables.cached_running(number)
        if before is None or before.clock is None:
            return None
        if not before.clock.votes and not await self._has_messages(number, before.clock.round):
            return None
        voted = await self._host.voting.recount(number, await absent_players(self._context, before))
        if voted is not None:
            await self.show_vote(before, before.clock.round, voted)
        return voted

    async def show_end_request(self, number: int) -> None:
        """Let an open question to end a game tell who has yet to agree, where somebody has given up, perhaps since."""
        table = self._host.tables.cached_running(number)
        request = table.end_request if table else None
        if table is None or request is None or not any(seat.resigned for seat in table.seats):
            return

        async def content() -> Content:
            return end_question(table, request), end_view(table)

        await self.show(number, request.number, NotificationKind.ENDING, content_of=content)

    async def close_outdated(self, number: int) -> None:
        """Close the questions of a game that are over; where a message is gone or out of reach, it stays as it is.

        Raise discord.HTTPException and OSError where it makes sense to try again, HostError for a game that is held.
        """
        for notification, message, language in await self._host.notifications.closed_questions(number):
            table = await self._host.tables.load(number)
            with speaking(language or language_at(table)):
                text = closed_text(notification.kind, table)
            try:
                await self._context.channels.message(message).edit(content=text, view=None)
            except (discord.Forbidden, discord.NotFound) as error:
                log.info("game %d: its question %d stays: %s", number, message.message, error)
            await self._host.notifications.mark_closed(message)

    async def _has_messages(self, number: int, round_: int) -> bool:
        return bool(await self._host.notifications.open_messages(number, round_, *VOTING))

    async def _try_edit(self, message: MessageRef, text: str, view: discord.ui.View | None) -> bool:
        """Edit a message of a question; say whether it could be."""
        try:
            await self._context.channels.message(message).edit(content=text, view=view)
        except (discord.HTTPException, OSError) as error:
            log.info("question %d stays as it is so far: %s", message.message, error)
            return False
        return True


async def _in_language(language: str, content_of: ContentOf) -> Content:
    with speaking(language):
        return await content_of()
