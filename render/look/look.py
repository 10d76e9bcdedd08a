"""How a person wants pictures to look."""

from dataclasses import dataclass
from typing import Final

from render.look.formats import USUAL, Size
from render.look.theme import EVENING, Theme


@dataclass(frozen=True, slots=True)
class Look:
    """The colours around the landscape, and how large everything is."""

    theme: Theme = EVENING
    size: Size = USUAL


DEFAULT_LOOK: Final = Look()
"""The look of pictures for everybody, and for people who chose nothing."""
