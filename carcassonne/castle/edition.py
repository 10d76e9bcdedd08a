"""The Castle as a ruleset: Carcassonne for two, within a wall."""

from typing import Final

from carcassonne.castle import tiles, turn
from carcassonne.castle.final_scoring import score_courts, score_keep, score_wall_tiles
from carcassonne.castle.state import CastleState
from carcassonne.matching import only_paths_must_match
from carcassonne.placing import beside_a_tile
from carcassonne.scoring import one_a_tile, path, ties_score_nobody, two_a_tile
from carcassonne.state import Ruleset
from carcassonne.tiles import Kind

FOLLOWERS: Final = 6
"""A player's followers in play; of the seven, one is the scoring marker ("Preparation")."""

_SCORES: Final = {Kind.PATH: path, Kind.TOWER: two_a_tile, Kind.HOUSE: one_a_tile}

CASTLE: Final = Ruleset(
    edition="castle",
    options=(),
    players=range(2, 3),
    tiles={**tiles.CASTLE.tiles, **tiles.START_TILES.tiles},
    bags=(tiles.CASTLE.copies,),
    start=tiles.start_spaces(),
    supply=(FOLLOWERS, 0),
    bounds=tiles.SPACES,
    edges_match=only_paths_must_match,
    open_cells=beside_a_tile,
    majority=ties_score_nobody,
    complete=_SCORES,
    incomplete=_SCORES,
    final=(score_keep, score_courts, score_wall_tiles),
    after_deploy=turn.begin_scoring,
    legal_answers=turn.legal_answers,
    answer=turn.answer,
    edition_state=CastleState(),
    terms={"knight": "knight", "figure": "follower", "emblem": "market"},
    picture="castle",
)
