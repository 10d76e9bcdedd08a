"""The palette keeps the colours that carry meaning exactly, and those of the landscape closely."""

import io
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

import render.look.png
from carcassonne import BASE_GAME_COLOURS, EDITIONS, Colour, find_ruleset
from render.art.signs import ALL_SIGN_COLOURS
from render.look.png import colours, png, quantized
from render.look.theme import THEMES, Theme
from render.make_palette import landscape
from tests.render.colour_vision import VISION_TYPES, Rgb, difference, lightness

of_each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@of_each_theme
def test_no_colour_of_a_palette_is_wasted(theme: Theme) -> None:
    assert len(set(colours(theme))) == len(colours(theme)) < 200


@pytest.mark.parametrize(
    ("theme", "colour"), [(theme, colour) for theme in THEMES.values() for colour in theme.reserved]
)
def test_a_reserved_colour_survives(theme: Theme, colour: Rgb) -> None:
    image = Image.new("RGB", (4, 4), colour)
    assert quantized(image, theme).convert("RGB").getpixel((0, 0)) == colour
    assert Image.open(io.BytesIO(png(image, theme))).convert("RGB").getpixel((0, 0)) == colour
    assert all(value % 4 == 0 for value in colour)


@of_each_theme
def test_the_landscape_is_hardly_changed(theme: Theme) -> None:
    sheet = landscape()
    error = ImageChops.difference(sheet, quantized(sheet, theme, ALL_SIGN_COLOURS).convert("RGB"))
    assert max(ImageStat.Stat(error).rms) < 6


class BrokenEncoder:
    """An encoder whose library cannot be used."""

    @staticmethod
    def compress(content: bytes, level: int) -> bytes:
        raise RuntimeError(len(content), level)

    zlib_compress = compress


QUICK, SMALL = (vars(render.look.png)[name] for name in ("quick_encoder", "small_encoder"))


@pytest.mark.parametrize("quick", [QUICK, None, BrokenEncoder])
@pytest.mark.parametrize("small", [SMALL, None, BrokenEncoder])
@pytest.mark.parametrize("most", [render.look.png.MOST_QUICKLY, 0])
def test_a_png_is_the_same_picture_with_each_encoder_without_it_and_if_it_fails(
    quick: object, small: object, most: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name, value in (("quick_encoder", quick), ("small_encoder", small), ("MOST_QUICKLY", most)):
        monkeypatch.setattr(render.look.png, name, value)
    theme, image = THEMES["day"], landscape().crop((3, 0, 96, 200))
    with Image.open(io.BytesIO(png(image, theme))) as opened:
        assert opened.mode == "P"
        opened.load()  # which compares the checksums
        assert opened.convert("RGB").tobytes() == quantized(image, theme).convert("RGB").tobytes()
    needs_small = quick is not QUICK or not most
    assert ("an encoder fails" in caplog.text) == (quick is BrokenEncoder or (small is BrokenEncoder and needs_small))


def test_a_picture_too_large_for_the_quick_encoder_is_packed_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    theme, image = THEMES["day"], landscape().crop((3, 0, 96, 500))
    quick = len(png(image, theme))
    monkeypatch.setattr(render.look.png, "MOST_QUICKLY", quick - 1000)
    assert len(png(image, theme)) < quick


FURTHER = [colour for colour in Colour if colour not in BASE_GAME_COLOURS]


@of_each_theme
@pytest.mark.parametrize("colour", FURTHER)
def test_a_further_colour_has_an_entry_only_where_a_game_has_it(theme: Theme, colour: Colour) -> None:
    image = Image.new("RGB", (4, 4), colour.rgb)
    with_it, without = (quantized(image, theme, more).convert("RGB").getpixel((0, 0)) for more in ((colour.rgb,), ()))
    assert with_it == colour.rgb != without
    assert len(set(colours(theme, (colour.rgb,)))) == len(colours(theme)) + 1 <= 256


def test_the_colours_of_the_base_game_differ_in_lightness() -> None:
    grey = sorted(lightness(colour.rgb) for colour in BASE_GAME_COLOURS)
    assert all(light - dark > 17 for dark, light in pairwise(grey))


@pytest.mark.parametrize("vision", VISION_TYPES)
def test_players_differ_for_all_eyes(vision: str) -> None:
    for one, other in combinations(Colour, 2):
        assert difference(one.rgb, other.rgb, vision) > 32
        if {one, other} <= set(BASE_GAME_COLOURS):
            assert abs(lightness(one.rgb, vision) - lightness(other.rgb, vision)) > 13


@pytest.mark.parametrize("colour", FURTHER)
def test_in_greyscale_a_further_colour_is_no_other(colour: Colour) -> None:
    """Five colours leave no room for an equally distinct sixth. The numbers on the figures help to tell them apart."""
    for other in set(Colour) - {colour}:
        assert abs(lightness(colour.rgb) - lightness(other.rgb)) > 9


def test_no_player_is_green() -> None:
    assert not any(green > red and green > blue for red, green, blue in (colour.rgb for colour in Colour))


@pytest.mark.parametrize("colour", Colour)
def test_a_number_can_be_read_on_its_figure(colour: Colour) -> None:
    assert abs(lightness(colour.rgb) - lightness(colour.number_rgb)) > 38


def test_every_seat_has_a_colour_of_its_own() -> None:
    most = max(find_ruleset(edition).players.stop - 1 for edition in EDITIONS)
    assert most <= len(Colour)
    assert len({colour.mark for colour in Colour}) == len({colour.rgb for colour in Colour}) == len(Colour)
