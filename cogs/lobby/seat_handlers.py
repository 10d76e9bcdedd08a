"""What people choose in private about the seats: their colour; the organiser also the order and a successor."""

from typing import Final

import discord

from cogs.interaction.client import Interaction, Menu
from cogs.interaction.component_handlers import LastingMenu, buttons
from cogs.interaction.context import person_of, venue_of
from cogs.text.colours import MARKS, colour_name
from cogs.text.formatting import clipped, sentence
from cogs.text.i18n import _
from cogs.text.lobby import seats_text
from cogs.text.options import ORDERS
from host import Colour, Order, TableOptions, WaitingTable

ANY: Final = "any"
NAME: Final = 100
"""The characters that an option of a menu may have."""


class ColourMenu(LastingMenu, template=r"carc:colour:(?P<number>\d+)"):
    """Chooses one's colour."""

    action = "colour"

    async def press(self, interaction: Interaction) -> None:
        """Take the colour."""
        colour = None if self.chosen == ANY else Colour(self.chosen)
        host, person = interaction.client.host, person_of(interaction)
        await _show(interaction, await host.lobby.take_colour(venue_of(interaction), person, self.number, colour))


class OrderMenu(LastingMenu, template=r"carc:order:(?P<number>\d+)"):
    """Chooses the order of the seats."""

    action = "order"

    async def press(self, interaction: Interaction) -> None:
        """Choose the order."""
        host, wishes = interaction.client.host, TableOptions(order=Order(self.chosen))
        await _show(
            interaction, await host.lobby.choose(venue_of(interaction), person_of(interaction), self.number, wishes)
        )


class SuccessorMenu(LastingMenu, template=r"carc:successor:(?P<number>\d+)"):
    """Chooses who organises the table from now on."""

    action = "successor"

    async def press(self, interaction: Interaction) -> None:
        """Hand over."""
        host, person = interaction.client.host, person_of(interaction)
        await _show(
            interaction, await host.lobby.hand_over(venue_of(interaction), person, self.number, int(self.chosen))
        )


SEATS_MENUS: Final = (ColourMenu, OrderMenu, SuccessorMenu)


async def _show(interaction: Interaction, table: WaitingTable) -> None:
    """Show what is chosen now, to the person and to all."""
    person_id = interaction.user.id
    await interaction.edit_original_response(content=seats_text(table, person_id), view=seats_view(table, person_id))
    await interaction.client.lobbies.show(table.number)


def seats_view(table: WaitingTable, person_id: int) -> discord.ui.View:
    """Return the menus that somebody at a table may use."""
    menus: list[LastingMenu] = [ColourMenu(table.number, _colours(table, person_id))]
    if person_id == table.organiser.id:
        menus.append(OrderMenu(table.number, _orders(table)))
        if len(table.people) > 1:
            menus.append(SuccessorMenu(table.number, _successors(table)))
    return buttons(*menus)


def _colours(table: WaitingTable, person_id: int) -> Menu:
    own = table.colours.get(person_id)
    menu: Menu = discord.ui.Select()
    menu.add_option(label=_("A colour that is left"), value=ANY, default=own is None)
    for colour in Colour:
        if colour == own or colour in table.free_colours:
            menu.add_option(label=colour_name(colour), value=colour, emoji=MARKS[colour], default=colour == own)
    return menu


def _orders(table: WaitingTable) -> Menu:
    menu: Menu = discord.ui.Select()
    for order, text in ORDERS.items():
        menu.add_option(label=sentence(_(text)), value=order, default=order == table.settings.order)
    return menu


def _successors(table: WaitingTable) -> Menu:
    menu: Menu = discord.ui.Select(placeholder=_("Hand the table over to …"))
    for person in table.people:
        if person.id != table.organiser.id:
            menu.add_option(label=clipped(person.name, NAME), value=str(person.id))
    return menu
