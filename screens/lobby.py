"""The buttons of a waiting table, and the menus and forms that they open."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from carcassonne import EDITIONS, EXPANSIONS, Colour, offered_options
from host.errors import NotOfferedError
from host.model.clock import NO_PACE, TimeoutAction
from host.model.controllers import Computer
from host.model.lobby_rules import can_practice, capacity, seats_taken
from host.model.table import BaseTable, WaitingTable
from host.model.table_options import NO_OPTIONS, SeatOrder, TableOptions, TableSettings
from players import LEVELS
from screens import custom_ids as ids
from screens.screen import (
    Button,
    Choice,
    ChoiceField,
    Field,
    Form,
    Menu,
    Rows,
    Screen,
    Style,
    SwitchesField,
    choices,
    row,
    rows,
)
from screens.table_options import READY_MADE, ChosenRules, with_ready_made
from screens.text.choices import (
    NO_PACE_TEXT,
    ORDER_TEXTS,
    PACE_NAMES,
    READY_MADE_TEXTS,
    TIMEOUT_TEXTS,
    colour_name,
    edition_name,
    level_line,
    level_name,
    option_name,
)
from screens.text.editions import edition_summary, takeback_text
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.lobby import alone_text, computers_text, options_screen_text, start_anyway_question
from screens.text.markup import capitalize
from screens.text.names import computer_label, computers_at
from screens.text.series import alone_at_rematch_text


def lobby_rows(table: WaitingTable) -> Rows:
    number = table.number
    return rows(
        [
            Button(ids.JoinId(number), _(Label.JOIN), Style.PRIMARY),
            Button(ids.StartId(number), _(Label.START), Style.SUCCESS),
            Button(ids.ComputersId(number), _(Label.COMPUTERS)),
            Button(ids.OpenOptionsId(number), _(Label.OPTIONS)),
        ]
    )


def start_anyway_screen(table: WaitingTable, options: TableOptions) -> Screen:
    """Return the question to a person who wants to begin a game with these options while the host sets it up."""
    start = Button(ids.StartAnywayId(table.number, options), _(Label.START), Style.SUCCESS)
    return Screen(start_anyway_question(table), row(start, Button(ids.WaitId(table.number), _(Label.WAIT))))


def alone_screen(table: WaitingTable, options: TableOptions) -> Screen:
    """Return the answer to a person who is alone at a table, and wanted to begin a game with these options."""
    text = alone_at_rematch_text(table) if table.invitation else alone_text(table)
    return Screen(text, row(*_alone_buttons(table.number, options)))


def _alone_buttons(number: int, options: TableOptions) -> tuple[Button, Button]:
    return (
        Button(ids.ComputerGameId(number, options), _(Label.PLAY_COMPUTER)),
        Button(ids.PracticeId(number, options), _(Label.PRACTICE)),
    )


def open_computer_game_button(style: Style = Style.SECONDARY) -> Button:
    """Return the button that begins a private game against a computer."""
    return Button(ids.OpenComputerGameId(), _(Label.PLAY_COMPUTER), style)


def open_table_button(style: Style = Style.SUCCESS) -> Button:
    return Button(ids.OpenTableId(), _(Label.OPEN_TABLE), style)


# What people at a table choose in private


ANY_COLOUR: Final = "any"
"""The value that stands for any free colour."""


def options_screen(table: WaitingTable, person_id: int) -> Screen:
    """Return the menus and buttons that a person at a table may use: those of the host, too, if they are the host."""
    is_organiser, number = person_id == table.organiser.id, table.number
    menus = [Menu(ids.ColourId(number), tuple(_colours(table, person_id)))]
    menus += _organiser_menus(table) if is_organiser else ()
    form = [Button(ids.OptionsFormId(number), _(Label.MORE_OPTIONS))] if is_organiser else []
    buttons = [*form, Button(ids.LeaveId(number), _(Label.LEAVE))]
    return Screen(options_screen_text(table, person_id), rows(*([one] for one in menus), buttons))


def _organiser_menus(table: WaitingTable) -> Iterator[Menu]:
    yield Menu(ids.OrderId(table.number), choices(order_names(), table.settings.order))
    yield Menu(ids.EditionId(table.number), tuple(_editions(table)))
    others = {str(one.id): one.name for one in table.people if one.id != table.organiser.id}
    if others:
        yield Menu(ids.SuccessorId(table.number), choices(others), _("Hand over to …"))


def _editions(table: WaitingTable) -> Iterator[Choice]:
    ready_made = _ready_made(table)
    for one in EDITIONS:
        yield Choice(edition_name(one), one, edition_summary(one), is_chosen=one == table.edition and not ready_made)
    for name, (label, summary) in READY_MADE_TEXTS.items():
        yield Choice(_(label), name, _(summary), is_chosen=name == ready_made)


def _ready_made(table: BaseTable) -> str | None:
    """Return which ready-made choice a table has; None for an edition with other options."""
    rules = ChosenRules(table.edition, table.options)
    return next((name for name, one in READY_MADE.items() if one == rules), None)


def edition_options(table: BaseTable, chosen: str) -> TableOptions:
    """Return the options that follow from a choice in the menu of editions: the edition alone takes back what was
    ready-made. Options that were chosen one by one stay.
    """
    options = with_ready_made(TableOptions(edition=chosen))
    return replace(options, options=()) if options.options is None and _ready_made(table) else options


def _colours(table: WaitingTable, person_id: int) -> Iterator[Choice]:
    own = table.colours.get(person_id)
    yield Choice(label=_("Any free colour"), value=ANY_COLOUR, is_chosen=own is None)
    for colour in Colour:
        if colour == own or colour in table.free_colours:
            yield Choice(label=colour_name(colour), value=colour, emoji=colour.mark, is_chosen=colour == own)


# Computers


OFFERED_LEVELS: Final = range(1, len(LEVELS) + 1)
"""The levels that people can choose, the weakest first."""


def computers_screen(table: WaitingTable) -> Screen:
    """Return the menus: one to add a computer while a seat is free, and one to take a computer away.

    A person who is alone can also begin at once.
    """
    menus: list[Menu] = []
    if seats_taken(table) < capacity(table):
        placeholder = _("Add another computer …") if table.computers else _("How well should it play?")
        menus.append(Menu(ids.AddComputerId(table.number), level_choices(), placeholder))
    if table.computers:
        # For each level, the computer that would go is named: the last one.
        sitting = {str(computer.level): computer_label(computer) for computer in computers_at(table)}
        menus.append(Menu(ids.RemoveComputerId(table.number), choices(sitting), _("Take a computer away …")))
    alone = _alone_buttons(table.number, NO_OPTIONS) if can_practice(table) else ()
    return Screen(computers_text(table), rows(*([one] for one in menus), alone))


def level_choices(chosen: int | None = None) -> tuple[Choice, ...]:
    """Return the levels that people can choose, each with a line that describes it."""
    labels = {str(level): capitalize(level_name(level)) for level in OFFERED_LEVELS}
    return choices(labels, str(chosen), notes={str(level): level_line(level) for level in OFFERED_LEVELS})


def offered_computer(level: str) -> Computer:
    """Return the computer of a chosen level; raise NotOfferedError where it is not offered, or not any more."""
    if not (level.isascii() and level.isdecimal() and len(level) < 4):
        raise NotOfferedError(level)
    if int(level) not in OFFERED_LEVELS:
        raise NotOfferedError(level_name(int(level)))
    return Computer(int(level))


# Options


TAKEBACK_SECONDS: Final = (0, 20, 60, 300, 600)
"""The choices of the form. A command takes any number in between."""

_SWITCHES: Final = {
    "rated": N_("Counts for ratings"),
    "aids": N_("Hints: fields, claims, score"),
    "thread": N_("Its own thread"),
}


def options_form(table: WaitingTable) -> Form:
    """Return the form of what is chosen beside the edition: its rule options, if it has some, and the settings."""
    settings = table.settings
    rule_options = {option: capitalize(option_name(option)) for option in EDITIONS[table.edition].options}
    offered = SwitchesField("options", _("Rule options"), choices(rule_options, *table.options))
    switches = {switch: _(text) for switch, text in _SWITCHES.items()}
    on = [switch for switch in _SWITCHES if getattr(settings, switch)]
    pace, timeout = pace_fields(settings)
    return Form(
        ids.OptionsFormId(table.number),
        _("Options for table #{number}").format(number=table.number),
        (
            *([offered] if rule_options else []),
            pace,
            SwitchesField("besides", _("Hints, thread, ratings"), choices(switches, *on)),
            timeout,
            ChoiceField("takeback", _("Time to undo a turn"), choices(_undo_times(settings), str(settings.takeback))),
        ),
    )


def rules_fields(edition: str, rule_options: Sequence[str], settings: TableSettings) -> tuple[Field, ...]:
    """Return the fields of the edition, of the rule options of all editions, and of what is on or off."""
    editions = tuple(Choice(edition_name(one), one, edition_summary(one), is_chosen=one == edition) for one in EDITIONS)
    options = {option: capitalize(option_name(option)) for one in EDITIONS.values() for option in one.options}
    switches = {switch: _(text) for switch, text in _SWITCHES.items()}
    on = [switch for switch in _SWITCHES if getattr(settings, switch)]
    return (
        ChoiceField("edition", _("Rules"), editions),
        SwitchesField("options", _("Rule options"), choices(options, *rule_options), _("Not every edition has them")),
        SwitchesField("besides", _("Hints, thread, ratings"), choices(switches, *on)),
    )


def _undo_times(settings: TableSettings) -> dict[str, str]:
    return {str(one): capitalize(takeback_text(one)) for one in sorted({*TAKEBACK_SECONDS, settings.takeback})}


def pace_fields(settings: TableSettings) -> tuple[Field, Field]:
    """Return the fields for the time for a turn, and for what happens after it."""
    paces = {NO_PACE: capitalize(_(NO_PACE_TEXT))} | {pace: _(text) for pace, text in PACE_NAMES.items()}
    timeouts: dict[str, str] = {timeout: capitalize(_(text)) for timeout, text in TIMEOUT_TEXTS.items()}
    return (
        ChoiceField("pace", _("Time limit for a turn"), choices(paces, settings.pace or NO_PACE)),
        ChoiceField("timeout", _("When time's up"), choices(timeouts, settings.timeout)),
    )


def order_names() -> dict[str, str]:
    """Return what each order of the seats is called, by its value."""
    return {order: capitalize(_(text)) for order, text in ORDER_TEXTS.items()}


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
    "order": lambda values: {"order": SeatOrder(values[0])},
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


def offered_only(chosen: TableOptions, edition: str) -> tuple[TableOptions, tuple[str, ...]]:
    """Return the options chosen in a form without the rule options that do not fit, and those.

    The form cannot change while somebody fills it in, and ``edition`` is the one that the table plays by now. A form of
    before has an edition of its own.
    """
    edition = chosen.edition or edition
    if edition not in EDITIONS or chosen.options is None:
        return chosen, ()
    kept = offered_options(edition, chosen.options)
    left_out = tuple(option for option in chosen.options if option in EXPANSIONS and option not in kept)
    rest = tuple(option for option in chosen.options if option not in left_out)
    return replace(chosen, options=rest), left_out
