"""A game to show around: all of it, turn by turn, as an animated picture or as one page for a browser.

The caller replays the game and provides every word. Nothing here knows Discord, or reads a file but its own. As in
``render``, what draws is loaded when a function is called.
"""

from collections.abc import Callable, Sequence

from render.look.look import Look
from render.share.steps import PageReview, PageWords, Step


def animation_file(steps: Sequence[Step], look: Look, progress: Callable[[int, int], None]) -> bytes:
    """Return a GIF of a game; ``progress`` is told how many frames are drawn, of how many.

    Raise NothingToShowError and TooLargeToShowError.
    """
    from render.share.animation import draw_animation  # late: see above

    return draw_animation(steps, look=look, progress=progress)


def page_file(steps: Sequence[Step], words: PageWords, review: PageReview | None = None) -> bytes:
    """Return a page with a game turn by turn, as HTML in UTF-8, and with its review if there is one.

    Raise NothingToShowError and TooLargeToShowError.
    """
    from render.share.page import draw_page  # late: see above

    return draw_page(steps, words, review)
