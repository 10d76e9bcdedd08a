"""The forms in which the organiser of a table chooses what is played, and how.

A form's answer is read by ``number_of`` and ``wishes_of``, also after a restart. What it does not ask for stays.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

import discord
from discord import CheckboxGroupOption, SelectOption

from carcassonne import EDITIONS
from cogs.interaction.client import Interaction
from cogs.text.editions import edition_name, option_name
from cogs.text.formatting import sentence
from cogs.text.i18n import _, marked
from cogs.text.options import PACES, TIMEOUTS, UNHURRIED, takeback_text
from host import NO_PACE, TableOptions, Timeout, WaitingTable

SECONDS: Final = (0, 20, 60, 300, 600)
"""What is offered for taking a move back; a command may choose any number between."""

_SWITCHES: Final = {
    "aids": marked("Views that help with counting"),
    "thread": marked("A thread of its own for the game"),
    "rated": marked("The game counts for the ratings"),
}
_FORM: Final = re.compile(r"carc:(?:options|time):(\d+)")


class Form(discord.ui.Modal):
    """The base of both: a modal takes five fields at the most."""

    action: ClassVar[str]
    heading: ClassVar[str]
    """Marked."""

    def __init__(self, table: WaitingTable) -> None:
        title = _(self.heading).format(number=table.number)
        super().__init__(title=title, custom_id=f"carc:{self.action}:{table.number}")
        self.ask(table)

    def ask(self, table: WaitingTable) -> None:
        """Add the fields, which show what is chosen."""
        raise NotImplementedError

    def _add(self, text: str, component: discord.ui.Item[Any], description: str | None = None) -> None:
        self.add_item(discord.ui.Label(text=text, description=description, component=component))


class OptionsForm(Form):
    """Asks what is played at a table."""

    action, heading = "options", marked("Options of table #{number}")

    def ask(self, table: WaitingTable) -> None:
        """Add rules, rule options, and what can be on or off."""
        self._add(_("Rules"), _menu("edition", map(_edition, EDITIONS), table.edition))
        self._add(
            _("Rule options"), _switches("options", _options(table)), _("Of the new edition; leave out for others")
        )
        self._add(_("Besides"), _switches("besides", _besides(table)))


class TimeForm(Form):
    """Asks how much time there is at a table, and what happens when it is out."""

    action, heading = "time", marked("Time at table #{number}")

    def ask(self, table: WaitingTable) -> None:
        """Add the time for a turn, what follows it, and the time for taking a move back."""
        settings = table.settings
        self._add(_("Time for a turn"), _menu("pace", _paces(), settings.pace or NO_PACE))
        self._add(_("When that time is out"), _menu("timeout", _timeouts(), settings.timeout))
        self._add(_("Taking a move back"), _menu("takeback", _seconds(table), str(settings.takeback)))


def number_of(interaction: Interaction) -> int | None:
    """Return the table that a form which was sent is about; None for anything else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    match = _FORM.fullmatch(data["custom_id"])
    return int(match[1]) if match else None


_READ: Final[Mapping[str, Callable[[list[str]], dict[str, Any]]]] = {
    "edition": lambda values: {"edition": values[0]},
    "options": lambda values: {"options": tuple(values)},
    "pace": lambda values: {"pace": values[0]},
    "timeout": lambda values: {"timeout": Timeout(values[0])},
    "takeback": lambda values: {"takeback": int(values[0])},
    "besides": lambda values: {switch: switch in values for switch in _SWITCHES},
}
"""What the values of a field mean, by the names of ``TableOptions``."""


def wishes_of(interaction: Interaction) -> TableOptions:
    """Return what was chosen in a form."""
    data: Any = interaction.data
    chosen: dict[str, Any] = {}
    for one in data["components"]:
        field = one["component"]
        chosen |= _READ[field["custom_id"]](field.get("values", []))
    return TableOptions(**chosen)


def _menu(name: str, options: Iterable[SelectOption], chosen: str) -> discord.ui.Select[Any]:
    listed = list(options)
    for option in listed:
        option.default = option.value == chosen
    return discord.ui.Select(custom_id=name, options=listed)


def _switches(name: str, options: Iterable[CheckboxGroupOption]) -> discord.ui.CheckboxGroup[Any]:
    return discord.ui.CheckboxGroup(custom_id=name, options=list(options), required=False, min_values=0)


def _edition(edition: str) -> SelectOption:
    return SelectOption(label=edition_name(edition), value=edition)


def _options(table: WaitingTable) -> Iterable[CheckboxGroupOption]:
    for option in dict.fromkeys(option for edition in EDITIONS.values() for option in edition.options):
        yield CheckboxGroupOption(label=sentence(option_name(option)), value=option, default=option in table.options)


def _besides(table: WaitingTable) -> Iterable[CheckboxGroupOption]:
    for switch, text in _SWITCHES.items():
        yield CheckboxGroupOption(label=_(text), value=switch, default=getattr(table.settings, switch))


def _paces() -> Iterable[SelectOption]:
    yield SelectOption(label=sentence(_(UNHURRIED)), value=NO_PACE)
    yield from (SelectOption(label=_(text), value=pace) for pace, text in PACES.items())


def _timeouts() -> Iterable[SelectOption]:
    yield from (SelectOption(label=sentence(_(text)), value=timeout) for timeout, text in TIMEOUTS.items())


def _seconds(table: WaitingTable) -> Iterable[SelectOption]:
    for seconds in sorted({*SECONDS, table.settings.takeback}):
        yield SelectOption(label=sentence(takeback_text(seconds)), value=str(seconds))
