"""The base of the handlers of questions that need everybody's consent."""

from typing import ClassVar, TypeAlias, TypeVar

from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import note_context, person_of
from cogs.interaction.replies import try_answer
from cogs.message.custom_ids import TableId
from host.host import Host
from host.model.controllers import Person
from host.model.game_history import PlayResult
from host.model.notifications import NotificationKind
from host.model.table import RunningTable
from host.model.table_errors import GameOverError, NotAskedError

TableIdT = TypeVar("TableIdT", bound=TableId)

ConsentOutcome: TypeAlias = PlayResult | RunningTable
"""The result of an answer: a PlayResult if the request was carried out, else the table."""


class ConsentButton(PersistentButton[TableIdT]):
    """The base of the two answers: agree, and refuse. If the requester refuses, the request is withdrawn."""

    kind: ClassVar[NotificationKind]

    async def press(self, interaction: Interaction, pressed: TableIdT) -> None:
        """Answer, update the question, and publish what was carried out."""
        outbox, round_ = interaction.client.outbox, self._round(interaction.client.host, pressed.number)
        try:
            decided = await self.decide(interaction.client.host, person_of(interaction), pressed)
        except (NotAskedError, GameOverError):
            await try_answer(pressed.number, outbox.questions.answered(pressed.number, interaction))
            raise
        note_context(interaction, decided.after if isinstance(decided, PlayResult) else decided)
        try:
            await outbox.questions.answered(pressed.number, interaction, round_, [self.kind])
        finally:  # the decision is stored, even if the question could not be edited
            if isinstance(decided, PlayResult):
                await outbox.publish(decided)

    def _round(self, host: Host, number: int) -> int | None:
        """Return the number of the open question of this kind; None if there is none."""
        table = host.tables.running_summary(number)
        if table is None:
            return None
        request = table.undo_request if self.kind is NotificationKind.UNDO else table.end_request
        return request.number if request else None

    async def decide(self, host: Host, person: Person, pressed: TableIdT) -> ConsentOutcome:
        """Give the answer of this button. Raise HostError."""
        raise NotImplementedError
