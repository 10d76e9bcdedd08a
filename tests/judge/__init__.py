"""A slow judge of Carcassonne: every question is answered by flood fill over the whole board, nothing is remembered.

It shares no code with the engine and never imports it, so that the two can be compared. `tiles` is the printed tiles as
text, `board` is cells and features, `game` is turns and points, `expansions` is what is added to them, `record` replays
a game record.
"""

from .board import Board, Cell, Feature, Follower, features, format_cell, legal, parse_cell
from .expansions import EXPANSIONS, Traders
from .game import EDITIONS, Game, Illegal, perft, strength
from .more_rules import Points
from .record import replay

__all__ = [
    "EDITIONS",
    "EXPANSIONS",
    "Board",
    "Cell",
    "Feature",
    "Follower",
    "Game",
    "Illegal",
    "Points",
    "Traders",
    "features",
    "format_cell",
    "legal",
    "parse_cell",
    "perft",
    "replay",
    "strength",
]
