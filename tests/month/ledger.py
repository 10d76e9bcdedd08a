"""What the bot sent, as Discord had it: every message with its instant, whom it pinged, and what could be pressed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from simcord.backend.errors import BackendError

EPHEMERAL, SILENT = 1 << 6, 1 << 12
PICTURE = re.compile(r"game(\d+)-(\d+)(-end)?\.png")


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that the bot sent to a channel or in private. `turn` is the game and the ply that its picture is of."""

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
class Ledger:
    """Everything that the bot sent, in order. With `breaks` set, Discord takes one message and then does not answer."""

    bot: int
    sent: list[Sent] = field(default_factory=list)
    breaks: bool = False

    def hear(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note what happens on the simulated Discord."""
        if event != "MESSAGE_CREATE" or int(payload["author"]["id"]) != self.bot or payload["flags"] & EPHEMERAL:
            return
        self.sent.append(_sent(payload))
        if self.breaks and self.sent[-1].turn:
            self.breaks = False
            raise BackendError(503, 0, "the answer is lost")


def _sent(payload: Mapping[str, Any]) -> Sent:
    names = [PICTURE.fullmatch(one["filename"]) for one in payload["attachments"]]
    picture = next((one for one in names if one), None)
    return Sent(
        datetime.fromisoformat(payload["timestamp"]),
        int(payload["channel_id"]),
        int(payload["id"]),
        payload.get("guild_id") is None,
        payload["content"],
        tuple(sorted(int(one["id"]) for one in payload["mentions"])),
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
