"""Matches: the same tiles for both, and figures that anybody can work out again."""

import json
import math
from collections import Counter
from pathlib import Path

import pytest

from carcassonne import draws, find_ruleset, format_move, legal_moves, new_game
from carcassonne.rules import step
from players.__main__ import main
from players.match import Match, Pair, TileOrder, play_pairs
from players.strength import elo_difference, strength, wilson_interval


def drawn_tiles(seed: int, *, last: bool) -> list[str]:
    """The tiles of a game in which everybody takes the first legal move, or the last."""
    state, order, drawn = new_game(find_ruleset("new-edition", ["river"]), 2), TileOrder(seed), []
    while not state.is_over:
        if possible := draws(state):
            drawn.append(move := order.next(possible))
        else:
            move = legal_moves(state)[-1 if last else 0]
        step(state, move)
    return [format_move(move) for move in drawn]


def test_both_games_of_a_pair_have_the_same_tiles_in_the_same_order() -> None:
    one, other = drawn_tiles(4, last=False), drawn_tiles(4, last=True)
    assert one == other
    assert one != drawn_tiles(5, last=False)
    assert Counter(one) == Counter(drawn_tiles(5, last=False))


def test_a_pair_swaps_the_seats() -> None:
    [same] = play_pairs(Match("club", "club"), 1, seed=3)
    assert sum(same.margins) == 0
    assert same.turns[0] + same.turns[1] == 142


@pytest.mark.slow
def test_a_pair_can_be_played_by_more_than_two_and_in_other_processes() -> None:
    here = [pair.margins for pair in play_pairs(Match("random", "random"), 2, seed=1)]
    there = [pair.margins for pair in play_pairs(Match("random", "random"), 2, seed=1, jobs=2)]
    assert here == there
    assert [pair.margins for pair in play_pairs(Match("random", "random", seats=5), 1, seed=1)]


@pytest.mark.slow
def test_one_sits_alone_in_every_seat_once() -> None:
    [played] = play_pairs(Match("club", "random", seats=3, is_alone=True), 1, seed=1)
    assert len(played.margins) == 3
    assert played.turns == (71, 142)
    assert min(played.margins) > 0
    assert strength([played]).wins == 3


def test_the_strength_of_known_results() -> None:
    result = strength([Pair((10, 2), (0.2, 0.4), (4, 4)), Pair((0, -4), (0.2, 0.4), (4, 4))])
    assert (result.wins, result.draws, result.losses) == (2, 1, 1)
    assert result.mean_difference == 2
    assert result.error == pytest.approx(4)
    assert result.share == 0.625
    assert list(result.milliseconds) == pytest.approx([50, 100])


def test_wilson_and_elo() -> None:
    """Wilson's figures for 50 of 100 as textbooks print them; a share of 10 in 11 is a difference of 400."""
    assert list(wilson_interval(0.5, 100)) == pytest.approx([0.4038, 0.5962], abs=1e-4)
    assert list(wilson_interval(1, 10)) == pytest.approx([0.7225, 1], abs=1e-4)
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert (elo_difference(0), elo_difference(1)) == (-math.inf, math.inf)


@pytest.mark.slow
def test_the_command_ends_with_one_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "beginner", "random", "--pairs", "1", "--seed", "1"]) == 0
    shown = capsys.readouterr()
    result = json.loads(shown.out)
    assert (result["wins"], result["share"], result["error"], result["elo"]) == (2, 1, None, None)
    assert "1 of 1 pairs: beginner has won 100%" in shown.err


@pytest.mark.slow
def test_the_command_seats_one_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "beginner", "random", "--pairs", "1", "--players", "3", "--alone"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["wins"] + result["draws"] + result["losses"] == 3


def test_the_command_prints_a_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.carc"
    game.write_text('[Edition "classic"]\n[Players "Ann" "Bob"]\n\n1. 1 U M14 90 thief E\n2. 2 W ?\n*\n', "utf-8")
    assert main(["move", "club", str(game)]) == 0
    assert len(capsys.readouterr().out.split()) >= 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["match", "random", "random", "--players", "7"], "players"),
        (["move", "club", "no-such-file.carc"], "No such file"),
    ],
)
def test_bad_input_is_a_sentence(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


def test_a_record_without_a_tile_in_hand_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "game.carc"
    game.write_text('[Edition "classic"]\n[Players "Ann" "Bob"]\n\n1. 1 U M14 90 thief E\n*\n', "utf-8")
    assert main(["move", "club", str(game)]) == 2
    assert "no tile is in hand" in capsys.readouterr().err
