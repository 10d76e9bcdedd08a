"""How a picture is arranged: where the panel is, what it shows, and how large everything is.

Pictures are reduced where they are shown (``look.Place``). So the arrangement is one whose tiles are largest there,
or nearly so, while all letters can be read there.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from math import inf
from typing import Final, TypeAlias

from carcassonne import State
from render.editions import edition_picture
from render.layout.arranged import (
    LEAST_SCALE,
    TILE,
    Arrangement,
    PanelNeeds,
    arranged,
    board_size,
    least_letters,
    with_tiles,
)
from render.layout.board_layout import BoardShape, board_shape
from render.layout.end_panel import end_forms
from render.layout.panel_content import PanelContent, PanelForm
from render.layout.running_panel import running_forms, tall_forms
from render.layout.tall_picture import tall_arrangement
from render.look.look import CHAT, LEAST_LETTERS, Format, Place, Size
from render.look.views import Area, DrawOptions, is_large_game

_NEARLY: Final = 0.95
"""A panel that shows more may make the tiles so much smaller."""
_UNSEEN: Final = 0.99
"""Larger letters in the panel may make the tiles so much smaller."""
_MOST_LETTERS: Final = 1.5
"""How much larger letters may be than they must."""
_MAX_EMPTY: Final = 0.18
"""How much of a panel's height may be empty, if there is another choice."""
_SMALLER_TILES: Final = (0.875, 0.75, 0.625)
"""The sides of further tiles, compared with the smallest usual ones."""
_LEAST_REST: Final = 0.3
"""The least part of a picture that the board has, even if the panel then has no room for readable letters."""
_BoardSize: TypeAlias = Callable[[int], tuple[int, int]]
"""From the height of a board's letters to its width and height, with tiles of ``TILE`` pixels."""


def arrangement_of(state: State, shown: Area, content: PanelContent, options: DrawOptions) -> Arrangement:
    """Return the arrangement of a picture that shows a part of the board."""
    size, shape = options.look.size, board_shape(state, shown)
    form = _format(state, size)
    tiles = _tiles(state, form) if options.tile is None else (options.tile,)
    if size.is_tall:
        forms = end_forms(content) if content.state.is_over else tall_forms(content)
        return tall_arrangement([one for one in forms if not one.is_beside], content, shape, form, tiles)
    chosen = _chosen([PanelNeeds(one, content) for one in _forms(content)], shape, form, size.place)
    for tile in tiles:
        found = with_tiles(chosen, shape, form, tile)
        if form.fits_size(found.width, found.height):
            break
    return found


def _format(state: State, size: Size) -> Format:
    """Return the format of an edition's pictures. Those of large games can be read where its ceiling can."""
    form = size.formats[edition_picture(state).format]
    return replace(form, places=form.ceiling.places) if form.ceiling and is_large_game(state) else form


def _tiles(state: State, form: Format) -> Sequence[int]:
    """Return the sides of tiles to choose from; for large games also smaller ones, so that files stay small."""
    smaller = [round(share * form.tiles[-1]) for share in _SMALLER_TILES] if is_large_game(state) else ()
    return (*form.tiles, *smaller)


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


def _chosen(needs: Sequence[PanelNeeds], shape: BoardShape, form: Format, place: Place) -> Arrangement:
    """Return the arrangement that shows most in its panel, among those whose tiles are nearly the largest."""
    ceiling = inf
    if form.ceiling is not None:
        ceiling = max(one.shown_tile(CHAT) for one in _readable(needs, shape, form.ceiling))
    choices = _readable(needs, shape, form)
    least = _NEARLY * min(ceiling, max(one.shown_tile(place) for one in choices))
    found = []
    for one in choices:
        if one.shown_tile(place) >= least:
            found.append(_enlarged(one, shape, form, place, ceiling))
            if found[-1].empty <= _MAX_EMPTY:
                return found[-1]
    return min(found, key=lambda one: one.empty)


def _readable(needs: Sequence[PanelNeeds], shape: BoardShape, form: Format) -> Sequence[Arrangement]:
    """Return the arrangements in which all letters can just be read, or all of them if there is none."""
    arrangements, sizes, letters = list[Arrangement](), cache(partial(board_size, shape, form)), LEAST_LETTERS
    for one in needs:
        arrangements.append(found := _least(one, sizes, form, letters))
        letters = found.letters  # they are nearly the same for all
    return [one for one in arrangements if one.shown_letters(form.places) > LEAST_LETTERS - 0.05] or arrangements


def _least(needs: PanelNeeds, sizes: _BoardSize, form: Format, letters: int) -> Arrangement:
    """Return the arrangement whose letters are as small as can be read; ``letters`` is about their height."""
    for _ in range(3):  # the labels take room, so they depend on the picture's size, and it on them
        board = sizes(letters)
        scale = max(_least_scale(needs, board, place) for place in form.places)
        found = arranged(needs, board, TILE, scale, letters)
        if (letters := least_letters(found, form)) == found.letters:
            break
    return found


def _least_scale(needs: PanelNeeds, board: tuple[int, int], place: Place) -> float:
    """Return the least scale of a panel with which its letters can be read in a place."""
    wide, high = place.width / LEAST_SCALE, place.height / LEAST_SCALE
    if needs.is_beside:
        return max(board[0] / max(wide - needs.width, _LEAST_REST * wide), board[1] / high)
    return max(board[0] / wide, board[1] / max(high - needs.height, _LEAST_REST * high))


def _enlarged(one: Arrangement, shape: BoardShape, form: Format, place: Place, ceiling: float) -> Arrangement:
    """Return an arrangement whose letters are as large as its tiles allow, if these are hardly smaller in a place.

    In a chat, the tiles are no larger than ``ceiling`` if large letters are enough.
    """
    share, one = one.share([place]), _with_ceiling(one, shape, form, ceiling)
    share = min(_UNSEEN * share, one.share([place]))
    most = one.needs.most_scale(one.board, place.width / share, place.height / share)
    scale = max(one.scale, min(most, _MOST_LETTERS * one.scale))
    letters = max(one.letters, least_letters(arranged(one.needs, one.board, TILE, scale, one.letters), form))
    return arranged(one.needs, board_size(shape, form, letters), TILE, scale, letters)


def _with_ceiling(one: Arrangement, shape: BoardShape, form: Format, ceiling: float) -> Arrangement:
    """Return an arrangement with letters so large that its tiles keep to a ceiling in a chat, if that is enough.

    Those in the panel grow faster than those on the board.
    """
    found, percent = one, 100
    while found.shown_tile(CHAT) > ceiling and percent < 100 * _MOST_LETTERS:
        percent += 1
        scale, letters = one.scale * (percent / 100) ** 3, one.letters * percent // 100
        found = arranged(one.needs, board_size(shape, form, letters), TILE, scale, letters)
    return found
