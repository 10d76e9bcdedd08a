"""A game that goes on as values for a page: the same board as in pictures, and keys that hold for all games."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from carcassonne import (
    EDITIONS,
    Colour,
    Deploy,
    Phase,
    PlaceTile,
    State,
    apply,
    feature_at,
    legal_deployments,
    legal_placements,
)
from carcassonne.projection import dead_cells
from render.art.sheet_files import keep_files_in
from render.board.board import PlacedPicture
from render.layout.board_layout import BoardLayout
from render.look.theme import THEMES
from render.look.views import DrawOptions, View, whole_area
from render.look.words import piece_styles
from render.share import draw_live, live
from render.share.kept_tiles import keep_tile, kept_picture, tile_key
from render.share.live_values import TILE, DrawnPicture, LiveBoard, cell_corner
from render.share.placed_pictures import board_pictures
from render.share.web_pictures import drawn_picture
from tests.fixtures.blank_pictures import no_kept_page_picture
from tests.fixtures.kept_pictures import no_kept_pictures
from tests.render.games import game

COLOURS = (Colour.RED, Colour.BLUE)
TURNS = 25


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no pictures, but say that each is there."""
    monkeypatch.setattr(draw_live, "_drawn", lambda key, _draw, *, is_exact: DrawnPicture(key, 1, 1, b""))
    monkeypatch.setattr(draw_live, "kept_picture", no_kept_page_picture)


def position(edition: str, turns: int = TURNS) -> State:
    """A position in which a tile is to be placed."""
    return game(turns, Phase.PLACE, edition=edition)


def pictures_of(state: State) -> dict[str, list[PlacedPicture]]:
    """The pictures on a board by their keys, in all themes."""
    options = DrawOptions(tile=TILE)
    board = BoardLayout(state, whole_area(state), TILE, options, piece_styles(state, COLOURS)).board()
    found: dict[str, list[PlacedPicture]] = {}
    for theme in THEMES.values():
        for one in board_pictures(board, theme):
            found.setdefault(one.key, []).append(one)
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_has_what_pictures_have(edition: str, undrawn: None) -> None:
    state = position(edition)
    board = live.draw_board(state, COLOURS, known=frozenset()).value
    shown = pictures_of(state)
    assert {item.key for item in board.items} == set(shown)
    assert [item.layer for item in board.items] == sorted(item.layer for item in board.items)
    bounds = state.ruleset.bounds
    inside = {cell_corner(state, cell) for cell in state.cells if bounds is None or cell in bounds}
    assert {(item.x, item.y) for item in board.items if item.key.startswith("tile ")} == inside
    assert board.hand is not None
    assert sorted(board.hand) == [0, 90, 180, 270]
    assert len(board.looks) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_moves_when_the_board_grows(edition: str, undrawn: None) -> None:
    boards = [live.draw_board(position(edition, turns), COLOURS, known=frozenset()).value for turns in range(12)]
    for before, after in pairwise(boards):
        tiles = [{item for item in one.items if item.key.startswith("tile ")} for one in (before, after)]
        assert tiles[0] < tiles[1]


def test_a_key_is_one_picture_in_all_games() -> None:
    """What one game has drawn is shown in another: so a key must never stand for two pictures."""
    seen: dict[str, list[PlacedPicture]] = {}
    for edition in EDITIONS:
        for key, placed in pictures_of(position(edition)).items():
            seen.setdefault(key, []).append(placed[0])
    shared = {key: placed for key, placed in seen.items() if len(placed) > 1}
    assert shared
    for key, placed in shared.items():
        names = {drawn_picture(one.draw()).name for one in placed}
        assert len(names) == 1, key


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    """Tiles' pictures are kept here."""
    with no_kept_pictures():
        keep_files_in(tmp_path)
        yield tmp_path


def test_after_a_restart_the_tiles_of_a_page_are_read_at_once(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = position("classic")
    drawn = all_pictures(state)

    def only_others(key: str, _draw: object, *, is_exact: bool) -> DrawnPicture:
        assert not key.startswith("tile "), key
        return drawn[key]

    monkeypatch.setattr(draw_live, "_drawn", only_others)
    first = live.draw_board(state, COLOURS, known=frozenset())
    tiles = {key for key in first.value.keys if key.startswith("tile ")}
    assert len(tiles) > draw_live._MOST
    assert tiles <= first.pictures.keys()
    assert all(first.pictures[key] == drawn[key] for key in tiles)


@pytest.mark.parametrize("damage", [b"", b"no picture", bytes(200)])
def test_a_damaged_tile_of_a_page_is_drawn_again(files: Path, damage: bytes) -> None:
    state = position("classic", 1)
    tile = next(iter(state.cells.values()))
    keep_tile(tile.turned)
    [kept] = files.rglob("*-web-*")
    whole = kept.read_bytes()
    drawn = kept_picture(tile_key(tile.turned))
    kept.write_bytes(damage)
    assert kept_picture(tile_key(tile.turned)) is None
    assert all_pictures(state)[tile_key(tile.turned)] == drawn
    assert kept.read_bytes() == whole


def all_pictures(state: State) -> dict[str, DrawnPicture]:
    """The pictures of a board by their keys, asked for until all are there."""
    known = dict[str, DrawnPicture]()
    while True:
        drawn = live.draw_board(state, COLOURS, known=frozenset(known))
        known |= drawn.pictures
        if drawn.value.keys <= known.keys():
            return known


@pytest.mark.usefixtures("files")
def test_what_is_known_is_not_drawn_and_some_is_drawn_at_a_time() -> None:
    state, known, rounds = position("travel", 6), set[str](), 0
    while True:
        drawn = live.draw_board(state, COLOURS, known=frozenset(known))
        assert known.isdisjoint(drawn.pictures)
        assert len(drawn.pictures) <= draw_live._MOST
        known |= drawn.pictures.keys()
        rounds += 1
        if drawn.value.keys <= known:
            break
    assert rounds > 1
    assert live.draw_board(state, COLOURS, known=frozenset(known)).pictures == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_deployment_has_its_place_on_the_tile(edition: str, undrawn: None) -> None:
    state = position(edition, 6)
    laid = [apply(state, PlaceTile(*place)).state for place in legal_placements(state)[:4]]
    for after in laid:
        deployments = legal_deployments(after)
        spots = live.draw_spots(after, COLOURS, deployments, known=frozenset()).value
        for deployment, place in zip(deployments, spots.places, strict=True):
            assert isinstance(deployment, Deploy) == (place is not None)
            assert place is None or (0 <= place.x <= 1 and 0 <= place.y <= 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_feature_lights_up_where_it_is(edition: str, undrawn: None) -> None:
    state = position(edition)
    ref = min(state.figures)
    found = set()
    for x in range(1, 12):
        for y in range(1, 12):
            shown = live.draw_feature(state, ref.position, (x / 12, y / 12), known=frozenset()).value
            found.add(shown.segment)
            if shown.segment == ref.segment:
                cells = {cell_corner(state, one.position) for one in feature_at(state, ref).refs}
                assert {(item.x, item.y) for item in shown.items} <= cells
    assert ref.segment in found


@pytest.mark.parametrize("view", [view for view in View if view is not View.NORMAL])
def test_a_view_has_the_same_tiles(view: View, undrawn: None) -> None:
    state = position("classic")
    normal = live.draw_board(state, COLOURS, known=frozenset()).value
    shown = live.draw_view(state, COLOURS, view, "day", known=frozenset()).value

    def tiles(board: LiveBoard) -> set[tuple[int, int]]:
        return {(item.x, item.y) for item in board.items if item.layer == 1}

    assert tiles(shown) == tiles(normal)
    dead = {cell_corner(state, cell) for cell in dead_cells(state)} if view is View.DEAD else set()
    assert set(shown.dead) == dead
    assert not view.is_tinted or any(item.key.startswith("view ") for item in shown.items)
