"""Positions of Traders & Builders that several scenarios begin with."""

from tests.carcassonne.scenario import Game

THIEF = """
    1 U N13 90 thief E
    2 B M14 0 -
"""
BUILDS = f"""{THIEF}
    1 U O13 90 builder E
    2 B N14 0 -
"""
"""Seat 1 has a thief and a builder on a road that is open at both ends."""
BUILDS_OF_THREE = """
    1 U N13 90 thief E
    2 B M14 0 -
    3 B N14 0 -
    1 U O13 90 builder E
    2 B O14 0 -
    3 B L14 0 -
"""
"""The same among three."""

FINISHES = f"""{THIEF}
    1 U O13 90 builder E
    2 A L13 270 -
    1 A P13 90 -
"""
"""The same, but seat 1 has just finished the road: its builder has come home, and it plays again."""

TWO_OWNERS = """
    1 U N13 90 thief E
    2 B N14 0 -
    1 B O14 0 -
    2 B P14 0 -
    1 U L13 90 -
    2 U P13 90 thief E
    1 U O13 90 builder E
    2 U Q13 90 builder E
"""
"""A road on which both have a thief and a builder."""

TWO_FARMERS = """
    1 U N13 90 farmer NNE
    2 E M12 180 farmer NNE
    1 B N12 0 -
    2 B M14 0 -
"""
"""A field with a farmer of each, and a finished city."""

TWO_CITIES = """
    1 U N13 90 farmer NNE
    2 E M12 180 farmer NNE
    1 D O13 0 -
    2 E O12 180 {more}
    1 B N12 0 -
    2 B M14 0 -
    1 U P13 90 pig NNE
"""
"""A field with a farmer of each, a pig of seat 1 and two finished cities."""


def traders(script: str = "", options: str = "traders", edition: str = "classic") -> Game:
    game = Game(edition, options=options)
    game.play(script)
    return game
