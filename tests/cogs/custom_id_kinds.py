"""All kinds of custom ids."""

from collections.abc import Iterator
from typing import Final

from screens import custom_ids
from screens.custom_id import CustomId


def kinds(base: type[CustomId] = CustomId) -> Iterator[type[CustomId]]:
    """Every class of custom ids."""
    for kind in base.__subclasses__():
        yield from kinds(kind)
        if kind.__module__ == custom_ids.__name__ and hasattr(kind, "action"):
            yield kind


KINDS: Final = sorted(kinds(), key=lambda kind: kind.__name__)
