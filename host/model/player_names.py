"""How two computers of one level at a table are told apart: each has a number. Pure."""

from collections.abc import Iterable
from dataclasses import replace

from host.model.controllers import Computer, Controller


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
