"""``python -m carcassonne``: its output, exactly where that is a contract."""

import json
from pathlib import Path
from typing import Any

import pytest

from carcassonne import EDITIONS, find_ruleset, parse_record, replay
from tests import judge

from .command_line import replay_json, replay_texts, run
from .finished_records import finished_game
from .random_play import GAMES, rulesets
from .scenario import Game

EXAMPLE = """\
[Edition "classic"]
[Options ""]
[Players "Ann" "Bob"]
[Date "2026-11-21"]
[Result "*"]

1. 1 U M14 90 farmer ESE
2. 2 E M15 180 knight S
3. 1 I N15 90 knight E
*
"""


@pytest.fixture
def example(tmp_path: Path) -> Path:
    file = tmp_path / "example.carc"
    file.write_text(EXAMPLE)
    return file


def test_json_of_the_example(example: Path) -> None:
    code, [found] = replay_json(example, legal=True)
    assert code == 0
    assert list(found) == ["edition", "players", "error", "turns", "final", "scores", "finished"]
    assert (found["edition"], found["players"], found["error"]) == ("classic", 2, None)
    assert (found["final"], found["scores"], found["finished"]) == ([], [0, 0], False)
    assert [list(turn) for turn in found["turns"]] == [
        ["n", "seat", "tile", "legal", "followers", "scored", "scores"]
    ] * 3
    assert found["turns"][0] == {
        "n": 1,
        "seat": 1,
        "tile": "U",
        "legal": [["L13", 90], ["L13", 270], ["M14", 90], ["M14", 270], ["N13", 90], ["N13", 270]],
        "followers": ["farmer ESE", "farmer NNE", "thief E"],
        "scored": [],
        "scores": [0, 0],
    }


def test_without_legal_there_is_no_legal(example: Path) -> None:
    _, [found] = replay_json(example)
    assert [list(turn) for turn in found["turns"]] == [["n", "seat", "tile", "scored", "scores"]] * 3


def test_json_is_what_the_judge_says(example: Path) -> None:
    _, [found] = replay_json(example, legal=True)
    assert found == judge.replay(EXAMPLE)


def test_scores_of_a_turn_stand_before_the_final_scoring(tmp_path: Path) -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.turn("E M12 180 knight S")
    game.skip_all_but(keep="B")
    game.turn("B M14 0 monk")
    _, found = replay_texts(tmp_path, {"game": game.record()})
    last = found["game"]["turns"][-1]
    seat = last["seat"]
    assert (last["n"], last["scored"], last["scores"]) == (3, [], [0, 4])
    final = [{"seat": 1, "points": 2, "kind": "road"}, {"seat": seat, "points": 3, "kind": "monastery"}]
    assert sorted(found["game"]["final"], key=str) == sorted(final, key=str)
    assert found["game"]["scores"] == game.scores
    assert found["game"]["finished"] is True


def test_final_scoring_after_a_last_tile_that_fits_nowhere(tmp_path: Path) -> None:
    _, found = replay_texts(tmp_path, {"game": finished_game().record()})
    assert found["game"]["final"] == [{"seat": 2, "points": 2, "kind": "road"}]
    assert [turn["scores"] for turn in found["game"]["turns"]] == [[4, 0], [4, 0]]
    assert (found["game"]["scores"], found["game"]["finished"]) == ([4, 2], True)


def test_one_row_a_feature_and_paid_seat(tmp_path: Path) -> None:
    game = Game("new-edition", options="abbot")
    game.play("""
        1 B M14 0 abbot
        2 A L13 270 thief E
        1 A N13 90 recall
    """)
    _, found = replay_texts(tmp_path, {"game": game.record()})
    assert found["game"]["turns"][-1]["scored"] == [
        {"seat": 1, "points": 4, "kind": "monastery"},
        {"seat": 2, "points": 3, "kind": "road"},
    ]


def test_game_that_was_given_up_is_not_finished(tmp_path: Path) -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    game.resign(1)
    code, found = replay_texts(tmp_path, {"game": game.record()})
    assert (code, found["game"]["error"]) == (0, None)
    assert (found["game"]["finished"], found["game"]["final"], found["game"]["scores"]) == (False, [], [0, 0])


def test_tile_in_hand_is_no_turn(tmp_path: Path) -> None:
    code, found = replay_texts(tmp_path, {"game": EXAMPLE.replace("\n*\n", "\n4. 2 W ?\n*\n")})
    assert (code, len(found["game"]["turns"]), found["game"]["finished"]) == (0, 3, False)


def test_names_beyond_ascii_are_no_matter(tmp_path: Path) -> None:
    code, found = replay_texts(tmp_path, {"game": EXAMPLE.replace('"Ann"', '"Ánn 안 \\"🏰\\""')})
    assert (code, found["game"]["error"], found["game"]["players"]) == (0, None, 2)


def test_all_files_are_done_and_the_exit_code_tells_of_any_error(example: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.carc"
    bad.write_text(EXAMPLE.replace("M14 90", "M14 0"))
    code, found = replay_json(example, bad, tmp_path / "missing.carc", example)
    assert code == 1
    assert [one["error"] and one["error"]["reason"] for one in found] == [None, "edge-mismatch", "unreadable", None]


def test_scores_turn_by_turn_for_people(tmp_path: Path) -> None:
    file = tmp_path / "game.carc"
    file.write_text(finished_game().record())
    done = run("replay", file)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1. 1 E M12 180 knight S" in done.stdout
    assert done.stdout.rstrip().endswith("4 2")


def test_faults_for_people_name_cells_as_cells(tmp_path: Path) -> None:
    file = tmp_path / "game.carc"
    file.write_text(EXAMPLE.replace("N15 90", "Q15 90"))
    done = run("replay", file)
    assert done.returncode == 1
    assert "line 9" in done.stdout
    assert "not-adjacent" in done.stdout
    assert "Q15" in done.stdout.split("line 9")[1]


def test_files_that_cannot_be_read_are_told_in_a_sentence(example: Path, tmp_path: Path) -> None:
    noise = tmp_path / "noise.carc"
    noise.write_bytes(b"\xff\xfe")
    missing = tmp_path / "missing.carc"
    done = run("replay", missing, example, noise)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{example}:\n")
    assert done.stderr.splitlines() == [
        f"carcassonne: {missing} cannot be read: No such file or directory",
        f"carcassonne: {noise} cannot be read: not UTF-8 text",
    ]


def test_random_games_are_legal_finished_records(tmp_path: Path) -> None:
    """Each edition without options, with each of them by itself, and with all."""
    texts = {}
    for number, (edition, options) in enumerate(rulesets()):
        if len(options.split()) not in (0, 1, len(EDITIONS[edition].options)):
            continue
        allowed = find_ruleset(edition, options.split()).players
        players = allowed[number % len(allowed)]
        done = run("random", "--edition", edition, "--options", options, "--players", str(players), "--seed", "7")
        assert (done.returncode, done.stderr) == (0, "")
        texts[f"{edition}/{options}/{players}"] = done.stdout
    code, found = replay_texts(tmp_path, texts)
    assert code == 0
    for name, one in found.items():
        edition, options, players_text = name.split("/")
        assert (one["edition"], one["players"], one["finished"]) == (edition, int(players_text), True)
        assert texts[name].splitlines()[-1] == " ".join(map(str, one["scores"]))
        assert f'[Options "{options}"]\n' in texts[name]


def test_random_games_differ_by_seed_and_by_nothing_else() -> None:
    games = {run("random", "--edition", "classic", "--players", "3", "--seed", seed).stdout for seed in ("1", "2", "2")}
    assert len(games) == 2
    for text in games:
        done = replay(parse_record(text))
        assert done.error is None
        assert done.is_finished


def test_bench_is_one_line_of_json() -> None:
    done = run("bench", "--edition", "chat-room", "--seconds", "0.2")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(done.stdout)
    assert list(found) == ["edition", "players", "games", "seconds", "games_per_second"]
    assert (found["edition"], found["players"]) == ("chat-room", 2)
    assert found["games"] >= 1
    assert found["seconds"] >= 0.2
    assert found["games_per_second"] == pytest.approx(found["games"] / found["seconds"], rel=0.02)


def test_letters_that_the_terminal_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "game.carc"
    file.write_text(EXAMPLE.replace("1. 1 U", "1. 1 安"), "utf-8")
    done = run("replay", file, encoding="cp1252")
    assert done.returncode == 1
    assert "line 7: unknown-tile" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["replay"],
        ["random", "--edition", "nonsense"],
        ["random", "--edition", "classic", "--options", "river"],
        ["random", "--edition", "new-edition", "--options", "start-tile"],
        ["random", "--players", "1"],
        ["random", "--players", "6"],
        ["bench", "--options", "abbot"],
    ],
)
def test_wrong_arguments_are_told_on_the_error_stream(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--players 9", "this edition is for 2 to 5 players, not 9"),
        ("--edition castle --players 3", "this edition is for 2 players, not 3"),
        ("--options river", "classic has no option river; it has inns, traders"),
        ("--edition travel --options inns", "travel has no option inns; it has none"),
        (
            "--edition new-edition --options ferries",
            "new-edition has no option ferries; it has river, abbot, start-tile, inns, traders",
        ),
        (
            "--edition new-edition --options start-tile",
            'the option start-tile is for games with river: --options "river start-tile"',
        ),
    ],
)
def test_wrong_choices_are_told_in_a_sentence(arguments: str, said: str) -> None:
    assert run("random", *arguments.split()).stderr == f"carcassonne: {said}\n"


def test_every_edition_is_played_at_random_here() -> None:
    assert {(edition, options) for edition, options, _, _ in GAMES} == set(rulesets())
