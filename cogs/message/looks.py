"""How the pictures look that one person alone sees: as that person has chosen."""

from host import Preferences
from render import SIZES, THEMES, Look


def chosen_look(chosen: Preferences) -> Look:
    """Return the look that a person has chosen."""
    return Look(THEMES[chosen.theme], SIZES[chosen.size])
