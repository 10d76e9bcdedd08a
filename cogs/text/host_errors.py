"""A sentence for every error of the host."""

from functools import singledispatch
from typing import Final

from cogs.text.clock_errors import (
    bad_date_text,
    bad_hours_text,
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
from cogs.text.formatting import quote, safe_labels, safe_name, short_list, word_list
from cogs.text.i18n import _, ngettext
from cogs.text.links import board_link
from cogs.text.rematch import (
    no_series_text,
    nobody_left_text,
    not_a_player_text,
    not_invited_text,
    not_over_text,
    rematch_exists_text,
    series_runs_text,
)
from cogs.text.takeback import not_your_takeback_text, turn_pending_text
from cogs.text.undo import no_turn_yet_text, resigned_since_text, undo_already_asked_text
from host import (
    AloneError,
    AlreadyImportedError,
    AlreadySeatedError,
    AlreadyStartedError,
    BadUrlError,
    BaseTable,
    ChannelClosedError,
    ColourTakenError,
    ComputersSeatError,
    DamagedDatabaseError,
    DamagedPageError,
    DatabaseLockedError,
    DiskFullError,
    FileInUseError,
    GameOverError,
    HostError,
    NewerDatabaseError,
    NoSuchPlayerError,
    NoSuchSeatError,
    NoSuchTableError,
    NoTableHereError,
    NotAFileError,
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
    ReadOnlyDatabaseError,
    ResignedError,
    ResignedSinceError,
    RunningTable,
    SeatResignedError,
    ServerFullError,
    SitsThereError,
    StaleError,
    StillSeatedError,
    SuccessorLeftError,
    Table,
    TableFullError,
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
host_error_text.register(unknown_zone_text)
host_error_text.register(bad_hours_text)
host_error_text.register(bad_date_text)
host_error_text.register(past_time_text)
host_error_text.register(vacation_backwards_text)
host_error_text.register(vacation_too_long_text)
host_error_text.register(on_vacation_text)
host_error_text.register(not_on_vacation_text)
host_error_text.register(not_a_player_text)
host_error_text.register(not_invited_text)
host_error_text.register(not_over_text)
host_error_text.register(rematch_exists_text)
host_error_text.register(nobody_left_text)
host_error_text.register(no_series_text)
host_error_text.register(series_runs_text)


@host_error_text.register
def _not_offered(error: NotOfferedError) -> str:
    return _("{value} cannot be chosen here: please choose one of what is offered.").format(value=quote(error.value))


@host_error_text.register
def _unreadable_table_number(error: UnreadableTableNumberError) -> str:
    text = _("{text} is not the number of a game, such as #12; {games} lists yours.")
    return text.format(text=quote(error.text), games=command_mention("games"))


@host_error_text.register
def _no_such_table(error: NoSuchTableError) -> str:
    text = _("There is no game #{number} that you can see from here; {games} lists yours.")
    return text.format(number=error.number, games=command_mention("games"))


@host_error_text.register
def _no_table_here(error: NoTableHereError) -> str:
    if error.here:
        text = _("Game #{number} is played here, and no table waits for players: {join} opens one.")
        return text.format(number=error.here[-1].number, join=command_mention("join"))
    if error.elsewhere:
        text = _("Nothing is played here, but you sit at {tables}: go there, or name it with `game`.")
        return text.format(tables=short_list(list(map(_table_place, error.elsewhere)), _MAX_LISTED))
    text = _("There is no game here yet: {join} takes a seat, {start} begins.")
    return text.format(join=command_mention("join"), start=command_mention("start"))


def _table_place(table: BaseTable) -> str:
    """Return the number of a table, and its channel."""
    return f"#{table.number} (<#{table.venue.channel}>)"


@host_error_text.register
def _not_seated(error: NotSeatedError) -> str:
    table = error.table
    text = _("You have no seat at table #{number} yet: {join} gives you one.")
    if isinstance(table, RunningTable):
        text = ngettext(
            "You don't play in game #{number}: {people} does.",
            "You don't play in game #{number}: {people} do.",
            len(table.people),
        )
    return text.format(number=table.number, people=_people(table), join=command_mention("join"))


@host_error_text.register
def _already_seated(error: AlreadySeatedError) -> str:
    text = _("You have a seat at table #{number} already; {start} begins the game.")
    return text.format(number=error.table.number, start=command_mention("start"))


@host_error_text.register
def _table_full(error: TableFullError) -> str:
    return _("Table #{number} is full: {most} players fit.").format(number=error.table.number, most=error.most)


@host_error_text.register
def _already_started(error: AlreadyStartedError) -> str:
    text = _("Game #{number} has begun already. To give it up, use {resign}.")
    return text.format(number=error.table.number, resign=command_mention("resign"))


@host_error_text.register
def _not_started(error: NotStartedError) -> str:
    text = _("Game #{number} has not begun yet: {start} begins it.")
    return text.format(number=error.table.number, start=command_mention("start"))


@host_error_text.register
def _game_over(error: GameOverError) -> str:
    return _("Game #{number} is over.").format(number=error.table.number)


@host_error_text.register
def _not_your_turn(error: NotYourTurnError) -> str:
    table = error.table
    text = _("It is {name}'s turn in game #{number}, not yours.")
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
    text = _("That turn of game #{number} is over; here is {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))


@host_error_text.register
def _alone(error: AloneError) -> str:
    text = _("You are alone at table #{number}: a game needs 2 to 5 players, and others come with {join}.")
    return text.format(number=error.table.number, join=command_mention("join"))


@host_error_text.register
def _not_alone(error: NotAloneError) -> str:
    text = _("You are not alone at table #{number} any more: {people} sit there.")
    return text.format(number=error.table.number, people=_people(error.table))


@host_error_text.register
def _too_many_players(error: TooManyPlayersError) -> str:
    text = _("You are {players} at table #{number}, but this edition is for at most {most} players.")
    return text.format(players=error.players, number=error.table.number, most=error.most)


@host_error_text.register
def _not_organiser(error: NotOrganiserError) -> str:
    table = error.table
    text = _("Only {organiser}, who organises table #{number}, can choose that.")
    return text.format(organiser=safe_name(table.organiser.name), number=table.number)


@host_error_text.register
def _colour_taken(error: ColourTakenError) -> str:
    table = error.table
    free = word_list([colour_name(colour) for colour in table.free_colours], "or")
    text = _("Somebody at table #{number} has chosen {colour} already. Still free: {free}.")
    return text.format(number=table.number, colour=colour_name(error.colour), free=free)


@host_error_text.register
def _successor_left(error: SuccessorLeftError) -> str:
    text = _("Whom you chose does not sit at table #{number} any more, so you still organise it.")
    return text.format(number=error.table.number)


@host_error_text.register
def _resigned(error: ResignedError) -> str:
    return _("You have resigned from game #{number}.").format(number=error.table.number)


@host_error_text.register
def _quarantined(error: QuarantinedError) -> str:
    text = _("Game #{number} is on hold: its record does not add up. The bot's owner has to look at it.")
    words = text.format(number=error.number)
    if not error.scores:
        return words
    scores = word_list([str(score) for score in error.scores])
    final = _("Its final scores were {scores}.")
    return f"{words} {final.format(scores=scores)}"


@host_error_text.register
def _file_in_use(error: FileInUseError) -> str:
    return _("Another bot already uses the database {path}.").format(path=error.path)


@host_error_text.register
def _bad_url(error: BadUrlError) -> str:
    text = _("I can't open the database {url}: write sqlite:///relative.db or sqlite:////absolute.db.")
    return text.format(url=repr(error.url))


@host_error_text.register
def _damaged_database(error: DamagedDatabaseError) -> str:
    text = _(
        "The database {path} is damaged, or it is no database: {problem}. The README says how to restore a backup."
    )
    return text.format(path=error.path, problem=error.problem)


@host_error_text.register
def _not_a_file(error: NotAFileError) -> str:
    return _("The database {path} is a folder or something else, not a file.").format(path=error.path)


@host_error_text.register
def _database_locked(error: DatabaseLockedError) -> str:
    return _("Another program has locked the bot's database. Nothing was lost: please try again in a minute.")


@host_error_text.register
def _damaged_page(error: DamagedPageError) -> str:
    return _("The bot's database is damaged, so this could not be done. The bot's owner has to restore a backup.")


@host_error_text.register
def _disk_full(error: DiskFullError) -> str:
    return _("The bot's disk is full, so this could not be stored. Nothing was lost: the bot's owner has to make room.")


@host_error_text.register
def _read_only(error: ReadOnlyDatabaseError) -> str:
    return _(
        "The bot's database is read-only, so nothing can be stored. Nothing was lost: "
        "the bot's owner has to allow writing to the file and its folder."
    )


@host_error_text.register
def _newer_database(error: NewerDatabaseError) -> str:
    text = _("The database is of a newer version ({version}) than this program knows ({known}).")
    return text.format(version=error.version, known=error.known)


def _people(table: Table) -> str:
    return word_list([safe_name(person.name) for person in table.people])


@host_error_text.register
def _channel_closed(error: ChannelClosedError) -> str:
    text = _("On this server tables are opened in {channels} only.")
    return text.format(channels=short_list([f"<#{channel}>" for channel in error.channels], _MAX_LISTED))


@host_error_text.register
def _server_full(error: ServerFullError) -> str:
    text = ngettext(
        "This server has room for {most} table only: wait until it is free.",
        "This server has room for {most} tables only: wait until one is free.",
        error.most,
    )
    if error.tables:
        text = ngettext(
            "This server has room for {most} table only: there is a seat left at {tables}.",
            "This server has room for {most} tables only: there is a seat left at {tables}.",
            error.most,
        )
    return text.format(most=error.most, tables=short_list(list(map(_table_place, error.tables)), _MAX_LISTED))


@host_error_text.register
def _too_many_own_tables(error: TooManyOwnTablesError) -> str:
    numbers = word_list([f"#{table.number}" for table in error.tables])
    text = _("You keep {most} tables at which nobody else plays ({numbers}): leave or end one of them first.")
    return text.format(most=error.most, numbers=numbers)


@host_error_text.register
def _no_such_seat(error: NoSuchSeatError) -> str:
    table = error.table
    seats = word_list([f"{number} {label}" for number, label in enumerate(safe_labels(table), 1)])
    text = _("Game #{number} has no seat {seat}; its seats are {seats}.")
    return text.format(number=table.number, seat=error.seat + 1, seats=seats)


@host_error_text.register
def _seat_resigned(error: SeatResignedError) -> str:
    text = _("{name} has resigned from game #{number}, and nobody can play on for a seat that was given up.")
    return text.format(name=safe_name(error.seat.name), number=error.table.number)


@host_error_text.register
def _computers_seat(error: ComputersSeatError) -> str:
    text = _("A computer plays that seat in game #{number}, so nobody can be given it.")
    return text.format(number=error.table.number)


@host_error_text.register
def _sits_there(error: SitsThereError) -> str:
    match error.is_own, error.table.has_player(error.person.id):
        case True, True:
            text = _("You have a seat in game #{number} already, and nobody plays two.")
        case True, False:
            text = _("You have resigned from game #{number}, and nobody comes back to a game that they gave up.")
        case False, True:
            text = _("{name} has a seat in game #{number} already, and nobody plays two: choose somebody else.")
        case _:
            text = _("{name} has resigned from game #{number} and cannot come back to it: choose somebody else.")
    return text.format(name=safe_name(error.person.name), number=error.table.number)


@host_error_text.register
def _still_seated(error: StillSeatedError) -> str:
    numbers = word_list([f"#{table.number}" for table in error.tables])
    text = _("You have just sat down again ({numbers}), so nothing was deleted: {privacy} asks once more.")
    return text.format(numbers=numbers, privacy=command_mention("privacy"))


@host_error_text.register
def _not_finished(error: NotFinishedError) -> str:
    return _("The game in this file is not over: end it where it is played, then take it up from its file there.")


@host_error_text.register
def _already_imported(error: AlreadyImportedError) -> str:
    text = _("For {name} this game counts already: it can be taken up once more without naming {name}.")
    return text.format(name=safe_name(error.person.name))


@host_error_text.register
def _no_such_player(error: NoSuchPlayerError) -> str:
    names = short_list([f"{number} {safe_name(name)}" for number, name in enumerate(error.names, 1)], _MAX_LISTED)
    return _("You have named more players than the file has: {names}.").format(names=names)
