"""How a custom id is written and read. Discord sends this text back when somebody uses a component.

An id is ``carc:``, an action, and a part for each field. Messages that were posted long ago have ids too, so a format
never changes. A part that was added later may be missing in an older id.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from types import new_class
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    cast,
    dataclass_transform,
    get_origin,
    get_type_hints,
)

PREFIX: Final = "carc"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """How the value of one field is written in an id.

    If a part ``is_optional``, the default of its field is not written.
    """

    pattern: str
    """A regular expression for the text, without numbered groups."""
    write: Callable[[T], str]
    read: Callable[[str], T]
    separator: str = ":"
    is_optional: bool = False


_DIGITS: Final = r"[0-9]{1,18}"

OptionalNumber: TypeAlias = Annotated[int, Part(_DIGITS, str, int, is_optional=True)]
"""A number that is missing in older ids. Its field has a default."""


@dataclass_transform(frozen_default=True)
class CustomId:
    """The base of all ids. A subclass is made a frozen dataclass::

        class PlaceId(PlyId, action="place"):
            \"""Opens the picker.\"""

    A field is a number (a table, a ply, a round, a seat), a member of an enumeration, which is written as its value, or
    anything that is annotated with its ``Part``. A subclass without an action is a base of other ids. Those that add no
    field to it are made by ``kind``.
    """

    action: ClassVar[str]
    parts: ClassVar[dict[str, Part[Any]]]
    """The parts by field name, in the order in which they are written."""
    pattern: ClassVar[re.Pattern[str]]
    """The pattern that the text of an id of this class matches."""

    def __init_subclass__(cls, *, action: str | None = None) -> None:
        dataclass(frozen=True)(cls)
        hints = get_type_hints(cls, include_extras=True)
        cls.parts = {field.name: _part(hints[field.name]) for field in fields(cls)}  # type: ignore[arg-type]
        if action:
            cls.action = action
            cls.pattern = re.compile(f"{PREFIX}:{action}" + "".join(_group(*one) for one in cls.parts.items()))

    @classmethod
    def kind(cls, action: str, meaning: str) -> type[Self]:
        """Return the ids with these fields and an action. ``meaning`` says what a button with such an id does."""
        made = new_class(action, (cls,), {"action": action}, lambda body: body.update(__doc__=meaning))
        return cast("type[Self]", made)

    def __str__(self) -> str:
        written = [f"{PREFIX}:{self.action}"]
        for name, part in self.parts.items():
            value = getattr(self, name)
            if not (part.is_optional and value == getattr(type(self), name)):
                written.append(part.separator + part.write(value))
        return "".join(written)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an id. Raise ValueError if it is not of this class, and NotationError for a move that cannot be read."""
        match = cls.pattern.fullmatch(text)
        if match is None:
            raise ValueError(text)
        given = {name: part for name, part in match.groupdict().items() if part is not None}
        return cls(**{name: cls.parts[name].read(part) for name, part in given.items()})


def _part(hint: Any) -> Part[Any]:
    """Return how a field with this annotation is written."""
    if get_origin(hint) is Annotated:
        part: Part[Any] = hint.__metadata__[0]
        return part
    if issubclass(hint, Enum):
        return Part("|".join(re.escape(str(one.value)) for one in hint), lambda one: str(one.value), hint)
    if hint is int:
        return Part(_DIGITS, str, int)
    raise TypeError(hint)


def _group(name: str, part: Part[Any]) -> str:
    group = f"{part.separator}(?P<{name}>{part.pattern})"
    return f"(?:{group})?" if part.is_optional else group
