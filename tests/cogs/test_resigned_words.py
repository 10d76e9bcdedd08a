"""What texts say of who has resigned in a game with Traders & Builders."""

import pytest

from carcassonne import ExtraTurn, Resign, apply, apply_all, parse_turn
from carcassonne.expansions.goods import NAME as GOODS
from carcassonne.moves import DeployNobody, Move
from host.model.game import PlayResult
from screens.text.alt_text import alt_text
from screens.text.status import seat_score_text
from screens.text.turns import event_sentences
from tests.carcassonne.expansions.traders_positions import BUILDS_OF_THREE
from tests.carcassonne.scenario import Game
from tests.cogs.example_tables import NAMES, over, seated

BUILDS = """
    1 U N13 90 thief E
    2 B M14 0 -
    1 U O13 90 builder E
    2 B O14 0 -
"""
"""Seat 1 has a thief and a builder on a road that is open at both ends."""


def told(seats: int, *then: Move) -> str:
    """What is told of a turn that makes the builder's road grow, and of what comes before the next tile is drawn."""
    game = Game(options="traders", seats=seats)
    game.play(BUILDS if seats == 2 else BUILDS_OF_THREE)
    game.draw("U")
    moves = [parse_turn("P13 90").placement, DeployNobody(), *then]
    done = apply_all(game.state, moves)
    assert any(isinstance(event, ExtraTurn) for event in done.events)
    names = NAMES[:seats]
    running = seated(done.state, names)
    after = over(running) if done.state.is_over else running
    played = PlayResult(seated(game.state, names), after, tuple(moves), done.events)
    return " ".join(event_sentences(played, names))


@pytest.mark.parametrize(("seats", "resigning"), [(3, 0), (2, 0), (2, 1)])
def test_nobody_plays_again_who_has_resigned_or_whose_game_is_over(seats: int, resigning: int) -> None:
    """The tile of an extra turn isn't drawn as long as the first turn can be undone, and somebody may resign then."""
    assert "plays again" not in told(seats, Resign(resigning))


def test_who_has_not_resigned_plays_again() -> None:
    assert told(3).endswith("Ann plays again: the builder's road grew.")
    assert told(3, Resign(2)).endswith("Ann plays again: the builder's road grew.")


def test_goods_of_who_has_resigned_are_told_because_they_still_count() -> None:
    """Traders & Builders, "Scoring": nobody else gets the points for what somebody who has resigned has most of."""
    state = Game(options="traders", seats=3).state.copy()
    state.set_extra(GOODS, ((4, 0, 0), (3, 1, 0), (0, 0, 0)))
    state = apply(state, Resign(0)).state
    assert seat_score_text(state, 0) == "0 points, resigned, 4 wine"
    assert "4 wine" in alt_text(seated(state, NAMES[:3]))
