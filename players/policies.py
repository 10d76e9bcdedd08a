"""Every policy that can play a match, by its name: the levels, and the two that they are measured by."""

from collections.abc import Mapping
from typing import Final

from players.baselines import play_at_random, play_greedily
from players.levels import LEVELS
from players.policy import Policy

POLICIES: Final[Mapping[str, Policy]] = {
    "random": play_at_random,
    "reference": play_greedily,
    **{name: level.policy for name, level in LEVELS.items()},
}
