"""The buttons by which a table answers a question that needs everybody's consent."""

from contextlib import suppress
from typing import ClassVar, TypeAlias

import discord

from cogs.delivery.questions import show_question
from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import NONE, TableButton
from cogs.interaction.context import note_subject, person_of
from host import Host, HostError, HostErrorCode, NotificationKind, Person, Played, RunningTable

Decided: TypeAlias = Played | RunningTable
"""What an answer has led to: what was asked is done, or the question is still open or void."""


class ConsentButton(TableButton, template=NONE):
    """The base of the two answers: to agree, and to refuse, which withdraws the question where its asker does it."""

    kind: ClassVar[NotificationKind]

    async def press(self, interaction: Interaction) -> None:
        """Answer, and show in the question how it stands; if what it asks for is done, tell the table."""
        client, person = interaction.client, person_of(interaction)
        try:
            before = await client.host.tables.load_running(self.number)
            decided = await self.decide(client.host, person)
        except HostError as error:
            if error.trouble in (HostErrorCode.NOT_ASKED, HostErrorCode.GAME_OVER):
                with suppress(discord.HTTPException):
                    await interaction.edit_original_response(view=None)
            raise
        note_subject(interaction, decided.after if isinstance(decided, Played) else decided)
        try:
            await self._show(interaction, before, decided, person)
        finally:  # what was decided is done, even if the question cannot tell it
            if isinstance(decided, Played):
                await client.announcer.announce(decided)

    async def _show(self, interaction: Interaction, before: RunningTable, decided: Decided, person: Person) -> None:
        """Show how the question stands now, and whether it can be answered any more."""
        client = interaction.client

        async def say() -> tuple[str, discord.ui.View | None]:
            view = None if isinstance(decided, Played) else self.answers(decided)
            return await self.outcome(client, before, decided, person), view

        await show_question(client, self.number, self.question(before), self.kind, say=say, pressed=interaction)

    def question(self, before: RunningTable) -> int:
        """Return the number of the question, at a table where it has yet to be answered."""
        raise NotImplementedError

    def answers(self, table: RunningTable) -> discord.ui.View | None:
        """Return the buttons for what is asked at a table; None where nothing is."""
        raise NotImplementedError

    async def decide(self, host: Host, person: Person) -> Decided:
        """Answer as the button says; raise HostError."""
        raise NotImplementedError

    async def outcome(self, client: Client, before: RunningTable, decided: Decided, person: Person) -> str:
        """Return the question as it stands after somebody's answer, in the language spoken."""
        raise NotImplementedError
