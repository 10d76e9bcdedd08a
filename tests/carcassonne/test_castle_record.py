"""The Castle: answers and wall tiles in the record of a game."""

import random

import pytest

from carcassonne import (
    Move,
    NotationError,
    Phase,
    PlayWallTile,
    Record,
    RevealWallTile,
    ScoreFirst,
    apply_all,
    draws,
    format_record,
    legal_moves,
    parse_record,
    record_game,
    replay,
    step,
)

from .castle_random_play import GAMES, Ply, castle, play
from .castle_records import LINES, PLAYED, as_record
from .castle_scenario import Castle
from .scenario import state_text


def by_hand() -> Castle:
    game = Castle()
    for line in PLAYED.strip().splitlines():
        turn, *answers = line.split("; ")
        seat, _, rest = turn.partition(" ")
        assert int(seat) == game.to_move
        game.turn(rest)
        game.answer(*answers)
    return game


def test_record_is_what_was_played() -> None:
    game = by_hand()
    assert game.record() == as_record(*LINES)
    assert (game.scores, game.hand(1)) == ([26, 0], [5])


def test_record_reads_back() -> None:
    record = parse_record(as_record(*LINES))
    assert format_record(record) == as_record(*LINES)
    done = replay(record)
    assert done.error is None
    assert done.state is not None
    assert state_text(done.state) == state_text(by_hand().state)
    assert [len(turn.scored) for turn in done.turns] == [0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    assert done.turns[10].scores == (26, 0)


def error_of(*lines: str) -> tuple[str, int]:
    done = replay(parse_record(as_record(*lines)))
    assert done.error is not None
    return str(done.error.reason), done.error.data["line"] - 5


@pytest.mark.parametrize(
    ("line", "instead", "error"),
    [
        (5, "5. 1 N12 E8 0 knight S", ("unanswered", 6)),
        (5, "5. 1 N12 E8 0 knight S; takes 2; takes 3", ("wrong-phase", 5)),
        (5, "5. 1 N12 E8 0 knight S; wall 2", ("bad-answer", 5)),
        (6, "6. 2 N09 B3 0 -; wall -", ("wrong-phase", 6)),
        (7, "7. 1 N10 J4 180 knight E", ("unanswered", 8)),
        (7, "7. 1 N10 J4 180 knight E; takes 5", ("bad-answer", 7)),
        (7, "7. 1 N10 J4 180 knight E; wall 3; takes 5", ("no-such-wall-tile", 7)),
        (7, "7. 1 N10 J4 180 knight E; wall -", ("unanswered", 8)),
        (11, "11. 1 N17 A4 270 squire W; takes 7", ("bad-answer", 11)),
        (11, "11. 1 N17 A4 270 squire W; first A4 E; takes 1", ("not-completed", 11)),
        (13, "13. 2 N04 J2 0 -", ("wrong-seat", 13)),
        (14, "14. 2 N13 H2 0 -", ("wrong-seat", 14)),
    ],
)
def test_wrong_answers_are_told_with_their_line(line: int, instead: str, error: tuple[str, int]) -> None:
    lines = [*LINES]
    lines[line - 1] = instead
    assert error_of(*lines) == error


def test_record_may_break_off_at_a_question() -> None:
    lines = [*LINES[:4], "5. 1 N12 E8 0 knight S"]
    done = replay(parse_record(as_record(*lines)))
    assert done.error is None
    assert done.state is not None
    assert done.state.phase is Phase.REVEAL


@pytest.mark.parametrize("answer", ["draw N05", "wall x", "take 5", "first", "", "deploy -"])
def test_what_cannot_be_read_after_a_turn(answer: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_record(as_record(f"1. 1 N18 I1 0 -; {answer}"))
    assert refused.value.data["line"] == 6


every_game = pytest.mark.parametrize(("seed", "greed"), GAMES)


def recorded(plies: tuple[Ply, ...]) -> Record:
    return record_game(castle(), [ply.move for ply in plies], ["P1", "P2"])


@every_game
def test_games_replay_from_their_records_with_the_same_scores(seed: str, greed: float) -> None:
    plies = play(seed, greed)
    record = recorded(plies)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    done = replay(parse_record(text), with_legal=True)
    assert done.error is None, done.error
    assert done.state is not None
    assert done.is_finished
    assert state_text(done.state) == state_text(plies[-1].after)
    assert text.splitlines()[-1] == " ".join(map(str, plies[-1].after.scores))


@every_game
def test_games_replay_wherever_they_break_off(seed: str, greed: float) -> None:
    plies = play(seed, greed)
    ends = [n for n, ply in enumerate(plies) if isinstance(ply.move, ScoreFirst | PlayWallTile | RevealWallTile)]
    for end in {*range(0, len(plies), 40), *ends, *(n + 1 for n in ends)} - {len(plies)}:
        if end and plies[end - 1].after.phase is Phase.DEPLOY:
            continue  # a record cannot hold a tile without the decision about a follower
        done = replay(parse_record(format_record(recorded(plies[:end]))))
        assert done.error is None, done.error
        assert done.state is not None
        assert state_text(done.state) == state_text(plies[end].before)


@pytest.mark.parametrize("block", range(2))
def test_fifty_games_replay_from_their_records(block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        dice, state, moves = random.Random(seed), castle(), list[Move]()
        while not state.is_over:
            moves.append(dice.choice(draws(state) or legal_moves(state)))
            step(state, moves[-1])
        text = format_record(record_game(castle(), moves, ["P1", "P2"]))
        done = replay(parse_record(text))
        assert done.error is None, (seed, done.error)
        assert done.state is not None
        assert done.is_finished
        assert done.state.scores == state.scores


def test_moves_apply_one_by_one_and_together() -> None:
    seed, greed = GAMES[-1]
    plies = play(seed, greed)
    assert state_text(apply_all(castle(), [ply.move for ply in plies]).state) == state_text(plies[-1].after)
