"""What ``legal_turns`` foresees is what laying the tile would allow."""

import random

import pytest

from carcassonne import (
    DeployNobody,
    DrawTile,
    Phase,
    PlaceTile,
    State,
    apply,
    drawable,
    find_ruleset,
    legal_deployments,
    legal_placements,
    new_game,
    step,
)
from carcassonne.lookahead import legal_turns
from carcassonne.moves import Deployment
from carcassonne.scoring import counts


def by_laying(state: State) -> list[tuple[int, int, Deployment | None]]:
    turns: list[tuple[int, int, Deployment | None]] = []
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
    return turns


@pytest.mark.parametrize("options", ["", "abbot", "river abbot"])
@pytest.mark.parametrize("seed", range(4))
def test_foresees_every_turn_of_a_random_game(options: str, seed: int) -> None:
    dice = random.Random(seed)
    state = new_game(find_ruleset("new-edition", options.split()), 2 + seed % 4)
    while not state.is_over:
        step(state, DrawTile(dice.choice(drawable(state))))
        if state.phase is not Phase.PLACE:
            continue
        turns = legal_turns(state)
        assert turns == by_laying(state)
        position, rotation, deployment = dice.choice(turns)
        step(state, PlaceTile(position, rotation))
        step(state, deployment or DeployNobody())


def test_nothing_is_legal_before_the_draw() -> None:
    assert legal_turns(new_game(find_ruleset("classic"), 2)) == []


def test_claims_are_counted_by_seat() -> None:
    assert counts(0x201) == (1, 0, 2)
