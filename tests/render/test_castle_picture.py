"""Pictures of The Castle: the wall, its track, what stands on it, the floor inside, and the players' hands."""

import io
import math
from itertools import combinations, pairwise
from math import hypot
from typing import cast

import pytest
from PIL import Image, ImageDraw, ImageFont

from carcassonne import (
    FOLLOWER,
    Phase,
    Rgb,
    Role,
    SegmentRef,
    State,
    Terrain,
    column_row,
    find_ruleset,
    format_cell,
    legal_placements,
)
from carcassonne.castle import CASTLE_STATE, CastleState, Keep, castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import CORNER_TOWERS, SPACES, TRACK, start_spaces
from carcassonne.geometry import ROTATIONS, STEPS, opposite
from render import ZOOMS, View, Words, draw, draw_laid_tile, parse_area
from render.art.plan import plan_of
from render.art.regions import regions_of
from render.board.board import Board
from render.board.ground import PlainGround
from render.castle.paint import CastleBoard, write_numbers
from render.castle.pieces import WallTileRow
from render.castle.scene import CastleScene, marker_height
from render.castle.track import DEPTH, castle_wall
from render.castle.wall_painter import TOWER_RADIUS
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, COMPACT, LARGE, LEAST_LETTERS, PHONE, SMALL, USUAL, Look, Size
from render.look.theme import EVENING
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.panel.sheet import Box
from render.panel.text_boxes import Text
from render.pieces.figures import letters_share, lies_on
from tests.fixtures.cases import slow_but
from tests.render.games import game, words_of

FITTING = USUAL.formats["table"].max_size


def castle_game(turns: int, phase: Phase = Phase.PLACE, seed: int = 1) -> State:
    return game(turns, phase, edition="castle", seed=seed)


def scene(state: State, options: DrawOptions | None = None) -> Scene:
    return scene_of(state, words_of(state), options or DrawOptions())


def castle_on(board: Board) -> CastleScene:
    assert isinstance(board.extras, CastleBoard)
    return board.extras.scene


def is_within(point: tuple[float, float]) -> bool:
    return any(
        column <= point[0] <= column + 1 and row <= point[1] <= row + 1 for column, row in map(column_row, SPACES)
    )


def test_the_track_runs_round_the_outside_without_a_gap() -> None:
    spaces = [castle_wall().space(number) for number in range(TRACK)]
    assert len(set(spaces)) == TRACK
    assert not any(map(is_within, spaces))
    assert all(0.1 < math.dist(one, other) < 0.9 for one, other in pairwise([*spaces, spaces[0]]))


def test_the_track_runs_clockwise_from_the_north_west_corner() -> None:
    spaces = [castle_wall().space(number) for number in range(TRACK)]
    assert math.dist(spaces[0], (0, 0)) < DEPTH
    assert spaces[5][1] < 0
    assert spaces[5][0] < spaces[6][0] < spaces[30][0] < spaces[40][0]
    area = sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairwise([*spaces, spaces[0]]))
    assert area > 0, "clockwise, as y grows southward"


def test_every_bend_has_its_tower() -> None:
    wall = castle_wall()
    assert [tower.number for tower in wall.towers] == [0, *CORNER_TOWERS]
    assert len(wall.outline) == len(wall.towers)
    for tower, bend in zip(wall.towers, wall.outline, strict=True):
        assert math.dist(tower.middle, bend) < 1.35 * DEPTH
    assert sorted(number for one in wall.stretches for number in one.numbers) == sorted(
        set(range(TRACK)) - {space for tower in wall.towers for space in (tower.number, tower.number + 1)}
    )


@pytest.mark.parametrize("turns", [0, 1, 20, 45])
def test_the_whole_castle_is_shown_from_the_start_and_never_moves(turns: int) -> None:
    one = scene(castle_game(turns))
    first = scene(castle_game(0))
    assert (one.width, one.height, one.board.tile) == (first.width, first.height, first.board.tile)
    assert castle_on(one.board).corner == castle_on(first.board).corner
    assert one.width <= FITTING[0]
    assert one.height <= FITTING[1]
    assert {label.text for label in one.board.labels} == {*"ABCDEFGHIJ", *"123456789"}


def test_labels_name_the_cells_and_stand_outside_the_wall() -> None:
    one = scene(castle_game(30))
    board = one.board
    left, top, right, bottom = castle_on(board).clip
    for item in board.tiles:
        column = {label.text for label in board.labels if 0 < label.x - item.x < board.tile}
        row = {label.text for label in board.labels if 0 < label.y - item.y < board.tile}
        assert column.pop() + row.pop() == format_cell(item.position)
    assert all(not (left < label.x < right and top < label.y < bottom) for label in board.labels)
    assert all(0 < label.x < board.width and 0 < label.y < one.height for label in board.labels)


def test_the_floor_names_every_empty_space_and_knows_the_largest_area() -> None:
    state = castle_game(40)
    floor = castle_on(scene(state).board).floor
    assert {space.name for space in floor} == {format_cell(cell) for cell in SPACES - state.cells.keys()}
    largest = {space.name for space in floor if space.is_largest}
    assert largest == {format_cell(cell) for cell in largest_empty_area(state)}


class Pen:
    """It writes down what is written."""

    def __init__(self) -> None:
        self.texts: dict[str, tuple[int, Box]] = {}

    def text(
        self, at: tuple[float, float], text: str, _: Rgb, letters: ImageFont.FreeTypeFont, anchor: str, **__: object
    ) -> None:
        left, top, right, bottom = letters.getbbox(text, anchor=anchor)
        self.texts[text] = (round(letters.size), (at[0] + left, at[1] + top, at[0] + right, at[1] + bottom))


@pytest.mark.parametrize("size", [USUAL, LARGE], ids=lambda size: size.name)
def test_every_fifth_space_or_one_near_it_has_a_number_that_can_be_read(size: Size) -> None:
    one = scene(castle_game(40), DrawOptions(look=Look(EVENING, size)))
    tile, pen = one.board.tile, Pen()
    share = (PHONE if size is LARGE else CHAT).share(one.width, one.height)
    write_numbers(cast("ImageDraw.ImageDraw", pen), (0, 0), tile, one.board.least_letters)
    straight = {number for stretch in castle_wall().stretches for number in stretch.numbers}
    assert {int(text) for text in pen.texts} <= straight, "no number is on a tower"
    assert {number for number in range(0, TRACK, 5) if {number - 1, number, number + 1} <= straight} <= set(
        map(int, pen.texts)
    )
    assert len(pen.texts) >= 15
    assert min(letters for letters, _ in pen.texts.values()) * share > LEAST_LETTERS - 0.1
    for text, (_, (left, top, right, bottom)) in pen.texts.items():
        x, y = castle_wall().space(int(text))
        assert max(abs((left + right) / 2 - x * tile), abs((top + bottom) / 2 - y * tile)) < 0.25 * tile
    for (_, a), (_, b) in combinations(pen.texts.values(), 2):
        assert a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


@pytest.mark.parametrize("size", [USUAL, LARGE, SMALL, COMPACT], ids=lambda size: size.name)
def test_no_number_of_the_track_is_on_a_tower(size: Size) -> None:
    board = scene(castle_game(40), DrawOptions(look=Look(EVENING, size))).board
    tile, pen = board.tile, Pen()
    write_numbers(cast("ImageDraw.ImageDraw", pen), (0, 0), tile, board.least_letters)
    for tower in castle_wall().towers:
        x, y = (length * tile for length in tower.middle)
        for text, (_, (left, top, right, bottom)) in pen.texts.items():
            across, down = max(0, left - x, x - right), max(0, top - y, y - bottom)
            assert hypot(across, down) > TOWER_RADIUS * tile - 1, (tower.number, text)


def test_the_panel_is_short_and_its_lines_begin_with_capital_letters() -> None:
    """At most four lines, the tiles left among them."""
    for size in (USUAL, LARGE, SMALL):
        state = castle_game(0)
        for turned in (tile.turned[0] for tile in state.ruleset.tiles.values()):
            state.tile = turned.tile
            texts = scene(state, DrawOptions(look=Look(EVENING, size))).panel.all(Text)
            assert len(texts) <= 4, [text.text for text in texts]
            assert texts[1].text[:1].isupper()
            assert texts[-1].text.startswith("Empty area: ")


@pytest.mark.parametrize("size", [USUAL, LARGE], ids=lambda size: size.name)
def test_the_numbers_of_markers_can_be_read_in_a_chat(size: Size) -> None:
    one = scene(castle_game(40), DrawOptions(look=Look(EVENING, size)))
    tall = marker_height(one.board.tile)
    number = letters_share(tall, one.board.least_letters) * tall
    assert number * (PHONE if size is LARGE else CHAT).share(one.width, one.height) > LEAST_LETTERS - 0.1


def test_legal_cells_are_named() -> None:
    state = castle_game(12)
    slots = {slot.name for slot in scene(state).board.slots}
    assert slots == {format_cell(cell) for cell, _ in legal_placements(state)}


def test_start_spaces_belong_to_the_wall_and_are_no_tiles() -> None:
    board = scene(castle_game(8)).board
    assert len(board.tiles) == 8
    assert not {item.position for item in board.tiles} & {cell for cell, _, _ in start_spaces()}


def test_a_marker_stands_on_its_space_and_lies_past_the_last() -> None:
    state = castle_game(5)
    state.scores[:] = [7, 133]
    board = scene(state).board
    castle = castle_on(board)
    for marker, space in zip(castle.markers, (7, 33), strict=True):
        x, y = castle_wall().space(space)
        assert abs(marker.x - castle.corner[0] - x * board.tile) <= 1
        assert abs(marker.y - castle.corner[1] - y * board.tile) <= 1
    assert [marker.is_lying for marker in castle.markers] == [False, True]


def test_markers_on_one_space_stand_side_by_side() -> None:
    one, other = castle_on(scene(castle_game(0)).board).markers
    assert one.y == other.y
    assert one.x < other.x


def test_towers_lose_their_wall_tiles() -> None:
    state = castle_game(20)
    state.set_extra(CASTLE_STATE, CastleState(towers=frozenset(CORNER_TOWERS) - {12, 52}))
    assert castle_on(scene(state).board).towers == frozenset(CORNER_TOWERS) - {12, 52}
    assert not castle_on(scene(castle_game(99, Phase.OVER)).board).towers


def house_of(state: State) -> SegmentRef:
    return next(
        SegmentRef(cell, number)
        for cell, laid in state.cells.items()
        if cell in SPACES
        for number, segment in enumerate(laid.turned.segments)
        if segment.kind == "house"
    )


def test_keeps_and_hands_are_on_the_picture() -> None:
    state = castle_game(20)
    place = house_of(state)
    state.set_extra(CASTLE_STATE, CastleState(hands=((), (2, 7, 7)), keeps=(Keep(), Keep(place, 4))))
    one = scene(state)
    (mark,) = castle_on(one.board).keeps
    (tile,) = [item for item in one.board.tiles if item.position == place.position]
    assert mark.style.seat == 1
    assert 0 < mark.x - tile.x < one.board.tile
    assert 0 < mark.y - tile.y < one.board.tile
    rows = [row for card in one.panel.all(PlayerCard) for row in card.rows]
    assert rows == [WallTileRow((), 0, "keep"), WallTileRow((2, 7, 7), 4, "keep")]


def test_the_size_of_the_largest_empty_area_is_written() -> None:
    state = castle_game(50)
    words = words_of(state)
    bare = Words(words.names, words.colours, words.colour_names, words.roles, words.tiles_left, words.over)
    size = str(len(largest_empty_area(state)))
    assert scene(state).panel.all(Text)[-1].text == f"{words.terms['empty_area']} {size}"
    assert scene_of(state, bare, DrawOptions()).panel.all(Text)[-1].text == size


@pytest.mark.parametrize("seed", range(3))
def test_a_seam_is_drawn_wherever_a_house_or_tower_ends_at_a_border(seed: int) -> None:
    state = castle_game(60, Phase.DRAW, seed)
    expected = 0
    for cell, laid in state.cells.items():
        for side in (1, 2):
            beyond = state.cells.get(cell + STEPS[side])
            if beyond and {cell, cell + STEPS[side]} <= SPACES:
                meeting = {laid.turned.terrain[side], beyond.turned.terrain[opposite(side)]}
                expected += len(meeting) == 2 and bool(meeting & {Terrain.HOUSE, Terrain.TOWER})
    assert expected
    assert len(castle_on(scene(state).board).seams) == expected


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_zoom_level_stays_within_the_castle(zoom: int) -> None:
    state = castle_game(30, Phase.DRAW)
    board = scene(state, DrawOptions(zoom=zoom)).board
    assert {label.text for label in board.labels} <= {*"ABCDEFGHIJ", *"123456789"}
    assert len({label.text for label in board.labels if label.text.isalpha()}) == min(10, ZOOMS[zoom])
    assert state.last in {item.position for item in board.tiles}


def test_an_area_shows_nothing_beyond_it() -> None:
    state = castle_game(40)
    board = scene(state, DrawOptions(area=parse_area("C3:E5"))).board
    castle = castle_on(board)
    cells = {f"{column}{row}" for column in "CDE" for row in "345"}
    assert {space.name for space in castle.floor} | {format_cell(item.position) for item in board.tiles} == cells
    left, top, right, bottom = castle.clip
    assert (right - left, bottom - top) == (3 * board.tile, 3 * board.tile)


def test_other_games_have_no_castle() -> None:
    state = game(10, Phase.PLACE)
    one = scene(state)
    assert isinstance(one.board.extras, PlainGround)
    assert all(card.rows == () for card in one.panel.all(PlayerCard))


def test_only_the_merchant_lies() -> None:
    lying = {role for kind, role in FOLLOWER.roles.items() if lies_on(kind)}
    assert lying & {Role.HERALD, Role.KNIGHT, Role.SQUIRE, Role.MERCHANT} == {Role.MERCHANT}


TILES = find_ruleset("castle").tiles


@pytest.mark.parametrize("name", TILES)
def test_emblems_are_drawn_on_their_own_segment(name: str) -> None:
    for rotation in ROTATIONS:
        turned = TILES[name].turned[rotation]
        regions = regions_of(turned)
        with_emblem = {number for number, segment in enumerate(turned.segments) if segment.modifiers}
        assert set(regions.modifier_points) == with_emblem
        assert all(regions.at(point) == number for number, (point,) in regions.modifier_points.items())


def test_a_square_cuts_paths_and_a_fork_does_not() -> None:
    assert plan_of(TILES["J01"].turned[0]).crossing
    assert not plan_of(TILES["J05"].turned[0]).crossing
    assert len(plan_of(TILES["J05"].turned[0]).roads) == 3


def test_houses_and_towers_in_opposite_corners_share_one_wall() -> None:
    labels = regions_of(TILES["N02"].turned[0]).labels
    assert set(labels) == {0, 1}
    assert 0.4 < labels.count(0) / len(labels) < 0.6


@pytest.mark.parametrize("view", slow_but(2, View))
def test_every_view_is_drawn(view: View) -> None:
    for turns, phase in ((0, Phase.DRAW), (25, Phase.DEPLOY), (59, Phase.PLACE), (99, Phase.OVER)):
        state = castle_game(turns, phase)
        picture = draw(state, words_of(state), view=view, tile_size=64)
        assert Image.open(io.BytesIO(picture.png)).size == (picture.width, picture.height)


def test_the_tile_just_laid_is_drawn_at_the_wall() -> None:
    state = castle_game(1, Phase.DEPLOY)
    picture = draw_laid_tile(state, words_of(state))
    assert Image.open(io.BytesIO(picture.png)).size == (picture.width, picture.height)


def test_a_state_is_only_read() -> None:
    state = castle_game(40)
    before, kept = state.copy(), castle_state(state)
    draw(state, words_of(state), view=View.SCORE, tile_size=64)
    assert (state.scores, list(state.cells), state.figures) == (before.scores, list(before.cells), before.figures)
    assert castle_state(state) == kept


def test_a_long_hand_of_wall_tiles_makes_room_for_itself() -> None:
    state = castle_game(20)
    short = scene(state).panel.all(PlayerCard)[0].height
    state.set_extra(CASTLE_STATE, CastleState(hands=(tuple(range(1, 10)), ())))
    one, other = scene(state).panel.all(PlayerCard)
    assert one.height > short
    assert one.y + one.height < other.y
    picture = draw(state, words_of(state))
    assert (picture.width, picture.height) <= FITTING
