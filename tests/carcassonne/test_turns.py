"""Whose turn it is, and the phases of a turn."""

import pytest

from carcassonne import FOLLOWER, Phase, find_ruleset, new_game, parse_move

from .scenario import BASE_EDITIONS, Game

ROAD_EASTWARDS = [f"U {cell}13 90 -" for cell in "NOPQRSTU"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seats_take_turns_in_order(seats: int) -> None:
    game = Game(seats=seats)
    order = []
    for turn in ROAD_EASTWARDS:
        order.append(game.to_move)
        game.turn(turn)
    assert order == [1 + n % seats for n in range(8)]
    assert game.state.turn == 8


@pytest.mark.parametrize("edition", BASE_EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_seven_followers_each_and_no_points_at_the_start(edition: str, seats: int) -> None:
    state = new_game(find_ruleset(edition), seats)
    assert list(state.supply[FOLLOWER]) == [7] * seats
    assert list(state.scores) == [0] * seats
    assert (state.seat, state.turn, state.phase, state.tile) == (0, 0, Phase.DRAW, None)


def test_a_turn_is_draw_place_deploy() -> None:
    game = Game()
    phases = [game.state.phase]
    for move in ("draw U", "place M14 90", "deploy thief E"):
        game.make(parse_move(move))
        phases.append(game.state.phase)
    assert phases == [Phase.DRAW, Phase.PLACE, Phase.DEPLOY, Phase.DRAW]


def test_the_seat_changes_only_when_the_turn_is_over() -> None:
    game = Game()
    seats = []
    for move in ("draw U", "place M14 90", "deploy -", "draw U"):
        game.make(parse_move(move))
        seats.append(game.to_move)
    assert seats == [1, 1, 2, 2]


def test_completing_a_feature_gives_no_second_turn() -> None:
    game = Game()
    assert game.turn("E M12 180 knight S") == ["city 4 to 1"]
    assert game.to_move == 2


def test_points_go_to_the_owner_whoever_completes() -> None:
    game = Game(seats=3)
    game.play("""
        1 F M12 90 knight S
        2 U N13 90 -
    """)
    assert game.turn("E M11 180 farmer NNE") == ["city 8 to 1"]
    assert game.scores == [8, 0, 0]


def test_tile_in_hand_is_counted_as_left() -> None:
    game = Game()
    counts = []
    for move in ("draw U", "place M14 90", "deploy -", "draw U"):
        game.make(parse_move(move))
        counts.append(game.state.tiles_left)
    assert counts == [71, 70, 70, 70]
