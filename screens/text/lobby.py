"""Texts of a waiting table: who has joined, the options, and what to do next. Its message stays when it plays."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from host.model.controllers import Person
from host.model.lobby_rules import can_practice, capacity, seats_taken
from host.model.table import BaseTable, ClosedTable, Table, WaitingTable
from host.model.table_options import SeatOrder, TableOptions, TableSettings
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


def lobby_text(table: Table) -> str:
    """Return the status message of a table, whether it waits, plays, or is over."""
    if isinstance(table, ClosedTable):
        return fill(_("Table #{number} is closed."), table)
    if not isinstance(table, WaitingTable):
        return status_text(table)
    lines = [_headline(table), *rematch_lines(table), *_roster(table), *_chosen_lines(table)]
    lines += [invitation_line(table) if table.invitation else _next_line(table), *_computer_hint(table)]
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
    """Return the options that the message shows: no defaults, and no timeout if there is no limit of time."""
    return TableOptions(
        pace=settings.pace,
        aids=settings.aids,
        takeback=settings.takeback,
        order=settings.order,
        thread=settings.thread or None,
        rated=None if settings.rated else False,
        timeout=settings.timeout if settings.pace else None,
    )


def _next_line(table: WaitingTable) -> str:
    if can_practice(table):
        text = _("Who's in? Press {join}, then {start}, or play right now: {computer} or {practice}.")
    else:
        text = _("Anyone else? Press {join}, or {start} to begin.")
    if len(table.people) == capacity(table):
        text = _("The table is full. Press {start} to begin.")
    elif seats_taken(table) == capacity(table):
        text = _("Press {start} to begin. If someone joins, a computer makes room.")
    labels = {"join": Label.JOIN, "start": Label.START, "computer": Label.PLAY_COMPUTER, "practice": Label.PRACTICE}
    return text.format(**{name: bold_label(label) for name, label in labels.items()})


def _computer_hint(table: WaitingTable) -> Iterator[str]:
    """Tell the buttons about computers apart, where both are offered."""
    if can_practice(table):
        text = _("Press {add} to choose how many computers play, and how well.")
        yield fill(text, add=bold_label(Label.ADD_COMPUTER))


def begins_text(number: int) -> str:
    return _("Game #{number} begins!").format(number=number)


def joined_text(table: BaseTable) -> str:
    text, url = _("You're at table #{number}."), lobby_url(table)
    if len(table.people) == 1 and url is not None:
        text += " " + _("Invite friends with this link: {link}")
    return fill(text, table, link=url)


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


def computers_label(table: WaitingTable) -> str:
    return Label.COMPUTERS if table.computers else Label.ADD_COMPUTER


def computers_text(table: WaitingTable) -> str:
    names = [safe_name(name) for name in table_names(table)[len(table.people) :]]
    if not names:
        return fill(_("Which computer should play at table #{number}? A game with a computer isn't rated."), table)
    head = fill(_("At table #{number}: {computers}."), table, computers=names)
    if seats_taken(table) < capacity(table):
        return head
    return head + " " + _("If someone joins, a computer makes room.")


def seats_text(table: WaitingTable, person_id: int) -> str:
    colour = table.colours.get(person_id)
    text = _("At table #{number} you get any free colour.")
    if colour:
        text = _("At table #{number} you play {mark} {colour}.")
    own = fill(text, table, mark=colour.mark if colour else "", colour=colour)
    if person_id != table.organiser.id:
        return own
    host = _("You're the host, so you choose the order of play.")
    if len(table.people) > 1:
        host = _("You're the host: choose the order of play, or hand the table over.")
    return f"{own} {host}"
