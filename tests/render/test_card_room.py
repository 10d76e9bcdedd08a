"""On a player's card nothing covers anything else, and nothing is outside the card."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

import pytest
from PIL import Image, ImageDraw

from carcassonne import FOLLOWER, Figure, Phase, Rgb
from render.castle.pieces import WallTileRow
from render.layout.scene import scene_of
from render.look.look import ANIMATED, COMPACT, LARGE, SMALL, USUAL, Look
from render.look.theme import EVENING, PieceStyle
from render.look.views import DrawOptions
from render.panel import player_card
from render.panel.player_card import Card, PlayerCard
from render.panel.result_card import ResultCard
from render.panel.sheet import Box, Sheet
from render.pieces.figures import figure_image
from render.text.fonts import MEDIUM
from render.text.typeset import write
from tests.fixtures.cases import slow_but
from tests.render.games import game, words_of

LONG = "Wolfgang Überflieger von Jägersteyg"
SIZES = (SMALL, USUAL, LARGE, COMPACT, ANIMATED)
TABLES = [*product(("classic", "new-edition", "travel"), (2, 3, 4, 5)), ("castle", 2)]
FAINT = 90
"""An edge with so little ink, of 255, is not seen."""


def piece_image(style: PieceStyle, height: int, figure: Figure = FOLLOWER, *, numbered: bool = True) -> Image.Image:
    """Return a figure; one without a number says so, since those in a row may overlap."""
    image = figure_image(style, height, figure, numbered=numbered).copy()
    image.info["is_piece"] = not numbered
    return image


class Recorder(Sheet):
    """A sheet that records the box of every text and picture, in pixels."""

    def __init__(self, card: Card, scale: float) -> None:
        size = round((card.x + card.width + 60) * scale), round((card.y + card.height + 60) * scale)
        super().__init__(Image.new("RGB", size), EVENING, scale)
        self.boxes: list[tuple[str, Box]] = []
        self.tops: list[int] = []

    def box(self, box: Box, *_given: object, **_named: object) -> None:
        self.tops.append(round(box[1] * self.scale))

    def text(
        self, at: tuple[float, float], text: str, colour: Rgb, size: int, face: str = MEDIUM, anchor: str = "lm"
    ) -> None:
        letters = Image.new("RGB", self.image.size)
        at = at[0] * self.scale, at[1] * self.scale
        write(ImageDraw.Draw(letters), at, text, (255, 255, 255), self.pixels(size), face, anchor)
        self._add(text, letters.getchannel(0), 0, 0)

    def paste(self, picture: Image.Image, x: float, y: float) -> None:
        self._add(_name(picture), picture.getchannel("A"), self.pixels(x), self.pixels(y))

    def paste_at_level(self, picture: Image.Image, x: float, level: float) -> None:
        top = self.pixels(level) - picture.height // 2
        self._add(_name(picture), picture.getchannel("A"), self.pixels(x), top)

    def _add(self, name: str, mask: Image.Image, x: int, y: int) -> None:
        box = mask.point([255 * (one > FAINT) for one in range(256)]).getbbox()
        if box is not None:
            left, top, right, bottom = box
            self.boxes.append((name, (x + left, y + top, x + right, y + bottom)))


def _name(picture: Image.Image) -> str:
    return "piece" if picture.info.get("is_piece") else "picture"


@lru_cache
def cards(edition: str, seats: int) -> tuple[tuple[str, PlayerCard, float], ...]:
    """Return a card of each size and form in which an edition's cards are, by the panel's scale."""
    state = game(12, Phase.PLACE, edition=edition, seats=seats)
    found = {}
    for size in SIZES:
        scene = scene_of(state, words_of(state), DrawOptions(look=Look(EVENING, size)))
        card = scene.panel.all(PlayerCard)[0]
        found[size.name] = (size.name, replace(card, x=8.3, y=5.4), scene.scale)
    return tuple(found.values())


def variants(card: PlayerCard) -> Iterator[PlayerCard]:
    """Yield a card with everything that makes it full."""
    full = [replace(row, tiles=(2, 3, 4, 5), keep=12) if isinstance(row, WallTileRow) else row for row in card.rows]
    card = replace(card, rows=tuple(full), is_computer=True, supply={**card.supply, FOLLOWER: 7})
    for name in ("Ägyÿ", LONG):
        for score, gain, total in ((10, 2, None), (128, 0, None), (128, 24, None), (10, 0, 74), (128, 0, 252)):
            for is_to_move in (True, False):
                yield replace(card, name=name, score=score, gain=gain, total=total, is_to_move=is_to_move)
    yield replace(card, name=LONG, score=128, resigned="resigned")


def boxes_of(card: PlayerCard, scale: float) -> list[tuple[str, Box]]:
    sheet = Recorder(card, scale)
    card.paint(sheet)
    return sheet.boxes


def overlaps(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(("edition", "seats"), slow_but(3, TABLES))
def test_nothing_on_a_card_covers_anything_else(edition: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_card, "figure_image", piece_image)
    wrong: list[str] = []
    for size, plain, scale in cards(edition, seats):
        for card in variants(plain):
            boxes = boxes_of(card, scale)
            assert len(boxes) > 2
            said = f"{size} {card.name} {card.score} +{card.gain} {card.total} on {card.width:.0f} x {card.base_height}"
            wrong += [
                f"{said}: {name} {one}, {other} {another}"
                for (name, one), (other, another) in combinations(boxes, 2)
                if overlaps(one, another) and (name, other) != ("piece", "piece")
            ]
            left, top = card.x * scale, card.y * scale
            inside = left, top, left + card.width * scale, top + card.height * scale
            wrong += [f"{said}: {name} {one}, outside {inside}" for name, one in boxes if not is_within(one, inside)]
    assert not wrong, "\n".join(wrong)


def is_within(box: Box, outer: Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


@pytest.mark.parametrize(("edition", "seats"), [("classic", 5), ("new-edition", 4), ("castle", 2)])
def test_a_winner_stands_between_the_edge_of_the_card_and_the_bar(edition: str, seats: int) -> None:
    state = game(999, Phase.OVER, edition=edition, seats=seats)
    for size in SIZES:
        scene = scene_of(state, words_of(state), DrawOptions(look=Look(EVENING, size)))
        winner = next(card for card in scene.panel.all(ResultCard) if card.is_winner)
        sheet = Recorder(winner, scene.scale)
        winner.paint(sheet)
        edge, bar, *_parts = sheet.tops
        for name, (_left, top, _right, bottom) in sheet.boxes[1:3]:  # the figure and its crown
            assert name == "picture"
            assert edge < top < bottom <= bar, size.name
