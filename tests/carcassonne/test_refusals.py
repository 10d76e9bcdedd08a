"""Every reason for which a move is refused, with its data. A refused move does not change the state."""

import pytest

from carcassonne import (
    Deploy,
    DeployNobody,
    DrawTile,
    IllegalMoveError,
    Move,
    NotationError,
    Phase,
    PlaceTile,
    Reason,
    Recall,
    Resign,
    Role,
    Skip,
    apply,
    apply_all,
    find_ruleset,
    legal_moves,
    legal_placements,
    new_game,
    parse_cell,
    parse_move,
    step,
)

from .positions import SEVEN_OUT
from .scenario import Game, state_text


def test_occupied_cell() -> None:
    assert Game().refusal("U M13 0") == {"reason": "occupied", "cell": parse_cell("M13")}


@pytest.mark.parametrize("cell", ["N14", "M11", "A1", "-Z-99", "ZZ500"])
def test_cell_that_touches_no_tile(cell: str) -> None:
    assert Game().refusal(f"U {cell} 0") == {"reason": "not-adjacent", "cell": parse_cell(cell)}


@pytest.mark.parametrize(
    ("turn", "side", "tile_shows", "neighbour_shows"),
    [
        ("U M14 0", "N", "road", "field"),
        ("U M12 0", "S", "road", "city"),
        ("U N13 0", "W", "field", "road"),
        ("E L13 90", "E", "city", "road"),
        ("C M14 0", "N", "city", "field"),
    ],
)
def test_side_that_does_not_match(turn: str, side: str, tile_shows: str, neighbour_shows: str) -> None:
    refusal = Game().refusal(turn)
    cell = parse_cell(turn.split()[1])
    shown = {"tile_shows": tile_shows, "neighbour_shows": neighbour_shows}
    assert refusal == {"reason": "edge-mismatch", "cell": cell, "side": side, **shown}


@pytest.mark.parametrize("rotation", [45, -90, 360, 1])
def test_rotation_that_is_no_quarter_turn(rotation: int) -> None:
    game = Game()
    game.draw("U")
    with pytest.raises(IllegalMoveError) as refused:
        apply(game.state, PlaceTile(parse_cell("M14"), rotation))
    assert (refused.value.reason, refused.value.data) == (Reason.BAD_ROTATION, {"rotation": rotation})


@pytest.mark.parametrize(
    ("turn", "role", "point"),
    [
        ("U M14 90 knight E", Role.KNIGHT, "E"),
        ("U M14 90 thief N", Role.THIEF, "N"),
        ("U M14 90 monk", Role.MONK, None),
        ("U M14 90 farmer E", Role.FARMER, "E"),
        ("C M12 0 farmer NNE", Role.FARMER, "NNE"),
        ("B M14 0 knight C", Role.KNIGHT, "C"),
    ],
)
def test_segment_that_is_not_on_the_tile(turn: str, role: Role, point: str | None) -> None:
    assert Game().refusal(turn) == {"reason": "no-such-segment", "role": role, "point": point}


def test_segment_taken_names_what_was_asked_for() -> None:
    game = Game()
    game.turn("U N13 90 thief E")
    assert game.refusal("U O13 90 thief W") == {"reason": "segment-taken", "role": Role.THIEF, "point": "W"}


def test_no_follower_left() -> None:
    game = Game()
    game.play(SEVEN_OUT)
    assert game.refusal("U O14 0 thief N") == {"reason": "none-left", "role": Role.THIEF}


@pytest.mark.parametrize(
    ("tile", "reason"), [("Y", "unknown-tile"), ("u", "unknown-tile"), ("rD", "unknown-tile"), ("", "unknown-tile")]
)
def test_tile_that_the_edition_does_not_have(tile: str, reason: str) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        apply(Game().state, DrawTile(tile))
    assert (refused.value.reason, refused.value.data) == (reason, {"tile": tile})


def test_tile_that_is_used_up() -> None:
    game = Game()
    for turn in ("C M12 0 -", "X L13 0 -"):
        game.turn(turn)
    for tile in ("C", "X"):
        with pytest.raises(IllegalMoveError) as refused:
            apply(game.state, DrawTile(tile))
        assert (refused.value.reason, refused.value.data) == (Reason.NOT_IN_BAG, {"tile": tile})


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 100])
def test_number_of_players(seats: int) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        new_game(find_ruleset("classic"), seats)
    assert refused.value.reason is Reason.PLAYERS
    assert refused.value.data == {"players": seats, "fewest": 2, "most": 5}


@pytest.mark.parametrize("edition", ["", "Classic", "castles", "base", "classic "])
def test_edition_that_does_not_exist(edition: str) -> None:
    with pytest.raises(NotationError) as refused:
        find_ruleset(edition)
    assert refused.value.reason is Reason.UNKNOWN_EDITION
    assert "classic" in refused.value.data["known"]


@pytest.mark.parametrize(
    ("edition", "options"),
    [
        ("classic", ["river"]),
        ("travel", ["river"]),
        ("travel", ["abbot"]),
        ("chat-room", ["start-tile"]),
        ("new-edition", ["start-tile"]),
        ("new-edition", ["abbot", "start-tile"]),
        ("new-edition", ["river", "ferries"]),
        ("travel", ["inns"]),
        ("new-edition", ["River"]),
    ],
)
def test_option_that_does_not_belong_to_the_edition(edition: str, options: list[str]) -> None:
    with pytest.raises(NotationError) as refused:
        find_ruleset(edition, options)
    assert refused.value.reason is Reason.UNKNOWN_OPTION
    assert refused.value.data["edition"] == edition
    assert refused.value.data["option"] in options


IN_PHASE: dict[Phase, list[Move]] = {
    Phase.DRAW: [DrawTile("V")],
    Phase.PLACE: [PlaceTile(parse_cell("M14"), 90), Skip(0)],
    Phase.DEPLOY: [Deploy(Role.THIEF, "E"), DeployNobody(), Recall()],
    Phase.OVER: [],
}


def state_in(phase: Phase) -> Game:
    game = Game()
    match phase:
        case Phase.DRAW:
            pass
        case Phase.PLACE:
            game.draw("U")
        case Phase.DEPLOY:
            game.lay("U M14 90")
        case Phase.OVER:
            game.end()
    assert game.state.phase is phase
    return game


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.PLACE, Phase.DEPLOY])
def test_moves_in_the_wrong_phase(phase: Phase) -> None:
    game = state_in(phase)
    before = state_text(game.state)
    for move in (move for right, moves in IN_PHASE.items() for move in moves if right is not phase):
        with pytest.raises(IllegalMoveError) as refused:
            apply(game.state, move)
        assert (refused.value.reason, refused.value.data) == (Reason.WRONG_PHASE, {"expected": phase.name.lower()})
        assert state_text(game.state) == before


def test_nothing_moves_after_the_end() -> None:
    game = state_in(Phase.OVER)
    before = state_text(game.state)
    moves = [move for moves in IN_PHASE.values() for move in moves]
    for move in (*moves, Resign(0), Resign(1), Resign(7), DrawTile("nonsense")):
        with pytest.raises(IllegalMoveError) as refused:
            apply(game.state, move)
        assert (refused.value.reason, refused.value.data) == (Reason.AFTER_END, {})
    assert state_text(game.state) == before
    assert [*game.followers(), *legal_placements(game.state), *legal_moves(game.state)] == []


def test_recall_without_an_abbot() -> None:
    game = state_in(Phase.DEPLOY)
    with pytest.raises(IllegalMoveError) as refused:
        apply(game.state, Recall())
    assert refused.value.reason is Reason.NO_SUCH_SEGMENT


@pytest.mark.parametrize("text", ["resign 3", "resign 9", "skip 2", "skip 3"])
def test_seat_that_may_not(text: str) -> None:
    game = state_in(Phase.PLACE)
    with pytest.raises(IllegalMoveError) as refused:
        apply(game.state, parse_move(text))
    assert refused.value.reason is Reason.WRONG_SEAT


def test_refused_step_in_place_leaves_the_state_as_it_was() -> None:
    for phase in (Phase.DRAW, Phase.PLACE, Phase.DEPLOY):
        mine = state_in(phase).state.copy()
        before = state_text(mine)
        for text in ("draw Z", "draw rL", "place M13 0", "place A1 0", "deploy knight W", "deploy monk", "resign 5"):
            with pytest.raises(IllegalMoveError):
                step(mine, parse_move(text))
            assert state_text(mine) == before


def test_apply_never_changes_its_argument() -> None:
    game = Game()
    game.play("""
        1 E M12 180 -
        2 A L13 270 thief E
    """)
    for move in ("draw A", "place N13 90", "deploy thief W", "draw C"):
        before, copy = game.state, game.state.copy()
        text = state_text(before)
        if move == "deploy thief W":
            move = "deploy -"  # taken; the road is completed and pays seat 2
        game.make(parse_move(move))
        assert state_text(before) == text == state_text(copy)
        assert state_text(game.state) != text
    assert game.scores == [0, 3]


def test_all_or_none_of_several_moves() -> None:
    game = Game()
    before = state_text(game.state)
    with pytest.raises(IllegalMoveError):
        apply_all(game.state, [DrawTile("U"), PlaceTile(parse_cell("M14"), 90), Deploy(Role.MONK)])
    assert state_text(game.state) == before
