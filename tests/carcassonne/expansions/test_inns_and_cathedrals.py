"""Inns & Cathedrals: a scenario for each sentence of its rules. Their numbers and titles stand in ``sentences.txt``."""

import pytest

from carcassonne import FOLLOWER, Kind, Modifiers, Phase, drawable, find_ruleset, new_game
from carcassonne.expansions.inns import TILES
from carcassonne.expansions.river import RIVER
from carcassonne.expansions.traders import TILES as TILES_OF_TRADERS
from carcassonne.figures import BIG_FOLLOWER
from carcassonne.modifiers import CATHEDRAL, EMBLEM, INN
from tests.carcassonne.scenario import Game

FOUR_TILES = """
    1 A L13 270 thief E
    2 iB N13 0 -
    1 U O13 90 -
"""
"""A road of seat 1 with an inn, which needs a tile on P13."""

CATHEDRAL_CITY = """
    1 iK M12 0 knight N
    2 E L12 90 farmer NNE
    1 E N12 270 -
"""
"""A city of seat 1 that needs a tile on M11, and a farmer of seat 2 beside it."""

TWO_ROADS = """
    1 A L13 270 big thief E
    2 B M14 0 -
    1 B N14 0 -
    2 B O14 0 -
    1 B P14 0 -
    2 U O13 90 thief E
    1 E Q14 180 -
"""
"""A tile on N13 joins the roads of a big thief and of an ordinary one."""

FIELDS = """
    1 E M12 180 big farmer NNE
    2 E M11 0 -
    1 E M10 180 -
    2 E M9 0 farmer ENE
    1 B N11 0 -
    2 E M8 180 -
    1 B N10 0 -
"""
"""A field with a big farmer of seat 1, a farmer of seat 2, and three finished cities."""


def inns(script: str = "", seats: int = 2) -> Game:
    game = Game(options="inns", seats=seats)
    game.play(script)
    return game


def cities(*, second: str = "-") -> Game:
    """A big knight of seat 1, and one or two knights of seat 2 in cities that tile R on M11 joins and finishes."""
    return inns(f"""
        1 G M12 90 big knight N
        2 B N12 0 -
        1 B L12 0 -
        2 E N11 270 knight W
        1 B N10 0 -
        2 E L11 90 {second}
    """)


def test_1_1_eighteen_tiles_of_seventeen_kinds() -> None:
    assert (len(TILES.copies), sum(TILES.copies.values())) == (17, 18)


def test_1_2_every_player_has_one_big_follower_besides_seven() -> None:
    assert inns(seats=3).state.supply == {FOLLOWER: (7, 7, 7), BIG_FOLLOWER: (1, 1, 1)}


def test_1_3_two_to_six_play() -> None:
    assert find_ruleset("classic", ["inns"]).players == range(2, 7)
    assert find_ruleset("classic").players == range(2, 6)


def test_1_5_a_sixth_player_has_an_abbot_too() -> None:
    state = new_game(find_ruleset("new-edition", ["abbot", "inns"]), 6)
    assert [state.supply[figure] for figure in state.ruleset.figures] == [(7,) * 6, (1,) * 6, (1,) * 6]


def test_1_6_two_tiles_have_a_garden_with_the_abbot() -> None:
    assert {"iB", "iH"} <= find_ruleset("new-edition", ["inns"]).tiles.keys()
    with_abbot = find_ruleset("new-edition", ["abbot", "inns"]).bags[-1]
    assert {name for name in with_abbot if name[0] == "i" and "+" in name} == {"iB+", "iH+"}
    assert not {"iB", "iH"} & with_abbot.keys()


def test_2_1_they_are_in_the_bag_and_the_start_tile_is_the_same() -> None:
    state = inns().state
    assert (state.tiles_left, [laid.turned.tile.name for laid in state.cells.values()]) == (71 + 18, ["D"])


def test_2_2_the_river_comes_first() -> None:
    game = Game("new-edition", options="river inns")
    assert {tile[0] for tile in drawable(game.state)} == {"r"}


def test_3_1_all_touching_sides_must_match() -> None:
    assert inns().places_for("iH") == ["M12 0", "M12 180", "M12 270", "M12 90"]
    assert inns().refusal("iB M12 0 -")["reason"] == "edge-mismatch"


def test_3_2_an_inn_or_a_cathedral_may_spoil_somebodys_road_or_city() -> None:
    game = inns("1 U N13 90 thief E")
    game.turn("iB O13 0 -")
    assert "road 0 to 1" in game.end()
    game = inns("1 G M12 90 knight N")
    game.turn("iK M11 0 -")
    assert game.end() == ["city 0 to 1"]


def test_3_3_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    game = inns("1 E M12 180 -")
    assert game.draw("iK") == ["x iK"]
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW)


def test_3_4_both_roads_of_id_end_at_the_cloister_and_part_the_field() -> None:
    game = inns()
    game.lay("iD N13 0")
    assert game.followers() == sorted(
        [f"{big}{one}" for big in ("", "big ") for one in ("farmer ESE", "farmer NNE", "monk", "thief E", "thief W")]
    )


def test_3_5_two_roads_of_ii_end_at_the_village() -> None:
    game = inns()
    game.lay("iI N13 0")
    ordinary = [text for text in game.followers() if not text.startswith("big")]
    assert ordinary == [*(f"farmer {point}" for point in ("ENE", "ESE", "WNW", "WSW")),
                        "knight N", "knight S", "thief E", "thief W"]  # fmt: skip


def test_3_6_the_curves_of_ie_do_not_meet() -> None:
    game = inns("1 iE N13 0 thief N\n2 A L13 270 -")
    assert len(game.feature("N13", "thief N").refs) == 3
    assert len(game.feature("N13", "thief E").refs) == 1


def test_3_7_a_farmer_may_stand_between_the_four_cities_of_ih() -> None:
    game = inns("1 iH M12 0 farmer C\n2 E M11 180 -")
    assert game.end() == ["field 6 to 1"]


@pytest.mark.parametrize(("tile", "fields"), [("iF", 2), ("iJ", 2), ("iN", 2), ("iQ", 4), ("iG", 2)])
def test_3_8_a_road_at_a_gate_and_a_drawn_out_city_part_the_field(tile: str, fields: int) -> None:
    assert sum(segment.kind is Kind.FIELD for segment in TILES.tiles[tile].segments) == fields


def test_4_1_he_is_placed_instead_of_a_follower() -> None:
    game = inns()
    game.lay("U N13 90")
    assert game.followers() == [
        "big farmer ESE",
        "big farmer NNE",
        "big thief E",
        "farmer ESE",
        "farmer NNE",
        "thief E",
    ]
    game = inns("1 U N13 90 big thief E")
    assert (game.to_move, game.state.supply) == (2, {FOLLOWER: (7, 7), BIG_FOLLOWER: (0, 1)})


@pytest.mark.parametrize(("tile", "figure"), [("E M12 180", "big knight S"), ("A L13 270", "big thief E"),
                                              ("A L13 270", "big monk"), ("A L13 270", "big farmer NNE")])  # fmt: skip
def test_4_2_he_stands_in_cities_roads_monasteries_and_fields(tile: str, figure: str) -> None:
    game = inns()
    game.turn(f"{tile} {figure}")
    assert game.state.supply[BIG_FOLLOWER] == (0, 1) or figure == "big knight S"


def test_4_3_he_stands_in_no_garden() -> None:
    game = Game("new-edition", options="abbot inns")
    game.lay("iB+ L13 0")
    assert [text for text in game.followers() if text.startswith("big")] == [
        "big farmer ESE", "big farmer NNE", "big thief E",
    ]  # fmt: skip
    assert "abbot" in game.followers()


def test_4_4_he_goes_nowhere_where_a_follower_stands() -> None:
    taken = {"reason": "segment-taken", "role": "thief", "prefix": "big", "point": "E"}
    game = inns("1 A L13 270 thief E")
    assert game.refusal("U N13 90 big thief E") == taken
    game.turn("B L14 0 -")
    assert game.refusal("U N13 90 big thief E") == taken, "his own follower's road"


def test_4_5_in_a_majority_he_counts_as_two_followers() -> None:
    game = inns(TWO_ROADS)
    game.turn("U N13 90 -")
    assert game.feature("M13", "thief E").claims == (2, 1)
    game.turn("U P13 90 -")
    assert game.turn("A Q13 90 -") == ["road 6 to 1"]


def test_4_6_that_holds_in_roads_cities_and_fields() -> None:
    assert inns(TWO_ROADS + "2 U N13 90 -").feature("M13", "thief E").claims == (2, 1)
    assert cities().turn("R M11 180 -") == ["city 10 to 1"]
    assert inns(FIELDS).feature("M12", "farmer NNE").claims == (2, 1)


def test_4_7_he_is_one_figure_for_everything_else() -> None:
    game = inns("1 A L13 270 big thief E\n2 U N13 90 -")
    assert len(game.state.figures) == 1
    game.turn("A O13 90 -")
    assert game.state.supply == {FOLLOWER: (7, 7), BIG_FOLLOWER: (1, 1)}


def test_4_8_he_doubles_no_points_and_ties_with_two_followers() -> None:
    assert cities().turn("R M11 180 -") == ["city 10 to 1"]
    assert cities(second="knight E").turn("R M11 180 -") == ["city 10 to 1 2"]


def test_4_9_he_comes_home_and_may_be_used_again_from_the_next_turn_on() -> None:
    game = inns("1 A L13 270 big thief E\n2 A N13 90 -")
    assert game.state.supply[BIG_FOLLOWER] == (1, 1)
    game.turn("E M12 180 big farmer NNE")
    assert game.state.supply[BIG_FOLLOWER] == (0, 1)


def test_4_10_in_a_field_he_stays_till_the_end() -> None:
    game = inns("1 U N13 90 big farmer NNE\n2 A L13 270 -\n1 A O13 90 -\n2 E M12 180 -")
    assert game.state.supply[BIG_FOLLOWER] == (0, 1)
    assert len(game.state.figures) == 1


@pytest.mark.parametrize(("script", "tile", "joins"), [
    ("1 U N13 90 big thief E\n2 B M14 0 -", "U O13 90", "builder E"),
    ("1 U N13 90 big farmer NNE\n2 B M14 0 -", "U O13 90", "pig NNE"),
])  # fmt: skip
def test_4_11_he_meets_the_builders_and_the_pigs_condition(script: str, tile: str, joins: str) -> None:
    game = Game(options="inns traders")
    game.play(script)
    game.lay(tile)
    assert joins in game.followers()


def test_4_12_he_cannot_be_taken_back() -> None:
    game = Game("new-edition", options="abbot inns")
    game.play("1 B M14 0 big monk\n2 B N14 0 -")
    game.lay("U N13 90")
    assert "recall" not in game.followers()


@pytest.mark.parametrize(("rotation", "points"), [(0, 3), (90, 3), (180, 6)])
def test_5_1_an_inn_belongs_to_the_road_beside_which_it_lies(rotation: int, points: int) -> None:
    """The crossing iC ends three roads; another one of them leads to the west in each rotation."""
    game = inns("1 A L13 270 thief E")
    assert game.turn(f"iC N13 {rotation} -") == [f"road {points} to 1"]


def test_5_2_a_finished_road_with_an_inn_scores_two_a_tile() -> None:
    game = inns(FOUR_TILES)
    assert game.turn("A P13 90 -") == ["road 10 to 1"]


def test_5_3_a_second_inn_adds_nothing() -> None:
    game = inns(FOUR_TILES)
    assert game.turn("iN P13 90 -") == ["road 10 to 1"]


def test_5_4_an_unfinished_road_with_an_inn_scores_nothing() -> None:
    assert inns(FOUR_TILES).end() == ["road 0 to 1"]


def test_5_5_a_tile_counts_once_though_the_road_passes_it_twice() -> None:
    game = inns("""
        1 A L13 270 thief E
        2 iE N13 0 -
        1 iA N12 270 -
        2 V O12 0 -
        1 V O13 90 -
    """)
    assert game.turn("A N14 180 -") == ["road 14 to 1"]


def test_5_6_a_loop_is_a_finished_road() -> None:
    game = inns("1 iA M14 270 thief E\n2 V N14 0 -\n1 V N15 90 -")
    assert game.turn("V M15 180 -") == ["road 8 to 1"]


def test_5_7_the_inn_of_ic_lies_at_its_eastern_road() -> None:
    roads = [segment for segment in TILES.tiles["iC"].segments if segment.kind is Kind.ROAD]
    assert {segment.points: segment.modifiers for segment in roads} == {("E",): (INN,), ("S",): (), ("W",): ()}


@pytest.mark.parametrize(("tile", "road"), [("iN", ("S",)), ("iL", ("E", "S")), ("iM", ("S", "W"))])
def test_5_8_the_inns_of_in_il_and_im(tile: str, road: tuple[str, ...]) -> None:
    assert [segment.points for segment in TILES.tiles[tile].segments if INN in segment.modifiers] == [road]


def test_5_9_an_inn_means_nothing_for_cities_fields_and_monasteries() -> None:
    assert inns().turn("iM M12 180 knight S") == ["city 4 to 1"]
    game = inns("1 iM M12 180 farmer ESE")
    assert game.end() == ["field 3 to 1"]


def test_6_1_a_finished_city_with_a_cathedral_scores_three_a_tile_and_an_emblem() -> None:
    game = inns(CATHEDRAL_CITY)
    assert game.turn("E M11 180 -") == ["city 15 to 1"]
    game = inns(CATHEDRAL_CITY)
    game.turn("F M11 90 -")
    assert game.turn("E M10 180 -") == ["city 21 to 1"]


def test_6_2_both_cathedrals_count_once() -> None:
    game = inns(CATHEDRAL_CITY)
    game.play("2 iK M11 0 -\n1 E L11 90 -\n2 E N11 270 -")
    assert game.turn("E M10 180 -") == ["city 24 to 1"]


def test_6_3_an_unfinished_city_with_a_cathedral_scores_nothing() -> None:
    game = inns(CATHEDRAL_CITY)
    game.turn("F M11 90 -")
    assert game.end() == ["city 0 to 1"]


def test_6_4_a_farmer_gets_three_points_for_it_as_for_any_city() -> None:
    game = inns(CATHEDRAL_CITY)
    game.turn("E M11 180 -")
    assert game.end() == ["field 3 to 2"]


def test_6_5_an_unfinished_one_is_nothing_to_farmers() -> None:
    assert "field 3 to 2" not in inns(CATHEDRAL_CITY).end()


def test_6_6_no_city_of_two_tiles_has_an_emblem_a_cathedral_or_a_good() -> None:
    tiles = [*TILES.tiles.values(), *TILES_OF_TRADERS.tiles.values(), *find_ruleset("classic").tiles.values()]
    small = [
        segment for tile in tiles for segment in tile.segments if segment.kind is Kind.CITY and len(segment.points) == 1
    ]
    assert not any(segment.modifiers for segment in small)


def test_6_7_a_cathedral_city_keeps_its_goods() -> None:
    game = Game(options="inns traders")
    game.play("1 iK M12 0 knight N\n2 E L12 90 -\n1 tT N12 0 -\n2 E N11 180 -")
    assert game.turn("E M11 180 -") == ["city 18 to 1"]
    assert game.state.extras["goods"] == ((1, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("edition", ["classic", "new-edition"])
def test_7_1_the_big_follower_is_two_farmers_in_the_final_count(edition: str) -> None:
    game = Game(edition, options="inns")
    game.play(FIELDS)
    assert game.end() == ["field 9 to 1"]


def test_7_2_no_river_tile_has_an_inn() -> None:
    assert not any(segment.modifiers for tile in RIVER.tiles.values() for segment in tile.segments)


def test_7_3_an_abbot_stands_in_the_garden_of_ih_and_a_farmer_in_its_field() -> None:
    game = Game("new-edition", options="abbot inns")
    game.lay("iH+ M12 0")
    assert {"abbot", "farmer C", "big farmer C"} <= set(game.followers())


def test_7_4_a_big_follower_of_somebody_who_resigned_counts_two() -> None:
    game = inns(
        """
        1 G M12 90 big knight N
        2 B N12 0 -
        3 B L12 0 -
        1 U L13 90 -
        2 E N11 270 knight W
        3 B N10 0 -
        1 E L11 90 -
        resign 1
        """,
        seats=3,
    )
    assert game.turn("R M11 180 -") == ["city 10 to nobody"]


def test_8_1_a_road_of_five_tiles_with_two_inns() -> None:
    rules = find_ruleset("classic", ["inns"])
    with_inns, without = Modifiers({INN: 1}), Modifiers()
    for has, finished, unfinished in ((with_inns, 10, 0), (without, 5, 5)):
        assert sum(item.points for item in rules.complete[Kind.ROAD](5, has)) == finished
        assert sum(item.points for item in rules.incomplete[Kind.ROAD](5, has)) == unfinished


def test_8_2_a_city_of_five_tiles_with_a_cathedral_and_an_emblem() -> None:
    rules = find_ruleset("classic", ["inns"])
    with_cathedral, without = Modifiers({CATHEDRAL: 1, EMBLEM: 1}), Modifiers({EMBLEM: 1})
    for has, finished, unfinished in ((with_cathedral, 18, 0), (without, 12, 6)):
        assert sum(item.points for item in rules.complete[Kind.CITY](5, has)) == finished
        assert sum(item.points for item in rules.incomplete[Kind.CITY](5, has)) == unfinished


def test_8_3_one_big_follower_against_one_and_against_two() -> None:
    assert cities().turn("R M11 180 -") == ["city 10 to 1"]
    assert cities(second="knight E").turn("R M11 180 -") == ["city 10 to 1 2"]


def test_8_4_a_big_farmer_against_a_farmer() -> None:
    assert inns(FIELDS).end() == ["field 9 to 1"]
