"""Spots of a tile in words: their numbers as pictures show them, and where on the tile they are drawn."""

from collections.abc import Callable, Mapping
from typing import Final

from carcassonne import (
    Deploy,
    Deployment,
    SpotChoice,
    State,
    TurnedTile,
    deployment_at,
    legal_deployments,
    spot_number,
)
from render.art.spot_places import SpotPlace, spot_place
from screens.text.i18n import pgettext

_SIGNS: Final = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_NUMBERS: Final = str.maketrans({sign: str(number) for number, sign in enumerate(_SIGNS, start=1)})

_PLACES: Final[Mapping[SpotPlace, Callable[[], str]]] = {
    SpotPlace.TOP_LEFT: lambda: pgettext("place on a tile", "at the upper left"),
    SpotPlace.TOP: lambda: pgettext("place on a tile", "at the top"),
    SpotPlace.TOP_RIGHT: lambda: pgettext("place on a tile", "at the upper right"),
    SpotPlace.LEFT: lambda: pgettext("place on a tile", "on the left"),
    SpotPlace.MIDDLE: lambda: pgettext("place on a tile", "in the middle"),
    SpotPlace.RIGHT: lambda: pgettext("place on a tile", "on the right"),
    SpotPlace.BOTTOM_LEFT: lambda: pgettext("place on a tile", "at the lower left"),
    SpotPlace.BOTTOM: lambda: pgettext("place on a tile", "at the bottom"),
    SpotPlace.BOTTOM_RIGHT: lambda: pgettext("place on a tile", "at the lower right"),
}


def spot_sign(turned: TurnedTile, segment: int) -> str:
    """Return the number of a spot as pictures show it: ``②``."""
    return _SIGNS[spot_number(turned.tile, segment) - 1]


def without_signs(text: str) -> str:
    """Return a text with plain numbers for those of spots: ``2`` for ``②``."""
    return text.translate(_NUMBERS)


def place_text(turned: TurnedTile, segment: int) -> str:
    """Return where a segment lies, by where its number is drawn: ``at the lower left``.

    Return nothing if the tile has no other segment of its kind, or nothing is known of it.
    """
    kind = turned.segments[segment].kind
    if sum(one.kind is kind for one in turned.segments) == 1:
        return ""
    place = spot_place(turned, segment)
    return _PLACES[place]() if place else ""


def spot_segment(turned: TurnedTile, deployment: Deploy) -> int:
    """Return the segment where a figure is deployed. Raise ValueError if the tile has no such spot."""
    option = turned.deploy_options.find(deployment)
    if option is None:
        raise ValueError(deployment)
    return option.segment


def turned_laid(after_placement: State) -> TurnedTile:
    """Return the tile just laid, as it lies."""
    assert after_placement.last is not None  # noqa: S101 (a tile was just laid)
    return after_placement.cells[after_placement.last].turned


def deployments_by_number(after_placement: State) -> list[Deployment]:
    """Return the legal deployments on the tile just laid, in the order of their spots; what needs no spot is last."""
    turned = turned_laid(after_placement)

    def number(deployment: Deployment) -> int:
        if not isinstance(deployment, Deploy):
            return len(_SIGNS)
        return spot_number(turned.tile, spot_segment(turned, deployment))

    return sorted(legal_deployments(after_placement), key=number)


def typed_spot(state: State, deployment: Deploy) -> str:
    """Return a deployment on the tile just laid in the fewest words that may be typed: ``2``, ``big 2``, ``abbot 2``.

    Raise ValueError if the tile has no such spot.
    """
    turned, figures = turned_laid(state), state.ruleset.figures
    number = spot_number(turned.tile, spot_segment(turned, deployment))
    by_number = deployment_at(SpotChoice(number, None, deployment.figure.prefix), turned, figures)
    word = deployment.figure.prefix if by_number == deployment else deployment.name
    return f"{word} {number}".lstrip()
