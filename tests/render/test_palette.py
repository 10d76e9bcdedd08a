"""The palette keeps the colours that carry meaning, and the landscape's well enough."""

import io
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from render.make_palette import landscape
from render.palette import colours, png, quantized
from render.theme import ON_PLAYERS, PLAYERS, THEMES, Theme
from tests.render.colour_vision import SIGHTS, Colour, difference, lightness

of_each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@of_each_theme
def test_no_colour_of_a_palette_is_wasted(theme: Theme) -> None:
    assert len(set(colours(theme))) == len(colours(theme)) < 200


@pytest.mark.parametrize(
    ("theme", "colour"), [(theme, colour) for theme in THEMES.values() for colour in theme.reserved]
)
def test_a_reserved_colour_survives(theme: Theme, colour: Colour) -> None:
    image = Image.new("RGB", (4, 4), colour)
    assert quantized(image, theme).convert("RGB").getpixel((0, 0)) == colour
    assert Image.open(io.BytesIO(png(image, theme))).convert("RGB").getpixel((0, 0)) == colour
    assert all(value % 4 == 0 for value in colour)


@of_each_theme
def test_the_landscape_is_hardly_changed(theme: Theme) -> None:
    sheet = landscape()
    error = ImageChops.difference(sheet, quantized(sheet, theme).convert("RGB"))
    assert max(ImageStat.Stat(error).rms) < 5


def test_players_differ_in_lightness() -> None:
    grey = sorted(lightness(colour) for colour in PLAYERS)
    assert all(light - dark > 17 for dark, light in pairwise(grey))


@pytest.mark.parametrize("sight", SIGHTS)
def test_players_differ_for_all_eyes(sight: str) -> None:
    for one, other in combinations(PLAYERS, 2):
        assert abs(lightness(one, sight) - lightness(other, sight)) > 13
        assert difference(one, other, sight) > 32


def test_no_player_is_green() -> None:
    assert not any(green > red and green > blue for red, green, blue in PLAYERS)


@pytest.mark.parametrize("seat", range(len(PLAYERS)))
def test_a_number_can_be_read_on_its_figure(seat: int) -> None:
    assert abs(lightness(PLAYERS[seat]) - lightness(ON_PLAYERS[seat])) > 38
