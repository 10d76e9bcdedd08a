"""The river of the new edition (its supplementary rules; docs/rules.md)."""

from collections import Counter

import pytest

from carcassonne import (
    DrawTile,
    IllegalMoveError,
    Phase,
    Reason,
    apply,
    drawable,
    find_ruleset,
    format_cell,
    parse_cell,
)

from .scenario import Game, state_text

RIVER = ["rB", "rC", "rD", "rE", "rF", "rG", "rH", "rI", "rJ", "rK"]

ROUND_THE_SPRING = """
    1 rG M14 0 -
    2 rD L14 90 -
    1 rJ K14 270 -
    2 rF K13 0 -
    1 rE K12 270 -
    2 rK L12 90 -
"""
"""The river flows round to M12. South of it lies the spring's field."""

INTO_A_ROAD = """
    1 rK M14 0 -
    2 rD M15 0 -
    1 rI M16 180 -
    2 rF L16 90 -
    1 rJ K16 270 -
    2 rC K15 90 -
    1 rE K14 270 -
"""
"""The river ends towards L14, which needs a road to the east because of the bridge on M14. No river tile left fits."""


def river_game(options: str = "river") -> Game:
    return Game("new-edition", options=options)


@pytest.mark.parametrize(("options", "left", "start_tiles"), [("river", 82, 3), ("river start-tile", 83, 4)])
def test_spring_instead_of_the_start_tile(options: str, left: int, start_tiles: int) -> None:
    game = river_game(options)
    assert [(format_cell(p), laid.turned.tile.name, laid.turned.rotation) for p, laid in game.state.cells.items()] == [
        ("M13", "rA", 0)
    ]
    assert game.state.tiles_left == left
    for tile in (*RIVER, "rL"):
        game.skip(tile)
    assert drawable(game.state).count("D") == start_tiles
    assert game.state.tiles_left == left - 11 == len(drawable(game.state))


@pytest.mark.parametrize(("options", "gardens"), [(["river"], 0), (["river", "abbot"], 1)])
def test_totals_of_the_twelve_tiles(options: list[str], gardens: int) -> None:
    rules = find_ruleset("new-edition", options)
    tiles = [rules.tiles[name] for bag in rules.bags for name in bag if name.startswith("r")]
    tiles += [rules.tiles[name] for _, name, _ in rules.start]
    assert len(tiles) == 12
    kinds = Counter(str(segment.kind) for tile in tiles for segment in tile.segments)
    assert kinds == Counter(city=4, road=4, field=28, monastery=1, river=12, garden=gardens)
    assert sum(len(segment.modifiers) for tile in tiles for segment in tile.segments) == 0


def test_ten_tiles_then_the_lake_then_the_others() -> None:
    game = river_game()
    for tile in RIVER:
        assert "rL" not in drawable(game.state)
        for early in ("rL", "U", "D"):
            with pytest.raises(IllegalMoveError) as refused:
                apply(game.state, DrawTile(early))
            assert (refused.value.reason, refused.value.data) == (Reason.TILE_ORDER, {"tile": early})
        game.skip(tile)
    assert drawable(game.state) == ["rL"]
    assert game.refusal("U M14 90")["reason"] == "tile-order"
    game.turn("rL M14 0 -")
    assert "U" in drawable(game.state)
    assert game.refusal("rL M14 0")["reason"] == "not-in-bag"
    assert game.refusal("rA M14 0")["reason"] == "not-in-bag"


def test_river_flows_south_from_the_spring() -> None:
    game = river_game()
    assert game.places_for("rD") == ["M14 0", "M14 180"]
    assert game.places_for("rG") == ["M14 0", "M14 90"]


@pytest.mark.parametrize("turn", ["rD L13 90", "rD M12 0", "rG N13 0"])
def test_river_tile_beside_but_not_at_the_end(turn: str) -> None:
    refusal = river_game().refusal(turn)
    assert (refusal["reason"], refusal["cell"]) == ("river-end", parse_cell(turn.split()[1]))


@pytest.mark.parametrize("turn", ["rD M14 90", "rG M14 180", "rK M14 270"])
def test_river_tile_at_the_end_that_does_not_carry_on(turn: str) -> None:
    refusal = river_game().refusal(turn)
    assert (refusal["reason"], refusal["side"], refusal["neighbour_shows"]) == ("river-end", "N", "river")


@pytest.mark.parametrize(("cell", "reason"), [("M13", "occupied"), ("A1", "not-adjacent"), ("N14", "not-adjacent")])
def test_river_tile_elsewhere(cell: str, reason: str) -> None:
    assert river_game().refusal(f"rD {cell} 0")["reason"] == reason


@pytest.mark.parametrize(
    ("first", "second", "turning_back"),
    [
        ("rG M14 0", "rE L14 270", "rE L14 180"),  # to the west: on to the south, not to the north
        ("rG M14 90", "rE N14 0", "rE N14 90"),  # to the east: on to the south, not to the north
    ],
)
def test_two_bends_on_consecutive_tiles_do_not_turn_the_same_way(first: str, second: str, turning_back: str) -> None:
    game = river_game()
    game.turn(first + " -")
    refusal = game.refusal(turning_back)
    assert (refusal["reason"], refusal["side"]) == ("river-u-turn", "N")
    assert [f"rE {place}" for place in game.places_for("rE")] == [second]
    game.turn(second + " -")


def test_a_straight_tile_between_two_bends_lets_them_turn_the_same_way() -> None:
    game = river_game()
    game.turn("rG M14 0 -")
    game.turn("rD L14 90 -")
    assert game.places_for("rE") == ["K14 180", "K14 270"]


def test_all_other_sides_match_as_usual() -> None:
    game = river_game()
    game.play(ROUND_THE_SPRING)
    assert game.refusal("rH M12 0")["reason"] == "edge-mismatch"
    assert game.refusal("rH M12 0")["side"] == "S"
    assert game.places_for("rH") == ["M12 180"]


def test_river_tile_that_fits_nowhere_leaves_the_game() -> None:
    game = river_game()
    game.play(ROUND_THE_SPRING)
    game.play("""
        x rI
        x rC
        x rB
        1 rH M12 180 monk
        2 rL N12 270 -
    """)
    assert game.places_for("U") != []
    assert state_text(game.replayed()) == state_text(game.state)


def test_river_that_cannot_end_does_not_stop_the_game() -> None:
    game = river_game()
    game.play(INTO_A_ROAD)
    assert game.play("""
        x rB
        x rG
        x rH
        x rL
    """) == ["x rL"]
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW)
    refusal = game.refusal("A L14 270")
    assert (refusal["reason"], refusal["side"], refusal["neighbour_shows"]) == ("edge-mismatch", "W", "river")
    game.turn("U N14 90 thief W")
    assert "road 2 to 2" in game.end()
    assert state_text(game.replayed()) == state_text(game.state)


def test_river_that_lost_its_lake_by_a_skip_stays_open() -> None:
    game = river_game()
    for tile in (*RIVER, "rL"):
        game.skip(tile)
    assert all(not text.startswith("M14") for tile in set(drawable(game.state)) for text in game.places_for(tile))


@pytest.mark.parametrize(
    ("turn", "options"),
    [
        ("rD M14 0", ["farmer NNE", "farmer SSW"]),
        ("rK M14 0", ["farmer ESE", "farmer NNE", "farmer SSW", "farmer WNW", "thief E"]),
        ("rB M14 90", ["farmer NNE", "farmer SSE", "farmer SSW", "farmer WNW", "knight E", "thief W"]),
        ("rH M14 270", ["farmer ESE", "farmer NNE", "farmer SSW", "monk", "thief E"]),
        ("rC M14 90", ["farmer NNE", "farmer SSW", "knight E", "knight W"]),
    ],
)
def test_no_follower_on_water_and_no_field_under_a_bridge(turn: str, options: list[str]) -> None:
    game = river_game()
    game.lay(turn)
    assert game.followers() == options


def test_thief_on_water_is_refused() -> None:
    for follower in ("thief N", "knight N", "farmer N"):
        assert river_game().refusal(f"rD M14 0 {follower}")["reason"] == "no-such-segment"


def test_one_field_goes_round_the_spring() -> None:
    game = river_game()
    game.turn("rD M14 0 farmer NNE")
    assert game.feature("M14", "farmer NNE") == game.feature("M14", "farmer SSW")
    game.lay("rF M15 0")
    assert game.followers() == []


def test_one_field_goes_round_the_lake() -> None:
    game = river_game()
    game.turn("rK M14 0 -")
    for tile in RIVER[:-1]:
        game.skip(tile)
    game.turn("rL M15 0 -")
    assert game.feature("M14", "farmer ESE") == game.feature("M14", "farmer SSW")
    assert game.feature("M14", "farmer ESE") != game.feature("M14", "farmer NNE")


def test_bridge_carries_a_road_over_the_water() -> None:
    game = river_game()
    game.turn("rK M14 0 thief W")
    assert game.feature("M14", "thief E").claims == (1, 0)


def test_farms_on_the_banks_are_parted_by_the_river() -> None:
    game = river_game()
    game.turn("rK M14 0 farmer ESE")
    game.lay("rD M15 0")
    assert game.followers() == ["farmer SSW"]
