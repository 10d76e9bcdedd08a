"""A sentence for every error of the host about opening a table, and about one that waits for players."""

from cogs.text.colours import colour_name
from cogs.text.commands import command_mention
from cogs.text.formatting import safe_name, short_list, word_list
from cogs.text.i18n import _, ngettext
from cogs.text.lobby import JOIN_LABEL, PLAY_COMPUTER_LABEL, PRACTICE_LABEL, START_LABEL, can_practice
from cogs.text.table import MAX_PLACES, people_at, public_label, table_place
from host.errors import ChannelClosedError
from host.model.table_errors import (
    AloneError,
    AlreadySeatedError,
    ColourTakenError,
    NotAloneError,
    NotOrganiserError,
    ServerFullError,
    SuccessorLeftError,
    TableFullError,
    TooManyOwnTablesError,
    TooManyPlayersError,
)


def already_seated_text(error: AlreadySeatedError) -> str:
    """Say that the person sits there, and how the game begins."""
    table = error.table
    text = _("You're already at table #{number}. Press {start} to begin.")
    if can_practice(table):
        text = _("You're already at table #{number}. Wait for friends, or play right now: {computer} or {practice}.")
    labels = {"start": START_LABEL, "computer": PLAY_COMPUTER_LABEL, "practice": PRACTICE_LABEL}
    return text.format(number=table.number, **{name: public_label(table, label) for name, label in labels.items()})


def table_full_text(error: TableFullError) -> str:
    """Say that every seat is taken by a person."""
    text = _("Table #{number} is full: it has {most} seats. Open another table with {join}.")
    return text.format(number=error.table.number, most=error.most, join=command_mention("join"))


def only_one_text(error: AloneError) -> str:
    """Say that a game needs more people."""
    text = _(
        "You're the only one at table #{number} so far. Invite friends to press {join}: a game needs 2 to 5 players."
    )
    return text.format(number=error.table.number, join=public_label(error.table, JOIN_LABEL))


def not_alone_text(error: NotAloneError) -> str:
    """Say that others sit there, so the person cannot begin alone."""
    text = _("You're not alone at table #{number} any more: {people} are there. Press {start} instead.")
    start = public_label(error.table, START_LABEL)
    return text.format(number=error.table.number, people=people_at(error.table), start=start)


def too_many_players_text(error: TooManyPlayersError) -> str:
    """Say that an edition has too few seats for the players."""
    text = _("There are {players} of you at table #{number}, but this edition takes {most} at most. Choose another.")
    if error.table.computers:
        text = _("Table #{number} has {players} players, but this edition takes {most}. Take a computer away first.")
    return text.format(players=error.players, number=error.table.number, most=error.most)


def not_organiser_text(error: NotOrganiserError) -> str:
    """Say who may choose."""
    table = error.table
    text = _("Only the host of table #{number} can change that. Ask {host}.")
    return text.format(host=safe_name(table.organiser.name), number=table.number)


def colour_taken_text(error: ColourTakenError) -> str:
    """Say which colours are free."""
    table = error.table
    free = word_list([colour_name(colour) for colour in table.free_colours], "or")
    text = _("At table #{number}, {colour} is taken. Still free: {free}.")
    return text.format(number=table.number, colour=colour_name(error.colour), free=free)


def successor_left_text(error: SuccessorLeftError) -> str:
    """Say that the person cannot be the next host."""
    text = _("That player has left table #{number}, so you're still the host. Choose someone else.")
    return text.format(number=error.table.number)


def channel_closed_text(error: ChannelClosedError) -> str:
    """Say where tables can be opened."""
    text = _("On this server you can open tables only in {channels}.")
    return text.format(channels=short_list([f"<#{channel}>" for channel in error.channels], MAX_PLACES))


def server_full_text(error: ServerFullError) -> str:
    """Say that the server has as many tables as it allows."""
    text = ngettext(
        "This server allows {most} table at a time. Wait until it's free.",
        "This server allows {most} tables at a time. Wait until one is free.",
        error.most,
    )
    if error.tables:
        text = ngettext(
            "This server allows {most} table at a time. There's a free seat at {tables}.",
            "This server allows {most} tables at a time. There's a free seat at {tables}.",
            error.most,
        )
    return text.format(most=error.most, tables=short_list(list(map(table_place, error.tables)), MAX_PLACES))


def too_many_own_tables_text(error: TooManyOwnTablesError) -> str:
    """Say that the person is alone at too many tables."""
    numbers = word_list([f"#{table.number}" for table in error.tables])
    text = _("You already have {most} tables to yourself ({numbers}). Leave or end one first.")
    return text.format(most=error.most, numbers=numbers)
