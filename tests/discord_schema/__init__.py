"""Would Discord take it? Checks the requests that a bot sent to a test server, which accepts nearly everything.

`request_problems` checks limits that no other check knows, `OpenApi.problems` uses Discord's own description.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from simcord.enums import CallbackType

from tests.discord_schema.commands import choice_problems, command_problems
from tests.discord_schema.messages import component_problems, message_problems
from tests.discord_schema.openapi import OpenApi
from tests.loopback.recording import Upload

__all__ = ["OpenApi", "choice_problems", "command_problems", "message_problems", "request_problems"]

_MESSAGES = (CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, CallbackType.UPDATE_MESSAGE)


def request_problems(method: str, path: str, body: Any, files: Sequence[Upload] = ()) -> list[str]:
    """What Discord would refuse about a request, in words; empty if it is fine.

    Works on what the loopback server recorded and, without `files`, on SimCord's `env.http_requests`.
    """
    words = path.strip("/").split("/")
    found: list[str] = []
    if method == "PUT" and words[-1] == "commands":
        found = _known_command_problems(body)
    elif words[-1] == "callback":
        found = _callback_problems(body, files)
    elif method in ("POST", "PATCH") and ("messages" in words or words[0] == "webhooks"):
        found = message_problems(body or {}, files)
    return [f"{method} {path}: {problem}" for problem in found]


_last_commands: list[tuple[Any, list[str]]] = []
"""The commands that were looked at last, and their problems. Each bot of a run registers the same ones."""


def _known_command_problems(commands: Any) -> list[str]:
    if not _last_commands or _last_commands[0][0] != commands:
        _last_commands[:] = [(deepcopy(commands), command_problems(commands))]
    return _last_commands[0][1]


def _callback_problems(body: Any, files: Sequence[Upload]) -> list[str]:
    data = body.get("data") or {}
    if body["type"] in _MESSAGES:
        return message_problems(data, files)
    if body["type"] == CallbackType.MODAL:
        return list(component_problems(data.get("components") or []))
    if body["type"] == CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT:
        return choice_problems(data.get("choices") or [])
    return []
