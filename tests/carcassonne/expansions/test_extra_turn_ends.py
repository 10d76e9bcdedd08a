"""How an extra turn that is due, or has begun, ends without being played."""

import pytest

from carcassonne import Phase
from tests.carcassonne.expansions.traders_positions import BUILDS_OF_THREE
from tests.carcassonne.scenario import Game, state_text


def builders() -> Game:
    """Three play, and seat 1 is to move, with a thief and a builder on a road that is open at both ends."""
    game = Game(options="traders", seats=3)
    game.play(BUILDS_OF_THREE)
    return game


def check_no_more(game: Game) -> None:
    """Seat 2 has one turn, and then it is seat 3's."""
    assert game.to_move == 2
    game.turn("A M15 0 -")
    assert game.to_move == 3


def test_who_resigns_after_placing_has_no_extra_turn() -> None:
    game = builders()
    game.lay("U P13 90")
    game.resign(1)
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW)
    check_no_more(game)


def test_who_resigns_before_the_second_tile_is_drawn_has_none_either() -> None:
    game = builders()
    game.turn("U P13 90 -")
    game.resign(1)
    assert (game.to_move, game.state.phase) == (2, Phase.DRAW)
    check_no_more(game)


def test_the_tile_of_an_extra_turn_goes_to_the_next_seat() -> None:
    game = builders()
    game.turn("U P13 90 -")
    game.draw("U")
    game.resign(1)
    assert (game.to_move, game.state.phase, game.state.tile and game.state.tile.name) == (2, Phase.PLACE, "U")


def test_somebody_else_who_resigns_changes_nothing() -> None:
    game = builders()
    game.turn("U P13 90 -")
    game.resign(3)
    assert game.to_move == 1
    game.turn("U Q13 90 -")
    assert game.to_move == 2


def test_a_skipped_extra_turn_is_gone() -> None:
    game = builders()
    game.turn("U P13 90 -")
    game.skip("V")
    check_no_more(game)


def test_when_only_one_is_left_the_game_ends_at_once() -> None:
    game = builders()
    game.turn("U P13 90 -")
    game.resign(2)
    game.resign(3)
    assert game.state.is_over


@pytest.mark.parametrize("lines", ["1 U P13 90 -", "1 U P13 90 -\n1 U Q13 90 -", "1 U P13 90 -\nskip 1 V"])
def test_a_record_replays_to_the_same_state(lines: str) -> None:
    game = builders()
    game.play(lines)
    assert state_text(game.replayed()) == state_text(game.state)
