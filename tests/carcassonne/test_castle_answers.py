"""The Castle: every wrong answer is refused with its reason, and does not change the game."""

import pytest

from carcassonne import (
    GameEnded,
    IllegalMoveError,
    NotationError,
    Phase,
    Reason,
    apply,
    format_move,
    legal_moves,
    parse_cell,
    parse_move,
)

from .castle_questions import order_question, two_houses_completed
from .castle_scenario import Castle

EVERY_MOVE = ["draw N05", "place J1 0", "deploy -", "deploy knight N", "skip 1", "skip 2"]


def doubling_question() -> Castle:
    castle = Castle()
    castle.set_position(hands=([2, 4], [3]))
    castle.turn("N12 E8 0 knight S")
    assert castle.asked == ["wall -", "wall 2"]
    return castle


def extra_turn_question() -> Castle:
    castle = Castle()
    castle.set_position(hands=([1, 2], []))
    castle.turn("N12 E8 0")
    assert castle.asked == ["wall -", "wall 1"]
    return castle


def wall_tile_reveal() -> Castle:
    castle = Castle()
    castle.set_position(scores=(31, 0), hands=([9, 9], []))
    castle.turn("D02 C1 0 herald N")
    assert castle.state.phase is Phase.REVEAL
    return castle


@pytest.mark.parametrize("castle", [doubling_question(), extra_turn_question(), order_question(), wall_tile_reveal()])
@pytest.mark.parametrize("text", EVERY_MOVE)
def test_other_moves_wait_until_it_is_answered(castle: Castle, text: str) -> None:
    assert castle.refused(text) == "wrong-phase"


@pytest.mark.parametrize("text", ["first E8 S", "wall 2", "wall -", "takes 5"])
def test_answers_without_a_question(text: str) -> None:
    castle = Castle()
    assert castle.refused(text) == "wrong-phase"
    castle.draw("N12")
    assert castle.refused(text) == "wrong-phase"
    castle.answer("place E8 0")
    assert castle.refused(text) == "wrong-phase"


@pytest.mark.parametrize("text", ["first E8 S", "wall 2", "wall -", "takes 5"])
def test_answers_after_the_end(text: str) -> None:
    castle = Castle()
    castle.end()
    assert castle.refused(text) == "after-end"


@pytest.mark.parametrize(
    ("castle", "text", "why"),
    [
        (doubling_question(), "wall 4", "no-such-wall-tile"),  # in hand, but not for this
        (doubling_question(), "wall 3", "no-such-wall-tile"),  # the other player's
        (doubling_question(), "wall 1", "no-such-wall-tile"),
        (doubling_question(), "first E8 S", "bad-answer"),
        (extra_turn_question(), "wall 2", "no-such-wall-tile"),
        (extra_turn_question(), "first E8 S", "bad-answer"),
        (order_question(), "wall -", "bad-answer"),
        (order_question(), "wall 2", "bad-answer"),
        (order_question(), "first E8 S", "not-completed"),
        (order_question(), "first I1 N", "not-completed"),  # completed by nobody
        (order_question(), "first I2 NNE", "not-completed"),  # a court
        (order_question(), "first A9 N", "not-completed"),
        (order_question(), "first I1 C", "not-completed"),
        (wall_tile_reveal(), "takes 9", "no-such-wall-tile"),  # both have been seen
        (wall_tile_reveal(), "wall -", "bad-answer"),
        (wall_tile_reveal(), "first C1 N", "bad-answer"),
    ],
)
def test_answer_to_another_question(castle: Castle, text: str, why: str) -> None:
    assert castle.refused(text) == why


@pytest.mark.parametrize("castle", [doubling_question(), extra_turn_question(), order_question()])
def test_nothing_is_turned_over_while_a_question_is_open(castle: Castle) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        apply(castle.state, parse_move("takes 5"))
    assert refused.value.reason in (Reason.WRONG_PHASE, Reason.BAD_ANSWER)


def test_refusals_carry_their_data() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        apply(doubling_question().state, parse_move("wall 3"))
    assert refused.value.data == {"number": 3, "hand": (2, 4)}
    with pytest.raises(IllegalMoveError) as refused:
        apply(order_question().state, parse_move("first A9 N"))
    assert refused.value.data == {"cell": parse_cell("A9"), "point": "N"}
    with pytest.raises(IllegalMoveError) as refused:
        apply(Castle().state, parse_move("wall -"))
    assert refused.value.data == {"expected": "draw"}


@pytest.mark.parametrize("castle", [doubling_question(), extra_turn_question(), order_question(), wall_tile_reveal()])
def test_legal_moves_are_accepted(castle: Castle) -> None:
    for move in legal_moves(castle.state):
        assert parse_move(format_move(move)) == move
        assert apply(castle.state, move).events or castle.state.phase is Phase.ASK


@pytest.mark.parametrize("name", ["first J2 S", "first J2 W", "first J3 N", "first j2 w"])
def test_feature_is_named_by_any_side_of_it(name: str) -> None:
    castle = two_houses_completed(28, [3, 3])
    castle.answer(name)
    assert castle.answer("wall -")[0] == "house 2 to 1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wall 0", Reason.NO_SUCH_WALL_TILE),
        ("wall 10", Reason.NO_SUCH_WALL_TILE),
        ("wall x", Reason.NO_SUCH_WALL_TILE),
        ("wall", Reason.UNREADABLE),
        ("takes -", Reason.NO_SUCH_WALL_TILE),
        ("takes", Reason.UNREADABLE),
        ("first", Reason.UNREADABLE),
        ("first C1", Reason.BAD_ANSWER),
        ("first C1 X", Reason.BAD_ANSWER),
        ("first C1 N E", Reason.BAD_ANSWER),
        ("first C0 N", Reason.BAD_CELL),
    ],
)
def test_what_cannot_be_read(text: str, why: Reason) -> None:
    with pytest.raises(NotationError) as refused:
        parse_move(text)
    assert refused.value.reason is why


@pytest.mark.parametrize("castle", [doubling_question(), extra_turn_question(), order_question(), wall_tile_reveal()])
@pytest.mark.parametrize("seat", [1, 2])
def test_either_player_may_give_up_while_a_question_is_open(castle: Castle, seat: int) -> None:
    done = apply(castle.state, parse_move(f"resign {seat}"))
    assert done.events == (GameEnded(is_scored=False),)
    assert done.state.phase is Phase.OVER
    assert legal_moves(done.state) == []
