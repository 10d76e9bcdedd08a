"""The handlers of the buttons that answer an undo request."""

from typing import Final, TypeVar

import discord

from cogs.interaction.client import Client
from cogs.interaction.consent_buttons import ConsentButton, ConsentOutcome
from cogs.message.custom_ids import AgreeUndoId, RefuseUndoId, UndoAnswerId
from cogs.message.questions import undo_view
from cogs.text.undo import undo_agreed_text, undo_question, undo_refused_text, undo_withdrawn_text
from host import Host, NotificationKind, Person, PlayResult, RunningTable, Undo

AnswerIdT = TypeVar("AnswerIdT", bound=UndoAnswerId)


class UndoAnswerButton(ConsentButton[AnswerIdT]):
    """The base of the two answers to an undo request."""

    kind = NotificationKind.UNDO

    def question_number(self, before: RunningTable, pressed: AnswerIdT) -> int:
        """Return the number of the question."""
        return before.undo_request.number if before.undo_request else 0

    def question_view(self, table: RunningTable) -> discord.ui.View | None:
        """Return the buttons of the question."""
        return undo_view(table)

    async def outcome(
        self, client: Client, before: RunningTable, decided: ConsentOutcome, person: Person, pressed: AnswerIdT
    ) -> str:
        """Return the text of the question after an answer."""
        turn_start = await client.host.history.state_at(pressed.number, pressed.ply)
        if isinstance(decided, PlayResult):
            return undo_agreed_text(decided.after, turn_start)
        if decided.undo_request:
            return undo_question(decided, decided.undo_request, turn_start)
        if decided.seats[turn_start.seat].is_played_by(person.id):
            return undo_withdrawn_text(decided, turn_start)
        return undo_refused_text(decided, turn_start, person.name)


class AgreeUndoButton(UndoAnswerButton[AgreeUndoId], handles=AgreeUndoId):
    """Agrees, in public, to undo a turn."""

    async def decide(self, host: Host, person: Person, pressed: AgreeUndoId) -> ConsentOutcome:
        """Agree. The last player who agrees undoes the turn."""
        return await host.undo_requests.agree(pressed.number, person, pressed.asked_at, Undo(pressed.ply))


class RefuseUndoButton(UndoAnswerButton[RefuseUndoId], handles=RefuseUndoId):
    """Refuses, in public, to undo a turn. For the requester, it withdraws the request."""

    async def decide(self, host: Host, person: Person, pressed: RefuseUndoId) -> ConsentOutcome:
        """Refuse."""
        return await host.undo_requests.refuse(pressed.number, person, pressed.asked_at, Undo(pressed.ply))


UNDO_BUTTONS: Final = (AgreeUndoButton, RefuseUndoButton)
