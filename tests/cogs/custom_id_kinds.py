"""All kinds of custom ids."""

from collections.abc import Iterator
from typing import Final

from cogs.message import custom_ids, personal_ids
from cogs.message.custom_id import CustomId

NAMED: Final = [one for module in (custom_ids, personal_ids) for one in vars(module).values()]


def kinds(base: type[CustomId] = CustomId) -> Iterator[type[CustomId]]:
    """Every class of custom ids."""
    for kind in base.__subclasses__():
        if kind in NAMED:  # the decorator creates a second class for each
            yield from kinds(kind)
            if hasattr(kind, "action"):
                yield kind


KINDS: Final = sorted(kinds(), key=lambda kind: kind.__name__)
