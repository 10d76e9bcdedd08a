"""The Castle as a ruleset: Carcassonne for two, within a wall."""

from functools import cache
from typing import Final

from carcassonne.castle import turn
from carcassonne.castle.final_scoring import score_courts, score_keep, score_wall_tiles
from carcassonne.castle.state import CASTLE_STATE, WALL_AND_KEEPS
from carcassonne.castle.tiles import FOUNTAIN, HOUSE_SET, SPACES, START_TILES, start_spaces
from carcassonne.events import Item, Unit
from carcassonne.farms import NO_FARMS
from carcassonne.figures import FOLLOWER
from carcassonne.kinds import Kind
from carcassonne.matching import only_paths_must_match
from carcassonne.modifiers import Modifiers
from carcassonne.placing import beside_a_tile
from carcassonne.scoring import claim_strengths, one_a_tile
from carcassonne.state import Ruleset
from carcassonne.turn import PASS_ON

FOLLOWERS: Final = 6
"""A player's followers in play; of the seven, one is the scoring marker ("Preparation")."""


def path(tiles: int, has: Modifiers) -> tuple[Item, ...]:
    """One point a tile, two where a fountain is on it ("A completed path")."""
    return (Item(Unit.TILE, tiles, 2 if has[FOUNTAIN] else 1),)


def two_a_tile(tiles: int, _: Modifiers) -> tuple[Item, ...]:
    """Two points a tile: a tower ("A completed tower")."""
    return (Item(Unit.TILE, tiles, 2),)


@cache
def ties_score_nobody(claims: int) -> tuple[int, ...]:
    """Whoever is stronger there than the other holds the feature alone ("When scoring …")."""
    strengths = claim_strengths(claims)
    seats = tuple(seat for seat, strength in enumerate(strengths) if strength == max(strengths))
    return seats if len(seats) == 1 else ()


_SCORES: Final = {Kind.PATH: path, Kind.TOWER: two_a_tile, Kind.HOUSE: one_a_tile}

CASTLE: Final = Ruleset(
    edition="castle",
    options=(),
    players=range(2, 3),
    tiles={**HOUSE_SET.tiles, **START_TILES.tiles},
    bags=(HOUSE_SET.copies,),
    start=start_spaces(),
    supply={FOLLOWER: FOLLOWERS},
    bounds=SPACES,
    edges_match=only_paths_must_match,
    open_cells=beside_a_tile,
    majority=ties_score_nobody,
    complete=_SCORES,
    incomplete=_SCORES,
    farms=NO_FARMS,
    final=(score_keep, score_courts, score_wall_tiles),
    turn_end=(turn.SCORE, turn.EXTRA, PASS_ON),
    follows=turn.follows,
    extras={CASTLE_STATE: WALL_AND_KEEPS},
    terms={"knight": "knight", "emblem": "market"},
    picture="castle",
)
