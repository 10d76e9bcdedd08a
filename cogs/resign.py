"""Resigning, leaving one's seat to a computer, and ending a game by agreement."""

from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.consent import answer_request
from cogs.interaction.context import check_rate_limit, find_running, note_context, person_of
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import SUGGESTION_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import handles
from host.model.controllers import USUAL_COMPUTER
from host.model.game import PlayResult
from host.model.notifications import NotificationKind
from host.model.table import RunningTable
from screens.custom_ids import (
    AgreeEndId,
    KeepPlayingId,
    LeaveToComputerId,
    RefuseEndId,
    ResignId,
    SuggestEndId,
)
from screens.screen import Button, Rows, Screen, Style, row
from screens.text.agreements import asked_elsewhere_text, end_asked_text, left_to_computer_text, resign_question
from screens.text.channels import other_games_text
from screens.text.i18n import N_, _
from screens.text.labels import COMPUTER_LABEL, END_ALONE_LABEL, END_LABEL
from screens.text.names import board_link, game_name


class Resign(commands.Cog):
    """``/resign``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Resign, or propose ending the game"))
    @app_commands.describe(game=N_("The game's number, if you play several here"))
    async def resign(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask for confirmation, because a resignation cannot be undone."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game)
        table = found.table
        if not table.has_player(interaction.user.id):
            await self.bot.host.turns.resign(table.number, person_of(interaction))  # the host says why not
        question = resign_question(table, interaction.user.id) + other_games_text(found)
        await answer(interaction, Screen(question, resign_rows(table)))


def resign_rows(table: RunningTable) -> Rows:
    """Return the buttons to resign from a game, to leave the seat to a computer where somebody else plays on, to
    suggest the end of the game, or to do nothing of that.
    """
    number = table.number
    return row(
        Button(ResignId(number), _("Resign"), Style.DANGER),
        *([] if table.is_solo else [Button(LeaveToComputerId(number), _(COMPUTER_LABEL))]),
        Button(SuggestEndId(number), _(END_ALONE_LABEL if table.is_solo else END_LABEL)),
        Button(KeepPlayingId(number), _("Keep playing")),
    )


@handles(ResignId)
async def resign_seat(press: Press, pressed: ResignId) -> None:
    """Give up the seat of the person, and publish that."""
    played = await press.host.turns.resign(pressed.number, press.person)
    note_context(press.interaction, played.after)
    text = _("You resigned from {game}.").format(game=game_name(played.after))
    await try_answer(played.after.number, replace_message(press.interaction, text))
    await press.client.outbox.publish(played)


@handles(LeaveToComputerId)
async def leave_to_computer(press: Press, pressed: LeaveToComputerId) -> None:
    """Have a computer play on in the seat of the person, and tell the table."""
    table, notification = await press.host.seats.leave_to_computer(pressed.number, press.person, USUAL_COMPUTER)
    note_context(press.interaction, table)
    await try_answer(table.number, replace_message(press.interaction, left_to_computer_text(table)))
    await press.client.outbox.notify(notification)


@handles(SuggestEndId)
async def suggest_end(press: Press, pressed: SuggestEndId) -> None:
    """Suggest to all players to end the game. If there is nobody to ask, end it. Raise RateLimitError."""
    interaction, outbox = press.interaction, press.client.outbox
    check_rate_limit(interaction, SUGGESTION_LIMIT)
    asked = await press.host.end_requests.ask(pressed.number, press.person)
    if isinstance(asked, PlayResult):
        await try_answer(asked.after.number, replace_message(interaction, _("The game is over.")))
        await outbox.publish(asked)
    else:
        note_context(interaction, asked.table)
        await outbox.notify(asked.notification)
        outcome = await press.host.notifications.outcome(asked.notification)
        told = end_asked_text(asked.table, asked.request, press.person.id)
        text = asked_elsewhere_text(asked.table, outcome) or told
        await replace_message(interaction, text)


@handles(KeepPlayingId)
async def keep_playing(press: Press, pressed: KeepPlayingId) -> None:
    """Close the question whether to resign: change nothing, and say so."""
    text = _("You're still playing: {board}").format(board=board_link(press.started))
    await replace_message(press.interaction, text)


@handles(AgreeEndId)
async def agree_to_end(press: Press, pressed: AgreeEndId) -> None:
    """Agree, in public, to end the game. The last player who agrees ends it."""
    agreeing = press.host.end_requests.agree(pressed.number, press.person, pressed.question_number)
    await answer_request(press, pressed.number, NotificationKind.ENDING, agreeing)


@handles(RefuseEndId)
async def refuse_to_end(press: Press, pressed: RefuseEndId) -> None:
    """Refuse, in public, to end the game. For the requester, it withdraws the suggestion."""
    refusing = press.host.end_requests.refuse(pressed.number, press.person, pressed.question_number)
    await answer_request(press, pressed.number, NotificationKind.ENDING, refusing)


async def setup(bot: Client) -> None:
    """Load the command."""
    await bot.add_cog(Resign(bot))
