"""Tiles' pictures: reduced from masters, which are kept in memory within limits, and in files that are not trusted."""

import logging
import os
import threading
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

import render.ahead
from carcassonne import Kind, TurnedTile, find_ruleset
from carcassonne.geometry import ROTATIONS
from carcassonne.tiles import visual_key
from render.art import sprites, textures
from render.art.byte_cache import ByteCache, size_of
from render.art.regions import GRID, regions_of
from render.art.sheet_files import default_folder, keep_files_in
from render.art.sprites import draw_ahead, forget_sprites, sprite
from render.art.tile import MASTER, bevelled, draw_seamless_tile
from tests.fixtures.kept_pictures import no_kept_pictures
from tests.render.tiles import every_tile

TILES = find_ruleset("classic").tiles
TILE = TILES["D"].turned[90]


@pytest.fixture(autouse=True)
def no_files() -> Iterator[None]:
    with no_kept_pictures():
        yield


def never(tile: TurnedTile, side: int) -> Image.Image:
    raise AssertionError(tile)


def test_a_reduced_tile_looks_like_one_drawn_in_its_size() -> None:
    for size in (64, 128, 320):
        difference = ImageChops.difference(sprite(TILE, size), bevelled(draw_seamless_tile(TILE, size)))
        assert max(ImageStat.Stat(difference).mean) < 9


def test_rotations_that_are_one_choice_are_one_picture_and_all_others_differ() -> None:
    for name in "CGVX":
        turned = [TILES[name].turned[rotation] for rotation in ROTATIONS]
        for one, other in combinations(turned, 2):
            are_alike = draw_seamless_tile(one, 24).tobytes() == draw_seamless_tile(other, 24).tobytes()
            assert are_alike == (visual_key(one) == visual_key(other)), (one, other)


def test_segments_in_another_order_change_nothing() -> None:
    for turned in (TILES[name].turned[0] for name in "IKW"):
        last = len(turned.segments) - 1
        mirrored = [replace(one, touches=tuple(last - number for number in one.touches)) for one in turned.segments]
        other = TurnedTile(turned.tile, turned.rotation, tuple(reversed(mirrored)))
        assert draw_seamless_tile(other, 24).tobytes() == draw_seamless_tile(turned, 24).tobytes()


def test_a_cache_is_bounded_in_bytes_and_forgets_what_is_oldest() -> None:
    cache, made = ByteCache(3000), list[int]()

    def make(key: int) -> Image.Image:
        made.append(key)
        return Image.new("RGB", (16, 16))

    assert size_of(make(0)) == 1024
    for key in (1, 2, 1, 3, 1, 2):
        cache.get(("tile", key), partial(make, key))
    assert made == [0, 1, 2, 3, 2]
    assert cache.used <= 3000


def test_textures_of_many_sizes_take_little_memory() -> None:
    """A tile that is too large for a master has textures of its own size. They once took a gigabyte together."""
    for size in range(1500, 1560, 10):
        assert textures.water(size).width == size
    assert 4 * 1550**2 < textures.TEXTURES.used <= 48 << 20
    assert textures.water(1550) is textures.water(1550)


def test_another_process_reads_what_one_has_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_files_in(tmp_path)
    drawn = sprite(TILE, 64)
    forget_sprites()
    monkeypatch.setattr(sprites, "draw_master", never)
    assert sprite(TILE, 64).tobytes() == drawn.tobytes()


DAMAGES = (b"", b"nothing", zlib.compress(b"too short"), zlib.compress(bytes(3 * MASTER**2))[:-3])


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_drawn_again(damage: bytes, tmp_path: Path) -> None:
    keep_files_in(tmp_path)
    drawn = sprite(TILE, 64)
    [file] = tmp_path.rglob("*-256")
    file.write_bytes(damage)
    forget_sprites()
    assert sprite(TILE, 64).tobytes() == drawn.tobytes()
    assert len(file.read_bytes()) > 1000


@pytest.mark.parametrize("damage", [None, *DAMAGES[:3], zlib.compress(bytes(2 * GRID**2) + b"[")])
def test_a_map_is_the_same_from_a_file_or_made_again(damage: bytes | None, tmp_path: Path) -> None:
    garden = next(tile for tile in every_tile() if any(one.kind is Kind.GARDEN for one in tile.segments))
    keep_files_in(tmp_path)
    regions_of.cache_clear()
    made = regions_of(garden)
    [file] = tmp_path.rglob("map-*")
    if damage is not None:
        file.write_bytes(damage)
    regions_of.cache_clear()
    assert regions_of(garden) == made
    assert made.garden


def test_where_nothing_can_be_written_tiles_are_drawn_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    with caplog.at_level(logging.WARNING):
        keep_files_in(tmp_path / "file")
        assert draw_ahead(TILE)
        assert sprite(TILE, 64).size == (64, 64)
        assert sprite(TILES["A"].turned[0], 64).size == (64, 64)
    assert len(caplog.records) == 1
    assert "can't be kept" in caplog.text


def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(content: bytes, level: int) -> bytes:
        raise OSError(28, "No space left on device")

    keep_files_in(tmp_path)
    monkeypatch.setattr(zlib, "compress", full)
    assert sprite(TILE, 64).size == (64, 64)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(caplog.records) == 1


def test_files_of_other_versions_go_away_when_nobody_uses_them(tmp_path: Path) -> None:
    old, new = tmp_path / "tiles-old", tmp_path / "tiles-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "picture").write_bytes(b"x")
    os.utime(old, (0, 0))
    keep_files_in(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_drawing_ahead_draws_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_files_in(tmp_path)
    assert draw_ahead(TILE)
    monkeypatch.setattr(sprites, "draw_master", never)
    assert draw_ahead(TILE)


def test_a_process_gets_ready_by_drawing_every_tile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder().parent == tmp_path
    drawn = list[TurnedTile]()

    def keep(tile: TurnedTile) -> bool:
        drawn.append(tile)
        return True

    monkeypatch.setattr(render.ahead, "draw_ahead", keep)
    monkeypatch.setattr(render.ahead, "_DELAY", 0)
    monkeypatch.setattr(render.ahead, "regions_of", lambda tile: None)
    monkeypatch.setattr(render.ahead, "keep_tile", lambda tile: None)
    is_idle = threading.Event()
    thread = render.ahead.prepare(is_idle)
    thread.join(0.02)
    assert not drawn
    is_idle.set()
    thread.join(20)
    assert {TILE, *(tile.turned[180] for tile in find_ruleset("castle").tiles.values())} <= set(drawn)
    assert len(drawn) == len(set(drawn))
