"""The mark beside a computer's name, on its card and nowhere else."""

from dataclasses import replace

from PIL import Image, ImageChops

from carcassonne import Phase, State
from render import Words
from render.layout.scene import scene_of
from render.look.theme import EVENING
from render.look.views import DrawOptions
from render.panel.player_card import PlayerCard
from render.panel.sheet import Sheet
from render.pieces.marks import computer_mark
from tests.render.games import game, words_of


def painted_panel(state: State, words: Words) -> Image.Image:
    scene = scene_of(state, words, DrawOptions())
    image = Image.new("RGB", (scene.width, scene.height))
    scene.panel.paint(Sheet(image, EVENING, scene.scale))
    return image


def test_only_a_computers_card_differs() -> None:
    state = game(10, Phase.PLACE, seats=3)
    words = words_of(state)
    marked = painted_panel(state, replace(words, computers=frozenset({1})))
    changed = ImageChops.difference(painted_panel(state, words), marked).getbbox()
    assert changed is not None
    scene = scene_of(state, words, DrawOptions())
    [card] = [one for one in scene.panel.all(PlayerCard) if one.style.seat == 1]
    left, top, right, bottom = (length / scene.scale for length in changed)
    assert card.x < left < right < card.x + card.width
    assert card.y < top < bottom < card.y + card.height


def test_the_mark_shows_what_is_behind_its_eyes() -> None:
    alpha = computer_mark(32, EVENING.text).getchannel("A")
    eye, forehead = (alpha.crop((x, y, x + 1, y + 1)).tobytes()[0] for x, y in ((12, 17), (16, 12)))
    assert eye < 30
    assert forehead == 255
