"""Answers that only the person sees, and what people are told when something is refused or goes wrong."""

import logging

import discord
from discord import app_commands
from discord.utils import MISSING

from carcassonne import CarcassonneError
from cogs.shared.announcer import NotAnnouncedError
from cogs.shared.client import Interaction
from cogs.shared.subjects import subject_of
from cogs.shared.words.language import clipped, listed
from cogs.shared.words.refusals import refusal
from cogs.shared.words.speech import _
from host import HostError

log = logging.getLogger(__name__)


async def answer(
    interaction: Interaction, words: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING
) -> None:
    """Answer privately, whether the interaction has been deferred or not."""
    if interaction.response.is_done():
        await interaction.followup.send(clipped(words), file=file, view=view, ephemeral=True)
    else:
        await interaction.response.send_message(clipped(words), file=file, view=view, ephemeral=True)


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Say privately why something was not done. What nobody expected goes to the log as well."""
    try:
        await answer(interaction, _explained(interaction, _cause(error)))
    except discord.HTTPException:
        log.warning("interaction %d could not be answered", interaction.id, exc_info=True)


def _cause(error: BaseException) -> BaseException:
    """Return what lies behind the library's wrapping."""
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def _explained(interaction: Interaction, error: BaseException) -> str:
    match error:
        case CarcassonneError() | HostError():
            return refusal(error, subject_of(interaction), interaction.client.mention)
        case NotAnnouncedError(table=table):
            return _not_shown_text(f"<#{table.venue.channel}>", error.__cause__)
        case app_commands.BotMissingPermissions(missing_permissions=missing):
            text = _("I can't play in this channel: a server manager has to allow me {permissions} first.")
            return text.format(permissions=_permissions(missing))
        case discord.Forbidden():
            return _("Discord does not let me do that here: may I write and attach files in this channel?")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return _("This command has just changed: please try again in a minute.")
        case _other:
            return _apology(interaction, error)


def _not_shown_text(channel: str, cause: BaseException | None) -> str:
    if isinstance(cause, discord.Forbidden | discord.NotFound):
        text = _("That is stored, but I could not show it in {channel}: may I write there? I'll try again later.")
    else:
        text = _("That is stored, but I could not show it in {channel}: Discord has trouble. I'll try again later.")
    return text.format(channel=channel)


def _permissions(names: list[str]) -> str:
    return listed([name.replace("_", " ").title() for name in names])


def _apology(interaction: Interaction, error: BaseException) -> str:
    table = subject_of(interaction).table
    where = f"game {table.number}, ply {table.ply}" if table else "no game"
    command = interaction.command.qualified_name if interaction.command else "a button"
    log.error("error %d in %s, %s", interaction.id, command, where, exc_info=error)
    text = _("Sorry, something went wrong on my side. If you tell the bot's owner, name this error: {number}")
    return text.format(number=interaction.id)
