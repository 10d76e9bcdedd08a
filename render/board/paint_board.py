"""Painting the board."""

from functools import lru_cache

from PIL import Image, ImageDraw

from render.art.buildings import round_tower
from render.art.canvas import SCALE, Layer
from render.art.sprites import make_sprites, sprite
from render.board.board import Board, Slot, frame_lines
from render.board.paint_tints import paint_tints
from render.look.overlays import view_colours
from render.look.theme import INK, WHITE, Theme
from render.pieces.plates import plate_image
from render.text.fonts import BOLD, font


def paint_board(image: Image.Image, board: Board, theme: Theme) -> None:
    """Draw the board, layer by layer."""
    pen = ImageDraw.Draw(image)
    board.extras.paint_ground(image, board, theme)
    make_sprites((item.turned for item in board.tiles), board.tile)
    for item in board.tiles:
        image.paste(sprite(item.turned, board.tile), (item.x, item.y))
    board.extras.paint_over_tiles(image, board.tile)
    tower = joint_tower(board.tile)
    for x, y in board.joint_towers:
        paste_by_middle(image, tower, x, y)
    if board.view.is_tinted:
        paint_tints(image, board, view_colours(theme, board.view))
    _paint_frames(pen, board)
    for figure in board.returned:
        paste_by_middle(image, figure.outline(), figure.x, figure.y)
    for figure in board.figures:
        paste_by_middle(image, figure.image(), figure.x, figure.y)
    board.extras.paint_over_figures(image, board)
    _paint_numbers(image, pen, board)
    for cell in board.dead:
        _cross_out(pen, cell, board.tile, theme)
    letters = font(board.labels_height)
    for label in board.labels:
        pen.text((label.x, label.y), label.text, theme.text_dim, letters, "mm")


def paste_by_middle(image: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Paste a picture with transparency by its middle."""
    image.paste(picture, (x - picture.width // 2, y - picture.height // 2), picture)


@lru_cache(maxsize=8)
def joint_tower(size: int) -> Image.Image:
    """Return the picture of a tower where walls meet, for tiles of this size. Its foot is in its middle."""
    side = round(size * 0.4)
    layer = Layer(Image.new("RGBA", (side * SCALE, side * SCALE)))
    share = size / side
    round_tower(layer, (0.5, 0.5 + 0.035 * share), 0.056 * share, 0.1 * share, None, shadow=(40, 50, 24, 110))
    return layer.image.reduce(SCALE)


def _paint_frames(pen: ImageDraw.ImageDraw, board: Board) -> None:
    """Draw the frames, each between a dark line outside and a white one inside."""
    tile, (thick, line) = board.tile, frame_lines(board.tile)
    for frame in board.frames:
        x, y, outer = frame.x + frame.inward[0], frame.y, thick + line
        right, bottom = frame.x + tile - 1 - frame.inward[1], y + tile - 1
        pen.rectangle((x - outer, y - outer, right + outer, bottom + outer), None, INK, line)
        pen.rectangle((x - thick, y - thick, right + thick, bottom + thick), None, frame.style.rgb, thick)
        pen.rectangle((x, y, right, bottom), None, WHITE, line)


def _paint_numbers(image: Image.Image, pen: ImageDraw.ImageDraw, board: Board) -> None:
    """Write the numbers of frames, and what was paid. They come late, so that no frame or figure hides them."""
    for frame in board.frames:
        if frame.number is not None:
            left, top, right, bottom = frame.number.box
            pen.rectangle(frame.number.box, INK)
            middle, letters = ((left + right + 1) / 2, (top + bottom + 1) / 2), font(frame.number.letters, BOLD)
            pen.text(middle, str(frame.number.number), WHITE, letters, "mm")
    for plate in board.plates:
        picture = plate_image(plate.text, plate.style, plate.letters)
        image.paste(picture, (plate.x, plate.y), picture)
    if spot := board.chosen_spot:
        box = spot.x - spot.half, spot.y - spot.half, spot.x + spot.half, spot.y + spot.half
        pen.ellipse(box, WHITE, INK, max(2, spot.half // 7))
        pen.text((spot.x, spot.y), str(spot.number), INK, font(spot.letters, BOLD), "mm")


def _cross_out(pen: ImageDraw.ImageDraw, cell: Slot, size: int, theme: Theme) -> None:
    near, far, thick = size * 0.22, size * 0.78, max(3, size // 14)
    pen.line((cell.x + near, cell.y + near, cell.x + far, cell.y + far), theme.slot_line, thick)
    pen.line((cell.x + near, cell.y + far, cell.x + far, cell.y + near), theme.slot_line, thick)
