"""Texts of a waiting table: who has joined, the options, and what to do next."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from cogs.text.colours import colour_name
from cogs.text.editions import edition_text
from cogs.text.formatting import bold_label, capitalize, join_lines, safe_name, subtext
from cogs.text.i18n import N_, _, ngettext
from cogs.text.links import lobby_url
from cogs.text.options import option_texts
from cogs.text.rematch import invitation_line, rematch_lines
from cogs.text.status import status_text
from host import BaseTable, ClosedTable, Person, SeatOrder, Table, TableOptions, TableSettings, WaitingTable, capacity

NO_COLOUR: Final = "▫️"
JOIN_LABEL: Final = N_("Join")
START_LABEL: Final = N_("Start")
OPTIONS_LABEL: Final = N_("Options")
PRACTICE_LABEL: Final = N_("Practice")
"""The labels of buttons that texts name."""
OPEN_TABLE_LABEL: Final = N_("Open a table")
"""The label of the button that does what ``/join`` does."""


def lobby_text(table: Table) -> str:
    """Return the status message of a table, whether it waits, plays, or is over."""
    if isinstance(table, ClosedTable):
        return _("Table #{number} is closed.").format(number=table.number)
    if isinstance(table, WaitingTable):
        lines = [_headline(table), *rematch_lines(table), *_roster(table), *_chosen_lines(table)]
        return join_lines([*lines, invitation_line(table) if table.rematch else _next_line(table)])
    return status_text(table)


def _headline(table: WaitingTable) -> str:
    players, most = len(table.people), capacity(table)
    text = ngettext(
        "**Table #{number}** · {players} of {most} seats taken",
        "**Table #{number}** · {players} of {most} seats taken",
        players,
    )
    return text.format(number=table.number, players=players, most=most)


def _roster(table: WaitingTable) -> Iterator[str]:
    for person in table.people:
        yield f"{_mark(table, person)} {_role(table, person)}"


def _mark(table: WaitingTable, person: Person) -> str:
    colour = table.colours.get(person.id)
    return colour.mark if colour else NO_COLOUR


def _role(table: WaitingTable, person: Person) -> str:
    if person.id != table.organiser.id:
        return safe_name(person.name)
    return _("**{name}** (host)").format(name=safe_name(person.name))


def _chosen_lines(table: WaitingTable) -> Iterator[str]:
    yield _("Rules: {edition}").format(edition=edition_text(table.edition, table.options))
    shown = _shown_options(table.settings)
    if table.rematch and shown.order is SeatOrder.JOINED:  # the line about the rematch says who goes first
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


def can_practice(table: WaitingTable) -> bool:
    """Say whether a table offers a practice game: one person sits there, and nobody is asked to a rematch."""
    return len(table.people) == 1 and table.rematch is None


def _next_line(table: WaitingTable) -> str:
    if can_practice(table):
        text = _("Who's in? Press {join}, then {start}, or {practice} to try it alone.")
    else:
        text = _("Anyone else? Press {join}, or {start} to begin.")
    if len(table.people) == capacity(table):
        text = _("The table is full. Press {start} to begin.")
    labels = {"join": JOIN_LABEL, "start": START_LABEL, "practice": PRACTICE_LABEL}
    return text.format(**{name: bold_label(label) for name, label in labels.items()})


def joined_text(table: BaseTable) -> str:
    """Tell a person at which table they have taken a seat. If they are alone, add a link to invite others."""
    text = _("You're at table #{number}.").format(number=table.number)
    if len(table.people) > 1 or (url := lobby_url(table)) is None:
        return text
    invitation = _("Invite friends with this link: {link}")
    return f"{text} {invitation.format(link=url)}"


def left_text(table: BaseTable) -> str:
    """Tell a person which table they have left."""
    return _("You've left table #{number}.").format(number=table.number)


def removed_text(table: BaseTable, name: str) -> str:
    """Tell the person who starts a game that somebody has left the server, and the table with it."""
    text = _("{name} has left this server, so the seat at table #{number} is free.")
    return text.format(name=safe_name(name), number=table.number)


def table_closed_text(number: int, name: str) -> str:
    """Say that a server manager has closed a table."""
    return _("{name} closed table #{number}.").format(number=number, name=safe_name(name))


def alone_text(table: WaitingTable) -> str:
    """Tell a person who is alone at a table how to invite others, and offer a practice game."""
    url, practice = lobby_url(table), bold_label(PRACTICE_LABEL)
    if url is None:
        text = _("You're the only one here so far. Wait for friends, or play right now: {practice}.")
    else:
        text = _("You're the only one here so far. Invite friends with {link}, or play right now: {practice}.")
    return text.format(link=url, practice=practice)


def seats_text(table: WaitingTable, person_id: int) -> str:
    """Say which colour a person has, and what the host may choose."""
    colour = table.colours.get(person_id)
    own = _("At table #{number} you get any free colour.").format(number=table.number)
    if colour:
        text = _("At table #{number} you play {mark} {colour}.")
        own = text.format(number=table.number, mark=colour.mark, colour=colour_name(colour))
    if person_id != table.organiser.id:
        return own
    host = _("You're the host, so you choose the order of play.")
    if len(table.people) > 1:
        host = _("You're the host: choose the order of play, or hand the table over.")
    return f"{own} {host}"
