"""Makes ``data/records.txt.gz`` anew: ``python -m tests.frozen.make_records``. See README.md.

Random games of every edition with every choice of its options, some with skips and resignations. Players often choose
what pays at once, so that everything in an edition happens.
"""

import random
from collections.abc import Iterator
from typing import Final

from carcassonne import (
    EDITIONS,
    CarcassonneError,
    Deploy,
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    Recall,
    Resign,
    Skip,
    State,
    apply,
    draws,
    find_ruleset,
    format_record,
    legal_deployments,
    legal_moves,
    new_game,
    record_game,
    step,
)
from tests.frozen.records import RECORDS, split, write

OPTIONS: Final = ("", "river", "abbot", "river abbot", "river start-tile", "river abbot start-tile")
LOOKED_AT: Final = 12
"""The most placements that a player considers."""
NAMES: Final = ("Ann", "Bob", "Chloé", "Dmitri", "Eve")


def records() -> Iterator[str]:
    for edition in EDITIONS.values():
        for options in OPTIONS:
            try:
                rules = find_ruleset(edition.name, options.split())
            except CarcassonneError:
                continue
            for wanted in (2, 3, 5):
                dice = random.Random(f"{edition.name} {options} {wanted}")
                players = wanted if wanted in rules.players else 2
                start = new_game(rules, players)
                moves = list(_moves(start.copy(), dice, is_odd=players == 3 or dice.random() < 0.4))
                yield format_record(record_game(start, moves, NAMES[:players]))


def _moves(state: State, dice: random.Random, *, is_odd: bool) -> Iterator[Move]:
    """Yield the moves of a game, stepping its state; if ``is_odd``, players are sometimes skipped or resign."""
    while not state.is_over:
        if is_odd and state.phase is Phase.PLACE and state.turn > 20 and dice.random() < 0.03:
            playing = state.seats - len(state.resigned)
            move: Move = Resign(state.seat) if dice.random() < 0.3 and playing > 2 else Skip(state.seat)
            step(state, move)
            yield move
            continue
        plan = [dice.choice(draws(state) or legal_moves(state))]
        if state.phase is Phase.PLACE and dice.random() < 0.7:
            plan = _plan(state, dice)
        for move in plan:
            step(state, move)
            yield move


def _plan(state: State, dice: random.Random) -> list[Move]:
    places = [move for move in legal_moves(state) if isinstance(move, PlaceTile)]
    plans: list[tuple[float, int, list[Move]]] = []
    for place in dice.sample(places, min(LOOKED_AT, len(places))):
        laid = apply(state, place).state
        for follower in (*legal_deployments(laid), DeployNobody()):
            after = apply(laid, follower).state
            worth = sum(after.scores[seat] * (1 if seat == state.seat else -1) for seat in range(state.seats))
            worth += 10 * (after.phase in (Phase.ASK, Phase.REVEAL)) + 4 * isinstance(follower, Recall)
            plans.append((worth - 0.5 * isinstance(follower, Deploy) + dice.random(), len(plans), [place, follower]))
    return max(plans)[2]


if __name__ == "__main__":
    write(RECORDS, list(records()))
    print(len(split(RECORDS)))
