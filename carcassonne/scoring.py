"""What features pay, during the game and at its end, and to whom."""

from collections.abc import Container, Iterator
from functools import cache

from carcassonne.events import Event, FeatureScored, Item, SegmentRef, Unit
from carcassonne.geometry import AROUND
from carcassonne.history import note_brought, note_payment, note_points
from carcassonne.kinds import SURROUNDED, Kind
from carcassonne.modifiers import EMBLEM, NO_MODIFIERS, Modifier, Modifiers
from carcassonne.state import CLAIM_BITS, CLAIM_SHIFT, CLAIMED, OPEN, PlacedFigure, Scorer, State
from carcassonne.values import new_tuple

# Scorers: from a feature's tiles and modifiers to the terms of its score.


def city_in_full(tiles: int, has: Modifiers) -> tuple[Item, ...]:
    """Two points a tile and two a pennant, however small the city (the 2000 rulebook, "A completed city")."""
    return Item(Unit.TILE, tiles, 2), Item(Unit.EMBLEM, has[EMBLEM], 2)


def city_but_small_ones_half(tiles: int, has: Modifiers) -> tuple[Item, ...]:
    """As in full, but a city of two tiles pays one point a tile (the chat-room rules, 4, "Exception")."""
    return Item(Unit.TILE, tiles, 1 if tiles == 2 else 2), Item(Unit.EMBLEM, has[EMBLEM], 2)


def one_a_tile(tiles: int, _: Modifiers) -> tuple[Item, ...]:
    """One point a tile: roads, monasteries, gardens."""
    return (Item(Unit.TILE, tiles, 1),)


def one_a_tile_and_emblem(tiles: int, has: Modifiers) -> tuple[Item, ...]:
    """One point a tile and one a pennant: an incomplete city (the 2000 rulebook, "Final scoring")."""
    return Item(Unit.TILE, tiles, 1), Item(Unit.EMBLEM, has[EMBLEM], 1)


@cache
def claim_strengths(claims: int) -> tuple[int, ...]:
    """Return the strength of each seat's figures, up to the last seat that has one."""
    seats = range(-(-claims.bit_length() // CLAIM_BITS))
    return tuple(claims >> (CLAIM_BITS * seat) & (1 << CLAIM_BITS) - 1 for seat in seats)


@cache
def ties_share(claims: int) -> tuple[int, ...]:
    """The strongest seats hold the feature, all of them ("What if … more than one follower?")."""
    strengths = claim_strengths(claims)
    return tuple(seat for seat, strength in enumerate(strengths) if strength and strength == max(strengths))


def score_completed(state: State) -> list[Event]:
    """Pay the features that the tile just laid has completed, and return their figures, in place.

    The 2000 rulebook, "Scoring completed cloisters, roads and cities": after the follower was deployed.
    """
    found = _completed(state)
    if not found:
        return []
    return [score_feature(state, ref) for root, ref in found.items() if state.counters[root] >= CLAIMED]


def completed_with_figures(state: State) -> list[SegmentRef]:
    """Return a segment of each of the completed features that somebody has claimed."""
    return [ref for root, ref in _completed(state).items() if state.counters[root] >= CLAIMED]


def completed_features(state: State) -> list[SegmentRef]:
    """Return a segment of each feature that the tile laid last has completed, claimed or not."""
    return list(_completed(state).values())


def completes_any(state: State) -> bool:
    """Return whether the tile laid last may have completed a feature other than a monastery: a quick look."""
    assert state.last is not None  # noqa: S101 (the type checker learns it)
    counters = state.counters
    turned, roots = state.cells[state.last]
    for number in turned.enclosed:
        if not counters[roots[number]] & OPEN:
            return True
    return bool(state.closed)


def _completed(state: State) -> dict[int, SegmentRef]:
    """Return a segment of each completed feature by its root."""
    assert state.last is not None  # noqa: S101 (the type checker learns it)
    cells, counters = state.cells, state.counters
    turned, roots = cells[state.last]  # the nodes of the last tile are roots
    found: dict[int, SegmentRef] = {}
    for number in turned.enclosed:
        root = roots[number]
        if not counters[root] & OPEN:
            found[root] = new_tuple(SegmentRef, (state.last, number))
    for ref in state.closed:
        root = state.root(cells[ref.position].nodes[ref.segment])
        if not counters[root] & OPEN:
            found.setdefault(root, ref)
    for position, node in state.monasteries.items():
        if not counters[node] & OPEN and (position == state.last or position - state.last in AROUND):
            found[node] = SegmentRef(position, cells[position].nodes.index(node))
    return found


def score_feature(state: State, ref: SegmentRef, *, is_final: bool = False, times: int = 1) -> FeatureScored:
    """Pay one feature, ``times`` over, in place. Its figures come back, except in the final scoring."""
    turned, nodes = state.cells[ref.position]
    root, kind = state.root(nodes[ref.segment]), turned.segments[ref.segment].kind
    rules, counters = state.ruleset, state.counters[root]
    # The tiles of a monastery are its own and those around it.
    tiles = 9 - (counters & OPEN) if kind in SURROUNDED else state.members[root].bit_count()
    modifiers = merged_modifiers(state, root) if kind in rules.modified_kinds else NO_MODIFIERS
    scorer = (rules.incomplete if is_final else rules.complete)[kind]
    items = scorer(tiles, modifiers) if modifiers else _unmodified_items(scorer, tiles)
    if times != 1:
        items = tuple(Item(unit, amount, each * times) for unit, amount, each in items)
    seats = pay(state, kind, rules.majority(counters >> CLAIM_SHIFT), points := sum(item.points for item in items))
    if modifiers and rules.told:
        for modifier in rules.told:
            if modifiers[modifier]:
                without = sum(item.points for item in scorer(tiles, _without(modifiers, modifier)))
                note_brought(state, modifier.name, seats, points - times * without)
    if is_final:
        return FeatureScored(kind, ref, points, seats, items, (), is_final)
    returned = _return_figures(state, root)
    scored = FeatureScored(kind, ref, points, seats, items, tuple([place for place, _ in returned]))
    note_payment(state, scored, returned)
    return scored


def _without(modifiers: Modifiers, left_out: Modifier) -> Modifiers:
    return Modifiers({modifier: number for modifier, number in modifiers.items() if modifier is not left_out})


@cache
def _unmodified_items(scorer: Scorer, tiles: int) -> tuple[Item, ...]:
    return scorer(tiles, NO_MODIFIERS)


def merged_modifiers(state: State, root: int) -> Modifiers:
    """Return how often each modifier counts in a feature."""
    found = find_modifiers(state, root)
    return Modifiers({modifier: modifier.merge(number) for modifier, number in found.items()}) if found else found


def find_modifiers(state: State, root: int) -> Modifiers:
    """Return how often each modifier is found in a feature."""
    found: Modifiers | None = None
    parent = state.parent
    for node, modifiers in state.modifiers:
        while (above := parent[node]) != node:
            node = above
        if node == root:
            found = Modifiers() if found is None else found
            for modifier in modifiers:
                found[modifier] += 1
    return NO_MODIFIERS if found is None else found


def pay(state: State, kind: Kind, seats: tuple[int, ...], points: int) -> tuple[int, ...]:
    """Give points for a kind of feature to those of the seats that still play, in place; return them."""
    paid = tuple([seat for seat in seats if seat not in state.resigned])
    if paid and points:
        for seat in paid:
            state.scores[seat] += points
        note_points(state, kind, paid, points)
    return paid


def _return_figures(state: State, root: int) -> list[tuple[SegmentRef, PlacedFigure]]:
    """Give the figures in a feature back to their players, in place; return them, and where each stood."""
    returned = [(ref, placed) for ref, placed in state.figures.items() if state.root(placed.node) == root]
    for ref, placed in returned:
        del state.figures[ref]
        state.add_to_supply(placed.figure, placed.seat, 1)
    state.counters[root] &= CLAIMED - 1
    return returned


# Final scorers: each pays its part of the final scoring in place.


def score_incomplete(state: State) -> Iterator[FeatureScored]:
    """Pay incomplete roads, cities, monasteries and gardens."""
    for _, ref in claimed_features(state, state.ruleset.incomplete.keys()):
        yield score_feature(state, ref, is_final=True)


def claimed_features(state: State, kinds: Container[Kind]) -> list[tuple[int, SegmentRef]]:
    """Return the root of each feature of these kinds with a figure in it, and the first segment where one stands."""
    found: dict[int, SegmentRef] = {}
    for ref, placed in sorted(state.figures.items()):
        if state.segment_at(ref).kind in kinds:
            found.setdefault(state.root(placed.node), ref)
    return list(found.items())


def touched_cities(state: State, field_root: int) -> frozenset[int]:
    """Return the roots of the cities that a field touches, complete or not."""
    touched, cities = state.members[field_root], set()
    while touched:
        node = touched.bit_length() - 1
        touched ^= 1 << node
        cities.add(state.root(node))
    return frozenset(cities)
