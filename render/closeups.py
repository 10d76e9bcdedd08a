"""Small pictures: a tile with its spots, the surroundings of the tile just laid, the tiles still to come."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from carcassonne import Spot, State, Tile, TurnedTile
from render import theme
from render.art.sprites import faded, sprite
from render.fonts import BOLD, font
from render.outlook import tiles_to_come
from render.paint import paint_board
from render.paint_panel import paint_mark
from render.scene import Board, Wish, board_of
from render.spots import legend, marks, open_spots
from render.views import CLOSEST, window
from render.words import Words

CLOSE: Final = 128
"""The side of a tile in pictures of a few cells: the largest that boards have, so that it is mostly drawn already."""
LARGE: Final = 352
"""The side of a tile that is shown alone, in pixels."""
LINE_HEIGHT: Final = 30
GAP: Final = 12


def picture_of_tile(turned: TurnedTile, spots: tuple[Spot, ...], words: Words) -> Image.Image:
    """Draw one tile with marks on its spots, and their names below."""
    side = LARGE
    return _with_legend(sprite(turned, side), turned, spots, (0, 0), side, words)


def picture_of_laid(state: State, words: Words) -> Image.Image:
    """Draw the surroundings of the tile just laid, with marks where a follower may go."""
    image, board = _surroundings(state, words)
    assert state.last is not None
    turned = state.cells[state.last].turned
    middle = next(item for item in board.tiles if item.turned is turned and item.position == state.last)
    return _with_legend(image, turned, open_spots(state, turned), (middle.x, middle.y), CLOSE, words)


def picture_of_ways(laid: Sequence[State], words: Words) -> Image.Image:
    """Draw the surroundings of the tile just laid for each state, two in a row, the rotation below."""
    boards = [_surroundings(state, words)[0] for state in laid]
    columns, rows = min(len(boards), 2), -(-len(boards) // 2)
    width, height = boards[0].width, boards[0].height + LINE_HEIGHT + GAP
    image = Image.new("RGB", (columns * (width + GAP) - GAP, rows * height), theme.PANEL)
    pen = ImageDraw.Draw(image)
    for number, (state, board) in enumerate(zip(laid, boards, strict=True)):
        x, y = number % 2 * (width + GAP), number // 2 * height
        image.paste(board, (x, y))
        assert state.last is not None
        middle = (x + width // 2, y + board.height + (LINE_HEIGHT + GAP) // 2)
        pen.text(middle, f"{state.cells[state.last].turned.rotation}°", theme.TEXT, font(28, BOLD), "mm")
    return image


def _surroundings(state: State, words: Words) -> tuple[Image.Image, Board]:
    """Draw the tile just laid and the cells around it."""
    if state.last is None:
        raise ValueError(state.phase)
    board = board_of(state, window(state, CLOSEST, None), CLOSE, Wish(), words.liveries)
    image = Image.new("RGB", (board.width, board.height), theme.TABLE)
    paint_board(image, board)
    return image, board


def _with_legend(
    picture: Image.Image,
    turned: TurnedTile,
    spots: tuple[Spot, ...],
    corner: tuple[int, int],
    side: int,
    words: Words,
) -> Image.Image:
    lines = legend(spots, words)
    image = Image.new("RGB", (picture.width, picture.height + LINE_HEIGHT * len(lines) + GAP), theme.PANEL)
    image.paste(picture)
    pen = ImageDraw.Draw(image)
    for mark in marks(turned, spots, corner, side, words):
        paint_mark(pen, mark)
    for number, line in enumerate(lines):
        pen.text((GAP, picture.height + GAP // 2 + LINE_HEIGHT * (number + 0.5)), line, theme.TEXT, font(22), "lm")
    return image


def picture_of_rest(state: State, tile_size: int) -> Image.Image:
    """Draw every kind of tile with its name and how many are still to be drawn; those used up are dimmed."""
    left = tiles_to_come(state)
    tiles = [tile for name, tile in state.ruleset.tiles.items() if name in left]
    columns = min(len(tiles), 8)
    pace_x, pace_y = tile_size + GAP, tile_size + GAP + LINE_HEIGHT
    rows = -(-len(tiles) // columns)
    image = Image.new("RGB", (columns * pace_x + GAP, rows * pace_y + GAP), theme.TABLE)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, columns)
        _counted(image, tile, left[tile.name], (GAP + column * pace_x, GAP + row * pace_y), tile_size)
    return image


def _counted(image: Image.Image, tile: Tile, count: int, corner: tuple[int, int], size: int) -> None:
    picture = sprite(tile.turned[0], size)
    if not count:
        picture = faded(picture, theme.TABLE)
    image.paste(picture, corner)
    pen, (x, y) = ImageDraw.Draw(image), corner
    level = y + size + LINE_HEIGHT // 2
    pen.text((x + 2, level), tile.name, theme.TEXT_DIM if count else theme.SLOT_LINE, font(20), "lm")
    pen.text((x + size - 2, level), f"× {count}", theme.TEXT if count else theme.SLOT_LINE, font(22, BOLD), "rm")
