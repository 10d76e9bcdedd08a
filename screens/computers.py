"""The private menus about the computers at a waiting table: add one of a level, or take one away."""

from collections.abc import Iterator
from typing import Final

from host.errors import NotOfferedError
from host.model.controllers import Computer
from host.model.lobby_rules import capacity, seats_taken
from host.model.table import WaitingTable
from players import LEVELS
from screens.custom_ids import AddComputerId, RemoveComputerId
from screens.screen import (
    Choice,
    Menu,
    Rows,
    rows,
)
from screens.text.choices import level_line, level_name
from screens.text.i18n import _
from screens.text.markup import capitalize
from screens.text.names import computer_name, computers_at

OFFERED_LEVELS: Final = range(1, len(LEVELS) + 1)
"""The levels that people can choose, the weakest first."""


def computers_rows(table: WaitingTable) -> Rows:
    """Return the menus: one to add a computer while a seat is free, and one to take a computer away."""
    menus: list[Menu] = []
    if seats_taken(table) < capacity(table):
        placeholder = _("Add another computer …") if table.computers else _("How well should it play?")
        menus.append(Menu(AddComputerId(table.number), tuple(level_options()), placeholder))
    if table.computers:
        menus.append(Menu(RemoveComputerId(table.number), tuple(_sitting(table)), _("Take a computer away …")))
    return rows(*([one] for one in menus))


def level_options() -> Iterator[Choice]:
    """Yield an option for each level that people can choose."""
    for level in OFFERED_LEVELS:
        yield Choice(label=capitalize(level_name(level)), value=str(level), description=level_line(level))


def offered_computer(level: str) -> Computer:
    """Return the computer of a chosen level; raise NotOfferedError where it is not offered, or not any more."""
    if not (level.isascii() and level.isdecimal() and len(level) < 4):
        raise NotOfferedError(level)
    if int(level) not in OFFERED_LEVELS:
        raise NotOfferedError(level_name(int(level)))
    return Computer(int(level))


def _sitting(table: WaitingTable) -> Iterator[Choice]:
    """Yield an option for each level at a table. It names the computer that would go: the last of its level."""
    last = {computer.level: computer for computer in computers_at(table)}
    for computer in last.values():
        yield Choice(label=computer_name(computer), value=str(computer.level))
