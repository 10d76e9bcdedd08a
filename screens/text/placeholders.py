"""The placeholders of texts: each is found by its name, and shown by the type of what it names."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from string import Formatter
from typing import Any, Final

from carcassonne import Colour, find_ruleset
from host.errors import HostError
from host.model.controllers import Computer, Person
from host.model.requests import EndRequest, UndoRequest
from host.model.table import BaseTable, Pending, Seat
from screens.text.choices import colour_name
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.markup import bold_label, command_mention, quote, timestamp, word_list
from screens.text.names import (
    board_link,
    game_name,
    lobby_link,
    player_name,
    public_label,
    safe_labels,
)
from screens.text.nouns import counted
from screens.text.typed_input import EXAMPLE_DAY, format_day

_BUTTONS: Final = {
    "board_button": Label.BOARD,
    "join_button": Label.JOIN,
    "start_button": Label.START,
    "computer_button": Label.PLAY_COMPUTER,
    "practice_button": Label.PRACTICE,
    "seat_button": Label.TAKE_SEAT,
    "no_button": Label.NO,
    "options_button": Label.OPTIONS,
    "rematch_button": Label.REMATCH,
    "series_button": Label.SERIES,
}
"""Buttons of public messages, which are in the table's language."""
_OF_TABLE: Final[Mapping[str, Callable[[Any], object]]] = {
    "number": lambda table: table.number,
    "game": game_name,
    "host": lambda table: table.organiser,
    "people": lambda table: table.people,
    "fewest": lambda table: find_ruleset(table.edition, table.options).players.start,
    "channel": lambda table: f"<#{table.venue.channel}>",
    "board": board_link,
    "link": lobby_link,
    "board_now": lambda table: board_link(table, _("the board now")),
}
_OTHERS: Final[Mapping[str, Callable[[], str]]] = {
    "end_vacation_button": lambda: bold_label(Label.END_VACATION),
    "example_day": lambda: format_day(EXAMPLE_DAY),
    "driver_command": lambda: ".venv/bin/pip install -r requirements-postgresql.txt",
}


def fill(text: str, table: BaseTable | None = None, /, **values: object) -> str:
    """Return a text with its placeholders filled in. ``table`` is the one that the text is about.

    A placeholder is one of ``values``, or a key of a table above; any other is the name of a command. So ``{board}`` is
    a link in a text about a table, and else a command. A value that is a string is shown as it is.
    """
    return Placeholders(table).vformat(text, (), values)


def fixed_text(text: str, **labels: str) -> Callable[[], str]:
    """Return a function that returns a text, marked for translation, in the current language. It may name commands.

    ``labels`` are those of buttons, by their placeholders.
    """
    return lambda: fill(_(text), **{name: bold_label(label) for name, label in labels.items()})


def table_text(text: str, **labels: str) -> Callable[[BaseTable], str]:
    """Return a function that returns a text about a table in the same way."""
    return lambda table: fill(_(text), table, **{name: bold_label(label) for name, label in labels.items()})


def name_text(text: str) -> Callable[[BaseTable, str], str]:
    """Return a function that returns a text about a table and a ``{name}``, which is safe for a message already."""
    return lambda table, name: fill(_(text), table, name=name)


class Placeholders(Formatter):
    """Finds and shows what the placeholders of a text stand for."""

    def __init__(self, table: BaseTable | None) -> None:
        self._table: Any = table

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        """Return what a placeholder stands for. ``kwargs`` are placeholders of this text alone."""
        name = str(key)
        if name in kwargs:
            return kwargs[name]
        if name in _BUTTONS:
            return public_label(self._table, _BUTTONS[name])
        if self._table is not None and name in _OF_TABLE:
            return _OF_TABLE[name](self._table)
        return _OTHERS[name]() if name in _OTHERS else command_mention(name)

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a value in words, by its type. A time may have a style (``:R``), a number a noun (``:day``)."""
        match value:
            case Person() | Computer():
                return player_name(value)
            case Seat():
                return safe_labels(self._table)[value.number]
            case Pending() | UndoRequest() | EndRequest():
                return safe_labels(self._table)[value.seat]
            case datetime():
                return timestamp(value, format_spec or "f")
            case timedelta():
                return counted(value.days, "day")
            case int() if format_spec:
                return counted(value, format_spec)
            case Colour():
                return colour_name(value)
            case BaseTable():
                return f"#{value.number}"
            case tuple() | list() if all(isinstance(one, Colour) for one in value):
                return word_list([self.format_field(one, "") for one in value], "or")
            case tuple() | list():
                return word_list([self.format_field(one, "") for one in value])
            case _:
                return str(value)


_AS_IT_IS: Final = {"path", "database", "url", "problem", "package"}
"""The fields of errors that whoever runs the bot reads as they are. Others were typed by somebody, and are quoted."""


class ErrorPlaceholders(Placeholders):
    """The placeholders of a sentence about an error, of which most are fields of the error."""

    def __init__(self, error: HostError) -> None:
        super().__init__(getattr(error, "table", None))
        self._error = error

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        """Return what a placeholder stands for. ``kwargs`` are those of this sentence alone."""
        name = str(key)
        if name in kwargs or not hasattr(self._error, name):
            return super().get_value(key, args, kwargs)
        value = getattr(self._error, name)
        return quote(value) if type(value) is str and name not in _AS_IT_IS else value
