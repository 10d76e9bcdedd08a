"""The files of the live page: they are small, ask for nothing from elsewhere, and show texts that can be read."""

import gzip
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from typing import Final

import pytest

from screens.text.i18n import use_language
from screens.text.web import page_texts
from web.static_files import served_script

STATIC: Final = files("web") / "static"
PAGE: Final = files("render.share") / "page"
SHARED_ONLY: Final = ("shared.js", "shared.css", "shared.html")
MOST_SCRIPT: Final = 30_000
AA: Final = 4.5
"""The least contrast of letters with what is behind them."""
AA_SIGNS: Final = 3.0
"""The least contrast of large letters and of signs."""


def scripts() -> dict[str, str]:
    """The modules of the page, by their addresses."""
    return {
        f"{folder}/{one.name}": one.read_text("utf-8")
        for folder, place in (("page", PAGE), ("static", STATIC))
        for one in place.iterdir()
        if one.name.endswith(".js") and one.name not in SHARED_ONLY
    }


def frame() -> str:
    return (STATIC / "index.html").read_text("utf-8")


def test_all_script_is_small() -> None:
    assert sum(len(gzip.compress(served_script(text).encode())) for text in scripts().values()) <= MOST_SCRIPT


def test_a_module_that_is_sent_has_the_lines_of_the_one_that_is_written() -> None:
    for name, text in scripts().items():
        sent = served_script(text).splitlines()
        code = {n: line.strip() for n, line in enumerate(text.splitlines()) if not line.strip().startswith("//")}
        assert {n: line for n, line in enumerate(sent) if line} == {n: line for n, line in code.items() if line}, name
        assert not re.search(r"^[^`]*`[^`]*$", re.sub(r"`[^`\n]*`", "", text), re.M), f"{name}: a text of several lines"


def test_a_browser_asks_for_all_modules_at_the_same_time() -> None:
    asked = set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', frame()))
    assert asked | {"static/live.js"} == set(scripts())


def test_nothing_in_the_page_needs_more_than_its_own_files() -> None:
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?! type=\"module\" src=\"static/live.js\")", frame())
    for text in (frame(), *scripts().values()):
        assert set(re.findall(r"https?://[^\"' )]+", text)) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_the_page_has_each_text_that_it_shows(language: str) -> None:
    with use_language(language):
        texts = page_texts()
    shown = {name for text in scripts().values() for name in re.findall(r"\b(?:texts|words)\.([a-z_]+)", text)}
    assert shown <= set(texts)
    assert all(texts.values())
    for name, text in texts.items():
        assert isinstance(text, dict) or "**" not in text, name


def test_no_text_is_there_that_the_page_never_shows() -> None:
    source = "\n".join(scripts().values())
    others = {"keys", "zoom_in", "zoom_out"}  # "keys" is another text in the shared page
    assert [name for name in page_texts() if name not in others and not re.search(rf"\.{name}\b", source)] == []


def luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG counts it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme by their names: those of both, then its own."""
    style = (PAGE / "colours.css").read_text() + (STATIC / "live.css").read_text()
    found = dict[str, str]()
    for selector, rules in re.findall(r"(:root[^{]*) {([^}]*)}", style):
        if "data-theme" not in selector or selector == f':root[data-theme="{theme}"]':
            found |= dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", rules))
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_and_signs_can_be_told_from_what_is_behind_them(theme: str) -> None:
    shown = colours(theme)
    too_faint = [
        (*pair, found) for *pair, least in pairs() if (found := contrast(*(shown[one] for one in pair))) < least
    ]
    assert too_faint == []


def pairs() -> Iterator[tuple[str, str, float]]:
    """Letters and signs, what is behind them, and the least contrast."""
    yield from ((*pair, AA) for pair in product(("text", "dim"), ("panel", "card", "table")))
    yield ("text", "raised", AA)
    yield from (
        ("text", "slot", AA),
        ("number-blue", "table", AA),
        ("number-blue", "card", AA),
        ("red-sign", "card", AA),
    )
    yield from (("sign", one, AA) for one in ("blue", "green", "red"))
    yield from (("accent", one, AA_SIGNS) for one in ("table", "panel", "card"))
    yield from (("slot-line", one, AA_SIGNS) for one in ("slot",))
    yield ("line", "panel", AA_SIGNS)
