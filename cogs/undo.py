"""Taking a turn back: immediately, while its time runs; afterwards by consent of the others."""

from discord import app_commands
from discord.ext import commands

from cogs.interaction.client import Client, Interaction
from cogs.interaction.consent import answer_request
from cogs.interaction.context import check_rate_limit, find_running, person_of
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import UNDO_LIMIT
from cogs.interaction.replies import answer
from cogs.interaction.router import handles
from host.model.game import PlayResult
from host.model.game_log import Undo as UndoMove
from host.model.notifications import NotificationKind
from screens.custom_ids import AgreeUndoId, RefuseUndoId
from screens.text.agreements import asked_elsewhere_text, taken_back_text, undo_asked_text
from screens.text.channels import other_games_text
from screens.text.i18n import N_


class Undo(commands.Cog):
    """``/undo``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Undo your last turn; if others play too, they're asked"))
    @app_commands.describe(game=N_("The game's number, if you play several here"))
    async def undo(self, interaction: Interaction, game: OwnGameArg | None = None) -> None:
        """Ask the others. If there is nobody to ask, undo the turn immediately. Raise RateLimitError."""
        await interaction.response.defer(ephemeral=True)
        found = await find_running(interaction, game, is_meant=lambda table: table.can_take_back(interaction.user.id))
        if not (found.table.is_practice or found.table.pending):
            check_rate_limit(interaction, UNDO_LIMIT)
        asked = await self.bot.host.undo_requests.ask(found.table.number, person_of(interaction))
        if isinstance(asked, PlayResult):
            await self.bot.outbox.publish(asked)
            await answer(interaction, taken_back_text(asked.after) + other_games_text(found))
        else:
            await self.bot.outbox.notify(asked.notification)
            outcome = await self.bot.host.notifications.outcome(asked.notification)
            text = asked_elsewhere_text(asked.table, outcome) or undo_asked_text(asked.table)
            await answer(interaction, text + other_games_text(found))


@handles(AgreeUndoId)
async def agree(press: Press, pressed: AgreeUndoId) -> None:
    """Agree, in public, to undo a turn. The last player who agrees undoes it."""
    number, back = pressed.number, UndoMove(pressed.ply)
    agreeing = press.host.undo_requests.agree(number, press.person, pressed.asked_at, back)
    await answer_request(press, number, NotificationKind.UNDO, agreeing)


@handles(RefuseUndoId)
async def refuse(press: Press, pressed: RefuseUndoId) -> None:
    """Refuse, in public, to undo a turn. For the requester, it withdraws the request."""
    number, back = pressed.number, UndoMove(pressed.ply)
    refusing = press.host.undo_requests.refuse(number, press.person, pressed.asked_at, back)
    await answer_request(press, number, NotificationKind.UNDO, refusing)


async def setup(bot: Client) -> None:
    """Load the command."""
    await bot.add_cog(Undo(bot))
