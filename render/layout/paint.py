"""Painting: a scene becomes an image."""

from PIL import Image

from render.board.paint_board import paint_board
from render.layout.scene import Scene
from render.look.theme import Theme
from render.panel.sheet import Sheet


def paint(scene: Scene, theme: Theme) -> Image.Image:
    """Draw a scene."""
    image = Image.new("RGB", (scene.width, scene.height), theme.table)
    paint_board(image, scene.board, theme)
    scene.panel.paint(Sheet(image, theme, scene.scale))
    return image
