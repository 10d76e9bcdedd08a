"""Names in any script, as far as there are fonts: with Roboto alone, and with some letters of the Noto fonts."""

import shutil
import unicodedata
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render.look.theme import EVENING
from render.panel.sheet import Sheet
from render.text.fonts import BOLD, MEDIUM, font, has_glyph
from render.text.names import MAX_MARKS, MAX_NAME_LENGTH, showable_name
from render.text.script_fonts import ScriptFonts, can_shape, look_in, script_fonts, scripts_without_font
from render.text.typeset import fitted, width_of

FONTS = Path(__file__).parents[1] / "data" / "fonts"
"""Fonts with the letters of the names in this file."""
needs_shaping = pytest.mark.skipif(not can_shape(), reason="Pillow has no Raqm here")


@pytest.fixture
def noto() -> None:
    look_in((FONTS,))


def line(text: str, size: int = 40, face: str = MEDIUM) -> Image.Image:
    """A picture of a line that begins at its left edge and is as wide as the text."""
    image = Image.new("RGB", (round(width_of(text, size, face)), 100), EVENING.card)
    Sheet(image, EVENING).text((0, 50), text, EVENING.text, size, face)
    return image


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and ImageChops.difference(one, other).getbbox() is None


def ink(image: Image.Image) -> tuple[int, int, int, int]:
    box = ImageChops.difference(image, Image.new("RGB", image.size, EVENING.card)).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize("name", ["Ann", "Björn", "Дмитрий", "Ζωή", "Łukasz", "Nguyễn", "O'Neil-Smith", "x²"])
def test_latin_greek_and_cyrillic_are_shown(name: str) -> None:
    assert all(map(has_glyph, showable_name(name, "Red"))), name
    assert showable_name(name, "Red") != "Red"


@pytest.mark.parametrize(
    "name",
    ["李小龙", "שרה", "عمر", "अर्जुन", "สมชาย", "🐉🐉🐉", "", "   ", "\u202e\u200b", "\u3164", "\u2800", "李小 (2)"],
)
def test_a_name_mostly_lost_becomes_its_colour(name: str) -> None:
    assert showable_name(name, "Red 1") == "Red 1"


def test_what_cannot_be_shown_is_left_out() -> None:
    assert showable_name("Ann🐉🐉🐉🐉", "Red") == "Ann"
    assert showable_name("A\u202enn\u0000", "Red") == "Ann"
    assert showable_name("Ａｎｎ", "Red") == "Ann"
    assert showable_name("Z\u0336\u0336\u0336oe", "Red") == "Zoe"
    assert showable_name("  two   words ", "Red") == "two words"
    assert showable_name("Ann 安", "Red") == "Ann"


def test_without_fonts_all_scripts_are_missing() -> None:
    assert scripts_without_font() == [
        "Arabic",
        "Chinese",
        "Devanagari",
        "emoji",
        "Hebrew",
        "Japanese",
        "Korean",
        "Thai",
    ]


@needs_shaping
@pytest.mark.usefixtures("noto")
@pytest.mark.parametrize(
    "name", ["李小龙", "さくら", "김", "שרה", "عمر", "अर्जुन", "สมชาย", "ก้ำ", "🐉🐉🐉", "Ann 安 😀", "שרה (2)"]
)
def test_with_fonts_the_whole_name_is_drawn(name: str) -> None:
    shown = showable_name(name, "Red")
    assert shown == name
    left, top, right, bottom = ink(line(shown))
    assert left < 10
    assert right <= width_of(shown, 40) + 1
    assert 10 < top < bottom < 90


@pytest.mark.usefixtures("noto")
def test_a_character_that_no_font_has_is_left_out() -> None:
    assert showable_name("Ann 安\u6f22", "Red") == "Ann 安"
    assert scripts_without_font() == ([] if can_shape() else ["Arabic", "Devanagari", "Hebrew", "Thai"])


@needs_shaping
@pytest.mark.usefixtures("noto")
def test_letters_join_and_stack() -> None:
    joined = line("عمر")
    left, _, right, _ = ink(joined)
    columns = [joined.crop((x, 0, x + 1, joined.height)) for x in range(left, right)]
    assert all(len(column.getcolors() or ()) > 1 for column in columns), "no gap between the letters"
    assert width_of("ก็", 40) == width_of("ก", 40)


@needs_shaping
@pytest.mark.usefixtures("noto")
def test_right_to_left_begins_at_the_right_and_its_number_runs_from_left_to_right() -> None:
    name = line("שרה 12")
    number, letters = line("12 "), line("שרה")
    assert is_same(name.crop((0, 0, *number.size)), number)
    assert is_same(name.crop((name.width - letters.width, 0, *name.size)), letters)
    mixed = line("Ann שרה")
    assert is_same(mixed.crop((0, 0, *line("Ann").size)), line("Ann"))


@needs_shaping
@pytest.mark.usefixtures("noto")
def test_brackets_turn_round_with_their_text() -> None:
    brackets = line("(שרה)")
    width = line("(").width
    assert is_same(brackets.crop((0, 0, width - 1, 100)), line("(").crop((0, 0, width - 1, 100)))


@pytest.mark.usefixtures("noto")
def test_without_shaping_only_letters_that_stand_alone_are_drawn() -> None:
    plain = ScriptFonts((FONTS,), is_shaped=False)
    assert [plain.family_of(one) for one in "安ע\u0905ก😀"] == ["NotoSansCJK", None, None, None, "NotoEmoji"]


@pytest.mark.usefixtures("noto")
def test_bold_letters_are_bolder() -> None:
    for family in ("NotoSansHebrew", "NotoEmoji"):
        regular, bold = (script_fonts().font(family, 40, face) for face in (MEDIUM, BOLD))
        letter = "ש" if family == "NotoSansHebrew" else "😀"
        assert sum(bold.getmask(letter)) > 1.1 * sum(regular.getmask(letter)), family


def test_stacked_marks_are_cut() -> None:
    assert showable_name("A" + "\u0301\u0336" * 100 + "nn", "Red") == "Ánn"
    assert showable_name("\u0336" * 200, "Red") == "Red"


@needs_shaping
@pytest.mark.usefixtures("noto")
def test_a_letter_of_another_script_keeps_a_few_marks() -> None:
    assert showable_name("ก" + "็" * 200, "Red") == "ก็"
    marks = "\u0e47\u0e35\u0e48\u0e49"
    assert showable_name("ก" + marks * 50, "Red") == "ก" + marks[:MAX_MARKS]
    assert len(showable_name("ก็" * 200, "Red")) == MAX_NAME_LENGTH


def test_a_damaged_font_is_as_good_as_none(tmp_path: Path) -> None:
    shutil.copy(FONTS / "NotoSansCJK-Regular.otf", tmp_path)
    (tmp_path / "NotoEmoji-Regular.ttf").write_bytes(b"no font")
    (tmp_path / "NotoSansCJK-Bold.otf").write_bytes(b"no font")
    look_in((tmp_path, tmp_path / "nowhere"))
    assert showable_name("Ann 安 😀", "Red") == "Ann 安"
    assert is_same(line("安", face=BOLD), line("安"))


@pytest.mark.parametrize("place", ["no_such_package", "render"])
def test_without_roboto_pictures_have_the_font_of_pillow(
    place: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("render.text.fonts.PACKAGE", place)
    font.cache_clear()
    has_glyph.cache_clear()
    try:
        assert showable_name("Ann", "Red") == "Ann"
        assert ink(line("Ann"))
    finally:
        font.cache_clear()
        has_glyph.cache_clear()
    assert "the font Roboto-Medium.ttf cannot be opened" in caplog.text


def test_a_long_name_is_cut() -> None:
    text = fitted("Bartholomew the Unending", 120, 25)
    assert text.endswith("…")
    assert font(25).getlength(text) <= 120


@needs_shaping
@pytest.mark.usefixtures("noto")
def test_a_cut_name_never_loses_a_mark_alone() -> None:
    for width in range(20, 120, 10):
        cut = fitted("ก็" * 8, width, 25).removesuffix("…")
        assert not cut or unicodedata.category(cut[-1]) == "Mn"
