"""Records every message that the bot sends: when, where, whom it pings, and its buttons."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from simcord.backend import Backend
from simcord.backend.errors import BackendError

EPHEMERAL, SILENT = 1 << 6, 1 << 12
PICTURE = re.compile(r"game(\d+)-(\d+)(-end)?\.png")


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message that the bot sent to a channel or in private.

    `pinged` holds the people whom Discord notifies: those mentioned, or the owner of the private channel. `turn` is the
    game and the ply that its picture shows.
    """

    at: datetime
    channel: int
    id: int
    is_private: bool
    text: str
    pinged: tuple[int, ...]
    is_silent: bool
    turn: tuple[int, int] | None
    is_end: bool
    buttons: tuple[str, ...]
    is_answer: bool = False
    """Whether it answers what somebody has just done."""


@dataclass(slots=True)
class SentMessages:
    """Every message that the bot sent, in order.

    With `loses_next_answer` set, Discord takes the next message about a turn, but its answer is lost.
    """

    backend: Backend
    sent: list[SentMessage] = field(default_factory=list)
    loses_next_answer: bool = False

    @property
    def bot(self) -> int:
        return self.backend.bot_user.id

    def on_event(self, event: str, payload: Mapping[str, Any]) -> None:
        """Record a message that the simulated Discord has created."""
        if event != "MESSAGE_CREATE" or int(payload["author"]["id"]) != self.bot or payload["flags"] & EPHEMERAL:
            return
        self.sent.append(_parse_message(payload, self._pinged(payload)))
        if self.loses_next_answer and self.sent[-1].turn:
            self.loses_next_answer = False
            raise BackendError(503, 0, "the answer is lost")

    def _pinged(self, payload: Mapping[str, Any]) -> tuple[int, ...]:
        """The people whom a message pings. Its own list of mentions also holds those whom it only names."""
        channel = int(payload["channel_id"])
        if payload.get("guild_id") is None:
            return tuple(person for person, private in self.backend.dm_channels.items() if private == channel)
        return tuple(sorted(self.backend.messages[channel][int(payload["id"])].ping_user_ids))


def _parse_message(payload: Mapping[str, Any], pinged: tuple[int, ...]) -> SentMessage:
    names = [PICTURE.fullmatch(one["filename"]) for one in payload["attachments"]]
    picture = next((one for one in names if one), None)
    return SentMessage(
        datetime.fromisoformat(payload["timestamp"]),
        int(payload["channel_id"]),
        int(payload["id"]),
        payload.get("guild_id") is None,
        payload["content"],
        pinged,
        bool(payload["flags"] & SILENT),
        (int(picture[1]), int(picture[2])) if picture else None,
        picture is not None and picture[3] is not None,
        tuple(_custom_ids(payload["components"])),
        payload.get("interaction_metadata") is not None,
    )


def _custom_ids(components: list[dict[str, Any]]) -> Iterator[str]:
    for one in components:
        if "custom_id" in one:
            yield one["custom_id"]
        yield from _custom_ids(one.get("components", []))
