"""Forms that people submit: who may do so, and what they filled in.

A form is read by its custom id and the ids of its fields, so one that was opened before a restart works like any other.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import discord

from cogs.interaction.access import check_access, parse_id
from cogs.interaction.client import Interaction
from cogs.interaction.errors import error_boundary
from cogs.message.custom_id import CustomId
from host.errors import NotOfferedError

IdT = TypeVar("IdT", bound=CustomId)
T = TypeVar("T")

FormFields: TypeAlias = Mapping[str, Sequence[str]]
"""The values that were filled in, by the ids of the fields. A text is one value."""
StoreForm: TypeAlias = Callable[[Interaction, IdT, FormFields], Awaitable[None]]
"""Stores what was filled in. The interaction is deferred."""


async def receive_form(interaction: Interaction, kind: type[IdT], store: StoreForm[IdT]) -> None:
    """Call ``store`` if this is a submitted form of a kind and the person may use it. Answer every error."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    if not kind.pattern.fullmatch(data["custom_id"]):
        return
    async with error_boundary(interaction):
        await interaction.response.defer()
        form = parse_id(kind, data["custom_id"])
        await check_access(interaction, form)
        await store(interaction, form, _read_fields(data["components"]))


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


def _read_fields(components: Any) -> FormFields:
    try:
        return {one["component"]["custom_id"]: _read_values(one["component"]) for one in components}
    except (KeyError, TypeError):
        raise NotOfferedError("?") from None


def _read_values(field: Any) -> Sequence[str]:
    values = field["values"] if "values" in field else [field.get("value") or ""]
    return [str(value) for value in values]
