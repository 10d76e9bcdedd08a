"""Painting what a board shows of the last moves."""

from typing import Final

from PIL import Image, ImageDraw

from render.board.board import Board
from render.look.theme import INK, WHITE
from render.pieces.figures import figure_outline
from render.pieces.plates import plate_image
from render.text.fonts import BOLD, font

_FRAME_SHARE: Final = 0.06
"""The width of a frame, in tiles, without the lines on both sides of it."""


def paint_frames(pen: ImageDraw.ImageDraw, board: Board) -> None:
    """Draw the frames, each between a dark line outside and a white one inside."""
    tile = board.tile
    thick, line = max(3, round(tile * _FRAME_SHARE)), max(1, tile // 48)
    for frame in board.frames:
        x, y, outer = frame.x, frame.y, thick + line
        right, bottom = x + tile - 1, y + tile - 1
        pen.rectangle((x - outer, y - outer, right + outer, bottom + outer), None, INK, line)
        pen.rectangle((x - thick, y - thick, right + thick, bottom + thick), None, frame.style.rgb, thick)
        pen.rectangle((x, y, right, bottom), None, WHITE, line)


def paint_returned(image: Image.Image, board: Board) -> None:
    """Draw the outlines of figures that have come back."""
    for one in board.returned:
        picture = figure_outline(one.style, one.height, one.figure, is_lying=one.is_lying, letters=board.least_letters)
        image.paste(picture, (one.x - picture.width // 2, one.y - picture.height // 2), picture)


def paint_numbers(image: Image.Image, board: Board) -> None:
    """Write the numbers of frames, and what was paid. They come late, so that no frame or figure hides them."""
    pen = ImageDraw.Draw(image)
    for frame in board.frames:
        if frame.number is not None:
            left, top, right, bottom = frame.number.box
            pen.rectangle(frame.number.box, INK)
            middle, letters = ((left + right + 1) / 2, (top + bottom + 1) / 2), font(frame.number.letters, BOLD)
            pen.text(middle, str(frame.number.number), WHITE, letters, "mm")
    for plate in board.plates:
        picture = plate_image(plate.text, plate.style, plate.letters)
        image.paste(picture, (plate.x, plate.y), picture)
