"""Private answers to commands and components, and first direct messages."""

import asyncio
import dataclasses
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import discord

from cogs.delivery.errors import DmLimitError, is_discord_trouble, trouble_noted
from cogs.delivery.poster import Post, made
from cogs.delivery.private_answers import PrivateAnswer
from cogs.discord_screens import edited, sent
from cogs.interaction.client import Interaction
from screens.screen import Change, Screen
from screens.text.i18n import current_language
from screens.text.markup import truncate
from screens.text.settings import dms_blocked_text, dms_delayed_text

T = TypeVar("T")

log = logging.getLogger(__name__)

DEFERRAL_PAUSE: Final = 1.5
"""Seconds after which Discord is told that the answer to a command will come."""
PROGRESS_PAUSE: Final = 1.0
"""Seconds between two edits of an answer that tells how far something is, and before the first one."""
_DEFERRAL: Final = "deferral"


@asynccontextmanager
async def deferred_if_slow(interaction: Interaction) -> AsyncIterator[None]:
    """Have a command answered with one request within this block. If that takes long, the bot "is thinking" meanwhile,
    because Discord waits only three seconds.
    """
    deferral = _Deferral(interaction)
    interaction.extras[_DEFERRAL] = deferral
    try:
        yield
    finally:
        await deferral.end()


class _Deferral:
    """Defers the answer to a command after a moment, unless it comes before."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self._is_deferring = False
        self._task = asyncio.create_task(self._defer_later())

    async def _defer_later(self) -> None:
        await asyncio.sleep(DEFERRAL_PAUSE)
        self._is_deferring = True
        await self._interaction.response.defer(ephemeral=True)

    async def end(self) -> None:
        """Defer no more. What has begun is waited for."""
        if not self._is_deferring:
            self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled() and (error := self._task.exception()):
            log.warning("an answer could not be deferred: %r", error)


async def answer(interaction: Interaction, screen: Screen | str) -> None:
    """Answer in private. The interaction may be deferred or not. Raise discord.HTTPException."""
    if deferral := interaction.extras.pop(_DEFERRAL, None):
        await deferral.end()
    if interaction.response.is_done():
        await interaction.followup.send(**_private(screen))
    else:
        await interaction.response.send_message(**_private(screen))


async def answer_deferred(interaction: Interaction, screen: Screen | str) -> discord.WebhookMessage:
    """Answer a deferred interaction in private, and return the message. Raise discord.HTTPException."""
    return await interaction.followup.send(**_private(screen), wait=True)


def fitting(screen: Screen | str) -> Screen:
    """Return a screen, or a text alone, with a text that is as short as Discord wants it."""
    shown = Screen(screen) if isinstance(screen, str) else screen
    return dataclasses.replace(shown, text=truncate(shown.text))


def _private(screen: Screen | str) -> dict[str, Any]:
    return sent(fitting(screen)) | {"ephemeral": True}


async def try_answer(number: int, answered: Awaitable[T]) -> T | None:
    """Await an answer to somebody who has changed a table, before the others are told.

    If Discord doesn't take the answer, the change counts nonetheless; then return None.
    """
    try:
        return await answered
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.warning("table %d: the answer about a change is lost: %s", number, error)
    return None


async def try_first_dm(interaction: Interaction, post: Post) -> tuple[bool, list[str]]:
    """Send a person a first direct message. Return whether they take any, and notes for them if it has not arrived.

    If Discord lets no conversation begin now, later messages may arrive.
    """
    try:
        await interaction.client.poster.to_person(interaction.user.id, current_language(), made(post))
    except DmLimitError:
        return True, [dms_delayed_text()]
    except discord.Forbidden:
        return False, [dms_blocked_text()]
    return True, []


async def replace_message(interaction: Interaction, screen: Screen | str) -> None:
    """Replace all that the message of a component holds, or the answer before.

    The interaction is deferred. Raise discord.HTTPException.
    """
    shown = fitting(screen)
    await interaction.edit_original_response(**edited(Change(shown.text, shown.rows, shown.files)))


async def finish_message(interaction: Interaction, text: str) -> None:
    """Finish with the message of a button. A private message gets the text, a public one is deleted."""
    if is_message_private(interaction):
        await replace_message(interaction, text)
    else:
        await interaction.delete_original_response()


async def answer_in_place(interaction: Interaction, screen: Screen | str) -> None:
    """Answer in the message whose button was pressed if only this person sees it; else in a private answer."""
    await (replace_message if is_message_private(interaction) else answer)(interaction, screen)


def is_message_private(interaction: Interaction) -> bool:
    """Return whether only the person sees the message of a button."""
    message = interaction.message
    return interaction.guild_id is None or bool(message and message.flags.ephemeral)


@asynccontextmanager
async def progress_told(
    shown: PrivateAnswer, text: Callable[[int, int], str]
) -> AsyncIterator[Callable[[int, int], None]]:
    """Yield a listener, and edit a private answer to the text for what it heard last.

    That is done at most once in ``PROGRESS_PAUSE`` seconds. At the end no edit is under way any more, so none can
    overtake what the caller shows then.
    """
    telling = _Telling(shown, text)
    task = asyncio.create_task(telling.keep_on())
    try:
        yield telling.note
    finally:
        task.cancel()
        await asyncio.wait([task])
        if telling.edit is not None:
            await telling.edit


class _Telling:
    def __init__(self, shown: PrivateAnswer, text: Callable[[int, int], str]) -> None:
        self._shown, self._text = shown, text
        self._latest = (0, 0)
        self._has_news = asyncio.Event()
        self.edit: asyncio.Task[None] | None = None

    def note(self, done: int, total: int) -> None:
        self._latest = done, total
        self._has_news.set()

    async def keep_on(self) -> None:
        while True:
            await asyncio.sleep(PROGRESS_PAUSE)
            await self._has_news.wait()
            self._has_news.clear()
            self.edit = asyncio.create_task(self._show())
            await asyncio.shield(self.edit)

    async def _show(self) -> None:
        """Edit the message. If that fails, the next edit tells more anyway."""
        with trouble_noted(log.info, "an answer could not tell how far it is: %s"):
            await self._shown.edit(Change(self._text(*self._latest)))
