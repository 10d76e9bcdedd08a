"""The private menus about the seats: one's colour, and for the organiser also the order and the next organiser."""

from collections.abc import Iterator
from typing import Final

from carcassonne import Colour
from host.model.table import WaitingTable
from screens.custom_ids import ColourId, OrderId, SuccessorId
from screens.screen import (
    Choice,
    Menu,
    Rows,
    rows,
)
from screens.text.choices import ORDER_TEXTS, colour_name
from screens.text.i18n import _
from screens.text.markup import capitalize, truncate

ANY_COLOUR: Final = "any"
"""The value that stands for any free colour."""
OPTION_LENGTH: Final = 100
"""The most characters of a menu's option."""


def seats_rows(table: WaitingTable, person_id: int) -> Rows:
    """Return the menus that a person at a table may use."""
    menus = [Menu(ColourId(table.number), tuple(_colours(table, person_id)))]
    if person_id == table.organiser.id:
        menus.append(Menu(OrderId(table.number), tuple(_orders(table))))
        if len(table.people) > 1:
            placeholder = _("Hand over to …")
            menus.append(Menu(SuccessorId(table.number), tuple(_successors(table)), placeholder))
    return rows(*([one] for one in menus))


def _colours(table: WaitingTable, person_id: int) -> Iterator[Choice]:
    own = table.colours.get(person_id)
    yield Choice(label=_("Any free colour"), value=ANY_COLOUR, is_chosen=own is None)
    for colour in Colour:
        if colour == own or colour in table.free_colours:
            yield Choice(label=colour_name(colour), value=colour, emoji=colour.mark, is_chosen=colour == own)


def _orders(table: WaitingTable) -> Iterator[Choice]:
    for order, text in ORDER_TEXTS.items():
        yield Choice(label=capitalize(_(text)), value=order, is_chosen=order == table.settings.order)


def _successors(table: WaitingTable) -> Iterator[Choice]:
    for person in table.people:
        if person.id != table.organiser.id:
            yield Choice(label=truncate(person.name, OPTION_LENGTH), value=str(person.id))
