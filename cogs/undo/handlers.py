"""The handlers of the buttons that answer an undo request."""

from typing import Final

from cogs.interaction.consent_buttons import ConsentButton, ConsentOutcome
from cogs.message.custom_ids import AgreeUndoId, RefuseUndoId
from host.host import Host
from host.model.controllers import Person
from host.model.game_history import Undo
from host.model.notifications import NotificationKind


class AgreeUndoButton(ConsentButton[AgreeUndoId], handles=AgreeUndoId):
    """Agrees, in public, to undo a turn."""

    kind = NotificationKind.UNDO

    async def decide(self, host: Host, person: Person, pressed: AgreeUndoId) -> ConsentOutcome:
        """Agree. The last player who agrees undoes the turn."""
        return await host.undo_requests.agree(pressed.number, person, pressed.asked_at, Undo(pressed.ply))


class RefuseUndoButton(ConsentButton[RefuseUndoId], handles=RefuseUndoId):
    """Refuses, in public, to undo a turn. For the requester, it withdraws the request."""

    kind = NotificationKind.UNDO

    async def decide(self, host: Host, person: Person, pressed: RefuseUndoId) -> ConsentOutcome:
        """Refuse."""
        return await host.undo_requests.refuse(pressed.number, person, pressed.asked_at, Undo(pressed.ply))


UNDO_BUTTONS: Final = (AgreeUndoButton, RefuseUndoButton)
