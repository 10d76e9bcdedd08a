"""Tints over features: they show who holds each, and which fields belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from carcassonne import Feature, Rgb, SegmentRef, State, features
from carcassonne.kinds import OPEN_GROUND
from render.theme import OVERLAYS, PieceStyle
from render.views import View


@dataclass(frozen=True, slots=True)
class Tint:
    """A tint over one segment of a turned tile."""

    segment: int
    colour: Rgb


def tints(state: State, view: View, styles: Sequence[PieceStyle]) -> Iterator[tuple[SegmentRef, Tint]]:
    """Yield the tinted segments of a view; ``styles`` are those of the seats."""
    chosen: Iterator[tuple[Feature, Rgb]]
    match view:
        case View.NORMAL | View.DEAD:
            return
        case View.CLAIMS | View.SCORE:
            chosen = _by_owner(state, styles)
        case View.FIELDS:
            chosen = _by_field(state)
        case _:
            assert_never(view)
    for feature, colour in chosen:
        for place in feature.refs:
            yield place, Tint(place.segment, colour)


def _by_owner(state: State, styles: Sequence[PieceStyle]) -> Iterator[tuple[Feature, Rgb]]:
    """Tint each feature in the colour of the player who holds it. Shared features have a colour of their own."""
    for feature in features(state):
        most = max(feature.claims)
        holders = [seat for seat, count in enumerate(feature.claims) if count == most]
        if most:
            yield feature, styles[holders[0]].rgb if len(holders) == 1 else OVERLAYS[0]


def _by_field(state: State) -> Iterator[tuple[Feature, Rgb]]:
    fields = [feature for feature in features(state) if feature.kind in OPEN_GROUND]
    for number, feature in enumerate(fields):
        yield feature, OVERLAYS[number % len(OVERLAYS)]
