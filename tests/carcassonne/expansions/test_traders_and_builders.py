"""Traders & Builders: a scenario for each sentence of its rules, whose numbers and titles are in ``sentences.txt``.

Those about the builder stand in ``test_builder.py``.
"""

import pytest

from carcassonne import FOLLOWER, NotationError, Reason, drawable, find_ruleset
from carcassonne.expansions.goods import goods_of
from carcassonne.expansions.traders import TILES
from carcassonne.figures import BUILDER, PIG
from tests.carcassonne.expansions.traders_positions import BUILDS, THIEF, TWO_CITIES, TWO_FARMERS, traders
from tests.carcassonne.scenario import Game


def goods(game: Game) -> tuple[tuple[int, ...], ...]:
    """By seat: wine, grain, cloth."""
    found = goods_of(game.state)
    assert found is not None
    return found


def with_goods(*by_seat: tuple[int, int, int]) -> Game:
    """A game in which the seats have got these goods."""
    game = Game(options="traders", seats=len(by_seat))
    game.state = game.state.copy()
    game.state.set_extra("goods", by_seat)
    return game


def test_1_1_twenty_four_tiles_of_which_twenty_have_a_good() -> None:
    names = [one.name for tile in TILES.tiles.values() for segment in tile.segments for one in segment.modifiers]
    assert (len(TILES.copies), sum(TILES.copies.values())) == (24, 24)
    assert [names.count(good) for good in ("wine", "grain", "cloth")] == [9, 6, 5]


def test_1_2_every_player_has_a_builder_and_a_pig() -> None:
    assert traders().state.supply == {FOLLOWER: (7, 7), BUILDER: (1, 1), PIG: (1, 1)}
    assert find_ruleset("classic", ["traders"]).players == range(2, 6)
    assert find_ruleset("classic", ["traders", "inns"]).players == range(2, 7)


def test_1_5_two_tiles_have_a_garden_with_the_abbot() -> None:
    with_abbot = find_ruleset("new-edition", ["abbot", "traders"]).bags[-1]
    assert {name for name in with_abbot if name[0] == "t" and "+" in name} == {"tK+", "tU+"}
    assert {"tK", "tU"} <= find_ruleset("classic", ["traders"]).tiles.keys()


def test_2_1_the_tiles_are_in_the_bag() -> None:
    game = traders()
    assert game.state.tiles_left == 71 + 24
    assert game.places_for("tQ") == ["M12 270", "M12 90", "M14 0", "M14 180"]


def test_2_2_the_bridge_of_tb_is_no_crossing() -> None:
    game = traders()
    game.lay("tB N13 0")
    assert game.followers() == ["farmer ESE", "farmer NNE", "farmer SSW", "farmer WNW", "thief E", "thief N"]
    assert len(game.feature("N13", "thief E").refs) == 2


def test_2_3_the_roads_of_tc_do_not_meet() -> None:
    game = traders()
    game.lay("tC N13 0")
    assert {"thief S", "thief W"} <= set(game.followers())


def test_2_4_three_roads_end_at_the_cloister_of_tj() -> None:
    game = traders()
    game.lay("tJ N13 0")
    assert {"monk", "thief E", "thief S", "thief W"} <= set(game.followers())


@pytest.mark.parametrize("tile", ["tM", "tN", "tP", "tX"])
def test_2_5_a_field_closed_in_between_cities_takes_a_farmer(tile: str) -> None:
    game = traders()
    game.lay(f"{tile} {game.places_for(tile)[0]}")
    assert "farmer C" in game.followers()
    assert game.feature("M12", "farmer C").open_sides == 0


def test_2_6_a_good_belongs_to_one_city_of_its_tile() -> None:
    game = traders("1 tD M12 270 knight S")
    assert (game.scores, goods(game)) == ([4, 0], ((0, 0, 0), (0, 0, 0)))


def test_3_1_who_completes_a_city_takes_its_goods() -> None:
    game = traders("1 tQ M12 90 -\n2 tT M11 180 -\n1 E N11 270 -")
    assert goods(game) == ((2, 0, 0), (0, 0, 0))


def test_3_2_whoever_scores_it_and_if_nobody_does() -> None:
    game = traders("1 tT M12 180 knight E\n2 E N12 270 -")
    assert (game.scores, goods(game)) == ([6, 0], ((0, 0, 0), (1, 0, 0)))
    assert goods(traders("1 tT M12 180 -\n2 E N12 270 -")) == ((0, 0, 0), (1, 0, 0))


def test_3_3_goods_change_no_points_of_the_city() -> None:
    with_wine, without = (traders(f"1 {tile} M12 180 knight E") for tile in ("tT", "P"))
    assert with_wine.turn("E N12 270 -") == without.turn("E N12 270 -") == ["city 6 to 1"]
    assert [type(event).__name__ for event in with_wine.events[-2:]] == ["FeatureScored", "GoodsTaken"]


def test_3_4_a_tile_that_completes_several_cities_gives_the_goods_of_all() -> None:
    game = traders("""
        1 tQ M12 90 -
        2 B N12 0 -
        1 B N11 0 -
        2 B N10 0 -
        1 tE M10 90 -
        2 E M9 180 -
        1 H M11 0 -
    """)
    assert goods(game) == ((1, 1, 0), (0, 0, 0))


def test_3_5_what_counts_is_who_lays_the_completing_tile() -> None:
    assert goods(traders("1 tT M12 180 knight E\n2 E N12 270 -")) == ((0, 0, 0), (1, 0, 0))


def test_3_6_a_city_completed_in_the_extra_turn_gives_its_goods_to_the_same_player() -> None:
    game = traders(BUILDS)
    game.play("1 U P13 90 -\n1 tT M12 180 -\n2 B O14 0 -\n1 U Q13 90 -\n1 E N12 270 -")
    assert goods(game) == ((1, 0, 0), (0, 0, 0))


def test_3_7_an_unfinished_city_gives_nothing() -> None:
    assert traders("1 tT M12 180 knight E").end() == ["city 2 to 1"]


def test_3_8_most_of_a_good_is_worth_ten_points() -> None:
    assert with_goods((3, 0, 0), (2, 0, 0)).end() == ["goods 10 to 1"]


def test_3_9_tied_players_score_ten_each() -> None:
    assert with_goods((0, 2, 0), (0, 2, 0), (0, 1, 0)).end() == ["goods 10 to 1 2"]


def test_3_10_what_nobody_has_pays_nobody() -> None:
    assert with_goods((0, 0, 0), (0, 0, 0)).end() == []


def test_3_11_goods_come_after_the_fields_in_the_order_wine_grain_cloth() -> None:
    game = traders("1 E M12 180 farmer NNE")
    game.state = game.state.copy()
    game.state.set_extra("goods", ((0, 0, 1), (1, 0, 0)))
    assert game.end() == ["field 3 to 1", "goods 10 to 2", "goods 10 to 1"]


def test_7_1_the_pig_joins_a_farmer_of_yours() -> None:
    game = traders(TWO_FARMERS)
    game.lay("U O13 90")
    assert [one for one in game.followers() if one.startswith("pig")] == ["pig NNE"]


def test_7_2_the_farmer_has_been_there_before() -> None:
    assert traders().refusal("U N13 90 pig NNE")["reason"] == "no-own-follower"
    game = traders(TWO_FARMERS)
    game.lay("U O13 90")
    assert "pig ESE" not in game.followers(), "another field"


def test_7_3_other_players_farmers_and_pigs_do_not_matter() -> None:
    game = traders(f"{TWO_FARMERS}\n1 U O13 90 pig NNE\n2 U P13 90 pig NNE")
    assert game.state.supply[PIG] == (0, 0)


def test_7_4_it_does_not_count_in_the_majority() -> None:
    game = traders(f"{TWO_FARMERS}\n1 U O13 90 pig NNE")
    assert game.feature("N13", "farmer NNE").claims == (1, 1)


def test_7_5_it_stays_till_the_end() -> None:
    game = traders(f"{TWO_FARMERS}\n1 U O13 90 pig NNE\n2 A L13 270 -\n1 A P13 90 -")
    assert game.state.supply[PIG] == (0, 1)


def test_7_6_with_it_each_city_is_worth_four_points() -> None:
    game = traders("1 U N13 90 farmer NNE\n2 E M12 180 -\n1 B N12 0 -\n2 B M14 0 -\n1 U O13 90 pig NNE")
    assert game.end() == ["field 4 to 1"]


def test_7_7_without_the_majority_it_is_worth_nothing() -> None:
    assert traders(TWO_CITIES.format(more="farmer NNE")).end() == ["field 6 to 2"]


def test_7_8_tied_players_each_score_with_their_own_pig_or_without() -> None:
    assert traders(f"{TWO_FARMERS}\n1 U O13 90 pig NNE").end() == ["field 4 to 1", "field 3 to 2"]


def test_7_9_several_pigs_do_not_help_one_another() -> None:
    assert traders(f"{TWO_FARMERS}\n1 U O13 90 pig NNE\n2 U P13 90 pig NNE").end() == ["field 4 to 1 2"]


def test_7_10_a_pig_counts_for_the_whole_field_when_two_join() -> None:
    game = traders("1 U N13 90 farmer NNE\n2 B M14 0 -\n1 U O13 90 pig NNE\n2 E M12 180 -")
    game.turn("B N12 0 -")
    assert game.end() == ["field 4 to 1"]


@pytest.mark.parametrize("edition", ["chat-room", "chat-room-old", "travel"])
def test_7_11_editions_without_a_source_do_not_offer_it(edition: str) -> None:
    with pytest.raises(NotationError) as refused:
        find_ruleset(edition, ["traders"])
    assert refused.value.reason is Reason.UNKNOWN_OPTION


def test_8_1_a_big_follower_meets_the_builders_and_the_pigs_condition() -> None:
    for figure, joins in (("big thief E", "builder E"), ("big farmer NNE", "pig NNE")):
        game = traders(f"1 U N13 90 {figure}\n2 B M14 0 -", options="inns traders")
        game.lay("U O13 90")
        assert joins in game.followers()


def test_8_2_goods_come_from_cathedral_cities_too() -> None:
    game = traders("1 iK M12 0 -\n2 E L12 90 -\n1 tT N12 0 -\n2 E N11 180 -\n1 E M11 180 -", options="inns traders")
    assert goods(game) == ((1, 0, 0), (0, 0, 0))


def test_8_3_an_inn_changes_nothing_about_the_builder() -> None:
    game = traders(BUILDS, options="inns traders")
    game.turn("iB P13 0 -")
    assert game.to_move == 1


def test_9_1_the_game_ends_with_the_last_tile() -> None:
    game = traders(BUILDS)
    game.skip_all_but(keep="U")
    game.state = game.state.copy()
    game.state.seat = 0
    assert game.turn("U P13 90 -") == ["road 4 to 1"]
    assert game.state.is_over


def test_9_2_unfinished_features_then_fields_then_goods() -> None:
    game = traders("1 E M12 180 farmer NNE\n2 U N13 90 thief E")
    game.state = game.state.copy()
    game.state.set_extra("goods", ((1, 0, 0), (0, 0, 0)))
    assert game.end() == ["road 2 to 2", "field 3 to 1", "goods 10 to 1"]


def test_10_1_a_tie_for_a_field_with_two_cities_and_one_pig() -> None:
    assert traders(TWO_CITIES.format(more="-")).end() == ["field 8 to 1", "field 6 to 2"]


def test_10_2_three_players_and_three_goods() -> None:
    game = with_goods((5, 2, 0), (3, 2, 1), (1, 0, 1))
    assert game.end() == ["goods 10 to 1", "goods 10 to 1 2", "goods 10 to 2 3"]
    assert game.scores == [20, 20, 10]


def test_10_3_a_city_of_somebody_else_with_two_wine_and_a_cloth() -> None:
    game = traders("""
        1 tT M14 180 -
        2 N M15 0 knight N
        1 tK N14 180 -
        2 B M16 0 -
    """)
    assert game.turn("tU N15 0 -") == ["city 8 to 2"]
    assert goods(game) == ((2, 0, 1), (0, 0, 0))


def test_10_4_a_crossing_that_completes_the_builders_road() -> None:
    game = traders(f"{THIEF}\n1 U O13 90 builder E\n2 A L13 270 -")
    assert game.turn("W P13 0 -") == ["road 5 to 1"]
    assert (game.to_move, game.state.supply[BUILDER], game.state.supply[FOLLOWER]) == (1, (1, 1), (7, 7))


def test_the_river_comes_first_with_the_river() -> None:
    game = Game("new-edition", options="river traders")
    assert {tile[0] for tile in drawable(game.state)} == {"r"}
