"""The base of the dataclasses that never change: it says how they are copied and pickled."""

from dataclasses import fields
from typing import Any, Final

new_tuple: Final = tuple.__new__
"""Makes a named tuple of a class and a plain tuple, in half the time of calling the class."""


class Value:
    """The base of a frozen dataclass. A copy is made by calling the class, because no field can be set afterwards.

    Compiled classes need that: what ``dataclass`` adds for it is lost to them. Only modules that are compiled may
    inherit from this class, as no class of plain Python inherits from a compiled one.

    A class of which many are made writes its ``__init__`` itself. Compiled, that takes a quarter of the time of the one
    that ``dataclass`` adds, which stays plain Python.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the class and what to call it with."""
        own = fields(self)  # type: ignore[arg-type]  # whoever inherits this is a dataclass
        return type(self), tuple([getattr(self, field.name) for field in own if field.init])
