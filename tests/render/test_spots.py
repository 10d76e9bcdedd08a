"""Follower spots: which are shown, where, and with which numbers."""

from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest

from carcassonne import (
    EDITIONS,
    Deploy,
    Figure,
    Phase,
    PlaceTile,
    Role,
    SegmentRef,
    State,
    apply,
    apply_all,
    find_ruleset,
    legal_deployments,
    legal_placements,
    new_game,
    parse_move,
    spot_number,
)
from render.layout.panel_content import panel_content
from render.layout.scene import scene_of
from render.look.look import COMPACT, SIZES, Size
from render.look.views import DrawOptions
from render.panel.tile_card import Previews, TileBox, TileCard, marks_half
from render.pieces.spots import legend, shown_tile, spot_marks, spots_to_show, spots_with_figures
from tests.carcassonne.random_play import play
from tests.fixtures.cases import slow_but
from tests.render.games import words_of


def played(*moves: str, options: str = "") -> State:
    edition = "new-edition" if options else "classic"
    return apply_all(new_game(find_ruleset(edition, options.split()), 2), [parse_move(move) for move in moves]).state


def test_a_tile_in_hand_shows_the_spots_of_a_full_hand() -> None:
    state = played("draw W")
    turned = shown_tile(state)
    assert turned is not None
    assert legend(turned, spots_to_show(state, turned), words_of(state)) == ["thief 2 4 6", "farmer 1 3 5"]


def test_a_tile_in_hand_shows_only_what_the_player_has_figures_for() -> None:
    state = played("draw B", options="abbot")
    turned = shown_tile(state)
    assert turned is not None
    follower, abbot = state.supply
    shown = {}
    for hand in ((7, 1), (0, 1), (0, 0)):
        for figure, count in zip((follower, abbot), hand, strict=True):
            state.supply = {**state.supply, figure: (count, 7)}  # what the opponent has is no help
        content = panel_content(state, words_of(state), frozenset())
        (card,) = TileBox(content.shown, words_of(state), Previews.NONE).parts(0, 0, 96, 96)
        assert isinstance(card, TileCard)
        shown[hand] = content.lines, {mark.number for mark in card.spot_marks}
    assert shown == {
        (7, 1): (("monk 2", "abbot 2", "farmer 1"), {1, 2}),
        (0, 1): (("abbot 2",), {2}),
        (0, 0): ((), set()),
    }


@pytest.mark.parametrize(
    ("edition", "options"), [("new-edition", "river abbot inns traders"), ("classic", "inns traders")]
)
def test_a_tile_in_hand_shows_only_spots_that_are_legal_somewhere(edition: str, options: str) -> None:
    """A builder was shown on every road as soon as its player had a thief anywhere, a pig on every field."""
    states = [ply.after for ply in play(edition, options, 5, 0) if ply.after.phase is Phase.PLACE]
    assert states
    for state in states:
        turned = shown_tile(state)
        assert turned is not None
        shown = {(one.segment, one.figure, one.move.role) for one in spots_to_show(state, turned)}
        assert shown == set(legal_somewhere(state)), (state.turn, turned.tile.name)


def legal_somewhere(state: State) -> Iterator[tuple[int, Figure, Role]]:
    """The segments of the tile in hand where a figure may stand in a role, on any cell."""
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        for move in legal_deployments(laid):
            if isinstance(move, Deploy):
                option = laid.cells[position].turned.deploy_options.find(move)
                assert option is not None
                yield option.segment, move.figure, move.role


def test_a_tile_just_laid_shows_only_what_is_legal() -> None:
    taken = played("draw U", "place N13 90", "deploy thief E", "draw U", "place O13 90")
    assert taken.phase is Phase.DEPLOY
    turned = shown_tile(taken)
    assert turned is not None
    assert legend(turned, spots_with_figures(taken, turned), words_of(taken)) == ["thief 2", "farmer 1 3"]
    assert legend(turned, spots_to_show(taken, turned), words_of(taken)) == ["farmer 1 3"]


def test_without_a_tile_nothing_is_shown() -> None:
    assert shown_tile(played()) is None


def test_the_abbot_is_known_only_where_there_is_one() -> None:
    plain, abbots = played(), played(options="abbot")
    for state, roles in ((plain, {"monk", "farmer"}), (abbots, {"monk", "abbot", "farmer"})):
        spots = spots_with_figures(state, state.ruleset.tiles["B"].turned[0])
        assert {spot.move.role.value for spot in spots} == roles


def test_one_mark_a_segment() -> None:
    state = played(options="abbot")
    turned = state.ruleset.tiles["B"].turned[0]
    found = list(spot_marks(turned, spots_with_figures(state, turned), (100, 50), 96))
    assert sorted(mark.number for mark in found) == [1, 2]
    assert all(100 < mark.x < 196 and 50 < mark.y < 146 for mark in found)


@pytest.mark.parametrize("size", slow_but(2, [*SIZES.values(), COMPACT]), ids=lambda size: size.name)
@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_never_touch_on_any_tile_in_any_rotation(edition: str, size: Size) -> None:
    """In close-ups, and in the smallest and a usual tile of the panel."""
    state = new_game(find_ruleset(edition, EDITIONS[edition].options), 2)
    for tile in state.ruleset.tiles.values():
        for turned in tile.turned.values():
            for side in (size.close / size.scale, 140.0, 168.0):
                marks = tuple(spot_marks(turned, spots_with_figures(state, turned), (0, 0), side))
                half = marks_half(marks, (0, 0, side))
                middles = [(min(max(mark.x, half), side - half), min(max(mark.y, half), side - half)) for mark in marks]
                assert all(dist(*pair) > 2 * half for pair in combinations(middles, 2)), (tile.name, turned.rotation)
                assert half >= 6.5, "the number can still be read"


def test_the_picture_of_the_confirmation_shows_the_number_of_the_spot() -> None:
    state = played("draw U", "place N13 90")
    assert state.last is not None
    turned = state.cells[state.last].turned
    for move in legal_deployments(state):
        if not isinstance(move, Deploy):
            continue
        option = turned.deploy_options.find(move)
        assert option is not None
        ref = SegmentRef(state.last, option.segment)
        laid = apply_all(state, [move]).state
        board = scene_of(laid, words_of(laid), DrawOptions(spot=ref)).board
        if ref not in laid.figures:
            continue
        spot = board.chosen_spot
        assert spot is not None
        assert spot.number == spot_number(turned.tile, option.segment)
        [item] = [one for one in board.tiles if one.position == state.last]
        assert item.x <= spot.x - spot.half < spot.x + spot.half <= item.x + board.tile
        assert item.y <= spot.y - spot.half < spot.y + spot.half <= item.y + board.tile
        assert scene_of(laid, words_of(laid), DrawOptions()).board.chosen_spot is None
