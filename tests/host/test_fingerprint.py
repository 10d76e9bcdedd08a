"""The text from which fingerprints are made: it holds everything that matters about a state, and nothing else."""

import random

from carcassonne import EDITIONS, DrawTile, State, apply, drawable, find_ruleset, legal_moves, new_game, parse_move
from carcassonne.state import FIELDS
from host.model.fingerprint import fingerprint, format_state

WRITTEN = {
    "bag", "cells", "extras", "last", "bags_left", "figures", "phase", "resigned", "ruleset", "scores", "seat", "seats",
    "supply", "tile", "turn",
}  # fmt: skip
FOLLOWING_FROM_THE_TABLE = {"closed", "frontier", "modifiers", "monasteries", "parent", "members", "counters"}
FOLLOWING_FROM_THE_EXTRAS = {"step"}
"""A part that asks keeps what it asks."""
TELLING_HOW_IT_CAME = {"history", "outcome"}
"""No rule asks for them, so nothing that comes later depends on them."""


def played(*moves: str) -> State:
    state = new_game(find_ruleset("classic"), 2)
    for move in moves:
        state = apply(state, parse_move(move)).state
    return state


def test_every_attribute_of_a_state_is_written_or_follows_from_what_is() -> None:
    assert set(FIELDS) == WRITTEN | FOLLOWING_FROM_THE_TABLE | FOLLOWING_FROM_THE_EXTRAS | TELLING_HOW_IT_CAME


def test_the_text_of_a_state() -> None:
    state = played("draw U", "place M14 90", "deploy thief E", "draw V")
    assert format_state(state).splitlines() == [
        "rules classic",
        "turn 1 seat 1 of 2 place V",
        "last M14",
        "resigned",
        "scores 0 0",
        "supply 6 7",
        "supply 0 0",
        "bag A*2 B*4 C*1 D*3 E*5 F*2 G*1 H*3 I*2 J*3 K*3 L*3 M*2 N*3 O*2 P*3 Q*1 R*3 S*2 T*1 U*7 V*8 W*4 X*1",
        "layers",
        "M13 D 0",
        "M14 U 90",
        "0 M14 thief E",
    ]


def test_the_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint(played()) == "c9c3b2de8efeb0654e90a08c00244356"


def test_whatever_a_move_changes_changes_the_fingerprint() -> None:
    dice = random.Random(7)
    for edition in EDITIONS:
        state = new_game(find_ruleset(edition), 2)
        seen = {fingerprint(state)}
        while not state.is_over:
            moves = legal_moves(state)
            move = DrawTile(dice.choice(drawable(state))) if isinstance(moves[0], DrawTile) else dice.choice(moves)
            state = apply(state, move).state
            assert fingerprint(state) not in seen
            seen.add(fingerprint(state))
