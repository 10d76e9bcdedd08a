"""The base classes of handlers. A handler is called when somebody uses a button or a menu.

A handler reads everything from the custom id, so buttons work after a restart, and below messages posted long ago. A
feature registers its handlers when it is loaded.
"""

from typing import Any, Generic, Self, TypeVar

import discord

from cogs.interaction.client import Interaction
from cogs.interaction.context import note_context
from cogs.interaction.errors import error_boundary
from cogs.message.components import Menu
from cogs.message.custom_id import CustomId
from cogs.message.custom_ids import TableId

IdT = TypeVar("IdT", bound=CustomId)

_NOTHING = r"(?!)"
"""A pattern that matches no custom id, for base classes."""


class PersistentItem(discord.ui.DynamicItem[discord.ui.Item[Any]], Generic[IdT], template=_NOTHING):
    """The base of all handlers. An error of ``press`` is answered; discord.py alone would only log it."""

    id_type: type[IdT]

    def __init_subclass__(cls, *, handles: type[IdT] | None = None) -> None:
        """Let a subclass handle all components with the ids ``handles``. A base class handles none."""
        super().__init_subclass__(template=handles.pattern if handles else _NOTHING)
        if handles:
            cls.id_type = handles

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: object, /
    ) -> Self:
        """Return a handler for a component that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge the interaction, read the id, and call ``press``. Answer every error."""
        async with error_boundary(interaction):
            await self.acknowledge(interaction)
            pressed = self.id_type.parse(self.custom_id)
            if isinstance(pressed, TableId) and (table := interaction.client.host.tables.cached(pressed.number)):
                note_context(interaction, table)
            await self.press(interaction, pressed)

    async def acknowledge(self, interaction: Interaction) -> None:
        """Defer the answer. A subclass that answers with a form overrides this, because a form cannot be deferred."""
        await interaction.response.defer()

    async def press(self, interaction: Interaction, pressed: IdT) -> None:
        """Do what the component is for. ``pressed`` is its id. The interaction is deferred."""
        raise NotImplementedError


class PersistentButton(PersistentItem[IdT]):
    """The base of the handlers of buttons."""


class PersistentMenu(PersistentItem[IdT]):
    """The base of the handlers of menus with one choice."""

    item: Menu

    @property
    def chosen(self) -> str:
        """The value of the chosen option."""
        return str(self.item.values[0])


def submitted_form_id(interaction: Interaction, *kinds: type[IdT]) -> IdT | None:
    """Return the id of the submitted form if it is of one of these classes, else None.

    Forms opened earlier work, too.
    """
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    kind = next((one for one in kinds if one.pattern.fullmatch(data["custom_id"])), None)
    return kind.parse(data["custom_id"]) if kind else None
