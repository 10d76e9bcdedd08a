"""The look of pictures that only one person sees."""

from host import Preferences
from render import SIZES, THEMES, Look


def chosen_look(chosen: Preferences) -> Look:
    """Return the look that a person has chosen."""
    return Look(THEMES[chosen.theme], SIZES[chosen.size])
