"""What the players of a game decide: to undo a turn, to resign, to end the game, what becomes of a late turn or a seat.

An undo and an end need everybody's consent. About a late turn, a majority decides.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs.delivery.jobs import Later
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, find_running, note_context, person_of
from cogs.interaction.options import OwnGameArg
from cogs.interaction.private_games import open_message, show_if_lost
from cogs.interaction.rate_limits import SEAT_LIMIT, SUGGESTION_LIMIT, UNDO_LIMIT, VOTE_LIMIT
from cogs.interaction.replies import answer, answer_in_place, replace_message, try_answer
from cogs.interaction.router import Press, handles
from cogs.interaction.startup import Stage
from cogs.interaction.votes import ask_others, drop_if_gone, vote_screen
from host.errors import HostError
from host.model.controllers import USUAL_COMPUTER
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.notifications import VOTE_KINDS, Notification, NotificationKind
from host.model.requests import EndRequest, SeatRequest, UndoRequest
from host.model.table import BaseRunningTable, RunningTable
from host.model.table_errors import GameOverError, NotAskedError
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.screen import Screen, parse_choice
from screens.seats import resign_screen, seat_offer_screen, which_game_screen
from screens.text import agreements as texts
from screens.text.channels import other_games_text
from screens.text.deadlines import own_seat_text
from screens.text.i18n import N_, _
from screens.text.names import board_link, game_name
from screens.text.seats import invited_others_text, seat_asked_text, seat_declined_text

T = TypeVar("T")

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
        others = other_games_text(found)
        if isinstance(asked, PlayResult):
            is_told = self.bot.confirmations.tells_of(asked, interaction.channel_id) and not others
            await self.bot.outbox.publish(asked)
            if is_told:  # the answer to the turn says so
                await try_answer(asked.after.number, interaction.delete_original_response())
                return
            text = texts.taken_back_text(asked.after)
        else:
            text = await ask_others(self.bot, asked.notification, asked.table, texts.undo_asked_text(asked.table))
        await answer(interaction, text + others)
        await show_if_lost(interaction, found.table)

    @app_commands.command(description=N_("Resign, end the game, or invite others to it"))
    @app_commands.describe(game=N_("The game's number, if you play several here, like #12"))
    async def resign(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask which game, and for confirmation, because a resignation cannot be undone."""
        await interaction.response.defer(ephemeral=True)
        person_id = interaction.user.id
        found = await find_running(interaction, game, is_meant=lambda table: table.has_player(person_id))
        if found.others and found.table.has_player(person_id):
            await answer(interaction, which_game_screen([found.table, *found.others]))
        else:
            await answer(interaction, await _resign_question(interaction, found.table))


# The buttons below the question whether to resign


async def _resign_question(interaction: Interaction, table: RunningTable) -> Screen:
    """Return what a player can do to leave a game. Raise HostError."""
    if not table.has_player(interaction.user.id):
        await interaction.client.host.turns.resign(table.number, person_of(interaction))  # the host says why not
    return resign_screen(table, interaction.user.id)


@handles(ids.WhichGameId)
async def choose_game(press: Press, pressed: CustomId) -> None:
    table = await press.host.tables.load_running(parse_choice(int, press.chosen))
    note_context(press.interaction, table)
    await replace_message(press.interaction, await _resign_question(press.interaction, table))


@handles(ids.ResignId)
async def resign_seat(press: Press, pressed: ids.TableId) -> None:
    played = await press.host.turns.resign(pressed.number, press.person)
    note_context(press.interaction, played.after)
    await _publish_end(press, played, _("You resigned from {game}.").format(game=game_name(played.after)))


async def _publish_end(press: Press, played: PlayResult, text: str) -> None:
    """Answer with a text, and publish that somebody has left a game or ended it.

    A private game is over then. It's shown in the message whose button was pressed, as it is after any last turn.
    """
    if played.after.is_private:
        await open_message(press.interaction, played.after.number)
    else:
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
        await _publish_end(press, asked, _("The game is over."))
    else:
        note_context(interaction, asked.table)
        told = texts.end_asked_text(asked.table, asked.request, press.person.id)
        await replace_message(interaction, await ask_others(press.client, asked.notification, asked.table, told))


@handles(ids.InviteId)
async def invite_others(press: Press, pressed: ids.TableId) -> None:
    """Open the computers' seats in a game that a person plays alone, and invite everybody. Raise RateLimitError."""
    check_rate_limit(press.interaction, SUGGESTION_LIMIT)
    table, invitation = await press.host.seats.invite(pressed.number, press.person)
    note_context(press.interaction, table)
    told = await ask_others(press.client, invitation, table, invited_others_text(table))
    await replace_message(press.interaction, told)


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
    await _answer_request(press, number, NotificationKind.UNDO, agreeing, _publish_decided)


@handles(ids.RefuseUndoId)
async def refuse_undo(press: Press, pressed: ids.UndoAnswerId) -> None:
    """Refuse to undo a turn. For the requester, it withdraws the request."""
    number, back = pressed.number, Undo(pressed.ply)
    refusing = press.host.undo_requests.refuse(number, press.person, pressed.asked_at, back)
    await _answer_request(press, number, NotificationKind.UNDO, refusing, _publish_decided)


@handles(ids.AgreeEndId)
async def agree_to_end(press: Press, pressed: ids.EndAnswerId) -> None:
    """Agree to end the game. The last player who agrees ends it."""
    agreeing = press.host.end_requests.agree(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.ENDING, agreeing, _publish_decided)


@handles(ids.RefuseEndId)
async def refuse_to_end(press: Press, pressed: ids.EndAnswerId) -> None:
    """Refuse to end the game. For the requester, it withdraws the suggestion."""
    refusing = press.host.end_requests.refuse(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.ENDING, refusing, _publish_decided)


async def _answer_request(
    press: Press,
    number: int,
    kind: NotificationKind,
    answering: Awaitable[T],
    publish: Callable[[Press, T], Awaitable[None]],
) -> None:
    """Give an answer, update the question, and publish what was decided. Raise HostError.

    ``answering`` stores the answer, and returns what ``publish`` gets.
    """
    outbox, table = press.client.outbox, press.host.tables.running_summary(number)
    request = _request_at(table, kind) if table else None
    try:
        decided = await answering
    except (NotAskedError, GameOverError):
        await try_answer(number, outbox.questions.answered(number, press.interaction))
        raise
    try:
        await outbox.questions.answered(number, press.interaction, request.number if request else None, [kind])
    finally:  # the decision is stored, even if the question could not be edited
        await publish(press, decided)


def _request_at(table: BaseRunningTable, kind: NotificationKind) -> UndoRequest | EndRequest | SeatRequest | None:
    requests = {NotificationKind.UNDO: table.undo_request, NotificationKind.ENDING: table.end_request}
    return requests.get(kind, table.seat_request)


async def _publish_decided(press: Press, decided: PlayResult | RunningTable) -> None:
    note_context(press.interaction, decided.after if isinstance(decided, PlayResult) else decided)
    if isinstance(decided, PlayResult):
        await press.client.outbox.publish(decided)


async def _publish_seat(press: Press, decided: tuple[RunningTable, Notification | None]) -> None:
    table, told = decided
    note_context(press.interaction, table)
    if told:
        await press.client.outbox.notify(told)


# Late turns, and seats that others want


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
async def offer_seat(press: Press, pressed: ids.TakeSeatId) -> None:
    """Show what comes with a seat, and ask whether the person wants it."""
    table = await press.host.seats.offer(pressed.number, press.person, pressed.seat)
    note_context(press.interaction, table)
    await answer_in_place(press.interaction, seat_offer_screen(table, pressed.seat))


@handles(ids.AskSeatId)
async def ask_for_seat(press: Press, pressed: ids.AskSeatId) -> None:
    """Take an open seat, or ask the players for one of a computer. Raise RateLimitError."""
    check_rate_limit(press.interaction, SEAT_LIMIT)
    table, notification = await press.host.seats.ask(pressed.number, press.person, pressed.seat)
    note_context(press.interaction, table)
    request = table.seat_request
    if notification and notification.kind is NotificationKind.SEAT_ASKED and request:
        told = await ask_others(press.client, notification, table, seat_asked_text(table, request))
        await replace_message(press.interaction, told)
        return
    told = own_seat_text(table) if notification or request is None else seat_asked_text(table, request)
    await try_answer(table.number, replace_message(press.interaction, told))
    if notification:
        await press.client.outbox.notify(notification)


@handles(ids.DeclineSeatId)
async def decline_seat(press: Press, pressed: ids.TableId) -> None:
    await replace_message(press.interaction, seat_declined_text(press.started))


@handles(ids.LetInId)
async def let_in(press: Press, pressed: ids.SeatAnswerId) -> None:
    """Let somebody take the seat that they ask for, unless they have left the server."""
    with suppress(HostError):  # the host says what is wrong
        await drop_if_gone(press.client, pressed.number)
    letting = press.host.seats.let_in(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.SEAT_ASKED, letting, _publish_seat)


@handles(ids.RefuseSeatId)
async def refuse_seat(press: Press, pressed: ids.SeatAnswerId) -> None:
    """Refuse somebody a seat. For whoever asks, it withdraws the request."""
    refusing = press.host.seats.refuse(pressed.number, press.person, pressed.question_number)
    await _answer_request(press, pressed.number, NotificationKind.SEAT_ASKED, refusing, _publish_seat)


async def setup(bot: Client) -> None:
    await bot.add_cog(Decisions(bot))
