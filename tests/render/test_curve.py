"""The picture of a curve, and boards side by side."""

import io
from collections.abc import Sequence

import pytest
from PIL import Image

from carcassonne import Colour, Phase, Rgb, find_ruleset, new_game
from render import DEFAULT_LOOK, SIZES, THEMES, Curve, CurveLine, CurveMark, Look, draw_compared, draw_curve
from render.look.look import LARGE
from render.look.theme import DAY, EVENING, PieceStyle
from render.panel.curve import HEIGHT, WIDTH, _areas, curve_image
from tests.render.games import game, words_of

COLOURS = tuple(Colour)


def curve(*values: Sequence[float], marks: tuple[CurveMark, ...] = (), name: str = "Ann") -> Curve:
    """The curve of a game among as many players as there are values."""
    lines = [
        CurveLine(name, f"{COLOURS[seat].value} {seat + 1}", PieceStyle(seat, COLOURS[seat]), tuple(line))
        for seat, line in enumerate(values)
    ]
    return Curve(tuple(lines), tuple(range(1, len(values[0]))), marks)


def duel(*values: float, marks: tuple[CurveMark, ...] = ()) -> Curve:
    return curve(values, [-one for one in values], marks=marks)


def lightness_of(image: Image.Image) -> set[int]:
    """How light the colours of a picture are, from 0 to 765."""
    found = image.getcolors(image.width * image.height)
    assert found
    return {sum(rgb) for _, rgb in found if isinstance(rgb, tuple)}


def share_of(image: Image.Image, rgb: Rgb) -> float:
    found = {colour: count for count, colour in image.getcolors(image.width * image.height) or ()}
    return found.get(rgb, 0) / (image.width * image.height)


def test_what_lies_between_the_curve_and_the_middle_has_the_colour_of_who_was_ahead() -> None:
    image = curve_image(duel(0, 20, 20, 0, -20, -20, 0), DEFAULT_LOOK)
    left, right = image.crop((0, 0, WIDTH // 2, HEIGHT)), image.crop((WIDTH // 2, 0, WIDTH, HEIGHT))
    first, second = COLOURS[0].rgb, COLOURS[1].rgb
    assert share_of(left, first) > 0.1 > 0.05 > share_of(left, second)
    assert share_of(right, second) > 0.1 > 0.05 > share_of(right, first)


@pytest.mark.parametrize(
    ("values", "above", "below"),
    [
        ([0, 4, 0], [[(0, 0), (1, 4), (2, 0), (2, 0)]], []),
        ([2, -2], [[(0, 0), (0, 2), (0.5, 0)]], [[(0.5, 0), (1, -2), (1, 0)]]),
        ([1, 3], [[(0, 0), (0, 1), (1, 3), (1, 0)]], []),
        ([0, 0, -1], [], [[(1, 0), (2, -1), (2, 0)]]),
    ],
)
def test_the_areas_end_where_the_curve_crosses_the_middle(
    values: list[float], above: list[list[tuple[float, float]]], below: list[list[tuple[float, float]]]
) -> None:
    def shape(areas: list[list[tuple[float, float]]]) -> list[float]:
        return [round(size(area), 6) for area in areas if size(area)]

    assert shape(list(_areas(values, 1))) == shape(above)
    assert shape(list(_areas(values, -1))) == shape(below)


def size(area: Sequence[tuple[float, float]]) -> float:
    """The size of a polygon."""
    pairs = zip(area, [*area[1:], area[0]], strict=True)
    return abs(sum(one[0] * other[1] - other[0] * one[1] for one, other in pairs)) / 2


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("look_size", SIZES.values(), ids=lambda size: size.name)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_it_is_drawn_in_each_look_for_any_number_of_players(theme: object, look_size: object, players: int) -> None:
    look = Look(theme, look_size)  # type: ignore[arg-type]
    lines = [[seat * turn - 3.5 * turn for turn in range(-2, 40)] for seat in range(players)]
    picture = draw_curve(curve(*lines, marks=(CurveMark(7, players - 1, 7),)), look)
    with Image.open(io.BytesIO(picture.png)) as image:
        assert image.format == "PNG"
        assert image.width == round(WIDTH * look.size.scale)
        assert image.height >= round(HEIGHT * look.size.scale)
    assert len(picture.png) < 60_000


@pytest.mark.parametrize("theme", [EVENING, DAY], ids=lambda theme: theme.name)
def test_every_line_stands_out_from_the_ground(theme: object) -> None:
    """Even white lines by day, and black ones in the evening: they have a rim."""
    look = Look(theme)  # type: ignore[arg-type]
    for seat in range(6):
        lines = [[10.0 if one == seat else -30.0] * 8 for one in range(6)]
        plain = curve_image(curve(*lines), look)
        level = plain.crop((WIDTH // 2, 100, WIDTH // 2 + 1, plain.height // 2 + 40))
        ground = sum(look.theme.card)
        assert max(abs(one - ground) for one in lightness_of(level)) > 150, COLOURS[seat]


def test_turns_that_stand_out_have_their_numbers_and_none_covers_another() -> None:
    plain = curve_image(duel(*[5.0] * 20), DEFAULT_LOOK)
    marked = [
        curve_image(
            duel(*[5.0] * 20, marks=tuple(CurveMark(10 + n, n % 2, 10 + n) for n in range(count))), DEFAULT_LOOK
        )
        for count in (1, 2, 3)
    ]
    changed = [sum(a != b for a, b in zip(plain.tobytes(), one.tobytes(), strict=True)) for one in marked]
    assert changed[0] * 1.5 < changed[1]
    assert changed[1] < changed[2]


@pytest.mark.parametrize("sign", [1, -1])
def test_the_number_of_a_turn_covers_no_name(sign: int) -> None:
    """The third turn and the fourth were the low point of a game that was won by far, just where a name stands."""
    values = [sign * one for one in (0, -1, -6, -4, 0, 20, *[100] * 54)]
    two = CurveMark(3, 1, 2), CurveMark(4, 1, 3)
    plain, marked = (curve_image(duel(*values, marks=marks), DEFAULT_LOOK) for marks in ((), two))
    rows = 15, 50, HEIGHT - 78, HEIGHT - 42
    names = [(75, top, 135, bottom) for top, bottom in zip(rows[::2], rows[1::2], strict=True)]
    assert [plain.crop(one).tobytes() for one in names] == [marked.crop(one).tobytes() for one in names]


def test_a_lead_of_hundreds_is_within_the_picture() -> None:
    """The sign of +100 was cut off."""
    image = curve_image(duel(*[120.0] * 20), DEFAULT_LOOK)
    edge = image.crop((0, 0, 1, HEIGHT))
    assert lightness_of(edge) == {sum(DEFAULT_LOOK.theme.panel)}


def test_a_flat_game_and_a_game_of_one_turn_can_be_drawn() -> None:
    assert draw_curve(duel(0, 0)).width == WIDTH
    assert draw_curve(duel(0)).width == WIDTH


def test_a_name_that_cannot_be_drawn_is_its_colour() -> None:
    unreadable, said = (curve_image(curve([1, 2], [-1, -2], name=name), DEFAULT_LOOK) for name in ("李小龙", "Ann"))
    assert unreadable.tobytes() != said.tobytes()


def test_boards_are_side_by_side_and_in_a_tall_look_one_above_another() -> None:
    laid = [game(turns, Phase.DRAW) for turns in (12, 13)]
    words = words_of(laid[0])
    wide, tall = (draw_compared(laid, ("Played", "Expert: +4.0"), words, look) for look in (Look(), Look(size=LARGE)))
    assert wide.width > 1.5 * wide.height
    assert tall.height > 1.5 * tall.width


def test_where_nothing_lies_nothing_can_be_compared() -> None:
    start = new_game(find_ruleset("classic"), 2)
    words = words_of(start)
    with pytest.raises(ValueError, match="DRAW"):
        draw_compared([start], ("Played",), words)
