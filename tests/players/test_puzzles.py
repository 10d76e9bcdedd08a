"""Puzzles: one turn is clearly best, and isn't the one that looks best."""

import json
import random
from dataclasses import replace
from unittest.mock import ANY

import pytest

from carcassonne import DrawTile, apply_all, format_position, new_game
from players import LEVELS, __main__, choose, solving
from players.baselines import greediest
from players.endgame import Breadth
from players.halving import Depth
from players.policy import ranked
from players.puzzle_file import format_puzzle, parse_puzzle
from players.puzzles import EDITION, LEAD, STEPS, Hunt, Looks, hunt_on
from players.reasons import best_reasons
from players.review import searched
from players.search import EXPERT, Effort, compare
from players.turns import whole_turns
from tests.fixtures.stored_puzzle import PUZZLE, stored_puzzle

SHALLOW = Depth(Effort(8, 24), 1, ((4, 2), (2, 4)), 100_000, Breadth(tiles=0, first=1, answers=1))
QUICK = Looks(SHALLOW, SHALLOW)
"""What finds a puzzle where it's clear, with little effort."""


def hunted() -> Hunt:
    """The search at the stored puzzle, with the tile in hand."""
    puzzle = stored_puzzle()
    return Hunt(puzzle.seed, state=puzzle.state)


@pytest.mark.slow
def test_a_position_in_which_one_turn_is_clearly_best_is_a_puzzle() -> None:
    found = hunt_on(hunted(), QUICK).puzzle
    assert found is not None
    best, second = found.choices[:2]
    assert best.moves == stored_puzzle().choices[0].moves
    assert best.value - second.value >= LEAD
    assert best.moves not in greediest(found.state)
    assert found.tempting in greediest(found.state)


def test_a_puzzle_has_all_turns_the_best_first() -> None:
    found = hunt_on(hunted(), QUICK).puzzle
    assert found is not None
    assert sorted(map(repr, (one.moves for one in found.choices))) == sorted(
        repr(turn.moves) for turn in whole_turns(found.state)
    )
    assert [one.value for one in found.choices] == sorted((one.value for one in found.choices), reverse=True)
    assert found.find(found.choices[7].moves) == found.choices[7]
    assert found.lost(found.choices[0]) == 0


@pytest.mark.slow
def test_the_stored_puzzle_is_good() -> None:
    """Club doesn't solve it, and the master does."""
    puzzle = stored_puzzle()
    state, best = puzzle.state, puzzle.choices[0].moves
    assert state.ruleset.edition == EDITION
    assert choose(state, LEVELS["club"], random.Random(1).randrange) != best
    assert choose(state, LEVELS["master"], random.Random(1).randrange) == best
    assert puzzle.choices[0].value - puzzle.choices[1].value >= LEAD


@pytest.mark.slow
def test_the_reasons_are_those_of_the_search() -> None:
    """They say what the best turn changes against the one that looks best."""
    puzzle = stored_puzzle()
    search = searched(puzzle.state)
    best, tempting = search.weighed(puzzle.choices[0].moves), search.weighed(puzzle.tempting)
    found = hunt_on(hunted(), QUICK).puzzle
    assert found is not None
    assert found.reasons == best_reasons(puzzle.state, best, tempting)


def test_a_puzzle_that_an_older_version_has_kept_is_read_without_its_reasons() -> None:
    """They named parts of the evaluation, and nothing on the board."""
    kept = json.loads(PUZZLE)
    kept["reasons"] = [["first_in_hand", 1, 6.59], ["farming", 0, -0.87]]
    assert parse_puzzle(json.dumps(kept)) == replace(stored_puzzle(), state=ANY, reasons=())


@pytest.mark.slow
def test_where_the_reference_sees_it_there_is_no_puzzle() -> None:
    """The search goes on after the turn of the expert."""
    state = stored_puzzle().state
    other = next(
        after.state
        for after in (apply_all(state, turn.moves) for turn in whole_turns(state))
        if after.state.turn == state.turn + 1
    )
    hunt = Hunt(1, state=other)
    found = hunt_on(hunt, QUICK)
    assert found.puzzle is None
    assert found.moves
    assert found.state is not None
    assert found.state.turn > other.turn


@pytest.mark.slow
def test_a_step_plays_some_turns_and_is_always_the_same() -> None:
    first, again = hunt_on(Hunt(5), QUICK), hunt_on(Hunt(5), QUICK)
    assert first.moves == again.moves
    assert first.state is not None
    assert first.state.turn == STEPS
    replayed = apply_all(new_game(first.state.ruleset, 2), first.moves).state
    assert format_position(replayed) == format_position(first.state)
    assert hunt_on(Hunt(6), QUICK).moves != first.moves
    assert hunt_on(replace(first, game=1), QUICK).moves[: len(first.moves)] == first.moves


def test_after_a_game_without_a_puzzle_comes_the_next() -> None:
    state = stored_puzzle().state
    while not state.is_over:
        chance = [DrawTile(one) for one in sorted(state.bag)][:1]
        turn = next(iter(whole_turns(state)), None)
        state = apply_all(state, turn.moves if turn else chance).state
    assert hunt_on(Hunt(3, 4, state=state), QUICK) == Hunt(3, 5)


def test_a_puzzle_is_kept_as_one_text() -> None:
    puzzle = stored_puzzle()
    read = parse_puzzle(format_puzzle(puzzle))
    assert format_puzzle(puzzle) == PUZZLE.strip()
    assert format_position(read.state) == format_position(puzzle.state)
    assert (read.choices, read.tempting, read.reasons) == (puzzle.choices, puzzle.tempting, puzzle.reasons)


def test_the_command_shows_the_position_and_what_turns_are_worth(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(__main__, "find_puzzle", lambda seed: replace(stored_puzzle(), seed=seed))
    assert __main__.main(["puzzle", "--seed", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert format_position(stored_puzzle().state) in lines
    assert f"{stored_puzzle().choices[0].value:+7.2f}  I11 0 -" in lines
    assert lines[-1] == "looks best: G11 0 farmer NNE"


@pytest.mark.slow
def test_the_policies_try_puzzles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(solving, "hunt_on", lambda hunt: replace(hunt, puzzle=stored_puzzle()))
    assert __main__.main(["puzzles", "--number", "2"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["puzzles"] == 2
    assert (result["solved"]["master"], result["solved"]["club"], result["solved"]["reference"]) == (2, 0, 0)


def test_expert_sees_less_than_the_deep_look() -> None:
    """A position is promising if the search sees a part of the lead."""
    found = ranked(compare(stored_puzzle().state, EXPERT, random.Random(1).randrange))
    assert found[0].moves == stored_puzzle().choices[0].moves
