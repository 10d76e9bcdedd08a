"""Tiles, features and figures on the board in words. ``terms`` are the edition's words for them (``Ruleset.terms``)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Final, assert_never

from carcassonne import (
    Deploy,
    Deployment,
    DeployNobody,
    Feature,
    FeatureScored,
    Kind,
    Modifier,
    PlaceTile,
    Recall,
    Segment,
    SegmentRef,
    State,
    Tile,
    TurnedTile,
    apply,
    feature_at,
    first_fitting_tile,
    format_cell,
)
from carcassonne.geometry import SIDE_POINTS, SIDES
from carcassonne.kinds import OPEN_GROUND
from screens.text.i18n import N_, _, ngettext, pgettext
from screens.text.markup import semicolon_list, with_heading, word_list
from screens.text.nouns import Terms, counted, figure_name, kind_name, noun, placed_figure, point_text

_KIND_ORDER: Final = (
    Kind.CITY, Kind.MONASTERY, Kind.GARDEN, Kind.ROAD, Kind.RIVER, Kind.PATH, Kind.TOWER, Kind.HOUSE, Kind.COURT,
)  # fmt: skip


def drawn_tile(state: State) -> Tile:
    """Return the tile that is to be laid. Raise ValueError if there is none."""
    if state.tile is None:
        raise ValueError(state.phase)
    return state.tile


def drawn_tile_words(state: State) -> tuple[str, str]:
    """Return the drawn tile as pictures show it: its segments, then its letter and its rotation, ``D`` or ``D, 90°``.

    Raise ValueError if there is none.
    """
    turned = first_fitting_tile(state)
    if turned is None:
        raise ValueError(state.phase)
    letter = f"{turned.tile.name}, {turned.rotation}°" if turned.rotation else turned.tile.name
    return tile_text(turned.segments, state.ruleset.terms), letter


def deployment_name(deployment: Deployment, terms: Terms) -> str:
    """Return ``thief E``, ``monk``, ``nobody`` …"""
    match deployment:
        case DeployNobody():
            return _("nobody")
        case Recall():
            return _("the abbot back")
        case Deploy(role, point, figure):
            return f"{figure_name(role, figure, terms)} {point_text(point or '')}".rstrip()
        case _:
            assert_never(deployment)


def deployment_phrase(deployment: Deploy, turned: TurnedTile, terms: Terms) -> str:
    """Return with which figure a tile was laid, and where that stands: ``with a thief E``, ``with a farmer (west)``."""
    figure = placed_figure(deployment.role, deployment.figure, terms)
    spot = turned.deploy_options.find(deployment)
    if spot is None or turned.segments[spot.segment].kind not in OPEN_GROUND:
        return f"{figure} {point_text(deployment.point or '')}".rstrip()
    return _with_place(figure, turned, spot.segment)


def _with_place(name: str, turned: TurnedTile, segment: int) -> str:
    place = place_text(turned.segments, segment)
    return f"{name} ({place})" if place else name


def tile_text(segments: Sequence[Segment], terms: Terms) -> str:
    """Return the segments of a tile, without fields: ``city N–E with shield; roads S, W``.

    Courts are named by the sides that they fill, or by their corners: ``courts N–E with market, SW``.
    """
    parts = []
    for kind in _KIND_ORDER:
        shown = [_segment_text(segment, terms) for segment in segments if segment.kind is kind]
        if shown:
            parts.append(f"{kind_name(kind, terms, len(shown))} {', '.join(shown)}".rstrip())
    return semicolon_list(parts)


def _modifier(modifier: Modifier, terms: Terms) -> str:
    """Return the edition's English noun for a modifier: ``pennant``, ``market``."""
    return terms.get(modifier.name, modifier.name)


def _segment_text(segment: Segment, terms: Terms) -> str:
    sides = "–".join(map(point_text, places(segment) or segment.points))
    if not segment.modifiers:
        return sides
    emblems = word_list([noun(_modifier(modifier, terms)) for modifier in segment.modifiers])
    return _("{sides} with {emblem}").format(sides=sides, emblem=emblems)


def feature_text(feature: Feature, terms: Terms) -> str:
    """Return a feature, its size, and how far it is: ``city, 3 tiles, 1 shield, 2 open ends``."""
    return _feature_list(feature, terms, _progress(feature))


def _feature_to_choose(feature: Feature, terms: Terms, points: int | None) -> str:
    """Return the same for somebody who may put a figure there. ``points`` is what it scores now, None if it doesn't."""
    progress = _progress(feature)
    if points is not None:
        progress = _("scores {points} now").format(points=points)
    elif feature.kind is Kind.FIELD and not progress:
        progress = _("no finished city")
    return _feature_list(feature, terms, progress)


def _feature_list(feature: Feature, terms: Terms, progress: str) -> str:
    return ", ".join(filter(None, [kind_name(feature.kind, terms), *_sizes(feature, terms), progress]))


def _sizes(feature: Feature, terms: Terms) -> Iterator[str]:
    match feature.kind:
        case Kind.CITY | Kind.ROAD | Kind.PATH | Kind.TOWER | Kind.HOUSE | Kind.COURT:
            yield counted(len(feature.tiles), "tile")
            for modifier, number in feature.modifiers.items():
                yield counted(number, _modifier(modifier, terms))
        case Kind.MONASTERY | Kind.GARDEN | Kind.FIELD | Kind.RIVER | Kind.KEEP | Kind.WALL:
            return
        case _:
            assert_never(feature.kind)


def _progress(feature: Feature) -> str:
    """Return how much of a feature is missing, or the cities that a field has; empty if there is nothing to say."""
    match feature.kind:
        case Kind.CITY | Kind.ROAD | Kind.PATH | Kind.TOWER | Kind.HOUSE:
            sides = feature.open_sides
            text = ngettext("{number} open end", "{number} open ends", sides)
            return text.format(number=sides) if sides else _("complete")
        case Kind.MONASTERY | Kind.GARDEN:
            return _("{number} of 9").format(number=9 - feature.open_sides)
        case Kind.FIELD:
            number = feature.complete_cities
            return counted(number, "finished city") if number else ""
        case Kind.COURT | Kind.RIVER | Kind.KEEP | Kind.WALL:
            return ""
        case _:
            assert_never(feature.kind)


def deployment_text(state: State, deployment: Deployment, terms: Terms) -> str:
    """Return a legal deployment and its feature: ``thief E: road, 3 tiles, 1 open end``, ``farmer SSW (west): meadow``.

    If the figure scores at once, the text has its points. Raise ValueError or IllegalMoveError if it is not legal.
    """
    name = deployment_name(deployment, terms)
    if isinstance(deployment, Recall):
        return with_heading(_("take your abbot back"), counted(_points_now(state, deployment) or 0, "point"))
    if not isinstance(deployment, Deploy) or state.last is None:
        return name
    turned = state.cells[state.last].turned
    spot = turned.deploy_options.find(deployment)
    if spot is None:
        raise ValueError(deployment)
    ref = SegmentRef(state.last, spot.segment)
    feature = _feature_to_choose(feature_at(state, ref), terms, _points_now(state, deployment, ref))
    return with_heading(_with_place(name, turned, spot.segment), feature)


def _points_now(state: State, deployment: Deployment, ref: SegmentRef | None = None) -> int | None:
    """Return the points of the first feature that scores at once with a deployment; None if none does.

    With ``ref``, only the feature counts from which the figure placed there comes back.
    """
    for event in apply(state, deployment).events:
        if isinstance(event, FeatureScored) and not event.is_final and ref in (None, *event.returned):
            return event.points
    return None


_NONE_CAN_GO: Final = {
    "follower": N_("No follower can go here."),
    "figure": N_("No figure can go here."),
    "meeple": N_("No meeple can go here."),
}


def none_can_go_text(terms: Terms) -> str:
    text = _NONE_CAN_GO[terms["figure"]]
    return _(text)


_CORNERS: Final = ("NE", "SE", "SW", "NW")
"""The corners of a tile, each after the side with the same number."""

_WORDS: Final[Mapping[str, Callable[[], str]]] = {
    "N": lambda: pgettext("place on a tile", "north"),
    "E": lambda: pgettext("place on a tile", "east"),
    "S": lambda: pgettext("place on a tile", "south"),
    "W": lambda: pgettext("place on a tile", "west"),
    "NE": lambda: pgettext("place on a tile", "northeast"),
    "SE": lambda: pgettext("place on a tile", "southeast"),
    "SW": lambda: pgettext("place on a tile", "southwest"),
    "NW": lambda: pgettext("place on a tile", "northwest"),
}


def places(segment: Segment) -> tuple[str, ...]:
    """Return where a field or a court lies: the sides that it fills, or if it fills none, its corners (``NE``).

    Both corners of a side count as the side. No two fields or courts of a tile have the same. Return nothing for
    other kinds.
    """
    if segment.kind not in OPEN_GROUND:
        return ()
    ports = set(segment.ports)
    if filled := [SIDE_POINTS[side] for side in SIDES if {3 * side, 3 * side + 2} <= ports]:
        return tuple(filled)
    corners = [bool({3 * side + 2, (3 * side + 3) % 12} & ports) for side in SIDES]
    between = [corners[side - 1] and corners[side] for side in SIDES]
    alone = [corners[side] and not (between[side] or between[(side + 1) % 4]) for side in SIDES]
    return (*compress(SIDE_POINTS, between), *compress(_CORNERS, alone))


def place_text(segments: Sequence[Segment], number: int) -> str:
    """Return where a field or a court lies, in words: ``north, east``.

    Return nothing if the tile has no other of its kind, and for other kinds.
    """
    segment = segments[number]
    if sum(one.kind is segment.kind for one in segments) == 1:
        return ""
    return ", ".join(_WORDS[place]() for place in places(segment))


def placement_text(move: PlaceTile) -> str:
    """Return the cell and the rotation of a tile: ``M14 (90°)``."""
    return f"{format_cell(move.position)} ({move.rotation}°)"
