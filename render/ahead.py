"""Gets a process ready that draws pictures: it learns where tiles' pictures are kept, and draws those that are missing.

``prepare`` is called by ``python -m workers`` before the first job.
"""

import logging
import os
import random
import threading
import time
from collections.abc import Iterator
from typing import Final

from carcassonne import EDITIONS, TurnedTile, find_ruleset, new_game
from render import draw
from render.art.regions import regions_of
from render.art.sheet_files import default_folder, keep_files_in
from render.art.sprites import draw_ahead
from render.english import english
from render.share.kept_tiles import keep_tile

log = logging.getLogger(__name__)

_DELAY: Final = 1.0
"""The seconds before drawing ahead begins: the pictures that people wait for after a start come first."""
_REST: Final = 1.0
"""How long drawing ahead rests after each tile, as a multiple of the time that it took: other processes come first."""


def prepare(is_idle: threading.Event) -> threading.Thread:
    """Use the files with tiles' pictures, and draw in the background what they lack; return the thread that does.

    A first picture is drawn at once, so that fonts and palettes are there before the first job.

    It begins a tile only while ``is_idle`` is set, so that a job shares the interpreter with one tile at most.
    """
    try:
        keep_files_in(default_folder())
    except RuntimeError:  # this user has no home
        keep_files_in(None)
    try:
        state = new_game(find_ruleset(next(iter(EDITIONS))), seats=2)
        draw(state, english(state, ("", "")))
    except Exception:  # whatever fails here fails again with a job, and is told then
        log.debug("no first picture", exc_info=True)
    thread = threading.Thread(target=_draw_all, args=(is_idle,), daemon=True)
    thread.start()
    return thread


def _draw_all(is_idle: threading.Event) -> None:
    time.sleep(_DELAY)
    for tile in _tiles():
        is_idle.wait()
        began = time.perf_counter()
        has_room = draw_ahead(tile)
        regions_of(tile)  # where its figures stand
        keep_tile(tile)  # for pages
        time.sleep(_REST * (time.perf_counter() - began))
        if not has_room:
            return


def _tiles() -> Iterator[TurnedTile]:
    """Yield every turned tile, edition by edition. Each process has another order, so that they share the work."""
    order = random.Random(os.getpid())  # noqa: S311 (no secret)
    seen = set[TurnedTile]()
    for edition in EDITIONS.values():
        tiles = [
            one for tile in find_ruleset(edition.name, edition.options).tiles.values() for one in tile.turned.values()
        ]
        order.shuffle(tiles)
        yield from (tile for tile in tiles if tile not in seen)
        seen.update(tiles)
