"""How the bot answered one interaction."""

from dataclasses import dataclass
from typing import Any

from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction, Message
from simcord.backend.models.interaction import ResponseKind

from tests.loopback.world import KeepingBackend


@dataclass(slots=True)
class Answer:
    """The attributes always give the current answer, after every edit and follow-up.

    `sent` is when the interaction began, by the monotonic clock. `after` is the seconds until the bot's first reaction,
    which Discord expects within 3.
    """

    backend: KeepingBackend
    record: Interaction
    sent: float = 0.0
    after: float = 0.0

    @property
    def kind(self) -> ResponseKind | None:
        return self.record.response_kind

    @property
    def is_private(self) -> bool:
        return self.record.ephemeral

    @property
    def message(self) -> Message | None:
        """The answer itself, or the message that the button has edited; None if it was deleted."""
        return self._message(self.record.message_id)

    @property
    def content(self) -> str:
        """The text of the answer; if the bot has deleted it, its last text."""
        message = self.message or self.backend.deleted.get(self.record.message_id or 0)
        return message.content if message else ""

    @property
    def components(self) -> list[dict[str, Any]]:
        message = self.message
        return message.components if message else []

    @property
    def followups(self) -> list[Message]:
        return [message for message in map(self._message, self.record.followup_ids) if message is not None]

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.record.modal

    @property
    def choices(self) -> list[dict[str, Any]]:
        """What autocomplete offered, as `{"name", "value"}`."""
        return self.record.autocomplete_choices or []

    @property
    def is_complete(self) -> bool:
        """Whether the bot has answered. A deferred answer is complete when its message has arrived."""
        return self.record.responded and not self.record.loading

    def _message(self, message_id: int | None) -> Message | None:
        if message_id is None:
            return None
        try:
            return self.backend.get_message(self.record.channel_id, message_id)
        except BackendError:
            return None
