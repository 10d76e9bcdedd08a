"""Themes and sizes: everything is drawn and readable in each, and they differ where they should."""

import io
from itertools import cycle, product

import pytest
from PIL import Image, ImageChops

from carcassonne import EDITIONS, Colour, Phase, find_ruleset
from render import (
    DEFAULT_LOOK,
    SIZES,
    THEMES,
    LeaderboardHeadings,
    LeaderboardRow,
    Look,
    Picture,
    View,
    draw,
    draw_laid_tile,
    draw_leaderboard,
    draw_remaining_tiles,
    draw_rotations,
)  # fmt: skip
from render.layout.board_layout import format_of
from render.layout.scene import scene_of
from render.look.look import LARGE, SMALL, USUAL
from render.look.theme import DAY, EVENING, INK, WHITE, PieceStyle, Theme
from render.look.views import DrawOptions
from render.pieces.figures import figure_image
from tests.fixtures.cases import slow_but
from tests.render.colour_vision import Rgb, contrast
from tests.render.games import game, words_of

LOOKS = [Look(theme, size) for theme, size in product(THEMES.values(), SIZES.values())]
of_each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def commonest(image: Image.Image) -> Rgb:
    """The most frequent colour of an image."""
    counted = image.getcolors(image.width * image.height)
    assert counted is not None
    _, colour = max(counted)
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


@pytest.mark.parametrize(
    ("edition", "look", "turns", "phase"),
    slow_but(
        3,
        (
            (edition, look, turns, phase)
            for (edition, look), (turns, phase) in zip(
                [*zip(EDITIONS, LOOKS, strict=False), *(("castle", look) for look in LOOKS)],
                cycle([(0, Phase.PLACE), (12, Phase.PLACE), (99, Phase.OVER), (12, Phase.PLACE), (99, Phase.OVER)]),
            )
        ),
    ),
    ids=lambda one: f"{one.theme.name}-{one.size.name}" if isinstance(one, Look) else None,
)
def test_every_edition_and_every_look(edition: str, look: Look, turns: int, phase: Phase) -> None:
    options = " ".join(EDITIONS[edition].options)
    most = find_ruleset(edition).players.stop - 1
    state = game(turns, phase, edition=edition, options=options, seats=min(3, most))
    picture = draw(state, words_of(state), look=look)
    form = format_of(state, DrawOptions(look=look))
    assert opened(picture).size == (picture.width, picture.height)
    assert form.fits_size(picture.width, picture.height) or picture.tile == form.tiles[-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "look",
    [Look(EVENING, SMALL), Look(DAY, USUAL), Look(EVENING, LARGE)],
    ids=lambda look: f"{look.theme.name}-{look.size.name}",
)
def test_small_pictures_in_every_theme_and_size(look: Look) -> None:
    state = game(9, Phase.DEPLOY, edition="new-edition", options="river abbot")
    words, headings = words_of(state), LeaderboardHeadings("The Old Inn", "Games", "Wins", "Rating", "?")
    pictures = (
        draw_laid_tile(state, words, look), draw_rotations([state] * 3, words, look), draw_remaining_tiles(state, look),
        draw_leaderboard([LeaderboardRow(1, "Ann", 12, 5, 1304)], headings, look),
    )  # fmt: skip
    for picture in pictures:
        own = {look.theme.table, look.theme.panel, look.theme.card}
        counted = opened(picture).getcolors(1 << 24)
        assert own & {colour for _, colour in counted or []}


@of_each_theme
def test_letters_can_be_read(theme: Theme) -> None:
    grounds = {
        theme.text: (theme.table, theme.panel, theme.card, theme.card_to_move, theme.slot, theme.floor_slot),
        theme.text_dim: (theme.table, theme.panel, theme.card, theme.floor, theme.floor_largest),
        theme.faint: (theme.table, theme.panel),
        theme.accent: (theme.card, theme.card_to_move),
    }
    for text_colour, behind in grounds.items():
        for ground in behind:
            assert contrast(text_colour, ground) >= 4.5, (text_colour, ground)
    assert contrast(INK, WHITE) > 15


@of_each_theme
@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("height", [17, 34])
def test_everybodys_figures_stand_out(theme: Theme, colour: Colour, height: int) -> None:
    """At least a sixth of the pixels that a figure and its halo cover differ strongly from what is behind them."""
    picture = figure_image(PieceStyle(0, colour), height, numbered=False)
    covered = sum(picture.getchannel("A").point([value > 127 for value in range(256)]).tobytes())
    for ground in (theme.card, theme.card_to_move, theme.floor):
        laid = Image.new("RGB", picture.size, ground)
        laid.paste(picture, mask=picture)
        counted = laid.getcolors(laid.width * laid.height) or []
        far = sum(count for count, colour in counted if contrast(_rgb(colour), ground) >= 3)
        assert far > covered / 6, (far, covered)


def _rgb(colour: object) -> Rgb:
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def test_a_theme_leaves_the_landscape_as_it_is() -> None:
    state = game(30, Phase.PLACE)
    scene = scene_of(state, words_of(state), DrawOptions())
    evening, day = (scene.paint(theme) for theme in (EVENING, DAY))
    assert (commonest(evening), commonest(day)) == (EVENING.table, DAY.table)
    side = scene.board.tile
    for item in scene.board.tiles:
        box = (item.x, item.y, item.x + side, item.y + side)
        assert ImageChops.difference(evening.crop(box), day.crop(box)).getbbox() is None, item.position


def test_who_chose_nothing_sees_what_all_see() -> None:
    state = game(5, Phase.PLACE)
    assert draw(state, words_of(state)) == draw(state, words_of(state), look=Look(EVENING, USUAL))
    assert Look() == DEFAULT_LOOK


@pytest.mark.parametrize(("edition", "turns"), [*zip(EDITIONS, cycle([4, 30, 60]))])
def test_small_pictures_are_half_as_many_bytes(edition: str, turns: int) -> None:
    state = game(turns, Phase.PLACE, edition=edition, seats=2)
    small, usual = (draw(state, words_of(state), look=Look(EVENING, size)) for size in (SMALL, USUAL))
    assert small.width * small.height < 0.6 * usual.width * usual.height
    assert len(small.png) < 0.65 * len(usual.png)


def test_a_view_tells_its_figures_in_every_look() -> None:
    """Projected scores are written in a colour of the theme."""
    state = game(40, Phase.PLACE)
    for theme in THEMES.values():
        counted = opened(draw(state, words_of(state), view=View.SCORE, look=Look(theme))).getcolors(1 << 24) or []
        assert {theme.accent, theme.card} <= {colour for _, colour in counted}
