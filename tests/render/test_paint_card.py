"""Players' cards, painted."""

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from carcassonne import FOLLOWER, Phase
from render.layout.panel_content import panel_content
from render.layout.scene import scene_of
from render.look.look import Look
from render.look.theme import THEMES, Theme
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard, _pieces
from render.panel.sheet import Sheet
from tests.render.games import game, words_of

LINE = 8
"""The width of a card's line and of its corners."""
SCALE = 1.5


def golden_box(card: PlayerCard, theme: Theme) -> tuple[float, float, float, float] | None:
    """Return the box of all golden pixels inside a card's line, in parts of the card's width and height."""
    image = Image.new("RGB", (round((card.x + card.width) * SCALE), round((card.y + card.height) * SCALE)))
    card.paint(Sheet(image, theme, SCALE))
    inner = image.crop(
        (round((card.x + LINE) * SCALE), round((card.y + LINE) * SCALE), image.width - 12, image.height - 12)
    )
    unlike = ImageChops.difference(inner, Image.new("RGB", inner.size, theme.accent)).convert("L")
    box = unlike.point([255 if value == 0 else 0 for value in range(256)]).getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    return left / inner.width, top / inner.height, right / inner.width, bottom / inner.height


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_golden_stars_are_on_both_sides_of_the_name_of_whoever_is_to_move(theme: Theme) -> None:
    state = game(40, Phase.PLACE, seats=3)
    for card in scene_of(state, words_of(state), DrawOptions(look=Look(theme))).panel.all(PlayerCard):
        box = golden_box(card, theme)
        if not card.is_to_move:
            assert box is None
            continue
        assert box is not None
        left, _, right, bottom = box
        assert right - left > 0.3
        assert bottom < 0.5


def test_a_winners_card_has_no_gold() -> None:
    state = game(12, Phase.PLACE, seats=3)
    state.phase = Phase.OVER
    content = panel_content(state, words_of(state), frozenset({1}))
    cards = [card.at(0, 0, 240, 70) for card in content.cards]
    assert [card.is_winner for card in cards] == [False, True, False]
    assert not any(golden_box(card, theme) for card in cards for theme in THEMES.values())


@pytest.mark.parametrize("count", range(2, 8))
def test_as_many_figures_are_drawn_as_the_number_says(count: int) -> None:
    """Where they just fit, rounding must not cost the last one."""
    state = game(12, Phase.PLACE)
    card = scene_of(state, words_of(state), DrawOptions()).panel.all(PlayerCard)[0]
    shown = [_pieces(replace(card, supply={FOLLOWER: count}), room / 10)[0] for room in range(300, 1200)]
    assert {len(pieces) for pieces in shown} <= {1, count}
