"""Who plays: people and computers, as immutable values."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Person:
    """A person: the id never changes; the name is the one last seen."""

    id: int
    name: str


LEVEL_NAMES: Final = ("beginner", "club", "strong", "expert", "master")
"""The names of the computers' levels in records, the weakest first. The first one is level 1."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer that plays a seat."""

    level: int
    """How well it plays, from 1; a higher level plays better."""
    number: int = 1
    """Which computer of its level it is in its game, from 1. While it plays, the number stays."""

    @property
    def name(self) -> str:
        """Its name in records: ``Computer, club``, ``Computer, club 2``."""
        name = f"Computer, {LEVEL_NAMES[self.level - 1]}" if self.is_known else f"Computer {self.level}"
        return name if self.number == 1 else f"{name} {self.number}"

    @property
    def is_known(self) -> bool:
        """Return whether there is such a level."""
        return 0 < self.level <= len(LEVEL_NAMES)


USUAL_COMPUTER: Final = Computer(LEVEL_NAMES.index("club") + 1)
"""The computer that plays where nobody chooses a level."""

Controller: TypeAlias = Person | Computer
"""Whoever plays a seat. Only a person is asked, reminded, notified and rated."""


def is_nameless(person_id: int) -> bool:
    """Return whether an id belongs to nobody on Discord: to a deleted person, or to one known from a record only."""
    return person_id <= 0


def with_number(computer: Computer, others: Iterable[Controller]) -> Computer:
    """Return a computer with the number after those of its level among the others: they keep theirs."""
    taken = [one.number for one in others if isinstance(one, Computer) and one.level == computer.level]
    return replace(computer, number=max(taken, default=0) + 1)


def with_numbers(players: Iterable[Controller]) -> tuple[Controller, ...]:
    """Return players before a game, each computer with its number: those of one level count from 1."""
    numbered: list[Controller] = []
    for one in players:
        numbered.append(with_number(one, numbered) if isinstance(one, Computer) else one)
    return tuple(numbered)


def unnumbered(player: Controller) -> Controller:
    """Return a player of a game as one who waits for a game: a computer without its number there."""
    return replace(player, number=1) if isinstance(player, Computer) else player
