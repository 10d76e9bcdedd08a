"""Faults in records: the line and the reason in the error, and what was replayed before it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .command_line import replay_texts
from .finished_records import TAGS, finished_game
from .positions import SEVEN_OUT
from .scenario import Game

REASONS = """
    unreadable bad-tag unknown-edition unknown-option players turn-number wrong-seat unknown-tile not-in-bag tile-order
    tile-fits bad-cell bad-rotation occupied not-adjacent edge-mismatch river-end river-u-turn bad-follower
    no-such-segment segment-taken none-left after-end unfinished wrong-result
"""
"""The reasons of the contract. A record is refused for no other one."""

THREE_TURNS = "1. 1 U M14 90 farmer ESE\n2. 2 E M15 180 knight S\n3. 1 I N15 90 knight E\n"
FOURTH = {
    "no line at all": ("hello", "unreadable"),
    "no dot": ("4 2 U N13 90 -", "unreadable"),
    "no move": ("4. 2 U", "unreadable"),
    "no rotation": ("4. 2 U N13", "unreadable"),
    "no follower": ("4. 2 U N13 90", "unreadable"),
    "a tag among the turns": ('[Date "2026"]', "unreadable"),
    "skip without a tile": ("skip 2", "unreadable"),
    "turn number repeated": ("3. 2 U N13 90 -", "turn-number"),
    "turn number left out": ("5. 2 U N13 90 -", "turn-number"),
    "not this seat's turn": ("4. 1 U N13 90 -", "wrong-seat"),
    "seat 0": ("4. 0 U N13 90 -", "wrong-seat"),
    "no third seat": ("4. 3 U N13 90 -", "wrong-seat"),
    "skip of the other seat": ("skip 1 U", "wrong-seat"),
    "resignation of nobody": ("resign 3", "wrong-seat"),
    "no such tile": ("4. 2 Y N13 90 -", "unknown-tile"),
    "letter in lower case": ("4. 2 u N13 90 -", "unknown-tile"),
    "no such tile discarded": ("x Y", "unknown-tile"),
    "tile that fits discarded": ("x U", "tile-fits"),
    "row 0": ("4. 2 U N0 90 -", "bad-cell"),
    "cell backwards": ("4. 2 U 13N 90 -", "bad-cell"),
    "cell out of the world": ("4. 2 U N99999 90 -", "bad-cell"),
    "half a quarter turn": ("4. 2 U N13 45 -", "bad-rotation"),
    "rotation in words": ("4. 2 U N13 left -", "bad-rotation"),
    "on another tile": ("4. 2 U M14 90 -", "occupied"),
    "on the start tile": ("4. 2 U M13 90 -", "occupied"),
    "in the air": ("4. 2 U Q13 90 -", "not-adjacent"),
    "corner to corner": ("4. 2 U O14 90 -", "not-adjacent"),
    "road to field": ("4. 2 U N13 0 -", "edge-mismatch"),
    "no such role": ("4. 2 U N13 90 wizard", "bad-follower"),
    "no point": ("4. 2 U N13 90 thief", "bad-follower"),
    "point of a monk": ("4. 2 U N13 90 monk N", "bad-follower"),
    "two followers": ("4. 2 U N13 90 thief E thief W", "bad-follower"),
    "no monastery there": ("4. 2 U N13 90 monk", "no-such-segment"),
    "no road on that side": ("4. 2 U N13 90 thief N", "no-such-segment"),
    "nobody to recall": ("4. 2 U N13 90 recall", "no-such-segment"),
    "field taken": ("4. 2 U L14 90 farmer SSE", "segment-taken"),
    "after the result": ("*\n4. 2 U N13 90 -", "after-end"),
    "two results": ("*\n*", "after-end"),
    "after the tile in hand a turn": ("4. 2 W ?\n5. 1 U N13 90 -", None),
    "after the tile in hand the same turn": ("4. 2 W ?\n4. 2 W N13 0 -", None),
    "after the tile in hand a discard": ("4. 2 W ?\nx C", None),
    "after the tile in hand a skip": ("4. 2 W ?\nskip 2 W", None),
    "after the tile in hand a resignation": ("4. 2 W ?\nresign 1", None),
    "after the last player has resigned": ("resign 1\n4. 2 U N13 90 -", "after-end"),
    "two resignations of two": ("resign 1\nresign 2", "after-end"),
    "used up": ("4. 2 C M12 0 -\n5. 1 C M11 0 -", "not-in-bag"),
    "start tile drawn again": ("\n".join(f"skip {2 - n % 2} D" for n in range(4)), "not-in-bag"),
    "skip of what is used up": ("skip 2 C\nskip 1 C", "not-in-bag"),
    "x of what is used up": ("skip 2 C\nx C", "not-in-bag"),
}
"""The lines after three legal turns. The last line has the fault, with this reason (None: any reason of the list)."""

OPENINGS = {
    "river bend back": ("new-edition", "river", "1. 1 rG M14 0 -\n2. 2 rE L14 180 -", "river-u-turn"),
    "river tile beside the river": ("new-edition", "river", "1. 1 rD L13 90 -", "river-end"),
    "river does not carry on": ("new-edition", "river", "1. 1 rD M14 90 -", "river-end"),
    "base tile before the lake": ("new-edition", "river", "1. 1 U M14 90 -", "tile-order"),
    "lake before its time": ("new-edition", "river", "1. 1 rL M14 0 -", "tile-order"),
    "skip before its time": ("new-edition", "river", "skip 1 U", "tile-order"),
    "spring drawn": ("new-edition", "river", "1. 1 rA M14 0 -", "not-in-bag"),
    "river bend without a garden": ("new-edition", "river abbot", "1. 1 rJ M14 270 -", "not-in-bag"),
    "second abbot": ("new-edition", "abbot", "1. 1 B M14 0 abbot\nskip 2 V\n2. 1 B L14 0 abbot", "none-left"),
    "monk on a garden": ("new-edition", "abbot", "1. 1 E+ M12 180 monk", "no-such-segment"),
    "abbot of another": ("new-edition", "abbot", "1. 1 B M14 0 abbot\n2. 2 U N13 90 recall", "no-such-segment"),
    "two copies with a garden": ("new-edition", "abbot", "1. 1 E+ M12 180 -\n2. 2 E+ M14 180 -", "not-in-bag"),
    "river in classic": ("classic", "", "1. 1 rD M14 0 -", None),
    "garden in classic": ("classic", "", "1. 1 E+ M12 180 -", None),
    "discard where it fits at the river's end": ("new-edition", "river", "x rD", "tile-fits"),
    "turn of a tile that fits nowhere": ("classic", "", "1. 1 E M12 180 -\n2. 2 C M11 0 -", "edge-mismatch"),
    "that tile in hand": ("classic", "", "1. 1 E M12 180 -\n2. 2 C ?", None),
    "that tile skipped": ("classic", "", "1. 1 E M12 180 -\nskip 2 C", None),
}

HEADS = {
    "no edition": ('[Players "a" "b"]\n*', 0, "bad-tag"),
    "two editions": ('[Edition "classic"]\n[Edition "classic"]\n[Players "a" "b"]\n*', 2, "bad-tag"),
    "edition with two names": ('[Edition "classic" "travel"]\n[Players "a" "b"]\n*', 1, "bad-tag"),
    "edition without quotes": ('[Edition classic]\n[Players "a" "b"]\n*', 1, "bad-tag"),
    "unknown edition": ('[Players "a" "b"]\n[Edition "Carcassonne"]\n*', 2, "unknown-edition"),
    "edition in capitals": ('[Edition "Classic"]\n[Players "a" "b"]\n*', 1, "unknown-edition"),
    "river in classic": ('[Edition "classic"]\n[Options "river"]\n[Players "a" "b"]\n*', 2, "unknown-option"),
    "river in travel": ('[Edition "travel"]\n[Options "river"]\n[Players "a" "b"]\n*', 2, "unknown-option"),
    "start tile alone": ('[Edition "new-edition"]\n[Options "start-tile"]\n[Players "a" "b"]\n*', 2, "unknown-option"),
    "two lists of options": ('[Edition "new-edition"]\n[Options "river" "abbot"]\n[Players "a" "b"]\n*', 2, "bad-tag"),
    "no players": ('[Edition "classic"]\n*', 0, "bad-tag"),
    "one player": ('[Edition "classic"]\n[Players "a"]\n*', 2, "players"),
    "six players": ('[Edition "classic"]\n[Players "a" "b" "c" "d" "e" "f"]\n*', 2, "players"),
    "result without quotes": ('[Edition "classic"]\n[Players "a" "b"]\n[Result *]\n*', 3, "bad-tag"),
    "result tag of a game that runs": ('[Edition "classic"]\n[Players "a" "b"]\n[Result "3 4"]\n*', 3, "unfinished"),
    "result of a game that runs": ('[Edition "classic"]\n[Players "a" "b"]\n1. 1 U N13 90 -\n0 0', 4, "unfinished"),
    "broken off after the tags": ('[Edition "classic"]\n[Players "a" "b"]\n', 0, "unfinished"),
    "empty": ("", 0, None),
    "blank lines": ("\n\n\n", 0, None),
}


def damaged_results() -> dict[str, tuple[str, int, str | None]]:
    """Records of a finished game with a wrong result in the tag (line 4), at the end, or both."""
    text = finished_game().record()
    end = len(text.splitlines())
    tag, body = text.replace('"4 2"', '"4 3"'), text.removesuffix("4 2\n")
    return {
        "wrong in the tag": (tag, 4, "wrong-result"),
        "wrong at the end": (body + "4 3\n", end, "wrong-result"),
        "seats exchanged": (body + "2 4\n", end, "wrong-result"),
        "one score": (body + "4\n", end, "wrong-result"),
        "three scores": (body + "4 2 0\n", end, "wrong-result"),
        "cut off before the result": (body, 0, "unfinished"),
        "last discard left out": (text.replace("\nx C\n", "\n"), end - 1, "unfinished"),
        "last discard placed": (text.replace("\nx C\n", "\n3. 1 C L13 0 -\n"), end - 1, "edge-mismatch"),
        "last discard in hand": (text.replace("\nx C\n", "\n3. 1 C ?\n"), end - 1, None),
        "last discard skipped": (text.replace("\nx C\n", "\nskip 1 C\n"), end - 1, None),
        "one more discard": (text.replace("\nx C\n", "\nx C\nx C\n"), end, "after-end"),
        "resigned after the end": (text.replace("\nx C\n", "\nx C\nresign 1\n"), end, "after-end"),
    }


@dataclass(frozen=True, slots=True)
class Case:
    """A damaged record, the line of the fault (0 if it has none) and its reason (None: any reason of the list)."""

    text: str
    line: int
    reason: str | None

    @property
    def turns(self) -> int:
        """The number of complete turns before the fault."""
        return sum(
            line[0].isdigit() and line[-1] != "?" for line in filter(None, self.text.splitlines()[: self.line - 1])
        )


def cases() -> dict[str, Case]:
    found = {name: Case(text, line, reason) for name, (text, line, reason) in HEADS.items()}
    for name, (lines, reason) in FOURTH.items():
        text = TAGS.format("classic", "") + THREE_TURNS + lines + "\n"
        found[f"fourth: {name}"] = Case(text + "*\n", len(text.splitlines()), reason)
    for name, (edition, options, lines, reason) in OPENINGS.items():
        text = TAGS.format(edition, options) + lines + "\n"
        found[f"opening: {name}"] = Case(text + "*\n", len(text.splitlines()), reason)
    for name, (text, line, reason) in damaged_results().items():
        found[f"result: {name}"] = Case(text, line, reason)
    seven = Game()
    seven.play(SEVEN_OUT)
    text = seven.record().removesuffix("*\n") + "8. 1 U O14 0 thief N\n"
    found["no follower left"] = Case(text + "*\n", len(text.splitlines()), "none-left")
    return found


CASES = cases()


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    texts = {name: case.text for name, case in CASES.items()}
    code, objects = replay_texts(tmp_path_factory.mktemp("damaged"), texts)
    assert code == 1
    return objects


@pytest.mark.parametrize("name", CASES)
def test_line_and_reason(name: str, judged: dict[str, dict[str, Any]]) -> None:
    error = judged[name]["error"]
    assert error is not None, "accepted"
    assert error["reason"] in REASONS.split()
    assert (error["line"], error["reason"]) == (CASES[name].line, CASES[name].reason or error["reason"])


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith(("fourth", "opening"))])
def test_what_was_replayed_up_to_it(name: str, judged: dict[str, dict[str, Any]]) -> None:
    found = judged[name]
    assert len(found["turns"]) == CASES[name].turns
    assert f'"{found["edition"]}"' in CASES[name].text.splitlines()[0]
    assert found["players"] == 2
    assert (found["final"], found["finished"]) == ([], False)
    assert found["scores"] == (found["turns"][-1]["scores"] if found["turns"] else [0, 0])


@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("result: last discard")])
def test_faulty_end_is_no_end(name: str, judged: dict[str, dict[str, Any]]) -> None:
    found = judged[name]
    assert (found["finished"], found["final"], found["scores"]) == (False, [], [4, 0])


def test_seats_in_errors_are_counted_from_1(judged: dict[str, dict[str, Any]]) -> None:
    error = judged["fourth: not this seat's turn"]["error"]
    assert (error["seat"], error["to_move"]) == (1, 2)


def test_long_text_is_not_told_in_full(tmp_path: Path) -> None:
    text = TAGS.format("classic", "")
    lines = {"cell": f"1. 1 U {'M' * 5000} 90 -", "tile": f"1. 1 {'U' * 5000} M14 90 -", "line": "M" * 5000}
    _, found = replay_texts(tmp_path, {name: text + line for name, line in lines.items()})
    for name in lines:
        assert len(str(found[name]["error"])) < 1000


def test_cells_in_errors_are_written_as_cells(judged: dict[str, dict[str, Any]]) -> None:
    errors = [found["error"] for found in judged.values() if found["error"]]
    assert {type(error[name]) for error in errors for name in ("cell", "end") if name in error} == {str}


def test_the_first_fault_is_told(tmp_path: Path) -> None:
    text = TAGS.format("classic", "") + THREE_TURNS + "4. 2 U N13 0 -\nnonsense\n"
    _, found = replay_texts(tmp_path, {"two faults": text, "late tag": text.replace("nonsense", '[Edition "x"]')})
    for name in found:
        assert (found[name]["error"]["line"], found[name]["error"]["reason"]) == (9, "edge-mismatch")
        assert len(found[name]["turns"]) == 3
