"""The placeholders of sentences about errors: each is shown by the type of what it names."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from string import Formatter
from typing import Any, Final

from carcassonne import Colour, find_ruleset
from cogs.text.choices import colour_name
from cogs.text.i18n import _
from cogs.text.labels import (
    BOARD_LABEL,
    END_VACATION_LABEL,
    JOIN_LABEL,
    PLAY_COMPUTER_LABEL,
    PRACTICE_LABEL,
    START_LABEL,
)
from cogs.text.markup import bold_label, command_mention, quote, safe_name, timestamp, word_list
from cogs.text.names import board_link, game_name, people_at, public_label, safe_labels
from cogs.text.nouns import counted
from cogs.text.typed_input import EXAMPLE_DAY, format_day
from host import BaseTable, HostError, Pending, Person, Seat, UndoRequest


class ErrorPlaceholders(Formatter):
    """Fills in the placeholders of a sentence about an error."""

    _BUTTONS: Final = {
        "board_button": BOARD_LABEL,
        "join_button": JOIN_LABEL,
        "start_button": START_LABEL,
        "computer_button": PLAY_COMPUTER_LABEL,
        "practice_button": PRACTICE_LABEL,
    }
    """Buttons of public messages, which are in the table's language."""
    _AS_IT_IS: Final = {"path", "database", "url", "problem", "package"}
    """The texts that whoever runs the bot reads as they are. Other texts were typed by somebody, and are quoted."""

    def __init__(self, error: HostError) -> None:
        self._error = error
        self._table: Any = getattr(error, "table", None)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> object:
        """Return what a placeholder stands for: a field, something of the error's table, a button or a command."""
        name = str(key)
        if name in kwargs:
            return kwargs[name]
        if hasattr(self._error, name):
            value = getattr(self._error, name)
            return quote(value) if type(value) is str and name not in self._AS_IT_IS else value
        if name in self._BUTTONS:
            return public_label(self._table, self._BUTTONS[name])
        match name:
            case "number":
                return self._table.number
            case "game":
                return game_name(self._table)
            case "host":
                return self._table.organiser
            case "fewest":
                return find_ruleset(self._table.edition, self._table.options).players.start
            case "people":
                return people_at(self._table)
            case "board":
                return board_link(self._table)
            case "board_now":
                return board_link(self._table, _("the board now"))
            case "end_vacation_button":
                return bold_label(END_VACATION_LABEL)
            case "example_day":
                return format_day(EXAMPLE_DAY)
            case "driver_command":
                return ".venv/bin/pip install -r requirements-postgresql.txt"
            case command:
                return command_mention(command)

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
