"""``python -m tests.tournaments``: play many tournaments and print what broke and what gave; the exit code is 1 if any
hard rule broke.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

from tests.tournaments.checks import breaches, what_gave
from tests.tournaments.orders import correlations
from tests.tournaments.simulation import KINDS_AND_SIZES, MATCHES, Trouble, number_of_entrants, play


def main() -> int:
    """Play the tournaments that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.tournaments", description=__doc__)
    parser.add_argument("--tournaments", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=200, help="how many tournaments each correlation is taken of")
    given = parser.parse_args()
    begun, gave, wrong, entrants, matches = time.monotonic(), Counter[str](), 0, 0, 0
    for number in range(given.tournaments):
        dice = Random(f"{given.seed} {number}")
        kind, size = KINDS_AND_SIZES[number % len(KINDS_AND_SIZES)]
        best_of = 3 if size == 2 and kind in MATCHES and dice.random() < 0.5 else 1
        tournament = play(kind, size, number_of_entrants(dice), dice, Trouble(), best_of)
        matches += len(tournament.entrants) if best_of > 1 else 0
        entrants += len(tournament.entrants)
        for breach in breaches(tournament):
            wrong += 1
            print(f"tournament {number} ({kind}, tables of {size}): {breach}")
        gave.update(what_gave(tournament))
        if number % 500 == 499:
            print(f"{number + 1} after {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print(f"{given.tournaments} tournaments, {entrants} entrants, {matches} of them with best of 3")
    print(f"{wrong} breaches of the hard rules")
    print("\n".join(f"  {what}: {count}" for what, count in sorted(gave.items())))
    print("Rank correlation of the final order with the true strengths:")
    print("\n".join(f"  {line}" for line in correlations(given.orders, given.seed)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
