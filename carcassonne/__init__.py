"""Carcassonne's rules: pure functions on immutable values.

A game is a state and a list of moves. ``apply(state, move)`` checks the move and returns the next state with the
events it brought about; draws are moves too, so whoever runs the game holds the bag's dice.

>>> from carcassonne import DrawTile, apply, find_ruleset, format_move, legal_moves, new_game, parse_move
>>> state = new_game(find_ruleset("classic"), seats=2)
>>> state = apply(state, DrawTile("U")).state
>>> [format_move(move) for move in legal_moves(state)][:3]
['place L13 90', 'place L13 270', 'place N13 90']
>>> state = apply(state, parse_move("place M14 90")).state
>>> [format_move(move) for move in legal_moves(state)]
['deploy thief E', 'deploy farmer ESE', 'deploy farmer NNE', 'deploy -']
>>> state = apply(state, parse_move("deploy thief W")).state
>>> state.seat, state.turn, state.phase.name, state.tiles_left
(1, 1, 'DRAW', 70)
"""

from carcassonne.catalogue import EDITIONS, EXPANSIONS, Edition, find_ruleset, offered_options
from carcassonne.colours import BASE_GAME_COLOURS, Colour, Rgb, colours_to_choose_from
from carcassonne.errors import CarcassonneError, IllegalMoveError, NotationError, Reason
from carcassonne.events import (
    Event,
    ExtraTurn,
    FeatureScored,
    GameEnded,
    GoodsTaken,
    Item,
    KeepMoved,
    SegmentRef,
    TileDiscarded,
    Unit,
    WallTilePlayed,
    WallTileTaken,
)
from carcassonne.expansions.expansion import Expansion
from carcassonne.features import Feature, feature_at, features
from carcassonne.figures import ABBOT, BIG_FOLLOWER, BUILDER, FIGURES, FOLLOWER, PIG, Figure
from carcassonne.geometry import Position, Rotation, column_row, position_at
from carcassonne.kinds import Kind, Role, Terrain
from carcassonne.modifiers import EMBLEM, Modifier, Modifiers
from carcassonne.moves import (
    Answer,
    Chance,
    Deploy,
    Deployment,
    DeployNobody,
    DrawTile,
    FigureMove,
    Move,
    PlaceTile,
    PlayWallTile,
    Recall,
    Resign,
    RevealWallTile,
    ScoreFirst,
    Skip,
)
from carcassonne.notation import (
    Turn,
    format_cell,
    format_deployment,
    format_move,
    format_turn,
    parse_cell,
    parse_deployment,
    parse_move,
    parse_rotation,
    parse_turn,
)
from carcassonne.position import format_position, parse_position
from carcassonne.ranking import ranks, winners
from carcassonne.record import Record, format_record, parse_record
from carcassonne.recording import record_game
from carcassonne.replay import Replay, TurnReport, replay
from carcassonne.rules import (
    Applied,
    apply,
    apply_all,
    drawable,
    draws,
    first_fitting_tile,
    legal_deployments,
    legal_moves,
    legal_placements,
    new_game,
    step,
)
from carcassonne.scoring import completed_features
from carcassonne.spots import (
    DeploymentChoice,
    SpotChoice,
    chosen_deployment,
    deployment_at,
    parse_choice,
    spot_number,
    spots_of,
)
from carcassonne.state import History, Outcome, Phase, PlacedFigure, PlacedTile, Ruleset, State
from carcassonne.tiles import DeployOption, Segment, Tile, TurnedTile

__all__ = [
    "ABBOT",
    "BASE_GAME_COLOURS",
    "BIG_FOLLOWER",
    "BUILDER",
    "EDITIONS",
    "EMBLEM",
    "EXPANSIONS",
    "FIGURES",
    "FOLLOWER",
    "PIG",
    "Answer",
    "Applied",
    "CarcassonneError",
    "Chance",
    "Colour",
    "Deploy",
    "DeployNobody",
    "DeployOption",
    "Deployment",
    "DeploymentChoice",
    "DrawTile",
    "Edition",
    "Event",
    "Expansion",
    "ExtraTurn",
    "Feature",
    "FeatureScored",
    "Figure",
    "FigureMove",
    "GameEnded",
    "GoodsTaken",
    "History",
    "IllegalMoveError",
    "Item",
    "KeepMoved",
    "Kind",
    "Modifier",
    "Modifiers",
    "Move",
    "NotationError",
    "Outcome",
    "Phase",
    "PlaceTile",
    "PlacedFigure",
    "PlacedTile",
    "PlayWallTile",
    "Position",
    "Reason",
    "Recall",
    "Record",
    "Replay",
    "Resign",
    "RevealWallTile",
    "Rgb",
    "Role",
    "Rotation",
    "Ruleset",
    "ScoreFirst",
    "Segment",
    "SegmentRef",
    "Skip",
    "SpotChoice",
    "State",
    "Terrain",
    "Tile",
    "TileDiscarded",
    "Turn",
    "TurnReport",
    "TurnedTile",
    "Unit",
    "WallTilePlayed",
    "WallTileTaken",
    "apply",
    "apply_all",
    "chosen_deployment",
    "colours_to_choose_from",
    "column_row",
    "completed_features",
    "deployment_at",
    "drawable",
    "draws",
    "feature_at",
    "features",
    "find_ruleset",
    "first_fitting_tile",
    "format_cell",
    "format_deployment",
    "format_move",
    "format_position",
    "format_record",
    "format_turn",
    "legal_deployments",
    "legal_moves",
    "legal_placements",
    "new_game",
    "offered_options",
    "parse_cell",
    "parse_choice",
    "parse_deployment",
    "parse_move",
    "parse_position",
    "parse_record",
    "parse_rotation",
    "parse_turn",
    "position_at",
    "ranks",
    "record_game",
    "replay",
    "spot_number",
    "spots_of",
    "step",
    "winners",
]
