"""Pictures as PNG files."""

import io
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from carcassonne import EDITIONS, Phase, Terrain, find_ruleset
from carcassonne.projection import tiles_to_come
from render import Picture, View, draw, draw_laid_tile, draw_remaining_tiles, draw_rotations, draw_tile
from render.__main__ import main
from render.art.tile import draw_seamless_tile
from tests.fixtures.cases import slow_but
from tests.render.games import game, words_of
from tests.render.tiles import every_tile

ROOT = Path(__file__).parents[2]


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png))
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height)
    return image


@pytest.mark.parametrize("edition", slow_but(2, EDITIONS))
def test_every_edition_is_drawn_from_the_first_tile_to_the_end(edition: str) -> None:
    options = " ".join(EDITIONS[edition].options)
    most = find_ruleset(edition).players.stop - 1
    for turns, phase in ((0, Phase.DRAW), (0, Phase.PLACE), (6, Phase.DEPLOY), (30, Phase.PLACE), (99, Phase.OVER)):
        state = game(turns, phase, edition=edition, options=options, seats=min(3, most))
        opened(draw(state, words_of(state), tile_size=64))


def test_the_same_state_gives_the_same_bytes_in_any_thread() -> None:
    state = game(25, Phase.PLACE)
    words = words_of(state)
    with ThreadPoolExecutor(4) as threads:
        every = list(threads.map(lambda _: draw(state, words, tile_size=64).png, range(8)))
    assert len(set(every)) == 1


def test_a_full_board_is_small_enough_to_send() -> None:
    state = game(99, Phase.OVER, seats=5)
    picture = draw(state, words_of(state), tile_size=96)
    assert len(state.cells) > 65
    assert len(picture.png) < 350 * 1024


def test_a_state_is_only_read() -> None:
    state = game(25, Phase.PLACE)
    before = state.copy()
    draw(state, words_of(state), view=View.CLAIMS, tile_size=64)
    assert (state.scores, list(state.cells), state.figures, state.bag) == (
        before.scores, list(before.cells), before.figures, before.bag,
    )  # fmt: skip


def test_small_pictures() -> None:
    state = game(9, Phase.DEPLOY, edition="new-edition", options="river abbot")
    opened(draw_laid_tile(state, words_of(state)))
    opened(draw_rotations([state] * 3, words_of(state)))
    opened(draw_tile(state, state.ruleset.tiles["A"].turned[180], words_of(state)))
    opened(draw_remaining_tiles(state))
    assert sum(tiles_to_come(state).values()) == state.tiles_left


def strips_by_side(size: int) -> dict[tuple[int, Terrain], list[tuple[str, Image.Image]]]:
    """Return the outermost pixels of all tiles by (side, terrain), without the corners, where towers stand."""
    near, far = round(0.16 * size), round(0.84 * size)
    boxes = ((near, 0, far, 1), (size - 1, near, size, far), (near, size - 1, far, size), (0, near, 1, far))
    strips: dict[tuple[int, Terrain], list[tuple[str, Image.Image]]] = {}
    for turned in every_tile():
        picture = draw_seamless_tile(turned, size)
        for side, box in enumerate(boxes):
            name = f"{turned.tile.name} {turned.rotation} {side}"
            strips.setdefault((side, turned.terrain[side]), []).append((name, picture.crop(box)))
    return strips


@pytest.mark.slow
def test_neighbours_meet_without_a_seam() -> None:
    """Tiles with the same terrain at a side look nearly the same there, so that any two fit together."""
    strips = strips_by_side(64)
    for (side, terrain), ((first, model), *others) in strips.items():
        for name, strip in others:
            assert unlikeness(model, strip) < 16, (first, name)
        # The pixels across the border are the next row, so a house on the border looks a little different there.
        for name, strip in strips[(side + 2) % 4, terrain]:
            assert unlikeness(model, strip) < (32 if terrain is Terrain.CITY else 16), (first, name)


def unlikeness(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


def test_the_command_line(tmp_path: Path) -> None:
    record, output = tmp_path / "game.carc", tmp_path / "out.png"
    record.write_text(
        '[Edition "classic"]\n[Options ""]\n[Players "Ann" "Bob"]\n\n1. 1 U M14 90 farmer ESE\n2. 2 E ?\n*\n'
    )
    done = _run(str(record), "-o", str(output), "--tile", "64", "--bench", "2")
    assert set(json.loads(done.stdout)) == {"ms", "kib"}
    assert Image.open(output).format == "PNG"
    assert _run(str(record), "-o", str(output), "--turn", "1").returncode == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be opened: No such file or directory"),
        (b"\xff\xfe", "cannot be read: not UTF-8 text"),
        (
            b'[Edition "classic"]\n[Players "Ann" "Bob"]\n1. 1 U M14 0 -\n*\n',
            "is no legal game: edge-mismatch in line 3; python -m carcassonne replay tells more",
        ),
        (b'[Players "Ann" "Bob"]\n*', "is no whole record: bad-tag; python -m carcassonne replay tells more"),
    ],
)
def test_the_command_line_tells_in_a_sentence_why_there_is_no_picture(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    record, output = tmp_path / "game.carc", tmp_path / "out.png"
    if content is not None:
        record.write_bytes(content)
    done = _run(str(record), "-o", str(output))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"render: {record} {said}\n"
    assert not output.exists()


@pytest.mark.parametrize(
    ("deployment", "said"),
    [
        ("knight N", "is too long: a game log has 100000 bytes at most"),
        ("-", "is no legal game: not-adjacent in line 4; python -m carcassonne replay tells more"),
    ],
)
def test_a_hostile_record_of_5000_tiles_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deployment: str, said: str
) -> None:
    head = ['[Edition "classic"]', '[Players "Ann" "Bob"]', ""]
    turns = [f"{number}. {2 - number % 2} D M{1 + number % 500} 0 {deployment}" for number in range(1, 5001)]
    (tmp_path / "game.carc").write_text("\n".join(head + turns))
    assert main([str(tmp_path / "game.carc"), "-o", str(tmp_path / "out.png")]) == 1
    assert capsys.readouterr().err == f"render: {tmp_path / 'game.carc'} {said}\n"


def test_tiles_that_nobody_could_see(tmp_path: Path) -> None:
    done = _run("any.carc", "-o", str(tmp_path / "out.png"), "--tile", "0")
    assert done.returncode == 2
    assert done.stderr.endswith("a tile has 16 to 512 pixels, not 0\n")


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "render", *arguments], capture_output=True, text=True, cwd=ROOT)
