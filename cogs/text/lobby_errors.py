"""A sentence for every error of the host about opening a table, and about one that waits for players."""

from cogs.text.choices import colour_name
from cogs.text.i18n import _, ngettext
from cogs.text.labels import JOIN_LABEL, PLAY_COMPUTER_LABEL, PRACTICE_LABEL, START_LABEL
from cogs.text.markup import command_mention, safe_name, short_list, word_list
from cogs.text.names import MAX_PLACES, board_link, game_name, lobby_link, people_at, public_label, table_place
from host import (
    AloneError,
    AlreadySeatedError,
    ChannelClosedError,
    ColourTakenError,
    NobodyLeftError,
    NoSeatForComputerError,
    NoSeriesError,
    NoSuchComputerError,
    NotAloneError,
    NotAPlayerError,
    NotInvitedError,
    NotOrganiserError,
    NotOverError,
    RematchExistsError,
    SeriesRunsError,
    ServerFullError,
    SuccessorLeftError,
    TableFullError,
    TooManyOwnTablesError,
    TooManyPlayersError,
    WaitingTable,
    can_begin_series,
    can_practice,
    is_nameless,
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


def not_a_player_text(error: NotAPlayerError) -> str:
    """Tell a person who has not played a game that they cannot repeat it."""
    text = _("Only the players of {game} can press that. {join} gets you a seat at another table.")
    return text.format(game=game_name(error.table), join=command_mention("join"))


def not_invited_text(error: NotInvitedError) -> str:
    """Tell a person that a rematch is for others."""
    people = error.table.rematch.people if error.table.rematch else ()
    names = word_list([safe_name(person.name) for person in people if not is_nameless(person.id)])
    text = _("Table #{number} is a rematch for {people}. {join} gets you a seat at another table.")
    return text.format(number=error.table.number, people=names, join=command_mention("join"))


def not_over_text(error: NotOverError) -> str:
    """Say that a game still runs."""
    text = _("{game} isn't over yet ({board}). Ask for a rematch after the last turn.")
    return text.format(game=game_name(error.table), board=board_link(error.table))


def rematch_exists_text(error: RematchExistsError) -> str:
    """Say where the rematch of a game is."""
    table = error.table
    if isinstance(table, WaitingTable):
        text = _("A rematch is already waiting: {link}. Join it there, or press **Leave** there first.")
        return text.format(link=lobby_link(table))
    text = _("This rematch has already begun: {game} ({board}). When it's over, press **Rematch** or **Series** there.")
    if table.status.is_over:
        text = _("This rematch is over: {game} ({board}). You can play on from its last message.")
    return text.format(game=game_name(table), board=board_link(table))


def nobody_left_text(error: NobodyLeftError) -> str:
    """Say that there is nobody to play with again."""
    text = _("Nobody else from this game is on this server any more. {join} opens a new table.")
    return text.format(join=command_mention("join"))


def no_series_text(error: NoSeriesError) -> str:
    """Say that a game belongs to no series that goes on, or cannot begin one."""
    if can_begin_series(error.table):
        return _("This series is over. **Rematch** or **Series** starts a new one.")
    return _("A series needs two people or more. **Rematch** plays this game again.")


def series_runs_text(error: SeriesRunsError) -> str:
    """Say that a game belongs to a series already."""
    return _("A series is already on. Press **Next game**, or **End series** first.")


def no_seat_for_computer_text(error: NoSeatForComputerError) -> str:
    """Say that every seat is taken, so no computer can be added."""
    text = _("Table #{number} has no free seat for a computer. Wait until someone leaves, or take a computer away.")
    return text.format(number=error.table.number)


def no_such_computer_text(error: NoSuchComputerError) -> str:
    """Say that a computer that was to be taken away is not there any more."""
    return _("That computer isn't at table #{number} any more.").format(number=error.table.number)
