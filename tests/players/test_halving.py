"""Turns that are played on: fewer and fewer of them, over the same orders of the tiles."""

import random
from dataclasses import replace

import pytest

from carcassonne import Phase, apply_all, find_ruleset, format_move
from players import LEVELS, choose
from players.endgame import Breadth
from players.halving import MASTER, Depth, compare_by_playing_on, play_on
from players.search import Effort, compare
from players.valuations import LEARNT
from tests.players.random_positions import GAMES, some_positions

SHALLOW = Depth(Effort(3, 3), 2, ((3, 2), (2, 3)), 100_000, Breadth(tiles=3, first=3, answers=2))
"""What the master does, with less of everything."""


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "options", "seats"), [*GAMES, ("classic", "inns traders", 3)])
def test_the_turns_that_the_search_finds_are_played_on(edition: str, options: str, seats: int) -> None:
    for state in some_positions(edition, options, seats, seed=7, number=2):
        turns = compare_by_playing_on(state, SHALLOW, random.Random(2).randrange, LEARNT)
        found = compare(state, SHALLOW.search, random.Random(2).randrange)
        assert {one.moves for one in turns} <= {one.moves for one in found}
        assert turns[0].moves == play_on(LEARNT, {"classic": SHALLOW}, state, random.Random(2).randrange)
        assert apply_all(state, turns[0].moves).state.turn == state.turn + (state.phase is Phase.PLACE)


def test_who_falls_behind_is_played_on_no_more() -> None:
    """So what is known of the others is the same as if only they had been compared."""
    state = some_positions("classic", "", 2, seed=7, number=6)[2]
    turns = compare_by_playing_on(state, SHALLOW, random.Random(2).randrange, LEARNT)
    kept = SHALLOW.rounds[-1][0]
    all_the_way = replace(SHALLOW, rounds=((3, 3),))
    values = {
        one.moves: one.value for one in compare_by_playing_on(state, all_the_way, random.Random(2).randrange, LEARNT)
    }
    assert [one.value for one in turns[:kept]] == sorted((values[one.moves] for one in turns[:kept]), reverse=True)
    assert turns[kept].value != values[turns[kept].moves]


def test_an_edition_where_a_turn_takes_longer_gets_less() -> None:
    castle = find_ruleset("castle").edition
    assert sum(turns * orders for turns, orders in MASTER[castle].rounds) < sum(
        turns * orders for turns, orders in MASTER["classic"].rounds
    )


CHOSEN = (
    ("classic", 2, "place Q14 0; deploy -"),
    ("castle", 1, "place I9 90; deploy -"),
)
"""An edition, the place of a position in a random game, and what the master chooses there with its weights."""


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "place", "chosen"), CHOSEN)
def test_the_master_chooses_what_it_has_always_chosen(edition: str, place: int, chosen: str) -> None:
    """Other turns than the expert's. A change here is a change of strength: measure it."""
    state = some_positions(edition, "", 2, seed=21, number=5)[place]
    moves = choose(state, LEVELS["master"], random.Random(1).randrange)
    assert "; ".join(map(format_move, moves)) == chosen
