"""The base of the handlers of questions that need everybody's consent."""

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
"""The result of an answer: a PlayResult if the request was carried out, else the table."""


class ConsentButton(PersistentButton[TableIdT]):
    """The base of the two answers: agree, and refuse. If the requester refuses, the request is withdrawn."""

    kind: ClassVar[NotificationKind]

    async def press(self, interaction: Interaction, pressed: TableIdT) -> None:
        """Answer, update the question, and publish what was carried out."""
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
        finally:  # the decision is stored, even if the question could not be edited
            if isinstance(decided, PlayResult):
                await client.outbox.publish(decided)

    def question_number(self, before: RunningTable, pressed: TableIdT) -> int:
        """Return the number of the question. ``before`` is the table before the answer."""
        raise NotImplementedError

    def question_view(self, table: RunningTable) -> discord.ui.View | None:
        """Return the buttons of the question; None if it is closed."""
        raise NotImplementedError

    async def decide(self, host: Host, person: Person, pressed: TableIdT) -> ConsentOutcome:
        """Give the answer of this button. Raise HostError."""
        raise NotImplementedError

    async def outcome(
        self, client: Client, before: RunningTable, decided: ConsentOutcome, person: Person, pressed: TableIdT
    ) -> str:
        """Return the text of the question after an answer, in the current language."""
        raise NotImplementedError
