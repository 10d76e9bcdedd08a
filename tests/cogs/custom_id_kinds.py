"""All kinds of custom ids."""

from typing import Final

from screens import custom_ids, puzzle_ids, review_ids, tournament_ids
from screens.custom_id import CustomId

_MODULES: Final = (custom_ids, puzzle_ids, review_ids, tournament_ids)
_CLASSES: Final = {
    one for module in _MODULES for one in vars(module).values() if isinstance(one, type) and issubclass(one, CustomId)
}

KINDS: Final = sorted((one for one in _CLASSES if hasattr(one, "action")), key=lambda kind: kind.action)
"""Every class of custom ids that has an action: the others are bases."""
