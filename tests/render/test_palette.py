"""The palette keeps the colours that carry meaning, and the landscape's well enough."""

import io
from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from render import theme
from render.make_palette import landscape
from render.palette import SIZE, colours, png, reduced
from tests.render.sight import SIGHTS, Colour, difference, lightness


def test_the_palette_is_full_and_no_larger() -> None:
    assert len(colours()) == SIZE


@pytest.mark.parametrize("colour", theme.RESERVED)
def test_a_reserved_colour_survives(colour: Colour) -> None:
    image = Image.new("RGB", (4, 4), colour)
    assert reduced(image).convert("RGB").getpixel((0, 0)) == colour
    assert Image.open(io.BytesIO(png(image))).convert("RGB").getpixel((0, 0)) == colour
    assert all(value % 4 == 0 for value in colour)


def test_the_landscape_is_hardly_changed() -> None:
    sheet = landscape()
    error = ImageChops.difference(sheet, reduced(sheet).convert("RGB"))
    assert max(ImageStat.Stat(error).rms) < 7


def test_players_differ_in_lightness() -> None:
    grey = sorted(lightness(colour) for colour in theme.PLAYERS)
    assert all(light - dark > 17 for dark, light in pairwise(grey))


@pytest.mark.parametrize("sight", SIGHTS)
def test_players_differ_for_all_eyes(sight: str) -> None:
    for one, other in combinations(theme.PLAYERS, 2):
        assert abs(lightness(one, sight) - lightness(other, sight)) > 13
        assert difference(one, other, sight) > 32


def test_no_player_is_green() -> None:
    assert not any(green > red and green > blue for red, green, blue in theme.PLAYERS)


@pytest.mark.parametrize("seat", range(len(theme.PLAYERS)))
def test_a_number_can_be_read_on_its_figure(seat: int) -> None:
    assert abs(lightness(theme.PLAYERS[seat]) - lightness(theme.ON_PLAYERS[seat])) > 38
