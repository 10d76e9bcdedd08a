"""Private answers to commands and components."""

import asyncio
import dataclasses
import logging
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import discord

from cogs.delivery.errors import is_discord_trouble
from cogs.discord_screens import edited, sent
from cogs.interaction.client import Interaction
from screens.screen import Change, Screen
from screens.text.markup import truncate

T = TypeVar("T")

log = logging.getLogger(__name__)

DEFERRAL_PAUSE: Final = 1.5
"""Seconds after which Discord is told that the answer to a command will come."""
_DEFERRAL: Final = "deferral"


@asynccontextmanager
async def deferred_if_slow(interaction: Interaction) -> AsyncIterator[None]:
    """Have a command answered with one request within this block. If that takes long, the bot "is thinking" meanwhile,
    because Discord waits only three seconds.
    """
    deferral = Deferral(interaction)
    interaction.extras[_DEFERRAL] = deferral
    try:
        yield
    finally:
        await deferral.end()


class Deferral:
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


def is_message_private(interaction: Interaction) -> bool:
    """Return whether only the person sees the message of a button."""
    message = interaction.message
    return interaction.guild_id is None or bool(message and message.flags.ephemeral)
