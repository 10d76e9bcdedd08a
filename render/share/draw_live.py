"""Drawing what ``render.share.live`` describes."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from carcassonne import Colour, Deploy, Deployment, Phase, Position, SegmentRef, State, TurnedTile, feature_at
from carcassonne.projection import dead_cells
from render.art.regions import NOTHING, regions_of
from render.art.sprites import make_sprites, sprite, sprite_name
from render.board.board import Board, BoardPart, Box, Layer, PlacedPicture
from render.board.figures_on_board import FiguresOnBoard
from render.board.paint_tints import ground_mask, paint_tints
from render.layout.board_layout import BoardLayout
from render.look.look import Look
from render.look.overlays import view_colours
from render.look.theme import INK, THEMES, WHITE, PieceStyle, hex_colour
from render.look.views import Area, DrawOptions, View, bounding_area, whole_area
from render.look.words import piece_styles
from render.pieces.figures import figure_image
from render.share.frames import chosen_steps
from render.share.game_data import game_data
from render.share.kept_tiles import keep_picture, kept_picture, tile_key
from render.share.live_values import (
    TILE,
    Drawn,
    DrawnPicture,
    FigurePlace,
    Item,
    LastTile,
    LiveBoard,
    LiveFeature,
    LiveHistory,
    LiveSpots,
    SeatLook,
    T,
    cell_corner,
)
from render.share.placed_pictures import board_pictures
from render.share.steps import Step
from render.share.web_pictures import drawn_picture

_LETTERS: Final = 15
"""The height that letters on the board should have, in pixels."""
_CARD_FIGURE: Final = 60
"""The height of the figure beside a player's name, in pixels."""
_LIGHT: Final = 96
"""How much a feature is lit up, from 0 to 255."""
_EDGE: Final = 5
"""The width of the line round a feature that is lit up, in pixels: an odd number."""


_MOST: Final = 12
"""How many pictures are drawn at once: the first ones after a start take long, and other jobs wait."""


@dataclass(frozen=True, slots=True)
class _Pictures:
    """The pictures that are asked for, each drawn if its key is not ``known``. No more than ``most`` are drawn; those
    that are kept in files don't count.
    """

    known: AbstractSet[str]
    most: int = _MOST
    drawn: dict[str, DrawnPicture] = field(default_factory=dict)
    read: dict[str, DrawnPicture] = field(default_factory=dict)

    def key(self, key: str, draw: Callable[[], Image.Image], *, is_exact: bool = False) -> str:
        """Have the picture of a key drawn if it is needed, and return the key."""
        if key in self.known or key in self.read or key in self.drawn:
            return key
        if (found := kept_picture(key)) is not None:
            self.read[key] = found
        elif len(self.drawn) < self.most:
            self.drawn[key] = _drawn(key, draw, is_exact=is_exact)
        return key

    def of(self, value: T) -> Drawn[T]:
        """Return a value with the pictures that it needs."""
        return Drawn(value, self.read | self.drawn)


def _drawn(key: str, draw: Callable[[], Image.Image], *, is_exact: bool) -> DrawnPicture:
    """Return the picture of a key, and keep it. (Tests that look at no picture replace this.)"""
    picture = drawn_picture(draw(), is_exact=is_exact)
    keep_picture(key, picture)
    return picture


def draw_board(
    state: State, colours: tuple[Colour, ...], known: AbstractSet[str], recent: int, winners: frozenset[int] | None
) -> Drawn[LiveBoard]:
    """See ``render.share.live``."""
    shown, pictures = _shown_state(state, winners), _Pictures(known)
    styles = piece_styles(state, colours)
    board, clip, shift = _board(shown, whole_area(shown), styles, DrawOptions(tile=TILE, recent=recent))
    by_theme = {theme.name: dict.fromkeys(board_pictures(board, theme)) for theme in THEMES.values()}
    value = LiveBoard(
        tuple(_items(by_theme, shift, pictures)),
        *_around(board, clip, shift),
        tuple(_look(style, pictures) for style in styles),
        {} if shown.tile is None else {one.rotation: _tile(one, pictures) for one in shown.tile.turned.values()},
    )
    return pictures.of(value)


def draw_view(
    state: State,
    colours: tuple[Colour, ...],
    view: View,
    theme: str,
    known: AbstractSet[str],
    winners: frozenset[int] | None,
) -> Drawn[LiveBoard]:
    """See ``render.share.live``."""
    shown, pictures, look = (
        _shown_state(state, winners),
        _Pictures(known, len(state.cells) + _MOST),
        Look(THEMES[theme]),
    )
    styles, beyond = piece_styles(state, colours), tuple(dead_cells(shown)) if view is View.DEAD else ()
    board, clip, shift = _board(shown, whole_area(shown, beyond), styles, DrawOptions(view=view, tile=TILE, look=look))
    placed = list(board_pictures(board, look.theme))
    if view.is_tinted:
        placed = [*_tinted_tiles(board, look), *(one for one in placed if one.layer is not Layer.TILES)]
    dead = tuple((slot.x + shift[0], slot.y + shift[1]) for slot in board.dead)
    items = tuple(_items({"": dict.fromkeys(placed)}, shift, pictures))
    return pictures.of(LiveBoard(items, *_around(board, clip, shift), dead=dead))


def draw_spots(
    after_placement: State, colours: tuple[Colour, ...], deployments: Sequence[Deployment], known: AbstractSet[str]
) -> Drawn[LiveSpots]:
    """See ``render.share.live``."""
    state, pictures = after_placement, _Pictures(known)
    if state.last is None:
        raise ValueError(state.phase)
    turned, area = state.cells[state.last].turned, bounding_area((state.last,))
    figures = FiguresOnBoard(
        state, piece_styles(state, colours), BoardPart(area, lambda _: (0, 0), TILE, _LETTERS, (0, 0, TILE, TILE))
    )

    def place(position: Position, deployment: Deployment) -> FigurePlace | None:
        option = turned.deploy_options.find(deployment) if isinstance(deployment, Deploy) else None
        if option is None:
            return None
        item = figures.item(SegmentRef(position, option.segment), state.seat, option.figure)
        return FigurePlace(item.x / TILE, item.y / TILE, pictures.key(f"figure {item.key}", item.image))

    places = tuple(place(state.last, one) for one in deployments)
    return pictures.of(LiveSpots(_tile(turned, pictures), places))


def draw_feature(
    state: State, position: Position, point: tuple[float, float], known: AbstractSet[str]
) -> Drawn[LiveFeature]:
    """See ``render.share.live``."""
    pictures, segment = _Pictures(known), regions_of(state.cells[position].turned).at(point)
    if segment == NOTHING:
        return pictures.of(LiveFeature(None))
    refs = sorted(feature_at(state, SegmentRef(position, segment)).refs)
    items = (_lit_up(state, ref, pictures) for ref in refs if _is_seen(state, ref.position))
    return pictures.of(LiveFeature(segment, tuple(items)))


def draw_history(steps: Sequence[Step], known: AbstractSet[str]) -> Drawn[LiveHistory]:
    """See ``render.share.live``."""
    pictures, game = _Pictures(known), game_data(steps, chosen_steps(steps), TILE)
    keys = tuple(pictures.key(picture.key, picture.draw) for picture in game.pictures)
    return pictures.of(LiveHistory(game.values, keys))


def _shown_state(state: State, winners: frozenset[int] | None) -> State:
    """Return the state to draw: if there are ``winners``, that of a finished game."""
    if winners is None:
        return state
    over = state.copy()
    over.phase, over.tile = Phase.OVER, None
    return over


def _board(
    state: State, area: Area, styles: Sequence[PieceStyle], options: DrawOptions
) -> tuple[Board, Box, tuple[int, int]]:
    """Return a part of the board, its edges, and how far it has to be moved so that the first tile is at (0, 0)."""
    layout = BoardLayout(state, area, TILE, options, styles)
    x, y = layout.corner_of(next(iter(state.cells)))
    return layout.board(), layout.clip(), (-x, -y)


def _items(
    by_theme: Mapping[str, Iterable[PlacedPicture]], shift: tuple[int, int], pictures: _Pictures
) -> Iterator[Item]:
    """Yield the pictures of all themes, the lowest layer first. What several themes have is there once, for all."""
    themes: dict[PlacedPicture, str] = {}
    for theme, placed in by_theme.items():
        for one in placed:
            themes[one] = "" if one in themes else theme
    for one in sorted(themes, key=lambda one: (one.layer, one.y, one.x)):
        key = pictures.key(one.key, one.draw)
        yield Item(key, int(one.layer), one.x + shift[0], one.y + shift[1], themes[one])


def _moved(box: Box, shift: tuple[int, int]) -> Box:
    left, top, right, bottom = box
    return left + shift[0], top + shift[1], right + shift[0], bottom + shift[1]


def _around(
    board: Board, clip: Box, shift: tuple[int, int]
) -> tuple[tuple[LastTile, ...], tuple[tuple[str, int, int], ...], Box]:
    """Return the last tiles, the labels and the edges of a board."""
    dx, dy = shift
    last = tuple(
        LastTile(frame.x + dx, frame.y + dy, hex_colour(frame.style.rgb), frame.style.seat) for frame in board.frames
    )
    labels = tuple((label.text, label.x + dx, label.y + dy) for label in board.labels)
    return last, labels, _moved(clip, shift)


def _look(style: PieceStyle, pictures: _Pictures) -> SeatLook:
    figure = pictures.key(f"card {style}", partial(figure_image, style, _CARD_FIGURE), is_exact=True)
    return SeatLook(hex_colour(style.colour.rgb), hex_colour(style.plate_rgb), hex_colour(style.number_rgb), figure)


def _tile(turned: TurnedTile, pictures: _Pictures) -> str:
    return pictures.key(tile_key(turned), partial(sprite, turned, TILE))


def _tinted_tiles(board: Board, look: Look) -> Iterator[PlacedPicture]:
    """Yield the tiles of a view: grey land and filled features. A key names the picture itself."""
    image = Image.new("RGB", (board.width, board.height), look.theme.table)
    make_sprites((item.turned for item in board.tiles), board.tile)
    for item in board.tiles:
        image.paste(sprite(item.turned, board.tile), (item.x, item.y))
    paint_tints(image, board, view_colours(look.theme, board.view))
    for item in board.tiles:
        tile = image.crop((item.x, item.y, item.x + board.tile, item.y + board.tile))
        key = f"view {hashlib.sha256(tile.tobytes()).hexdigest()[:32]}"
        yield PlacedPicture(Layer.TILES, key, item.x, item.y, partial(_itself, tile))


def _itself(image: Image.Image) -> Image.Image:
    return image


def _is_seen(state: State, position: Position) -> bool:
    bounds = state.ruleset.bounds
    return bounds is None or position in bounds


def _lit_up(state: State, ref: SegmentRef, pictures: _Pictures) -> Item:
    turned = state.cells[ref.position].turned
    key = pictures.key(
        f"light {sprite_name(turned)} {ref.segment}", partial(_light, turned, ref.segment), is_exact=True
    )
    return Item(key, int(Layer.OVER_TILES), *cell_corner(state, ref.position), "")


def _light(turned: TurnedTile, segment: int) -> Image.Image:
    """Return the light on a segment, with a line at its edge but not at that of the tile."""
    mask = ground_mask(turned, segment, TILE)
    edge = ImageChops.subtract(mask, mask.filter(ImageFilter.MinFilter(_EDGE)))
    light = Image.new("RGBA", (TILE, TILE), (*WHITE, 0))
    light.putalpha(mask.point([value * _LIGHT // 255 for value in range(256)]))
    light.paste((*INK, 255), mask=edge)
    return light
