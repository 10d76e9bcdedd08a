"""Pictures are laid out for the size at which they are shown: letters can be read there, and tiles are large."""

from functools import lru_cache
from itertools import pairwise

import pytest

from carcassonne import Phase, State
from render import View, parse_area
from render.editions import edition_picture
from render.layout import arranged as arranged_module
from render.layout import arrangement
from render.layout.arranged import Arrangement
from render.layout.arrangement import arrangement_of
from render.layout.closeups import DEGREES, _columns, rotations_image, surroundings
from render.layout.panel_content import panel_content
from render.layout.running_panel import HEADLINE
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, COMPACT, LARGE, LEAST_LETTERS, PHONE, SMALL, USUAL, Look, Size
from render.look.theme import EVENING
from render.look.views import DrawOptions, bounding_area, visible_area, whole_area
from render.panel.player_card import PlayerCard
from render.panel.sheet import TEXT_HEIGHT
from render.panel.text_boxes import Text, wrapped
from render.panel.tile_card import TileCard
from render.pieces.figures import letters_share
from render.text.typeset import width_of
from tests.render.games import game, played, words_of

TURNS = (3, 40, 70)
TABLES = [("classic", 2), ("classic", 3), ("new-edition", 4), ("classic", 5), ("castle", 2), ("travel", 2)]
ROUNDING = 0.1
"""Lengths are whole pixels."""

at_every_table = pytest.mark.parametrize(("edition", "seats"), TABLES)


@lru_cache
def seated(edition: str, turns: int, seats: int = 2) -> State:
    """A position with about this number of tiles, in the middle of a turn."""
    most = 50 if edition == "castle" else turns  # it has fewer tiles
    return game(min(turns, most), Phase.PLACE, edition=edition, seats=seats)


def arranged(state: State, size: Size) -> Arrangement:
    content = panel_content(state, words_of(state), frozenset())
    return arrangement_of(state, whole_area(state), content, DrawOptions(look=Look(EVENING, size)))


@pytest.mark.parametrize("size", [USUAL, LARGE], ids=lambda size: size.name)
@pytest.mark.parametrize("turns", TURNS)
@at_every_table
def test_letters_can_be_read_where_the_picture_is_shown(edition: str, seats: int, turns: int, size: Size) -> None:
    state = seated(edition, turns, seats)
    places = size.formats[edition_picture(state).format].places
    assert places == ((PHONE,) if size is LARGE else (CHAT, PHONE) if edition == "travel" else (CHAT,))
    one = arranged(state, size)
    for place in places:
        least = min(one.scale * TEXT_HEIGHT, one.letters) * place.share(one.width, one.height)
        assert least > LEAST_LETTERS - ROUNDING


def test_nothing_in_a_picture_has_smaller_letters_than_the_arrangement_says() -> None:
    state = seated("classic", 70)
    for view in (View.NORMAL, View.SCORE):
        scene = scene_of(state, words_of(state), DrawOptions(view=view))
        assert min(scene.board.names, scene.board.labels_height) >= scene.board.least_letters
        assert {text.height for text in scene.panel.all(Text)} == {TEXT_HEIGHT, HEADLINE}
        share = CHAT.share(scene.width, scene.height)
        assert min(scene.board.least_letters, scene.scale * TEXT_HEIGHT) * share > LEAST_LETTERS - ROUNDING


@pytest.mark.parametrize("turns", TURNS)
@at_every_table
def test_numbers_of_figures_can_be_read_in_a_chat(edition: str, seats: int, turns: int) -> None:
    """They are as large as all letters, but for farmers on small fields, which would hide them."""
    state = seated(edition, turns, seats)
    scene = scene_of(state, words_of(state), DrawOptions())
    board, share = scene.board, CHAT.share(scene.width, scene.height)
    for one in board.figures:
        number = letters_share(one.height, board.least_letters) * one.height * share
        least = 0.29 * board.tile * share if one.is_lying else LEAST_LETTERS
        assert number > min(least, LEAST_LETTERS) - ROUNDING


@pytest.mark.parametrize("turns", TURNS)
@at_every_table
def test_readable_letters_cost_the_tiles_little(
    edition: str, seats: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With letters half as high, tiles would be a little larger: by 8 % at most, in The Castle by 10 %."""
    state = seated(edition, turns, seats)
    tile = arranged(state, USUAL).shown_tile(CHAT)
    for module in (arrangement, arranged_module):
        monkeypatch.setattr(module, "LEAST_LETTERS", LEAST_LETTERS / 2)
        monkeypatch.setattr(module, "LEAST_SCALE", LEAST_LETTERS / 2 / TEXT_HEIGHT)
    least = 0.9 if edition == "castle" else 0.92
    assert tile > least * arranged(state, USUAL).shown_tile(CHAT)


@pytest.mark.parametrize("size", [USUAL, LARGE, SMALL], ids=lambda size: size.name)
@pytest.mark.parametrize("turns", TURNS)
@at_every_table
def test_no_part_of_the_panel_is_dead(edition: str, seats: int, turns: int, size: Size) -> None:
    state = seated(edition, turns, seats)
    scene = scene_of(state, words_of(state), DrawOptions(look=Look(EVENING, size)))
    assert largest_gap(scene) < 0.2


def largest_gap(scene: Scene) -> float:
    """The largest part of the height of a panel beside the board in which there is nothing."""
    panel, tile = scene.panel, next(iter(scene.panel.all(TileCard)), None)
    if panel.y:
        return 0.0
    bands = [(card.y, card.y + card.height) for card in panel.all(PlayerCard)]
    bands += [(text.y - text.height / 2, text.y + text.height / 2) for text in panel.all(Text)]
    if tile:
        bands += [(tile.y, tile.y + tile.side), *((one.y, one.y + one.side) for one in tile.previews)]
    bands = [(0.0, 0.0), *sorted(bands), (panel.height, panel.height)]
    return max(after - before for (_, before), (after, _) in pairwise(bands)) / panel.height


@pytest.mark.parametrize("seed", [0, 1])
def test_the_board_stays_still_until_a_tile_extends_it(seed: int) -> None:
    """People who play well extend it in about a quarter of the turns."""
    state, before, changes = game(0, Phase.PLACE), None, 0
    for turn in range(1, 60):
        played(state, turn, Phase.PLACE, seed)
        scene = scene_of(state, words_of(state), DrawOptions())
        laid = bounding_area(tuple(state.cells))
        place = scene.width, scene.height, scene.board.tile, scene.panel.x, scene.panel.width
        assert before is None or laid != before[0] or place == before[1], turn
        changes += before is not None and laid != before[0]
        before = laid, place
    assert changes < 0.35 * 60


@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.OVER])
def test_the_window_has_one_ring_round_the_tiles_until_the_game_is_over(phase: Phase) -> None:
    state = game(30, Phase.PLACE) if phase is Phase.PLACE else game(99, Phase.OVER)
    laid, shown = bounding_area(tuple(state.cells)), visible_area(state, None, None)
    assert shown == (laid if state.is_over else laid.with_ring())


@pytest.mark.parametrize("cells", ["H1:N4", "-B-2:C3", "A1:J9", "C3:D4"])
def test_nothing_is_shown_beyond_the_end_of_a_board(cells: str) -> None:

    state = seated("castle", 3)
    wanted = parse_area(cells)
    scene = scene_of(state, words_of(state), DrawOptions(area=wanted))
    assert {label.text for label in scene.board.labels} <= {*"ABCDEFGHIJ", *"123456789"}
    shown = visible_area(state, None, wanted)
    assert (shown.columns, shown.rows) == (wanted.columns, wanted.rows)


def test_lines_are_broken_at_spaces() -> None:
    line = " ".join(["farmer NNE ESE SSW"] * 5)
    parts = wrapped([line], 160)
    assert " ".join(parts) == line
    assert all(width_of(part, TEXT_HEIGHT) <= 160 for part in parts)
    assert wrapped(["Unbreakablewordthatislong"], 20) == ("Unbreakablewordthatislong",)


@pytest.mark.parametrize("size", [USUAL, SMALL, LARGE, COMPACT], ids=lambda size: size.name)
@pytest.mark.parametrize("rotations", [2, 4])
def test_letters_of_close_ups_can_be_read_where_they_are_shown(rotations: int, size: Size) -> None:
    state, look = game(9, Phase.DEPLOY), Look(EVENING, size)
    words = words_of(state)
    _, board = surroundings(state, words, look, (2, rotations // 2))
    image = rotations_image([state] * rotations, words, look, shows_spots=True)
    least = min(board.least_letters, DEGREES * size.scale)
    for place in (CHAT, size.place):
        assert least * place.share(image.width, image.height) > LEAST_LETTERS - 2 * ROUNDING


def test_the_rotations_of_the_tile_are_seen_with_four_players() -> None:
    state = game(12, Phase.PLACE, seats=4)
    scene = scene_of(state, words_of(state), DrawOptions())
    (card,) = scene.panel.all(TileCard)
    assert len(card.previews) == len(panel_content(state, words_of(state), frozenset()).shown.rotations)


def test_a_long_list_of_tiles_has_more_columns_than_usual() -> None:
    """So it fills a chat. On a phone, which shows tall pictures, it has as few as can be."""
    assert [_columns(count, USUAL) for count in (5, 24, 43)] == [5, 8, 9]
    assert _columns(43, LARGE) == LARGE.columns
