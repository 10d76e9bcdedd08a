"""Texts of a waiting table: who has joined, the options, and what to do next. Its message stays when it plays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from host.model.controllers import Person
from host.model.lobby_rules import can_practice, capacity, seats_taken
from host.model.table import BaseTable, ClosedTable, Table, WaitingTable
from host.model.table_options import CHOICES, DEFAULT_SETTINGS, SeatOrder, TableOptions, TableSettings
from screens.text.editions import edition_text, option_texts
from screens.text.i18n import N_, _, ngettext
from screens.text.labels import Label
from screens.text.markup import bold_label, capitalize, join_lines, safe_name, subtext
from screens.text.names import lobby_url, table_names
from screens.text.placeholders import fill, table_text
from screens.text.series import invitation_line, rematch_lines
from screens.text.status import status_text

_NO_COLOUR: Final = "▫️"


left_text = table_text(N_("You've left table #{number}."))
start_anyway_question = table_text(N_("{host} is still setting up table #{number}. Start anyway?"))
waiting_text = table_text(N_("Table #{number} waits for {host}."))


def lobby_text(table: Table) -> str:
    """Return the status message of a table, whether it waits, plays, or is over."""
    if isinstance(table, ClosedTable):
        return fill(_("Table #{number} is closed."), table)
    if not isinstance(table, WaitingTable):
        return status_text(table)
    lines = [_headline(table), *rematch_lines(table), *_roster(table), *_chosen_lines(table)]
    lines += [invitation_line(table)] if table.invitation else _next_lines(table)
    return join_lines(lines)


def _headline(table: WaitingTable) -> str:
    players, most = seats_taken(table), capacity(table)
    text = ngettext(
        "**Table #{number}** · {players} of {most} seats taken",
        "**Table #{number}** · {players} of {most} seats taken",
        players,
    )
    return fill(text, table, players=players, most=most)


def _roster(table: WaitingTable) -> Iterator[str]:
    for person in table.people:
        colour = table.colours.get(person.id)
        yield f"{colour.mark if colour else _NO_COLOUR} {_role(table, person)}"
    for name in table_names(table)[len(table.people) :]:
        yield safe_name(name)


def _role(table: WaitingTable, person: Person) -> str:
    if person.id != table.organiser.id:
        return safe_name(person.name)
    return fill(_("**{name}** (host)"), name=person)


def _chosen_lines(table: WaitingTable) -> Iterator[str]:
    yield _("Rules: {edition}").format(edition=edition_text(table.edition, table.options))
    shown = _shown_options(table.settings)
    if table.computers:
        shown = replace(shown, rated=False)
    if table.invitation and shown.order is SeatOrder.JOINED:  # the line about the rematch says who goes first
        shown = replace(shown, order=None)
    yield subtext(capitalize(" · ".join(option_texts(shown))))


def _shown_options(settings: TableSettings) -> TableOptions:
    """Return the options that the message shows: the time limit, and what is not as usual."""
    names = [name for name in CHOICES if name != "language" and (settings.pace or name != "timeout")]
    chosen = {name: getattr(settings, name) for name in names}
    changed = {name: value for name, value in chosen.items() if value != getattr(DEFAULT_SETTINGS, name)}
    return TableOptions(**{**changed, "pace": settings.pace})


def _next_lines(table: WaitingTable) -> Iterator[str]:
    """Yield a line about what the buttons do not say: how a game begins, and who makes room."""
    if can_practice(table):
        yield fill(
            _("Who's in? Press {join}, then {start}."), join=bold_label(Label.JOIN), start=bold_label(Label.START)
        )
    elif len(table.people) < capacity(table) == seats_taken(table):
        yield _("If someone joins, a computer makes room.")


def begins_text(number: int) -> str:
    return _("Game #{number} begins!").format(number=number)


def joined_text(table: BaseTable, full: WaitingTable | None = None) -> str:
    """Return where somebody sits now. If a table was opened because another one is ``full``, it says so."""
    text, url = _("You're at table #{number}."), lobby_url(table)
    if full:
        text = _("Table {full} is full, so you've opened table #{number}.")
    if len(table.people) == 1 and url is not None:
        text += " " + _("Friends find it [with this link]({link}).")
    return fill(text, table, link=url, full=full)


def removed_text(table: BaseTable, name: str) -> str:
    text = _("{name} has left this server, so the seat at table #{number} is free.")
    return fill(text, table, name=safe_name(name))


def table_closed_text(number: int, name: str) -> str:
    return _("{name} closed table #{number}.").format(number=number, name=safe_name(name))


def alone_text(table: WaitingTable) -> str:
    url = lobby_url(table)
    text = _("You're the only one here so far. Wait for friends, or play right now: {computer} or {practice}.")
    if url is not None:
        text = _(
            "You're the only one here so far. Invite friends with {link}, or play right now: {computer} or {practice}."
        )
    return fill(text, link=url, computer=bold_label(Label.PLAY_COMPUTER), practice=bold_label(Label.PRACTICE))


def computers_text(table: WaitingTable) -> str:
    names = [safe_name(name) for name in table_names(table)[len(table.people) :]]
    if not names:
        text = fill(_("Which computer should play at table #{number}? A game with a computer isn't rated."), table)
        return join_lines([text, *_play_now_lines(table)])
    head = fill(_("At table #{number}: {computers}."), table, computers=names)
    if seats_taken(table) < capacity(table):
        return head
    return head + " " + _("If someone joins, a computer makes room.")


def _play_now_lines(table: WaitingTable) -> Iterator[str]:
    if can_practice(table):
        text = _("Or play right now: {computer} or {practice}.")
        yield fill(text, computer=bold_label(Label.PLAY_COMPUTER), practice=bold_label(Label.PRACTICE))


def options_screen_text(table: WaitingTable, person_id: int) -> str:
    """Return the text above what a person at a table chooses in private."""
    colour = table.colours.get(person_id)
    own = _("Your colour: any that's free.")
    if colour:
        own = fill(_("Your colour: {mark} {colour}."), mark=colour.mark, colour=colour)
    if person_id != table.organiser.id:
        return own
    return own + " " + _("You're the host: choose who goes first, and the rules.")
