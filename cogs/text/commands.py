"""How messages mention a command. People can click the mention if the ids of the commands are known.

A process has one application, so it has one set of ids. The bot sets them (``set_command_ids``) before it answers
anybody. Whatever makes texts reads them, also a task that began earlier, such as the host's own. Functions that make
texts only call ``command_mention("place")``.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_ids: Final[dict[str, int]] = {}


def set_command_ids(ids: Mapping[str, int]) -> None:
    """Set the ids of the commands, by name, for the whole process."""
    _ids.clear()
    _ids.update(ids)


def command_ids() -> Mapping[str, int]:
    """Return the ids of the commands by name; empty if they are unknown."""
    return MappingProxyType(_ids)


def command_mention(name: str) -> str:
    """Return a mention of a command, such as ``place`` or ``carcassonne-admin retry``.

    If its id is unknown, return plain text that cannot be clicked.
    """
    known = _ids.get(name.partition(" ")[0])
    return f"</{name}:{known}>" if known else f"`/{name}`"
