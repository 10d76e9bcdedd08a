"""A tile that fits nowhere leaves the game (the 2000 rulebook, "Placing land tiles")."""

from carcassonne import DrawTile, GameEnded, Phase, TileDiscarded, apply, parse_record, replay

from .scenario import Game, state_text

NO_OPEN_CITY = "E M12 180 knight S"
"""After this turn the tile C, a city on all sides, fits nowhere."""


def test_same_player_draws_again() -> None:
    game = Game()
    game.turn(NO_OPEN_CITY)
    left = game.state.tiles_left
    assert game.draw("C") == ["x C"]
    assert (game.to_move, game.state.phase, game.state.tile) == (2, Phase.DRAW, None)
    assert game.state.tiles_left == left - 1
    assert (game.state.turn, game.scores) == (1, [4, 0])
    assert game.refusal("C N13 0")["reason"] == "not-in-bag"
    game.turn("U N13 90 thief E")
    assert game.to_move == 1


def test_it_is_reported() -> None:
    game = Game()
    game.turn(NO_OPEN_CITY)
    applied = apply(game.state, DrawTile("C"))
    assert applied.events == (TileDiscarded("C"),)


def test_several_in_a_row() -> None:
    """With all cities closed and no road open, neither C nor X fits, and the same player draws a third time."""
    game = Game()
    game.play("""
        1 E M12 180 -
        2 A L13 270 -
        1 A N13 90 -
    """)
    assert (
        game.play("""
        x C
        x X
        2 B M14 0 monk
    """)
        == []
    )
    assert game.to_move == 1


def test_the_very_last_tile_fits_nowhere() -> None:
    game = Game()
    game.turn(NO_OPEN_CITY)
    game.turn("U N13 90 thief E")
    game.skip_all_but(keep="C")
    seat = game.to_move
    assert game.draw("C") == ["x C", "road 2 to 2"]
    assert (game.state.phase, game.state.tiles_left, game.state.is_over) == (Phase.OVER, 0, True)
    assert game.events[-1] == GameEnded(is_scored=True)
    assert (game.scores, game.state.turn) == ([4, 2], 2)
    assert seat in (1, 2)


def test_the_last_tiles_that_fit_nowhere_stand_in_the_record() -> None:
    game = Game()
    game.turn(NO_OPEN_CITY)
    game.turn("A L13 270 -")
    game.turn("A N13 90 thief W")
    game.skip_all_but(keep="C X")
    game.draw("X")
    assert game.state.phase is Phase.DRAW
    game.draw("C")
    record = game.record()
    assert record.endswith("\nx X\nx C\n7 0\n")
    assert state_text(game.replayed()) == state_text(game.state)
    done = replay(parse_record(record))
    assert done.is_finished
    assert done.turns[-1].scores == (7, 0)


def test_a_tile_that_fits_may_not_be_called_unplaceable() -> None:
    game = Game()
    game.draw("C")
    assert game.state.phase is Phase.PLACE
