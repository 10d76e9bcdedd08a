"""Times what the database does for a turn, and compares SQLite with plain SQL: ``python -m benchmarks.storage``.

Before the bot used SQLAlchemy, it handed its own SQL to SQLite, a statement at a time. The same statements are
executed so, and by the storage, in turns. PostgreSQL is measured where it is installed.
"""

import tempfile
from pathlib import Path

from tests.fixtures import postgresql
from tests.fixtures.turn_timing import BEFORE, GAMES, ROUNDS, SERVER, TURNS, measure_all


def main() -> None:
    """Print a row for each, with its ratio to plain SQL."""
    with tempfile.TemporaryDirectory() as folder:
        found = measure_all(Path(folder))
    print(f"what the database does for a turn: {GAMES} games, {TURNS} turns each, the best of {ROUNDS} rounds")
    print(f"{'milliseconds':<28}{'a turn':>16}{'processor':>16}{f'{GAMES} at once':>16}{'loop late, p99':>16}")
    plain = found[BEFORE]
    for name, one in found.items():
        pairs = (
            (one.turn, plain.turn),
            (one.processor, plain.processor),
            (one.crowded, plain.crowded),
            (one.lateness, plain.lateness),
        )
        print(f"{name:<28}" + "".join(f"{f'{value:.2f} ({value / other:.2f})':>16}" for value, other in pairs))
    if SERVER not in found:
        print(f"PostgreSQL was not measured: {postgresql.why_not()}")


if __name__ == "__main__":
    main()
