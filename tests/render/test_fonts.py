"""Names in any script, as far as the fonts can draw them."""

import pytest

from render.fonts import fitted, font, has_glyph, showable_name


@pytest.mark.parametrize("name", ["Ann", "Björn", "Дмитрий", "Ζωή", "Łukasz", "Nguyễn", "O'Neil-Smith", "x²"])
def test_latin_greek_and_cyrillic_are_shown(name: str) -> None:
    assert all(map(has_glyph, showable_name(name, "Red"))), name
    assert showable_name(name, "Red") != "Red"


@pytest.mark.parametrize("name", ["李小龙", "שרה", "عمر", "🐉🐉🐉", "", "   ", "\u202e\u200b"])
def test_a_name_mostly_lost_becomes_its_colour(name: str) -> None:
    assert showable_name(name, "Red") == "Red"


def test_what_cannot_be_shown_is_left_out() -> None:
    assert showable_name("Ann🐉", "Red") == "Ann"
    assert showable_name("A\u202enn\u0000", "Red") == "Ann"
    assert showable_name("Ａｎｎ", "Red") == "Ann"
    assert showable_name("Z\u0336\u0336\u0336oe", "Red") == "Zoe"
    assert showable_name("  two   words ", "Red") == "two words"


def test_a_long_name_is_cut() -> None:
    text = fitted("Bartholomew the Unending", 120, 25)
    assert text.endswith("…")
    assert font(25).getlength(text) <= 120
