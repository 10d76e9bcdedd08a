"""The forms in which the organiser chooses the options of a table.

``parse_options_form`` reads a submitted form. Options that a form does not have stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from carcassonne import EDITIONS, EXPANSIONS, offered_options
from host.errors import NotOfferedError
from host.model.clock import NO_PACE, TimeoutAction
from host.model.table import WaitingTable
from host.model.table_options import TableOptions
from screens.custom_ids import OptionsFormId, TimeFormId
from screens.screen import Choice, ChoiceField, Form, SwitchesField
from screens.text.choices import NO_PACE_TEXT, PACE_TEXTS, TIMEOUT_TEXTS, edition_name, option_name
from screens.text.editions import edition_summary, takeback_text
from screens.text.i18n import N_, _
from screens.text.markup import capitalize

TAKEBACK_SECONDS: Final = (0, 20, 60, 300, 600)
"""The choices of the form. A command takes any number in between."""

_SWITCHES: Final = {
    "aids": N_("Hints: fields, claims, score"),
    "thread": N_("Its own thread"),
    "rated": N_("Counts for ratings"),
}


def options_form(table: WaitingTable) -> Form:
    """Return the form with the edition, the rule options, and the options that are on or off."""
    only_new = _("Only for the New Edition")
    return Form(
        OptionsFormId(table.number),
        _("Options for table #{number}").format(number=table.number),
        (
            ChoiceField("edition", _("Rules"), _chosen(map(_edition, EDITIONS), table.edition)),
            SwitchesField("options", _("Rule options"), tuple(_options(table)), only_new),
            SwitchesField("besides", _("More"), tuple(_switch_options(table))),
        ),
    )


def time_form(table: WaitingTable) -> Form:
    """Return the form with the time for a turn, what happens after it, and the time to take a move back."""
    settings = table.settings
    return Form(
        TimeFormId(table.number),
        _("Time limit for table #{number}").format(number=table.number),
        (
            ChoiceField("pace", _("Time limit for a turn"), _chosen(_paces(), settings.pace or NO_PACE)),
            ChoiceField("timeout", _("When time's up"), _chosen(_timeouts(), settings.timeout)),
            ChoiceField("takeback", _("Time to undo a move"), _chosen(_seconds(table), str(settings.takeback))),
        ),
    )


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


def _chosen(choices: Iterable[Choice], value: str) -> tuple[Choice, ...]:
    """Return choices of which the one with a value is chosen."""
    return tuple(replace(one, is_chosen=one.value == value) for one in choices)


def _edition(edition: str) -> Choice:
    return Choice(label=edition_name(edition), value=edition, description=edition_summary(edition))


def _options(table: WaitingTable) -> Iterable[Choice]:
    for option in dict.fromkeys(option for edition in EDITIONS.values() for option in edition.options):
        yield Choice(label=capitalize(option_name(option)), value=option, is_chosen=option in table.options)


def _switch_options(table: WaitingTable) -> Iterable[Choice]:
    for switch, text in _SWITCHES.items():
        yield Choice(label=_(text), value=switch, is_chosen=getattr(table.settings, switch))


def _paces() -> Iterable[Choice]:
    yield Choice(label=capitalize(_(NO_PACE_TEXT)), value=NO_PACE)
    yield from (Choice(label=_(text), value=pace) for pace, text in PACE_TEXTS.items())


def _timeouts() -> Iterable[Choice]:
    yield from (Choice(label=capitalize(_(text)), value=timeout) for timeout, text in TIMEOUT_TEXTS.items())


def _seconds(table: WaitingTable) -> Iterable[Choice]:
    for seconds in sorted({*TAKEBACK_SECONDS, table.settings.takeback}):
        yield Choice(label=capitalize(takeback_text(seconds)), value=str(seconds))
