"""The form in which the organiser of a table chooses what is played, and how."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord
from discord import CheckboxGroupOption, SelectOption

from carcassonne import EDITIONS
from cogs.shared.client import Interaction
from cogs.shared.words.editions import edition_name, option_name
from cogs.shared.words.language import sentence
from cogs.shared.words.lobby import takeback_text
from cogs.shared.words.speech import _, marked
from host import PACES, Table, Wishes

SECONDS: Final = (0, 20, 60, 300, 600)
"""What is offered for taking a move back; a command may choose any number between."""

_ANY_PACE: Final = "any"
_AIDS, _THREAD, _RATED = "aids", "thread", "rated"
_SWITCHES: Final = {
    _AIDS: marked("Views that help with counting"),
    _THREAD: marked("A thread of its own for the game"),
    _RATED: marked("The game counts for the ratings"),
}
_FORM: Final = re.compile(r"carc:options:(\d+)")


class OptionsForm(discord.ui.Modal):
    """Shows what is chosen at a table. Its answer is read by ``number_of`` and ``wishes_of``, also after a restart."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            title=_("Options of table #{number}").format(number=table.number), custom_id=f"carc:options:{table.number}"
        )
        self._add(_("Rules"), _menu("edition", map(_edition, EDITIONS), table.edition))
        self._add(
            _("Rule options"), _switches("options", _options(table)), _("Of the new edition; leave out for others")
        )
        self._add(_("Time for a turn"), _menu("pace", _paces(), table.settings.pace or _ANY_PACE))
        self._add(_("Taking a move back"), _menu("takeback", _seconds(table), str(table.settings.takeback)))
        chosen = {_AIDS: table.settings.aids, _THREAD: table.settings.thread, _RATED: table.settings.rated}
        switches = (CheckboxGroupOption(label=_(_SWITCHES[one]), value=one, default=chosen[one]) for one in chosen)
        self._add(_("Besides"), _switches("besides", switches))

    def _add(self, text: str, component: discord.ui.Item[Any], description: str | None = None) -> None:
        self.add_item(discord.ui.Label(text=text, description=description, component=component))


def number_of(interaction: Interaction) -> int | None:
    """Return the table that a form which was sent is about; None for anything else."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return None
    data: Any = interaction.data
    match = _FORM.fullmatch(data["custom_id"])
    return int(match[1]) if match else None


def wishes_of(interaction: Interaction) -> Wishes:
    """Return what was chosen in a form."""
    data: Any = interaction.data
    fields = {one["component"]["custom_id"]: one["component"].get("values", []) for one in data["components"]}
    return _wishes(fields)


def _wishes(fields: Mapping[str, list[str]]) -> Wishes:
    [edition], [pace], [takeback] = fields["edition"], fields["pace"], fields["takeback"]
    return Wishes(
        edition,
        tuple(fields["options"]),
        "" if pace == _ANY_PACE else pace,
        _AIDS in fields["besides"],
        int(takeback),
        thread=_THREAD in fields["besides"],
        rated=_RATED in fields["besides"],
    )


def _menu(name: str, options: Iterable[SelectOption], chosen: str) -> discord.ui.Select[Any]:
    listed = list(options)
    for option in listed:
        option.default = option.value == chosen
    return discord.ui.Select(custom_id=name, options=listed)


def _switches(name: str, options: Iterable[CheckboxGroupOption]) -> discord.ui.CheckboxGroup[Any]:
    return discord.ui.CheckboxGroup(custom_id=name, options=list(options), required=False, min_values=0)


def _edition(edition: str) -> SelectOption:
    return SelectOption(label=edition_name(edition), value=edition)


def _options(table: Table) -> Iterable[CheckboxGroupOption]:
    for option in dict.fromkeys(option for edition in EDITIONS.values() for option in edition.options):
        yield CheckboxGroupOption(label=sentence(option_name(option)), value=option, default=option in table.options)


def _paces() -> Iterable[SelectOption]:
    yield SelectOption(label=_("As long as it takes"), value=_ANY_PACE)
    yield from (SelectOption(label=pace, value=pace) for pace in PACES)


def _seconds(table: Table) -> Iterable[SelectOption]:
    for seconds in sorted({*SECONDS, table.settings.takeback}):
        yield SelectOption(label=sentence(takeback_text(seconds)), value=str(seconds))
