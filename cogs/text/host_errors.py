"""A sentence for every error of the host."""

from functools import singledispatch
from typing import Final

from cogs.text.board import BOARD_LABEL
from cogs.text.choices import FOLLOW_NAMES, choice_name
from cogs.text.clock_errors import (
    bad_date_text,
    bad_hours_text,
    bad_time_of_day_text,
    not_late_text,
    not_on_vacation_text,
    on_vacation_text,
    own_turn_late_text,
    past_time_text,
    seat_no_longer_open_text,
    unknown_zone_text,
    vacation_backwards_text,
    vacation_too_long_text,
    vote_over_text,
)
from cogs.text.colours import colour_name
from cogs.text.commands import command_mention
from cogs.text.consent import not_asked_text
from cogs.text.formatting import bold_label, quote, safe_labels, safe_name, short_list, word_list
from cogs.text.i18n import _, ngettext, use_language
from cogs.text.links import board_link, lobby_link
from cogs.text.lobby import (
    JOIN_LABEL,
    PLAY_COMPUTER_LABEL,
    PRACTICE_LABEL,
    START_LABEL,
    can_practice,
    no_seat_for_computer_text,
    no_such_computer_text,
)
from cogs.text.rematch import (
    no_series_text,
    nobody_left_text,
    not_a_player_text,
    not_invited_text,
    not_over_text,
    rematch_exists_text,
    series_runs_text,
)
from cogs.text.seat_errors import (
    computers_seat_text,
    no_such_seat_text,
    nobody_else_text,
    seat_resigned_text,
    sits_there_text,
)
from cogs.text.storage_errors import (
    bad_url_text,
    damaged_database_text,
    damaged_page_text,
    database_away_text,
    database_locked_text,
    database_refused_text,
    disk_full_text,
    file_in_use_text,
    missing_driver_text,
    newer_database_text,
    not_a_file_text,
    not_in_a_file_text,
    read_only_text,
)
from cogs.text.table import table_language
from cogs.text.takeback import not_your_takeback_text, turn_pending_text
from cogs.text.undo import no_turn_yet_text, resigned_since_text, undo_already_asked_text
from host import (
    AloneError,
    AlreadyImportedError,
    AlreadySeatedError,
    AlreadyStartedError,
    BaseTable,
    ChannelClosedError,
    ClosedTable,
    ColourTakenError,
    GameOverError,
    HostError,
    NoSuchPlayerError,
    NoSuchTableError,
    NoTableHereError,
    NotAloneError,
    NotAskedError,
    NotFinishedError,
    NotOfferedError,
    NotOrganiserError,
    NotSeatedError,
    NotStartedError,
    NoTurnYetError,
    NotYourTakebackError,
    NotYourTurnError,
    QuarantinedError,
    ResignedError,
    ResignedSinceError,
    RunningTable,
    ServerFullError,
    StaleError,
    StillSeatedError,
    SuccessorLeftError,
    Table,
    TableFullError,
    TooManyFollowedError,
    TooManyOwnTablesError,
    TooManyPlayersError,
    TurnPendingError,
    UndoAskedError,
    UnreadableTableNumberError,
)

_MAX_LISTED: Final = 8


@singledispatch
def host_error_text(error: HostError) -> str:
    """Return a sentence that says why a command was refused. Each class of errors has its function below."""
    raise NotImplementedError(str(error))


host_error_text.register(not_late_text)
host_error_text.register(vote_over_text)
host_error_text.register(own_turn_late_text)
host_error_text.register(seat_no_longer_open_text)
host_error_text.register(no_such_seat_text)
host_error_text.register(seat_resigned_text)
host_error_text.register(computers_seat_text)
host_error_text.register(nobody_else_text)
host_error_text.register(sits_there_text)
host_error_text.register(unknown_zone_text)
host_error_text.register(bad_hours_text)
host_error_text.register(bad_time_of_day_text)
host_error_text.register(bad_date_text)
host_error_text.register(past_time_text)
host_error_text.register(vacation_backwards_text)
host_error_text.register(vacation_too_long_text)
host_error_text.register(on_vacation_text)
host_error_text.register(not_on_vacation_text)
host_error_text.register(file_in_use_text)
host_error_text.register(bad_url_text)
host_error_text.register(damaged_database_text)
host_error_text.register(not_a_file_text)
host_error_text.register(database_locked_text)
host_error_text.register(damaged_page_text)
host_error_text.register(disk_full_text)
host_error_text.register(database_away_text)
host_error_text.register(database_refused_text)
host_error_text.register(missing_driver_text)
host_error_text.register(not_in_a_file_text)
host_error_text.register(read_only_text)
host_error_text.register(newer_database_text)
host_error_text.register(not_a_player_text)
host_error_text.register(not_invited_text)
host_error_text.register(not_over_text)
host_error_text.register(rematch_exists_text)
host_error_text.register(nobody_left_text)
host_error_text.register(no_series_text)
host_error_text.register(series_runs_text)
host_error_text.register(no_seat_for_computer_text)
host_error_text.register(no_such_computer_text)


@host_error_text.register
def _not_offered(error: NotOfferedError) -> str:
    return _("{value} isn't a choice here. Pick one from the list.").format(value=quote(error.value))


@host_error_text.register
def _unreadable_table_number(error: UnreadableTableNumberError) -> str:
    text = _("{text} isn't a game's number like #12. Find yours with {games}.")
    return text.format(text=quote(error.text), games=command_mention("games"))


@host_error_text.register
def _no_such_table(error: NoSuchTableError) -> str:
    text = _("I can't see a game #{number} here. Find yours with {games}.")
    return text.format(number=error.number, games=command_mention("games"))


@host_error_text.register
def _no_table_here(error: NoTableHereError) -> str:
    if error.here:
        text = _("Game #{number} is running here, and no table is waiting for players. Open one with {join}.")
        return text.format(number=error.here[-1].number, join=command_mention("join"))
    if error.elsewhere:
        text = _("There's no game here, but you're at {tables}. Go there, or use the option `game`.")
        return text.format(tables=short_list(list(map(_table_place, error.elsewhere)), _MAX_LISTED))
    text = _("There's no game here yet. Open a table with {join}.")
    return text.format(join=command_mention("join"))


def _table_place(table: BaseTable) -> str:
    """Return the number of a table, and its channel."""
    return f"#{table.number} (<#{table.venue.channel}>)"


@host_error_text.register
def _not_seated(error: NotSeatedError) -> str:
    table = error.table
    text = _("You aren't at table #{number}. Press {join} to take a seat.")
    if isinstance(table, RunningTable):
        text = ngettext(
            "You aren't in game #{number}: {people} is playing it. Press {board} to watch.",
            "You aren't in game #{number}: {people} are playing it. Press {board} to watch.",
            len(table.people),
        )
    join, board = (_public_label(table, label) for label in (JOIN_LABEL, BOARD_LABEL))
    return text.format(number=table.number, people=_people(table), join=join, board=board)


@host_error_text.register
def _already_seated(error: AlreadySeatedError) -> str:
    table = error.table
    text = _("You're already at table #{number}. Press {start} to begin.")
    if can_practice(table):
        text = _("You're already at table #{number}. Wait for friends, or play right now: {computer} or {practice}.")
    labels = {"start": START_LABEL, "computer": PLAY_COMPUTER_LABEL, "practice": PRACTICE_LABEL}
    return text.format(number=table.number, **{name: _public_label(table, label) for name, label in labels.items()})


@host_error_text.register
def _table_full(error: TableFullError) -> str:
    text = _("Table #{number} is full: it has {most} seats. Open another table with {join}.")
    return text.format(number=error.table.number, most=error.most, join=command_mention("join"))


@host_error_text.register
def _already_started(error: AlreadyStartedError) -> str:
    text = _("Game #{number} has already begun. To leave it, use {resign}.")
    return text.format(number=error.table.number, resign=command_mention("resign"))


@host_error_text.register
def _not_started(error: NotStartedError) -> str:
    if isinstance(error.table, ClosedTable):
        return _closed(error.table)
    text = _("Game #{number} hasn't begun yet. Press {start} at the {table}.")
    start, link = _public_label(error.table, START_LABEL), lobby_link(error.table)
    return text.format(number=error.table.number, start=start, table=link)


def _closed(table: ClosedTable) -> str:
    text = _("Table #{number} is closed. Open another with {join}.")
    return text.format(number=table.number, join=command_mention("join"))


@host_error_text.register
def _game_over(error: GameOverError) -> str:
    if isinstance(error.table, ClosedTable):
        return _closed(error.table)
    text = _("Game #{number} is over. Open a new table with {join}.")
    return text.format(number=error.table.number, join=command_mention("join"))


@host_error_text.register
def _not_your_turn(error: NotYourTurnError) -> str:
    table = error.table
    text = _("It's {name}'s turn in game #{number}, not yours. I'll tell you when it is.")
    return text.format(name=safe_labels(table)[error.to_move.number], number=table.number)


@host_error_text.register
def _turn_pending(error: TurnPendingError) -> str:
    return turn_pending_text(error.table, error.pending)


@host_error_text.register
def _not_your_takeback(error: NotYourTakebackError) -> str:
    return not_your_takeback_text(error.table, error.pending)


@host_error_text.register
def _no_turn_yet(error: NoTurnYetError) -> str:
    return no_turn_yet_text(error.table)


@host_error_text.register
def _resigned_since(error: ResignedSinceError) -> str:
    return resigned_since_text(error.table, error.seat.number)


@host_error_text.register
def _undo_asked(error: UndoAskedError) -> str:
    return undo_already_asked_text(error.table, error.request)


@host_error_text.register
def _not_asked(error: NotAskedError) -> str:
    return not_asked_text(error.table)


@host_error_text.register
def _stale(error: StaleError) -> str:
    table = error.table
    text = _("That turn of game #{number} is over. Here's {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))


@host_error_text.register
def _alone(error: AloneError) -> str:
    text = _(
        "You're the only one at table #{number} so far. Invite friends to press {join}: a game needs 2 to 5 players."
    )
    return text.format(number=error.table.number, join=_public_label(error.table, JOIN_LABEL))


@host_error_text.register
def _not_alone(error: NotAloneError) -> str:
    text = _("You're not alone at table #{number} any more: {people} are there. Press {start} instead.")
    start = _public_label(error.table, START_LABEL)
    return text.format(number=error.table.number, people=_people(error.table), start=start)


@host_error_text.register
def _too_many_players(error: TooManyPlayersError) -> str:
    text = _("There are {players} of you at table #{number}, but this edition takes {most} at most. Choose another.")
    if error.table.computers:
        text = _("Table #{number} has {players} players, but this edition takes {most}. Take a computer away first.")
    return text.format(players=error.players, number=error.table.number, most=error.most)


@host_error_text.register
def _not_organiser(error: NotOrganiserError) -> str:
    table = error.table
    text = _("Only the host of table #{number} can change that. Ask {host}.")
    return text.format(host=safe_name(table.organiser.name), number=table.number)


@host_error_text.register
def _colour_taken(error: ColourTakenError) -> str:
    table = error.table
    free = word_list([colour_name(colour) for colour in table.free_colours], "or")
    text = _("At table #{number}, {colour} is taken. Still free: {free}.")
    return text.format(number=table.number, colour=colour_name(error.colour), free=free)


@host_error_text.register
def _successor_left(error: SuccessorLeftError) -> str:
    text = _("That player has left table #{number}, so you're still the host. Choose someone else.")
    return text.format(number=error.table.number)


@host_error_text.register
def _resigned(error: ResignedError) -> str:
    text = _("You resigned from game #{number}, so you can only watch it now. Press {board}.")
    return text.format(number=error.table.number, board=_public_label(error.table, BOARD_LABEL))


@host_error_text.register
def _quarantined(error: QuarantinedError) -> str:
    text = _("Game #{number} is paused because its saved moves are damaged. Ask the bot's owner to repair it.")
    words = text.format(number=error.number)
    if not error.scores:
        return words
    scores = word_list([str(score) for score in error.scores])
    final = _("Its final scores were {scores}.")
    return f"{words} {final.format(scores=scores)}"


def _public_label(table: BaseTable, label: str) -> str:
    """Return the label of a button of a public message, in the language of the table."""
    with use_language(table_language(table)):
        return bold_label(label)


def _people(table: Table) -> str:
    return word_list([safe_name(person.name) for person in table.people])


@host_error_text.register
def _channel_closed(error: ChannelClosedError) -> str:
    text = _("On this server you can open tables only in {channels}.")
    return text.format(channels=short_list([f"<#{channel}>" for channel in error.channels], _MAX_LISTED))


@host_error_text.register
def _server_full(error: ServerFullError) -> str:
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
    return text.format(most=error.most, tables=short_list(list(map(_table_place, error.tables)), _MAX_LISTED))


@host_error_text.register
def _too_many_followed(error: TooManyFollowedError) -> str:
    numbers = word_list([f"#{number}" for number in error.games])
    text = _("You're following {most} games already: {games}. Stop one with {follow} `what:{nothing}`.")
    nothing = choice_name(FOLLOW_NAMES, "nothing")
    return text.format(most=error.most, games=numbers, follow=command_mention("follow"), nothing=nothing)


@host_error_text.register
def _too_many_own_tables(error: TooManyOwnTablesError) -> str:
    numbers = word_list([f"#{table.number}" for table in error.tables])
    text = _("You already have {most} tables to yourself ({numbers}). Leave or end one first.")
    return text.format(most=error.most, numbers=numbers)


@host_error_text.register
def _still_seated(error: StillSeatedError) -> str:
    numbers = word_list([f"#{table.number}" for table in error.tables])
    text = _("You've just joined a table again ({numbers}), so I deleted nothing. Try once more with {privacy}.")
    return text.format(numbers=numbers, privacy=command_mention("privacy"))


@host_error_text.register
def _not_finished(error: NotFinishedError) -> str:
    return _("The game in this file isn't over. Finish it where it's played, then import its new file.")


@host_error_text.register
def _already_imported(error: AlreadyImportedError) -> str:
    text = _("This game already counts for {name}. You can import it again without naming {name}.")
    return text.format(name=safe_name(error.person.name))


@host_error_text.register
def _no_such_player(error: NoSuchPlayerError) -> str:
    names = short_list([f"{number} {safe_name(name)}" for number, name in enumerate(error.names, 1)], _MAX_LISTED)
    return _("The file has only these players: {names}. Don't name anyone else.").format(names=names)
