"""The base classes of handlers. A handler is called when somebody uses a button or a menu.

A handler reads everything from the custom id, so buttons work after a restart, and below messages posted long ago. A
feature registers its handlers when it is loaded.
"""

from typing import Any, Final, Generic, Self, TypeVar

import discord

from cogs.interaction.access import check_access, check_message, parse_id
from cogs.interaction.client import Interaction
from cogs.interaction.errors import UnknownComponentError, error_boundary
from cogs.message.components import Menu
from cogs.message.custom_id import CustomId
from host.errors import NotOfferedError

IdT = TypeVar("IdT", bound=CustomId)

_NOTHING = r"(?!)"
"""A pattern that matches no custom id, for base classes."""
_handled: Final[list[type[CustomId]]] = []
"""The kinds of ids that have a handler."""


class PersistentItem(discord.ui.DynamicItem[discord.ui.Item[Any]], Generic[IdT], template=_NOTHING):
    """The base of all handlers. An error of ``press`` is answered; discord.py alone would only log it."""

    id_type: type[IdT]

    def __init_subclass__(cls, *, handles: type[IdT] | None = None) -> None:
        """Let a subclass handle all components with the ids ``handles``. A base class handles none."""
        super().__init_subclass__(template=handles.pattern if handles else _NOTHING)
        if handles:
            cls.id_type = handles
            _handled.append(handles)

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: object, /
    ) -> Self:
        """Return a handler for a component that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Acknowledge the interaction, check that the person may use the component, and call ``press``.

        Answer every error.
        """
        async with error_boundary(interaction):
            await self.acknowledge(interaction)
            check_message(interaction)
            pressed = parse_id(self.id_type, self.custom_id)
            await check_access(interaction, pressed)
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
        """The value of the chosen option. Raise NotOfferedError if the menu does not offer it."""
        if not isinstance(self.item, discord.ui.Select):
            raise UnknownComponentError(self.custom_id)
        values = self.item.values
        if len(values) != 1 or values[0] not in [option.value for option in self.item.options]:
            raise NotOfferedError(", ".join(map(str, values)))
        return str(values[0])


def has_handler(custom_id: str) -> bool:
    """Say whether any handler takes components with this id."""
    return any(kind.pattern.fullmatch(custom_id) for kind in _handled)
