"""Tiles, features and figures on the board in words. ``terms`` are the edition's words for them (``Ruleset.terms``)."""

from collections.abc import Iterator
from functools import partial
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
    Position,
    Recall,
    Rotation,
    SegmentRef,
    State,
    Tile,
    TurnedTile,
    apply,
    feature_at,
    first_fitting_tile,
    format_cell,
    legal_placements,
    spot_number,
)
from carcassonne.kinds import OPEN_GROUND
from carcassonne.tiles import visual_key
from screens.text.i18n import _, ngettext
from screens.text.markup import semicolon_list, with_heading, word_list
from screens.text.nouns import Terms, counted, figure_name, kind_name, noun, placed_figure, point_text
from screens.text.spots import place_text, spot_segment, spot_sign

LABEL_LENGTH: Final = 80
"""The most characters on a button."""

_KIND_ORDER: Final = (
    Kind.CITY, Kind.MONASTERY, Kind.GARDEN, Kind.ROAD, Kind.RIVER, Kind.PATH, Kind.TOWER, Kind.HOUSE, Kind.COURT,
)  # fmt: skip


def drawn_tile(state: State) -> Tile:
    """Return the tile that is to be laid. Raise ValueError if there is none."""
    if state.tile is None:
        raise ValueError(state.phase)
    return state.tile


def rotation_choices(state: State, cell: Position | None) -> list[Rotation]:
    """Return the legal rotations on a cell, or with None on any. Of rotations that look the same, return the first."""
    tile, looks = drawn_tile(state), dict[object, Rotation]()
    for rotation in sorted({turn for position, turn in legal_placements(state) if cell in (None, position)}):
        looks.setdefault(visual_key(tile.turned[rotation]), rotation)
    return list(looks.values())


def drawn_tile_words(state: State) -> tuple[str, str]:
    """Return the drawn tile as pictures show it: its segments, then its letter and its rotation, ``D`` or ``D, 90°``.

    Raise ValueError if there is none.
    """
    turned = first_fitting_tile(state)
    if turned is None:
        raise ValueError(state.phase)
    letter = f"{turned.tile.name}, {turned.rotation}°" if turned.rotation else turned.tile.name
    return tile_text(turned, state.ruleset.terms), letter


def recorded_name(deployment: Deploy, terms: Terms) -> str:
    """Return a deployment with its compass point, as in records: ``thief E``, ``monk``."""
    return f"{figure_name(deployment.role, deployment.figure, terms)} {point_text(deployment.point or '')}".rstrip()


def deployment_name(deployment: Deployment, turned: TurnedTile, terms: Terms) -> str:
    """Return a deployment on a tile as it lies: ``② thief``, ``nobody`` …"""
    match deployment:
        case DeployNobody():
            return _("nobody")
        case Recall():
            return _("the abbot back")
        case Deploy(role, _point, figure):
            return f"{spot_sign(turned, spot_segment(turned, deployment))} {figure_name(role, figure, terms)}"
        case _:
            assert_never(deployment)


def deployment_phrase(deployment: Deploy, turned: TurnedTile, terms: Terms) -> str:
    """Return with which figure a tile was laid, and for a field or court where: ``with a farmer on the left``."""
    figure, segment = placed_figure(deployment.role, deployment.figure, terms), spot_segment(turned, deployment)
    place = place_text(turned, segment) if turned.segments[segment].kind in OPEN_GROUND else ""
    return f"{figure} {place}".rstrip()


def tile_text(turned: TurnedTile, terms: Terms) -> str:
    """Return the segments of a tile, without fields: ``city N–E with shield; roads S, W``.

    Courts are named by their spots, ``courts ① with market, ③``; the only one of a tile needs no number.
    """
    parts = []
    for kind in _KIND_ORDER:
        numbers = [number for number, segment in enumerate(turned.segments) if segment.kind is kind]
        if kind in OPEN_GROUND:
            numbers.sort(key=partial(spot_number, turned.tile))
        if numbers:
            shown = [_segment_text(turned, number, terms, is_alone=len(numbers) == 1) for number in numbers]
            parts.append(f"{kind_name(kind, terms, len(shown))} {', '.join(shown)}".rstrip())
    return semicolon_list(parts)


def _modifier(modifier: Modifier, terms: Terms) -> str:
    """Return the edition's English noun for a modifier: ``pennant``, ``market``."""
    return terms.get(modifier.name, modifier.name)


def _segment_text(turned: TurnedTile, number: int, terms: Terms, *, is_alone: bool) -> str:
    segment = turned.segments[number]
    where = "–".join(map(point_text, segment.points))
    if segment.kind in OPEN_GROUND:
        where = "" if is_alone else spot_sign(turned, number)
    if not segment.modifiers:
        return where
    emblems = word_list([noun(_modifier(modifier, terms)) for modifier in segment.modifiers])
    return _("{place} with {emblem}").format(place=where, emblem=emblems).lstrip()


def feature_text(feature: Feature, terms: Terms) -> str:
    """Return a feature, its size, and how far it is: ``city, 3 tiles, 1 shield, 2 open ends``."""
    return ", ".join(filter(None, [kind_name(feature.kind, terms), *_sizes(feature, terms), _progress(feature)]))


def _worth(feature: Feature, terms: Terms, points: int | None) -> tuple[tuple[str, ...], str]:
    """Return the sizes and the progress of a feature for somebody who may put a figure there.

    ``points`` is what it scores now, None if it doesn't.
    """
    progress = _progress(feature)
    if points is not None:
        progress = _("scores {points} now").format(points=points)
    elif feature.kind is Kind.FIELD and not progress:
        progress = _("no finished city")
    return tuple(_sizes(feature, terms)), progress


def _sizes(feature: Feature, terms: Terms) -> Iterator[str]:
    match feature.kind:
        case Kind.CITY | Kind.ROAD | Kind.PATH | Kind.TOWER | Kind.HOUSE | Kind.COURT:
            yield counted(len(feature.tiles), "tile")
            for modifier, number in feature.modifiers.items():
                yield counted(number, _modifier(modifier, terms))
        case Kind.MONASTERY | Kind.GARDEN | Kind.FIELD | Kind.RIVER | Kind.KEEP | Kind.WALL | Kind.GOODS:
            return
        case _:
            assert_never(feature.kind)


def _progress(feature: Feature) -> str:
    """Return how much of a feature is missing, or the cities that a field has; empty if there is nothing to say."""
    match feature.kind:
        case Kind.CITY | Kind.ROAD | Kind.PATH | Kind.TOWER | Kind.HOUSE:
            sides = feature.open_sides
            text = ngettext("{number} open end", "{number} open ends", sides)
            return text.format(number=sides) if sides else _("finished")
        case Kind.MONASTERY | Kind.GARDEN:
            return _("{number} of 9").format(number=9 - feature.open_sides)
        case Kind.FIELD:
            number = feature.complete_cities
            return counted(number, "finished city") if number else ""
        case Kind.COURT | Kind.RIVER | Kind.KEEP | Kind.WALL | Kind.GOODS:
            return ""
        case _:
            assert_never(feature.kind)


def deployment_text(state: State, deployment: Deployment, terms: Terms) -> str:
    """Return a legal deployment on the tile just laid, where it is and what that is worth.

    For example ``③ thief · road · 3 tiles, 1 open end``. The tiles are left out where a button has no room for them. If
    the figure scores at once, the text has its points. Raise ValueError or IllegalMoveError if it is not legal.
    """
    if isinstance(deployment, Recall):
        return with_heading(_("take your abbot back"), counted(_points_now(state, deployment) or 0, "point"))
    if state.last is None:
        raise ValueError(deployment)
    turned = state.cells[state.last].turned
    name = deployment_name(deployment, turned, terms)
    if not isinstance(deployment, Deploy):
        return name
    segment = spot_segment(turned, deployment)
    ref = SegmentRef(state.last, segment)
    feature = feature_at(state, ref)
    where = f"{kind_name(feature.kind, terms)} {place_text(turned, segment)}".rstrip()
    sizes, progress = _worth(feature, terms, _points_now(state, deployment, ref))
    texts = [" · ".join(filter(None, [name, where, ", ".join(filter(None, [*one, progress]))])) for one in (sizes, ())]
    return next((text for text in texts if len(text) <= LABEL_LENGTH), texts[-1])


def _points_now(state: State, deployment: Deployment, ref: SegmentRef | None = None) -> int | None:
    """Return the points of the first feature that scores at once with a deployment; None if none does.

    With ``ref``, only the feature counts from which the figure placed there comes back.
    """
    for event in apply(state, deployment).events:
        if isinstance(event, FeatureScored) and not event.is_final and ref in (None, *event.returned):
            return event.points
    return None


def none_can_go_text() -> str:
    return _("No follower can go here.")


def placement_text(move: PlaceTile) -> str:
    """Return the cell and the rotation of a tile: ``M14 (90°)``."""
    return f"{format_cell(move.position)} ({move.rotation}°)"
