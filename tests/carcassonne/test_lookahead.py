"""``legal_turns`` lists exactly the turns that placing the tile would allow."""

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
    format_deployment,
    legal_deployments,
    legal_placements,
    new_game,
    parse_turn,
    step,
)
from carcassonne.lookahead import legal_turns
from carcassonne.moves import FigureMove
from carcassonne.scoring import claim_strengths

from .positions import AROUND_M14
from .scenario import Game


def by_placing(state: State) -> list[tuple[int, int, FigureMove | None]]:
    turns: list[tuple[int, int, FigureMove | None]] = []
    for position, rotation in legal_placements(state):
        laid = apply(state, PlaceTile(position, rotation)).state
        turns += [(position, rotation, choice) for choice in (None, *legal_deployments(laid))]
    return turns


@pytest.mark.parametrize("options", ["", "abbot", "river abbot"])
@pytest.mark.parametrize("seed", range(4))
def test_lists_every_turn_of_a_random_game(options: str, seed: int) -> None:
    dice = random.Random(seed)
    state = new_game(find_ruleset("new-edition", options.split()), 2 + seed % 4)
    while not state.is_over:
        step(state, DrawTile(dice.choice(drawable(state))))
        if state.phase is not Phase.PLACE:
            continue
        turns = legal_turns(state)
        assert turns == by_placing(state)
        position, rotation, deployment = dice.choice(turns)
        step(state, PlaceTile(position, rotation))
        step(state, deployment or DeployNobody())


@pytest.mark.parametrize(
    ("script", "turn", "followers"),
    [
        # The field of O13 goes round the end of the road: through it the farmer above has the field below too.
        (
            """
            1 E M12 180 -
            2 E N12 0 -
            1 E O12 0 -
            2 A O13 90 -
            1 U L13 90 farmer NNE
            """,
            "U N13 90",
            ["thief E"],
        ),
        # This tile completes the abbot's monastery.
        (AROUND_M14.replace("monk", "abbot") + "skip 2 V\n", "E N15 180", ["farmer NNE", "knight S"]),
        # This one does not.
        (AROUND_M14.replace("monk", "abbot") + "skip 2 V\n", "E O14 0", ["farmer ENE", "knight N", "recall"]),
    ],
)
def test_lists_rare_turns(script: str, turn: str, followers: list[str]) -> None:
    game = Game("new-edition", options="abbot")
    game.play(script)
    tile, _, text = turn.partition(" ")
    game.draw(tile)
    place = parse_turn(text).placement
    listed = [move for *where, move in legal_turns(game.state) if where == [place.position, place.rotation]]
    assert sorted(format_deployment(move) for move in listed if move) == followers
    game.make(place)
    assert game.followers() == followers


def test_nothing_is_legal_before_the_draw() -> None:
    assert legal_turns(new_game(find_ruleset("classic"), 2)) == []


def test_claims_are_counted_by_seat() -> None:
    assert claim_strengths(0x020001) == (1, 0, 2)
