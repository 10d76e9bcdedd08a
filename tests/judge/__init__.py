"""A slow judge of Carcassonne: every question is answered by flood fill over the whole board, nothing is remembered.

It shares no code with the engine and never imports it, so that the two can be compared. `tiles` is the printed tiles as
text, `board` is cells and features, `game` is turns and points, `record` replays a game record.
"""

from .board import Board, Feature, Follower, features, format_cell, legal, parse_cell
from .game import EDITIONS, Game, Illegal, Points, perft
from .record import replay

__all__ = [
    "EDITIONS",
    "Board",
    "Feature",
    "Follower",
    "Game",
    "Illegal",
    "Points",
    "features",
    "format_cell",
    "legal",
    "parse_cell",
    "perft",
    "replay",
]
