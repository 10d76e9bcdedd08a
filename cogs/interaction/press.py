"""The use of a button, a menu or a form, as its handler gets it, and what was chosen or filled in there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord

from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import person_of, venue_of
from cogs.interaction.errors import UnknownComponentError
from host.errors import NotOfferedError
from host.host import Host
from host.model.controllers import Person
from host.model.table import StartedTable, Table, Venue
from host.model.table_lookup import require_started

T = TypeVar("T")

FormFields: TypeAlias = Mapping[str, Sequence[str]]
"""The values that were filled in, by the ids of the fields. A text is one value."""


@dataclass(frozen=True, slots=True)
class Press:
    """The use of a button, a menu or a form by a person who may use it."""

    interaction: Interaction
    table: Table | None
    """The table that the id names; None if it names none."""
    component: discord.ui.Item[Any] | None
    """The button or the menu, as it stands on its message; None for a form."""

    @property
    def client(self) -> Client:
        return self.interaction.client

    @property
    def host(self) -> Host:
        return self.interaction.client.host

    @property
    def person(self) -> Person:
        return person_of(self.interaction)

    @property
    def venue(self) -> Venue:
        return venue_of(self.interaction)

    @property
    def started(self) -> StartedTable:
        """The table that the id names. Raise NotStartedError if its game has not begun."""
        assert self.table  # noqa: S101 (handlers ask only if their ids name a table)
        return require_started(self.table)

    @property
    def chosen(self) -> str:
        """The value of the one option that was chosen in a menu. Raise NotOfferedError if the menu does not offer it.

        Raise UnknownComponentError if it is no menu.
        """
        data: Any = self.interaction.data
        if not isinstance(self.component, discord.ui.Select):
            raise UnknownComponentError(data["custom_id"])
        values = data.get("values", [])
        if len(values) != 1 or values[0] not in [option.value for option in self.component.options]:
            raise NotOfferedError(", ".join(map(str, values)))
        return str(values[0])

    @property
    def fields(self) -> FormFields:
        """What was filled in in a form. Raise NotOfferedError where it cannot be read."""
        data: Any = self.interaction.data
        try:
            parts = [one["component"] for one in data["components"]]
            return {part["custom_id"]: _read_values(part) for part in parts}
        except (KeyError, TypeError):
            raise NotOfferedError("?") from None


def one_value(fields: FormFields, name: str) -> str:
    """Return the value of a field; raise NotOfferedError where there is none, or several."""
    values = fields.get(name, ())
    if len(values) != 1:
        raise NotOfferedError(", ".join(values) or name)
    return values[0]


def parse_choice(kind: Callable[[str], T], text: str) -> T:
    """Return a chosen text as a value of a kind; raise NotOfferedError where it is none."""
    try:
        return kind(text)
    except ValueError:
        raise NotOfferedError(text) from None


def _read_values(field: Any) -> Sequence[str]:
    values = field["values"] if "values" in field else [field.get("value") or ""]
    return [str(value) for value in values]
