"""Pictures after a resignation: the player's pieces stay where they are, but look like nobody's."""

import io
from dataclasses import replace
from itertools import cycle, product

import pytest
from PIL import Image

from carcassonne import FIGURES, Colour, Figure, Phase, Resign, State, apply
from render import THEMES, Look, View, draw, draw_laid_tile
from render.castle.paint import CastleBoard
from render.castle.pieces import keep
from render.layout.end_panel import score_parts
from render.layout.scene import scene_of
from render.look.look import LARGE, SMALL, USUAL
from render.look.overlays import tints, view_colours
from render.look.png import quantized
from render.look.theme import DAY, EVENING, INK, OWNERLESS, WHITE, PieceStyle, Theme
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.panel.result_card import ResultCard
from render.panel.sheet import Sheet
from render.panel.text_boxes import Entry
from render.pieces.figures import figure_image
from tests.fixtures.cases import slow_but
from tests.render.colour_vision import VISION_TYPES, Rgb, contrast, difference, lightness
from tests.render.games import game, words_of

of_each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def resigned_game(seat: int, *, edition: str = "classic", seats: int = 4) -> State:
    """A random game in which one seat has resigned."""
    return apply(game(30, Phase.PLACE, edition=edition, seats=seats), Resign(seat)).state


def nobodys_colour(theme: Theme) -> Rgb:
    """The colour of nobody's pieces in a finished picture."""
    colour = quantized(Image.new("RGB", (1, 1), OWNERLESS), theme).convert("RGB").getpixel((0, 0))
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]


def count_pixels(picture: Image.Image, colour: Rgb) -> int:
    """The number of pixels with a colour."""
    found = picture.getcolors(1 << 24) or []
    return sum(count for count, one in found if isinstance(one, tuple) and one[:3] == colour)


def test_figures_stay_where_they_were_and_are_nobodys() -> None:
    before = game(30, Phase.PLACE, seats=4)
    after = apply(before, Resign(1)).state
    first, then = (scene_of(state, words_of(state), DrawOptions()).board.figures for state in (before, after))
    assert [(one.x, one.y, one.figure, one.is_lying, one.style.number) for one in then] == [
        (one.x, one.y, one.figure, one.is_lying, one.style.number) for one in first
    ]
    assert not any(one.style.is_ownerless for one in first)
    assert {one.style.seat for one in then if one.style.is_ownerless} == {1}
    assert {one.style.seat for one in then if not one.style.is_ownerless} == {0, 2, 3}


def test_the_panel_says_who_has_resigned() -> None:
    state = resigned_game(2)
    cards = scene_of(state, words_of(state), DrawOptions()).panel.all(PlayerCard)
    assert [card.resigned for card in cards] == [None, None, "resigned", None]
    assert [card.style.is_ownerless for card in cards] == [False, False, True, False]


@pytest.mark.parametrize(("view", "seats", "word"), [(View.NORMAL, 5, "ha abandonado"), (View.SCORE, 4, "aufgegeben")])
def test_the_word_for_it_is_whole_beside_the_score(
    view: View, seats: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, written, write = resigned_game(1, seats=seats), list[str](), Sheet.text

    def record(sheet: Sheet, at: tuple[float, float], text: str, *how: object) -> None:
        written.append(text)
        write(sheet, at, text, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(Sheet, "text", record)
    shown = scene_of(state, replace(words_of(state), resigned=word), DrawOptions(view=view))
    shown.paint(EVENING)
    assert word in written


@pytest.mark.parametrize("seat", [0, 1])
def test_the_last_picture_explains_only_the_bars_that_are_there(seat: int) -> None:
    """Who has resigned has no bar; the others are measured by the best of themselves."""
    state = resigned_game(seat, seats=2)
    assert state.is_over
    mine, others = ({part.kind for part in score_parts(state, one) or ()} for one in (seat, 1 - seat))
    assert mine != others
    words = words_of(state)
    panel = scene_of(state, words, DrawOptions()).panel
    assert {one.text for one in panel.all(Entry)} == {words.kinds[kind] for kind in others}
    assert {card.most for card in panel.all(ResultCard)} == {max(1, state.scores[1 - seat])}


def test_in_the_castle_the_marker_and_the_keep_are_nobodys_too() -> None:
    state = resigned_game(0, edition="castle", seats=2)
    extras = scene_of(state, words_of(state), DrawOptions()).board.extras
    assert isinstance(extras, CastleBoard)
    castle = extras.scene
    assert castle.keeps
    styles = [*(one.style for one in castle.keeps), *(one.style for one in castle.markers)]
    assert {one.seat for one in styles} == {0, 1}
    assert all(one.is_ownerless == (one.seat == 0) for one in styles)


@pytest.mark.parametrize("view", [View.CLAIMS, View.SCORE])
def test_what_only_they_hold_is_tinted_as_nobodys(view: View) -> None:
    state = resigned_game(1)
    colours = view_colours(EVENING, view)
    filled = {
        one for _, tint in tints(state, view, words_of(state).styles(state), colours) for one in tint.fill.colours
    }
    assert colours.fills.index(Colour.BLUE.rgb) not in filled
    assert len(colours.fills) - 1 in filled


@pytest.mark.parametrize(
    ("edition", "seats", "look"),
    slow_but(
        2,
        [
            ("classic", 4, Look(EVENING, USUAL)),
            ("classic", 4, Look(DAY, SMALL)),
            ("castle", 2, Look(EVENING, LARGE)),
            ("castle", 2, Look(DAY, USUAL)),
        ],
    ),
)
def test_their_colour_is_gone_from_the_picture(edition: str, seats: int, look: Look) -> None:
    state = game(30, Phase.PLACE, edition=edition, seats=seats)
    words = words_of(state)
    before, after = (
        Image.open(io.BytesIO(draw(one, words, look=look).png)).convert("RGB")
        for one in (state, apply(state, Resign(1)).state)
    )
    assert (
        count_pixels(after, Colour.BLUE.rgb) < count_pixels(before, Colour.BLUE.rgb) / 8
    )  # there is a little of every blue in shields
    assert count_pixels(after, nobodys_colour(look.theme)) > count_pixels(before, nobodys_colour(look.theme))


def test_close_up_they_are_nobodys_too() -> None:
    state = game(30, Phase.DEPLOY, seats=3)
    resigned = apply(state, Resign((state.seat + 1) % 3)).state
    assert draw_laid_tile(state, words_of(state)) != draw_laid_tile(resigned, words_of(resigned))


@of_each_theme
def test_nobodys_colour_is_no_players(theme: Theme) -> None:
    grey = nobodys_colour(theme)
    assert difference(grey, OWNERLESS) < 6
    for colour, vision in product((one.rgb for one in Colour), VISION_TYPES):
        assert difference(grey, colour, vision) > 20
        assert abs(lightness(grey, vision) - lightness(colour, vision)) > 9


@of_each_theme
def test_the_number_on_them_can_be_read(theme: Theme) -> None:
    assert contrast(PieceStyle(0, Colour.WHITE, is_ownerless=True).number_rgb, nobodys_colour(theme)) >= 4.5


@pytest.mark.parametrize(
    ("colour", "figure", "is_lying"),
    slow_but(3, zip(Colour, cycle(FIGURES.values()), cycle([False, False, True, True]), strict=False)),
)
def test_without_colours_the_missing_halo_tells_them_apart(colour: Colour, figure: Figure, is_lying: bool) -> None:
    styles = (PieceStyle(0, colour, is_ownerless) for is_ownerless in (False, True))
    own, nobodys = (figure_image(style, 34, figure, is_lying=is_lying) for style in styles)
    assert count_pixels(own, WHITE)
    assert not count_pixels(nobodys, WHITE)
    assert count_pixels(nobodys, INK)
    assert own.size == nobodys.size


@pytest.mark.parametrize("colour", slow_but(3, Colour))
def test_without_colours_the_missing_halo_tells_keeps_apart(colour: Colour) -> None:
    own, nobodys = (keep(PieceStyle(0, colour, is_ownerless), 34) for is_ownerless in (False, True))
    assert count_pixels(own, WHITE)
    assert not count_pixels(nobodys, WHITE)
