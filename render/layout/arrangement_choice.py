"""Chooses the arrangement of a picture.

Pictures are reduced where they are shown (``formats.Place``). So the arrangement is one whose tiles are largest there,
or nearly so, while all letters can be read there.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, inf
from typing import Final, TypeAlias

from carcassonne import State
from render.edition_picture import EditionPicture
from render.editions import edition_picture
from render.layout.arrangement import Arrangement, PanelNeeds, arranged
from render.layout.board_shape import BoardShape, board_shape
from render.layout.panel_content import PanelContent
from render.layout.panel_forms import forms_of
from render.look.draw_options import DrawOptions
from render.look.formats import CHAT, LEAST_LETTERS, SIZES, Format, Place, Size
from render.look.views import Area
from render.panel.panel import TEXT_HEIGHT

_NEARLY: Final = 0.95
"""A panel that shows more may make the tiles so much smaller."""
_NEARLY_BOUND: Final = 0.98
"""The same where another size does not allow tiles that are as large."""
_MAX_EMPTY: Final = 0.2
"""How much of a panel's height may be empty, if there is another choice."""
_ENLARGEMENTS: Final = (1.5, 1.4, 1.3, 1.2, 1.15, 1.1, 1.05, 1.025, 1.0)
"""How much larger a panel may be than it must."""
_LEAST_SCALE: Final = LEAST_LETTERS / TEXT_HEIGHT
_LEAST_REST: Final = 0.3
"""The least part of a picture that the board has, even if the panel then has no room for readable letters."""
_MOST_LETTERS: Final = 1.5
"""How much larger the labels of a board may be than they must."""
_TILE: Final = 128
"""The side of the tiles for which an arrangement is chosen. With smaller ones, all of it is smaller."""

_Needs: TypeAlias = tuple[PanelNeeds, ...]


def arrangement_of(state: State, shown: Area, content: PanelContent, options: DrawOptions) -> Arrangement:
    """Return the arrangement of a picture that shows a part of the board."""
    needs = tuple(
        PanelNeeds(form, number, *form.least_size(content), form.most_height(content))
        for number, form in enumerate(forms_of(content))
    )
    size, shape, picture = options.look.size, board_shape(state, shown), edition_picture(state)
    form = size.formats[picture.format]
    chosen = _chosen(needs, shape, form, size.place, *_bounds(needs, shape, size, picture))
    tiles = form.tiles if options.tile is None else (options.tile,)
    for tile in tiles:
        found = _with_tiles(chosen, shape, form, tile)
        if form.fits_size(found.width, found.height):
            break
    return found


def _bounds(needs: _Needs, shape: BoardShape, size: Size, picture: EditionPicture) -> tuple[float, float]:
    """Return how large tiles are in a chat, at least and at most.

    A size in which they may not be smaller than in another one is not always able to show them as large. Then they
    are a little smaller in the other one.
    """
    smaller = size.no_smaller_than
    if smaller is not None:
        bounds = _bounds(needs, shape, smaller, picture)
        other = _chosen(needs, shape, smaller.formats[picture.format], smaller.place, *bounds)
        return other.shown_tile(CHAT), inf
    larger = next((one for one in SIZES.values() if one.no_smaller_than == size), None)
    if larger is None:
        return 0.0, inf
    return 0.0, max(one.shown_tile(CHAT) for one in _readable(needs, shape, larger.formats[picture.format]))


def _with_tiles(chosen: Arrangement, shape: BoardShape, form: Format, tile: int) -> Arrangement:
    """Return an arrangement with tiles of another size. Its letters can be read even if nobody reduces it."""
    share = tile / chosen.tile
    scale, letters = max(_LEAST_SCALE, share * chosen.scale), max(LEAST_LETTERS, ceil(share * chosen.letters))
    return arranged(chosen.needs, shape, form, tile, scale, letters)


@lru_cache(maxsize=256)
def _chosen(
    all_needs: _Needs, shape: BoardShape, form: Format, place: Place, floor: float, ceiling: float
) -> Arrangement:
    """Return the one that shows most in its panel, among those whose tiles are nearly the largest in a place.

    In a chat they are no smaller than ``floor`` and no larger than ``ceiling``, if that can be.
    """
    choices = [_with_ceiling(one, shape, form, ceiling) for one in _readable(all_needs, shape, form)]
    within = [one for one in choices if floor <= one.shown_tile(CHAT) <= ceiling]
    if not within:
        return min(choices, key=lambda one: max(floor - one.shown_tile(CHAT), one.shown_tile(CHAT) - ceiling))
    most = max(one.shown_tile(place) for one in choices if one.shown_tile(CHAT) >= floor)
    least = min(_NEARLY * most, _NEARLY_BOUND * max(one.shown_tile(place) for one in within))
    nearly = [one for one in within if one.shown_tile(place) >= least]
    return min(nearly, key=lambda one: _merits(one, place))


def _with_ceiling(one: Arrangement, shape: BoardShape, form: Format, ceiling: float) -> Arrangement:
    """Return an arrangement whose labels are so large that its tiles keep to a ceiling in a chat, if that is enough."""
    for letters in range(one.letters, round(one.letters * _MOST_LETTERS)):
        found = arranged(one.needs, shape, form, one.tile, one.scale, letters)
        if found.shown_tile(CHAT) <= ceiling:
            return found
    return one


def _merits(one: Arrangement, place: Place) -> tuple[bool, int, int, float]:
    """Return what is least in the best arrangement.

    It has a full panel, then one that shows much, then larger tiles where it is shown, then larger letters.
    """
    return one.empty > _MAX_EMPTY, one.needs.number, -round(one.shown_tile(place)), -one.scale


@lru_cache(maxsize=256)
def _readable(all_needs: _Needs, shape: BoardShape, form: Format) -> Sequence[Arrangement]:
    """Return the arrangements in which all letters can be read, or all of them if there is none."""
    arrangements = [one for needs in all_needs for one in _arrangements(needs, shape, form)]
    return [one for one in arrangements if _is_readable(one, form.places)] or arrangements


def _arrangements(needs: PanelNeeds, shape: BoardShape, form: Format) -> Iterator[Arrangement]:
    letters = LEAST_LETTERS
    for _ in range(3):  # the labels take room, so they depend on the picture's size, and it on them
        board = shape.size(_TILE, max(form.labels, letters / _TILE))
        scale = max(_least_scale(needs, board, place) for place in form.places)
        letters = _least_letters(arranged(needs, shape, form, _TILE, scale, letters), form.places)
    for enlargement in _ENLARGEMENTS:
        one = arranged(needs, shape, form, _TILE, scale * enlargement, letters)
        yield arranged(needs, shape, form, _TILE, scale * enlargement, _least_letters(one, form.places))


def _least_scale(needs: PanelNeeds, board: tuple[int, int], place: Place) -> float:
    """Return the least scale of a panel with which its letters can be read in a place."""
    across = (needs.width, 0) if needs.form.is_beside else (0, needs.height)
    rooms = (place.width / _LEAST_SCALE, place.height / _LEAST_SCALE)
    return max(
        length / max(room - panel, _LEAST_REST * room) for room, panel, length in zip(rooms, across, board, strict=True)
    )


def _least_letters(one: Arrangement, places: Sequence[Place]) -> int:
    return ceil(LEAST_LETTERS / min(place.share(one.width, one.height) for place in places))


def _is_readable(one: Arrangement, places: Sequence[Place]) -> bool:
    share = min(place.share(one.width, one.height) for place in places)
    return TEXT_HEIGHT * one.scale * share > LEAST_LETTERS - 0.05
