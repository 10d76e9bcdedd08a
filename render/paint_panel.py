"""Drawing the panel."""

from PIL import Image, ImageDraw

from render import theme
from render.art.sprites import faded, sprite
from render.figures import LYING, Pose, figure
from render.fonts import BOLD, MEDIUM, fitted, font, showable_name
from render.paint_castle import keep, wall_tile
from render.panel import (
    CARD_HEIGHT,
    HAND,
    STRIP,
    TEXT_HEIGHT,
    WALL_PACE,
    WALL_ROWS,
    WALLS_HEIGHT,
    Card,
    Hand,
    Panel,
    Turning,
    WallHand,
)
from render.spots import SpotMark

_NAME_SIZES = (26, 23, 20)
_SCORE_SIZE = 38
WALL_TILE = 26


def paint_panel(image: Image.Image, panel: Panel) -> None:
    """Draw the panel at its place in the picture."""
    pen = ImageDraw.Draw(image)
    pen.rectangle((panel.x, panel.y, panel.x + panel.width - 1, panel.y + panel.height - 1), theme.PANEL)
    for card in panel.cards:
        _card(image, pen, card)
    if panel.hand:
        _hand(image, pen, panel.hand)
    for text in panel.texts:
        pen.text((text.x, text.y), text.text, theme.TEXT, font(22, BOLD) if text.is_strong else font(TEXT_HEIGHT), "lm")


def _card(image: Image.Image, pen: ImageDraw.ImageDraw, card: Card) -> None:
    right, bottom = card.x + card.width - 1, card.y + card.height - 1
    fill = theme.CARD_TO_MOVE if card.is_to_move else theme.CARD
    line = theme.HIGHLIGHT if card.is_to_move or card.is_winner else None
    pen.rounded_rectangle((card.x, card.y, right, bottom), 10, fill, line, 3)
    picture = figure(card.livery, 46)
    image.paste(picture, (card.x + 4, card.y + (CARD_HEIGHT - picture.height) // 2), picture)
    score = str(card.score)
    score_width = font(_SCORE_SIZE, BOLD).getlength(score)
    level = card.y + CARD_HEIGHT // 2 - (10 if card.total is not None else 0)
    pen.text((right - 14, level), score, theme.TEXT, font(_SCORE_SIZE, BOLD), "rm")
    if card.total is not None:
        pen.text(
            (right - 14, card.y + CARD_HEIGHT - 16),
            f"+{card.total - card.score}",
            theme.HIGHLIGHT,
            font(20, BOLD),
            "rm",
        )
    left, room = card.x + 68, right - 24 - score_width - card.x - 68
    _name(pen, card, left, room)
    _supply(image, pen, card, left, room)
    if card.walls:
        _wall_hand(image, pen, card, card.walls)


def _name(pen: ImageDraw.ImageDraw, card: Card, left: int, room: float) -> None:
    """The player to move stands between two pairs of asterisks, as in the chat room of old. Long names get smaller."""
    name, face, stars = showable_name(card.name, card.colour_name), MEDIUM, ""
    if card.is_to_move:
        face, stars = BOLD, "**"
    sizes = (size for size in _NAME_SIZES if font(size, face).getlength(stars + name + stars) <= room)
    size = next(sizes, _NAME_SIZES[-1])
    shown = fitted(name, room - font(size, face).getlength(stars + stars), size, face)
    colour = theme.TEXT_DIM if card.has_resigned else theme.TEXT
    pen.text((left, card.y + 25), stars + shown + stars, colour, font(size, face), "lm")


def _supply(image: Image.Image, pen: ImageDraw.ImageDraw, card: Card, left: int, room: float) -> None:
    """The followers left, as a number and as figures; abbots stand last."""
    pen.text((left, card.y + 55), str(card.followers), theme.TEXT, font(20, BOLD), "lm")
    pieces = [Pose.STANDING] * card.followers + [Pose.ABBOT] * card.abbots
    pace = min(19.0, (room - 18) / max(1, len(pieces)))
    for number, pose in enumerate(pieces):
        picture = figure(card.livery, 17, pose, numbered=False)
        image.paste(picture, (round(left + 16 + number * pace), card.y + 43), picture)


def _wall_hand(image: Image.Image, pen: ImageDraw.ImageDraw, card: Card, hand: WallHand) -> None:
    """The keep with the size of its house, and the wall tiles face up."""
    level = card.y + CARD_HEIGHT + WALLS_HEIGHT // 2 - 6
    picture = keep(card.livery, 27)
    image.paste(picture, (card.x + 12, level - picture.height // 2), picture)
    text = f"{hand.word} {hand.keep or '–'}".strip()
    right = card.x + card.width - 10
    first = right - WALL_ROWS[0] * WALL_PACE
    shown = fitted(text, first - card.x - 60, 20, BOLD)
    pen.text((card.x + 54, level), shown, theme.TEXT, font(20, BOLD), "lm")
    for number, value in enumerate(hand.tiles):
        tile, later = wall_tile(value, WALL_TILE), number - WALL_ROWS[0]
        x = first + number * WALL_PACE if later < 0 else right - WALL_ROWS[1] * WALL_PACE + later * WALL_PACE
        image.paste(tile, (x, level - WALL_TILE // 2 + (WALL_PACE if later >= 0 else 0)), tile)


def _hand(image: Image.Image, pen: ImageDraw.ImageDraw, hand: Hand) -> None:
    image.paste(sprite(hand.turned, HAND), (hand.x, hand.y))
    for mark in hand.marks:
        paint_mark(pen, mark)
    for turning in hand.turnings:
        _turning(image, pen, turning)


def paint_mark(pen: ImageDraw.ImageDraw, mark: SpotMark) -> None:
    """Draw the mark of a follower spot: a plate where he lies, else a disc."""
    letters = font(17, BOLD)
    half = max(13, letters.getlength(mark.text) / 2 + 6)
    box = (mark.x - half, mark.y - 12, mark.x + half, mark.y + 12)
    radius = 4 if mark.role in LYING else 12
    pen.rounded_rectangle(box, radius, theme.WHITE, theme.INK, 2)
    pen.text((mark.x, mark.y), mark.text, theme.INK, letters, "mm")


def _turning(image: Image.Image, pen: ImageDraw.ImageDraw, turning: Turning) -> None:
    size = STRIP
    picture = sprite(turning.turned, size)
    if not turning.is_legal:
        picture = faded(picture, theme.PANEL)
    image.paste(picture, (turning.x, turning.y))
    colour = theme.TEXT if turning.is_legal else theme.SLOT_LINE
    pen.text((turning.x + size / 2, turning.y + size + 12), f"{turning.rotation}°", colour, font(17), "mm")
