"""The files that a whole game is shared as. As in ``render/jobs.py``, what draws them is loaded when they are drawn."""

from collections.abc import Callable, Sequence

from render.look.look import Look
from render.share.steps import PageWords, Step


def animation_file(steps: Sequence[Step], look: Look, progress: Callable[[int, int], None]) -> bytes:
    """Return a GIF of a game; ``progress`` is told how many frames are drawn, of how many.

    Raise NothingToShowError and TooLargeToShowError.
    """
    from render.share.animation import animation_bytes  # late: see above

    return animation_bytes(steps, look=look, progress=progress)


def page_file(steps: Sequence[Step], words: PageWords) -> bytes:
    """Return a page with a game turn by turn, as HTML in UTF-8. Raise NothingToShowError and TooLargeToShowError."""
    from render.share.page import draw_page  # late: see above

    return draw_page(steps, words)
