"""The Castle: the box, and where a tile may lie (rulebook, "Preparation", "Draw and place a castle tile")."""

from collections import Counter

import pytest

from carcassonne import IllegalMoveError, Kind, column_row, find_ruleset, format_cell, new_game
from carcassonne.castle import castle_state
from carcassonne.castle.tiles import CORNER_TOWERS, HOUSE_SET, SPACES, WALL_TILES
from tests.judge.castle_tiles import CELLS, START_SPACES, TABLE, TOWERS, segments

from .castle_scenario import Castle

RULES = find_ruleset("castle")


def cells_for(castle: Castle, tile: str) -> set[str]:
    return {place.split()[0] for place in castle.places_for(tile)}


@pytest.mark.parametrize("seats", [1, 3, 4, 5])
def test_game_for_two(seats: int) -> None:
    with pytest.raises(IllegalMoveError, match="players"):
        new_game(RULES, seats)


def test_sixty_tiles_within_seventy_six_spaces() -> None:
    assert (Castle().state.tiles_left, sum(HOUSE_SET.copies.values()), len(SPACES)) == (60, 60, 76)
    assert {column_row(space) for space in SPACES} == CELLS
    assert min(map(format_cell, SPACES)) == "A1"


def test_tiles_are_those_of_the_judge() -> None:
    assert dict(HOUSE_SET.copies) == {tile: int(line[0]) for tile, line in TABLE.items()}
    for name, tile in HOUSE_SET.tiles.items():
        for rotation, turned in tile.turned.items():
            described = Counter((str(s.kind), s.points, len(s.modifiers)) for s in turned.segments)
            judged = [(s.kind, s.points, s.markets + s.fountain) for s in segments(name, rotation)]
            assert {(kind, frozenset(points), marks) for kind, points, marks in described} == {
                (kind, frozenset(points), marks) for kind, points, marks in judged
            }
            assert {points[0] for _, points, _ in described} == {s.point for s in segments(name, rotation)}


def test_two_of_each_wall_tile_and_one_on_each_corner_tower_but_0_and_1() -> None:
    assert Counter(WALL_TILES) == dict.fromkeys(range(1, 10), 2)
    assert len(CORNER_TOWERS) == 13
    assert [(tower, tower + 1) for tower in CORNER_TOWERS] == list(TOWERS)
    assert castle_state(new_game(RULES, 2)).towers == set(CORNER_TOWERS)


def test_six_followers_each_the_seventh_is_the_scoring_marker() -> None:
    castle = Castle()
    assert (castle.supply, castle.scores, castle.hand(1), castle.keep(1)) == ([6, 6], [0, 0], [], (None, 0))


def test_first_tile_beside_a_start_space() -> None:
    castle = Castle()
    assert cells_for(castle, "N18") == {"I1", "J4", "A4", "E8", "H9"}
    assert cells_for(castle, "X02") == {"C1", "J7"}
    assert cells_for(castle, "S01") == {"C1", "I1", "J4", "J7", "H9", "E8", "A4"}
    assert len(START_SPACES) == 7
    assert castle.refusal("N18 D4 0")["reason"] == "not-adjacent"


def test_further_tile_beside_a_start_space_or_a_tile() -> None:
    castle = Castle()
    castle.turn("N15 I1 0")
    assert cells_for(castle, "N18") == {"J4", "A4", "E8", "H9"} | {"H1", "J1", "I2"}


def test_not_corner_on_corner() -> None:
    castle = Castle()
    castle.turn("N18 I1 0")
    assert castle.refusal("N16 H2 0")["reason"] == "not-adjacent"


def test_not_on_another_tile() -> None:
    castle = Castle()
    castle.turn("N18 I1 0")
    assert castle.refusal("N16 I1 0")["reason"] == "occupied"


@pytest.mark.parametrize("cell", ["F1", "G1", "A6", "C7", "E9", "K4", "A10", "-A4", "H10"])
def test_not_outside_the_wall(cell: str) -> None:
    castle = Castle()
    castle.turn("N16 H9 0")
    assert castle.refusal(f"N18 {cell} 0")["reason"] in {"not-adjacent", "occupied"}


@pytest.mark.parametrize(
    "turn",
    [
        "S01 I2 0",  # a path under a court
        "N18 D1 0",  # a court beside a path
        "N02 D1 0",  # a house and a tower beside a path
        "J05 D1 90",  # a path on three sides and a house towards the path
    ],
)
def test_a_path_must_be_continued(turn: str) -> None:
    castle = Castle()
    castle.turn("N15 I1 0")
    castle.turn("X02 C1 0")
    assert castle.refusal(turn)["reason"] == "edge-mismatch"


def test_a_path_continues_a_path() -> None:
    castle = Castle()
    castle.turn("X02 C1 0")
    assert castle.places_for("D01") == sorted(
        ["B1 90", "C2 0", "D1 270", "J7 90", *(f"{cell} {turn}" for cell in ("I1", "J4", "H9", "E8", "A4")
         for turn in (0, 90, 180, 270) if (cell, turn) not in AGAINST_A_WALL_SPACE)]
    )  # fmt: skip


AGAINST_A_WALL_SPACE = {("I1", 0), ("J4", 90), ("H9", 180), ("E8", 180), ("A4", 270)}
"""Placements at which the path of D01 would run into a start space without a path."""


@pytest.mark.parametrize("cell", ["C1", "J7"])
def test_a_start_space_with_a_path_must_be_continued(cell: str) -> None:
    refusal = Castle().refusal(f"N18 {cell} 0")
    side = "N" if cell == "C1" else "E"
    assert (refusal["reason"], refusal["side"]) == ("edge-mismatch", side)
    assert (refusal["tile_shows"], refusal["neighbour_shows"]) == ("court", "path")


@pytest.mark.parametrize(
    ("turn", "shows"), [("I1 0", "house"), ("J4 90", "tower"), ("H9 180", "court"), ("A4 270", "house")]
)
def test_a_path_may_not_end_at_another_start_space(turn: str, shows: str) -> None:
    assert Castle().refusal(f"D01 {turn}")["neighbour_shows"] == shows


@pytest.mark.parametrize("tile", ["N05 J1 90", "N07 J1 90", "N18 J1 0", "N06 J1 0", "N14 J1 0", "N16 J1 90"])
def test_house_tower_and_court_stand_beside_each_other_in_any_combination(tile: str) -> None:
    for first in ("N06 I1 90", "N08 I1 90", "N18 I1 0", "N07 I1 0"):
        if first.split()[0] != tile.split()[0]:
            castle = Castle()
            castle.turn(first)
            castle.turn(tile)


@pytest.mark.parametrize("tile", ["D01 J1 0", "D01 J1 90", "N05 J1 0", "N07 J1 0", "N18 J1 0"])
def test_anything_may_stand_beside_the_wall(tile: str) -> None:
    castle = Castle()
    castle.turn("N16 I1 0")
    castle.turn(tile)


def test_tile_without_a_place_leaves_the_game_and_the_same_player_draws_again() -> None:
    castle = Castle()
    castle.play("""
        1 D03 C1 0 -
        2 D05 J7 90 -
    """)
    assert castle.draw("X02") == ["x X02"]
    assert (castle.to_move, castle.state.tiles_left) == (1, 57)
    castle.turn("N18 I1 0")
    assert castle.to_move == 2


def test_court_beside_a_path_goes_on_across_the_side() -> None:
    castle = Castle()
    castle.turn("X02 C1 0")
    castle.turn("D01 C2 0")
    west, east = castle.feature("C2", "merchant NNW"), castle.feature("C2", "merchant NNE")
    assert (west.kind, len(west.refs), len(east.refs)) == (Kind.COURT, 2, 2)
    assert castle.feature("C1", "merchant SSW") == west
    assert castle.feature("C1", "merchant SSE") == east


@pytest.mark.parametrize(("cell", "turn"), [("C1", 0), ("J7", 90)])
def test_court_beside_the_path_of_a_start_space_ends_at_the_wall(cell: str, turn: int) -> None:
    """The start space has no court, so the two courts stay separate from each other and from the path."""
    castle = Castle()
    castle.lay(f"D01 {cell} {turn}")
    names = ("NNE", "NNW") if cell == "C1" else ("ENE", "ESE")
    assert [f for f in castle.followers() if f.startswith("merchant")] == [f"merchant {name}" for name in names]
    for name in names:
        court = castle.feature(cell, f"merchant {name}")
        assert (court.kind, len(court.refs)) == (Kind.COURT, 1)
    side = "N" if cell == "C1" else "E"
    assert [place.segment for place in castle.feature(cell, f"herald {side}").refs] == [0, 0]
