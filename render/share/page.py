"""A whole game as one page for a browser.

Its script and style are made of the files in ``page/``, which the live page has, too.
"""

import base64
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from html import escape
from importlib.resources import files
from typing import Any, Final

from PIL import Image, features

from carcassonne import FOLLOWER, Position, Rgb, winners
from render.board.board import Board
from render.editions import card_additions
from render.layout.board_layout import BoardLayout
from render.layout.end_panel import score_parts
from render.look.look import Look
from render.look.theme import EVENING, PieceStyle, Theme
from render.look.views import DrawOptions
from render.look.words import Words
from render.pieces.figures import figure_image
from render.share.frames import chosen_steps
from render.share.placed_pictures import Stay, stays
from render.share.steps import NothingToShowError, PageWords, Step, TooLargeToShowError, game_area, shown_state

MAX_BYTES: Final = 1_000_000
SCRIPTS: Final = ("dom", "board", "players", "chart", "steps", "keys", "theme", "shared")
"""The modules of the page's script, each after those that it imports. No two have the same name for anything."""
STYLES: Final = ("colours", "page", "shared")
TILES: Final = (128, 96, 72, 48, 32)
"""The sides of tiles to choose from, in pixels. The largest with which a page is small enough is taken."""
_QUALITY: Final = 84
"""The quality of WebP, from 0 to 100."""
_FEW_COLOURS: Final = 256
"""A picture of at most this many colours, such as letters and hatching, is smaller without loss, and sharper."""
_CARD_FIGURE: Final = 60
_IMPORTS: Final = re.compile(r"^import .*\n|^export (?=[a-z])", re.MULTILINE)
_PLACE: Final = re.compile("%%([a-z_]+)%%")


def draw_page(steps: Sequence[Step], words: PageWords) -> bytes:
    """Return a page with a game turn by turn, as HTML in UTF-8.

    A very long game has fewer turns on its page. Raise NothingToShowError, and TooLargeToShowError if the page would
    have more than ``MAX_BYTES``.
    """
    if not steps:
        raise NothingToShowError
    shown = chosen_steps(steps)
    for tile in TILES:
        page = _page(steps, shown, words, tile).encode()
        if len(page) <= MAX_BYTES:
            return page
    raise TooLargeToShowError(len(page))


def _page(steps: Sequence[Step], shown: Sequence[Step], words: PageWords, tile: int) -> str:
    parts = {
        **{field.name: escape(getattr(words, field.name)) for field in fields(words)},
        "style": "".join(_file(f"{name}.css") for name in STYLES),
        "script": "".join(_IMPORTS.sub("", _file(f"{name}.js")) for name in SCRIPTS),
        "data": _json(_data(steps, shown, words, tile)),
    }
    return _filled(_file("shared.html"), parts)


def _file(name: str) -> str:
    return (files("render.share") / "page" / name).read_text("utf-8")


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """Fill in the parts, all at once, so that nothing in a part is filled in."""
    return _PLACE.sub(lambda place: parts[place[1]], template)


def colour_variables(theme: Theme) -> str:
    """Return the colours of a theme as ``page/colours.css`` has them."""
    named = {
        "table": theme.table, "panel": theme.panel, "shadow": theme.shadow, "card": theme.card,
        "raised": theme.card_to_move, "text": theme.text, "dim": theme.text_dim, "line": theme.faint,
        "accent": theme.accent, "slot": theme.slot, "slot-line": theme.slot_line,
    }  # fmt: skip
    return " ".join(f"--{name}: {hex_colour(rgb)};" for name, rgb in named.items())


def hex_colour(rgb: Rgb) -> str:
    """Return a colour as CSS writes it."""
    return "#" + bytes(rgb).hex()


def _player(style: PieceStyle, words: Words) -> dict[str, str]:
    """Return how a player's pieces look."""
    return {
        "number": style.number,
        "colour": hex_colour(style.colour.rgb),
        "plate": hex_colour(style.plate_rgb),
        "digit": hex_colour(style.number_rgb),
        "picture": _data_url(figure_image(style, _CARD_FIGURE), is_exact=True),
        "alt": words.colour_names[style.seat],
    }


def _followers(step: Step, seat: int) -> int:
    in_hand = step.state.supply.get(FOLLOWER)
    return in_hand[seat] if in_hand else 0


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that no text in it can end: characters that mean something in HTML are written as codes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text)


def _data(steps: Sequence[Step], shown: Sequence[Step], words: PageWords, tile: int) -> dict[str, Any]:
    """Return what the script shows. Lengths are in pixels of the board."""
    layouts = list(_layouts(shown, tile))
    boards = [layout.board() for layout in layouts]
    placed = stays(boards)
    pictures = {stay.picture.key: stay.picture for stay in placed}
    images = {key: picture.draw() for key, picture in pictures.items()}
    index = {key: number for number, key in enumerate(pictures)}
    return {
        "tile": tile,
        "area": layouts[-1].clip(),
        "labels": [[label.text, label.x, label.y] for label in boards[-1].labels],
        "pictures": [[_data_url(image), *image.size] for image in images.values()],
        "stays": [_stay(stay, index) for stay in placed],
        "turns": [_turn(step, board) for step, board in zip(shown, boards, strict=True)],
        "players": [
            _player(PieceStyle(seat, colour), shown[-1].words) for seat, colour in enumerate(steps[0].words.colours)
        ],
        "last": steps[-1].number,
        "words": asdict(words),
    }


def _layouts(shown: Sequence[Step], tile: int) -> Iterator[BoardLayout]:
    area = game_area(shown)
    options = DrawOptions(area=area, tile=tile, look=Look(EVENING))
    for step in shown:
        state = shown_state(step)
        yield BoardLayout(state, area, tile, options, step.words.styles(state))


def _stay(stay: Stay, index: Mapping[str, int]) -> list[Any]:
    picture = stay.picture
    return [index[picture.key], int(picture.layer), picture.x, picture.y, stay.first, stay.end, stay.theme]


def _turn(step: Step, board: Board) -> dict[str, Any]:
    state = step.state
    won = step.winners if step.winners is not None else frozenset(winners(state))
    return {
        "number": step.number,
        "text": step.text,
        "seat": -1 if step.seat is None else step.seat,
        "scores": list(state.scores),
        "names": list(step.words.names),
        "left": [_followers(step, seat) for seat in range(state.seats)],
        "extra": [_extra(step, seat, is_over=bool(won)) for seat in range(state.seats)],
        "last": _corner(board, step.last),
        "mover": hex_colour(board.frames[-1].style.rgb) if board.frames else "",
        "winners": sorted(won),
    }


def _extra(step: Step, seat: int, *, is_over: bool) -> str:
    """Return what a card says besides the followers: what the edition adds, and at the end where points come from."""
    state, words = step.state, step.words
    parts = (score_parts(state, seat) or ()) if is_over else ()
    earned = ", ".join(f"{words.kinds.get(part.kind, part.kind.value)} {part.points}" for part in parts)
    added = (one.card_text(state, seat, words) for one in card_additions(state))
    return " · ".join(filter(None, (*added, earned)))


def _corner(board: Board, cell: Position | None) -> list[int] | None:
    """Return the upper left corner of the tile on a cell; None if there is none."""
    return next(([item.x, item.y] for item in board.tiles if item.position == cell), None)


def _data_url(image: Image.Image, *, is_exact: bool = False) -> str:
    """Return an image as an address that holds all of it: as WebP, or where Pillow cannot write that, as PNG.

    One of few colours loses nothing, nor does one that ``is_exact``.
    """
    buffer, form = io.BytesIO(), "WEBP" if features.check("webp") else "PNG"
    is_exact = is_exact or image.getcolors(_FEW_COLOURS) is not None
    image.save(buffer, form, quality=_QUALITY, method=4, lossless=is_exact)
    return f"data:image/{form.lower()};base64," + base64.b64encode(buffer.getvalue()).decode()
