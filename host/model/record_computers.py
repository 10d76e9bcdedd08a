"""The tag of a record that says which seats are computers': ``[Computers "2 club, 3 strong"]``. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from carcassonne import Record
from host.model.controllers import LEVEL_NAMES, Computer, Controller

COMPUTERS: Final = "Computers"
"""The name of the tag. For each computer it has the number of its seat, from 1, and the name of its level."""

_NUMBERS: Final = frozenset(str(number) for number in range(2, 100))
"""The numbers that names of computers end with."""


def computers_tag(players: Iterable[Controller]) -> str:
    """Return the value of the tag, for the players by seat; empty if only people play."""
    known = [(seat, one) for seat, one in enumerate(players, 1) if isinstance(one, Computer) and one.is_known]
    return ", ".join(f"{seat} {LEVEL_NAMES[one.level - 1]}" for seat, one in known)


def recorded_computers(record: Record) -> Mapping[int, Computer]:
    """Return the computers of a record by seat, from 0. What does not say a seat and a level is left out."""
    tag, found = record.tags.get(COMPUTERS), dict[int, Computer]()
    for item in ", ".join(tag.values if tag else ()).split(", "):
        seat, _space, level = item.partition(" ")
        if seat.isascii() and seat.isdecimal() and level in LEVEL_NAMES:
            found[int(seat) - 1] = Computer(LEVEL_NAMES.index(level) + 1)
    tagged = record.tags.get("Players")
    names = dict(enumerate(tagged.values if tagged else ()))
    return {seat: _named(computer, names.get(seat, "")) for seat, computer in found.items()}


def _named(computer: Computer, name: str) -> Computer:
    """Return a computer with the number that its name in a record has: ``Computer, club 2``."""
    number = name.removeprefix(f"{computer.name} ")
    is_number = number != name and number in _NUMBERS
    return replace(computer, number=int(number)) if is_number else computer
