"""The placeholders of sentences about errors: each is shown by the type of what it names."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from string import Formatter
from typing import Any, Final

from carcassonne import Colour, find_ruleset
from host.errors import HostError
from host.model.controllers import Person
from host.model.table import BaseTable, Pending, Seat, UndoRequest
from screens.text.choices import colour_name
from screens.text.i18n import _
from screens.text.labels import (
    BOARD_LABEL,
    END_VACATION_LABEL,
    JOIN_LABEL,
    PLAY_COMPUTER_LABEL,
    PRACTICE_LABEL,
    START_LABEL,
)
from screens.text.markup import bold_label, command_mention, quote, safe_name, timestamp, word_list
from screens.text.names import board_link, game_name, people_at, public_label, safe_labels
from screens.text.nouns import counted
from screens.text.typed_input import EXAMPLE_DAY, format_day

_AS_IT_IS: Final = {"path", "database", "url", "problem", "package"}
"""The fields that whoever runs the bot reads as they are. Other texts were typed by somebody, and are quoted."""
_BUTTONS: Final = {
    "board_button": BOARD_LABEL,
    "join_button": JOIN_LABEL,
    "start_button": START_LABEL,
    "computer_button": PLAY_COMPUTER_LABEL,
    "practice_button": PRACTICE_LABEL,
}
"""Buttons of public messages, which are in the table's language."""
_OF_TABLE: Final[Mapping[str, Callable[[Any], object]]] = {
    "number": lambda table: table.number,
    "game": game_name,
    "host": lambda table: table.organiser,
    "people": people_at,
    "fewest": lambda table: find_ruleset(table.edition, table.options).players.start,
    "board": board_link,
    "board_now": lambda table: board_link(table, _("the board now")),
}
"""What the error's table says."""
_OTHERS: Final[Mapping[str, Callable[[], str]]] = {
    "end_vacation_button": lambda: bold_label(END_VACATION_LABEL),
    "example_day": lambda: format_day(EXAMPLE_DAY),
    "driver_command": lambda: ".venv/bin/pip install -r requirements-postgresql.txt",
}


class ErrorPlaceholders(Formatter):
    """Fills in the placeholders of a sentence about an error.

    A placeholder is a field of the error or a key of a table above; any other is the name of a command.
    """

    def __init__(self, error: HostError) -> None:
        self._error = error
        self._table: Any = getattr(error, "table", None)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        """Return what a placeholder stands for. ``kwargs`` are placeholders of this sentence alone."""
        name = str(key)
        if name in kwargs:
            return kwargs[name]
        if hasattr(self._error, name):
            value = getattr(self._error, name)
            return quote(value) if type(value) is str and name not in _AS_IT_IS else value
        if name in _BUTTONS:
            return public_label(self._table, _BUTTONS[name])
        if name in _OF_TABLE:
            return _OF_TABLE[name](self._table)
        return _OTHERS[name]() if name in _OTHERS else command_mention(name)

    def format_field(self, value: object, format_spec: str) -> str:
        """Return a value in words, by its type. A time may have a style (``:R``), a number a noun (``:day``)."""
        match value:
            case Person():
                return safe_name(value.name)
            case Seat():
                return safe_labels(self._table)[value.number]
            case Pending() | UndoRequest():
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
