"""Runs ``bot.py`` with computers that hardly pause before they move, so that many of their turns come between kills.

Pictures may take long: players know by them what is shown, and on a busy machine some messages would have none.
"""

import sys
from functools import partial

import bot
from screens.pictures import Pictures

PAUSE = 0.2
"""Seconds that a computer takes for a turn at least."""
DRAWING_TIMEOUT = 100.0
"""Seconds that a drawing may take."""

if __name__ == "__main__":
    pictures = partial(Pictures, timeout=DRAWING_TIMEOUT)
    vars(bot).update(build_bot=partial(bot.build_bot, computer_pause=PAUSE), Pictures=pictures)
    sys.exit(bot.main())
