"""Tiles, features, figures and scores in words. ``terms`` are the edition's words for them (``Ruleset.terms``)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from carcassonne import (
    Deploy,
    Deployment,
    DeployNobody,
    Feature,
    FeatureScored,
    Figure,
    Item,
    Kind,
    Modifier,
    Recall,
    Role,
    Segment,
    SegmentRef,
    State,
    Tile,
    TurnedTile,
    Unit,
    apply,
    feature_at,
    first_fitting_tile,
)
from carcassonne.kinds import OPEN_GROUND
from cogs.text.formatting import semicolon_list, with_heading, word_list
from cogs.text.i18n import N_, _, ngettext, pgettext
from cogs.text.nouns import counted, noun, plural, prefix_name
from cogs.text.places import place_text, places

Terms: TypeAlias = Mapping[str, str]

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


def kind_name(kind: Kind, terms: Terms, number: int = 1) -> str:
    """Return the edition's word for a kind of feature, singular or plural by ``number``."""
    return noun(terms.get(kind.value, kind.value), number)


def kind_names(terms: Terms) -> dict[Kind, str]:
    """Return the words for what has paid, in the plural where there are several."""
    several = {kind: plural(terms.get(kind.value, kind.value)) for kind in Kind}
    return {**several, Kind.KEEP: noun("keep"), Kind.WALL: plural("wall tile")}


def role_name(role: Role, terms: Terms) -> str:
    """Return the edition's word for a role: ``knight``, ``thief`` …"""
    return noun(terms.get(role.value, role.value))


def figure_name(role: Role, figure: Figure, terms: Terms) -> str:
    """Return the edition's word for a figure in a role: ``knight``, ``big knight``."""
    return f"{prefix_name(figure.prefix)} {role_name(role, terms)}".lstrip()


def point_text(point: str) -> str:
    """Return a compass point, ``N`` or ``ESE``, in the current language."""
    letters = compass()
    return "".join(letters.get(letter, letter) for letter in point)


def compass() -> dict[str, str]:
    """Return the letters of the compass in the current language, by English letter."""
    return {
        "N": pgettext("compass", "N"), "E": pgettext("compass", "E"),
        "S": pgettext("compass", "S"), "W": pgettext("compass", "W"),
    }  # fmt: skip


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
    """Return a figure and where it stands on its tile, for a sentence: ``thief E``, ``farmer (west)``."""
    spot = turned.deploy_options.find(deployment)
    if spot is None or turned.segments[spot.segment].kind not in OPEN_GROUND:
        return deployment_name(deployment, terms)
    return _with_place(figure_name(deployment.role, deployment.figure, terms), turned, spot.segment)


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
    """Say that nobody can be put onto a tile."""
    text = _NONE_CAN_GO[terms["figure"]]
    return _(text)


def score_text(event: FeatureScored, names: Sequence[str], terms: Terms, reader: int | None = None) -> str:
    """Return a sentence: ``Ann and Bob score 8 each for a city of 4 tiles.`` The seat ``reader`` is "you"."""
    others = [names[seat] for seat in event.seats if seat != reader]
    match reader in event.seats, len(others):
        case False, 0:
            text = _("Nobody scores for {what}.")
        case False, 1:
            text = _("{names} scores {points} for {what}.")
        case False, _several:
            text = _("{names} score {points} each for {what}.")
        case _, 0:
            text = _("You score {points} for {what}.")
        case _shared:
            text = _("You and {names} score {points} each for {what}.")
    return text.format(names=word_list(others), points=event.points, what=scored_feature_text(event, terms))


_SCORED: Final = {
    "city": N_("a city of {items}"),
    "road": N_("a road of {items}"),
    "cloister": N_("a cloister with {items}"),
    "monastery": N_("a monastery with {items}"),
    "garden": N_("a garden with {items}"),
    "farm": N_("a farm with {items}"),
    "meadow": N_("a meadow with {items}"),
    "field": N_("a field with {items}"),
    "farmers": N_("farmers around {items}"),
    "path": N_("a path of {items}"),
    "tower": N_("a tower of {items}"),
    "house": N_("a house of {items}"),
    "court": N_("a court with {items}"),
    "keep": N_("the largest keep and {items}"),
    "wall": N_("wall tile 9"),
}
"""The phrase for a scored feature, by the noun of its kind."""
_SCORED_UNCOMPLETED: Final = {
    "path": N_("an unfinished path of {items}"),
    "tower": N_("an unfinished tower of {items}"),
    "house": N_("an unfinished house of {items}"),
}
"""The phrase for an uncompleted feature, in editions where uncompleted features do not usually score."""


def scored_feature_text(event: FeatureScored, terms: Terms) -> str:
    """Return the phrase for a scored feature: ``a city of 4 tiles and 1 shield``."""
    kind, items = event.kind.value, [_item_text(item, terms) for item in event.items]
    name = terms.get(f"scored {kind}", terms.get(kind, kind))  # some editions score something else by this kind
    text = _SCORED_UNCOMPLETED.get(name, _SCORED[name]) if event.is_final else _SCORED[name]
    what = _(text).format(items=word_list(list(filter(None, items))))
    if event.kind is Kind.PATH and event.points > event.items[0].amount:
        return _("{path} with a fountain").format(path=what)
    return what


def _item_text(item: Item, terms: Terms) -> str:
    """Return an item of a score, such as ``4 tiles``; empty if there are none."""
    match item.unit:
        case _ if not item.amount:
            return ""
        case Unit.TILE:
            return counted(item.amount, "tile")
        case Unit.EMBLEM:
            return counted(item.amount, terms["emblem"])
        case Unit.CITY:
            return counted(item.amount, "city")
        case Unit.MARKET:
            return _("{markets} at {points} each").format(markets=counted(item.amount, "market"), points=item.each)
        case Unit.SPACE:
            return counted(item.amount, "empty space")
        case Unit.WALL_TILE:
            return counted(item.amount, "wall tile")
        case _:
            assert_never(item.unit)
