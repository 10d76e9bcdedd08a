"""The mark beside a computer's name, on its card and nowhere else."""

import io
from dataclasses import replace

from PIL import Image, ImageChops

from carcassonne import Phase
from render import draw
from render.computer_mark import computer_mark
from render.draw_options import DrawOptions
from render.scene import scene_of
from render.theme import EVENING
from tests.render.games import game, words_of


def test_only_a_computers_card_differs() -> None:
    state = game(10, Phase.PLACE, seats=3)
    words = words_of(state)
    people, marked = (
        Image.open(io.BytesIO(draw(state, replace(words, computers=frozenset(seats))).png)).convert("RGB")
        for seats in ((), (1,))
    )
    changed = ImageChops.difference(people, marked).getbbox()
    assert changed is not None
    [card] = [one for one in scene_of(state, words, DrawOptions()).panel.cards if one.style.seat == 1]
    left, top, right, bottom = changed
    assert card.x < left < right < card.x + card.width
    assert card.y < top < bottom < card.y + card.height


def test_the_mark_shows_what_is_behind_its_eyes() -> None:
    alpha = computer_mark(32, EVENING.text).getchannel("A")
    assert alpha.getextrema() == (0, 255)
    eye, forehead = alpha.getpixel((12, 17)), alpha.getpixel((16, 12))
    assert isinstance(eye, int)
    assert eye < 30
    assert forehead == 255
