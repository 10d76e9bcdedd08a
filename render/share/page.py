"""A whole game as one page for a browser.

Its script and style are made of the files in ``page/``, which the live page has, too.
"""

import base64
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from html import escape
from importlib.resources import files
from typing import Any, Final

from PIL import Image

from render.look.theme import PieceStyle, Theme, hex_colour
from render.look.words import Words
from render.pieces.figures import figure_image
from render.share.frames import chosen_steps
from render.share.game_data import game_data
from render.share.steps import NothingToShowError, PageReview, PageWords, ReviewPart, Step, TooLargeToShowError
from render.share.web_pictures import picture_file

MAX_BYTES: Final = 1_000_000
"""The most bytes of a page without its review."""
SCRIPTS: Final = ("dom", "board", "players", "chart", "steps", "keys", "theme", "review", "shared")
"""The modules of the page's script, each after those that it imports. No two have the same name for anything."""
STYLES: Final = ("colours", "page", "shared")
TILES: Final = (128, 96, 72, 48, 32)
"""The sides of tiles to choose from, in pixels. The largest with which a page is small enough is taken."""
_CARD_FIGURE: Final = 60
_IMPORTS: Final = re.compile(r"^import .*\n|^export (?=[a-z])", re.MULTILINE)
_PLACE: Final = re.compile("%%([a-z_]+)%%")


def draw_page(steps: Sequence[Step], words: PageWords, review: PageReview | None = None) -> bytes:
    """Return a page with a game turn by turn, as HTML in UTF-8, and with its review if there is one.

    A very long game has fewer turns on its page. Raise NothingToShowError, and TooLargeToShowError if the page would
    have more than ``MAX_BYTES`` without the review.
    """
    if not steps:
        raise NothingToShowError
    shown = chosen_steps(steps)
    for tile in TILES:
        parts = _parts(steps, shown, words, tile)
        page = _page(parts, None)
        if len(page) <= MAX_BYTES:
            return page if review is None else _page(parts, _review(review))
    raise TooLargeToShowError(len(page))


def _page(parts: Mapping[str, str], review: Mapping[str, Any] | None) -> bytes:
    return _filled(_file("shared.html"), {**parts, "review": _json(review)}).encode()


def _parts(steps: Sequence[Step], shown: Sequence[Step], words: PageWords, tile: int) -> dict[str, str]:
    return {
        **{field.name: escape(getattr(words, field.name)) for field in fields(words)},
        "style": "".join(_file(f"{name}.css") for name in STYLES),
        "script": "".join(_IMPORTS.sub("", _file(f"{name}.js")) for name in SCRIPTS),
        "data": _json(_data(steps, shown, words, tile)),
    }


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


def _json(data: Mapping[str, Any] | None) -> str:
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
        "players": [
            _player(PieceStyle(seat, colour), shown[-1].words) for seat, colour in enumerate(steps[0].words.colours)
        ],
        "words": asdict(words),
    }


def _review(review: PageReview) -> dict[str, Any]:
    """Return a review as the script shows it."""
    turns = [{"number": one.number, "label": one.label, **_review_part(one.shown)} for one in review.turns]
    return {"words": asdict(review.words), "whole": _review_part(review.whole), "turns": turns}


def _review_part(part: ReviewPart) -> dict[str, Any]:
    if part.png is None:
        return {"text": part.text, "picture": None}
    image = Image.open(io.BytesIO(part.png)).convert("RGB")
    size = {"width": image.width, "height": image.height}
    return {"text": part.text, "picture": {"src": _data_url(image), **size, "alt": part.alt}}


def _data_url(image: Image.Image, *, is_exact: bool = False) -> str:
    """Return an image as an address that holds all of it. See ``picture_file``."""
    data, form = picture_file(image, is_exact=is_exact)
    return f"data:image/{form};base64," + base64.b64encode(data).decode()
