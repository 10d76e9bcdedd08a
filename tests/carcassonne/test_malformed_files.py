"""Files that are no records: one line of JSON each, exit code 1, no traceback, and quickly.

The time is limited by the system, which limits the CPU seconds of the process that replays a file.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixtures.cases import slow_but

from .command_line import ROOT, replay_json
from .scenario import Game

resource = pytest.importorskip("resource")

SIZE = 10_000_000
TAGS = '[Edition "classic"]\n[Players "a" "b"]\n'


def random_text(alphabet: str) -> str:
    return "".join(random.Random(1).choices(alphabet, k=100_000)) * (SIZE // 100_000)


NOISE: dict[str, Callable[[], str | bytes]] = {
    "random bytes": lambda: random.Random(1).randbytes(SIZE),
    "zero bytes": lambda: bytes(SIZE),
    "one letter": lambda: "a" * SIZE,
    "digits": lambda: "1" * SIZE,
    "line ends": lambda: "\n" * SIZE,
    "blanks": lambda: " " * SIZE,
    "brackets": lambda: "[" * SIZE,
    "letters of a record": lambda: random_text('[]"\\ \n.123UVEM14 90 thief -x*?'),
    "a tag that never ends": lambda: '[Edition "' + "a" * SIZE,
    "backslashes in a tag": lambda: '[Edition "' + "\\\\" * (SIZE // 2),
    "values without end": lambda: "[Edition" + ' "a"' * (SIZE // 4),
    "blanks in a tag": lambda: '[Edition "classic"' + " " * SIZE,
    "players without end": lambda: '[Edition "classic"]\n[Players' + ' "a"' * (SIZE // 4) + "]\n*\n",
    "scores without end": lambda: TAGS + "1 " * (SIZE // 2),
    "turn without end": lambda: TAGS + "1. 1 U " + "M14 " * (SIZE // 4),
    "cell without end": lambda: TAGS + "1. 1 U " + "M" * SIZE + " 90 -\n*\n",
    "tile without end": lambda: TAGS + "1. 1 " + "U" * SIZE + " M14 90 -\n*\n",
    "discards without end": lambda: TAGS + "x C\n" * (SIZE // 4),
    "turns without end": lambda: TAGS + "1. 1 U M14 90 -\n" * (SIZE // 16),
    "resignations without end": lambda: TAGS + "resign 1\n" * (SIZE // 9),
    "tags without end": lambda: TAGS + "".join(f'[T{n} "v"]\n' for n in range(SIZE // 13)),
    "results without end": lambda: TAGS + "*\n" * (SIZE // 2),
}


def memory_limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (2, 2))  # one second for the start of Python
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))


@pytest.mark.parametrize("name", slow_but(3, NOISE))
def test_ten_megabytes_of_noise(name: str, tmp_path: Path) -> None:
    noise = NOISE[name]()
    file = tmp_path / "noise.carc"
    file.write_bytes(noise if isinstance(noise, bytes) else noise.encode())
    command = [sys.executable, "-m", "carcassonne", "replay", "--json", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, preexec_fn=memory_limit)
    assert (done.returncode, done.stderr) == (1, b"")
    assert len(done.stdout) < 10_000
    found = json.loads(done.stdout)
    assert found["error"]["reason"]
    assert (found["turns"], found["final"], found["finished"]) == (found["turns"][:1], [], False)


def test_a_tenth_of_a_megabyte_of_noise(tmp_path: Path) -> None:
    """A file this small would pass any limit on its size."""
    for name, noise in NOISE.items():
        body = noise()
        (tmp_path / name).write_bytes((body if isinstance(body, bytes) else body.encode())[: SIZE // 100])
    code, found = replay_json(*(tmp_path / name for name in NOISE))
    assert (code, len(found)) == (1, len(NOISE))
    assert all(one["error"]["reason"] for one in found)


def test_no_text_no_file_no_permission(tmp_path: Path) -> None:
    bodies = {"bytes": b"\xff\xfe\x00", "half a letter": '[Players "é"]'.encode()[:-3], "empty": b""}
    for name, body in bodies.items():
        (tmp_path / name).write_bytes(body)
    names = [*bodies, "missing", "missing/in/a/folder", "."]
    code, found = replay_json(*(tmp_path / name for name in names))
    assert (code, len(found)) == (1, len(names))
    errors = [one["error"] for one in found]
    assert [(error["line"], error["reason"]) for error in errors if error is not errors[2]] == [(0, "unreadable")] * 5
    for one in found:
        assert {name: one[name] for name in one if name != "error"} == {
            "edition": None, "players": None, "turns": [], "final": [], "scores": None, "finished": False
        }  # fmt: skip


def test_a_record_cut_off_anywhere_is_told_as_wrong(tmp_path: Path) -> None:
    game = Game()
    game.turn("E M12 180 knight S")
    game.turn("U N13 90 thief E")
    text = game.record().removesuffix("*\n")
    files = []
    for length in range(len(text) + 1):
        files.append(tmp_path / f"{length}.carc")
        files[-1].write_text(text[:length])
    code, found = replay_json(*files)
    assert (code, len(found)) == (1, len(files))
    assert all(one["error"]["reason"] for one in found)
    assert found[-1]["error"]["reason"] == "unfinished"
    assert len(found[-1]["turns"]) == 2


def test_one_character_changed_anywhere_never_breaks_the_command_line(tmp_path: Path) -> None:
    game = Game("new-edition", 3, "river abbot")
    game.play("""
        1 rK M14 0 thief E
        2 rJ+ M15 270 abbot
        resign 3
        skip 1 rC
        2 rD N15 90 recall
    """)
    text, dice = game.record(), random.Random(1)
    files = []
    for number in range(300):
        spot = dice.randrange(len(text))
        files.append(tmp_path / f"{number}.carc")
        files[-1].write_text(text[:spot] + dice.choice('0129ABMZrx+-?*."[]\\ \n\té') + text[spot + 1 :])
    code, found = replay_json(*files)
    assert (code, len(found)) == (1, 300)
    for one in found:
        assert list(one) == ["edition", "players", "error", "turns", "final", "scores", "finished"]
