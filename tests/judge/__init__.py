"""A slow judge of Carcassonne: every question is answered by flood fill over the whole board, nothing is remembered.

It shares no code with the engine and never imports it, so that the two can be compared. `tiles` is the printed tiles as
text, `board` is cells and features, `game` is turns and points, with what expansions add to
them, `record` replays a game record.
"""

from .board import Board, Cell, Feature, Figure, Follower, features, format_cell, legal, parse_cell
from .expansion import registered
from .game import EDITIONS, Expansion, Game, Illegal, MoreRules, Points, perft, strength
from .record import replay

__all__ = [
    "EDITIONS",
    "Board",
    "Cell",
    "Expansion",
    "Feature",
    "Figure",
    "Follower",
    "Game",
    "Illegal",
    "MoreRules",
    "Points",
    "features",
    "format_cell",
    "legal",
    "parse_cell",
    "perft",
    "registered",
    "replay",
    "strength",
]
