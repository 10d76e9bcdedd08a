"""Tests of the judge of The Castle: the rulebook's examples, and small cases worked out by hand."""

from collections import Counter

from tests.judge.castle import Castle, Points
from tests.judge.castle_board import cell_of, empty_areas, legal
from tests.judge.castle_tiles import CELLS, START_SPACES, TOWERS, bag, segments, sides


def played(*turns: str, game: Castle | None = None) -> tuple[Castle, list[Points]]:
    """Play turns such as ``S03 C1 0 herald N``, with a 9 on every tower; return the scores of the last turn."""
    game, rows = game or Castle(wall=dict.fromkeys([first for first, _ in TOWERS], 9)), list[Points]()
    for turn in turns:
        tile, cell, rotation, *follower = turn.split()
        game.draw(tile)
        game.lay(tile, cell_of(cell), int(rotation), " ".join(follower) or "-")
        rows = list(game.score(next(game.orders())).rows)
        game.end_turn()
    return game, rows


def test_tiles_add_up() -> None:
    tiles = list(bag().elements())
    shown = Counter(side for tile in tiles for side in sides(tile, 0))
    assert (len(tiles), len(CELLS), len(START_SPACES), len(TOWERS)) == (60, 76, 7, 13)
    assert shown == {"path": 85, "house": 56, "court": 57, "tower": 42}
    parts = [segment for tile in tiles for segment in segments(tile, 0)]
    assert sum(segment.markets for segment in parts) == 15
    assert sum(segment.fountain for segment in parts) == 6


def test_every_half_side_of_a_court_or_beside_a_path_belongs_to_a_court() -> None:
    for tile in bag():
        halves = [edge for segment in segments(tile, 0) if segment.kind == "court" for edge in segment.edges]
        green = [side for side, kind in enumerate(sides(tile, 0)) if kind in ("court", "path")]
        assert sorted(halves) == sorted(2 * side + half for side in green for half in (0, 1))


def test_path_with_fountain_and_start_space_scores_8() -> None:
    assert played("S03 C1 0 herald N", "S01 C2 0", "D03 C3 0")[1] == [Points(1, 8, "path")]


def test_tower_of_four_tiles_scores_8() -> None:
    assert played("N14 I1 90 knight E", "N10 J1 0", "N04 H1 90", "N11 H2 180")[1] == [Points(1, 8, "tower")]


def test_house_of_one_tile_scores_1() -> None:
    game, rows = played("N18 I1 0", "N17 J1 0 squire N")
    assert (rows, game.keeps) == ([Points(2, 1, "house")], {1: 0, 2: 1})


def test_neighbours_are_completed_by_unlike_sides() -> None:
    game, rows = played("N02 I1 0 knight S", "N18 H1 0", "N16 I2 90")
    assert (rows, game.supply(1)) == ([Points(1, 2, "tower")], 6)


def test_tie_scores_nobody_and_gives_the_followers_back() -> None:
    game, rows = played("N14 E8 0 knight N", "N12 D8 180 knight N", "N03 D7 90", "N04 E7 180")
    assert (rows, game.supply(1), game.supply(2)) == ([], 6, 6)


def test_exact_landing_takes_the_wall_tile() -> None:
    for before, hand in ((29, []), (30, [(9, 1)]), (31, [(9, 1)]), (32, []), (130, [(9, 1)])):
        game = Castle(wall=dict.fromkeys([first for first, _ in TOWERS], 9), scores={1: before, 2: 0})
        assert played("D02 C1 0 herald N", game=game)[0].hands[1] == hand


def test_final_scoring() -> None:
    game, _ = played("N18 H9 0 merchant NNE", "N10 H8 0", "N09 H7 0", "N12 H6 90")
    assert game.final() == [Points(1, 15, "court")]
    game.hands, game.keeps = {1: [(7, 1), (8, 1)], 2: [(9, 1)]}, {1: 3, 2: 4}
    assert game.final() == [Points(1, 72, "keep"), Points(1, 20, "court"), Points(2, 5, "wall")]
    assert empty_areas(game.board) == [72]


def test_first_placements() -> None:
    assert {cell for cell, _ in legal({}, "N18")} == {"I1", "J4", "A4", "E8", "H9"}
    assert {cell for cell, _ in legal({}, "X02")} == {"C1", "J7"}
