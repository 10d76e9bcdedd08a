"""Fields that one tile may join, checked by trying every tile that is left in every cell."""

from collections import Counter
from itertools import combinations

import pytest

from carcassonne import State
from carcassonne.geometry import STEPS, facing
from carcassonne.kinds import Kind
from carcassonne.projection import tiles_to_come
from carcassonne.scoring import touched_cities
from carcassonne.state import CLAIM_SHIFT, OPEN
from players.evaluation import Evaluation
from players.policy import valued_turns
from players.prospects import MISSED, Prospects
from players.turns import whole_turns
from players.weights import PARTS, Valuation, Weights
from tests.players.random_positions import GAMES, some_positions

JOINED = PARTS.index("fields_joined")


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_fields_count_what_they_would_pay_whoever_holds_them_once_a_tile_has_joined_them(
    edition: str, options: str, seats: int
) -> None:
    found = []
    for state in some_positions(edition, options, seats, seed=11, number=3):
        found += [vector[JOINED] for vector in Evaluation(state, Prospects(state)).parts]
        assert found[-seats:] == pytest.approx(expected(state))
    assert any(found) == (edition != "castle")


@pytest.mark.parametrize(("edition", "options", "seats"), GAMES)
def test_a_farmer_adds_what_the_position_with_him_counts(edition: str, options: str, seats: int) -> None:
    weights = Valuation(Weights(fields_joined=0.5), Weights(fields_joined=0.7)).at(0.5)
    for state in some_positions(edition, options, seats, seed=12, number=3):
        prospects = Prospects(state)
        valued = {one.moves: one.by_seat for one in valued_turns(state, prospects, weights)}
        assert valued == {
            turn.moves: pytest.approx(Evaluation(turn.after, prospects).values(weights)) for turn in whole_turns(state)
        }


def expected(state: State) -> list[float]:
    """Return the part of each seat, found by trying all tiles in all cells."""
    evaluation, majority = Evaluation(state, Prospects(state)), state.ruleset.majority
    worth = [0.0] * state.seats
    for (one, other), missed in apart(state).items():
        mine, theirs = (state.counters[root] >> CLAIM_SHIFT for root in (one, other))
        cities = [touched_cities(state, root) for root in (one, other)]
        for claims, touched, sign in (
            (mine + theirs, cities[0] | cities[1], 1),
            (mine, cities[0], -1),
            (theirs, cities[1], -1),
        ):
            complete = [evaluation.chance(city) if state.counters[city] & OPEN else 1 for city in touched]
            for seat in majority(claims):
                worth[seat] += sign * (1 - missed) * state.ruleset.farms.points * sum(complete)
    return worth


def apart(state: State) -> dict[tuple[int, int], float]:
    """Return the chance that fields are not joined by one field of a tile, for each two of them that can be."""
    found: dict[tuple[int, int], float] = {}
    for cell, constraint in state.frontier.items():
        nodes = fields_beside(state, cell)
        joining = Counter[tuple[int, int]]()
        for name, copies in tiles_to_come(state).items():
            turned = [state.ruleset.tiles[name].turned[one] for one in state.ruleset.fits[name][constraint]]
            for pair in combinations(nodes, 2):
                joining[pair] += copies * any(one.ports[pair[0]] == one.ports[pair[1]] for one in turned)
        for pair, copies in joining.items():
            one, other = sorted(state.root(nodes[port]) for port in pair)
            if one != other:
                found[one, other] = found.get((one, other), 1.0) * MISSED**copies
    return found


def fields_beside(state: State, cell: int) -> dict[int, int]:
    """Return the nodes of the fields that meet an empty cell, by the port of a tile that is laid there."""
    found = {}
    for side, beside in enumerate(STEPS):
        if laid := state.cells.get(cell + beside):
            for port in (3 * side, 3 * side + 2):
                segment = laid.turned.ports[facing(port)]
                if segment >= 0 and laid.turned.segments[segment].kind is Kind.FIELD:
                    found[port] = laid.nodes[segment]
    return found
