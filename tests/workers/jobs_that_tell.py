"""Jobs that tell how far they are."""

import time

from workers import tell_progress


def count(total: int) -> str:
    """Tell each part, by its number."""
    for done in range(1, total + 1):
        tell_progress(done, total)
    return f"{total} parts"


def tell_late(seconds: float) -> None:
    """Tell a part only after this number of seconds."""
    time.sleep(seconds)
    tell_progress(1, 1)
