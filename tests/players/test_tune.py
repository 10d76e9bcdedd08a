"""Learning weights: what is found is what foretells the results."""

import random
from dataclasses import replace

import pytest

from players.__main__ import main
from players.search import Effort
from players.tune import Course, Lesson, average, fitted, play_and_learn, regression, solve
from players.valuations import CLUB
from players.weights import PARTS, Valuation, Weights


def test_linear_equations_are_solved_whatever_their_order() -> None:
    assert solve([[0, 2, 1], [1, 1, 0], [3, 0, 1]], [7, 3, 6]) == pytest.approx([1, 2, 3])


def test_a_regression_finds_what_is_missing_from_the_known_coefficients() -> None:
    dice = random.Random(1)
    rows = [[dice.uniform(-5, 5), dice.uniform(-5, 5), 1.0] for _ in range(200)]
    results = [(row, 3 * row[0] - 2 * row[1] + 4) for row in rows]
    assert regression(results, [1.0, 0.0, 0.0], held=0.0) == pytest.approx([2, -2, 4])
    assert regression(results, [1.0, 0.0, 0.0], held=1e12) == pytest.approx([0, 0, 0], abs=1e-6)


@pytest.mark.slow
def test_weights_are_learnt_for_both_ends_of_a_game() -> None:
    """A part that decides early games only gets a weight in them, and the others keep theirs."""
    before, dice, part = CLUB["classic"][0], random.Random(2), PARTS.index("outnumbered")
    lessons = []
    for _ in range(20_000):
        number, left = dice.randrange(-40, 41), dice.random()
        parts = tuple(float(number) if one == part else 0.0 for one in range(len(PARTS)))
        lessons.append(Lesson(left, parts, round(-4 * left * number)))
    after = fitted(lessons, before)
    assert after.first.outnumbered == pytest.approx(-4, abs=0.3)
    assert after.last.outnumbered == pytest.approx(0, abs=0.3)
    assert (after.first.cities, after.last.cities) == pytest.approx((before.first.cities, before.last.cities))


@pytest.mark.slow
def test_only_the_weights_of_some_parts_are_learnt() -> None:
    """What foretells the results is a part that isn't learnt, half, and one that is."""
    before, dice = CLUB["classic"][0], random.Random(4)
    chosen, other = PARTS.index("fields_joined"), PARTS.index("roads")
    lessons = []
    for _ in range(3_000):
        parts = tuple(dice.uniform(-5, 5) if one in (chosen, other) else 0.0 for one in range(len(PARTS)))
        lessons.append(Lesson(0.5, parts, round(2 * parts[chosen] + before.at(0.5)[other] * parts[other])))
    after = fitted(lessons, before, ["fields_joined"])
    assert after.at(0.5)[chosen] == pytest.approx(2, abs=0.5)
    assert replace(after.first, fields_joined=0) == before.first
    assert replace(after.last, fields_joined=0) == before.last


def test_weights_change_evenly_from_the_first_tile_to_the_last() -> None:
    valuation = Valuation(Weights(in_hand=5), Weights(in_hand=1))
    part = PARTS.index("in_hand")
    assert [valuation.at(left)[part] for left in (1, 0.5, 0)] == [5, 3, 1]
    assert average([valuation, Valuation(Weights(in_hand=1), Weights(in_hand=1))]).first.in_hand == 3


def test_what_is_held_counts_by_the_size_of_its_part() -> None:
    """A part in cities and one in points a tenth as large are held alike: the scale doesn't matter."""
    dice = random.Random(3)
    numbers = [(dice.uniform(-5, 5), dice.uniform(-5, 5)) for _ in range(100)]
    small, large = ([([a * scale, b], 3 * a - 2 * b) for a, b in numbers] for scale in (1.0, 100.0))
    first, second = regression(small, [0.0, 0.0], held=50.0)
    assert 0 < first < 2.5
    assert regression(large, [0.0, 0.0], held=50.0) == pytest.approx([first / 100, second])


@pytest.mark.slow
def test_a_position_of_several_is_compared_with_the_mean_of_the_others() -> None:
    course = Course("classic", (), games=1, rounds=1, seats=4)
    lessons = play_and_learn(course, CLUB["classic"][0], seed=5)
    assert len(lessons) == 70
    assert sum(one.difference for one in lessons[-4:]) == pytest.approx(0)
    in_hand = [one.parts[PARTS.index("in_hand")] * 3 for one in lessons]
    assert in_hand == pytest.approx([round(number) for number in in_hand])
    assert any(round(number) % 3 for number in in_hand)


@pytest.mark.slow
def test_turns_of_a_search_teach_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.tune.EXPERT", Effort(candidates=2, tiles=1))
    course, weights = Course("classic", (), games=1, rounds=1), CLUB["classic"][0]
    searched = play_and_learn(replace(course, searched=True), weights, seed=6)
    assert searched != play_and_learn(course, weights, seed=6)
    assert len(searched) == 70


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_the_command_prints_a_valuation(capsys: pytest.CaptureFixture[str], seats: int) -> None:
    assert main(["tune", "--games", "1", "--rounds", "1", "--players", str(seats)]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("Valuation(first=Weights(points=")
    assert "round 1 of 1" in shown.err
