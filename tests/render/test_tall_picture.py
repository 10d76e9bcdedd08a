"""Large pictures are made for a phone that shows nothing else: they are tall, and all of them can be read there."""

from dataclasses import replace
from functools import lru_cache

import pytest

from carcassonne import EDITIONS, Phase, State, find_ruleset, new_game
from render import View
from render.layout.scene import Scene, scene_of
from render.layout.tall_picture import LEAST_HEIGHT, MOST_HEIGHT
from render.look.look import LARGE, LEAST_LETTERS, PHONE, Look
from render.look.theme import EVENING
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.panel.result_card import ResultCard
from render.panel.sheet import TEXT_HEIGHT
from tests.render.games import game, played, words_of

NAMES_AND_SCORES = 12
"""The least height of their letters on a phone, in pixels."""
STAGES = [(1, Phase.PLACE), (50, Phase.PLACE), (999, Phase.OVER)]

at_every_table = pytest.mark.parametrize(
    ("edition", "seats"),
    [(edition, seats) for edition in EDITIONS for seats in {2, find_ruleset(edition).players.stop - 1}],
)
at_every_stage = pytest.mark.parametrize(("turns", "phase"), STAGES, ids=["early", "late", "end"])


@lru_cache
def position(edition: str, seats: int, turns: int, phase: Phase) -> State:
    return game(turns, phase, edition=edition, options=" ".join(EDITIONS[edition].options), seats=seats)


def large(state: State, **options: object) -> Scene:
    return scene_of(state, words_of(state), DrawOptions(look=Look(EVENING, LARGE), **options))  # type: ignore[arg-type]


def assert_tall_and_readable(scene: Scene) -> None:
    assert LEAST_HEIGHT - 0.01 < scene.height / scene.width < MOST_HEIGHT + 0.01
    share = PHONE.share(scene.width, scene.height)
    board, panel = scene.board, scene.panel
    assert min(board.least_letters, board.names, board.labels_height) * share > LEAST_LETTERS - 0.1
    assert TEXT_HEIGHT * scene.scale * share > NAMES_AND_SCORES - 0.1, "nothing in the panel is smaller"
    right, bottom = panel.x + panel.width, panel.y + panel.height
    for card in (*panel.all(PlayerCard), *panel.all(ResultCard)):
        assert panel.x <= card.x < card.x + card.width <= right
        assert panel.y <= card.y < card.y + card.height <= bottom


@at_every_stage
@at_every_table
def test_it_is_tall_and_readable_on_a_phone(edition: str, seats: int, turns: int, phase: Phase) -> None:
    scene = large(position(edition, seats, turns, phase))
    assert_tall_and_readable(scene)
    assert scene.panel.y * scene.scale >= scene.board.height - 1, "the panel is below the board"


@at_every_stage
def test_it_has_room_for_six_players(turns: int, phase: Phase) -> None:
    rules = replace(find_ruleset("classic"), players=range(2, 7))
    scene = large(played(new_game(rules, 6), turns, phase))
    assert_tall_and_readable(scene)
    assert len((*scene.panel.all(PlayerCard), *scene.panel.all(ResultCard))) == 6


@pytest.mark.parametrize("zoom", [1, 3, 5])
@pytest.mark.parametrize("view", View)
def test_parts_and_views_are_tall_too(view: View, zoom: int) -> None:
    assert_tall_and_readable(large(position("classic", 2, 50, Phase.PLACE), view=view, zoom=zoom))


@pytest.mark.parametrize("turns", [1, 40])
def test_the_board_is_as_wide_as_the_picture_unless_it_is_high(turns: int) -> None:
    scene = large(position("classic", 2, turns, Phase.PLACE))
    assert scene.board.width > 0.98 * scene.width
