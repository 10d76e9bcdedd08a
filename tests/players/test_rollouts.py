"""Games that are played on in thought: they end as games do, and don't disturb each other."""

import random

import pytest

from carcassonne import Phase, State, apply_all
from carcassonne.projection import tiles_to_come
from players.evaluation import margin
from players.policy import ranked, valued_turns
from players.prospects import Prospects
from players.rollouts import Branch, Players, shuffled_orders
from players.search import Effort, compare
from players.valuations import LEARNT, valuation_of
from tests.fixtures.cases import slow_but
from tests.players.random_positions import GAMES, some_positions

EVERY = (*GAMES, ("classic", "inns traders", 3))


def players_at(state: State) -> Players:
    prospects = Prospects(state)
    return Players(state, prospects, valuation_of(LEARNT, state).at(prospects.left))


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, EVERY))
def test_a_game_is_played_on_to_its_end(edition: str, options: str, seats: int) -> None:
    state = some_positions(edition, options, seats, seed=3, number=3)[-1]
    players, [order] = players_at(state), shuffled_orders(state, 1, random.Random(1).randrange)
    turn = ranked(valued_turns(state, Prospects(state), valuation_of(LEARNT, state).at(0)))[0]
    line = players.begin(apply_all(state, turn.moves).state)
    players.play(line, order, turns=1000)
    assert line.state.is_over
    assert line.values == line.state.scores
    assert line.drawn == len(order)


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, EVERY))
def test_an_order_has_the_tiles_that_are_left(edition: str, options: str, seats: int) -> None:
    state = some_positions(edition, options, seats, seed=4, number=3)[1]
    for order in shuffled_orders(state, 3, random.Random(1).randrange):
        assert all(order.count(tile) == copies for tile, copies in tiles_to_come(state).items())
        assert len(order) == sum(tiles_to_come(state).values())


def test_what_is_played_on_twice_gains_the_same() -> None:
    state = some_positions("classic", "", 2, seed=5, number=6)[2]
    orders = shuffled_orders(state, 4, random.Random(2).randrange)
    moves = next(iter(valued_turns(state, Prospects(state), valuation_of(LEARNT, state).at(0.5)))).moves
    together, apart = Branch(players_at(state), state, moves), Branch(players_at(state), state, moves)
    gained = [together.gained(order, 4) for order in orders]
    assert [apart.gained(order, 4) for order in reversed(orders)] == gained[::-1]
    assert len(set(gained)) > 1


@pytest.mark.parametrize(("edition", "options", "seats"), slow_but(3, EVERY))
def test_the_first_answers_are_the_best_at_one_ply(edition: str, options: str, seats: int) -> None:
    """Values that are kept from before a turn are an approximation, so not every answer is the best."""
    found = []
    for state in some_positions(edition, options, seats, seed=6, number=4)[:3]:
        prospects = Prospects(state)
        weights, players = valuation_of(LEARNT, state).at(prospects.left), players_at(state)
        after = apply_all(state, next(iter(valued_turns(state, prospects, weights))).moves).state
        for order in shuffled_orders(state, 4, random.Random(3).randrange):
            line = players.begin(after.copy())
            if not players.draw(line, order) or line.state.phase is not Phase.PLACE:
                continue
            seat, drawn = line.state.seat, line.state.copy()
            players.play(line, order, turns=1)
            best = max(one.value for one in valued_turns(drawn, prospects, weights))
            found.append(margin(line.values, seat, line.state) > best - 0.5)
    assert len(found) >= 6
    assert 3 * sum(found) >= 2 * len(found)


def test_the_first_answers_are_worth_what_the_search_finds() -> None:
    """Two ways to the same figure: the search values answers, here they are taken."""
    for state in some_positions("classic", "", 2, seed=6, number=8)[3:5]:
        players = players_at(state)
        for turn in compare(state, Effort(candidates=3, tiles=24), random.Random(1).randrange):
            assert Branch(players, state, turn.moves).expected() == pytest.approx(turn.value, abs=0.5)
