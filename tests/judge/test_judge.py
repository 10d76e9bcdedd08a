"""The judge is judged: by games that independent programs played and scored, and by small cases worked by hand."""

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.cases import slow_but

from . import Board, Follower, Game, Illegal, Points, features, format_cell, legal, parse_cell, perft, replay
from .tiles import segments, tile_counts

ORACLE = sorted((Path(__file__).parent.parent / "data" / "oracle").glob("*.jsonl.gz"))


def recorded_games() -> dict[str, Any]:
    """The first game of each edition with its options and one with an `x`; all of them where ORACLE=all is set."""
    sample: dict[Any, Any] = {}
    for path in ORACLE:
        for line in gzip.decompress(path.read_bytes()).splitlines():
            game = json.loads(line)
            group = game["edition"], game["options"], "\nx " in game["record"]
            sample.setdefault(game["id"] if os.environ.get("ORACLE") == "all" else group, game)
    return {game["id"]: game for game in sample.values()}


GAMES = recorded_games()


def rows(points: list[dict[str, Any]], *, fields_as_one: bool = False) -> list[list[Any]]:
    """[seat, points, kind] as a multiset, without zeros; where asked, one row a seat for all of its fields."""
    kept = [[row["seat"], row["points"], row["kind"]] for row in points if row["points"]]
    return totals(kept) if fields_as_one else sorted(kept)


def totals(points: list[list[Any]]) -> list[list[Any]]:
    fields: Counter[int] = Counter()
    for seat, count, kind in points:
        fields[seat] += count if kind == "field" else 0
    return sorted([row for row in points if row[2] != "field"] + [[s, n, "field"] for s, n in fields.items() if n])


@pytest.mark.parametrize("name", slow_but(3, GAMES))
def test_agrees_with_recorded_games(name: str) -> None:
    game = GAMES[name]
    expect, found = game["expect"], replay(game["record"])
    assert len(found["turns"]) == len(expect["turns"])
    for turn, wanted in zip(found["turns"], expect["turns"], strict=True):
        assert wanted["legal"] is None or turn["legal"] == wanted["legal"], turn["n"]
        assert turn["followers"] == wanted["followers"], turn["n"]
        assert rows(turn["scored"]) == sorted(wanted["scored"]), turn["n"]
        assert turn["scores"] == wanted["scores"], turn["n"]
    as_one = game["field_totals_only"]
    assert rows(found["final"], fields_as_one=as_one) == (totals if as_one else sorted)(expect["final"])
    assert (found["scores"], found["finished"], found["error"]) == (expect["scores"], True, None)


def record(edition: str, options: str, players: int, *lines: str) -> str:
    names = " ".join(f'"P{n}"' for n in range(1, players + 1))
    tags = f'[Edition "{edition}"]\n[Options "{options}"]\n[Players {names}]\n[Result "*"]\n\n'
    return tags + "\n".join(lines) + "\n*\n"


def test_tiles_add_up_to_the_printed_box() -> None:
    box = Counter(tile_counts(frozenset({"start-tile"})))
    kinds = Counter(segment.kind for tile in box.elements() for segment in segments(tile, 0))
    assert box.total() == 72
    assert kinds == {"city": 49, "road": 62, "field": 126, "monastery": 6}
    assert sum(segment.pennant for tile in box.elements() for segment in segments(tile, 0)) == 10
    everything = Counter(tile_counts(frozenset({"river", "abbot", "start-tile"})))
    assert everything.total() == 83
    assert sum(tile.endswith("+") for tile in everything.elements()) == 9


def test_tiles_of_expansions_add_up_to_their_boxes() -> None:
    box = Counter(tile_counts(frozenset({"inns", "traders"})))
    assert box.total() == 71 + 18 + 24
    marks = Counter(mark for tile in box.elements() for segment in segments(tile, 0) for mark in segment.marks)
    assert marks == {"inn": 6, "cathedral": 2, "wine": 9, "grain": 6, "cloth": 5}
    closed = [one for tile in box.elements() for one in segments(tile, 0) if one.kind == "field" and one.point == "C"]
    assert len(closed) == 1 + 4


@pytest.mark.parametrize("text", ["M13", "A1", "-A-2", "Z1", "AA-1", "-AA27", "ZZ9", "AAA1"])
def test_cells_read_back(text: str) -> None:
    assert format_cell(parse_cell(text.lower())) == text


@pytest.mark.parametrize("text", ["M0", "M", "13", "M013", "--A1", "", "M-0", "M1.5"])
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the text is all there is to say
        parse_cell(text)


def test_first_turn_has_the_placements_of_the_example() -> None:
    assert legal({(12, 12): ("D", 0)}, "U") == [
        ("L13", 90), ("L13", 270), ("M14", 90), ("M14", 270), ("N13", 90), ("N13", 270),
    ]  # fmt: skip


def test_features_of_two_tiles() -> None:
    board: Board = {parse_cell("M13"): ("D", 0), parse_cell("M12"): ("E", 180)}
    knight = Follower(1, "knight", "M12", "S")
    found = {(f.kind, min(f.places)): f for f in features(board, [knight])}
    city = found["city", ("M12", "S")]
    assert city.places == {("M12", "S"), ("M13", "N")}
    assert (city.open_edges, city.followers) == (0, (knight,))
    assert found["field", ("M12", "NNE")].walls == {("M12", "S")}
    assert found["field", ("M13", "ESE")].walls == frozenset()
    assert {key: f.open_edges for key, f in found.items() if f.is_open} == {
        ("road", ("M13", "E")): 2,
        ("field", ("M12", "NNE")): 6,
        ("field", ("M13", "ENE")): 2,
        ("field", ("M13", "ESE")): 4,
    }


@pytest.mark.parametrize(("edition", "points"), [("classic", 4), ("travel", 4), ("chat-room", 2), ("chat-room-old", 2)])
def test_city_of_two_tiles(edition: str, points: int) -> None:
    judged = replay(record(edition, "", 2, "1. 1 E M12 180 knight S"))
    assert judged["turns"][0]["scored"] == [{"seat": 1, "points": points, "kind": "city"}]


@pytest.mark.parametrize(
    ("edition", "one_seat", "two_seats"),
    [("classic", [6, 0], [3, 3]), ("chat-room", [3, 0], [3, 3]), ("chat-room-old", [4, 0], [4, 4])],
)
def test_two_fields_at_one_city(edition: str, one_seat: list[int], two_seats: list[int]) -> None:
    for second, scores in ((1, one_seat), (2, two_seats)):
        game = Game(edition, frozenset(), 2)
        game.board[parse_cell("M12")] = ("E", 180)
        game.followers = [Follower(1, "farmer", "M13", "ENE"), Follower(second, "farmer", "M12", "NNE")]
        game.score_final()
        assert game.scores == scores


def test_farmers_of_an_outvoted_field_count_for_the_city_in_the_old_chat_room() -> None:
    farmers = [Follower(1, "farmer", "M13", "ENE"), *(Follower(n, "farmer", "M12", "NNE") for n in (1, 2, 2))]
    for edition, scores in (("chat-room-old", [4, 4]), ("chat-room", [3, 3])):
        game = Game(edition, frozenset(), 2)
        game.board[parse_cell("M12")] = ("E", 180)
        game.followers = farmers
        game.score_final()
        assert game.scores == scores


def test_resigned_seat_counts_and_is_paid_nothing() -> None:
    lines = ["1. 1 U N13 90 thief E", "2. 2 A O13 90 -", "3. 3 A L13 270 -"]
    assert replay(record("classic", "", 3, *lines))["turns"][2]["scores"] == [4, 0, 0]
    lines.insert(1, "resign 1")
    turn = replay(record("classic", "", 3, *lines))["turns"][2]
    assert (turn["scored"], turn["scores"]) == ([], [0, 0, 0])
    game = Game("classic", frozenset(), 3)
    game.followers = [Follower(1, "thief", "M13", "E"), Follower(2, "thief", "M13", "E")]
    game.resign(1)
    assert game.score_final() == [Points(2, 1, "road")]


def test_resignation_of_two_ends_the_game_without_final_scoring() -> None:
    judged = replay(record("classic", "", 2, "1. 1 U N13 90 thief E", "resign 1"))
    assert (judged["final"], judged["scores"], judged["finished"]) == ([], [0, 0], False)
    with pytest.raises(Illegal, match="after-end"):
        replay(record("classic", "", 2, "resign 2", "1. 1 U N13 90 -"))


def test_skipped_tile_is_gone_and_the_turn_passes() -> None:
    assert replay(record("classic", "", 2, "skip 1 C", "1. 2 U N13 90 -", "2. 1 V ?"))["turns"][0]["seat"] == 2
    with pytest.raises(Illegal, match="not-in-bag"):
        replay(record("classic", "", 2, "skip 1 C", "skip 2 C"))


@pytest.mark.parametrize(
    ("reason", "lines"),
    [
        ("tile-fits", ["x C"]),
        ("wrong-seat", ["1. 2 U N13 90 -"]),
        ("turn-number", ["2. 1 U N13 90 -"]),
        ("tile-order", ["1. 1 rL M14 0 -"]),
        ("bad-placement", ["1. 1 rD M14 90 -"]),
        ("bad-placement", ["1. 1 rG M14 0 -", "2. 2 rE L14 180 -"]),
        ("bad-follower", ["1. 1 rG M14 0 knight N"]),
        ("not-in-bag", ["1. 1 rJ+ M14 180 -"]),
    ],
)
def test_what_is_refused(reason: str, lines: list[str]) -> None:
    with pytest.raises(Illegal, match=reason):
        replay(record("new-edition", "river" if "r" in lines[0] else "", 2, *lines))


def test_two_bends_on_consecutive_tiles_turn_different_ways() -> None:
    board: Board = {parse_cell("M13"): ("rA", 0), parse_cell("M14"): ("rG", 0)}
    assert legal(board, "rE") == [("L14", 270)]
    assert legal(board, "rD") == [("L14", 90), ("L14", 270)]
    board[parse_cell("L14")] = ("rD", 90)
    assert [rotation for _, rotation in legal(board, "rE")] == [180, 270]


def test_recalled_abbot_scores_at_once() -> None:
    lines = "1. 1 B M14 0 abbot", "2. 2 U N13 90 -", "3. 1 U L13 90 recall"
    turn = replay(record("new-edition", "abbot", 2, *lines))["turns"][2]
    assert turn["followers"] == ["farmer ESE", "farmer NNE", "recall", "thief E"]
    assert turn["scored"] == [{"seat": 1, "points": 4, "kind": "monastery"}]


def test_abbot_is_not_recalled_from_what_the_tile_completes() -> None:
    game = Game("new-edition", frozenset({"abbot"}), 2)
    game.board |= {parse_cell(cell): ("B", 0) for cell in ("L14", "M14", "L15", "M15", "N15", "N14")}
    game.board[parse_cell("L13")] = ("U", 90)
    game.followers = [Follower(1, "abbot", "M14", "")]
    assert "recall" in game.options_at(parse_cell("M16"), "B", 0)
    assert "recall" not in game.options_at(parse_cell("N13"), "U", 90)
    assert game.play("B", parse_cell("M16"), 0, "recall") == [Points(1, 8, "monastery")]
    assert (game.scores, game.followers) == ([8, 0], [])


def test_perft_counts_placements_and_followers() -> None:
    game = Game("classic", frozenset(), 2)
    moves = list(game.moves("U"))
    assert len({move[:2] for move in moves}) == 6
    assert perft(game, ["U"]) == len(moves) == 24
    assert perft(game, ["U", "X"]) > perft(game, ["U"])
