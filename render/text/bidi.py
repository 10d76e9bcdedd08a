"""The order in which a line of text is seen: Hebrew and Arabic run from right to left, their numbers do not.

This is Unicode's bidirectional algorithm (UAX 9) for one line without directional formatting characters, which names
lose. Separators within numbers stay with them; brackets are neutral like other signs.
"""

import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import Final

_DIRECTIONS: Final = {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N"}
_IN_NUMBERS: Final = ("ES", "CS", "ET")
_LEFT_TO_RIGHT: Final = "\u200e"
"""A mark that is not seen, and counts as a letter that runs from left to right."""
_MIRRORED: Final = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a line that runs in one direction. Its characters are in the order in which they are read."""

    text: str
    is_right_to_left: bool


def visual_runs(text: str) -> list[Run]:
    """Return the parts of a line as they are seen, from left to right."""
    directions = _directions(text)
    is_from_right = next((one for one in directions if one in "LR"), "L") == "R"
    levels = _levels(directions, is_from_right=is_from_right)
    runs: list[tuple[int, str]] = []
    for level, numbers in groupby(range(len(text)), levels.__getitem__):
        runs.append((level, "".join(text[number] for number in numbers)))
    for level in range(max(levels, default=0), 0, -1):
        runs = [
            run
            for is_deeper, group in groupby(runs, lambda run, level=level: run[0] >= level)  # type: ignore[misc]
            for run in (reversed(list(group)) if is_deeper else group)
        ]
    return [Run(part, level % 2 == 1) for level, part in runs]


def isolated(part: str) -> str:
    """Return a part of a line that, if it runs from right to left, does not turn round a line that does not."""
    return f"{_LEFT_TO_RIGHT}{part}{_LEFT_TO_RIGHT}" if "R" in _directions(part) else part


def mirrored(text: str) -> str:
    """Return what is seen of a part that runs from right to left, for a font that cannot turn it round itself."""
    return text[::-1].translate(_MIRRORED)


def _directions(text: str) -> list[str]:
    """Return for each character L or R, N for a part of a number, or "-" if it follows its neighbours."""
    kinds = [unicodedata.bidirectional(one) for one in text]
    found: list[str] = []
    for number, kind in enumerate(kinds):
        before, after = kinds[number - 1 : number], kinds[number + 1 : number + 2]
        if kind == "NSM":
            found.append(found[-1] if found else "-")
        elif kind in _IN_NUMBERS and before == after == ["EN"]:
            found.append("N")
        else:
            found.append(_DIRECTIONS.get(kind, "-"))
    return found


def _levels(directions: list[str], *, is_from_right: bool) -> list[int]:
    """Return the level of each character: even from left to right, odd from right to left, deeper within another."""
    base = "R" if is_from_right else "L"
    strong, settled = base, []
    for one in directions:
        strong = one if one in "LR" else strong
        settled.append("L" if one == "N" and strong == "L" else one)
    sides = ["R" if one == "N" else one for one in settled]
    levels = []
    for number, one in enumerate(settled):
        if one == "-":
            before = next((side for side in reversed(sides[:number]) if side != "-"), base)
            after = next((side for side in sides[number:] if side != "-"), base)
            one = before if before == after else base
        levels.append({"L": 2 if is_from_right else 0, "R": 1, "N": 2}[one])
    return levels
