"""Positions as one line of text: random games of all editions, and what is refused."""

import pytest

from carcassonne import (
    CarcassonneError,
    Outcome,
    Phase,
    Reason,
    State,
    apply,
    apply_all,
    features,
    format_position,
    legal_moves,
    parse_move,
    parse_position,
)
from carcassonne.projection import projected_events
from carcassonne.state import FIELDS
from host.model.fingerprint import format_state
from tests.fixtures.cases import slow_but_each_edition

from . import castle_random_play
from .random_play import GAMES, play
from .scenario import Game

AT_ROOTS = {"counters", "members"}
TELLING_HOW_IT_CAME = {"history"}


def same(state: State, again: State) -> bool:
    """Whether two states are the same but for what the last turns have paid, and what nobody reads."""
    for name in set(FIELDS) - AT_ROOTS - TELLING_HOW_IT_CAME:
        assert getattr(again, name) == getattr(state, name), name
    roots = [node for node, parent in enumerate(state.parent) if node == parent]
    for name in AT_ROOTS:
        assert [getattr(again, name)[node] for node in roots] == [getattr(state, name)[node] for node in roots]
    return again.history.movers == state.history.movers


@pytest.mark.parametrize(("edition", "options", "seats", "seed"), slow_but_each_edition(4, GAMES))
def test_a_position_is_read_as_it_was_written(edition: str, options: str, seats: int, seed: int) -> None:
    plies = play(edition, options, seats, seed)
    for ply in (plies[0], *plies[5::23], plies[-1]):
        for state in (ply.before, ply.after):
            text = format_position(state)
            again = parse_position(text)
            assert same(state, again)
            assert format_position(again) == text
            assert format_state(again) == format_state(state)
            assert features(again) == features(state)
            assert legal_moves(again) == legal_moves(state)
            assert projected_events(again) == projected_events(state)


@pytest.mark.parametrize(("seed", "greed"), castle_random_play.GAMES[-4:])
def test_whatever_the_castle_waits_for_can_be_written(seed: str, greed: float) -> None:
    plies = castle_random_play.play(seed, greed)
    asked = [ply.after for ply in plies if ply.after.phase in (Phase.ASK, Phase.REVEAL)]
    assert asked
    for state in asked:
        again = parse_position(format_position(state))
        assert same(state, again)
        assert legal_moves(again) == legal_moves(state)
        answer = legal_moves(state)[0]
        assert same(apply(state, answer).state, apply(again, answer).state)


def test_the_text_of_a_position() -> None:
    game = Game()
    game.play("1 U M14 90 thief E")
    game.draw("V")
    assert format_position(game.state) == (
        "rules classic; seats 2; seat 2 place V; scores 0 0; tiles M14 U 90 1; figures 1 M14 thief E; "
        "bag A*2 B*4 C*1 D*3 E*5 F*2 G*1 H*3 I*2 J*3 K*3 L*3 M*2 N*3 O*2 P*3 Q*1 R*3 S*2 T*1 U*7 V*8 W*4 X*1"
    )


def test_a_position_can_be_made_up() -> None:
    state = parse_position("rules classic; seats 2; seat 1 place E; scores 30 28; bag U*1")
    assert (state.scores, state.tiles_left, state.turn) == ([30, 28], 2, 0)
    after = apply_all(state, [parse_move("place M12 180"), parse_move("deploy knight S")]).state
    assert after.scores == [34, 28]


def test_a_game_that_was_given_up_with_a_tile_in_hand() -> None:
    game = Game()
    game.draw("U")
    game.resign(1)
    again = parse_position(format_position(game.state))
    assert (again.outcome, again.tile) == (Outcome.RESIGNED, game.state.tile)


BEGIN = "rules classic; seats 2; seat 1 draw; scores 0 0; bag U*1"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.UNREADABLE),
        (BEGIN + "; moon full", Reason.UNREADABLE),
        (BEGIN + "; bag V*1", Reason.UNREADABLE),
        (BEGIN.replace("classic", "classics"), Reason.UNKNOWN_EDITION),
        (BEGIN.replace("seats 2", "seats 9"), Reason.PLAYERS),
        (BEGIN.replace("seats 2", "seats two"), Reason.UNREADABLE),
        (BEGIN.replace("seat 1", "seat 3"), Reason.WRONG_SEAT),
        (BEGIN.replace("draw", "place"), Reason.UNREADABLE),
        (BEGIN.replace("draw", "ask 1"), Reason.UNREADABLE),
        (BEGIN.replace("draw", "place Y"), Reason.UNKNOWN_TILE),
        (BEGIN.replace("scores 0 0", "scores 0"), Reason.UNREADABLE),
        (BEGIN.replace("U*1", "U"), Reason.UNREADABLE),
        (BEGIN.replace("U*1", "C*2"), Reason.NOT_IN_BAG),
        (BEGIN.replace("U*1", "Z*1"), Reason.NOT_IN_BAG),
        (BEGIN + "; tiles M14 U 0 1", Reason.EDGE_MISMATCH),
        (BEGIN + "; tiles M14 U 90", Reason.UNREADABLE),
        (BEGIN + "; figures 1 M13", Reason.UNREADABLE),
        (BEGIN + "; figures 1 M14 thief E", Reason.UNREADABLE),
        (BEGIN + "; figures 1 M13 monk", Reason.NO_SUCH_SEGMENT),
        (BEGIN + "; figures 1 M13 thief E, 2 M13 thief E", Reason.SEGMENT_TAKEN),
        ("rules castle; seats 2; seat 1 draw; scores 0 0; bag S05*1", Reason.UNREADABLE),
        ("rules castle; seats 2; seat 1 draw; scores 0 0; bag S05*1; castle hands ((", Reason.UNREADABLE),
    ],
)
def test_what_is_refused(text: str, reason: Reason) -> None:
    with pytest.raises(CarcassonneError) as refused:
        parse_position(text)
    assert refused.value.reason is reason
