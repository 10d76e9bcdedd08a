"""The animation of a whole game: every frame is the board of its turn, and the file stays small."""

import io
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from carcassonne import Phase, State, find_ruleset, new_game, position_at, winners
from render import DEFAULT_LOOK
from render.__main__ import main
from render.look.look import CHAT, LEAST_LETTERS
from render.look.theme import EVENING
from render.panel.result_card import ResultCard
from render.panel.sheet import TEXT_HEIGHT
from render.share.animation import MAX_BYTES, AnimationFormat, draw_animation
from render.share.frames import MAX_PIXELS, MIN_FRAMES, chosen_steps, frame_scene, frames, layout_of
from render.share.page import draw_page
from render.share.steps import NothingToShowError, PageWords, Step, TooLargeToShowError
from tests.render.games import game, words_of

TURNS = 4


def steps_of(edition: str = "classic", turns: int = TURNS) -> list[Step]:
    states = [game(number, Phase.PLACE, edition=edition) for number in range(turns + 1)]
    return [Step(state, words_of(state), number, number % 2 if number else None) for number, state in enumerate(states)]


def played_frames(data: bytes) -> list[Image.Image]:
    """What a program shows that plays the file."""
    image, shown = Image.open(io.BytesIO(data)), list[Image.Image]()
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        shown.append(image.convert("RGB"))
    return shown


@pytest.mark.parametrize("form", AnimationFormat)
def test_each_frame_is_the_board_after_its_turn(form: AnimationFormat) -> None:
    steps, told = steps_of(), list[tuple[int, int]]()
    made = draw_animation(steps, form, progress=lambda done, total: told.append((done, total)))
    drawn = list(frames(steps, layout_of(steps, DEFAULT_LOOK.theme)))
    shown = played_frames(made)
    assert len(shown) == len(drawn) == TURNS + 1
    assert told == [(number, len(drawn)) for number in range(1, len(drawn) + 1)]
    for one, wanted in zip(shown, drawn, strict=True):
        assert one.size == wanted.size
        difference = ImageChops.difference(one, wanted).convert("L")
        assert sum(difference.histogram()[40:]) < 0.01 * one.width * one.height
    assert len(made) < MAX_BYTES


def test_the_last_frame_stays_longer() -> None:
    image = Image.open(io.BytesIO(draw_animation(steps_of())))
    durations = []
    for number in range(TURNS + 1):
        image.seek(number)
        durations.append(image.info["duration"])
    assert durations == [800] * TURNS + [5000]


@pytest.mark.parametrize("edition", ["classic", "travel", "castle"])
def test_the_board_stays_in_its_place(edition: str) -> None:
    steps = steps_of(edition)
    drawn = list(frames(steps, layout_of(steps, DEFAULT_LOOK.theme)))
    assert len({one.size for one in drawn}) == 1
    for before, after in pairwise(drawn):
        difference = ImageChops.difference(before, after).convert("L")
        changed = sum(difference.histogram()[1:]) / (before.width * before.height)
        assert 0 < changed < 0.4, "a few cells and the cards, but no whole board that moved"


def test_a_tile_in_hand_is_not_shown_before_it_is_placed() -> None:
    steps = steps_of()
    other = [replace(step, state=_without_tile(step.state)) for step in steps]
    layout = layout_of(steps, DEFAULT_LOOK.theme)
    assert [one.tobytes() for one in frames(steps, layout)] == [one.tobytes() for one in frames(other, layout)]


def _without_tile(state: State) -> State:
    bare = state.copy()
    bare.tile, bare.phase = None, Phase.DRAW
    return bare


def _row_of_tiles(count: int, columns: int) -> list[Step]:
    """A state that no game reaches: this number of tiles, in rows."""
    state = new_game(find_ruleset("classic"), 2)
    placed = next(iter(state.cells.values()))
    state.cells = {position_at(number % columns, number // columns): placed for number in range(count)}
    state.turn = count - 1
    return [Step(state, words_of(state))] * count


def test_a_huge_game_has_fewer_frames_and_smaller_tiles() -> None:
    steps = _row_of_tiles(5_000, 70)
    assert len(chosen_steps(steps)) == MIN_FRAMES
    layout = layout_of(steps, DEFAULT_LOOK.theme)
    assert layout.tile == 8
    assert layout.size[0] * layout.size[1] <= MAX_PIXELS


def test_a_page_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.share.page.TILES", (32,))
    monkeypatch.setattr("render.share.page.MAX_BYTES", 10_000)
    with pytest.raises(TooLargeToShowError):
        draw_page(steps_of(), PageWords("A game"))


def test_what_is_too_wide_is_refused() -> None:
    with pytest.raises(TooLargeToShowError):
        layout_of(_row_of_tiles(3_000, 3_000)[-1:], DEFAULT_LOOK.theme)
    with pytest.raises(NothingToShowError):
        draw_animation([])


RECORD = """[Edition "classic"]
[Players "Ann" "Bob"]

1. 1 D M12 180 knight S
2. 2 U ?
*
"""


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".apng"])
def test_the_command_line_draws_a_game(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "game.carc").write_text(RECORD)
    out = tmp_path / f"game{suffix}"
    assert main([str(tmp_path / "game.carc"), "-o", str(out), "--from", "1"]) == 0
    assert len(played_frames(out.read_bytes())) >= 1


def test_the_command_line_says_why_there_is_no_animation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.carc").write_text(RECORD)
    assert main([str(tmp_path / "game.carc"), "-o", str(tmp_path / "game.gif"), "--from", "9"]) == 1
    assert capsys.readouterr().err.endswith("game.carc has no such turn\n")


@pytest.mark.parametrize(
    ("option", "why"),
    [("--bench", "nothing can be drawn -1 times"), ("--turn", "turns count from 0, not from -1")],
)
def test_the_command_line_says_which_number_it_does_not_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, why: str
) -> None:
    """A number of pictures below 0 ended in a traceback, and one of a turn drew the board before the first."""
    (tmp_path / "game.carc").write_text(RECORD)
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "game.carc"), "-o", str(tmp_path / "game.png"), option, "-1"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.rstrip().endswith(why)


def test_the_last_frame_says_who_has_won_in_letters_that_can_be_read() -> None:
    state = game(999, Phase.OVER, seats=4)
    before = Step(game(20, Phase.PLACE, seats=4), words_of(state), 20, 0)
    steps = [before, Step(state, words_of(state), 72, 1, winners=winners(state))]
    layout = layout_of(steps, EVENING)
    scene = frame_scene(steps[-1], layout)
    assert (scene.width, scene.height) == layout.size
    assert [card.style.seat in winners(state) for card in scene.panel.all(ResultCard)] == [True, False, False, False]
    assert all(card.y + card.height <= scene.height / scene.scale for card in scene.panel.all(ResultCard))
    assert TEXT_HEIGHT * scene.scale * CHAT.share(*layout.size) >= LEAST_LETTERS
    assert not frame_scene(before, layout).panel.all(ResultCard)
