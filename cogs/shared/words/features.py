"""Tiles, features, figures and scores in words. ``terms`` are the words of the edition (``Ruleset.terms``)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias, assert_never

from carcassonne import (
    Deploy,
    DeployNobody,
    Feature,
    FeatureScored,
    Follower,
    Item,
    Kind,
    Place,
    Recall,
    Role,
    Segment,
    State,
    Unit,
    feature_at,
)
from cogs.shared.words.language import counted, listed, plural

Terms: TypeAlias = Mapping[str, str]

_IN_ORDER: Final = (
    Kind.CITY, Kind.MONASTERY, Kind.GARDEN, Kind.ROAD, Kind.RIVER, Kind.PATH, Kind.TOWER, Kind.HOUSE, Kind.COURT,
)  # fmt: skip
_EMBLEMS: Final = {Kind.PATH: "fountain", Kind.COURT: "market"}
"""What the emblem of a kind is called, where it is not what the edition's cities have."""


def kind_name(kind: Kind, terms: Terms) -> str:
    """Return what the edition calls a city, road, monastery …"""
    return terms.get(kind.value, kind.value)


def role_name(role: Role, terms: Terms) -> str:
    """Return what the edition calls a knight, thief …"""
    return terms.get(role.value, role.value)


def follower_name(follower: Follower, terms: Terms) -> str:
    """Return ``thief E``, ``monk``, ``nobody`` …"""
    match follower:
        case DeployNobody():
            return "nobody"
        case Recall():
            return "the abbot back"
        case Deploy(role, point):
            return f"{role_name(role, terms)} {point or ''}".rstrip()
        case _:
            assert_never(follower)


def tile_text(segments: Sequence[Segment], terms: Terms) -> str:
    """Return what a tile shows, fields left out: ``city N–E with shield; roads S, W``."""
    parts = []
    for kind in _IN_ORDER:
        shown = [_segment_text(segment, terms) for segment in segments if segment.kind is kind]
        if shown:
            name = kind_name(kind, terms)
            parts.append(f"{name if len(shown) == 1 else plural(name)} {', '.join(shown)}".rstrip())
    return "; ".join(parts)


def emblem_name(kind: Kind, terms: Terms) -> str:
    """Return what the edition calls a pennant, a market … on a feature of such a kind."""
    return _EMBLEMS.get(kind) or terms["emblem"]


def _segment_text(segment: Segment, terms: Terms) -> str:
    sides = "–".join(segment.points)
    return f"{sides} with {emblem_name(segment.kind, terms)}" if segment.emblems else sides


def feature_text(feature: Feature, terms: Terms) -> str:
    """Return a feature as it stands: ``city, 3 tiles, 1 shield, 2 open``, counting the sides that are still open."""
    return ", ".join([kind_name(feature.kind, terms), *_measures(feature, terms)])


def _measures(feature: Feature, terms: Terms) -> Iterator[str]:
    match feature.kind:
        case Kind.CITY | Kind.ROAD | Kind.PATH | Kind.TOWER | Kind.HOUSE | Kind.COURT:
            yield counted(len(feature.tiles), "tile")
            if feature.emblems:
                yield counted(feature.emblems, emblem_name(feature.kind, terms))
            yield f"{feature.open_sides} open" if feature.open_sides else "complete"
        case Kind.MONASTERY | Kind.GARDEN:
            yield f"{9 - feature.open_sides} of 9"
        case Kind.FIELD:
            yield counted(len(feature.touches), "city") if feature.touches else "no city"
        case Kind.RIVER | Kind.KEEP | Kind.WALL:
            return
        case _:
            assert_never(feature.kind)


def spot_text(state: State, follower: Follower, terms: Terms) -> str:
    """Return a follower that may be deployed now, and on what: ``thief E: road, 3 tiles, 1 open``."""
    name = follower_name(follower, terms)
    if not isinstance(follower, Deploy) or state.last is None:
        return name
    spot = state.cells[state.last].turned.followers[follower]
    return f"{name}: {feature_text(feature_at(state, Place(state.last, spot.segment)), terms)}"


def score_text(event: FeatureScored, names: Sequence[str], terms: Terms) -> str:
    """Return a sentence: ``Ann and Bob score 8 each for a city of 4 tiles.``"""
    what = scored_text(event, terms)
    match [names[seat] for seat in event.seats]:
        case []:
            return f"Nobody scores for {what}."
        case [name]:
            return f"{name} scores {event.points} for {what}."
        case several:
            return f"{listed(several)} score {event.points} each for {what}."


def scored_text(event: FeatureScored, terms: Terms) -> str:
    """Return what points were paid for: ``a city of 4 tiles and 1 shield``."""
    name, items = kind_name(event.kind, terms), listed([_item_text(item, terms) for item in event.items if item.amount])
    match event.kind:
        case Kind.CITY | Kind.ROAD:
            return f"a {name} of {items}"
        case Kind.PATH | Kind.TOWER | Kind.HOUSE:
            article = "an uncompleted" if event.is_final else "a"
            fountain = " with a fountain" if event.kind is Kind.PATH and event.points > event.items[0].amount else ""
            return f"{article} {name} of {items}{fountain}"
        case Kind.KEEP:
            return f"the largest keep and {items}"
        case Kind.WALL:
            return "wall tile 9"
        case Kind.MONASTERY | Kind.GARDEN | Kind.FIELD | Kind.RIVER | Kind.COURT:
            return f"a {name} with {items}"
        case _:
            assert_never(event.kind)


def _item_text(item: Item, terms: Terms) -> str:
    match item.unit:
        case Unit.TILE:
            return counted(item.amount, "tile")
        case Unit.PENNANT:
            return counted(item.amount, terms["emblem"])
        case Unit.CITY:
            return counted(item.amount, "city")
        case Unit.MARKET:
            return f"{counted(item.amount, 'market')} at {item.each} each"
        case Unit.SPACE:
            return counted(item.amount, "empty space")
        case Unit.WALL_TILE:
            return counted(item.amount, "wall tile")
        case _:
            assert_never(item.unit)
