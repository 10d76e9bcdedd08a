"""Legal placements (the 2000 rulebook, "Placing land tiles")."""

from copy import deepcopy

import pytest

from carcassonne import DrawTile, apply, find_ruleset, format_cell, legal_placements

from .scenario import BASE_EDITIONS, Game


def test_first_tile_lies_on_m13_with_its_city_to_the_north() -> None:
    state = Game().state
    assert [(format_cell(cell), laid.turned.tile.name, laid.turned.rotation) for cell, laid in state.cells.items()] == [
        ("M13", "D", 0)
    ]
    assert state.tiles_left == 71


def test_straight_road_beside_the_start_tile_goes_on_the_three_sides_of_the_example() -> None:
    assert Game().places_for("U") == ["L13 270", "L13 90", "M14 270", "M14 90", "N13 270", "N13 90"]


@pytest.mark.parametrize(
    ("tile", "placements"),
    [
        ("C", ["M12 0", "M12 180", "M12 270", "M12 90"]),
        ("B", ["M14 0", "M14 180", "M14 270", "M14 90"]),
        ("X", ["L13 0", "L13 180", "L13 270", "L13 90", "N13 0", "N13 180", "N13 270", "N13 90"]),
        ("A", ["L13 270", "M14 0", "M14 270", "M14 90", "N13 90"]),
        ("E", ["M12 180", "M14 180", "M14 270", "M14 90"]),
        ("T", ["L13 270", "M12 180", "M12 270", "M12 90", "N13 90"]),
    ],
)
def test_every_rotation_counts_where_all_sides_match(tile: str, placements: list[str]) -> None:
    assert Game().places_for(tile) == sorted(placements)


def test_copy_with_rules_of_its_own_knows_where_tiles_fit() -> None:
    """A process to which a state is sent may never have seen what its cells require."""
    state = deepcopy(Game().state)
    drawn = apply(state, DrawTile("U")).state
    assert len(legal_placements(drawn)) == 6


def test_symmetric_rotations_are_listed_each_and_are_legal_each() -> None:
    for rotation in (90, 270):
        game = Game()
        game.turn(f"U M14 {rotation} -")
        assert game.state.turn == 1


def test_corner_to_corner_is_not_beside() -> None:
    assert Game().refusal("U N14 90")["reason"] == "not-adjacent"


def test_all_sides_must_match_not_only_one() -> None:
    game = Game()
    game.play("""
        1 U N13 90 -
        2 B M14 0 -
    """)
    for rotation, side in ((90, "N"), (180, "N"), (0, "W")):
        assert game.refusal(f"V N14 {rotation}")["side"] == side
    game.turn("V N14 270 -")


def test_tile_in_a_hole_must_match_four_neighbours() -> None:
    game = Game()
    game.play("""
        1 V L13 270 -
        2 V N13 0 -
        1 V L14 180 -
        2 V N14 90 -
        1 B L15 0 -
        2 E M15 0 -
    """)
    wrong = {rotation: game.refusal(f"D M14 {rotation}") for rotation in (0, 90, 270)}
    assert {(refusal["reason"], refusal["side"]) for refusal in wrong.values()} == {("edge-mismatch", "N")}
    assert game.refusal("E M14 180")["side"] == "E"
    assert game.refusal("U M14 90")["side"] == "S"
    game.turn("D M14 180 -")


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_seventy_two_tiles_and_ten_pennants(edition: str) -> None:
    rules = find_ruleset(edition)
    laid = [tile for _, tile, _ in rules.start]
    counts = [(rules.tiles[name], copies) for bag in rules.bags for name, copies in bag.items()]
    counts += [(rules.tiles[name], 1) for name in laid]
    assert sum(copies for _, copies in counts) == 72
    segments = [(segment, copies) for tile, copies in counts for segment in tile.segments]
    assert sum(len(segment.modifiers) * copies for segment, copies in segments) == 10
    kinds = {kind: sum(copies for segment, copies in segments if segment.kind == kind) for kind in _TOTALS}
    assert kinds == _TOTALS


_TOTALS = {"city": 49, "road": 62, "field": 126, "monastery": 6, "garden": 0, "river": 0}


def test_bag_counts_down_and_a_tile_is_drawn_no_more_often_than_there_are_copies() -> None:
    game = Game()
    assert game.state.tiles_left == 71
    game.draw("C")
    assert game.state.tiles_left == 71  # the one in hand is still to be laid
    game = Game()
    game.turn("C M12 0 -")
    assert game.state.tiles_left == 70
    assert game.refusal("C M11 0")["reason"] == "not-in-bag"
