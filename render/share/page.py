"""Everybody's scores over time as a curve, in HTML. The words around it are the page's."""

import base64
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from html import escape
from importlib.resources import files
from typing import Any, Final

from PIL import Image, features

from carcassonne import FOLLOWER, Position, Rgb, winners
from render.board.board import Board
from render.editions import card_additions
from render.layout.board_layout import BoardLayout
from render.layout.end_panel import brought, score_parts
from render.look.look import Look
from render.look.theme import DAY, EVENING, PieceStyle, Theme
from render.look.views import DrawOptions
from render.look.words import signed
from render.pieces.figures import figure_image
from render.share.frames import chosen_steps
from render.share.placed_pictures import Stay, stays
from render.share.steps import NothingToShowError, PageWords, Step, TooLargeToShowError, game_area, shown_state

_END_GAP: Final = 13.5
"""The least distance of the numbers at the ends of two curves, in percent of the height."""


def hex_colour(rgb: Rgb) -> str:
    """Return a colour as CSS writes it."""
    return "#" + bytes(rgb).hex()


def chart(steps: Sequence[Step], styles: Sequence[PieceStyle], label: str) -> str:
    """Return the curves, a line each seat, with the seat's number at its end."""
    scores = [step.state.scores for step in steps]
    most = max(1, *(score for row in scores for score in row))
    lines = "".join(_line([row[style.seat] for row in scores], style, most) for style in styles)
    ends = "".join(_ends(scores[-1], styles, most))
    return (
        f'<div class="chart" role="img" aria-label="{escape(label)}">'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{lines}'
        '<line id="now" x1="0" y1="0" x2="0" y2="100"/></svg>'
        f'<span class="most">{most}</span><span class="least">0</span>{ends}</div>'
    )


def _line(scores: Sequence[int], style: PieceStyle, most: int) -> str:
    step = 100 / max(1, len(scores) - 1)
    points = " ".join(f"{number * step:.2f},{_height(score, most):.1f}" for number, score in enumerate(scores))
    return (
        f'<polyline class="under" points="{points}"/>'
        f'<polyline points="{points}" style="stroke:{hex_colour(style.colour.rgb)}"/>'
    )


def _height(score: int, most: int) -> float:
    """Return how far below the top of the chart a score is, in percent."""
    return 100 - 100 * max(0, score) / most


def _ends(scores: Sequence[int], styles: Sequence[PieceStyle], most: int) -> Iterator[str]:
    """Yield the numbers at the ends of the curves, moved apart where curves end side by side."""
    level = 100.0 + _END_GAP
    for style in sorted(styles, key=lambda style: scores[style.seat]):
        level = min(_height(scores[style.seat], most), level - _END_GAP)
        colours = f"background:{hex_colour(style.plate_rgb)};color:{hex_colour(style.number_rgb)}"
        yield f'<span class="end" style="top:{level:.1f}%;{colours}">{style.number}</span>'


MAX_BYTES: Final = 1_000_000
TILES: Final = (128, 96, 72, 48, 32)
"""The sides of tiles to choose from, in pixels. The largest with which a page is small enough is taken."""
_QUALITY: Final = 84
"""The quality of WebP, from 0 to 100."""
_FEW_COLOURS: Final = 256
"""A picture of at most this many colours, such as letters and hatching, is smaller without loss, and sharper."""
_CARD_FIGURE: Final = 60
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
    styles = tuple(PieceStyle(seat, colour) for seat, colour in enumerate(steps[0].words.colours))
    data = _data(steps, shown, words, tile)
    parts = {
        **{field.name: escape(getattr(words, field.name)) for field in fields(words)},
        "ratio": f"{data['width']}/{data['height']}",
        "max": str(len(shown) - 1),
        "style": _filled(_file("page.css"), {"light": _variables(DAY), "dark": _variables(EVENING)}),
        "script": _file("page.js"),
        "player_cards": "".join(_player_card(style, shown[-1], words) for style in styles),
        "chart": chart(shown, styles, words.scores),
        "turn_list": "".join(f'<li><button type="button">{escape(step.text)}</button></li>' for step in shown),
        "data": _json(data),
    }
    return _filled(_file("page.html"), parts)


def _file(name: str) -> str:
    return (files("render.share") / name).read_text("utf-8")


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """Fill in the parts, all at once, so that nothing in a part is filled in."""
    return _PLACE.sub(lambda place: parts[place[1]], template)


def _variables(theme: Theme) -> str:
    named = {
        "table": theme.table, "panel": theme.panel, "shadow": theme.shadow, "card": theme.card,
        "raised": theme.card_to_move, "text": theme.text, "dim": theme.text_dim, "line": theme.faint,
        "accent": theme.accent,
    }  # fmt: skip
    return " ".join(f"--{name}: {hex_colour(rgb)};" for name, rgb in named.items())


def _player_card(style: PieceStyle, last: Step, words: PageWords) -> str:
    seat, state = style.seat, last.state
    picture = _data_url(figure_image(style, _CARD_FIGURE), is_exact=True)
    left = words.followers.format(count=_followers(last, seat))
    colours = f"--plate:{hex_colour(style.plate_rgb)};--number:{hex_colour(style.number_rgb)}"
    return (
        f'<li id="player{seat}"><img src="{picture}" alt="{escape(last.words.colour_names[seat])}">'
        f'<span><span class="name" id="name{seat}" dir="auto">{escape(last.words.names[seat])}</span>'
        f'<span class="left" id="left{seat}">{escape(left)}</span></span>'
        f'<span class="points"><span class="gain" id="gain{seat}" style="{colours}"></span> '
        f'<span class="score" id="score{seat}">{state.scores[seat]}</span></span></li>'
    )


def _followers(step: Step, seat: int) -> int:
    in_hand = step.state.supply.get(FOLLOWER)
    return in_hand[seat] if in_hand else 0


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that no text in it can end: characters that mean something in HTML are written as codes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text)


def _data(steps: Sequence[Step], shown: Sequence[Step], words: PageWords, tile: int) -> dict[str, Any]:
    """Return what the script shows. Lengths are in pixels of the board."""
    boards = list(_boards(shown, tile))
    placed = stays(boards)
    pictures = {stay.picture.key: stay.picture for stay in placed}
    images = {key: picture.draw() for key, picture in pictures.items()}
    index = {key: number for number, key in enumerate(pictures)}
    return {
        "tile": tile,
        "width": boards[-1].width,
        "height": boards[-1].height,
        "letters": boards[-1].labels_height,
        "labels": [[label.text, label.x, label.y] for label in boards[-1].labels],
        "pictures": [[_data_url(image), *image.size] for image in images.values()],
        "stays": [_stay(stay, index) for stay in placed],
        "turns": [_turn(step, board) for step, board in zip(shown, boards, strict=True)],
        "last": steps[-1].number,
        "counted": words.turn,
        "followers": words.followers,
        "play": words.play,
        "pause": words.pause,
    }


def _boards(shown: Sequence[Step], tile: int) -> Iterator[Board]:
    area = game_area(shown)
    options = DrawOptions(area=area, tile=tile, look=Look(EVENING))
    for step in shown:
        state = shown_state(step)
        yield BoardLayout(state, area, tile, options, step.words.styles(state)).board()


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
    told = [(one.name, points) for one in state.ruleset.told if parts and (points := brought(state, one.name, seat))]
    more = ", ".join(f"{words.modifiers.get(name, name)} {signed(points)}" for name, points in told)
    added = (one.card_text(state, seat, words) for one in card_additions(state))
    return " · ".join(filter(None, (*added, f"{earned} ({more})" if more else earned)))


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
