"""The picture of a finished game tells what inns and cathedrals have brought each player, or have cost."""

from collections.abc import Mapping
from functools import lru_cache

import pytest

from carcassonne import Phase, State
from render import SIZES, Look
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, LEAST_LETTERS, PHONE, USUAL
from render.look.views import DrawOptions
from render.panel.boxes import Panel
from render.panel.brought import ModifierSign, SeatSign
from render.panel.result_card import ResultCard
from render.panel.sheet import TEXT_HEIGHT
from render.panel.text_boxes import Entry
from render.share.game_data import card_extra
from render.share.steps import Step
from tests.carcassonne.scenario import Game
from tests.render.games import game, words_of

LOOKS = [Look(size=size) for size in SIZES.values()]


@lru_cache
def finished(options: str = "river abbot inns traders", seats: int = 6, seed: int = 5) -> State:
    return game(999, Phase.OVER, edition="new-edition", options=options, seats=seats, seed=seed)


def end_of(state: State, look: Look | None = None) -> Scene:
    return scene_of(state, words_of(state), DrawOptions(look=look) if look else DrawOptions())


def told(panel: Panel) -> Mapping[str, Mapping[int, str]]:
    """What is told of each modifier, by seat."""
    found, name = dict[str, dict[int, str]](), ""
    for entry in panel.all(Entry):
        if isinstance(entry.sign, ModifierSign):
            name = entry.sign.name
        elif isinstance(entry.sign, SeatSign):
            found.setdefault(name, {})[entry.sign.style.seat] = entry.text
    return found


def test_a_line_for_each_of_them_tells_what_it_has_brought_or_cost_the_best_player_first() -> None:
    state = finished()
    assert state.history.brought == {"inn": (0, 0, 0, 0, 0, 6), "cathedral": (0, -15, 0, 0, -9, -9)}
    found = told(end_of(state).panel)
    assert found == {"inn": {5: "+6"}, "cathedral": {5: "−9", 1: "−15", 4: "−9"}}
    assert list(found["cathedral"]) == [5, 1, 4]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
@pytest.mark.parametrize("seats", [2, 6])
def test_words_say_what_their_signs_mean(seats: int, look: Look) -> None:
    panel = end_of(finished(seats=seats), look).panel
    signs = [entry for entry in panel.all(Entry) if isinstance(entry.sign, ModifierSign)]
    words = {entry.text for entry in signs if entry.text}
    assert words == {f"{entry.sign.name}s" for entry in signs if isinstance(entry.sign, ModifierSign)} != set()


def test_where_they_have_brought_nothing_the_picture_is_as_ever() -> None:
    without = finished().copy()
    without.history = without.history._replace(brought={})
    for state in (finished("river abbot", 3), finished("traders", 3), without):
        assert not told(end_of(state).panel)


def test_nothing_is_told_of_who_has_resigned_or_if_nobody_knows_where_points_come_from() -> None:
    state = finished().copy()
    state.resigned = frozenset({5})
    assert told(end_of(state).panel) == {"cathedral": {1: "−15", 4: "−9"}}
    state.history = state.history._replace(earned={})
    assert not told(end_of(state).panel)


def test_who_has_no_points_is_told_what_an_inn_has_cost_all_the_same() -> None:
    """The message of the end and the alt text told it, the picture and the page of the game did not."""
    unfinished = Game(options="inns")
    unfinished.play("1 A L13 270 thief E\n2 iB N13 0 -\n1 U O13 90 -\n2 E M12 180 knight S")
    unfinished.end()
    state = unfinished.state
    assert (state.scores, told(end_of(state).panel)) == ([0, 4], {"inn": {0: "−4"}})
    step = Step(state, words_of(state), 4, 1, winners=frozenset({1}))
    assert [card_extra(step, seat, is_over=True) for seat in range(2)] == ["inns −4", "cities 4"]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
@pytest.mark.parametrize("seats", [2, 6])
def test_it_has_room_and_can_be_read_where_it_is_shown(seats: int, look: Look) -> None:
    scene = end_of(finished(seats=seats), look)
    panel = scene.panel
    assert told(panel)
    below = max(card.y + card.height for card in panel.all(ResultCard))
    for entry in panel.all(Entry):
        assert below < entry.y - TEXT_HEIGHT / 2
        assert entry.y + TEXT_HEIGHT / 2 <= panel.y + panel.height
        assert panel.x <= entry.x < entry.x + entry.room <= panel.x + panel.width
    places = {"usual": (CHAT, PHONE), "large": (PHONE,)}.get(look.size.name, ())
    assert all(
        TEXT_HEIGHT * scene.scale * place.share(scene.width, scene.height) > LEAST_LETTERS - 0.1 for place in places
    )


def test_six_players_stand_beside_the_board_all_the_same() -> None:
    scene = end_of(finished(), Look(size=USUAL))
    assert scene.panel.x > 0
    assert scene.board.tile * CHAT.share(scene.width, scene.height) > 15
