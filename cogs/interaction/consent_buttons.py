"""What the answers to a question do that needs everybody's consent: the base of their handlers."""

from contextlib import suppress
from typing import ClassVar, TypeAlias, TypeVar

import discord

from cogs.interaction.client import Client, Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import note_context, person_of
from cogs.message.custom_ids import TableId
from host import GameOverError, Host, NotAskedError, NotificationKind, Person, PlayResult, RunningTable

TableIdT = TypeVar("TableIdT", bound=TableId)

ConsentOutcome: TypeAlias = PlayResult | RunningTable
"""What an answer has led to: what was asked is done, or the question is still open or void."""


class ConsentButton(PersistentButton[TableIdT]):
    """The base of the two answers: to agree, and to refuse, which for who asked means to withdraw the question."""

    kind: ClassVar[NotificationKind]

    async def press(self, interaction: Interaction, pressed: TableIdT) -> None:
        """Answer, and show in the question how it stands; if what it asks for is done, tell the table."""
        client, person = interaction.client, person_of(interaction)
        try:
            before = await client.host.tables.load_running(pressed.number)
            decided = await self.decide(client.host, person, pressed)
        except (NotAskedError, GameOverError):
            with suppress(discord.HTTPException):
                await interaction.edit_original_response(view=None)
            raise
        note_context(interaction, decided.after if isinstance(decided, PlayResult) else decided)
        question_number = self.question_number(before, pressed)

        async def content() -> tuple[str, discord.ui.View | None]:
            view = None if isinstance(decided, PlayResult) else self.question_view(decided)
            return await self.outcome(client, before, decided, person, pressed), view

        try:
            await client.outbox.questions.show(
                pressed.number, question_number, self.kind, make_content=content, pressed=interaction
            )
        finally:  # what was decided is done, even if the question cannot tell it
            if isinstance(decided, PlayResult):
                await client.outbox.publish(decided)

    def question_number(self, before: RunningTable, pressed: TableIdT) -> int:
        """Return the number of the question, at a table where it has yet to be answered."""
        raise NotImplementedError

    def question_view(self, table: RunningTable) -> discord.ui.View | None:
        """Return the answers to what is asked at a table; None where nothing is."""
        raise NotImplementedError

    async def decide(self, host: Host, person: Person, pressed: TableIdT) -> ConsentOutcome:
        """Answer as the button says; raise HostError."""
        raise NotImplementedError

    async def outcome(
        self, client: Client, before: RunningTable, decided: ConsentOutcome, person: Person, pressed: TableIdT
    ) -> str:
        """Return the question as it stands after somebody's answer, in the language spoken."""
        raise NotImplementedError
