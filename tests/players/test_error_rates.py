"""What the turns of levels cost, by reviews: a check that anybody can repeat."""

import json

import pytest

from carcassonne import apply_all
from players import __main__ as program
from players import error_rates
from players.error_rates import ReviewedPlayer, played_game
from players.review import played_turns


@pytest.mark.slow
def test_a_game_of_levels_is_always_the_same_and_is_played_to_its_end() -> None:
    start, moves = played_game(("beginner", "club"), 3, "classic", ())
    assert played_game(("beginner", "club"), 3, "classic", ())[1] == moves
    assert apply_all(start, moves).state.is_over
    assert len(played_turns(start, moves)) > 60


def test_each_two_levels_play_each_order_of_tiles_twice_and_the_means_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games: list[tuple[tuple[str, ...], int]] = []
    lost = {"beginner": 72.0, "club": 36.0, "strong": 18.0}

    def reviewed(levels: tuple[str, ...], seed: int, edition: str, options: tuple[str, ...]) -> list[ReviewedPlayer]:
        games.append((levels, seed))
        return [ReviewedPlayer(level, 36, lost[level], 5.0, 3.0, 4.0) for level in levels]

    monkeypatch.setattr(error_rates, "_reviewed", reviewed)
    assert program.main(["errors", "beginner", "club", "strong", "--games", "2", "--seed", "5"]) == 0
    assert games == [
        (("beginner", "club"), 5), (("club", "beginner"), 5),
        (("beginner", "strong"), 5), (("strong", "beginner"), 5),
        (("club", "strong"), 5), (("strong", "club"), 5),
    ]  # fmt: skip
    printed = json.loads(capsys.readouterr().out)
    assert {level: one["lost a turn"] for level, one in printed.items()} == {
        "beginner": 2.0,
        "club": 1.0,
        "strong": 0.5,
    }
    assert printed["club"] == {
        "games": 4, "lost a turn": 1.0, "lost a game": 36.0, "result": 5.0, "luck": 3.0, "luck spreads": 3.0,
        "seconds": 4.0,
    }  # fmt: skip


def test_one_level_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert program.main(["errors", "club"]) == 2
    assert "two levels or more" in capsys.readouterr().err
