"""Tints over features: they show who holds each, and which fields belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from carcassonne import Feature, Rgb, SegmentRef, State, features
from carcassonne.holding import holdings
from carcassonne.kinds import OPEN_GROUND
from render.field_colours import FieldColour, colours_of_fields
from render.theme import PieceStyle
from render.view_colours import FIELDS, NOBODY
from render.views import View


@dataclass(frozen=True, slots=True)
class Fill:
    """How a feature is filled: in stripes of these colours, or evenly in one; and hatched in one of several ways."""

    colours: tuple[Rgb, ...]
    hatch: int | None = None


@dataclass(frozen=True, slots=True)
class Tint:
    """A tint over one segment of a turned tile. ``feature`` is the number of the feature that it belongs to."""

    segment: int
    fill: Fill
    feature: int


def tints(state: State, view: View, styles: Sequence[PieceStyle]) -> Iterator[tuple[SegmentRef, Tint]]:
    """Yield the tinted segments of a view; ``styles`` are those of the seats."""
    chosen: Iterator[tuple[Feature, Fill]]
    match view:
        case View.NORMAL | View.DEAD:
            return
        case View.CLAIMS | View.SCORE:
            chosen = _by_owner(state, styles)
        case View.FIELDS:
            chosen = _by_field(state)
        case _:
            assert_never(view)
    for number, (feature, fill) in enumerate(chosen):
        for place in feature.refs:
            yield place, Tint(place.segment, fill, number)


def _by_owner(state: State, styles: Sequence[PieceStyle]) -> Iterator[tuple[Feature, Fill]]:
    """Fill each feature in the colours of those who hold it, or in nobody's if a tie is nobody's."""
    for feature, seats in holdings(state):
        holders = (NOBODY if styles[seat].is_ownerless else styles[seat].rgb for seat in seats)
        yield feature, Fill(tuple(dict.fromkeys(holders)) or (NOBODY,))


def _by_field(state: State) -> Iterator[tuple[Feature, Fill]]:
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    for feature, (colour, hatch) in zip(fields, map(_look_of, colours_of_fields(fields)), strict=True):
        yield feature, Fill((colour,), hatch)


def _look_of(number: FieldColour) -> tuple[Rgb, int]:
    """Return a colour and a way of hatching. If there are more than colours, both together tell fields apart."""
    return FIELDS[number % len(FIELDS)], number % len(FIELDS) + number // len(FIELDS)
