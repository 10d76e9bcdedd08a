"""The panel, beside or below the board: a card for each player, the tile to place, and lines of text."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from carcassonne import Rotation, State, TurnedTile, legal_placements
from carcassonne.geometry import ROTATIONS
from render.cards import CARD_HEIGHT, PlayerCard
from render.editions import edition_picture
from render.fonts import BOLD
from render.spots import SpotMark, legend, shown_tile, spot_marks, spots_to_show
from render.typeset import width_of
from render.words import Words

WIDTH: Final = 304
GAP: Final = 12
LARGE_TILE: Final = 208
"""The side of the tile to place."""
SMALL_TILE: Final = 60
"""The side of the small pictures of its rotations."""
LINE_HEIGHT: Final = 27
TEXT_HEIGHT: Final = 20
HEADLINE_HEIGHT: Final = 22
TEXT_ROOM: Final = 190
"""The least width for lines of text beside the tile."""

Totals: TypeAlias = tuple[int, ...] | None
"""Each seat's score if the game ended now; None if it is not shown."""

Winners: TypeAlias = frozenset[int]
"""The seats that have won."""


@dataclass(frozen=True, slots=True)
class RotationPreview:
    """A small picture of the tile at one rotation; grey if it fits nowhere."""

    x: int
    y: int
    turned: TurnedTile
    rotation: Rotation
    is_legal: bool


@dataclass(frozen=True, slots=True)
class TileCard:
    """The tile to place, or the tile just laid: large, with the spots where figures may be deployed."""

    x: int
    y: int
    turned: TurnedTile
    spot_marks: tuple[SpotMark, ...]
    previews: tuple[RotationPreview, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text by its left end and middle height."""

    x: int
    y: int
    text: str
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel's rectangle within the picture, whose size is ``picture``; the board begins at ``board_at``."""

    x: int
    y: int
    width: int
    height: int
    picture: tuple[int, int]
    board_at: tuple[int, int]
    cards: tuple[PlayerCard, ...]
    tile_card: TileCard | None
    texts: tuple[Text, ...]


def beside_panel(
    state: State, words: Words, board_width: int, board_height: int, winners: Winners, totals: Totals = None
) -> Panel:
    """Lay out the panel to the right of a board of the given size."""
    turned, lines = shown_tile(state), _lines(state, words)
    cards_height = GAP + state.seats * (card_height(state) + GAP)
    lower = _tile_card_height(turned) + LINE_HEIGHT * (1 + len(lines)) + 2 * GAP
    height = max(board_height, cards_height + lower)
    left, y = board_width + GAP, height - lower + GAP
    texts = [Text(left, y + LINE_HEIGHT // 2 - 4, _headline(state, words), is_strong=True)]
    y += LINE_HEIGHT
    tile_card = _tile_card(state, turned, words, left, y)
    y += _tile_card_height(turned)
    texts += [Text(left, y + LINE_HEIGHT * number + LINE_HEIGHT // 2, line) for number, line in enumerate(lines)]
    cards = _cards(state, words, winners, totals, (left, GAP), WIDTH - 2 * GAP, columns=1)
    board_at = (0, (height - board_height) // 2)
    picture = (board_width + WIDTH, height)
    return Panel(board_width, 0, WIDTH, height, picture, board_at, tuple(cards), tile_card, tuple(texts))


def below_panel(
    state: State, words: Words, board_width: int, board_height: int, winners: Winners, totals: Totals = None
) -> Panel:
    """Lay out the panel below a board of the given size."""
    turned, lines = shown_tile(state), _lines(state, words)
    tile_width = LARGE_TILE + 2 * SMALL_TILE + 4 * GAP if turned else GAP
    headline_width = width_of(_headline(state, words), HEADLINE_HEIGHT, BOLD)
    line_widths = [headline_width, *(width_of(line, TEXT_HEIGHT) for line in lines)]
    text_width = max(TEXT_ROOM, ceil(max(line_widths)) + GAP)
    right_width = max(200, tile_width + text_width)
    columns = max(1, min(state.seats, (board_width - right_width - GAP) // (WIDTH - GAP)))
    rows = -(-state.seats // columns)
    least = LARGE_TILE + 2 * GAP if turned else LINE_HEIGHT + 2 * GAP
    height = max(GAP + rows * (card_height(state) + GAP), least)
    width = max(board_width, columns * (WIDTH - GAP) + GAP + right_width)
    top, left = board_height, width - right_width
    card_width = min((left - GAP * (columns + 1)) // columns, WIDTH + 100)
    cards = _cards(state, words, winners, totals, (GAP, top + GAP), card_width, columns=columns)
    tile_card = _tile_card(state, turned, words, left, top + GAP, is_square=True)
    texts = [
        Text(left + tile_width, top + GAP + LINE_HEIGHT * number + LINE_HEIGHT // 2, line, is_strong=number == 0)
        for number, line in enumerate([_headline(state, words), *lines])
    ]
    board_at = ((width - board_width) // 2, 0)
    return Panel(0, top, width, height, (width, top + height), board_at, tuple(cards), tile_card, tuple(texts))


def _headline(state: State, words: Words) -> str:
    return words.over if state.is_over else words.tiles_left


def _cards(
    state: State, words: Words, winners: Winners, totals: Totals, corner: tuple[int, int], width: int, *, columns: int
) -> Iterator[PlayerCard]:
    left, top = corner
    height, picture = card_height(state), edition_picture(state)
    for seat, style in enumerate(words.styles(state)[: state.seats]):
        row, column = divmod(seat, columns)
        yield PlayerCard(
            left + column * (width + GAP),
            top + row * (height + GAP),
            width,
            style,
            words.names[seat],
            words.colour_names[seat],
            state.scores[seat],
            totals[seat] if totals else None,
            {figure: in_hand[seat] for figure, in_hand in state.supply.items()},
            is_to_move=seat == state.seat and not state.is_over,
            is_winner=seat in winners,
            resigned=words.resigned if seat in state.resigned else None,
            height=height,
            extra=picture.card_extra(state, seat, words),
            is_computer=seat in words.computers,
        )


def card_height(state: State) -> int:
    """Return how tall a player's card is."""
    return CARD_HEIGHT + edition_picture(state).extra_card_height(state)


def _tile_card_height(turned: TurnedTile | None) -> int:
    return LARGE_TILE + SMALL_TILE + 2 * GAP + 22 if turned else 0


def _tile_card(
    state: State, turned: TurnedTile | None, words: Words, x: int, y: int, *, is_square: bool = False
) -> TileCard | None:
    """Return the card of a tile; its previews are in a square to the right of the tile, or else in a row below it."""
    if turned is None:
        return None
    marks = spot_marks(turned, spots_to_show(state, turned), (x, y), LARGE_TILE, words)
    return TileCard(x, y, turned, tuple(marks), tuple(_previews(state, x, y, is_square=is_square)))


def _previews(state: State, x: int, y: int, *, is_square: bool) -> Iterator[RotationPreview]:
    if state.tile is None:
        return
    legal = {rotation for _, rotation in legal_placements(state)}
    step = SMALL_TILE + 13
    for number, rotation in enumerate(ROTATIONS):
        if is_square:
            left, top = x + LARGE_TILE + GAP + number % 2 * step, y + number // 2 * (step + 18)
        else:
            left, top = x + number * step, y + LARGE_TILE + GAP
        yield RotationPreview(left, top, state.tile.turned[rotation], rotation, rotation in legal)


def _lines(state: State, words: Words) -> list[str]:
    turned = shown_tile(state)
    lines = [] if turned is None else legend(spots_to_show(state, turned), words)
    if turned is not None and lines:
        lines[0] = f"{turned.rotation}°: {lines[0]}"  # the points are right for this rotation alone
    return lines + edition_picture(state).panel_lines(state, words)
