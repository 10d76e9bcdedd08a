"""Everybody's scores over time as a curve, in HTML. The words around it are the page's."""

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from html import escape
from importlib.resources import files
from typing import Any, Final

from PIL import Image

from render.look.theme import DAY, EVENING, PieceStyle, Theme, hex_colour
from render.pieces.figures import figure_image
from render.share.frames import chosen_steps
from render.share.game_data import followers_left, game_data
from render.share.steps import NothingToShowError, PageWords, Step, TooLargeToShowError
from render.share.web_pictures import picture_file

_END_GAP: Final = 13.5
"""The least distance of the numbers at the ends of two curves, in percent of the height."""


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
    left = words.followers.format(count=followers_left(last, seat))
    colours = f"--plate:{hex_colour(style.plate_rgb)};--number:{hex_colour(style.number_rgb)}"
    return (
        f'<li id="player{seat}"><img src="{picture}" alt="{escape(last.words.colour_names[seat])}">'
        f'<span><span class="name" id="name{seat}" dir="auto">{escape(last.words.names[seat])}</span>'
        f'<span class="left" id="left{seat}">{escape(left)}</span></span>'
        f'<span class="points"><span class="gain" id="gain{seat}" style="{colours}"></span> '
        f'<span class="score" id="score{seat}">{state.scores[seat]}</span></span></li>'
    )


def _json(data: Mapping[str, Any]) -> str:
    """Return data as JSON that no text in it can end: characters that mean something in HTML are written as codes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda one: f"\\u{ord(one[0]):04x}", text)


def _data(steps: Sequence[Step], shown: Sequence[Step], words: PageWords, tile: int) -> dict[str, Any]:
    """Return what the script shows. Lengths are in pixels of the board."""
    game = game_data(steps, shown, tile)
    images = [picture.draw() for picture in game.pictures]
    return {
        **game.values,
        "pictures": [[_data_url(image), *image.size] for image in images],
        "counted": words.turn,
        "followers": words.followers,
        "play": words.play,
        "pause": words.pause,
    }


def _data_url(image: Image.Image, *, is_exact: bool = False) -> str:
    """Return an image as an address that holds all of it. See ``picture_file``."""
    data, form = picture_file(image, is_exact=is_exact)
    return f"data:image/{form};base64," + base64.b64encode(data).decode()
