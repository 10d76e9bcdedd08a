"""The scene: what is on a picture, and where, before anything is drawn."""

from dataclasses import replace

import pytest
from PIL import Image, ImageStat

from carcassonne import (
    FOLLOWER,
    Colour,
    Phase,
    apply,
    column_row,
    format_cell,
    legal_placements,
    parse_cell,
    parse_move,
    spot_number,
)
from carcassonne.tiles import visual_key
from render import ZOOMS, View, parse_area
from render.layout.scene import Scene, scene_of
from render.look.look import SIZES, USUAL, Look, Size
from render.look.theme import EVENING, INK
from render.look.views import DrawOptions, visible_area
from render.panel.player_card import PlayerCard
from render.panel.result_card import ResultCard
from render.panel.sheet import TEXT_HEIGHT, Sheet
from render.panel.text_boxes import Text
from render.panel.tile_card import TileCard
from render.text.fonts import BOLD, font
from tests.render.games import game, words_of


def scene(turns: int, phase: Phase = Phase.PLACE, options: DrawOptions | None = None, **more: object) -> Scene:
    state = game(turns, phase, **more)  # type: ignore[arg-type]
    return scene_of(state, words_of(state), options or DrawOptions())


def test_the_legal_cells_are_named() -> None:
    state = game(20, Phase.PLACE)
    slots = scene_of(state, words_of(state), DrawOptions()).board.slots
    assert {slot.name for slot in slots} == {format_cell(position) for position, _ in legal_placements(state)}


@pytest.mark.parametrize("turns", [0, 1, 5, 20, 50, 70])
def test_labels_stand_on_all_four_sides_and_name_the_cells(turns: int) -> None:
    state = game(turns, Phase.PLACE)
    board = scene_of(state, words_of(state), DrawOptions()).board
    for item in board.tiles:
        names = {label.text for label in board.labels if 0 < label.x - item.x < board.tile}
        rows = {label.text for label in board.labels if 0 < label.y - item.y < board.tile}
        assert len(names) == len(rows) == 1
        assert names.pop() + rows.pop() == format_cell(item.position)
    texts = [label.text for label in board.labels]
    assert all(texts.count(text) == 2 for text in texts)


def test_labels_do_not_shift_while_the_board_grows() -> None:
    for turns in (1, 30, 60):
        board = scene(turns).board
        start = next(item for item in board.tiles if item.position == parse_cell("M13"))
        assert {label.text for label in board.labels if 0 < label.x - start.x < board.tile} == {"M"}


@pytest.mark.parametrize("turns", [0, 10, 30, 50, 70])
@pytest.mark.parametrize("seats", [2, 5])
def test_the_largest_tiles_that_fit_are_taken(turns: int, seats: int) -> None:
    state = game(turns, Phase.PLACE, seats=seats)
    words = words_of(state)
    chosen = scene_of(state, words, DrawOptions())
    assert chosen.width <= USUAL.formats["table"].max_size[0]
    assert chosen.height <= USUAL.formats["table"].max_size[1]
    larger = [size for size in USUAL.formats["table"].tiles if size > chosen.board.tile]
    for size in larger:
        bigger = scene_of(state, words, DrawOptions(tile=size))
        assert bigger.width > USUAL.formats["table"].max_size[0] or bigger.height > USUAL.formats["table"].max_size[1]


def test_the_travel_box_has_a_picture_for_a_phone() -> None:
    """Its pictures are narrower and have larger letters than those of the other editions."""
    wide, narrow = (game(40, Phase.PLACE, seats=2, edition=edition) for edition in ("classic", "travel"))
    table, pocket = (scene_of(state, words_of(state), DrawOptions()) for state in (wide, narrow))
    assert pocket.width < 0.8 * table.width
    assert pocket.board.names / pocket.board.tile > 1.3 * table.board.names / table.board.tile
    assert pocket.board.labels_height / pocket.board.tile > 1.3 * table.board.labels_height / table.board.tile


def test_everything_lies_within_the_picture() -> None:
    for turns in (0, 3, 25, 70):
        one = scene(turns, seats=4)
        for item in one.board.tiles:
            assert 0 <= item.x <= one.width - one.board.tile
            assert 0 <= item.y <= one.height - one.board.tile
        for card in one.panel.all(PlayerCard):
            assert card.x >= 0
            assert (card.x + card.width) * one.scale <= one.width
        panel = one.panel
        for text in panel.all(Text):
            assert panel.x <= text.x <= panel.x + panel.width
            assert panel.y <= text.y <= panel.y + panel.height


def test_lines_of_the_panel_have_room_where_no_tile_is_in_hand() -> None:
    state = game(12, Phase.DRAW, edition="castle")
    one = scene_of(state, words_of(state), DrawOptions(zoom=3))
    for text in one.panel.all(Text):
        assert text.x + font(TEXT_HEIGHT).getlength(text.text) <= one.panel.x + one.panel.width


def test_a_long_headline_at_the_end_has_room() -> None:
    state = game(99, Phase.PLACE)
    words = replace(words_of(state), result="Annemarie und Gottlieb teilen sich den Sieg 101 : 101")
    panel = scene_of(state, words, DrawOptions()).panel
    headline = [text for text in panel.all(Text) if text.is_strong]
    assert " ".join(text.text for text in headline).replace("\u00a0", " ") == words.result
    for text in headline:
        assert text.x + font(text.height, BOLD).getlength(text.text) < panel.x + panel.width


def test_a_long_word_is_written_smaller() -> None:
    sheet = Sheet(Image.new("RGB", (1, 1)), EVENING)
    assert [sheet.fitting_size(text, 94, (20, 18, 16), BOLD) for text in ("keep 12", "Bergfried 12", "x" * 99)] == [
        20, 16, 16
    ]  # fmt: skip


def test_the_panel_shows_players_scores_and_who_is_to_move() -> None:
    state = game(30, Phase.PLACE, seats=3)
    cards = scene_of(state, words_of(state), DrawOptions()).panel.all(PlayerCard)
    assert [card.score for card in cards] == state.scores
    assert [card.style.seat for card in cards if card.is_to_move] == [state.seat]
    assert tuple(card.supply[FOLLOWER] for card in cards) == state.supply[FOLLOWER]


def test_the_tile_in_hand_is_shown_with_its_spots_and_turnings() -> None:
    state = game(12, Phase.PLACE)
    (card,) = scene_of(state, words_of(state), DrawOptions()).panel.all(TileCard)
    assert card
    assert card.turned
    tile = card.turned.tile
    assert tile is state.tile
    shown = {mark.number for mark in card.spot_marks}
    assert shown == {spot_number(tile, spot.segment) for spot in card.turned.deploy_options[FOLLOWER,]}
    legal = {rotation for _, rotation in legal_placements(state)}
    looks = {visual_key(preview.turned) for preview in card.previews if preview.is_legal}
    assert looks == {visual_key(tile.turned[rotation]) for rotation in legal}
    assert len({visual_key(preview.turned) for preview in card.previews}) == len(card.previews), "each look once"


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_the_next_tile_lies_face_down_where_it_will_be_shown(seats: int, size: Size) -> None:
    options = DrawOptions(look=Look(size=size))
    panels = [scene(20, phase, options, seats=seats).panel for phase in (Phase.DRAW, Phase.PLACE)]
    face_down, shown = (card for panel in panels for card in panel.all(TileCard))
    assert face_down
    assert shown
    assert face_down.turned is None
    assert not face_down.spot_marks
    assert not face_down.previews
    assert abs(face_down.side - shown.side) < 0.2 * shown.side


def test_a_finished_game_has_no_tile_and_marks_the_winner() -> None:
    state = game(99, Phase.OVER)
    panel = scene_of(state, words_of(state), DrawOptions()).panel
    assert panel.all(TileCard) == ()
    assert [card.style.seat for card in panel.all(ResultCard) if card.is_winner] == [
        seat for seat, score in enumerate(state.scores) if score == max(state.scores)
    ]
    assert panel.all(PlayerCard) == ()


def test_a_game_ended_before_its_end_waits_for_nobody() -> None:
    state = game(12, Phase.PLACE)
    before = state.copy()
    one = scene_of(state, words_of(state), DrawOptions(winners=frozenset()))
    assert (one.panel.all(TileCard), one.board.slots) == ((), ())
    assert one.panel.all(PlayerCard) == ()
    assert not any(card.is_winner for card in one.panel.all(ResultCard))
    assert one.panel.all(Text)[0].text == words_of(state).over
    assert (state.phase, state.tile) == (before.phase, before.tile)


def test_winners_are_those_who_are_told() -> None:
    state = game(99, Phase.OVER)
    for seat in range(state.seats):
        cards = scene_of(state, words_of(state), DrawOptions(winners=frozenset({seat}))).panel.all(ResultCard)
        assert {card.style.seat for card in cards if card.is_winner} == {seat}


def test_the_last_moves_are_framed_and_numbered() -> None:
    one = scene(10)
    assert len(one.board.frames) == 1
    assert one.board.frames[0].number is None
    numbers = [frame.number for frame in scene(10, options=DrawOptions(recent=3)).board.frames]
    assert [number and number.number for number in numbers] == [1, 2, 3]
    assert not scene(0).board.frames


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_zoom_level_shows_so_many_cells_round_the_last_move(zoom: int) -> None:
    state = game(40, Phase.DRAW)
    board = scene_of(state, words_of(state), DrawOptions(zoom=zoom)).board
    columns = min(ZOOMS[zoom], visible_area(state, None, None).columns)
    assert len({label.x for label in board.labels if label.text.isalpha()}) == columns
    assert state.last in {item.position for item in board.tiles}


@pytest.mark.parametrize("turns", [0, 3, 12, 25, 40, 60])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("corner", ["-Z-99", "ZZ999", "A30", None])
def test_a_zoom_level_shows_as_much_board_as_fits(turns: int, zoom: int, corner: str | None) -> None:
    state = game(turns, Phase.PLACE)
    whole, shown = visible_area(state, None, None), visible_area(state, zoom, parse_area(corner) if corner else None)
    assert whole.left <= shown.left <= shown.right <= whole.right
    assert whole.top <= shown.top <= shown.bottom <= whole.bottom
    assert (shown.columns, shown.rows) == (min(ZOOMS[zoom], whole.columns), min(ZOOMS[zoom], whole.rows))


def test_an_area_shows_its_cells_and_no_others() -> None:
    board = scene(60, options=DrawOptions(area=parse_area("k12:n14"))).board
    assert {label.text for label in board.labels} == {"K", "L", "M", "N", "12", "13", "14"}
    assert all(10 <= column_row(item.position)[0] <= 13 for item in board.tiles)


def test_figures_stand_on_the_board() -> None:
    state = apply(game(0, Phase.DRAW), parse_move("draw U")).state
    state = apply(apply(state, parse_move("place M14 90")).state, parse_move("deploy farmer ESE")).state
    board = scene_of(state, words_of(state), DrawOptions()).board
    (farmer,) = board.figures
    (frame,) = board.frames
    assert frame.y + board.tile / 2 < farmer.y < frame.y + board.tile
    assert farmer.is_lying


@pytest.mark.parametrize("view", [View.FIELDS, View.CLAIMS])
def test_views_tint_features(view: View) -> None:
    assert scene(40, options=DrawOptions(view=view)).board.tints
    assert not scene(40).board.tints


@pytest.mark.parametrize("view", [View.NORMAL, View.CLAIMS])
def test_seats_have_the_colours_that_were_chosen(view: View) -> None:
    state = game(40, Phase.PLACE)
    plain = words_of(state)
    chosen = replace(plain, colours=(Colour.WHITE, Colour.BLACK, Colour.RED, Colour.YELLOW, Colour.BLUE))
    before, after = (scene_of(state, words, DrawOptions(view=view)) for words in (plain, chosen))
    assert {one.style for one in after.board.figures} <= set(chosen.styles(state))
    assert [card.style for card in after.panel.all(PlayerCard)] == list(chosen.styles(state)[: state.seats])
    assert (before.board.tints == after.board.tints) == (view is View.NORMAL)
    drawn = [ImageStat.Stat(scene.paint(EVENING)).sum for scene in (before, after)]
    assert drawn[0] != drawn[1]


def test_the_numbers_of_frames_are_hidden_by_nothing() -> None:
    state = game(30, Phase.PLACE, edition="classic", seats=4)
    scene = scene_of(state, words_of(state), DrawOptions(recent=5))
    image = scene.paint(EVENING)
    for frame in scene.board.frames:
        assert frame.number
        assert {image.getpixel(corner) for corner in (frame.number.box[:2], frame.number.box[2:])} == {INK}
