"""The page of a whole game: complete, small, and harmless whatever the players are called."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest

from carcassonne import Phase, find_ruleset, winners
from carcassonne.castle import castle_state
from carcassonne.castle.final_scoring import largest_empty_area
from carcassonne.castle.tiles import SPACES
from render.art.sprites import sprite
from render.look.theme import DAY, EVENING
from render.share.game_data import card_extra
from render.share.page import MAX_BYTES, _data_url, colour_variables, draw_page
from render.share.steps import NothingToShowError, PageReview, PageWords, ReviewPart, Step
from tests.render.games import game, words_of
from tests.render.shown_games import HOSTILE, TURNS, steps_of


@pytest.fixture(autouse=True)
def small_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw small tiles, which is quicker."""
    monkeypatch.setattr("render.share.page.TILES", (32,))


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.mark.parametrize("edition", ["classic", "castle"])
def test_the_page_has_each_picture_once_and_each_turn(edition: str) -> None:
    steps = steps_of(edition)
    page = draw_page(steps, PageWords("A game")).decode()
    assert len(page) < MAX_BYTES
    data = data_of(page)
    assert [one["number"] for one in data["turns"]] == list(range(TURNS + 1))
    assert [one["scores"] for one in data["turns"]] == [list(step.state.scores) for step in steps]
    assert len({url for url, _, _ in data["pictures"]}) == len(data["pictures"])
    for number, step in enumerate(steps):
        tiles = [stay for stay in data["stays"] if stay[1] == 1 and stay[4] <= number < stay[5]]
        figures = [stay for stay in data["stays"] if stay[1] == 3 and stay[4] <= number < stay[5]]
        bounds = step.state.ruleset.bounds
        inside = [position for position in step.state.cells if bounds is None or position in bounds]
        assert (len(tiles), len(figures)) == (len(inside), len(step.state.figures))


def test_nothing_is_loaded_from_elsewhere() -> None:
    page = draw_page(steps_of("classic"), PageWords("A game")).decode()
    assert "default-src 'none'" in page
    addresses = set(re.findall(r"https?://[^\"' )]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}


def test_a_hostile_name_stays_a_name() -> None:
    page = draw_page(steps_of("classic", HOSTILE), PageWords(HOSTILE)).decode()
    assert "<img onerror" not in page
    assert page.count("</script>") == 3
    assert data_of(page)["turns"][1]["text"] == f"{HOSTILE} played turn 1."


def test_an_empty_game_has_no_page() -> None:
    with pytest.raises(NothingToShowError):
        draw_page([], PageWords("A game"))


def test_the_page_has_the_colours_of_the_themes() -> None:
    """Both pages read them from a file, because the live one may have no style in it."""
    style = (files("render.share") / "page" / "colours.css").read_text()
    assert style.count(colour_variables(DAY)) == 1
    assert style.count(colour_variables(EVENING)) == 2  # as the system wants it, and as somebody chose it


def test_without_webp_the_page_has_png(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.share.web_pictures.features.check", lambda _: False)
    page = draw_page(steps_of("classic"), PageWords("A game")).decode()
    assert "data:image/png;base64," in page
    assert "image/webp" not in page


def test_in_the_castle_the_page_tells_keeps_wall_tiles_and_the_largest_empty_area() -> None:
    steps = steps_of("castle")
    data = data_of(draw_page(steps, PageWords("A game")).decode())
    for step, turn in zip(steps, data["turns"], strict=True):
        castle = castle_state(step.state)
        for text, keep, hand in zip(turn["extra"], castle.keeps, castle.hands, strict=True):
            assert text.startswith(f"keep {keep.tiles or '–'}")
            assert [int(number) for number in re.findall(r"\[(\d+)\]", text)] == list(hand)
    for number, step in enumerate(steps):
        hatched = [stay for stay in data["stays"] if stay[1] == 0 and stay[4] <= number < stay[5] and stay[6] == "day"]
        assert len(hatched) == 1 + len(largest_empty_area(step.state))  # and the castle itself


def test_the_largest_page_has_room_for_large_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only in The Castle a page needs much besides tiles: the ground, and each space hatched."""
    monkeypatch.setattr("render.share.page.TILES", (128,))
    data = data_of(draw_page(steps_of("castle")[:1], PageWords("A game")).decode())
    hatched = [url for url, width, height in data["pictures"] if (width, height) == (128, 128)]
    assert len(hatched) == 2 * len(SPACES)
    assert max(map(len, hatched)) < 1_200
    tile = len(_data_url(sprite(find_ruleset("castle").tiles["S05"].turned[0], 128)))
    assert sum(len(url) for url, _, _ in data["pictures"]) + 60 * tile < 0.85 * MAX_BYTES


def test_in_other_editions_nothing_is_added_to_cards() -> None:
    data = data_of(draw_page(steps_of("classic"), PageWords("A game")).decode())
    assert {text for turn in data["turns"] for text in turn["extra"]} == {""}


def test_after_the_end_a_card_tells_where_the_points_come_from() -> None:
    state = game(72, Phase.OVER)
    step = Step(state, words_of(state), 71, 0, "The end.", frozenset(winners(state)))
    for seat, score in enumerate(state.scores):
        text = card_extra(step, seat, is_over=True)
        assert "cities" in text
        assert sum(map(int, re.findall(r"\d+", text))) == score
        assert not card_extra(step, seat, is_over=False)


def test_a_review_with_a_missing_picture_has_its_text() -> None:
    review = PageReview(ReviewPart("</script> 7 points"), [])
    page = draw_page(steps_of("classic"), PageWords("A game"), review).decode()
    found = re.search(r'<script type="application/json" id="review">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert (data["whole"], data["turns"]) == ({"text": "</script> 7 points", "picture": None}, [])
    assert (
        '<script type="application/json" id="review">null</script>'
        in draw_page(steps_of("classic"), PageWords("A game")).decode()
    )
