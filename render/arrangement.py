"""Chooses the arrangement of a picture: where the panel is, in which form, and how large everything is.

Pictures are reduced where they are shown (``formats.Place``). So the arrangement is one whose tiles are largest there,
or nearly so, while all letters can be read there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil
from typing import Final, TypeAlias

from carcassonne import State
from render.board_layout import board_size, format_of
from render.draw_options import DrawOptions
from render.formats import CHAT, LEAST_LETTERS, Place
from render.panel import TEXT_HEIGHT, Panel
from render.panel_content import PanelContent
from render.panel_forms import FORMS, PanelForm
from render.views import Area

_NEARLY: Final = 0.95
"""A panel that shows more may make the tiles so much smaller."""
_MAX_EMPTY: Final = 0.2
"""How much of a panel's height may be empty, if there is another choice."""
_ENLARGEMENTS: Final = (1.5, 1.4, 1.3, 1.2, 1.1, 1.05, 1.0)
"""How much larger a panel may be than it must."""
_LEAST_SCALE: Final = LEAST_LETTERS / TEXT_HEIGHT
_LEAST_REST: Final = 0.3
"""The least part of a picture that the board has, even if the panel then has no room for readable letters."""

BoardSize: TypeAlias = Callable[[int, int], tuple[int, int]]
"""From the side of a tile and the height of the smallest letters to the width and height of a board."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How a picture is arranged. All lengths are pixels; one length of the panel is ``scale`` of them.

    ``tile`` is the side of a tile, ``letters`` the height of the smallest letters on the board. ``least`` is the least
    width and height of the panel, as lengths of a ``Sheet``.
    """

    form: PanelForm
    tile: int
    scale: float
    letters: int
    board: tuple[int, int]
    width: int
    height: int
    least: tuple[float, float]

    def shown_tile(self, place: Place) -> float:
        """Return the side of a tile where the picture is shown."""
        return self.tile * place.share(self.width, self.height)

    @property
    def board_at(self) -> tuple[int, int]:
        """The upper left corner of the board."""
        if self.form.is_beside:
            return 0, (self.height - self.board[1]) // 2
        return (self.width - self.board[0]) // 2, 0

    def panel(self, content: PanelContent) -> Panel:
        """Lay out the panel of a state."""
        left, top = (self.board[0], 0) if self.form.is_beside else (0, self.board[1])
        rectangle = (left, top, self.width - left, self.height - top)
        x, y, width, height = (length / self.scale for length in rectangle)
        return self.form.lay(content, (x, y, width, height))

    @property
    def empty(self) -> float:
        """How much of the height of a panel beside the board is more than it needs."""
        return 1 - self.least[1] * self.scale / self.height if self.form.is_beside else 0.0


def arrangement_of(state: State, shown: Area, content: PanelContent, options: DrawOptions) -> Arrangement:
    """Return the arrangement of a picture that shows a part of the board."""
    size, form = options.look.size, format_of(state, options)
    floor = 0.0
    if size.no_smaller_than is not None:
        other = replace(options, look=replace(options.look, size=size.no_smaller_than))
        floor = arrangement_of(state, shown, content, other).shown_tile(CHAT)

    @cache
    def board(tile: int, letters: int) -> tuple[int, int]:
        return board_size(state, shown, tile, options, letters)

    least = {one: one.least_size(content) for one in FORMS}
    tiles = form.tiles if options.tile is None else (options.tile,)
    for tile in tiles:
        all_of_them = list(_arrangements(tile, form.places, least, board))
        chosen = _choice(
            [one for one in all_of_them if _is_readable(one, form.places)] or all_of_them, size.place, floor
        )
        if form.fits_size(chosen.width, chosen.height):
            break
    return chosen


def _arrangements(
    tile: int, places: Sequence[Place], sizes: Mapping[PanelForm, tuple[float, float]], board: BoardSize
) -> Iterator[Arrangement]:
    for form, least in sizes.items():
        letters = LEAST_LETTERS
        for _ in range(3):  # the labels take room, so they depend on the picture's size, and it on them
            scale = _least_scale(form, least, board(tile, letters), places)
            one = _arrangement(form, least, tile, scale, letters, board)
            letters = _least_letters(one, places)
        for enlargement in _ENLARGEMENTS:
            one = _arrangement(form, least, tile, scale * enlargement, letters, board)
            yield _arrangement(form, least, tile, scale * enlargement, _least_letters(one, places), board)


def _least_scale(form: PanelForm, least: tuple[float, float], board: tuple[int, int], places: Sequence[Place]) -> float:
    """Return the least scale of a panel with which its letters can be read in all places."""
    needed = [_LEAST_SCALE]
    across = (least[0], 0) if form.is_beside else (0, least[1])
    for place in places:
        for whole, panel, length in zip((place.width, place.height), across, board, strict=True):
            room = whole / _LEAST_SCALE
            needed.append(length / max(room - panel, _LEAST_REST * room))
    return max(needed)


def _least_letters(one: Arrangement, places: Sequence[Place]) -> int:
    return ceil(LEAST_LETTERS / min(place.share(one.width, one.height) for place in places))


def _arrangement(
    form: PanelForm, least: tuple[float, float], tile: int, scale: float, letters: int, board: BoardSize
) -> Arrangement:
    size = board(tile, letters)
    width, height = ceil(least[0] * scale), ceil(least[1] * scale)
    beside, below = (size[0] + width, max(size[1], height)), (max(size[0], width), size[1] + height)
    return Arrangement(form, tile, scale, letters, size, *(beside if form.is_beside else below), least)


def _choice(choices: Sequence[Arrangement], place: Place, floor: float) -> Arrangement:
    """Return the one that shows most in its panel, among those whose tiles are nearly the largest in a place.

    In a chat they are no smaller than ``floor``, if that can be.
    """
    large = [one for one in choices if one.shown_tile(CHAT) >= floor]
    choices = large or [max(choices, key=lambda one: one.shown_tile(CHAT))]
    most = max(one.shown_tile(place) for one in choices)
    nearly = [one for one in choices if one.shown_tile(place) >= _NEARLY * most]
    return min(nearly, key=lambda one: (one.empty > _MAX_EMPTY, FORMS.index(one.form), -one.scale))


def _is_readable(one: Arrangement, places: Sequence[Place]) -> bool:
    share = min(place.share(one.width, one.height) for place in places)
    return TEXT_HEIGHT * one.scale * share > LEAST_LETTERS - 0.05
