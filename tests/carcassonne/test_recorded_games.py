"""Games that independent programs played and scored. The command line must agree with them about every turn.

Some games of each file are checked, or all with ``ORACLE=all``. tests/data/oracle/README.md explains their fields.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from .command_line import replay_texts

FILES = sorted((Path(__file__).parent.parent / "data" / "oracle").glob("*.jsonl.gz"))
SAMPLE = None if os.environ.get("ORACLE") == "all" else 4


def games_of(file: Path) -> list[dict[str, Any]]:
    """The games of a file: all, or some spread over it."""
    games = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    return games[:: max(1, len(games) // SAMPLE)] if SAMPLE else games


def rows(found: Iterable[dict[str, Any]]) -> list[list[Any]]:
    return sorted([row["seat"], row["points"], row["kind"]] for row in found if row["points"])


def by_seat(final: list[list[Any]]) -> tuple[list[list[Any]], Counter[int]]:
    """The rows that are not about fields, and each seat's sum over the fields."""
    fields: Counter[int] = Counter()
    for seat, points, kind in final:
        fields[seat] += points if kind == "field" else 0
    return [row for row in final if row[2] != "field"], +fields


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_agrees_with_recorded_games(file: Path, tmp_path: Path) -> None:
    games = {game["id"]: game for game in games_of(file)}
    code, found = replay_texts(tmp_path, {name: game["record"] for name, game in games.items()}, legal=True)
    assert code == 0
    for name, game in games.items():
        check_game(game, found[name])


def check_game(game: dict[str, Any], found: dict[str, Any]) -> None:
    name, expect = game["id"], game["expect"]
    assert (found["error"], found["finished"], len(found["turns"])) == (None, True, len(expect["turns"])), name
    for turn, wanted in zip(found["turns"], expect["turns"], strict=True):
        where = f"{name}, turn {turn['n']}"
        assert wanted["legal"] is None or turn["legal"] == wanted["legal"], where
        assert turn["followers"] == wanted["followers"], where
        assert rows(turn["scored"]) == sorted(wanted["scored"]), where
        assert turn["scores"] == wanted["scores"], where
    final, wanted_final = rows(found["final"]), sorted(expect["final"])
    if game["field_totals_only"]:
        assert by_seat(final) == by_seat(wanted_final), name
    else:
        assert final == wanted_final, name
    assert found["scores"] == expect["scores"], name


def test_games_of_every_kind_are_there() -> None:
    names = {file.name.removesuffix(".jsonl.gz") for file in FILES}
    assert names == {"chat-room", "chat-room-old", "classic", "expansions", "new-edition", "own"}
