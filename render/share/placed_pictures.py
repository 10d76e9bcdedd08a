"""The boards of a whole game as pictures that are there from one turn to another."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from render.art.sprites import sprite
from render.board.board import Board, Layer, PlacedPicture
from render.board.paint_board import joint_tower
from render.look.theme import THEMES, Theme
from render.pieces.plates import plate_image
from render.share.kept_tiles import tile_key


@dataclass(frozen=True, slots=True)
class Stay:
    """A picture that is on the board from the turn ``first`` until before ``end``, counted from 0.

    ``theme`` is the only theme in which it is shown; empty for all.
    """

    picture: PlacedPicture
    first: int
    end: int
    theme: str


def board_pictures(board: Board, theme: Theme) -> Iterator[PlacedPicture]:
    """Yield everything on a board but letters, frames, slots and shadows.

    Their keys are the same for the boards of all games with tiles of one size.
    """
    yield from board.extras.pictures(board, theme)
    for item in board.tiles:
        draw_tile = partial(sprite, item.turned, board.tile)
        yield PlacedPicture(Layer.TILES, tile_key(item.turned), item.x, item.y, draw_tile)
    for x, y in board.joint_towers:
        yield PlacedPicture.centred(Layer.OVER_TILES, "tower", x, y, joint_tower(board.tile))
    for one in board.returned:
        yield PlacedPicture.centred(Layer.OVER_TILES, f"outline {one.key}", one.x, one.y, one.outline())
    for one in board.figures:
        yield PlacedPicture.centred(Layer.FIGURES, f"figure {one.key}", one.x, one.y, one.image())
    for plate in board.plates:
        key = f"plate {plate.text} {plate.style} {plate.letters}"
        draw_plate = partial(plate_image, plate.text, plate.style, plate.letters)
        yield PlacedPicture(Layer.OVER_FIGURES, key, plate.x, plate.y, draw_plate)


def stays(boards: Sequence[Board]) -> list[Stay]:
    """Return when each picture is on the board, the lowest layer first. There is one board for each turn."""
    turns: dict[PlacedPicture, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, board in enumerate(boards):
        for theme in THEMES.values():
            for picture in dict.fromkeys(board_pictures(board, theme)):
                turns[picture][theme.name].append(number)
    found = [
        Stay(picture, first, end, theme)
        for picture, by_theme in turns.items()
        for theme, numbers in ([("", next(iter(by_theme.values())))] if len(by_theme) > 1 else by_theme.items())
        for first, end in _runs(numbers)
    ]
    return sorted(found, key=lambda stay: (stay.picture.layer, stay.picture.y, stay.picture.x, stay.first))


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first number of each unbroken run, and the one after its last."""
    first = numbers[0]
    for before, number in zip(numbers, [*numbers[1:], None], strict=True):
        if number != before + 1:
            yield first, before + 1
            first = before + 1 if number is None else number
