"""Games of 130 tiles with six players: letters can be read, tiles recognised, and the files stay small."""

import random
from functools import lru_cache

import pytest

from carcassonne import (
    DeployNobody,
    DrawTile,
    Phase,
    PlaceTile,
    State,
    column_row,
    drawable,
    find_ruleset,
    legal_placements,
    new_game,
    step,
)
from render import SIZES, THEMES, Look, View, draw
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, LARGE, LEAST_LETTERS, PHONE, SMALL, USUAL
from render.look.theme import EVENING
from render.look.views import PART, DrawOptions, whole_area
from render.panel.player_card import PlayerCard
from render.panel.sheet import TEXT_HEIGHT
from render.panel.small_map import PlacedMap
from tests.fixtures.cases import slow_but
from tests.render.games import game, words_of

ALL = "river abbot inns traders"
MOST_BYTES = 320 << 10
LEAST_TILE = 14
LEAST_ON_PHONE = 12
ROUNDING = 0.1


@lru_cache
def played_closely(turns: int) -> State:
    """A board as people lay it."""
    return game(turns, Phase.PLACE, edition="new-edition", options=ALL, seats=6)


@lru_cache
def spread_out(options: str, turns: int, seats: int, east: int = 1) -> State:
    """A board as long and as wide as it can be; only as high as it can be where ``east`` is 0."""
    state, dice = new_game(find_ruleset("new-edition", options.split()), seats), random.Random(1)
    while (state.turn, state.phase) != (turns, Phase.PLACE):
        if state.phase is Phase.DRAW:
            step(state, DrawTile(dice.choice(drawable(state))))
        elif state.phase is Phase.PLACE:
            places = sorted(legal_placements(state))
            step(state, PlaceTile(*max(places, key=lambda one: (_distance(one[0], east), dice.random()))))
        else:
            step(state, DeployNobody())
    return state


def _distance(position: int, east: int) -> int:
    column, row = column_row(position)
    return max(east * abs(column - 12), abs(row - 12))


def scene(state: State, look: Look, **options: View | int) -> Scene:
    return scene_of(state, words_of(state), DrawOptions(look=look, **options))  # type: ignore[arg-type]


@pytest.mark.parametrize("turns", [30, 90, 122])
@pytest.mark.parametrize("size", [USUAL, SMALL], ids=lambda size: size.name)
def test_in_a_chat_the_letters_can_be_read_and_the_tiles_recognised(turns: int, size: object) -> None:
    found = scene(played_closely(turns), Look(EVENING, size))  # type: ignore[arg-type]
    share = CHAT.share(found.width, found.height)
    assert found.scale * TEXT_HEIGHT * share > LEAST_LETTERS - ROUNDING
    assert found.board.tile * share > LEAST_TILE
    assert len(found.panel.all(PlayerCard)) == 6
    assert not found.panel.all(PlacedMap), "the whole board is shown"
    if size is USUAL:
        phone = PHONE.share(found.width, found.height)
        assert found.scale * TEXT_HEIGHT * phone > LEAST_LETTERS - ROUNDING
        assert found.board.tile * phone > LEAST_ON_PHONE


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("size", slow_but(3, SIZES.values()), ids=SIZES)
def test_the_file_of_a_late_picture_is_small(theme: object, size: object) -> None:
    state, look = played_closely(122), Look(theme, size)  # type: ignore[arg-type]
    assert len(draw(state, words_of(state), look=look).png) <= MOST_BYTES


@pytest.mark.parametrize("size", [USUAL, SMALL], ids=lambda size: size.name)
def test_of_a_board_too_large_to_read_the_part_round_the_last_move_is_shown_with_a_map(size: object) -> None:
    state = spread_out(ALL, 100, 6)
    found = scene(state, Look(EVENING, size))  # type: ignore[arg-type]
    share = CHAT.share(found.width, found.height)
    assert found.scale * TEXT_HEIGHT * share > LEAST_LETTERS - ROUNDING
    assert found.board.tile * share > LEAST_TILE
    (placed,) = found.panel.all(PlacedMap)
    whole = placed.map.whole
    assert whole == whole_area(state)
    assert placed.map.shown.columns == min(PART, whole.columns)
    assert placed.map.shown.rows == min(PART, whole.rows)
    assert len(placed.map.tiles) == len(state.cells)
    assert state.last is not None
    assert placed.map.shown.has(state.last)
    assert state.last in {item.position for item in found.board.tiles}
    assert {position for position, _ in legal_placements(state)} == set(placed.map.slots)
    assert len(found.panel.all(PlayerCard)) == 6
    assert len(draw(state, words_of(state), look=Look(EVENING, size)).png) <= MOST_BYTES  # type: ignore[arg-type]


def test_a_view_and_what_was_asked_for_are_shown_whole() -> None:
    state, look = spread_out(ALL, 100, 6), Look(EVENING, USUAL)
    assert not scene(state, look, view=View.CLAIMS).panel.all(PlacedMap)
    assert not scene(state, look, zoom=1).panel.all(PlacedMap)


def test_a_game_without_these_expansions_is_shown_whole_as_ever() -> None:
    state = spread_out("river abbot", 70, 5)
    assert not scene(state, Look(EVENING, USUAL)).panel.all(PlacedMap)


def test_a_tall_picture_has_the_map_too_if_it_must() -> None:
    state = spread_out(ALL, 110, 6)
    found = scene(state, Look(EVENING, LARGE))
    for placed in found.panel.all(PlacedMap):
        assert placed.y + placed.height <= found.panel.y + found.panel.height
    assert len(found.panel.all(PlayerCard)) == 6


def test_the_part_has_as_many_rows_as_there_is_room_for_beside_the_panel() -> None:
    state = spread_out(ALL, 100, 6, east=0)
    found = scene(state, Look(EVENING, USUAL))
    (placed,) = found.panel.all(PlacedMap)
    shown = placed.map.shown
    assert PART == shown.columns < shown.rows < placed.map.whole.rows
    assert found.height - found.board.height < found.board.tile
    assert found.board.tile * CHAT.share(found.width, found.height) > LEAST_TILE
    assert state.last is not None
    assert shown.has(state.last)
