"""The choices that are offered for a turn's options: made once for each position, and kept while people type."""

from collections.abc import Callable, Hashable
from typing import Any, Final

from discord.app_commands import Choice

from host.model.table import FinishedTable, RunningTable
from screens.text.i18n import current_language

MOST: Final = 1_000
"""How many lists of choices are kept. Most have fewer than a hundred choices."""


class Suggestions:
    """The lists of choices that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._choices: dict[Hashable, list[Choice[Any]]] = {}
        self._most = most

    def __len__(self) -> int:
        return len(self._choices)

    def find(
        self, option: str, table: RunningTable | FinishedTable, given: Hashable, make: Callable[[], list[Choice[Any]]]
    ) -> list[Choice[Any]]:
        """Return the choices of an option; ``make`` is called if they are not kept.

        They follow from the position, which a table's number and ply name, from the other options, ``given``, and from
        the current language.
        """
        key = (option, table.number, table.ply, current_language(), given)
        choices = self._choices.pop(key, None)
        if choices is None:
            choices = make()
        self._choices[key] = choices  # behind all others: the first is the one that was not asked for longest
        if len(self._choices) > self._most:
            del self._choices[next(iter(self._choices))]
        return choices
