"""Painting the board."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.art.buildings import round_tower
from render.art.canvas import SCALE, Layer
from render.art.sprites import make_sprites, sprite
from render.board.board import Board, JointTower, Slot
from render.board.paint_last_moves import paint_frames, paint_numbers, paint_returned
from render.board.paint_tints import paint_tints
from render.look.theme import Theme
from render.look.view_colours import view_colours
from render.pieces.figures import figure_image
from render.text.fonts import font


def paint_board(image: Image.Image, board: Board, theme: Theme) -> None:
    """Draw the board, layer by layer."""
    pen = ImageDraw.Draw(image)
    board.extras.paint_ground(image, board, theme)
    make_sprites((item.turned for item in board.tiles), board.tile)
    for item in board.tiles:
        image.paste(sprite(item.turned, board.tile), (item.x, item.y))
    board.extras.paint_over_tiles(image, board.tile)
    tower = joint_tower(board.tile)
    for joint in board.joint_towers:
        _paste_by_foot(image, tower, joint)
    if board.view.is_tinted:
        paint_tints(image, board, view_colours(theme, board.view))
    paint_frames(pen, board)
    paint_returned(image, board)
    for one in board.figures:
        picture = figure_image(one.style, one.height, one.figure, is_lying=one.is_lying, letters=board.least_letters)
        image.paste(picture, (one.x - picture.width // 2, one.y - picture.height // 2), picture)
    board.extras.paint_over_figures(image, board)
    paint_numbers(image, board)
    for cell in board.dead:
        _cross_out(pen, cell, board.tile, theme)
    letters = font(board.labels_height)
    for label in board.labels:
        pen.text((label.x, label.y), label.text, theme.text_dim, letters, "mm")


def _cross_out(pen: ImageDraw.ImageDraw, cell: Slot, size: int, theme: Theme) -> None:
    near, far, thick = size * 0.22, size * 0.78, max(3, size // 14)
    pen.line((cell.x + near, cell.y + near, cell.x + far, cell.y + far), theme.slot_line, thick)
    pen.line((cell.x + near, cell.y + far, cell.x + far, cell.y + near), theme.slot_line, thick)


@lru_cache(maxsize=8)
def joint_tower(size: int) -> Image.Image:
    """Return the picture of a tower where walls meet, for tiles of this size. Its foot is in its middle."""
    side = round(size * 0.4)
    layer = Layer(Image.new("RGBA", (side * SCALE, side * SCALE)))
    share = size / side
    round_tower(layer, (0.5, 0.5 + 0.035 * share), 0.056 * share, 0.1 * share, None, shadow=(40, 50, 24, 110))
    return layer.image.reduce(SCALE)


def _paste_by_foot(image: Image.Image, picture: Image.Image, foot: JointTower) -> None:
    image.paste(picture, (foot.x - picture.width // 2, foot.y - picture.height // 2), picture)
