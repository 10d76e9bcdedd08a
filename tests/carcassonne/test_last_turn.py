"""What a state tells of how it came: who laid which tile, and what the last turn has paid."""

from carcassonne import FeatureScored, apply_all, parse_move

from .scenario import Game, state_text


def paid(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    return [(event.points, event.seats) for event in game.state.history.paid]


def test_who_laid_each_tile() -> None:
    game = Game(seats=3)
    game.play("1 U M14 90 -\n2 U N13 90 -\nskip 3 U\n1 U L13 90 -\nresign 2\n3 U O13 90 -")
    assert list(game.state.history.movers) == [0, 1, 0, 2]
    assert len(game.state.history.movers) == game.state.turn
    assert state_text(game.replayed()) == state_text(game.state)


def test_what_the_last_turn_has_paid_and_who_came_back() -> None:
    game = Game()
    game.turn("A L13 270 thief E")
    game.turn("B M14 0 -")
    assert (game.state.history.paid, game.state.history.returned) == ((), ())
    game.turn("A N13 90 -")
    [event] = [event for event in game.events if isinstance(event, FeatureScored)]
    assert game.state.history.paid == (event,)
    [(ref, placed)] = game.state.history.returned
    assert (ref, placed.seat, placed.role) == (event.returned[0], 0, "thief")
    assert ref not in game.state.figures


def test_the_draw_after_it_changes_nothing_and_the_next_tile_all() -> None:
    game = Game()
    game.play("1 A L13 270 thief E\n2 B M14 0 -\n1 A N13 90 -")
    drawn = apply_all(game.state, [parse_move("draw B")]).state
    assert (
        (drawn.history.paid, drawn.history.returned)
        == (game.state.history.paid, game.state.history.returned)
        != ((), ())
    )
    placed = apply_all(drawn, [parse_move("place N14 0")]).state
    assert (placed.history.paid, placed.history.returned) == ((), ())


def test_a_turn_that_is_skipped_has_paid_nothing() -> None:
    game = Game()
    game.play("1 A L13 270 thief E\n2 B M14 0 -\n1 A N13 90 -")
    game.skip("B")
    assert (game.state.history.paid, game.state.history.returned) == ((), ())


def test_a_recalled_abbot_and_the_final_scoring() -> None:
    game = Game("new-edition", 2, "abbot")
    game.play("1 B M14 0 abbot\n2 U N13 90 farmer ESE\n1 U L13 90 recall")
    assert paid(game) == [(4, (0,))]
    assert [placed.role for _, placed in game.state.history.returned] == ["abbot"]
    game.turn("U O13 90 thief E")
    game.skip_all_but()
    assert game.state.is_over
    assert paid(game) == []


def test_a_state_that_is_only_tried_leaves_the_one_before_as_it_was() -> None:
    game = Game()
    game.play("1 A L13 270 thief E\n2 B M14 0 -")
    before = state_text(game.state)
    apply_all(game.state, [parse_move(text) for text in ("draw A", "place N13 90", "deploy -")])
    assert state_text(game.state) == before
