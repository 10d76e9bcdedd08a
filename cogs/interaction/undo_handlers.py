"""The buttons by which a table answers a question to undo a turn."""

import discord

from cogs.interaction.client import Client
from cogs.interaction.component_handlers import NONE, buttons
from cogs.interaction.consent_handlers import ConsentButton, Decided
from cogs.text.consent import AGREE, REFUSE
from cogs.text.undo import undo_agreed_text, undo_question, undo_refused_text, undo_withdrawn_text
from host import Host, NotificationKind, Person, Played, RunningTable, Undo


class UndoButton(ConsentButton, template=NONE):
    """The base of the two answers: they hold the ply at which it was asked, and the one to go back to."""

    kind = NotificationKind.UNDO

    def question(self, before: RunningTable) -> int:
        """Return the number of the question."""
        return before.undo_request.number if before.undo_request else 0

    def answers(self, table: RunningTable) -> discord.ui.View | None:
        """Return the buttons for what is asked."""
        return undo_answers(table)

    async def outcome(self, client: Client, before: RunningTable, decided: Decided, person: Person) -> str:
        """Return the question as it stands after somebody's answer."""
        begun = await client.host.history.state_at(self.number, self.plies[1])
        if isinstance(decided, Played):
            return undo_agreed_text(decided.after, begun)
        if decided.undo_request:
            return undo_question(decided, decided.undo_request, begun)
        if decided.seats[begun.seat].person.id == person.id:
            return undo_withdrawn_text(decided, begun)
        return undo_refused_text(decided, begun, person.name)


class AgreeUndoButton(UndoButton, template=r"carc:undo-agree:(?P<number>\d+):(?P<asked_at>\d+):(?P<ply>\d+)"):
    """Agrees, in public, to undo a turn."""

    action, text, style = "undo-agree", AGREE, discord.ButtonStyle.primary

    async def decide(self, host: Host, person: Person) -> Decided:
        """Agree; the last one undoes it."""
        asked_at, ply = self.plies
        return await host.undo.agree(self.number, person, asked_at, Undo(ply))


class RefuseUndoButton(UndoButton, template=r"carc:undo-refuse:(?P<number>\d+):(?P<asked_at>\d+):(?P<ply>\d+)"):
    """Refuses, in public, to undo a turn; pressed by who asks, withdraws it."""

    action, text, style = "undo-refuse", REFUSE, discord.ButtonStyle.secondary

    async def decide(self, host: Host, person: Person) -> Decided:
        """Refuse."""
        asked_at, ply = self.plies
        return await host.undo.refuse(self.number, person, asked_at, Undo(ply))


def undo_answers(table: RunningTable) -> discord.ui.View | None:
    """Return the buttons for what is asked at a table; None where nothing is."""
    if table.undo_request is None:
        return None
    plies = table.ply, table.undo_request.ply
    return buttons(AgreeUndoButton(table.number, *plies), RefuseUndoButton(table.number, *plies))
