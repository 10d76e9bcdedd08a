"""How messages mention a command. People can click the mention if the ids of the commands are known.

The bot sets the ids once (``set_command_ids``), before it answers anybody. Functions that make texts only call
``command_mention("place")``. Like the language, the ids belong to the running task and to every task that it starts.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

_NONE: Final[Mapping[str, int]] = MappingProxyType({})
_ids: ContextVar[Mapping[str, int]] = ContextVar("command_ids", default=_NONE)


def set_command_ids(ids: Mapping[str, int]) -> None:
    """Set the ids of the commands, for this task and the tasks that it starts."""
    _ids.set(ids)


def command_ids() -> Mapping[str, int]:
    """Return the ids of the commands by name; empty if they are unknown."""
    return _ids.get()


def command_mention(name: str) -> str:
    """Return a mention of a command, such as ``place`` or ``carcassonne-admin retry``.

    If its id is unknown, return plain text that cannot be clicked.
    """
    known = _ids.get().get(name.partition(" ")[0])
    return f"</{name}:{known}>" if known else f"`/{name}`"
