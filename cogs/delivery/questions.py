"""Keeps the messages of questions up to date. A question is a vote, an undo, or the end of a game.

The messages show the answers so far. They lose their buttons when the question is decided, or when the game has gone
on. Each message keeps its language.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.membership import absent_players, has_left
from cogs.message.questions import end_view, vote_view
from cogs.text.clock import question_closed_text
from cogs.text.end_by_agreement import end_question
from cogs.text.i18n import use_language
from cogs.text.table import table_language
from cogs.text.votes import decided_text, vote_text
from host import VOTE_KINDS, DecidedVote, MessageRef, NotificationKind, OpenVote, RunningTable, VoteResult

log = logging.getLogger(__name__)

Content: TypeAlias = tuple[str, discord.ui.View | None]
"""The text and the buttons of a question. A question without buttons is over."""
MakeContent: TypeAlias = Callable[[], Awaitable[Content]]
"""Returns the content in the current language."""


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
        make_content: MakeContent,
        pressed: discord.Interaction[Any] | None = None,
    ) -> None:
        """Update all messages of a question. Begin with the one whose button was ``pressed``.

        If that one cannot be edited, raise what ``is_discord_trouble`` names. ``close_outdated`` closes the others
        later.
        """
        language_of_table = table_language(await self._host.tables.load(number))
        messages = await self._host.notifications.open_messages(number, round_, *kinds)
        shown = pressed.message.id if pressed and pressed.message else 0
        if pressed:
            shown_language = {one.message: language for one, language in messages.items()}.get(shown)
            text, view = await _in_language(shown_language or language_of_table, make_content)
            await pressed.edit_original_response(content=text, view=view)
        for one, language in messages.items():
            text, view = await _in_language(language or language_of_table, make_content)
            is_shown = one.message == shown or await self._try_edit(one, text, view)
            if is_shown and view is None:
                await self._host.notifications.mark_closed(one)

    async def show_vote(
        self, before: RunningTable, round_: int, voted: VoteResult, *, pressed: discord.Interaction[Any] | None = None
    ) -> None:
        """Update the messages of a vote: they show the votes so far, or the decision. See ``show`` for errors.

        ``before`` is the table before the vote. ``round_`` is the round of its clock.
        """
        late = before.next_seat.person
        is_gone = isinstance(voted, OpenVote) and late is not None and await has_left(self._context, before, late.id)

        async def content() -> Content:
            if isinstance(voted, DecidedVote):
                return decided_text(before, voted.choice), None
            return vote_text(voted, is_gone=is_gone), vote_view(before.number, round_)

        await self.show(before.number, round_, *VOTE_KINDS, make_content=content, pressed=pressed)

    async def recount(self, number: int) -> VoteResult | None:
        """Count an open vote again, because the voters may have changed, and update its messages.

        Return the result; None if there is no vote. Raise HostError.
        """
        clock = summary.clock if (summary := self._host.tables.running_summary(number)) else None
        if clock is None or not (clock.votes or await self._has_messages(number, clock.round)):
            return None
        before = await self._host.tables.load_if_running(number)
        if before is None or before.clock is None:
            return None
        voted = await self._host.voting.recount(number, await absent_players(self._context, before))
        if voted is not None:
            await self.show_vote(before, before.clock.round, voted)
        return voted

    async def show_end_request(self, number: int) -> None:
        """Update an open question to end a game after somebody has resigned: their consent is no longer needed."""
        summary = self._host.tables.running_summary(number)
        if summary is None or not summary.end_request or not any(seat.resigned for seat in summary.seats):
            return
        table = await self._host.tables.load_if_running(number)
        request = table.end_request if table else None
        if table is None or request is None:
            return

        async def content() -> Content:
            return end_question(table, request), end_view(table)

        await self.show(number, request.number, NotificationKind.ENDING, make_content=content)

    async def close_outdated(self, number: int) -> None:
        """Close the questions of a game that are over. Skip messages that are deleted or that the bot cannot edit.

        Raise what ``is_discord_trouble`` names if the caller should try again, and HostError for a game on hold.
        """
        for notification, message, language in await self._host.notifications.closed_questions(number):
            table = await self._host.tables.load(number)
            with use_language(language or table_language(table)):
                text = question_closed_text(notification.kind, table)
            try:
                await self._context.channels.message(message).edit(content=text, view=None)
            except (discord.Forbidden, discord.NotFound) as error:
                log.info("game %d: its question %d stays: %s", number, message.message, error)
            await self._host.notifications.mark_closed(message)

    async def _has_messages(self, number: int, round_: int) -> bool:
        return bool(await self._host.notifications.open_messages(number, round_, *VOTE_KINDS))

    async def _try_edit(self, message: MessageRef, text: str, view: discord.ui.View | None) -> bool:
        """Edit a message of a question. Return whether that was possible."""
        try:
            await self._context.channels.message(message).edit(content=text, view=view)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            log.info("question %d stays as it is so far: %s", message.message, error)
            return False
        return True


async def _in_language(language: str, make_content: MakeContent) -> Content:
    with use_language(language):
        return await make_content()
