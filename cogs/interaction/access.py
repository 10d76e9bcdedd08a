"""Whether a person may use a button, a menu or a form. Custom ids are no secret, so none is trusted."""

from typing import Any, TypeVar

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.context import note_context, venue_of
from cogs.interaction.errors import UnknownComponentError
from cogs.message.custom_id import CustomId
from cogs.message.custom_ids import TableId

IdT = TypeVar("IdT", bound=CustomId)


def parse_id(kind: type[IdT], text: str) -> IdT:
    """Read an id of a kind; raise UnknownComponentError where it is none, NotationError for an unreadable move."""
    try:
        return kind.parse(text)
    except ValueError:
        raise UnknownComponentError(text) from None


def check_message(interaction: Interaction) -> None:
    """Raise UnknownComponentError unless the used component stands on a message of this bot."""
    message, user = interaction.message, interaction.client.user
    if message is None or user is None or message.author.id != user.id or not has_used_component(interaction):
        raise UnknownComponentError(_used_id(interaction))


def has_used_component(interaction: Interaction) -> bool:
    """Say whether the message of an interaction has the component that was used."""
    if interaction.message is None:
        return False
    data: Any = interaction.data
    return any(
        item.type.value == data["component_type"] and getattr(item, "custom_id", None) == data["custom_id"]
        for item in discord.ui.View.from_message(interaction.message, timeout=None).walk_children()
    )


async def check_access(interaction: Interaction, used: CustomId) -> None:
    """Raise HostError unless the person may see the table that an id names, at the place where it was used.

    A server's games are for its members, and elsewhere for their own players. The table is noted for error texts.
    """
    if isinstance(used, TableId):
        tables = interaction.client.host.tables
        table = await tables.load_visible(used.number, venue_of(interaction), interaction.user.id)
        note_context(interaction, table)


def _used_id(interaction: Interaction) -> str:
    data: Any = interaction.data
    return str(data["custom_id"])
