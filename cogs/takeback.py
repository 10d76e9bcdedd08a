"""Taking a turn back: at once, while its time runs; afterwards by consent of the others."""

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import State
from cogs.shared.answers import answer
from cogs.shared.buttons import NONE, TableButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.game_options import OwnGame
from cogs.shared.limits import UNDOS
from cogs.shared.subjects import find_table, note_subject, person_of, spend
from cogs.shared.takeback import DoneButton, TakeBackButton
from cogs.shared.words.speech import marked, speaking
from cogs.shared.words.tables import language_at, others_text
from cogs.shared.words.undo import (
    REFUSE,
    in_hand_again_text,
    undo_agreed_text,
    undo_asked_text,
    undo_question,
    undo_refused_text,
    undo_withdrawn_text,
)
from host import Host, HostError, Person, Played, Table, Trouble, Undo


class UndoButton(TableButton, template=NONE):
    """The base of the two answers: they hold the ply at which it was asked, and the one to go back to."""

    async def press(self, interaction: Interaction) -> None:
        """Answer, and show below the question how it stands; if that is done, tell the table."""
        client, person = interaction.client, person_of(interaction)
        asked_at, ply = self.plies
        try:
            decided = await self.decide(client.host, person, asked_at, Undo(ply))
        except HostError as error:
            if error.trouble in (Trouble.UNDO_VOID, Trouble.GAME_OVER):
                with suppress(discord.HTTPException):
                    await interaction.edit_original_response(view=None)
            raise
        table = decided.after if isinstance(decided, Played) else decided
        note_subject(interaction, table)
        begun = await client.host.state_at(self.number, ply)
        with speaking(language_at(table)):
            text, view = _outcome(decided, begun, person), _answers(table)
        await interaction.edit_original_response(content=text, view=view)
        if isinstance(decided, Played):
            await client.announcer.announce(decided)

    async def decide(self, host: Host, person: Person, asked_at: int, undo: Undo) -> Played | Table:
        """Answer as the button says; raise HostError."""
        raise NotImplementedError


class AgreeUndoButton(UndoButton, template=r"carc:undo-agree:(?P<number>\d+):(?P<asked_at>\d+):(?P<ply>\d+)"):
    """Agrees, in public, to undo a turn."""

    action, text, style = "undo-agree", marked("Agree"), discord.ButtonStyle.primary

    async def decide(self, host: Host, person: Person, asked_at: int, undo: Undo) -> Played | Table:
        """Agree; the last one undoes it."""
        return await host.agree_undo(self.number, person, asked_at, undo)


class RefuseUndoButton(UndoButton, template=r"carc:undo-refuse:(?P<number>\d+):(?P<asked_at>\d+):(?P<ply>\d+)"):
    """Refuses, in public, to undo a turn; pressed by who asks, withdraws it."""

    action, text, style = "undo-refuse", REFUSE, discord.ButtonStyle.secondary

    async def decide(self, host: Host, person: Person, asked_at: int, undo: Undo) -> Played | Table:
        """Refuse."""
        return await host.refuse_undo(self.number, person, asked_at, undo)


def _outcome(decided: Played | Table, begun: State, person: Person) -> str:
    """Return the question as it stands after somebody's answer."""
    if isinstance(decided, Played):
        return undo_agreed_text(decided.after, begun)
    if decided.undo_request:
        return undo_question(decided, begun)
    if decided.seats[begun.seat].person.id == person.id:
        return undo_withdrawn_text(decided, begun)
    return undo_refused_text(decided, begun, person.name)


def _answers(table: Table) -> discord.ui.View | None:
    """Return the buttons for what is asked at a table; None where nothing is."""
    if table.undo_request is None:
        return None
    plies = table.ply, table.undo_request.ply
    return buttons(AgreeUndoButton(table.number, *plies), RefuseUndoButton(table.number, *plies))


class Takeback(commands.Cog):
    """``/undo``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Undo your last turn, if the others agree"))
    @app_commands.describe(game=marked("The game's number, if you play several here"))
    async def undo(self, interaction: Interaction, game: OwnGame | None = None) -> None:
        """Ask the others in public; where there is nobody to ask, undo it."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        if not (found.table.is_practice or found.table.pending):
            spend(interaction, UNDOS)
        asked = await self.bot.host.ask_undo(found.table.number, person_of(interaction))
        if isinstance(asked, Played):
            await self.bot.announcer.announce(asked)
            await answer(interaction, in_hand_again_text(asked.after) + others_text(found))
        else:
            await self._ask_others(asked)
            await answer(interaction, undo_asked_text(asked) + others_text(found))

    async def _ask_others(self, table: Table) -> None:
        assert table.undo_request is not None
        begun = await self.bot.host.state_at(table.number, table.undo_request.ply)
        with speaking(language_at(table)):
            text, view = undo_question(table, begun), _answers(table)
        assert view is not None
        await self.bot.channel_of(table.venue).send(text, view=view)


async def setup(bot: Client) -> None:
    """Load the command, and make the buttons known."""
    bot.add_dynamic_items(TakeBackButton, DoneButton, AgreeUndoButton, RefuseUndoButton)
    await bot.add_cog(Takeback(bot))
