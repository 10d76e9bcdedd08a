"""The buttons by which a table answers a question to undo a turn."""

from contextlib import suppress

import discord

from carcassonne import State
from cogs.shared.buttons import NONE, TableButton, buttons
from cogs.shared.client import Interaction
from cogs.shared.subjects import note_subject, person_of
from cogs.shared.words.speech import marked, speaking
from cogs.shared.words.tables import language_at
from cogs.shared.words.undo import (
    REFUSE,
    undo_agreed_text,
    undo_question,
    undo_refused_text,
    undo_withdrawn_text,
)
from host import Host, HostError, Person, PingKind, Played, Table, Trouble, Undo


class UndoButton(TableButton, template=NONE):
    """The base of the two answers: they hold the ply at which it was asked, and the one to go back to."""

    async def press(self, interaction: Interaction) -> None:
        """Answer, and show below the question how it stands; if that is done, tell the table."""
        client, person = interaction.client, person_of(interaction)
        asked_at, ply = self.plies
        request = (await client.host.table(self.number)).undo_request
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
            text, view = _outcome(decided, begun, person), undo_answers(table)
        try:
            await interaction.edit_original_response(content=text, view=view)
            if request and view is None:
                await self._close(interaction, request.number)
        finally:  # what was decided is done, even if the question cannot tell it
            if isinstance(decided, Played):
                await client.announcer.announce(decided)

    async def _close(self, interaction: Interaction, question: int) -> None:
        """Note that the question has no buttons any more, unless it stands in another message, too."""
        keeper = interaction.client.host.timekeeper
        asked = await keeper.message(self.number, question, PingKind.UNDO)
        if asked and interaction.message and asked.message == interaction.message.id:
            await keeper.close(self.number, question, PingKind.UNDO)

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


def undo_answers(table: Table) -> discord.ui.View | None:
    """Return the buttons for what is asked at a table; None where nothing is."""
    if table.undo_request is None:
        return None
    plies = table.ply, table.undo_request.ply
    return buttons(AgreeUndoButton(table.number, *plies), RefuseUndoButton(table.number, *plies))
