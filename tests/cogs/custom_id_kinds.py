"""All kinds of custom ids."""

from collections.abc import Iterator
from typing import Final

from cogs.message import custom_ids
from cogs.message.custom_id import CustomId


def kinds(base: type[CustomId] = CustomId) -> Iterator[type[CustomId]]:
    """Every class of custom ids."""
    for kind in base.__subclasses__():
        if getattr(custom_ids, kind.__name__, None) is kind:  # the decorator creates a second class for each
            yield from kinds(kind)
            if hasattr(kind, "action"):
                yield kind


KINDS: Final = sorted(kinds(), key=lambda kind: kind.__name__)
