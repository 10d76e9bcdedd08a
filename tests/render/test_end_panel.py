"""The picture of a finished game: who has won, everybody's score and where the points come from."""

import io
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

import pytest
from PIL import Image

from carcassonne import EDITIONS, Kind, Phase, Resign, State, apply, new_game, winners
from render import SIZES, THEMES, Look, draw
from render.editions import edition_picture
from render.layout.arranged import PanelNeeds
from render.layout.end_panel import end_forms
from render.layout.panel_content import panel_content
from render.layout.scene import Scene, scene_of
from render.look.look import CHAT, LEAST_LETTERS
from render.look.theme import DAY, END_COLOURS, EVENING, HIGHLIGHT, INK, SCORE_COLOURS, Theme
from render.look.views import DrawOptions
from render.panel.boxes import Panel, panel_of
from render.panel.result_card import ResultCard, ScorePart, colour_sign
from render.panel.sheet import TEXT_HEIGHT
from render.panel.text_boxes import Entry, Text
from render.text.bidi import isolated, visual_runs
from render.text.typeset import width_of
from tests.render.colour_vision import VISION_TYPES, ciede2000, contrast
from tests.render.games import game, words_of

LOOKS = [Look(theme, size) for theme, size in zip((EVENING, DAY, EVENING), SIZES.values(), strict=True)]


@lru_cache
def finished(edition: str = "classic", seats: int = 2, seed: int = 1) -> State:
    return game(999, Phase.OVER, edition=edition, seats=seats, seed=seed)


def scored(*scores: int, resigned: frozenset[int] = frozenset()) -> State:
    """A finished game with other scores, of which nobody knows where they come from."""
    state = finished("classic", len(scores)).copy()
    state.scores, state.resigned = list(scores), resigned
    return state


def end_of(state: State, look: Look | None = None) -> Scene:
    return scene_of(state, words_of(state), DrawOptions(look=look) if look else DrawOptions())


def headline(panel: Panel) -> str:
    return " ".join(text.text for text in panel.all(Text)).replace("\u00a0", " ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_point_is_in_a_bar_with_a_word_for_its_colour(edition: str) -> None:
    state = finished(edition)
    panel = end_of(state).panel
    for card in panel.all(ResultCard):
        assert card.parts is not None
        assert sum(part.points for part in card.parts) == card.score == state.scores[card.style.seat]
    shown = {part.kind for card in panel.all(ResultCard) for part in card.parts or ()}
    assert {entry.sign for entry in panel.all(Entry)} == {colour_sign(kind) for kind in shown} != set()
    assert len({entry.text for entry in panel.all(Entry)}) == len({SCORE_COLOURS[kind] for kind in shown}) == len(shown)


@pytest.mark.parametrize(
    ("scores", "text", "order"),
    [
        ((43, 64, 51), "Björn wins 64 : 51 : 43", [1, 2, 0]),
        ((64, 51, 64), "Ann and Дмитрий share the win 64 : 64 : 51", [0, 2, 1]),
        ((7, 7, 7), "Ann, Björn and Дмитрий share the win 7 : 7 : 7", [0, 1, 2]),
    ],
)
def test_who_has_won_and_who_comes_next(scores: tuple[int, ...], text: str, order: list[int]) -> None:
    panel = end_of(scored(*scores)).panel
    assert headline(panel) == text
    assert [card.style.seat for card in panel.all(ResultCard)] == order


def test_who_has_resigned_is_last_and_grey_and_no_rival() -> None:
    panel = end_of(scored(50, 70, 40, resigned=frozenset({1}))).panel
    assert headline(panel) == "Ann wins 50 : 40"
    assert [(card.style.seat, card.style.is_ownerless, card.resigned) for card in panel.all(ResultCard)] == [
        (0, False, None), (2, False, None), (1, True, "resigned")
    ]  # fmt: skip
    state = apply(game(20, Phase.PLACE), Resign(0)).state
    assert headline(end_of(state).panel) == "Björn wins"


def test_without_a_winner_it_only_says_that_the_game_is_over() -> None:
    state = game(20, Phase.PLACE)
    panel = scene_of(state, words_of(state), DrawOptions(winners=frozenset())).panel
    assert headline(panel) == words_of(state).over
    assert not any(card.is_winner for card in panel.all(ResultCard))


def test_scores_of_which_nobody_knows_the_parts_have_no_bar() -> None:
    panel = end_of(scored(3, 200)).panel
    assert [card.parts for card in panel.all(ResultCard)] == [None, None]
    assert panel.all(Entry) == ()


def test_a_name_that_no_font_has_is_colour_and_number_and_braces_are_letters() -> None:
    state = scored(9, 4)
    words = replace(words_of(state), names=("\U0010fffd" * 5, "{0}{}"))
    panel = scene_of(state, words, DrawOptions()).panel
    assert headline(panel) == "Red 1 wins 9 : 4"
    assert [card.name for card in panel.all(ResultCard)] == ["Red 1", "{0}{}"]


def test_names_from_right_to_left_stay_where_they_are_in_the_sentence() -> None:
    line = f"{isolated('חנה')} and {isolated('محمد')} share the win 9 : 9 : {isolated('4')}"
    seen = [run.text.strip("\u200e ") for run in visual_runs(line)]
    assert [text for text in seen if text] == ["חנה", "and", "محمد", "share the win 9 : 9 : 4"]
    assert width_of("\u200eAnn\u200e wins", 24) == width_of("Ann wins", 24)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
@pytest.mark.parametrize(("edition", "seats"), [("classic", 2), ("new-edition", 5), ("travel", 2), ("castle", 2)])
def test_all_of_it_has_room_and_can_be_read_where_it_is_shown(edition: str, seats: int, look: Look) -> None:
    scene = end_of(finished(edition, seats), look)
    panel = scene.panel
    right, bottom = panel.x + panel.width, panel.y + panel.height
    for card in panel.all(ResultCard):
        assert panel.x <= card.x < card.x + card.width <= right
        assert panel.y <= card.y < card.y + card.height <= bottom
    lines: list[Text | Entry] = [*panel.all(Text), *panel.all(Entry)]
    ends = [(one.x + one.room, one.y) for one in lines]
    assert all(x <= right and y + TEXT_HEIGHT / 2 <= bottom for x, y in ends)
    below = max(card.y + card.height for card in panel.all(ResultCard))
    assert all(entry.y > below for entry in panel.all(Entry))
    if look.size.name != "small":
        place = look.size.formats[edition_picture(finished(edition, seats)).format].places[-1]
        for one in {place} if look.size.is_tall else {CHAT, place}:
            assert TEXT_HEIGHT * scene.scale * one.share(scene.width, scene.height) > LEAST_LETTERS - 0.1


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
@pytest.mark.parametrize(("edition", "seats"), [("classic", 2), ("classic", 3), ("travel", 2), ("castle", 2)])
def test_no_part_of_the_panel_is_dead(edition: str, seats: int, look: Look) -> None:
    panel = end_of(finished(edition, seats), look).panel
    bottoms = [entry.y + TEXT_HEIGHT / 2 for entry in panel.all(Entry)]
    bottoms += [card.y + card.height for card in panel.all(ResultCard)]
    first = panel.all(Text)[0].y - panel.all(Text)[0].height / 2
    used = (max(bottoms) - first) / panel.height
    assert panel.y or used > 0.75


def test_rows_tell_where_every_point_comes_from() -> None:
    """They are there if the board is so high that the panel would be empty without them."""
    state = finished()
    content = panel_content(state, words_of(state), winners(state))
    *_, form = end_forms(content)
    panel = panel_of(form.box(content), (0, 0, form.width, 1.2 * PanelNeeds(form, content).height))
    assert not panel.all(Entry)
    for card in panel.all(ResultCard):
        assert sum(row.points for row in card.rows) == card.score
        assert {(row.kind, row.points) for row in card.rows if row.points} == {
            (part.kind, part.points) for part in card.parts or ()
        }
        assert [row.text for row in card.rows] == [row.text for row in panel.all(ResultCard)[0].rows] != []
        assert (
            card.y + card.head
            < card.row_level(0)
            < card.row_level(len(card.rows) - 1)
            < card.y + card.height - TEXT_HEIGHT / 2
        )
        assert all(10 + width_of(row.text, TEXT_HEIGHT) < card.width for row in card.rows)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_finished_picture_keeps_its_colours_and_has_no_gold(theme: Theme) -> None:
    state = finished()
    left = end_of(state, Look(theme)).board.width
    shown = Image.open(io.BytesIO(draw(state, words_of(state), look=Look(theme)).png)).convert("RGB")
    panel = shown.crop((left, 0, *shown.size))
    colours = {colour for _, colour in panel.getcolors(1 << 24) or []}
    parts = {SCORE_COLOURS[kind] for kind, points in state.history.earned.items() if any(points)}
    assert parts | {END_COLOURS[-1]} <= colours
    assert HIGHLIGHT not in colours


def test_every_kind_has_a_colour_in_the_bars() -> None:
    assert set(SCORE_COLOURS) == set(Kind)


def test_parts_of_a_bar_are_told_apart_by_everybody_and_their_numbers_read() -> None:
    colours = set(SCORE_COLOURS.values())
    for vision in VISION_TYPES:
        least = 20 if vision == "usual" else 12
        assert all(ciede2000(*pair, vision) >= least for pair in combinations((*colours, INK), 2))
    assert all(contrast(colour, INK) >= 4.5 for colour in colours)


def test_what_an_undecided_game_has_earned_is_known_too() -> None:
    state = new_game(EDITIONS["classic"].rules, 2)
    assert state.history.earned == {}
    later = game(40, Phase.PLACE)
    assert [sum(by_seat[seat] for by_seat in later.history.earned.values()) for seat in range(2)] == later.scores
    assert set(later.history.earned) <= {Kind.CITY, Kind.ROAD, Kind.MONASTERY}
    assert later.history.earned[Kind.CITY][0] in {part.points for part in _parts(later, 0) if part.kind is Kind.CITY}


def _parts(state: State, seat: int) -> tuple[ScorePart, ...]:
    panel = scene_of(state, words_of(state), DrawOptions(winners=frozenset())).panel
    [parts] = [card.parts for card in panel.all(ResultCard) if card.style.seat == seat]
    return parts or ()
