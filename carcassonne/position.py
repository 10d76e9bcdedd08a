"""A position as one line of text, for puzzles, reports and tests: ``rules classic; seats 2; seat 1 place U; …``.

It has all that the game to come depends on, and who laid each tile. What the last turn has paid, and what the points
were for, is left out.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from carcassonne.catalogue import find_ruleset
from carcassonne.errors import IllegalMoveError, NotationError, Reason
from carcassonne.events import SegmentRef
from carcassonne.history import note_placement
from carcassonne.moves import Deploy
from carcassonne.notation import format_cell, parse_cell, parse_deployment, parse_rotation, parse_seat
from carcassonne.placing import add_tile, check_placement
from carcassonne.rules import new_game
from carcassonne.state import CLAIM_BITS, CLAIM_SHIFT, Outcome, Phase, PlacedFigure, State
from carcassonne.tiles import Tile
from carcassonne.turn import ASKING

_COPIES: Final = re.compile(r"(\S+)\*([1-9][0-9]{0,2})")
_NUMBER: Final = re.compile(r"[0-9]{1,5}")


def format_position(state: State) -> str:
    """Write a state as ``parse_position`` reads it."""
    return "; ".join(_parts(state))


def _parts(state: State) -> Iterator[str]:
    rules = state.ruleset
    yield " ".join(["rules", rules.edition, *rules.options])
    yield f"seats {state.seats}"
    yield f"seat {state.seat + 1} {_waiting(state)}"
    yield _words("scores", state.scores)
    if state.resigned:
        yield _words("resigned", [seat + 1 for seat in sorted(state.resigned)])
    if state.turn:
        yield "tiles " + ", ".join(_tiles(state))
    if state.figures:
        yield "figures " + ", ".join(_figures(state))
    yield _words("bag", [f"{name}*{copies}" for name, copies in sorted(state.bag.items())])
    if state.bags_left:
        yield _words("bags", [number + 1 for number in state.bags_left])
    for name, extra in rules.extras.items():
        yield f"{name} {extra.format(state.extras[name])}"


def _waiting(state: State) -> str:
    """Return what a state waits for: with the part of the turn's end that asks, how it has ended, the tile in hand."""
    words = [state.phase.name.lower()]
    if state.phase in ASKING:
        words.append(str(state.step + 1))
    if state.outcome is not None:
        words.append(state.outcome.name.lower())
    if state.tile is not None:
        words.append(state.tile.name)
    return " ".join(words)


def _tiles(state: State) -> Iterator[str]:
    laid = list(state.cells.items())[len(state.cells) - state.turn :]
    for (position, placed), mover in zip(laid, state.history.movers, strict=True):
        yield f"{format_cell(position)} {placed.turned.tile.name} {placed.turned.rotation} {mover + 1}"


def _figures(state: State) -> Iterator[str]:
    for ref, placed in state.figures.items():
        point = next(iter(state.segment_at(ref).points), None)
        name = Deploy(placed.role, point, placed.figure).name
        yield " ".join([str(placed.seat + 1), format_cell(ref.position), name, *([point] if point else [])])


def _words(name: str, values: Sequence[object]) -> str:
    return " ".join([name, *map(str, values)])


def parse_position(text: str) -> State:
    """Read a position; raise NotationError, or IllegalMoveError where a tile does not fit or a figure can't stand."""
    parts = _split(text)
    edition, *options = _take(parts, "rules").split() or [""]
    state = new_game(find_ruleset(edition, options), _number(_take(parts, "seats")))
    seat, *waiting = _take(parts, "seat").split() or [""]
    for words in _listed(parts, "tiles"):
        _lay(state, words)
    for words in _listed(parts, "figures"):
        _put(state, words)
    state.bag = dict(map(_copies, _take(parts, "bag").split()))
    state.bags_left = tuple([_number(word) - 1 for word in _take(parts, "bags", "").split()])
    state.scores = [_number(word) for word in _take(parts, "scores").split()]
    state.resigned = frozenset(_seat(state, word) for word in _take(parts, "resigned", "").split())
    state.seat = _seat(state, seat)
    _wait(state, waiting)
    for name, extra in state.ruleset.extras.items():
        state.set_extra(name, _read(extra.parse, _take(parts, name)))
    _check(state)
    if parts:
        raise NotationError(Reason.UNREADABLE, text=next(iter(parts)))
    return state


def _split(text: str) -> dict[str, str]:
    """Return the parts of a position by their first words."""
    parts: dict[str, str] = {}
    for part in text.split(";"):
        name, _, rest = part.strip().partition(" ")
        if name in parts:
            raise NotationError(Reason.UNREADABLE, text=part)
        parts[name] = rest
    return parts


def _take(parts: dict[str, str], name: str, default: str | None = None) -> str:
    """Remove a part and return it; raise NotationError if it is missing and there is no default."""
    found = parts.pop(name, default)
    if found is None:
        raise NotationError(Reason.UNREADABLE, text=name)
    return found


def _listed(parts: dict[str, str], name: str) -> list[list[str]]:
    """Remove a part that may be missing; return its items, each as words."""
    return [item.split() for item in _take(parts, name, "").split(",") if item.strip()]


def _read(read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except (ValueError, TypeError, SyntaxError):
        raise NotationError(Reason.UNREADABLE, text=text) from None


def _number(text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise NotationError(Reason.UNREADABLE, text=text)
    return int(text)


def _seat(state: State, text: str) -> int:
    seat = parse_seat(text)
    if seat >= state.seats:
        raise NotationError(Reason.WRONG_SEAT, text=text)
    return seat


def _copies(text: str) -> tuple[str, int]:
    found = _COPIES.fullmatch(text)
    if found is None:
        raise NotationError(Reason.UNREADABLE, text=text)
    return found[1], int(found[2])


def _tile(state: State, name: str) -> Tile:
    if name not in state.ruleset.tiles:
        raise IllegalMoveError(Reason.UNKNOWN_TILE, tile=name)
    return state.ruleset.tiles[name]


def _lay(state: State, words: Sequence[str]) -> None:
    """Lay a tile for the seat that laid it: ``M14 U 90 1``. In place."""
    if len(words) != 4:
        raise NotationError(Reason.UNREADABLE, text=" ".join(words))
    position, tile, rotation = parse_cell(words[0]), _tile(state, words[1]), parse_rotation(words[2])
    check_placement(state, tile, position, rotation)
    state.seat = _seat(state, words[3])
    add_tile(state, position, tile.turned[rotation])
    state.last = position
    state.turn += 1
    note_placement(state)


def _put(state: State, words: Sequence[str]) -> None:
    """Put a seat's figure onto a tile: ``1 M14 thief E``. In place."""
    if len(words) < 3:
        raise NotationError(Reason.UNREADABLE, text=" ".join(words))
    seat, position, move = _seat(state, words[0]), parse_cell(words[1]), parse_deployment(" ".join(words[2:]))
    if position not in state.cells or not isinstance(move, Deploy):
        raise NotationError(Reason.UNREADABLE, text=" ".join(words))
    turned, nodes = state.cells[position]
    option = turned.deploy_options.find(move)
    if option is None or move.figure not in state.supply:
        raise IllegalMoveError(Reason.NO_SUCH_SEGMENT, role=move.role, point=move.point)
    ref = SegmentRef(position, option.segment)
    if ref in state.figures:
        raise IllegalMoveError(Reason.SEGMENT_TAKEN, role=move.role, point=move.point)
    if not state.supply[move.figure][seat]:
        raise IllegalMoveError(Reason.NONE_LEFT, role=move.role)
    state.add_to_supply(move.figure, seat, -1)
    node = nodes[option.segment]
    state.counters[state.root(node)] += move.figure.strength << CLAIM_SHIFT + CLAIM_BITS * seat
    state.figures[ref] = PlacedFigure(seat, move.role, move.figure, node)


def _wait(state: State, words: Sequence[str]) -> None:
    """Set what the state waits for, as ``_waiting`` writes it, in place."""
    steps = state.ruleset.turn_end
    match words:
        case ["draw" | "deploy" as phase]:
            state.phase = Phase[phase.upper()]
        case ["place", tile]:
            state.phase, state.tile = Phase.PLACE, _tile(state, tile)
        case ["ask" | "reveal" as phase, step]:
            state.phase, state.step = Phase[phase.upper()], _number(step) - 1
            if not 0 <= state.step < len(steps) or steps[state.step].questions is None:
                raise NotationError(Reason.UNREADABLE, text=" ".join(words))
        case ["over", "scored" | "resigned" as outcome, *tile] if len(tile) < 2:
            state.phase, state.outcome = Phase.OVER, Outcome[outcome.upper()]
            state.tile = _tile(state, tile[0]) if tile else None
        case _:
            raise NotationError(Reason.UNREADABLE, text=" ".join(words))


def _check(state: State) -> None:
    """Raise CarcassonneError if numbers of a position don't fit together."""
    if len(state.scores) != state.seats or not set(state.bags_left) <= set(range(len(state.ruleset.bags))):
        raise NotationError(Reason.UNREADABLE, text=_words("scores", state.scores))
    box: Counter[str] = Counter(tile for _, tile, _ in state.ruleset.start)
    for bag in state.ruleset.bags:
        box.update(bag)
    used = Counter(laid.turned.tile.name for laid in state.cells.values()) + Counter(state.bag)
    for number in state.bags_left:
        used.update(state.ruleset.bags[number])
    if state.tile is not None:
        used[state.tile.name] += 1
    for tile in used - box:
        raise IllegalMoveError(Reason.NOT_IN_BAG, tile=tile)
