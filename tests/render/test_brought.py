"""The picture of a finished game tells what inns and cathedrals have brought each player, or have cost."""

from functools import lru_cache

import pytest

from carcassonne import Phase, State
from render import SIZES, Look
from render.layout.arranged import PanelNeeds
from render.layout.end_panel import end_forms
from render.layout.panel_content import panel_content
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, LEAST_LETTERS
from render.look.views import DrawOptions
from render.panel.boxes import panel_of
from render.panel.modifier_sign import ModifierSign
from render.panel.result_card import BroughtRow, ResultCard, ResultRow
from render.panel.sheet import TEXT_HEIGHT
from render.panel.text_boxes import Entry
from render.text.typeset import width_of
from tests.render.games import game, words_of

LOOKS = [Look(size=size) for size in SIZES.values()]


@lru_cache
def finished(options: str = "river abbot inns traders", seats: int = 6, seed: int = 5) -> State:
    return game(999, Phase.OVER, edition="new-edition", options=options, seats=seats, seed=seed)


def end_of(state: State, look: Look | None = None) -> Scene:
    return scene_of(state, words_of(state), DrawOptions(look=look) if look else DrawOptions())


def without_brought(state: State) -> State:
    state = state.copy()
    state.history = state.history._replace(brought={})
    return state


def test_each_card_tells_what_they_have_brought_or_cost() -> None:
    state = finished()
    panel = end_of(state).panel
    told = {card.style.seat: {row.sign.name: row.number for row in card.brought} for card in panel.all(ResultCard)}
    assert state.history.brought == {"inn": (0, 0, 0, 0, 0, 6), "cathedral": (0, -15, 0, 0, -9, -9)}
    assert told == {
        0: {}, 1: {"cathedral": "−15"}, 2: {}, 3: {}, 4: {"cathedral": "−9"}, 5: {"inn": "+6", "cathedral": "−9"}
    }  # fmt: skip


def test_the_legend_says_what_their_signs_mean() -> None:
    entries = {entry.sign.name: entry.text for entry in end_of(finished()).panel.all(Entry)
               if isinstance(entry.sign, ModifierSign)}  # fmt: skip
    assert entries == {"inn": "inns", "cathedral": "cathedrals"}


def test_where_they_have_brought_nothing_the_picture_is_as_ever() -> None:
    for state in (finished("river abbot", 3), finished("traders", 3), without_brought(finished())):
        panel = end_of(state).panel
        assert not any(card.brought or card.rows_count for card in panel.all(ResultCard))
        assert not any(isinstance(entry.sign, ModifierSign) for entry in panel.all(Entry))


def test_nothing_is_told_of_who_has_resigned_or_if_nobody_knows_where_points_come_from() -> None:
    state = finished().copy()
    state.resigned = frozenset({5})
    cards = {card.style.seat: card for card in end_of(state).panel.all(ResultCard)}
    assert (cards[5].brought, len(cards[1].brought)) == ((), 1)
    state.history = state.history._replace(earned={})
    assert not any(card.brought for card in end_of(state).panel.all(ResultCard))


def test_a_panel_with_rows_has_a_row_for_each_of_them() -> None:
    state = finished(seats=2)
    content = panel_content(state, words_of(state), frozenset({0}))
    *_, form = end_forms(content)
    panel = panel_of(form.box(content), (0, 0, form.width, PanelNeeds(form, content).height))
    for card in panel.all(ResultCard):
        assert sum(row.points for row in card.rows if isinstance(row, ResultRow)) == card.score
        told = {row.text: row.points for row in card.rows if isinstance(row, BroughtRow)}
        assert told == {f"{name}s": by_seat[card.style.seat] for name, by_seat in state.history.brought.items()} != {}
        assert card.row_level(len(card.rows) - 1) + TEXT_HEIGHT / 2 < card.y + card.height


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
@pytest.mark.parametrize("seats", [2, 6])
def test_it_has_room_and_can_be_read_where_it_is_shown(seats: int, look: Look) -> None:
    scene = end_of(finished(seats=seats), look)
    for card in scene.panel.all(ResultCard):
        wide = sum(row.sign.width + width_of(row.number, TEXT_HEIGHT) + 26 for row in card.brought)
        assert wide <= card.width
        assert card.y + card.head < card.row_level(0) < card.y + card.height - TEXT_HEIGHT / 2
        assert card.y + card.height <= scene.panel.y + scene.panel.height
    if look.size.name != "small":
        place = look.size.place if look.size.is_tall else CHAT
        assert TEXT_HEIGHT * scene.scale * place.share(scene.width, scene.height) > LEAST_LETTERS - 0.1
