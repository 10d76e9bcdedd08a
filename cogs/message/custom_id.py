"""How a custom id is written and read. Discord sends this text back when somebody uses a component.

An id is ``carc:``, an action, and a part for each field. Messages that were posted long ago have ids too, so a format
never changes. A part that was added later may be missing in an older id.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Annotated, Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar, get_origin, get_type_hints

PREFIX: Final = "carc"

T = TypeVar("T")
EnumT = TypeVar("EnumT", bound=Enum)


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
    """The text before the part."""
    is_optional: bool = False


def enum_part(values: type[EnumT]) -> Part[EnumT]:
    """Return the part for a member of an enumeration. The value of the member is written."""
    return Part("|".join(re.escape(str(one.value)) for one in values), lambda one: str(one.value), values)


Number: TypeAlias = Annotated[int, Part(r"[0-9]{1,18}", str, int)]
"""A table, a ply, a round, a seat."""
OptionalNumber: TypeAlias = Annotated[int, Part(r"[0-9]{1,18}", str, int, is_optional=True)]
"""A number that is missing in older ids. Its field has a default."""


class CustomId:
    """The base of all ids. A subclass is a frozen dataclass, and each of its fields is annotated with a ``Part``.

    A subclass without an action is a base of other ids.
    """

    action: ClassVar[str]
    parts: ClassVar[dict[str, Part[Any]]]
    """The parts by field name, in the order in which they are written."""
    pattern: ClassVar[re.Pattern[str]]
    """The pattern that the text of an id of this class matches."""

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls.parts = {name: hint.__metadata__[0] for name, hint in hints.items() if get_origin(hint) is Annotated}
        if hasattr(cls, "action"):
            groups = (_group(name, part) for name, part in cls.parts.items())
            cls.pattern = re.compile(f"{PREFIX}:{cls.action}{''.join(groups)}")

    def __str__(self) -> str:
        written = [f"{PREFIX}:{self.action}"]
        for name, part in self.parts.items():
            value = getattr(self, name)
            if not (part.is_optional and value == self._default(name)):
                written.append(part.separator + part.write(value))
        return "".join(written)

    def _default(self, name: str) -> object:
        return next(one.default for one in fields(self) if one.name == name)  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an id. Raise ValueError if it is not of this class, and NotationError for a move that cannot be read."""
        match = cls.pattern.fullmatch(text)
        if match is None:
            raise ValueError(text)
        given = {name: part for name, part in match.groupdict().items() if part is not None}
        return cls(**{name: cls.parts[name].read(part) for name, part in given.items()})


def _group(name: str, part: Part[Any]) -> str:
    group = f"{part.separator}(?P<{name}>{part.pattern})"
    return f"(?:{group})?" if part.is_optional else group
