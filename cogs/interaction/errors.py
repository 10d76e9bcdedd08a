"""Answers errors: every error of a command, a component or a message ends here."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands
from prometheus_client import Counter

from carcassonne import CarcassonneError
from cogs.delivery.errors import (
    ChannelGoneError,
    NotAnnouncedError,
    NoticeNotSentError,
    is_discord_trouble,
    is_passing_trouble,
)
from cogs.interaction.client import Interaction
from cogs.interaction.context import load_context, set_reader_language, venue_of
from cogs.interaction.replies import answer
from host.errors import HostError, NoSuchTableError, StorageError
from host.model.lobby_rules import seat_refusal, seats_taken
from host.model.rate_limits import RateLimitError
from host.model.rematch_rules import can_be_repeated
from host.model.table import BaseTable, FinishedTable, Venue, WaitingTable
from host.model.table_errors import AlreadySeatedError, AlreadyStartedError, GameOverError, NotSeatedError
from host.model.table_lookup import is_visible
from host.model.table_options import TableOptions
from screens.game_buttons import again_rows, computer_seats_rows
from screens.lobby import alone_screen
from screens.screen import Screen
from screens.text.admin import not_a_member_text
from screens.text.agreements import only_managers_text
from screens.text.channels import channel_gone_text, others_not_told_text
from screens.text.deadlines import begun_text, seat_although_begun_text
from screens.text.gone import gone_command_text, gone_option_text
from screens.text.host_errors import rate_limit_text, unexpected_error_text
from screens.text.i18n import _
from screens.text.markup import command_mention, word_list
from screens.text.move_errors import ActionContext, rejection_text
from screens.text.series import over_text

log = logging.getLogger(__name__)

_INTERACTION_OVER: Final = (10062, 40060)
"""Discord's codes for an interaction that it does not know any more, and for one that was answered already."""
ERRORS: Final = Counter("carcassonne_errors", "Errors that nobody expected, for which the bot apologised")


class GoneOptionError(app_commands.AppCommandError):
    """Somebody's Discord still sends options, or a subcommand, that a command has no more."""

    def __init__(self, command: str, options: tuple[str, ...]) -> None:
        super().__init__(f"{command} {' '.join(options)}")
        self.command, self.options = command, options


class ManagersOnlyError(Exception):
    """Somebody who does not manage the server used what is for its managers."""


class NotAMemberError(Exception):
    """Somebody was chosen who is not on the server. Its argument is their name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class UnknownComponentError(Exception):
    """Somebody used a button, a menu or a form that no message of the bot has."""


@asynccontextmanager
async def error_boundary(interaction: Interaction) -> AsyncIterator[None]:
    """Set the language of the person, and answer every error. Without this, discord.py would only log the error."""
    set_reader_language(interaction)
    try:
        yield
    except Exception as error:
        await answer_error(interaction, error)


def is_interaction_over(error: BaseException | None) -> bool:
    """Return whether Discord takes no answer to an interaction: it was answered already, or it has expired.

    So it is where Discord delivers an interaction twice, or late. Nobody waits for this answer.
    """
    return isinstance(error, discord.HTTPException) and error.code in _INTERACTION_OVER


async def answer_error(interaction: Interaction, error: BaseException) -> None:
    """Tell the person in private why something was not done. Log an unexpected error."""
    error = unwrap_error(error)
    if is_interaction_over(error):
        log.debug("interaction %d is over: %s", interaction.id, error)
        return
    command = interaction.command.qualified_name if interaction.command else "a button"
    try:
        context = await _context_of(interaction)
        told = about_visible_table(error, venue_of(interaction), interaction.user.id)
        await answer(interaction, error_answer(told, interaction.user.id, context, ErrorRef(interaction.id, command)))
    except Exception as failure:
        if is_interaction_over(failure):
            log.debug("interaction %d is over: %s", interaction.id, failure)
        elif is_discord_trouble(failure):
            log.warning("interaction %d could not be answered: %r", interaction.id, failure)
        else:
            raise


async def _context_of(interaction: Interaction) -> ActionContext:
    """Return what an interaction is about; nothing if the database cannot be read."""
    try:
        return await load_context(interaction)
    except Exception as error:
        log.warning("interaction %d: what it is about is unknown: %r", interaction.id, error)
        return ActionContext()


def unwrap_error(error: BaseException) -> BaseException:
    """Return the error that discord.py has wrapped."""
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def about_visible_table(error: BaseException, venue: Venue, person_id: int) -> BaseException:
    """Return an error, or another one that tells nothing of its table where the person may not see that table any more.

    They could when they pressed. Meanwhile they may have lost their seat, such as by having themselves deleted.
    """
    table = getattr(error, "table", None)
    if isinstance(error, HostError) and isinstance(table, BaseTable) and not is_visible(table, venue, person_id):
        return NoSuchTableError(table.number)
    return error


@dataclass(frozen=True, slots=True)
class ErrorRef:
    """Identifies an unexpected error in the log: the id of the interaction or message, and its source."""

    id: int
    source: str


def error_answer(error: BaseException, person_id: int, context: ActionContext, ref: ErrorRef) -> Screen:
    """Return what a person is told about an error, and the buttons by which they go on."""
    match error:
        case GameOverError(table=FinishedTable() as table) if table.seats_of(person_id) and can_be_repeated(table):
            return Screen(over_text(table), again_rows(table))
        case NotSeatedError(table=WaitingTable() as table) if refused := seat_refusal(table, person_id):
            return Screen(_error_text(refused, context, ref))
        case AlreadySeatedError(table=table) if table.invitation and seats_taken(table) == 1:
            return alone_screen(table, TableOptions())
        case AlreadyStartedError(table=table) if table.offered_seats and not table.seats_of(person_id):
            return Screen(seat_although_begun_text(table), computer_seats_rows(table))
        case AlreadyStartedError(table=table) if not table.seats_of(person_id):
            return Screen(begun_text(table))
        case _:
            return Screen(_error_text(error, context, ref))


def _error_text(error: BaseException, context: ActionContext, ref: ErrorRef) -> str:
    """Return a sentence that says why something was not done. Log an unexpected error."""
    match error:
        case StorageError(path=path):
            log.error("%s: %s, so error %d in %s", path, type(error).__name__, ref.id, ref.source)
            return rejection_text(error, context)
        case CarcassonneError() | HostError():
            return rejection_text(error, context)
        case NotAnnouncedError() | NoticeNotSentError():
            return _delivery_error_text(error)
        case RateLimitError(until=until):
            return rate_limit_text(until)
        case ManagersOnlyError():
            return only_managers_text()
        case NotAMemberError(name=name):
            return not_a_member_text(name)
        case UnknownComponentError():
            text = _("This button, menu or form is out of date. Find your games with {games}.")
            return text.format(games=command_mention("games"))
        case _ if is_passing_trouble(error):
            log.warning("Discord has trouble, so error %d in %s: %r", ref.id, ref.source, error)
            return _("Discord is having trouble. Try again in a minute.")
        case _other:
            return _refusal_text(error, context) or _log_unexpected(error, context, ref)


def _refusal_text(error: BaseException, context: ActionContext) -> str | None:
    """Return a sentence that says what Discord, or discord.py, has refused; None for any other error."""
    match error:
        case app_commands.TransformerError(value=discord.User() as person):
            return not_a_member_text(person.display_name)
        case app_commands.BotMissingPermissions(missing_permissions=missing):
            text = _(
                "I can't play in this channel yet. Ask a server manager to give me these permissions: {permissions}."
            )
            names = [name.replace("_", " ").title() for name in missing]
            return text.format(permissions=word_list(names))
        case discord.NotFound(code=10003):
            return _("That channel is gone, so I can't write there.")
        case discord.NotFound(code=10008):
            return _("That message is gone, so I can't change it.")
        case app_commands.NoPrivateMessage():
            return _("This command works on servers only. Use it in a channel there.")
        case discord.Forbidden():
            return _(
                "Discord won't let me do that here. Ask a server manager to let me write and attach files in this "
                "channel."
            )
        case GoneOptionError(command=command, options=options):
            return gone_option_text(command, options, context.button_language)
        case app_commands.CommandNotFound(name=name) if gone := gone_command_text(name, context.button_language):
            return gone
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return _("This command has just changed. Try again in a minute.")
        case _other:
            return None


def _delivery_error_text(error: NotAnnouncedError | NoticeNotSentError) -> str:
    """Return a sentence that says that something is stored, but that others cannot see it yet."""
    is_refused = isinstance(error.__cause__, discord.Forbidden | discord.NotFound)
    match error:
        case NotAnnouncedError(table=table, __cause__=ChannelGoneError()):
            return channel_gone_text(table)
        case NoticeNotSentError(table=table, __cause__=ChannelGoneError()):
            return others_not_told_text(table)
        case NotAnnouncedError() if is_refused:
            text = _("That's saved, but I can't write in {channel}. I'll try again later.")
        case NotAnnouncedError():
            text = _("That's saved, but Discord is having trouble in {channel}. I'll try again later.")
        case NoticeNotSentError() if is_refused:
            text = _("That's done, but I couldn't tell the others: I can't write in {channel}.")
        case NoticeNotSentError():
            text = _("That's done, but I couldn't tell the others in {channel}: Discord is having trouble.")
    return text.format(channel=f"<#{error.table.venue.channel}>")


def _log_unexpected(error: BaseException, context: ActionContext, ref: ErrorRef) -> str:
    table = context.table
    where = f"game {table.number}, ply {table.ply}" if table else "no game"
    ERRORS.inc()
    log.error("error %d in %s, %s", ref.id, ref.source, where, exc_info=error)
    return unexpected_error_text(ref.id)
