"""Placing a tile: where it may go, and what it joins or closes there."""

from typing import Any

from carcassonne.errors import IllegalMoveError, Reason
from carcassonne.events import SegmentRef
from carcassonne.geometry import AROUND, ROTATIONS, SIDE_POINTS, SIDES, STEPS, Position, Rotation
from carcassonne.kinds import Terrain
from carcassonne.matching import NO_RIVER, EdgeConstraint, is_broken
from carcassonne.state import PlacedTile, State
from carcassonne.tiles import Link, Tile, TurnedTile
from carcassonne.values import new_tuple


def beside_a_tile(state: State, _: Tile) -> dict[Position, EdgeConstraint]:
    """Return every empty cell that touches a tile (the 2000 rulebook, "Placing land tiles")."""
    return state.frontier


def placements(state: State, tile: Tile) -> list[tuple[Position, Rotation]]:
    """Return every (cell, rotation) where the tile may lie, symmetric rotations included."""
    # Compiled code unpacks an int and packs it again; as Any it's handed on as it is.
    fits: dict[Any, tuple[Any, ...]] = state.ruleset.fits[tile.name]
    cells: dict[Any, Any] = state.ruleset.open_cells(state, tile)
    found: list[Any] = []
    for position, constraint in cells.items():
        rotations = fits[constraint]
        if rotations:  # most cells are closed to most tiles
            for rotation in rotations:
                found.append((position, rotation))  # noqa: PERF401 (a comprehension takes longer)
    return found


def fits_somewhere(state: State, tile: Tile) -> bool:
    """Return whether the tile has any legal placement."""
    fits: dict[Any, tuple[Any, ...]] = state.ruleset.fits[tile.name]
    constraints: dict[Any, Any] = state.ruleset.open_cells(state, tile)
    for constraint in constraints.values():  # noqa: SIM110 (half the time of any() over a generator)
        if fits[constraint]:
            return True
    return False


def check_placement(state: State, tile: Tile, position: Position, rotation: Rotation) -> None:
    """Raise IllegalMoveError with the reason if this placement is illegal."""
    cells = state.ruleset.open_cells(state, tile)
    constraint: Any = cells.get(position)
    if constraint is not None and rotation in state.ruleset.fits[tile.name][constraint]:
        return
    if rotation not in ROTATIONS:
        raise IllegalMoveError(Reason.BAD_ROTATION, rotation=rotation)
    if position in state.cells:
        raise IllegalMoveError(Reason.OCCUPIED, cell=position)
    if position not in state.frontier:
        raise IllegalMoveError(Reason.NOT_ADJACENT, cell=position)
    if position not in cells:
        raise IllegalMoveError(Reason.RIVER_END, cell=position, end=next(iter(cells), None))
    _explain_mismatch(state, tile.turned[rotation], position, cells[position])


def _explain_mismatch(state: State, turned: TurnedTile, position: Position, constraint: EdgeConstraint) -> None:
    touching = [position + step in state.cells for step in STEPS]
    match = state.ruleset.edges_match
    broken = [side for side in SIDES if is_broken(constraint, side, turned.terrain[side], match)]
    side = next((side for side in broken if touching[side]), None)
    if side is None:  # only the rule against turning back is broken
        raise IllegalMoveError(Reason.RIVER_U_TURN, cell=position, side=SIDE_POINTS[broken[0]])
    want = Terrain(constraint >> (4 * side) & NO_RIVER)
    is_river_tile = Terrain.RIVER in turned.terrain
    reason = Reason.RIVER_END if want is Terrain.RIVER and is_river_tile else Reason.EDGE_MISMATCH
    have = turned.terrain[side].name.lower()
    raise IllegalMoveError(
        reason, cell=position, side=SIDE_POINTS[side], tile_shows=have, neighbour_shows=want.name.lower()
    )


def add_tile(state: State, position: Position, turned: TurnedTile) -> None:
    """Put a tile on the table, in place. The caller has checked that the placement is legal.

    At each side, features of the same kind join. If they differ, both end.
    """
    cells, frontier, bounds = state.cells, state.frontier, state.ruleset.bounds
    constraints: dict[Any, Any] = state.ruleset.constraints
    cell: Any = position  # as in ``placements``, and so are ``there`` and ``required``
    frontier.pop(cell, None)
    roots = [-1] * len(turned.segments)
    closed: tuple[SegmentRef, ...] = ()
    for step, across, terrain, constraint, links in turned.borders:
        there: Any = position + step
        neighbour = cells.get(there)
        if neighbour is not None:
            laid, nodes = neighbour
            if laid.terrain[across] is terrain:
                _join(state, roots, laid.ports, nodes, links)
            else:
                closed += _ends(position, links) + _ends(there, laid.borders[across].links)
        elif not constraint:  # a part of the wall
            continue
        elif bounds is None or there in bounds:
            required: Any = frontier.get(there, 0) | constraint
            frontier[there] = constraints[required]
        else:
            closed += _ends(position, links)
    _add_contributions(state, turned, roots)
    _count_around(state, position, turned, roots)
    cells[cell] = new_tuple(PlacedTile, (turned, tuple(roots)))
    state.closed = closed
    for there, segment in closed:
        state.counters[state.root(cells[there].nodes[segment])] -= 1


def _ends(position: Position, links: tuple[Link, ...]) -> tuple[SegmentRef, ...]:
    """Return the segments that have an open end among these links."""
    return tuple([SegmentRef(position, segment) for segment, _, ends in links if ends])


def _join(
    state: State, roots: list[int], ports: tuple[int, ...], nodes: tuple[int, ...], links: tuple[Link, ...]
) -> None:
    """Unite segments of the new tile with the features of a neighbour, of which the ports and nodes are given.

    ``roots`` has the root that each segment has joined.
    """
    parent, counters, members = state.parent, state.counters, state.members
    for segment, port, ends in links:
        number = ports[port]
        if number < 0:  # green beside a path ends at a start space of The Castle
            continue
        node = nodes[number]
        while (above := parent[node]) != node:
            node = above
        root = roots[segment]
        if root < 0 or root == node:
            roots[segment] = node
            counters[node] -= ends
            continue
        older, newer = (node, root) if node < root else (root, node)
        parent[newer] = older
        counters[older] += counters[newer] - ends
        members[older] |= members[newer]
        roots[segment] = older
        for joined, other in enumerate(roots):
            if other == newer:
                roots[joined] = older


def _add_contributions(state: State, turned: TurnedTile, roots: list[int]) -> None:
    """Add each segment's contribution to the feature that it has joined, or start a feature with it."""
    parent, counters, members = state.parent, state.counters, state.members
    bit = 1 << len(state.cells)
    for number, (open_sides, counts_tiles, touches) in enumerate(turned.contributions):
        bits = bit if counts_tiles else 0
        for touched in touches:
            bits |= 1 << roots[touched]
        root = roots[number]
        if root < 0:
            node: Any = len(parent)  # as in ``placements``
            roots[number] = node
            parent.append(node)
            counters.append(open_sides)
            members.append(bits)
        else:
            counters[root] += open_sides
            members[root] |= bits
    for number, modifiers in turned.modified_segments:
        state.modifiers += ((roots[number], modifiers),)


def _count_around(state: State, position: Position, turned: TurnedTile, roots: list[int]) -> None:
    """Update the counts of empty cells around monasteries and gardens."""
    for there, node in state.monasteries.items():
        if there - position in AROUND:
            state.counters[node] -= 1
    if turned.monastery is not None:
        node = roots[turned.monastery]
        state.monasteries[position] = node
        state.counters[node] += sum(position + step not in state.cells for step in AROUND)
