"""Runs ``bot.py`` with computers that hardly pause before they move, so that many of their turns come between kills."""

import sys
from functools import partial

import bot

PAUSE = 0.2
"""Seconds that a computer takes for a turn at least."""

if __name__ == "__main__":
    vars(bot).update(build_bot=partial(bot.build_bot, computer_pause=PAUSE))
    sys.exit(bot.main())
