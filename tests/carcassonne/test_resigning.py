"""Resigning and being skipped."""

import pytest

from carcassonne import FeatureScored, GameEnded, IllegalMoveError, Phase, Reason, parse_move

from .scenario import BASE_EDITIONS, Game, state_text


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("is_tile_drawn", [False, True])
def test_with_two_players_the_game_ends_without_final_scoring(seat: int, *, is_tile_drawn: bool) -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    if is_tile_drawn:
        game.draw("U")
    assert game.resign(seat) == []
    assert game.events == [GameEnded(is_scored=False)]
    assert (game.state.is_over, game.scores) == (True, [0, 0])
    assert game.state.resigned == {seat - 1}
    assert game.to_move == 3 - seat
    assert "\n*\n" in game.record()
    assert game.replayed().is_over


def test_with_three_players_the_others_go_on() -> None:
    game = Game(seats=3)
    game.play("""
        1 U N13 90 -
        resign 2
        3 U O13 90 -
        1 U P13 90 -
        3 U Q13 90 -
        resign 1
    """)
    assert game.state.is_over
    assert game.to_move == 3


def test_resigning_before_the_draw_passes_the_turn() -> None:
    game = Game(seats=3)
    game.resign(1)
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW)


def test_tile_in_hand_goes_to_the_next_seat() -> None:
    game = Game(seats=3)
    game.draw("C")
    left = game.state.tiles_left
    game.resign(1)
    assert (game.to_move, game.state.phase, game.state.tiles_left) == (2, Phase.PLACE, left)
    assert game.state.tile is not None
    assert game.state.tile.name == "C"
    game.make(parse_move("place M12 0"), parse_move("deploy knight N"))
    assert game.supply == [7, 6, 7]
    assert game.to_move == 3


def test_tile_in_hand_passes_over_those_who_resigned() -> None:
    game = Game(seats=4)
    game.resign(2)
    game.draw("U")
    game.resign(1)
    assert (game.to_move, game.state.phase) == (3, Phase.PLACE)
    game.resign(3)
    assert (game.to_move, game.state.phase, game.state.is_over) == (4, Phase.OVER, True)


def test_resigning_out_of_turn_leaves_the_turn_where_it_is() -> None:
    game = Game(seats=3)
    game.draw("U")
    game.resign(3)
    assert (game.to_move, game.state.phase) == (1, Phase.PLACE)
    game.make(parse_move("place M14 90"))
    game.make(parse_move("deploy -"))
    assert game.to_move == 2


def test_resigning_twice() -> None:
    game = Game(seats=3)
    game.resign(2)
    with pytest.raises(IllegalMoveError) as refused:
        game.resign(2)
    assert refused.value.reason is Reason.WRONG_SEAT


def test_tie_with_a_seat_that_resigned_pays_the_other() -> None:
    game = Game(seats=3)
    game.play("""
        1 A L13 270 thief E
        2 B M14 0 -
        3 B N14 0 -
        1 B O14 0 -
        2 B P14 0 -
        3 U O13 90 thief E
        1 E Q14 180 -
        2 U N13 90 -
        skip 3 V
        1 A Q13 90 -
        resign 1
        skip 2 V
    """)
    assert game.feature("M13", "thief E").claims == (1, 0, 1)
    assert game.turn("U P13 90 -") == ["road 6 to 3"]
    assert (game.scores, game.supply) == ([0, 0, 6], [7, 7, 7])


def test_majority_of_a_seat_that_resigned_pays_nobody() -> None:
    game = Game(seats=3)
    game.play("""
        1 B M14 0 -
        2 B N14 0 -
        3 B O14 0 -
        1 E M15 90 knight E
        2 B P14 0 -
        3 F O15 0 knight E
        1 E Q14 0 -
        2 G N15 0 -
        skip 3 V
        1 E Q15 270 knight W
        resign 1
    """)
    assert game.turn("F P15 0 -") == ["city 14 to nobody"]
    event = game.events[-1]
    assert isinstance(event, FeatureScored)
    assert (event.seats, len(event.returned)) == ((), 3)
    assert (game.scores, game.supply) == ([0, 0, 0], [7, 7, 7])


@pytest.mark.parametrize("edition", BASE_EDITIONS)
def test_final_scoring_pays_nobody_who_resigned(edition: str) -> None:
    game = Game(edition, seats=3)
    game.play("""
        1 E M12 180 farmer NNE
        2 U N13 90 thief E
        3 B M14 0 monk
        1 U L13 90 farmer NNE
        2 E L14 270 knight W
        resign 1
    """)
    assert "field" not in " ".join(text for text in game.end() if "nobody" not in text)
    assert game.scores == [0, 4, 5]


def test_resigned_farmers_still_outvote_others() -> None:
    game = Game(seats=3)
    game.play("""
        1 U L13 90 farmer NNE
        2 E M12 180 -
        skip 3 V
        resign 1
    """)
    assert "field 3 to nobody" in game.end()
    assert game.scores == [0, 0, 0]


def test_skipped_tile_leaves_the_game_and_the_turn_passes() -> None:
    game = Game(seats=3)
    assert game.skip("C") == ["x C"]
    assert (game.to_move, game.state.turn, game.state.tiles_left) == (2, 0, 70)
    assert game.refusal("C M12 0")["reason"] == "not-in-bag"


def test_only_the_seat_to_move_is_skipped_and_only_with_a_tile_in_hand() -> None:
    game = Game(seats=3)
    for tile_drawn, text, reason in ((False, "skip 1", "wrong-phase"), (True, "skip 2", "wrong-seat")):
        if tile_drawn:
            game.draw("U")
        with pytest.raises(IllegalMoveError) as refused:
            game.make(parse_move(text))
        assert refused.value.reason == reason


def test_skipping_passes_over_those_who_resigned() -> None:
    game = Game(seats=4)
    game.resign(2)
    game.resign(3)
    game.skip("U")
    assert game.to_move == 4
    game.skip("U")
    assert game.to_move == 1


def test_skipping_the_last_tile_ends_the_game_with_the_final_scoring() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.skip_all_but(keep="V")
    assert game.skip("V") == ["x V", "road 2 to 1"]
    assert game.events[-1] == GameEnded(is_scored=True)
    assert game.scores == [2, 0]


@pytest.mark.parametrize("resigning", [1, 2, 3])
@pytest.mark.parametrize("phase", ["draw", "place", "deploy"])
def test_record_of_a_resignation_leads_to_the_same_state(resigning: int, phase: str) -> None:
    """In every phase of a turn. The last move of seat 1 completes the road of its thief."""
    game = Game(seats=3)
    game.play("""
        1 A L13 270 thief E
        2 B M14 0 -
        3 B N14 0 -
    """)
    moves = {"draw": 0, "place": 1, "deploy": 2}[phase]
    turn = [parse_move(text) for text in ("draw A", "place N13 90", "deploy -")]
    for move in turn[:moves]:
        game.make(move)
    game.resign(resigning)
    if game.state.phase is Phase.PLACE:
        game.make(*turn[1:])
    elif game.state.phase is Phase.DEPLOY:
        game.make(turn[2])
    assert state_text(game.replayed()) == state_text(game.state)


def test_record_of_a_resignation_that_ends_the_game_in_the_middle_of_a_turn() -> None:
    for phase in range(3):
        game = Game()
        game.turn("A L13 270 thief E")
        for text in ("draw A", "place N13 90")[:phase]:
            game.make(parse_move(text))
        game.resign(2)
        replayed = game.replayed()
        assert (replayed.scores, replayed.is_over) == (game.scores, True)
        assert len(replayed.cells) == len(game.state.cells), f"after {phase} moves of the turn"
