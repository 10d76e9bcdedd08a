"""The fingerprint of a state: a hash stored with each ply, which the replay of a log has to reach again."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from carcassonne import ABBOT, FOLLOWER, Figure, Position, Role, SegmentRef, State, TurnedTile, format_cell

RULES_VERSION: Final = 1
"""The version of the rules and of the text below, stored with each game. It is raised when an old log may lead to
another state than before, and helps to find out why a game is quarantined."""

_UNNAMED: Final = (FOLLOWER, ABBOT)
"""The text of every state has the supply of these figures, without their names, even if the game does not use them."""

_EXTRAS: Final = {"castle": "extras"}
"""How a line begins that says what a part of the rules keeps, where that is not the part's name."""

_cell = lru_cache(maxsize=4096)(format_cell)


def fingerprint(state: State) -> str:
    """Return the blake2b hash of a state's text, in hex."""
    return blake2b(format_state(state).encode(), digest_size=16).hexdigest()


def format_state(state: State) -> str:
    """Write a state as text that does not depend on how the engine stores it.

    Features and legal moves are left out: they follow from the tiles and figures on the table.
    """
    return "\n".join(_lines(state))


def _lines(state: State) -> Iterator[str]:
    rules = state.ruleset
    yield " ".join(["rules", rules.edition, *rules.options])
    tile = state.tile.name if state.tile else "-"
    yield f"turn {state.turn} seat {state.seat} of {state.seats} {state.phase.name.lower()} {tile}"
    yield "last " + (_cell(state.last) if state.last is not None else "-")
    yield _numbers("resigned", sorted(state.resigned))
    yield _numbers("scores", state.scores)
    nobody = (0,) * state.seats
    for figure in _UNNAMED:
        yield _numbers("supply", state.supply.get(figure, nobody))
    for figure in state.supply:
        if figure not in _UNNAMED:
            yield _numbers(f"supply {figure.name}", state.supply[figure])
    yield "bag " + " ".join(f"{name}*{copies}" for name, copies in sorted(state.bag.items()))
    yield _numbers("layers", state.bags_left)
    for position, laid in state.cells.items():
        yield _cell_line(position, laid.turned)
    for ref, placed in sorted(state.figures.items()):
        yield _figure_line(ref, state.cells[ref.position].turned, placed.seat, placed.figure, placed.role)
    for name, extra in state.ruleset.extras.items():
        yield f"{_EXTRAS.get(name, name)} {extra.format(state.extras[name])}"


@lru_cache(maxsize=8192)  # from one ply to the next, hardly any of these lines changes
def _cell_line(position: Position, turned: TurnedTile) -> str:
    return f"{_cell(position)} {turned.tile.name} {turned.rotation}"


@lru_cache(maxsize=8192)
def _figure_line(ref: SegmentRef, turned: TurnedTile, seat: int, figure: Figure, role: Role) -> str:
    point = next(iter(turned.segments[ref.segment].points), "-")
    return f"{seat} {_cell(ref.position)} {f'{figure.prefix} {role}'.lstrip()} {point}"


def _numbers(name: str, numbers: Sequence[int]) -> str:
    return " ".join([name, *map(str, numbers)])
