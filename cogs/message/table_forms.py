"""The forms in which the organiser chooses the options of a table.

``parse_options_form`` reads a submitted form. Options that a form does not have stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import CheckboxGroupOption, SelectOption

from carcassonne import EDITIONS, EXPANSIONS, offered_options
from cogs.message.custom_ids import OptionsFormId, TimeFormId
from cogs.text.differences import edition_summary
from cogs.text.editions import edition_name, option_name
from cogs.text.formatting import capitalize
from cogs.text.i18n import N_, _
from cogs.text.options import NO_PACE_TEXT, PACE_TEXTS, TIMEOUT_TEXTS, takeback_text
from host.errors import NotOfferedError
from host.model.clock import NO_PACE, TimeoutAction
from host.model.table import WaitingTable
from host.model.table_options import TableOptions

TAKEBACK_SECONDS: Final = (0, 20, 60, 300, 600)
"""The choices of the form. A command takes any number in between."""

_SWITCHES: Final = {
    "aids": N_("Hints: fields, claims, score"),
    "thread": N_("Its own thread"),
    "rated": N_("Counts for ratings"),
}


def options_form(table: WaitingTable) -> discord.ui.Modal:
    """Return the form with the edition, the rule options, and the options that are on or off."""
    modal = discord.ui.Modal(
        title=_("Options for table #{number}").format(number=table.number), custom_id=str(OptionsFormId(table.number))
    )
    _add_field(modal, _("Rules"), _menu("edition", map(_edition, EDITIONS), table.edition))
    only_new = _("Only for the New Edition")
    _add_field(modal, _("Rule options"), _switches("options", _options(table)), only_new)
    _add_field(modal, _("More"), _switches("besides", _switch_options(table)))
    return modal


def time_form(table: WaitingTable) -> discord.ui.Modal:
    """Return the form with the time for a turn, what happens after it, and the time to take a move back."""
    settings = table.settings
    modal = discord.ui.Modal(
        title=_("Time limit for table #{number}").format(number=table.number), custom_id=str(TimeFormId(table.number))
    )
    _add_field(modal, _("Time limit for a turn"), _menu("pace", _paces(), settings.pace or NO_PACE))
    _add_field(modal, _("When time's up"), _menu("timeout", _timeouts(), settings.timeout))
    _add_field(modal, _("Time to undo a move"), _menu("takeback", _seconds(table), str(settings.takeback)))
    return modal


def _add_field(modal: discord.ui.Modal, text: str, field: discord.ui.Item[Any], description: str | None = None) -> None:
    """Add a field. Discord allows five fields in a form."""
    modal.add_item(discord.ui.Label(text=text, description=description, component=field))


def _read_switches(values: Sequence[str]) -> dict[str, bool]:
    if unknown := set(values).difference(_SWITCHES):
        raise ValueError(unknown)
    return {switch: switch in values for switch in _SWITCHES}


_FIELD_PARSERS: Final[Mapping[str, Callable[[Sequence[str]], dict[str, Any]]]] = {
    "edition": lambda values: {"edition": values[0]},
    "options": lambda values: {"options": tuple(values)},
    "pace": lambda values: {"pace": values[0]},
    "timeout": lambda values: {"timeout": TimeoutAction(values[0])},
    "takeback": lambda values: {"takeback": int(values[0])},
    "besides": _read_switches,
}
"""Functions that turn the values of a field into fields of ``TableOptions``, by the id of the form's field."""


def parse_options_form(fields: Mapping[str, Sequence[str]]) -> TableOptions:
    """Return what was chosen in a form, from the values of its fields.

    Raise NotOfferedError for what is no value of a field; the host checks the rest.
    """
    chosen: dict[str, Any] = {}
    for name, values in fields.items():
        try:
            chosen |= _FIELD_PARSERS[name](values)
        except (KeyError, IndexError, ValueError):
            raise NotOfferedError(", ".join(values) or name) from None
    return TableOptions(**chosen)


def offered_only(chosen: TableOptions) -> tuple[TableOptions, tuple[str, ...]]:
    """Return the options chosen in a form without the rule options that its edition does not offer, and those.

    The form shows the rule options of all editions, because it cannot change while somebody fills it in.
    """
    if chosen.edition not in EDITIONS or chosen.options is None:
        return chosen, ()
    kept = offered_options(chosen.edition, chosen.options)
    left_out = tuple(option for option in chosen.options if option in EXPANSIONS and option not in kept)
    rest = tuple(option for option in chosen.options if option not in left_out)
    return replace(chosen, options=rest), left_out


def _menu(name: str, options: Iterable[SelectOption], chosen: str) -> discord.ui.Select[Any]:
    listed = list(options)
    for option in listed:
        option.default = option.value == chosen
    return discord.ui.Select(custom_id=name, options=listed)


def _switches(name: str, options: Iterable[CheckboxGroupOption]) -> discord.ui.CheckboxGroup[Any]:
    return discord.ui.CheckboxGroup(custom_id=name, options=list(options), required=False, min_values=0)


def _edition(edition: str) -> SelectOption:
    return SelectOption(label=edition_name(edition), value=edition, description=edition_summary(edition))


def _options(table: WaitingTable) -> Iterable[CheckboxGroupOption]:
    for option in dict.fromkeys(option for edition in EDITIONS.values() for option in edition.options):
        yield CheckboxGroupOption(label=capitalize(option_name(option)), value=option, default=option in table.options)


def _switch_options(table: WaitingTable) -> Iterable[CheckboxGroupOption]:
    for switch, text in _SWITCHES.items():
        yield CheckboxGroupOption(label=_(text), value=switch, default=getattr(table.settings, switch))


def _paces() -> Iterable[SelectOption]:
    yield SelectOption(label=capitalize(_(NO_PACE_TEXT)), value=NO_PACE)
    yield from (SelectOption(label=_(text), value=pace) for pace, text in PACE_TEXTS.items())


def _timeouts() -> Iterable[SelectOption]:
    yield from (SelectOption(label=capitalize(_(text)), value=timeout) for timeout, text in TIMEOUT_TEXTS.items())


def _seconds(table: WaitingTable) -> Iterable[SelectOption]:
    for seconds in sorted({*TAKEBACK_SECONDS, table.settings.takeback}):
        yield SelectOption(label=capitalize(takeback_text(seconds)), value=str(seconds))
