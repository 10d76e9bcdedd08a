"""How a picture is arranged: where the panel is, what it shows, and how large everything is.

Pictures are reduced where they are shown (``look.Place``). So the arrangement is one whose tiles are largest there,
or nearly so, while all letters can be read there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from math import ceil, inf
from typing import Final, NamedTuple, TypeAlias

from carcassonne import State
from render.edition_picture import EditionPicture
from render.editions import edition_picture
from render.layout.board_layout import BoardShape, board_shape
from render.layout.end_panel import end_forms
from render.layout.panel_content import PanelContent, PanelForm
from render.layout.running_panel import running_forms
from render.look.look import CHAT, LEAST_LETTERS, SIZES, Format, Place, Size
from render.look.views import Area, DrawOptions
from render.panel.boxes import GAP, Panel, Rectangle, panel_of
from render.panel.sheet import TEXT_HEIGHT

_NEARLY: Final = 0.95
"""A panel that shows more may make the tiles so much smaller."""
_UNSEEN: Final = 0.99
"""Larger letters in the panel may make the tiles so much smaller."""
_MOST_LETTERS: Final = 1.5
"""How much larger letters may be than they must."""
_MAX_EMPTY: Final = 0.18
"""How much of a panel's height may be empty, if there is another choice."""
_LEAST_SCALE: Final = LEAST_LETTERS / TEXT_HEIGHT
_LEAST_REST: Final = 0.3
"""The least part of a picture that the board has, even if the panel then has no room for readable letters."""
_TILE: Final = 128
"""The side of the tiles for which an arrangement is chosen. With smaller ones, all of it is smaller."""

_SPARE: Final = 1.03
"""How much higher than it must be a panel with larger letters is. So there is room for further lines."""

_BoardSize: TypeAlias = Callable[[int], tuple[int, int]]
"""From the height of a board's letters to its width and height, with tiles of ``_TILE`` pixels."""


class PanelNeeds:
    """A form of the panel, with the least width and height that it needs to show a state."""

    def __init__(self, form: PanelForm, content: PanelContent) -> None:
        self.form, self.is_beside, self.width = form, form.is_beside, form.width
        self._box = form.box(content)
        self.height = self._box.height(self.width - 2 * GAP) + 2 * GAP

    @property
    def most_height(self) -> float:
        """How high it can be at the least width without empty room."""
        return self._box.bounds(self.width - 2 * GAP)[1] + 2 * GAP

    def most_scale(self, board: tuple[int, int], width: float, height: float) -> float:
        """Return the scale with which the panel and a board are nearly as wide or as high as a picture may be."""
        if self.is_beside:
            return min((width - board[0]) / self.width, height / (_SPARE * self.height))
        return min(width / self.width, (height - board[1]) / self.height)


class Arrangement(NamedTuple):
    """How a picture is arranged. All lengths are pixels; one length of the panel is ``scale`` of them.

    ``tile`` is the side of a tile, ``letters`` the height of the smallest letters on the board.
    """

    needs: PanelNeeds
    tile: int
    scale: float
    letters: int
    board: tuple[int, int]
    width: int
    height: int

    def shown_tile(self, place: Place) -> float:
        """Return the side of a tile where the picture is shown."""
        return self.tile * self.share([place])

    def share(self, places: Iterable[Place]) -> float:
        """Return by how much the picture is reduced in the smallest of some places."""
        return min([place.share(self.width, self.height) for place in places])

    def shown_letters(self, places: Iterable[Place]) -> float:
        """Return the height of the smallest letters in the panel, in the smallest of some places."""
        return TEXT_HEIGHT * self.scale * self.share(places)

    @property
    def board_at(self) -> tuple[int, int]:
        """The upper left corner of the board."""
        if self.needs.is_beside:
            return 0, (self.height - self.board[1]) // 2
        return (self.width - self.board[0]) // 2, 0

    def panel(self, content: PanelContent) -> Panel:
        """Lay out the panel of a state."""
        return panel_of(self.needs.form.box(content), self.rectangle)

    @property
    def rectangle(self) -> Rectangle:
        """The place of the panel, in lengths of a ``Sheet``."""
        left, top = (self.board[0], 0) if self.needs.is_beside else (0, self.board[1])
        rectangle = (left, top, self.width - left, self.height - top)
        x, y, width, height = (length / self.scale for length in rectangle)
        return x, y, width, height

    @property
    def empty(self) -> float:
        """How much of the height of a panel beside the board is more than it can fill."""
        return 1 - self.needs.most_height * self.scale / self.height if self.needs.is_beside else 0.0


def arrangement_of(state: State, shown: Area, content: PanelContent, options: DrawOptions) -> Arrangement:
    """Return the arrangement of a picture that shows a part of the board."""
    needs = [PanelNeeds(form, content) for form in _forms(content)]
    size, shape, picture = options.look.size, board_shape(state, shown), edition_picture(state)
    form = size.formats[picture.format]
    chosen = _chosen(needs, shape, size, picture)
    for tile in form.tiles if options.tile is None else (options.tile,):
        found = _with_tiles(chosen, shape, form, tile)
        if form.fits_size(found.width, found.height):
            break
    return found


def end_arrangement(before: Arrangement, content: PanelContent) -> Arrangement:
    """Return the arrangement of the same picture once the game is over, with the panel that then shows most.

    Its letters may be smaller than before, but no smaller than can be read in a chat, if that can be.
    """
    _, _, width, height = before.rectangle
    found = []
    for form in end_forms(content):
        if form.is_beside == before.needs.is_beside:
            needs = PanelNeeds(form, content)
            share = min(1.0, width / needs.width, height / needs.height)
            found.append(before._replace(needs=needs, scale=share * before.scale))
    return next(
        (one for one in found if one.shown_letters([CHAT]) >= LEAST_LETTERS), max(found, key=lambda one: one.scale)
    )


def _forms(content: PanelContent) -> Iterator[PanelForm]:
    return end_forms(content) if content.state.is_over else running_forms(content)


def _chosen(needs: Sequence[PanelNeeds], shape: BoardShape, size: Size, picture: EditionPicture) -> Arrangement:
    """Return the arrangement that shows most in its panel, among those whose tiles are nearly the largest.

    In a chat, a size may not have smaller tiles than another one, which is not always able to show them as large. Then
    they are smaller in the other one.
    """
    form, floor, ceiling = size.formats[picture.format], 0.0, inf
    if size.no_smaller_than is not None:
        floor = _chosen(needs, shape, size.no_smaller_than, picture).shown_tile(CHAT)
    elif larger := next((one for one in SIZES.values() if one.no_smaller_than == size), None):
        ceiling = max(one.shown_tile(CHAT) for one in _readable(needs, shape, larger.formats[picture.format]))
    choices = _readable(needs, shape, form)
    within = [one for one in choices if one.shown_tile(CHAT) >= floor]
    within = within or [max(choices, key=lambda one: one.shown_tile(CHAT))]
    least = _NEARLY * min(ceiling, max(one.shown_tile(size.place) for one in within))
    found = []
    for one in within:
        if one.shown_tile(size.place) >= least:
            found.append(_enlarged(one, shape, form, size.place, floor, ceiling))
            if found[-1].empty <= _MAX_EMPTY:
                return found[-1]
    return min(found, key=lambda one: one.empty)


def _readable(needs: Sequence[PanelNeeds], shape: BoardShape, form: Format) -> Sequence[Arrangement]:
    """Return the arrangements in which all letters can just be read, or all of them if there is none."""
    arrangements, sizes, letters = list[Arrangement](), cache(partial(_board_size, shape, form)), LEAST_LETTERS
    for one in needs:
        arrangements.append(found := _least(one, sizes, form, letters))
        letters = found.letters  # they are nearly the same for all
    return [one for one in arrangements if one.shown_letters(form.places) > LEAST_LETTERS - 0.05] or arrangements


def _board_size(shape: BoardShape, form: Format, letters: int) -> tuple[int, int]:
    return shape.size(_TILE, max(form.labels, letters / _TILE))


def _least(needs: PanelNeeds, sizes: _BoardSize, form: Format, letters: int) -> Arrangement:
    """Return the arrangement whose letters are as small as can be read; ``letters`` is about their height."""
    for _ in range(3):  # the labels take room, so they depend on the picture's size, and it on them
        board = sizes(letters)
        scale = max(_least_scale(needs, board, place) for place in form.places)
        found = _arranged(needs, board, _TILE, scale, letters)
        if (letters := _least_letters(found, form)) == found.letters:
            break
    return found


def _least_scale(needs: PanelNeeds, board: tuple[int, int], place: Place) -> float:
    """Return the least scale of a panel with which its letters can be read in a place."""
    wide, high = place.width / _LEAST_SCALE, place.height / _LEAST_SCALE
    if needs.is_beside:
        return max(board[0] / max(wide - needs.width, _LEAST_REST * wide), board[1] / high)
    return max(board[0] / wide, board[1] / max(high - needs.height, _LEAST_REST * high))


def _least_letters(one: Arrangement, form: Format) -> int:
    return ceil(LEAST_LETTERS / one.share(form.places))


def _enlarged(
    one: Arrangement, shape: BoardShape, form: Format, place: Place, floor: float, ceiling: float
) -> Arrangement:
    """Return an arrangement whose letters are as large as its tiles allow, if these are hardly smaller in a place.

    In a chat, the tiles are no smaller than ``floor``, and no larger than ``ceiling`` if large letters are enough.
    """
    share, one = one.share([place]), _with_ceiling(one, shape, form, ceiling)
    shares = {place: min(_UNSEEN * share, one.share([place]))}
    if floor:
        shares[CHAT] = floor / _TILE
    most = min(one.needs.most_scale(one.board, at.width / share, at.height / share) for at, share in shares.items())
    scale = max(one.scale, min(most, _MOST_LETTERS * one.scale))
    letters = max(one.letters, _least_letters(_arranged(one.needs, one.board, _TILE, scale, one.letters), form))
    return _arranged(one.needs, _board_size(shape, form, letters), _TILE, scale, letters)


def _with_ceiling(one: Arrangement, shape: BoardShape, form: Format, ceiling: float) -> Arrangement:
    """Return an arrangement with letters so large that its tiles keep to a ceiling in a chat, if that is enough.

    Those in the panel grow faster than those on the board.
    """
    found, percent = one, 100
    while found.shown_tile(CHAT) > ceiling and percent < 100 * _MOST_LETTERS:
        percent += 1
        scale, letters = one.scale * (percent / 100) ** 3, one.letters * percent // 100
        found = _arranged(one.needs, _board_size(shape, form, letters), _TILE, scale, letters)
    return found


def _with_tiles(chosen: Arrangement, shape: BoardShape, form: Format, tile: int) -> Arrangement:
    """Return an arrangement with tiles of another size. Its letters can be read even if nobody reduces it."""
    share = tile / chosen.tile
    scale, letters = max(_LEAST_SCALE, share * chosen.scale), max(LEAST_LETTERS, ceil(share * chosen.letters))
    board = shape.size(tile, max(form.labels, letters / tile))
    return _arranged(chosen.needs, board, tile, scale, letters)


def _arranged(needs: PanelNeeds, board: tuple[int, int], tile: int, scale: float, letters: int) -> Arrangement:
    width, height = ceil(needs.width * scale), ceil(needs.height * scale)
    if needs.is_beside:
        return Arrangement(needs, tile, scale, letters, board, board[0] + width, max(board[1], height))
    return Arrangement(needs, tile, scale, letters, board, max(board[0], width), board[1] + height)
