"""New figures, modifiers and a sixth player are drawn. One row in a table is enough."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from carcassonne import FOLLOWER, Colour, Figure, Modifier, Phase, Rotation, State, find_ruleset, new_game
from carcassonne.castle.state import CASTLE_STATE, CastleState, Keep
from carcassonne.geometry import ROTATIONS
from carcassonne.kinds import NO_SEGMENTS
from carcassonne.modifiers import each_counts
from carcassonne.tiles import parse_tile_set
from render import SIZES, THEMES, Look, Picture, draw
from render.art.canvas import Canvas
from render.art.curves import Point
from render.art.plan import KIND_ART, Form
from render.art.regions import regions_of
from render.art.tile import draw_seamless_tile
from render.castle.paint import CastleBoard
from render.layout.scene import scene_of
from render.look.theme import PieceStyle
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.pieces.figures import FigureShape, figure_image
from tests.fixtures.cases import slow_but
from tests.render.games import played, words_of
from tests.render.more_art import with_art

GIANT = Figure("giant", FOLLOWER.roles, strength=2, prefix="giant")
SPY = Figure("spy", FOLLOWER.roles, prefix="spy")
MILL, TOLL = Modifier("mill", each_counts), Modifier("toll", each_counts)

TILES = parse_tile_set(
    """
plain 1  city N | road E W | field SSE SSW S > 0 | field ENE WNW > 0
mills 1  city N mill toll | road E W mill toll | field SSE SSW S > 0 | field ENE WNW mill > 0
""",
    {"mill": MILL, "toll": TOLL},
).tiles
RED = PieceStyle(0, Colour.RED)
SQUARE = FigureShape(((0, 0.35), (0.4, 0.35), (0.4, 1.0), (0, 1.0)))


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


def seated(seats: int, turns: int, edition: str = "classic") -> State:
    """A game with more players than its edition allows."""
    rules = replace(find_ruleset(edition), players=range(2, seats + 1))
    return played(new_game(rules, seats), turns, Phase.PLACE)


def test_a_figure_without_a_row_looks_like_a_follower_and_a_strong_one_is_taller() -> None:
    follower, spy, giant = (figure_image(RED, 40, one) for one in (FOLLOWER, SPY, GIANT))
    assert ImageChops.difference(follower, spy).getbbox() is None
    assert giant.height > 1.1 * follower.height


def test_a_figure_gets_a_shape_by_one_row() -> None:
    before = figure_image(RED, 40, SPY)
    with with_art(figures={SPY.name: SQUARE}):
        assert ImageChops.difference(before, figure_image(RED, 40, SPY)).getbbox()
    assert ImageChops.difference(before, figure_image(RED, 40, SPY)).getbbox() is None


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_modifiers_have_places_of_their_own(rotation: Rotation) -> None:
    turned = TILES["mills"].turned[rotation]
    regions = regions_of(turned)
    assert set(regions.modifier_points) == {0, 1, 3}
    points = [point for points in regions.modifier_points.values() for point in points]
    assert len(points) == len(set(points)) == 5
    for number, places in regions.modifier_points.items():
        assert all(regions.at(point) == number for point in places)


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_modifier_without_a_row_is_a_plate_with_its_initial(rotation: Rotation) -> None:
    turned = TILES["mills"].turned[rotation]
    with with_art(modifiers={"mill": draw_nothing, "toll": draw_nothing}):
        bare = draw_seamless_tile(turned, 192)
    with with_art(modifiers={"mill": draw_nothing}):
        tolls = draw_seamless_tile(turned, 192)
    both = draw_seamless_tile(turned, 192)
    points = regions_of(turned).modifier_points
    for places in points.values():
        assert [is_changed(bare, both, place) for place in places] == [True] * len(places)
    assert [is_changed(bare, tolls, place) for place in points[0]] == [False, True]


def draw_nothing(_canvas: Canvas, _middle: Point) -> None:
    """A painter that draws nothing."""


def is_changed(before: Image.Image, after: Image.Image, point: Point) -> bool:
    x, y = (round(share * before.width) for share in point)
    near = (x - 4, y - 4, x + 4, y + 4)
    return ImageChops.difference(before, after).crop(near).getbbox() is not None


def test_a_modifier_gets_a_picture_by_one_row() -> None:
    turned, drawn = TILES["mills"].turned[0], list[Point]()

    def draw_mill(_: Canvas, middle: Point) -> None:
        drawn.append(middle)

    with with_art(modifiers={"mill": draw_mill}):
        draw_seamless_tile(turned, 64)
    points = regions_of(turned).modifier_points
    assert sorted(drawn) == sorted([points[0][0], points[1][0], points[3][0]])


LOOKS = [Look(theme, size) for theme in THEMES.values() for size in SIZES.values()]


@pytest.mark.parametrize("look", slow_but(3, LOOKS), ids=lambda look: f"{look.theme.name}-{look.size.name}")
@pytest.mark.parametrize("edition", ["classic", "travel"])
def test_six_players_have_room(edition: str, look: Look) -> None:
    state = seated(6, 20, edition)
    scene = scene_of(state, words_of(state), DrawOptions(look=look))
    panel = scene.panel
    assert [card.style.colour for card in panel.all(PlayerCard)] == list(Colour)[:6]
    for card in panel.all(PlayerCard):
        assert panel.x <= card.x <= card.x + card.width <= panel.x + panel.width
        assert panel.y <= card.y <= card.y + card.height <= panel.y + panel.height
        assert not any(overlap(card, other) for other in panel.all(PlayerCard) if other is not card)
    colours = {colour for _, colour in opened(draw(state, words_of(state), look=look)).getcolors(1 << 24) or []}
    assert {colour.rgb for colour in Colour} <= colours


def overlap(one: PlayerCard, other: PlayerCard) -> bool:
    is_beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not is_beside and one.y < other.y + other.height and other.y < one.y + one.height


def test_six_markers_on_one_space_of_the_castles_track_lie_apart() -> None:
    state = seated(6, 0, "castle")
    state.set_extra(CASTLE_STATE, CastleState(hands=((),) * 6, keeps=(Keep(),) * 6))
    extras = scene_of(state, words_of(state), DrawOptions()).board.extras
    assert isinstance(extras, CastleBoard)
    assert len({(marker.x, marker.y) for marker in extras.scene.markers}) == 6


def test_every_kind_that_a_tile_can_have_has_a_form() -> None:
    assert {kind for kind, art in KIND_ART.items() if art.form is Form.NONE} == NO_SEGMENTS
