"""The river of the new edition: its twelve tiles (printing of 2014), and where it may go on."""

from dataclasses import replace
from functools import partial
from typing import Final

from carcassonne.expansions.expansion import Expansion, gardens_shown
from carcassonne.geometry import STEPS, Position, Side, opposite
from carcassonne.kinds import Kind, Terrain
from carcassonne.matching import NO_RIVER, EdgeConstraint
from carcassonne.state import OpenCells, Ruleset, State
from carcassonne.tiles import Tile, parse_tile_set

RIVER: Final = parse_tile_set("""
rA 1  river S | field N E SSE SSW W
rB 1  city N | river E W | road S | field WNW > 0 | field ENE > 0 | field ESE SSE | field SSW WSW
rC 1  city N | city S | river E W | field ENE WNW > 0 | field ESE WSW > 1
rD 1  river N S | field NNE E SSE | field NNW SSW W
rE 1  city N E | river S W | field SSE WNW > 0 | field SSW WSW
rF 1  river N S | field NNE E SSE | field NNW SSW W
rG 1  river N W | field NNW WNW | field NNE E S WSW
rH 1  river E W | road S | monastery | field N ENE WNW | field ESE SSE | field SSW WSW
rI 1  river E S | road N W | field NNW WNW | field NNE ENE SSW WSW | field ESE SSE
rJ 1  river E S | field N ENE SSW W | field ESE SSE
rK 1  river N S | road E W | field NNW WNW | field NNE ENE | field ESE SSE | field SSW WSW
rL 1  river N | field NNW NNE E S W
""")
"""Checked against pictures of four printings. A field does not pass under a bridge, so rB, rH and rK have many fields;
at spring and lake one field goes round the end of the water."""

GARDENS: Final = ("rJ",)
"""The tile that shows a garden where figures may stand in gardens."""
SPRING: Final = "rA"
LAKE: Final = "rL"


def add_river(rules: Ruleset) -> Ruleset:
    """Begin with the river: the spring replaces the start tile, and the lake comes last of the river tiles."""
    river = gardens_shown(rules, RIVER, GARDENS)
    inner = {name: copies for name, copies in river.copies.items() if name not in (SPRING, LAKE)}
    cell = rules.start[0][0]
    return replace(
        rules,
        tiles={**rules.tiles, **river.tiles},
        bags=(inner, {LAKE: 1}, *rules.bags),
        start=((cell, SPRING, 0),),
        open_cells=partial(along_river, rules.open_cells),
    )


def add_start_tile(rules: Ruleset) -> Ruleset:
    """Put the start tile into the bag with all others. The river takes its cell."""
    *before, bag = rules.bags
    more = dict(bag)
    for _, name, _ in rules.start:
        more[name] = more.get(name, 0) + 1
    return replace(rules, bags=(*before, more))


def along_river(other_cells: OpenCells, state: State, tile: Tile) -> dict[Position, EdgeConstraint]:
    """Return the one cell at the open end for a river tile, and ``other_cells`` for another tile.

    The new edition's supplementary rules, the river. River tiles come before all others, so the river's head is the
    tile laid last. Where the head is a bend, the next tile must not turn the same way: its water may not leave by that
    side.
    """
    if not tile.has(Kind.RIVER):
        return other_cells(state, tile)
    head = next(reversed(state.cells))
    outlet, turn = _flow(state, head)
    end = head + STEPS[outlet]
    constraint = state.frontier[end]
    banned = (outlet + turn) % 4
    if turn and not constraint >> (4 * banned) & NO_RIVER:
        constraint |= NO_RIVER << (4 * banned)
    return {end: state.ruleset.constraints[constraint]}


def _flow(state: State, head: Position) -> tuple[Side, int]:
    """Return the side by which the river leaves its head, and its turn there: 0 straight on, 1 right, 3 left."""
    terrain = state.cells[head].turned.terrain
    wet = [side for side in range(4) if terrain[side] is Terrain.RIVER]
    outlet = next(side for side in wet if head + STEPS[side] not in state.cells)
    inlet = next((side for side in wet if side != outlet), opposite(outlet))
    return outlet, (outlet - opposite(inlet)) % 4


START_TILE: Final = Expansion("start-tile", add_start_tile, requires="river")
RIVER_EXPANSION: Final = Expansion("river", add_river)
