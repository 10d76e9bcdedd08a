"""Times the rules: whole games, replays, legal moves and copies; and profiles a game."""

import cProfile
import pstats
import random
import sys
from collections.abc import Callable
from functools import partial

from benchmarks.yardstick import ratio_to_yardstick
from carcassonne import (
    DrawTile,
    Phase,
    PlaceTile,
    State,
    apply,
    find_ruleset,
    format_move,
    legal_moves,
    legal_placements,
    new_game,
    parse_move,
    step,
)
from carcassonne.lookahead import legal_turns
from carcassonne.state import FIELDS

EDITIONS = (
    ("classic", ""),
    ("chat-room", ""),
    ("chat-room-old", ""),
    ("new-edition", "river abbot"),
    ("classic", "inns traders"),
)


def play(edition: str, options: str, dice: random.Random) -> tuple[list[str], list[State]]:
    """Play one random game; return its log and the states in which a tile was to be placed."""
    state = new_game(find_ruleset(edition, options.split()), 2)
    log: list[str] = []
    waiting: list[State] = []
    while not state.is_over:
        move = dice.choice(legal_moves(state))
        step(state, move)
        log.append(format_move(move))
        if state.phase is Phase.PLACE:
            waiting.append(state.copy())
    return log, waiting


def replay(edition: str, log: list[str]) -> None:
    """Rebuild a game from its stored log."""
    state = new_game(find_ruleset(edition), 2)
    for text in log:
        step(state, parse_move(text))


def main() -> None:
    """Print every figure with its ratio to the yardstick."""
    dice = random.Random(1)  # noqa: S311 (no secret)
    print(f"{'the rules':<44}{'per piece':>12}{'of yardstick':>14}")
    for edition, options in EDITIONS:
        for _ in range(5):  # builds the tables that are built at their first use
            play(edition, options, dice)
        _report(f"random game, {edition} {options}".rstrip(), partial(play_games, edition, options), 20)
    log, states = play("classic", "", dice)
    middle = next(state for state in states if state.turn == 36)
    _report("replay of a stored game", lambda: replay("classic", log), 1)
    _report("placements in mid-game", lambda: [legal_placements(middle) for _ in range(500)], 500)
    _report("placements with followers in mid-game", lambda: [legal_turns(middle) for _ in range(500)], 500)
    _report("copy of a state in mid-game", lambda: [middle.copy() for _ in range(2000)], 2000)
    move = PlaceTile(*legal_placements(middle)[0])
    _report("apply a placement in mid-game", lambda: [apply(middle, move) for _ in range(1000)], 1000)
    print(f"{'a state in mid-game, less what states share':<44}{_size(middle) / 1000:>9.1f} kB")
    _profile()


def _report(name: str, work: Callable[[], object], pieces: int) -> None:
    seconds, ratio = ratio_to_yardstick(work)
    print(f"{name:<44}{seconds / pieces * 1e6:>9.1f} us{ratio / pieces:>14.4f}")


def play_games(edition: str, options: str) -> None:
    """Play twenty random games."""
    dice = random.Random(2)  # noqa: S311 (no secret)
    rules = find_ruleset(edition, options.split())
    for _ in range(20):
        _play_out(new_game(rules, 2), dice)


def _play_out(state: State, dice: random.Random) -> None:
    for layer in state.ruleset.bags:
        bag = [tile for tile, copies in layer.items() for _ in range(copies)]
        dice.shuffle(bag)
        for tile in bag:
            step(state, DrawTile(tile))
            if state.phase is Phase.PLACE:
                step(state, PlaceTile(*dice.choice(legal_placements(state))))
                step(state, dice.choice(legal_moves(state)))


def _size(state: State) -> int:
    own = (getattr(state, name) for name in FIELDS if name not in {"ruleset", "tile", "phase"})
    return sum(map(sys.getsizeof, own))


def _profile() -> None:
    print("\nwhere a random game's time goes (share of own time)")
    profile = cProfile.Profile()
    profile.runcall(play_games, "classic", "")
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(entry[2] for entry in stats.values())
    for (_, _, name), entry in sorted(stats.items(), key=lambda item: -item[1][2])[:10]:
        print(f"  {entry[2] / total:>5.0%}  {name}")


if __name__ == "__main__":
    main()
