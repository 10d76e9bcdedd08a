"""What the players of a game decide: to undo a turn, to resign, to end the game, what becomes of a late turn or a seat.

An undo and an end need everybody's consent. About a late turn, a majority decides.
"""

from collections.abc import Awaitable
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, find_running, note_context, person_of
from cogs.interaction.options import OwnGameArg
from cogs.interaction.rate_limits import SEAT_LIMIT, SUGGESTION_LIMIT, UNDO_LIMIT, VOTE_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import Press, handles
from cogs.interaction.startup import Stage
from cogs.interaction.votes import ask_others, vote_screen
from host.model.controllers import USUAL_COMPUTER
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.notifications import VOTE_KINDS, NotificationKind
from host.model.table import RunningTable
from host.model.table_errors import GameOverError, NotAskedError
from screens import custom_ids as ids
from screens.screen import Button, Rows, Screen, Style, row
from screens.text import agreements as texts
from screens.text.channels import other_games_text
from screens.text.deadlines import own_seat_text
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.names import board_link, game_name

RECOUNT_PAUSE: Final = 24 * 3_600
"""Seconds between two counts of open votes. As time passes, fewer voters are needed, even if nobody votes."""


class Decisions(commands.Cog):
    """``/undo`` and ``/resign``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.VOTES, self.begin_counting)

    async def begin_counting(self) -> None:
        """Count all open votes, now and every day."""
        self.bot.jobs.ask(("votes",), self._count)

    async def _count(self) -> None:
        """Count all open votes again, and carry out what is decided."""
        for number in self.bot.host.voting.late_games:
            self.bot.outbox.recount(number)
        raise Later(RECOUNT_PAUSE)

    @app_commands.command(description=N_("Undo your last turn; if others play too, they're asked"))
    @app_commands.describe(game=N_("The game's number, if you play several here, like #12"))
    async def undo(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask the others. If there is nobody to ask, undo the turn immediately. Raise RateLimitError."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game, is_meant=lambda table: table.can_take_back(interaction.user.id))
        if not (found.table.is_practice or found.table.pending):
            check_rate_limit(interaction, UNDO_LIMIT)
        asked = await self.bot.host.undo_requests.ask(found.table.number, person_of(interaction))
        if isinstance(asked, PlayResult):
            await self.bot.outbox.publish(asked)
            text = texts.taken_back_text(asked.after)
        else:
            text = await ask_others(self.bot, asked.notification, asked.table, texts.undo_asked_text(asked.table))
        await answer(interaction, text + other_games_text(found))

    @app_commands.command(description=N_("Resign, or propose ending the game"))
    @app_commands.describe(game=N_("The game's number, if you play several here, like #12"))
    async def resign(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask for confirmation, because a resignation cannot be undone."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game)
        table = found.table
        if not table.has_player(interaction.user.id):
            await self.bot.host.turns.resign(table.number, person_of(interaction))  # the host says why not
        question = texts.resign_question(table, interaction.user.id) + other_games_text(found)
        await answer(interaction, Screen(question, _resign_rows(table)))


def _resign_rows(table: RunningTable) -> Rows:
    """Return the buttons to resign from a game, to leave the seat to a computer where somebody else plays on, to
    suggest the end of the game, or to do nothing of that.
    """
    number = table.number
    return row(
        Button(ids.ResignId(number), _("Resign"), Style.DANGER),
        *([] if table.is_solo else [Button(ids.LeaveToComputerId(number), _(Label.COMPUTER))]),
        Button(ids.SuggestEndId(number), _(Label.END_ALONE if table.is_solo else Label.END)),
        Button(ids.KeepPlayingId(number), _("Keep playing")),
    )


# The buttons below the question whether to resign


@handles(ids.ResignId)
async def resign_seat(press: Press, pressed: ids.TableId) -> None:
    played = await press.host.turns.resign(pressed.number, press.person)
    note_context(press.interaction, played.after)
    text = _("You resigned from {game}.").format(game=game_name(played.after))
    await try_answer(played.after.number, replace_message(press.interaction, text))
    await press.client.outbox.publish(played)


@handles(ids.LeaveToComputerId)
async def leave_to_computer(press: Press, pressed: ids.TableId) -> None:
    table, notification = await press.host.seats.leave_to_computer(pressed.number, press.person, USUAL_COMPUTER)
    note_context(press.interaction, table)
    await try_answer(table.number, replace_message(press.interaction, texts.left_to_computer_text(table)))
    await press.client.outbox.notify(notification)


@handles(ids.SuggestEndId)
async def suggest_end(press: Press, pressed: ids.TableId) -> None:
    """Suggest to all players to end the game. If there is nobody to ask, end it. Raise RateLimitError."""
    interaction = press.interaction
    check_rate_limit(interaction, SUGGESTION_LIMIT)
    asked = await press.host.end_requests.ask(pressed.number, press.person)
    if isinstance(asked, PlayResult):
        await try_answer(asked.after.number, replace_message(interaction, _("The game is over.")))
        await press.client.outbox.publish(asked)
    else:
        note_context(interaction, asked.table)
        told = texts.end_asked_text(asked.table, asked.request, press.person.id)
        await replace_message(interaction, await ask_others(press.client, asked.notification, asked.table, told))


@handles(ids.KeepPlayingId)
async def keep_playing(press: Press, pressed: ids.TableId) -> None:
    text = _("You're still playing: {board}").format(board=board_link(press.started))
    await replace_message(press.interaction, text)


# The answers, in public, to questions that need everybody's consent


@handles(ids.AgreeUndoId)
async def agree_to_undo(press: Press, pressed: ids.UndoAnswerId) -> None:
    """Agree to undo a turn. The last player who agrees undoes it."""
    number, back = pressed.number, Undo(pressed.ply)
    agreeing = press.host.undo_requests.agree(number, press.person, pressed.asked_at, back)
    await _answer_request(press, number, NotificationKind.UNDO, agreeing)


@handles(ids.RefuseUndoId)
async def refuse_undo(press: Press, pressed: ids.UndoAnswerId) -> None:
    """Refuse to undo a turn. For the requester, it withdraws the request."""
    number, back = pressed.number, Undo(pressed.ply)
    refusing = press.host.undo_requests.refuse(number, press.person, pressed.asked_at, back)
    await _answer_request(press, number, NotificationKind.UNDO, refusing)


@handles(ids.AgreeEndId)
async def agree_to_end(press: Press, pressed: ids.EndAnswerId) -> None:
    """Agree to end the game. The last player who agrees ends it."""
    agreeing = press.host.end_requests.agree(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.ENDING, agreeing)


@handles(ids.RefuseEndId)
async def refuse_to_end(press: Press, pressed: ids.EndAnswerId) -> None:
    """Refuse to end the game. For the requester, it withdraws the suggestion."""
    refusing = press.host.end_requests.refuse(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.ENDING, refusing)


async def _answer_request(
    press: Press, number: int, kind: NotificationKind, answering: Awaitable[PlayResult | RunningTable]
) -> None:
    """Give an answer, update the question, and publish what was carried out. Raise HostError.

    ``answering`` stores it, and returns what was carried out, else the table.
    """
    outbox, table = press.client.outbox, press.host.tables.running_summary(number)
    request = None
    if table is not None:
        request = table.undo_request if kind is NotificationKind.UNDO else table.end_request
    try:
        decided = await answering
    except (NotAskedError, GameOverError):
        await try_answer(number, outbox.questions.answered(number, press.interaction))
        raise
    note_context(press.interaction, decided.after if isinstance(decided, PlayResult) else decided)
    try:
        await outbox.questions.answered(number, press.interaction, request.number if request else None, [kind])
    finally:  # the decision is stored, even if the question could not be edited
        if isinstance(decided, PlayResult):
            await outbox.publish(decided)


# Late turns and open seats


@handles(ids.OpenVoteId)
async def open_vote(press: Press, pressed: ids.TableId) -> None:
    """Ask the table to vote on the turn under way. If it was asked already, show the votes so far."""
    check_rate_limit(press.interaction, VOTE_LIMIT)
    table = await press.host.tables.load_running(pressed.number)
    await answer(press.interaction, await vote_screen(press.client, table, press.person))


@handles(ids.VoteId)
async def cast_vote(press: Press, pressed: ids.VoteId) -> None:
    check_rate_limit(press.interaction, VOTE_LIMIT)
    client, host = press.client, press.host
    before = await host.tables.load_running(pressed.number)
    absent = await client.channels.absent_players(before)
    voted = await host.voting.vote(pressed.number, press.person, pressed.round, pressed.choice, absent)
    note_context(press.interaction, voted.table)
    try:
        await client.outbox.questions.answered(pressed.number, press.interaction, pressed.round, VOTE_KINDS)
    finally:  # the decision is stored, even if the message could not be edited
        await client.outbox.publish_decision(voted)


@handles(ids.TakeSeatId)
async def take_seat(press: Press, pressed: ids.TakeSeatId) -> None:
    interaction = press.interaction
    check_rate_limit(interaction, SEAT_LIMIT)
    table, notification = await press.host.seats.take(pressed.number, press.person, pressed.seat)
    note_context(interaction, table)
    if interaction.message and interaction.message.flags.ephemeral:
        await try_answer(table.number, replace_message(interaction, own_seat_text(table)))
    await press.client.outbox.notify(notification)


async def setup(bot: Client) -> None:
    await bot.add_cog(Decisions(bot))
