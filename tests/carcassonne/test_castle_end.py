"""The Castle: the game's end (rulebook, "Game end", "Final scoring", "Description of wall tiles")."""

from collections.abc import Sequence

import pytest

from carcassonne import FeatureScored, GameEnded, Item, Phase, State, Unit, parse_cell, position_at
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import SPACES

from .castle_scenario import Castle


def ended(
    *turns: str, mine: Sequence[int] = (), other: Sequence[int] = (), keeps: tuple[int, int] = (0, 0)
) -> list[str]:
    """The final scoring after these turns, with these wall tiles in hand and keeps on houses of these sizes."""
    castle = Castle()
    for turn in turns:
        castle.turn(turn)
    castle.set_position(scores=(0, 0), hands=(mine, other), keeps=keeps)
    return castle.end()


# The end


def test_game_ends_with_the_last_tile() -> None:
    castle = Castle()
    castle.last_tile("N18")
    mover = castle.to_move
    castle.answer("place I1 0")
    assert castle.answer("deploy merchant ENE") == [f"court 3 to {mover}"]
    assert (castle.state.phase, castle.state.tiles_left) == (Phase.OVER, 0)
    assert castle.events[-1] == GameEnded(is_scored=True)


def test_what_the_last_tile_completes_is_scored_and_may_take_a_wall_tile() -> None:
    castle = Castle()
    castle.last_tile("N12")
    castle.set_position(scores=(28, 28))
    mover = castle.to_move
    castle.answer("place E8 0")
    assert castle.answer("deploy knight S") == [f"tower 4 to {mover}"]
    assert castle.answer("takes 9") == [f"takes 9 to {mover}", f"wall 5 to {mover}"]


def test_no_wall_tile_is_taken_in_the_final_scoring() -> None:
    castle = Castle()
    castle.turn("N18 I1 0 merchant NNE")
    castle.set_position(scores=(29, 0))
    assert castle.end() == ["court 3 to 1"]
    assert (castle.scores, castle.state.phase, castle.hand(1)) == ([32, 0], Phase.OVER, [])


@pytest.mark.parametrize("turn", ["S03 C1 0 herald N", "N14 E8 0 knight S", "N13 A4 90 squire E", "N11 I1 0 knight S"])
def test_uncompleted_paths_towers_and_houses_are_not_scored(turn: str) -> None:
    assert ended(turn) == []


# The keep


LEFT_EMPTY = """
#####..###
#ooo######
#o#oo#####
#o#####o##
#oo###o###
.#oo######
...#oo####
...#######
.....####o
"""
"""16 empty spaces: an area of 11, which touches E7 only at a corner, an area of 2, and single ones."""


def laid_out(picture: str) -> State:
    """A castle with tiles wherever the picture shows one. Which tiles they are does not matter."""
    state = Castle().state.copy()
    some = next(iter(state.cells.values()))
    for row, line in enumerate(picture.split()):
        for column, mark in enumerate(line):
            if mark == "#":
                state.cells[position_at(column, row)] = some
    assert len(SPACES - state.cells.keys()) == picture.count("o")
    return state


def test_largest_connected_area_of_empty_spaces_has_11() -> None:
    area = largest_empty_area(laid_out(LEFT_EMPTY))
    assert len(area) == 11
    assert {parse_cell("B2"), parse_cell("E3"), parse_cell("D6")} < area


def test_player_with_the_largest_keep_scores_11_points() -> None:
    castle = Castle()
    castle.set_position(keeps=(2, 5))
    castle.state.cells |= laid_out(LEFT_EMPTY).cells
    assert castle.end() == ["keep 11 to 2"]
    assert castle.scores == [0, 11]
    last = [event for event in castle.events if isinstance(event, FeatureScored)][-1]
    assert last.items == (Item(Unit.SPACE, 11, 1),)


def test_tied_keeps_score_nothing() -> None:
    assert ended(keeps=(3, 3)) == []


def test_nobody_with_a_keep() -> None:
    assert ended() == []


def test_keep_of_a_house_scored_in_the_game() -> None:
    castle = Castle()
    castle.turn("N16 I1 0 squire N")
    assert castle.end() == ["keep 75 to 1"]


@pytest.mark.parametrize(
    ("keeps", "eights", "to"),
    [
        ((5, 6), ([8], []), 1),  # a keep of 5 tiles is counted as a keep of 7 tiles
        ((5, 7), ([8], []), 0),
        ((5, 8), ([8], []), 2),
        ((4, 7), ([8, 8], []), 1),
        ((5, 5), ([8], [8]), 0),
        ((1, 0), ([], [8, 8]), 1),  # without a keep there is nothing to enlarge
        ((0, 0), ([8], []), 0),
    ],
)
def test_tile_8_enlarges_the_keep_by_2_tiles(
    keeps: tuple[int, int], eights: tuple[list[int], list[int]], to: int
) -> None:
    said = ended(mine=eights[0], other=eights[1], keeps=keeps)
    assert said == ([f"keep 76 to {to}"] if to else [])


# Courts


FIVE_MARKETS = ["N18 H9 0 merchant NNE", "N10 H8 0", "N09 H7 0", "N12 H6 90"]
"""One column of courts. With the market of the start space below it, it has five markets."""


def test_single_market_scores_3() -> None:
    assert ended("N10 I1 0 merchant ENE") == ["court 3 to 1"]


def test_three_separate_courts() -> None:
    """Courts are separated from each other by paths, towers and houses."""
    castle = Castle()
    castle.turn("X01 J7 0")
    courts = {castle.feature("J7", f"merchant {half}") for half in ("NNE", "ESE", "NNW")}
    assert len(courts) == 3


def test_court_that_can_still_grow_is_not_complete() -> None:
    castle = Castle()
    castle.turn("N18 I1 0")
    assert not castle.feature("I1", "merchant NNE").is_complete


def test_five_markets_one_of_them_on_the_start_space_score_15() -> None:
    assert ended(*FIVE_MARKETS) == ["court 15 to 1"]


def test_with_tile_7_they_score_20() -> None:
    assert ended(*FIVE_MARKETS, mine=[7]) == ["court 20 to 1"]


def test_second_tile_7_needs_a_second_court() -> None:
    assert ended(*FIVE_MARKETS, mine=[7, 7]) == ["court 20 to 1"]
    assert ended(*FIVE_MARKETS, "N04 I1 90 merchant WSW", mine=[7, 7]) == ["court 20 to 1", "court 4 to 1"]


def test_tile_7_is_played_on_the_court_with_most_markets() -> None:
    assert sorted(ended(*FIVE_MARKETS, "N04 I1 90 merchant WSW", mine=[7])) == ["court 20 to 1", "court 3 to 1"]


def test_tile_7_needs_more_merchants() -> None:
    assert ended(*FIVE_MARKETS, other=[7]) == ["court 15 to 1"]


def test_court_without_a_market_scores_nothing() -> None:
    assert ended("N03 I1 90 merchant WSW", mine=[7]) == []


def test_court_without_a_merchant_scores_nothing() -> None:
    assert ended("N18 I1 0") == []


MEETING = ["N18 H9 0 merchant NNE", "N04 E8 180 merchant ENE", "N01 F8 0", "N01 F9 180"]
"""A merchant of each player on courts of their own, which meet in G9."""


def test_same_number_of_merchants_and_neither_scores() -> None:
    assert ended(*MEETING) == ["court 6 to 1", "court 9 to 2"]
    assert ended(*MEETING, "N15 G9 0") == []
    assert ended(*MEETING, "N15 G9 0", mine=[7], other=[7]) == []


def test_most_merchants_on_a_court_score_alone() -> None:
    assert ended(*MEETING, "N12 G8 90 merchant SSE", "N09 G9 270") == ["court 21 to 1"]


# Wall tiles 4 to 6 and 9


@pytest.mark.parametrize(
    ("number", "turn", "said"),
    [
        (4, "S01 C1 0 herald N", "path 2 to 1"),
        (4, "S03 C1 0 herald N", "path 4 to 1"),  # 2 a tile with a fountain
        (5, "N14 E8 0 knight S", "tower 4 to 1"),
        (6, "N13 A4 90 squire E", "house 2 to 1"),
    ],
)
def test_scores_one_uncompleted_feature(number: int, turn: str, said: str) -> None:
    assert ended(turn, mine=[number]) == [said]
    assert ended(turn, other=[number]) == []
    for another in {4, 5, 6, 8} - {number}:
        assert ended(turn, mine=[another]) == []


TOWERS = ["N14 E8 0 knight N", "N18 H9 0", "N11 I1 0 knight S"]


def test_scores_the_one_that_pays_most() -> None:
    assert ended(*TOWERS, mine=[5]) == ["tower 4 to 1"]


def test_second_tile_scores_a_second_feature() -> None:
    assert ended(*TOWERS, mine=[5, 5]) == ["tower 4 to 1", "tower 2 to 1"]
    assert ended("N14 E8 0 knight N", mine=[5, 5]) == ["tower 4 to 1"]


def test_the_player_must_have_more_followers() -> None:
    meeting = ["N14 E8 0 knight S", "N12 D8 180 knight N", "N03 D7 90"]
    assert ended(*meeting, "N07 E7 90", mine=[5], other=[5]) == []


def test_completed_features_are_not_scored_again() -> None:
    castle = Castle()
    castle.turn("N12 E8 0 knight S")
    castle.set_position(hands=([5], []))
    assert castle.end() == []


def test_tile_9_scores_5_points() -> None:
    assert ended(mine=[9]) == ["wall 5 to 1"]
    assert ended(mine=[9], other=[9]) == ["wall 5 to 1", "wall 5 to 2"]
    assert ended(mine=[9, 9]) == ["wall 5 to 1", "wall 5 to 1"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_tiles_1_to_3_are_worth_nothing_at_the_end(number: int) -> None:
    assert ended("N18 I1 0", mine=[number], other=[number]) == []


def test_everything_together() -> None:
    turns = [*FIVE_MARKETS, "N04 E8 90 merchant WSW", "N14 I1 0 knight S"]
    said = ended(*turns, mine=[5, 7, 9], other=[5, 9], keeps=(0, 2))
    assert sorted(said) == sorted(
        ["keep 70 to 2", "court 20 to 1", "court 3 to 1", "wall 5 to 1", "tower 2 to 2", "wall 5 to 2"]
    )
