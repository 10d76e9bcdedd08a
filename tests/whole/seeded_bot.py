"""The program with draws that are the same in every run: ``python -m tests.whole.seeded_bot``."""

import random
import secrets
import sys
from typing import Any

import bot

SEED = 1


def fix_draws() -> None:
    """Take all that is drawn from here on from a generator with a fixed seed."""
    generator, source = random.Random(SEED), vars(secrets)
    draws: dict[str, Any] = {"token_bytes": generator.randbytes, "randbelow": generator.randrange}
    source.update(draws)


if __name__ == "__main__":
    fix_draws()
    sys.exit(bot.main())
