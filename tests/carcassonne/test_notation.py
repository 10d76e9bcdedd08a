"""Cells, rotations, followers and moves as text: parsing inverts formatting, and it ignores case."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carcassonne import (
    ABBOT,
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    Move,
    NotationError,
    PlaceTile,
    Reason,
    Recall,
    Resign,
    Role,
    Skip,
    Turn,
    format_cell,
    format_deployment,
    format_move,
    format_turn,
    parse_cell,
    parse_deployment,
    parse_move,
    parse_rotation,
    parse_turn,
    position_at,
)

from .move_strategies import followers, moves, ordinates, placements, positions


@pytest.mark.parametrize(
    ("text", "column", "row"),
    [
        ("A1", 0, 0),
        ("M13", 12, 12),
        ("Z1", 25, 0),
        ("AA1", 26, 0),
        ("AB1", 27, 0),
        ("AZ1", 51, 0),
        ("BA1", 52, 0),
        ("ZZ1", 701, 0),
        ("AAA1", 702, 0),
        ("-A1", -1, 0),
        ("-B1", -2, 0),
        ("-Z1", -26, 0),
        ("-AA1", -27, 0),
        ("A-1", 0, -1),
        ("A-2", 0, -2),
        ("-A-2", -1, -2),
        ("M100", 12, 99),
    ],
)
def test_cells(text: str, column: int, row: int) -> None:
    assert parse_cell(text) == position_at(column, row)
    assert format_cell(position_at(column, row)) == text
    assert parse_cell(text.lower()) == parse_cell(f" {text}\n") == position_at(column, row)


@given(positions)
def test_cells_round_trip(position: int) -> None:
    text = format_cell(position)
    assert parse_cell(text) == parse_cell(text.lower()) == position
    assert "0" not in (text[0], text.lstrip("-ABCDEFGHIJKLMNOPQRSTUVWXYZ")[:1])


@given(ordinates, ordinates)
def test_neighbouring_cells_have_different_names(column: int, row: int) -> None:
    names = {format_cell(position_at(column + x, row + y)) for x in (0, 1) for y in (0, 1)}
    assert len(names) == 4


NO_CELLS = [
    "", " ", "M", "13", "13M", "M0", "M-0", "--A1", "A--1", "M1.5", "M+1", "M 13", "M13!", "M13N", "-", "A", "-1",
    "AAAAA1", "ZZZZ1", "M99999", "M999999", "M3000", "-M-3000", "Ä1", "ß1", "ſ1", "ﬁ1", "ı1", "M１３", "М13", "M²",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_CELLS)
def test_what_is_no_cell(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_cell(text)
    assert (refused.value.reason, refused.value.data["text"]) == (Reason.BAD_CELL, text)


@pytest.mark.parametrize(("text", "degrees"), [("0", 0), ("90", 90), ("180", 180), (" 270 ", 270), ("90°", 90)])
def test_rotations(text: str, degrees: int) -> None:
    assert parse_rotation(text) == degrees


@pytest.mark.parametrize("text", ["", "45", "360", "-90", "+90", "090", "00", "9 0", "x", "90.0", "９０", "°", "90°°"])
def test_what_is_no_rotation(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_rotation(text)
    assert (refused.value.reason, refused.value.data["text"]) == (Reason.BAD_ROTATION, text)


@given(followers)
def test_followers_round_trip(follower: Deployment) -> None:
    text = format_deployment(follower)
    assert (
        parse_deployment(text) == parse_deployment(text.upper()) == parse_deployment(f"  {text.title()} ") == follower
    )


@pytest.mark.parametrize(
    ("text", "follower"),
    [
        ("-", DeployNobody()),
        ("knight n", Deploy(Role.KNIGHT, "N")),
        ("THIEF E", Deploy(Role.THIEF, "E")),
        ("highwayman e", Deploy(Role.THIEF, "E")),
        ("farmer wnw", Deploy(Role.FARMER, "WNW")),
        ("farm ESE", Deploy(Role.FARMER, "ESE")),
        ("field nne", Deploy(Role.FARMER, "NNE")),
        ("meadow NNE", Deploy(Role.FARMER, "NNE")),
        ("monk", Deploy(Role.MONK)),
        ("Cloister", Deploy(Role.MONK)),
        ("monastery", Deploy(Role.MONK)),
        ("abbot", Deploy(Role.ABBOT, figure=ABBOT)),
        ("garden", Deploy(Role.ABBOT, figure=ABBOT)),
        ("Recall", Recall()),
    ],
)
def test_words_of_the_editions(text: str, follower: Deployment) -> None:
    assert parse_deployment(text) == follower


NO_FOLLOWERS = [
    "", " ", "wizard", "wizard N", "thief", "knight", "farmer", "thief north", "thief X", "thief N E", "N", "N thief",
    "monk N", "monk C", "monk xyz", "abbot E", "abbot here", "garden 7", "recall N", "- -", "--", "—",
    "thief-E", "thief ENEE", "thief ſ", "\u212anight N",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_FOLLOWERS)
def test_what_is_no_follower(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_deployment(text)
    assert refused.value.reason is Reason.BAD_FOLLOWER


def test_a_turn_as_a_player_writes_it() -> None:
    place = PlaceTile(position_at(12, 13), 90)
    assert parse_turn("M14 90 thief E") == Turn(place, Deploy(Role.THIEF, "E"))
    assert parse_turn("  m14   90\tTHIEF  e ") == Turn(place, Deploy(Role.THIEF, "E"))
    assert parse_turn("M14 90 -") == Turn(place, DeployNobody())
    assert parse_turn("M14 90") == Turn(place, None)
    assert parse_turn("M14 90 recall") == Turn(place, Recall())


@given(placements, st.one_of(st.none(), followers))
def test_turns_round_trip(place: PlaceTile, follower: Deployment | None) -> None:
    turn = Turn(place, follower)
    text = format_turn(turn)
    assert parse_turn(text) == parse_turn(text.lower()) == parse_turn(text.upper()) == turn


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", Reason.UNREADABLE),
        ("M14", Reason.UNREADABLE),
        ("thief E", Reason.BAD_CELL),
        ("90 M14", Reason.BAD_CELL),
        ("M14 91", Reason.BAD_ROTATION),
        ("M14 thief E", Reason.BAD_ROTATION),
        ("M14 90 E", Reason.BAD_FOLLOWER),
        ("M14 90 thief E please", Reason.BAD_FOLLOWER),
    ],
)
def test_what_is_no_turn(text: str, reason: Reason) -> None:
    with pytest.raises(NotationError) as refused:
        parse_turn(text)
    assert refused.value.reason is reason


@given(moves)
def test_moves_of_a_log_round_trip(move: Move) -> None:
    assert parse_move(format_move(move)) == move


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (DrawTile("rJ+"), "draw rJ+"),
        (PlaceTile(position_at(-1, -2), 270), "place -A-2 270"),
        (Deploy(Role.THIEF, "E"), "deploy thief E"),
        (Deploy(Role.MONK), "deploy monk"),
        (DeployNobody(), "deploy -"),
        (Recall(), "deploy recall"),
        (Skip(0), "skip 1"),
        (Resign(1), "resign 2"),
    ],
)
def test_moves_as_the_log_writes_them(move: Move, text: str) -> None:
    assert format_move(move) == text
    assert parse_move(text) == move


@pytest.mark.parametrize(
    "text",
    ["", "draw", "draw ", "place", "place M14", "place M14 90 thief E", "deploy", "skip", "skip 0", "skip -1", "resign",
     "resign two", "resign 1 2", "pass", "undo 3", "M14 90"],
)  # fmt: skip
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        parse_move(text)


@given(st.text(max_size=30))
@pytest.mark.parametrize("parse", [parse_cell, parse_rotation, parse_deployment, parse_turn, parse_move])
def test_any_other_text_is_refused_as_notation_or_read(parse: Callable[[str], object], text: str) -> None:
    with contextlib.suppress(NotationError):
        parse(text)


@given(st.text(alphabet="MABZmz-0123459 nesw", max_size=8))
def test_whatever_is_read_as_a_cell_prints_as_it_was_written(text: str) -> None:
    try:
        position = parse_cell(text)
    except NotationError:
        return
    assert parse_cell(format_cell(position)) == position
