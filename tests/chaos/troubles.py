"""The kinds of trouble at Discord, and the requests of a turn that they meet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.chaos.table import Attempt, Table
from tests.loopback import Answer

TROUBLES: Mapping[str, Mapping[str, Any]] = {
    "429": {"status": 429, "retry_after": 0.5},
    "429 without a time": {"status": 429, "retry_after": None},
    "429 for everything": {"status": 429, "retry_after": 0.5, "is_global": True},
    "500": {"status": 500},
    "502": {"status": 502},
    "503": {"status": 503},
    "504": {"status": 504},
    "503, five times": {"status": 503, "times": 5},
    "500, though it was done": {"status": 500, "is_executed": True},
    "cut before it was done": {"status": 0},
    "cut after it was done": {"status": 0, "is_executed": True},
    "slow": {"status": None, "delay": 4.0},
    "slow, then 500": {"status": 500, "delay": 4.0, "is_executed": True},
    "403": {"status": 403, "code": 50013},
    "404": {"status": 404},
}
"""What happens to a request: the fields of a ``Fault``."""

REFUSALS = (403, 404)
"""Statuses that do not pass by themselves. The manager mends the channel's permissions afterwards."""


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """A request of a turn. ``path`` makes the pattern of its path."""

    name: str
    method: str
    path: Callable[[Table, Attempt], str]
    needs_direct_messages: bool = False


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """A request that is made while a game begins."""

    name: str
    method: str
    path: Callable[[Table], str]


@dataclass(frozen=True, slots=True)
class EndingRequest:
    """A request that is made when a game is over."""

    name: str
    method: str
    path: Callable[[Table], str]


def _answer_path(_: Table, attempt: Attempt) -> str:
    assert isinstance(attempt.answer, Answer)
    return f"/interactions/{attempt.answer.record.id}/*"


TURN_REQUESTS = (
    TurnRequest("answer", "POST", _answer_path),
    TurnRequest("message and picture", "POST", lambda table, attempt: f"/channels/{table.channel}/messages"),
    TurnRequest("edit", "PATCH", lambda table, attempt: f"/channels/{table.channel}/messages/*"),
    TurnRequest("private message", "POST", lambda table, attempt: f"/channels/{_private(table)}/messages", True),
)

OPENING_REQUESTS = (
    OpeningRequest("status message", "POST", lambda table: f"/channels/{table.channel}/messages"),
    OpeningRequest("pin", "PUT", lambda table: f"/channels/{table.channel}/messages/pins/*"),
)

ENDING_REQUESTS = (
    EndingRequest("last message", "POST", lambda table: f"/channels/{table.channel}/messages"),
    EndingRequest("unpin", "DELETE", lambda table: f"/channels/{table.channel}/messages/pins/*"),
)


def _private(table: Table) -> int:
    """The private channel of the player who comes next."""
    other = next(person for person in table.people if person != table.mover)
    return table.server.world.direct(other)
