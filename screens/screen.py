"""What people see and may press, as values for any front end: texts, pictures, buttons, menus and forms.

A text is Discord's Markdown. A button has the id of what it does, never a callback; ``custom_ids.py`` has the ids.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from host.errors import NotOfferedError
from screens.custom_id import CustomId

T = TypeVar("T")


class Style(Enum):
    """How a button stands out."""

    SECONDARY = auto()
    PRIMARY = auto()
    SUCCESS = auto()
    DANGER = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """A button that does what its id says."""

    id: CustomId
    label: str
    style: Style = Style.SECONDARY
    emoji: str | None = None
    is_disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that a menu or a field of a form offers. A front end cuts what is too long for it."""

    label: str
    value: str
    description: str | None = None
    emoji: str | None = None
    is_chosen: bool = False


MOST_CHOICES: Final = 25
"""The most choices of a menu."""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of which people choose one value. Without a placeholder it shows the one that is chosen."""

    id: CustomId
    choices: tuple[Choice, ...]
    placeholder: str | None = None
    has_several: bool = False
    """Whether several values can be chosen."""


@dataclass(frozen=True, slots=True)
class MemberMenu:
    """A menu of all members of the server, of whom people choose one."""

    id: CustomId
    placeholder: str


@dataclass(frozen=True, slots=True)
class ChannelMenu:
    """A menu of all text channels of the server, of which people choose one."""

    id: CustomId
    placeholder: str


Item: TypeAlias = Button | Link | Menu | MemberMenu | ChannelMenu
Rows: TypeAlias = tuple[tuple[Item, ...], ...]
"""What can be pressed below a message, row by row. A row that is too long for a front end goes on in the next."""


@dataclass(frozen=True, slots=True)
class File:
    """A picture, or another file. ``alt`` says what a picture shows."""

    data: bytes
    name: str
    alt: str | None = None


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: its text, what can be pressed, and its files."""

    text: str
    rows: Rows = ()
    files: tuple[File, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a message that is there. None leaves a part as it is."""

    text: str | None = None
    rows: Rows | None = None
    files: tuple[File, ...] | None = None


@dataclass(frozen=True, slots=True)
class TextField:
    """A line of text in a form, or several, filled in with ``value``."""

    name: str
    label: str
    example: str
    value: str = ""
    is_required: bool = False
    description: str | None = None
    is_long: bool = False
    """Whether there are several lines."""
    most: int | None = None
    """The most characters; None for as many as usual."""


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A menu in a form, of which people choose one value."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    description: str | None = None


@dataclass(frozen=True, slots=True)
class SwitchesField:
    """Switches in a form, each on or off."""

    name: str
    label: str
    choices: tuple[Choice, ...]
    description: str | None = None


@dataclass(frozen=True, slots=True)
class MemberField:
    """A menu in a form with all members of the server, of whom people choose one."""

    name: str
    label: str
    description: str | None = None


@dataclass(frozen=True, slots=True)
class RoleField:
    """A menu in a form with all roles of the server, of which people choose one or none."""

    name: str
    label: str
    chosen: int | None = None
    """The id of the role that is chosen."""
    description: str | None = None


Field: TypeAlias = TextField | ChoiceField | SwitchesField | MemberField | RoleField


@dataclass(frozen=True, slots=True)
class Form:
    """A form that a button opens. Its id comes back with the values of its fields."""

    id: CustomId
    title: str
    fields: tuple[Field, ...]


FormFields: TypeAlias = Mapping[str, Sequence[str]]
"""The values that were filled in, by the ids of the fields. A text is one value."""


def one_value(fields: FormFields, name: str) -> str:
    """Return the value of a field; raise NotOfferedError where there is none, or several."""
    values = fields.get(name, ())
    if len(values) != 1:
        raise NotOfferedError(", ".join(values) or name)
    return values[0]


def parse_choice(kind: Callable[[str], T], text: str) -> T:
    """Return a chosen text as a value of a kind; raise NotOfferedError where it is none."""
    try:
        return kind(text)
    except ValueError:
        raise NotOfferedError(text) from None


def choices(
    labels: Mapping[str, str], *chosen: str, notes: Mapping[str, str] = MappingProxyType({})
) -> tuple[Choice, ...]:
    """Return a choice for each value and its label. ``chosen`` are the values that are chosen, ``notes`` describe some
    of the values.
    """
    return tuple(Choice(label, value, notes.get(value), is_chosen=value in chosen) for value, label in labels.items())


def row(*items: Item) -> Rows:
    """Return these items as one row; no row if there are none."""
    return rows(items)


def rows(*rows: Iterable[Item]) -> Rows:
    """Return items row by row. Empty rows are left out."""
    return tuple(items for items in map(tuple, rows) if items)


def files(*files: File | None) -> tuple[File, ...]:
    """Return the files that there are: a picture that could not be drawn is None."""
    return tuple(one for one in files if one)
