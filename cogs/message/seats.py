"""The private menus about the seats: one's colour, and for the organiser also the order and the next organiser."""

from collections.abc import Iterator
from typing import Final

import discord
from discord import SelectOption

from carcassonne import Colour
from cogs.message.components import menu, rows
from cogs.message.custom_ids import ColourId, OrderId, SuccessorId
from cogs.text.colours import colour_name
from cogs.text.formatting import capitalize, truncate
from cogs.text.i18n import _
from cogs.text.options import ORDER_TEXTS
from host.model.table import WaitingTable

ANY_COLOUR: Final = "any"
"""The value that stands for any free colour."""
OPTION_LENGTH: Final = 100
"""The most characters of a menu's option."""


def seats_view(table: WaitingTable, person_id: int) -> discord.ui.View:
    """Return the menus that a person at a table may use."""
    menus = [menu(ColourId(table.number), list(_colours(table, person_id)))]
    if person_id == table.organiser.id:
        menus.append(menu(OrderId(table.number), list(_orders(table))))
        if len(table.people) > 1:
            placeholder = _("Hand over to …")
            menus.append(menu(SuccessorId(table.number), list(_successors(table)), placeholder))
    return rows(*([one] for one in menus))


def _colours(table: WaitingTable, person_id: int) -> Iterator[SelectOption]:
    own = table.colours.get(person_id)
    yield SelectOption(label=_("Any free colour"), value=ANY_COLOUR, default=own is None)
    for colour in Colour:
        if colour == own or colour in table.free_colours:
            yield SelectOption(label=colour_name(colour), value=colour, emoji=colour.mark, default=colour == own)


def _orders(table: WaitingTable) -> Iterator[SelectOption]:
    for order, text in ORDER_TEXTS.items():
        yield SelectOption(label=capitalize(_(text)), value=order, default=order == table.settings.order)


def _successors(table: WaitingTable) -> Iterator[SelectOption]:
    for person in table.people:
        if person.id != table.organiser.id:
            yield SelectOption(label=truncate(person.name, OPTION_LENGTH), value=str(person.id))
