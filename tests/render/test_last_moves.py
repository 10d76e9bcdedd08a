"""The last moves on a board: whose they were, in which order, what they paid, and who came back."""

import pytest
from PIL import ImageChops

from carcassonne import (
    EDITIONS,
    FOLLOWER,
    Colour,
    Phase,
    PlaceTile,
    State,
    apply,
    apply_all,
    find_ruleset,
    legal_placements,
    new_game,
    parse_cell,
    parse_move,
    parse_record,
)
from render import View
from render.board.board import Board, frame_lines
from render.layout.board_layout import BoardLayout
from render.layout.scene import scene_of
from render.look.look import SIZES, SMALL, USUAL, Look, Size
from render.look.theme import HIGHLIGHT, INK, THEMES, WHITE, PieceStyle
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.pieces.figures import figure_image, figure_outline
from render.pieces.plates import plate_image, plate_size
from render.share.frames import layout_of
from render.share.placed_pictures import board_pictures
from render.share.record_steps import record_steps
from render.share.steps import shown_state
from render.text.fonts import font
from tests.render.colour_vision import contrast
from tests.render.games import game, played, words_of

SCORE = DrawOptions(view=View.SCORE)
SHARED_ROAD = (
    "draw A", "place L13 270", "deploy thief E",
    "draw A", "place N13 90", "deploy -",
)  # fmt: skip


def after(*moves: str, seats: int = 3) -> State:
    return apply_all(new_game(find_ruleset("classic"), seats), [parse_move(move) for move in moves]).state


def board_of(state: State, **options: object) -> Board:
    return scene_of(state, words_of(state), DrawOptions(**options)).board  # type: ignore[arg-type]


def test_a_frame_has_the_colour_of_who_made_the_move() -> None:
    state = game(9, Phase.PLACE, seats=4)
    frames = board_of(state, recent=5).frames
    assert [frame.style.seat for frame in frames] == [0, 1, 2, 3, 0]
    assert state.seat == 1


def test_a_frame_is_between_a_dark_and_a_white_line_and_never_gold() -> None:
    state = game(3, Phase.DRAW)
    for theme, size in zip(THEMES.values(), (USUAL, SMALL), strict=True):
        scene = scene_of(state, words_of(state), DrawOptions(look=Look(theme, size)))
        image, [frame] = scene.paint(theme), scene.board.frames
        x, y = frame.x, frame.y + scene.board.tile // 3
        across = [image.getpixel((x + step, y)) for step in range(-scene.board.tile // 6, 3)]
        lines = [across.index(colour) for colour in (INK, frame.style.rgb, WHITE)]
        assert lines == sorted(lines)
        assert across[-3:].count(WHITE) >= 1
        board = image.crop((0, 0, scene.board.width, scene.board.height))
        assert HIGHLIGHT not in {colour for _, colour in board.getcolors(1 << 24) or []}


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_are_inside_their_tiles_and_can_be_read_in_a_chat(edition: str) -> None:
    state = game(20, Phase.PLACE, edition=edition, options=" ".join(EDITIONS[edition].options))
    scene = scene_of(state, words_of(state), DrawOptions(recent=14))
    tile = scene.board.tile
    assert len(scene.board.frames) == 14
    for frame in scene.board.frames:
        assert frame.number
        left, top, right, bottom = frame.number.box
        assert frame.x <= left < right < frame.x + tile
        assert frame.y <= top < bottom < frame.y + tile
        shown = min(1, 550 / scene.width, 350 / scene.height)
        assert frame.number.letters * shown >= min(10, tile * shown / 3)


def test_a_number_hides_no_figure_if_it_can() -> None:
    state = after("draw D", "place M12 180", "deploy -", "draw V", "place M14 0", "deploy farmer NNE")
    [_, frame] = board_of(state, recent=2).frames
    [farmer] = board_of(state).figures
    assert frame.number
    left, top, right, bottom = frame.number.box
    assert not (left <= farmer.x <= right and top <= farmer.y <= bottom)


def test_what_a_move_paid_stands_where_the_figure_stood() -> None:
    before = after(*SHARED_ROAD[:5])
    state = after(*SHARED_ROAD)
    board = board_of(state)
    [thief] = board_of(before).figures
    [back] = board.returned
    [plate] = board.plates
    assert (back.style, back.figure, back.is_lying) == (thief.style, FOLLOWER, False)
    cell = next(item for item in board.tiles if item.position == parse_cell("L13"))
    assert cell.x < back.x < cell.x + board.tile
    assert (plate.style.seat, plate.text) == (0, "+3")
    assert not board.figures


def test_what_a_move_paid_stands_on_the_cards_of_all_who_got_it() -> None:
    """From one turn to the next, the cards' gains are what the scores have grown by."""
    state = new_game(find_ruleset("new-edition", ["abbot"]), 5)
    before, gained = list(state.scores), 0
    for turns in range(1, 60):
        played(state, turns, Phase.PLACE)
        if state.scores == before and turns % 8:
            continue
        cards = scene_of(state, words_of(state), DrawOptions()).panel.all(PlayerCard)
        assert [card.gain for card in cards] == [now - then for now, then in zip(state.scores, before, strict=True)]
        assert not any(card.gain for card in scene_of(state, words_of(state), SCORE).panel.all(PlayerCard))
        before, gained = list(state.scores), gained + any(card.gain for card in cards)
    assert gained > 3


@pytest.mark.parametrize("size", SIZES.values())
def test_a_card_with_a_gain_has_it_left_of_the_score(size: Size) -> None:
    state = after(*SHARED_ROAD)
    state.scores[0] = 123
    options = DrawOptions(look=Look(THEMES["day"], size))
    scenes = [scene_of(state, words_of(state), options)]
    state.history = state.history._replace(paid=())
    scenes.append(scene_of(state, words_of(state), options))
    card, scale = scenes[0].panel.all(PlayerCard)[0], scenes[0].scale
    box = [round(edge * scale) for edge in (card.x, card.y, card.x + card.width, card.y + card.height)]
    ours, others = (scene.paint(THEMES["day"]).crop((box[0], box[1], box[2], box[3])) for scene in scenes)
    changed = ImageChops.difference(ours, others).getbbox()
    assert changed
    left, top, right, bottom = (length / scale for length in changed)
    assert 40 < left < right <= card.width - 10
    assert card.base_height / 4 < top < bottom < card.base_height


def test_a_picture_tells_it_until_the_next_tile_lies_and_views_do_not() -> None:
    state = after(*SHARED_ROAD, "draw V")
    assert board_of(state).plates
    assert not any(board_of(state, view=view).plates for view in View if view is not View.NORMAL)
    assert not board_of(apply(state, PlaceTile(*legal_placements(state)[0])).state).plates


def test_a_game_that_is_shown_around_tells_it_turn_by_turn() -> None:
    record = parse_record(
        '[Edition "classic"]\n[Options ""]\n[Players "Ann" "Bob"]\n\n'
        "1. 1 A L13 270 thief E\n2. 2 A N13 90 -\n3. 1 V M14 0 -\n*\n"
    )
    steps = record_steps(record)
    layout = layout_of(steps, THEMES["day"])
    told = []
    for step in steps:
        state = shown_state(step)
        board = BoardLayout(state, layout.area, layout.tile, layout.options, step.words.styles(state)).board()
        keys = [picture.key.split(" PieceStyle")[0] for picture in board_pictures(board, THEMES["day"])]
        told.append([key for key in keys if key.startswith(("plate", "outline"))])
    assert told == [[], [], ["outline", "plate +3"], []]


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_seat_that_earns_has_its_points_inside_a_tile(edition: str) -> None:
    """In a random game: a plate for each seat that is paid for figures, and an outline for each that came back."""
    state = new_game(find_ruleset(edition, EDITIONS[edition].options), 2)
    seen = 0
    for turns in range(1, 40, 2):
        played(state, turns, Phase.PLACE)
        if not state.history.paid or state.is_over:
            continue
        board = board_of(state, tile=64)
        stood = dict(state.history.returned)
        owners = [{stood[ref].seat for ref in event.returned} for event in state.history.paid]
        earned = [
            (seat, event.points)
            for event, own in zip(state.history.paid, owners, strict=True)
            for seat in event.seats
            if seat in own and event.points
        ]
        assert sorted((plate.style.seat, int(plate.text)) for plate in board.plates) == sorted(earned)
        assert len(board.returned) == len(state.history.returned)
        for plate in board.plates:
            width, height = plate_size(plate.text, plate.letters)
            assert any(
                item.x <= plate.x and plate.x + width <= item.x + 64 and item.y <= plate.y
                and plate.y + height <= item.y + 64
                for item in board.tiles
            )  # fmt: skip
        seen += len(board.plates)
    assert seen


@pytest.mark.parametrize("colour", Colour)
def test_points_can_be_read_on_their_plate(colour: Colour) -> None:
    style = PieceStyle(0, colour)
    assert contrast(style.number_rgb, style.plate_rgb) >= 4.5
    picture = plate_image("+12", style, 30)
    assert picture.size == plate_size("+12", 30)


@pytest.mark.parametrize("is_lying", [False, True])
def test_an_outline_is_as_large_as_its_figure_and_empty(is_lying: bool) -> None:
    style = PieceStyle(2, Colour.YELLOW)
    figure, outline = (draw(style, 40, is_lying=is_lying) for draw in (figure_image, figure_outline))
    assert figure.size == outline.size
    middle = (figure.width // 2, round(figure.height * 0.6))
    assert outline.getpixel(middle) == (0, 0, 0, 0)
    assert ImageChops.difference(figure, outline).getbbox()


@pytest.mark.parametrize("options", [{"winners": frozenset({0})}, {"zoom": 5}])
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_name_of_a_row_lies_on_a_frame(edition: str, options: dict[str, object]) -> None:
    for turns in range(1, 12):
        board = board_of(game(turns, Phase.DRAW, edition=edition), **options)
        reach = sum(frame_lines(board.tile))
        spans = [(label.x - wide, label.x + wide) for label in board.labels if (wide := half_of(board, label.text))]
        for frame in board.frames:
            left = frame.x - reach + frame.inward[0]
            right = frame.x + board.tile + reach - frame.inward[1]
            assert all(end <= left or right <= begin for begin, end in spans), (turns, left, right)


def half_of(board: Board, name: str) -> float:
    """Return half the width of a row's name; 0 for the name of a column."""
    return font(board.labels_height).getlength(name) / 2 if name.lstrip("-").isdigit() else 0
