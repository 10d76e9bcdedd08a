"""Whether a person may use a button, a menu or a form. Custom ids are no secret, so none is trusted."""

from typing import Any, TypeVar

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.context import note_context, venue_of
from cogs.interaction.errors import UnknownComponentError
from host.model.table import Table
from screens.custom_id import CustomId
from screens.custom_ids import TableId

IdT = TypeVar("IdT", bound=CustomId)


def parse_id(kind: type[IdT], text: str) -> IdT:
    """Read an id of a kind; raise UnknownComponentError where it is none, NotationError for an unreadable move."""
    try:
        return kind.parse(text)
    except ValueError:
        raise UnknownComponentError(text) from None


def used_id(interaction: Interaction) -> str:
    """Return the text of the id of the component or form that was used."""
    data: Any = interaction.data
    return str(data["custom_id"])


def used_component(interaction: Interaction) -> discord.ui.Item[Any]:
    """Return the component that was used; raise UnknownComponentError unless it stands on a message of this bot."""
    data: Any = interaction.data
    message, user, used = interaction.message, interaction.client.user, (data["component_type"], data["custom_id"])
    if message is not None and user is not None and message.author.id == user.id:
        for item in discord.ui.View.from_message(message, timeout=None).walk_children():
            if (item.type.value, getattr(item, "custom_id", None)) == used:
                return item
    raise UnknownComponentError(used_id(interaction))


async def check_access(interaction: Interaction, used: CustomId) -> Table | None:
    """Return the table that an id names, None if it names none. Raise HostError unless the person may see it here.

    A server's games are for its members, and elsewhere for their own players. The table is noted for error texts.
    """
    if not isinstance(used, TableId):
        return None
    table = await interaction.client.host.tables.load_visible(used.number, venue_of(interaction), interaction.user.id)
    note_context(interaction, table)
    return table
