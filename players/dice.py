"""The dice of a computer player."""

from collections.abc import Callable
from typing import TypeAlias

Dice: TypeAlias = Callable[[int], int]
"""Takes how many sides; returns a number from 0 to one less, each as likely. ``random.Random(1).randrange`` is one."""
