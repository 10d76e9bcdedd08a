"""The handlers of the menus about the seats: one's colour, and for the organiser the order and the next organiser."""

from typing import Final

from carcassonne import Colour
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentMenu
from cogs.interaction.context import person_of, venue_of
from cogs.interaction.forms import parse_choice
from cogs.message.custom_ids import ColourId, OrderId, SuccessorId
from cogs.message.seats import ANY_COLOUR, seats_view
from cogs.text.lobby import seats_text
from host.model.table import WaitingTable
from host.model.table_options import SeatOrder, TableOptions


class ColourMenu(PersistentMenu[ColourId], handles=ColourId):
    """Chooses one's colour."""

    async def press(self, interaction: Interaction, pressed: ColourId) -> None:
        """Store the colour."""
        colour = None if self.chosen == ANY_COLOUR else parse_choice(Colour, self.chosen)
        host, person = interaction.client.host, person_of(interaction)
        await _show_seats(
            interaction, await host.lobby.take_colour(venue_of(interaction), person, pressed.number, colour)
        )


class OrderMenu(PersistentMenu[OrderId], handles=OrderId):
    """Chooses the order of the seats."""

    async def press(self, interaction: Interaction, pressed: OrderId) -> None:
        """Store the order."""
        host, options = interaction.client.host, TableOptions(order=parse_choice(SeatOrder, self.chosen))
        person = person_of(interaction)
        await _show_seats(
            interaction, await host.lobby.choose_options(venue_of(interaction), person, pressed.number, options)
        )


class SuccessorMenu(PersistentMenu[SuccessorId], handles=SuccessorId):
    """Chooses the next organiser."""

    async def press(self, interaction: Interaction, pressed: SuccessorId) -> None:
        """Make the person the organiser."""
        lobby, person, successor = interaction.client.host.lobby, person_of(interaction), parse_choice(int, self.chosen)
        table = await lobby.change_organiser(venue_of(interaction), person, pressed.number, successor)
        await _show_seats(interaction, table)


SEAT_MENUS: Final = (ColourMenu, OrderMenu, SuccessorMenu)


async def _show_seats(interaction: Interaction, table: WaitingTable) -> None:
    """Show the choice to the person, and refresh the message of the table."""
    person_id = interaction.user.id
    await interaction.edit_original_response(content=seats_text(table, person_id), view=seats_view(table, person_id))
    await interaction.client.outbox.show_status(table.number)
