"""All messages that the bot sent: when, to whom, whom each pinged, and which buttons it had."""

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
class Sent:
    """A message that the bot sent to a channel or in private. `pinged` are those whose client rings: who may be
    mentioned, or whose private channel it is. `turn` is the game and the ply that its picture is of.
    """

    at: datetime
    channel: int
    message: int
    is_private: bool
    text: str
    pinged: tuple[int, ...]
    is_silent: bool
    turn: tuple[int, int] | None
    is_end: bool
    buttons: tuple[str, ...]


@dataclass(slots=True)
class SentMessages:
    """Everything that the bot sent, in order. With `breaks` set, Discord takes one message and then does not answer."""

    discord: Backend
    sent: list[Sent] = field(default_factory=list)
    breaks: bool = False

    @property
    def bot(self) -> int:
        return self.discord.bot_user.id

    def hear(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note what happens on the simulated Discord."""
        if event != "MESSAGE_CREATE" or int(payload["author"]["id"]) != self.bot or payload["flags"] & EPHEMERAL:
            return
        self.sent.append(_sent(payload, self._pinged(payload)))
        if self.breaks and self.sent[-1].turn:
            self.breaks = False
            raise BackendError(503, 0, "the answer is lost")

    def _pinged(self, payload: Mapping[str, Any]) -> tuple[int, ...]:
        """Everybody named in a text stands in the message's own list, pinged or not."""
        channel = int(payload["channel_id"])
        if payload.get("guild_id") is None:
            return tuple(person for person, private in self.discord.dm_channels.items() if private == channel)
        return tuple(sorted(self.discord.messages[channel][int(payload["id"])].ping_user_ids))


def _sent(payload: Mapping[str, Any], pinged: tuple[int, ...]) -> Sent:
    names = [PICTURE.fullmatch(one["filename"]) for one in payload["attachments"]]
    picture = next((one for one in names if one), None)
    return Sent(
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
    )


def _custom_ids(components: list[dict[str, Any]]) -> Iterator[str]:
    for one in components:
        if "custom_id" in one:
            yield one["custom_id"]
        yield from _custom_ids(one.get("components", []))
