"""Fills over features: they show who holds each, and which fields belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from carcassonne import Feature, SegmentRef, State, features
from carcassonne.holding import holdings
from carcassonne.kinds import OPEN_GROUND
from render.look.field_colours import field_numbers
from render.look.theme import PieceStyle
from render.look.view_colours import LAND, ViewColours
from render.look.views import View


@dataclass(frozen=True, slots=True)
class Fill:
    """How the ground of a feature looks: its colours, as stripes if there are several.

    A colour is a number in ``ViewColours.fills``, or LAND for land that stays grey. ``hatching`` is the direction of
    thin lines: 0 for none, 1 for falling, 2 for rising ones.
    """

    colours: tuple[int, ...]
    hatching: int = 0


@dataclass(frozen=True, slots=True)
class Tint:
    """A fill over one segment of a turned tile; ``feature`` tells the features of a board apart."""

    segment: int
    feature: int
    fill: Fill


def tints(
    state: State, view: View, styles: Sequence[PieceStyle], colours: ViewColours
) -> Iterator[tuple[SegmentRef, Tint]]:
    """Yield the filled segments of a view; ``styles`` are those of the seats."""
    filled: Iterator[tuple[Feature, Fill]]
    match view:
        case View.NORMAL | View.DEAD:
            return
        case View.CLAIMS | View.SCORE:
            filled = _by_holders(state, [colours.number_of(style) for style in styles])
        case View.FIELDS:
            filled = _by_field(state, len(colours.fills))
        case _:
            assert_never(view)
    for number, (feature, fill) in enumerate(filled):
        for place in feature.refs:
            yield place, Tint(place.segment, number, fill)


def _by_holders(state: State, colours: Sequence[int]) -> Iterator[tuple[Feature, Fill]]:
    """Fill what is held in the colours of all who hold it, and what figures hold in vain in their colours and grey."""
    for feature, seats in holdings(state):
        if seats:
            yield feature, Fill(tuple(dict.fromkeys(colours[seat] for seat in seats)))
        else:
            there = (colours[seat] for seat, strength in enumerate(feature.claims) if strength)
            yield feature, Fill(tuple(number for colour in there for number in (colour, LAND)))


def _by_field(state: State, count: int) -> Iterator[tuple[Feature, Fill]]:
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    for feature, number in zip(fields, field_numbers(state, fields), strict=True):
        rounds, colour = divmod(number, count)
        yield feature, Fill((colour,), 1 + (colour + rounds) % 2)
