"""The look of pictures that only one person sees."""

from host.model.preferences import Preferences
from render import COMPACT, SIZES, SMALL, THEMES, Look


def chosen_look(chosen: Preferences) -> Look:
    """Return the look that a person has chosen."""
    return Look(THEMES[chosen.theme], SIZES[chosen.size])


def smaller_look(look: Look) -> Look | None:
    """Return the look of a picture that is drawn because a larger one fails; None if there is no smaller one."""
    if look.size is COMPACT:
        return None
    return Look(look.theme, COMPACT if look.size is SMALL else SMALL)
