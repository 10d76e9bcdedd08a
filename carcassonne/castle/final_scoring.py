"""The final scoring of The Castle: the largest keep, the courts, and the wall tiles 4 to 9.

Nobody is asked here: each wall tile is played where it pays most. Uncompleted features score only with a wall tile.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from carcassonne.castle.state import castle_state
from carcassonne.castle.tiles import MARKET
from carcassonne.events import FeatureScored, Item, SegmentRef, Unit
from carcassonne.geometry import Position, column_row
from carcassonne.kinds import Kind
from carcassonne.scoring import claimed_features, merged_modifiers, pay, score_feature
from carcassonne.state import CLAIM_SHIFT, State

UNCOMPLETED: Final = {Kind.PATH: 4, Kind.TOWER: 5, Kind.HOUSE: 6}
"""The wall tile that pays one uncompleted feature of a kind."""
DEARER_MARKETS: Final = 7
LARGER_KEEP: Final = 8
FIVE_POINTS: Final = 9

KEEP_BONUS: Final = 2
SPACE_POINTS: Final = 1
MARKET_POINTS: Final = 3


def score_keep(state: State) -> Iterator[FeatureScored]:
    """The largest keep is worth the largest connected area of empty spaces; a tie is worth nothing."""
    castle = castle_state(state)
    sizes = [
        keep.tiles + KEEP_BONUS * hand.count(LARGER_KEEP) if keep.tiles else 0
        for keep, hand in zip(castle.keeps, castle.hands, strict=True)
    ]
    if len(set(sizes)) == 1:
        return
    spaces = largest_empty_area(state)
    if spaces:
        seat = sizes.index(max(sizes))
        item = Item(Unit.SPACE, len(spaces), SPACE_POINTS)
        seats = pay(state, Kind.KEEP, (seat,), item.points)
        yield FeatureScored(Kind.KEEP, castle.keeps[seat].ref, item.points, seats, (item,), is_final=True)


def largest_empty_area(state: State) -> frozenset[Position]:
    """Return the largest connected area of empty spaces within the wall; of equal ones the first, row by row."""
    bits, width = _bits(state.ruleset.bounds or frozenset())
    empty = sum(bits.values())
    for cell in state.cells:
        empty &= ~bits.get(cell, 0)
    largest = 0
    while empty:
        area = _area(empty, width)
        empty ^= area
        if area.bit_count() > largest.bit_count():
            largest = area
    return frozenset(space for space, bit in bits.items() if bit & largest)


@cache
def _bits(spaces: frozenset[Position]) -> tuple[Mapping[Position, int], int]:
    """Return a bit for each space, row by row from the lowest, and how far apart the bits of neighbouring rows are.

    Between two rows there is a bit for no space, so that the end of one never touches the beginning of the next.
    """
    if not spaces:
        return {}, 1
    columns, rows = zip(*map(column_row, spaces), strict=True)
    width = max(columns) - min(columns) + 2
    numbers = ((space, *column_row(space)) for space in sorted(spaces))
    return {space: 1 << (row - min(rows)) * width + column - min(columns) for space, column, row in numbers}, width


def _area(empty: int, width: int) -> int:
    """Return the connected area that holds the first of the empty spaces, all as bits (see ``_bits``)."""
    area, before = empty & -empty, 0
    while area != before:
        before = area
        area |= (area << 1 | area >> 1 | area << width | area >> width) & empty
    return area


def score_courts(state: State) -> Iterator[FeatureScored]:
    """Whoever has most merchants on a court scores 3 a market; with wall tile 7, 4 a market of one court."""
    for seat in range(state.seats):
        won = sorted(
            (-_markets(state, root), ref)
            for root, ref in claimed_features(state, {Kind.COURT})
            if state.ruleset.majority(state.counters[root] >> CLAIM_SHIFT) == (seat,)
        )
        sevens = castle_state(state).hands[seat].count(DEARER_MARKETS)
        for number, (less_markets, ref) in enumerate(won):
            each = MARKET_POINTS + (number < sevens)
            if less_markets:
                yield _paid(state, Kind.COURT, ref, seat, Item(Unit.MARKET, -less_markets, each))


def _markets(state: State, root: int) -> int:
    return merged_modifiers(state, root)[MARKET]


def _paid(state: State, kind: Kind, ref: SegmentRef | None, seat: int, item: Item) -> FeatureScored:
    seats = pay(state, kind, (seat,), item.points)
    return FeatureScored(kind, ref, item.points, seats, (item,), is_final=True)


def score_wall_tiles(state: State) -> Iterator[FeatureScored]:
    """Wall tiles 4, 5, 6 each pay one uncompleted feature where their owner has more followers; 9 pays 5 points."""
    for seat, hand in enumerate(castle_state(state).hands):
        for kind, number in UNCOMPLETED.items():
            if number in hand:
                for ref in _best_uncompleted(state, kind, seat)[: hand.count(number)]:
                    yield score_feature(state, ref, is_final=True)
        for _ in range(hand.count(FIVE_POINTS)):
            yield _paid(state, Kind.WALL, None, seat, Item(Unit.WALL_TILE, 1, 5))


def _best_uncompleted(state: State, kind: Kind, seat: int) -> list[SegmentRef]:
    worth = [
        (-score_feature(state.copy(), ref, is_final=True).points, ref)
        for root, ref in claimed_features(state, {kind})
        if state.ruleset.majority(state.counters[root] >> CLAIM_SHIFT) == (seat,)
    ]
    return [ref for _, ref in sorted(worth)]
