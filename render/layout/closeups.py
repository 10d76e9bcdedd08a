"""Small pictures: one tile with its spots, the tile just laid with the cells around it, the tiles still to be drawn."""

from collections.abc import Sequence
from math import ceil
from typing import Final, TypeAlias

from PIL import Image

from carcassonne import DeployOption, State, Tile, TurnedTile
from carcassonne.projection import tiles_to_come
from render.art.sprites import faded, sprite
from render.board.board import Board
from render.board.paint_board import paint_board
from render.layout.board_layout import BoardLayout
from render.look.look import CHAT, LEAST_LETTERS, Look, Size
from render.look.views import CLOSEST, ZOOMS, DrawOptions, visible_area
from render.look.words import Words
from render.panel.sheet import Sheet
from render.panel.tile_card import paint_marks
from render.pieces.spots import legend, spot_marks, spots_to_show, spots_with_figures
from render.text.fonts import BOLD, MEDIUM

Place: TypeAlias = tuple[int, int, int]
"""Where a tile is in a picture: left, top, side, in pixels."""

LARGE: Final = 352
"""The side of a tile that is shown alone."""
LISTED: Final = 96
"""The side of a tile in a list."""
LINE_HEIGHT: Final = 30
DEGREES: Final = 32
"""The height of the letters of a rotation below a picture."""
_MARGINS: Final = 1.4
"""How much wider and higher a close-up is with its margins and what is written below, in tiles."""
_AROUND: Final = 4
"""The zoom at which boards are compared."""
_CAPTIONS: Final = (40, 36, 32)
"""The heights of the letters of a caption: the first with which it fits."""
GAP: Final = 12
_STEP_X: Final = LISTED + GAP
_STEP_Y: Final = LISTED + GAP + LINE_HEIGHT
_MORE_COLUMNS: Final = 4
"""How many more columns a list may have than usual, if its tiles are larger then."""


def tile_image(state: State, turned: TurnedTile, words: Words, look: Look) -> Image.Image:
    """Draw one tile with marks on the spots that it has in the edition of the state, and their names below."""
    side = round(LARGE * look.size.scale)
    return _with_legend(sprite(turned, side), turned, spots_with_figures(state, turned), (0, 0, side), words, look)


def laid_tile_image(state: State, words: Words, look: Look) -> Image.Image:
    """Draw the tile just laid and the cells around it, with marks where a figure may be deployed."""
    image, board = surroundings(state, words, look, (1, 1))
    turned, place = _laid_tile(state, board)
    return _with_legend(image, turned, spots_to_show(state, turned), place, words, look)


def rotations_image(laid: Sequence[State], words: Words, look: Look, *, shows_spots: bool) -> Image.Image:
    """Draw the tile just laid and the cells around it for each state, two in a row, with the rotation below.

    ``shows_spots`` says whether each tile has the numbers of its spots.
    """
    columns, rows, scale = min(len(laid), 2), -(-len(laid) // 2), look.size.scale
    close_ups = [surroundings(state, words, look, (columns, rows)) for state in laid]
    line, gap = round((LINE_HEIGHT + GAP) * scale), round(GAP * scale)
    width, height = close_ups[0][0].width, close_ups[0][0].height + line
    image = Image.new("RGB", (columns * (width + gap) - gap, rows * height), look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    for number, (state, (picture, board)) in enumerate(zip(laid, close_ups, strict=True)):
        x, y = number % 2 * (width + gap), number // 2 * height
        image.paste(picture, (x, y))
        turned, (left, top, side) = _laid_tile(state, board)
        if shows_spots:
            _mark_spots(sheet, turned, spots_to_show(state, turned), (x + left, y + top, side))
        middle = (x + width // 2) / scale, (y + picture.height + line // 2) / scale
        sheet.text(middle, f"{turned.rotation}°", look.theme.text, DEGREES, BOLD, "mm")
    return image


def compared_image(laid: Sequence[State], captions: Sequence[str], words: Words, look: Look) -> Image.Image:
    """Draw the tile just laid and the board around it for each state, side by side, with a caption below each.

    A look that is tall has one above another.
    """
    columns, rows = (1, len(laid)) if look.size.is_tall else (len(laid), 1)
    scale, gap = look.size.scale, round(GAP * look.size.scale)
    boards = [surroundings(state, words, look, (columns, rows), zoom=_AROUND)[0] for state in laid]
    line = round((LINE_HEIGHT + GAP) * scale)
    width, height = max(one.width for one in boards), max(one.height for one in boards) + line
    size = columns * (width + gap) - gap, rows * height
    image = Image.new("RGB", size, look.theme.panel)
    sheet = Sheet(image, look.theme, scale)
    for number, (board, caption) in enumerate(zip(boards, captions, strict=True)):
        x, y = number % columns * (width + gap), number // columns * height
        image.paste(board, (x + (width - board.width) // 2, y + (height - line - board.height) // 2))
        text, letters = sheet.fitted_in(caption, width / scale, _CAPTIONS, BOLD)
        sheet.text(
            ((x + width / 2) / scale, (y + height - line / 2) / scale), text, look.theme.text, letters, BOLD, "mm"
        )
    return image


def _laid_tile(state: State, board: Board) -> tuple[TurnedTile, Place]:
    """Return the tile just laid, and where it is on a board. Raise ValueError if there is none."""
    if state.last is None:
        raise ValueError(state.phase)
    item = next(item for item in board.tiles if item.position == state.last)
    return state.cells[state.last].turned, (item.x, item.y, board.tile)


def _mark_spots(sheet: Sheet, turned: TurnedTile, spots: tuple[DeployOption, ...], place: Place) -> None:
    """Draw the numbers of spots on a tile."""
    x, y, side = (length / sheet.scale for length in place)
    paint_marks(sheet, tuple(spot_marks(turned, spots, (x, y), side)), (x, y, side))


def surroundings(
    state: State, words: Words, look: Look, grid: tuple[int, int], *, zoom: int = CLOSEST
) -> tuple[Image.Image, Board]:
    """Draw the tile just laid and the cells around it, for a picture with this number of columns and rows of them.

    Letters can be read where the picture is reduced to the size of a chat, or of another place for which it is made.
    """
    if state.last is None:
        raise ValueError(state.phase)
    shown, options, styles = visible_area(state, zoom, None), DrawOptions(look=look), words.styles(state)
    width, height = (count * (ZOOMS[zoom] + _MARGINS) * look.size.close for count in grid)
    letters = ceil(LEAST_LETTERS / min(place.share(width, height) for place in (CHAT, look.size.place)))
    board = BoardLayout(state, shown, look.size.close, options, styles, letters=letters).board()
    image = Image.new("RGB", (board.width, board.height), look.theme.table)
    paint_board(image, board, look.theme)
    return image, board


def _with_legend(
    picture: Image.Image,
    turned: TurnedTile,
    spots: tuple[DeployOption, ...],
    place: Place,
    words: Words,
    look: Look,
) -> Image.Image:
    """Return a picture with a legend below, and with the spots marked on the tile at ``place``."""
    lines, scale = legend(turned, spots, words), look.size.scale
    height = picture.height + round((LINE_HEIGHT * len(lines) + GAP) * scale)
    image = Image.new("RGB", (picture.width, height), look.theme.panel)
    image.paste(picture)
    sheet = Sheet(image, look.theme, scale)
    _mark_spots(sheet, turned, spots, place)
    for number, line in enumerate(lines):
        level = picture.height / scale + GAP // 2 + LINE_HEIGHT * (number + 0.5)
        sheet.text((GAP, level), line, look.theme.text, 22)
    return image


def remaining_tiles_image(state: State, look: Look) -> tuple[Image.Image, int]:
    """Draw every kind of tile with its name and how many are still to be drawn; one with none left is grey.

    Return the picture, and the side of a tile in pixels.
    """
    left, scale = tiles_to_come(state), look.size.scale
    tiles = [tile for name, tile in state.ruleset.tiles.items() if name in left]
    columns = _columns(len(tiles), look.size)
    width, height = _list_size(len(tiles), columns)
    image = Image.new("RGB", (round(width * scale), round(height * scale)), look.theme.table)
    sheet = Sheet(image, look.theme, scale)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        _listed_tile(sheet, tile, left[tile.name], (GAP + column * _STEP_X, GAP + row * _STEP_Y))
    return image, sheet.pixels(LISTED)


def _columns(count: int, size: Size) -> int:
    """Return in how many columns tiles are listed: those with which they are largest where they are shown."""
    choices = [min(count, size.columns + more) for more in range(_MORE_COLUMNS + 1)]
    return max(choices, key=lambda columns: size.place.share(*(size.scale * one for one in _list_size(count, columns))))


def _list_size(count: int, columns: int) -> tuple[int, int]:
    """Return the width and height of a list, as lengths of a ``Sheet``."""
    return columns * _STEP_X + GAP, -(-count // columns) * _STEP_Y + GAP


def _listed_tile(sheet: Sheet, tile: Tile, count: int, corner: tuple[int, int]) -> None:
    picture, theme = sprite(tile.turned[0], sheet.pixels(LISTED)), sheet.theme
    if not count:
        picture = faded(picture, theme.table)
    x, y = corner
    sheet.paste(picture, x, y)
    level = y + LISTED + LINE_HEIGHT // 2
    sheet.text((x + 2, level), tile.name, theme.text_dim if count else theme.faint, 20, MEDIUM)
    sheet.text((x + LISTED - 2, level), f"× {count}", theme.text if count else theme.faint, 22, BOLD, "rm")
