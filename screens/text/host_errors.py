"""A sentence for every error of the host: why a command was refused.

Most are a row of ``SENTENCES``, whose placeholders ``ErrorPlaceholders`` fills in by the type of what they name. Those
that decide something are functions, registered for ``host_error_text``.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import singledispatch
from pathlib import Path
from typing import Final

from host import errors
from host.model import table_errors, tournament_errors
from host.model.controllers import is_nameless
from host.model.lobby_rules import can_practice
from host.model.rematch_rules import can_be_repeated, can_begin_series
from host.model.shards import ALL_SHARDS, ShardsTakenError
from host.model.table import BaseTable, ClosedTable, FinishedTable, RunningTable, WaitingTable
from screens.text.choices import FOLLOW_NAMES, choice_name
from screens.text.i18n import N_, _, ngettext
from screens.text.markup import safe_name, short_list, timestamp
from screens.text.names import MAX_PLACES, safe_labels
from screens.text.placeholders import ErrorPlaceholders
from screens.text.refused_changes import (
    not_signed_up_text,
    sign_up_over_text,
    too_much_time_text,
    tournament_begun_text,
    wrong_names_text,
)

SENTENCES: Final[Mapping[type[errors.HostError], str]] = {
    errors.NotOfferedError: N_("{value} isn't a choice here. Pick one from the list."),
    # Which table is meant, and who sits there
    errors.UnreadableTableNumberError: N_("{text} isn't a game's number like #12. Find yours with {games}."),
    errors.NoSuchTableError: N_("I can't see a game #{number} here. Find yours with {games}."),
    table_errors.AlreadyStartedError: N_("Game #{number} has already begun. To leave it, use {resign}."),
    table_errors.ResignedError: N_(
        "You resigned from game #{number}, so you can only watch it now. Press {board_button}."
    ),
    errors.NotFinishedError: N_(
        "The game in this file isn't over. Finish it where it's played, then import its new file."
    ),
    table_errors.AlreadyImportedError: N_(
        "This game already counts for {person}. You can import it again without naming {person}."
    ),
    table_errors.StillSeatedError: N_(
        "You've just joined a table again ({tables}), so I deleted nothing. Try once more with {privacy}."
    ),
    # A waiting table
    table_errors.TableFullError: N_("Table #{number} is full: it has {most} seats. Open another table with {join}."),
    table_errors.AloneError: N_(
        "You're the only one at table #{number} so far. Invite friends to press {join_button}: "
        "a game needs at least {fewest} players."
    ),
    table_errors.StillSettingUpError: N_("{host} is still setting up table #{number}. Wait a little, then start it."),
    table_errors.NotAloneError: N_(
        "You're not alone at table #{number} any more: {people} are there. Press {start_button} instead."
    ),
    table_errors.NotOrganiserError: N_("Only the host of table #{number} can change that. Ask {host}."),
    table_errors.ColourTakenError: N_("At table #{number}, {colour} is taken. Still free: {table.free_colours}."),
    table_errors.SuccessorLeftError: N_(
        "That player has left table #{number}, so you're still the host. Choose someone else."
    ),
    table_errors.TooManyOwnTablesError: N_(
        "You already have {most} tables to yourself ({tables}). Leave or end one first."
    ),
    table_errors.NoSeatForComputerError: N_(
        "Table #{number} has no free seat for a computer. Wait until someone leaves, or take a computer away."
    ),
    table_errors.NoSuchComputerError: N_("That computer isn't at table #{number} any more."),
    table_errors.PlannedGameError: N_("It's a game of a tournament: you can't end it alone, but you can resign."),
    # A tournament
    tournament_errors.NoSuchTournamentError: N_(
        "There's no such tournament on this server. {tournament} shows the latest."
    ),
    tournament_errors.TooManyTournamentsError: N_(
        "This server already has {most} tournaments. Wait until one is over, or cancel one."
    ),
    tournament_errors.RoleNeededError: N_("Only members with <@&{role}> can sign up for this tournament."),
    tournament_errors.NoRoleChosenError: N_("Choose the role, too."),
    tournament_errors.AlreadyAskedError: N_("You've asked already. The host of the tournament decides."),
    tournament_errors.NotAskingError: N_("They aren't waiting to be let in any more."),
    tournament_errors.TournamentFullError: N_("This tournament is full: {most} players have signed up."),
    tournament_errors.AlreadySignedUpError: N_("You've already signed up for this tournament."),
    tournament_errors.NotTheirTournamentError: N_("Only the host of the tournament and managers can do that."),
    tournament_errors.NotRunningCupError: N_("This tournament isn't running."),
    tournament_errors.PausedAlreadyError: N_("This tournament is paused already."),
    tournament_errors.NotPausedError: N_("This tournament isn't paused."),
    tournament_errors.NoComputersError: N_("No computer can play in this tournament: it isn't for practice."),
    tournament_errors.BotCantPlayError: N_("{person} is a bot and can't play. Choose a member of this server."),
    tournament_errors.AlreadyPlaysError: N_("{person} is in this tournament already."),
    tournament_errors.NotSwappableError: N_(
        "These two can't change places: each needs a free round, or a game in which nobody has placed a tile. "
        "In a knockout, only the first round can be changed."
    ),
    tournament_errors.NoSuchPlaceError: N_("Nobody in this tournament has the name or the place {text}."),
    tournament_errors.SharedPlaceError: N_("Several players share place {text}. Type the player's name instead."),
    tournament_errors.NoSuchBoardError: N_("This tournament has no game {text}."),
    tournament_errors.NotCorrectableError: N_(
        "That result stays, because the next match has been opened. Decide the next match instead."
    ),
    tournament_errors.TooFewEntrantsError: N_("A tournament needs at least {fewest} players. Wait for more."),
    # A turn, and what the table is asked
    table_errors.NotYourTurnError: N_("It's {to_move}'s turn in game #{number}, not yours. I'll tell you when it is."),
    table_errors.StaleError: N_("That turn of game #{number} is over. Here's {board_now}."),
    table_errors.UndoneError: N_("That turn of game #{number} was undone. Here's {board_now}."),
    table_errors.NoHintsError: N_(
        "Game #{number} gives no hints. They're for games alone, where they're on, and not for tournaments."
    ),
    table_errors.TurnPendingError: N_(
        "{pending} can still undo the last turn of game #{number}. The next tile comes {pending.until:R}."
    ),
    table_errors.NotYourTakebackError: N_("Only {pending} can undo this turn. The next tile comes {pending.until:R}."),
    table_errors.NoTurnYetError: N_("You have no turn to undo in game #{number} yet."),
    table_errors.ResignedSinceError: N_(
        "{seat} resigned from game #{number} after your last turn, so you can't undo it."
    ),
    table_errors.UndoAskedError: N_("{request} has already asked to undo a turn of game #{number}. Answer that first."),
    table_errors.NotAskedError: N_("That question in game #{number} is closed. Here's {board_now}."),
    table_errors.VoteOverError: N_("That vote in game #{number} is over. {games} shows if there's a new one."),
    table_errors.OwnTurnLateError: N_(
        "You can't vote on your own turn in game #{number}. Play it, and the vote is over: {board}"
    ),
    # A seat
    table_errors.SeatTakenError: N_(
        "That seat in game #{number} is taken: {seat} has it. Open another table with {join}."
    ),
    table_errors.PlaysAloneError: N_("{person} plays game #{number} alone, but can invite you with {resign}."),
    table_errors.SeatAskedError: N_(
        "{person} has already asked for a seat in game #{number}. Try again in ten minutes."
    ),
    table_errors.OwnSeatRequestError: N_(
        "The players of game #{number} decide, because you asked for the seat. To take that back, press {no_button}."
    ),
    table_errors.SeatResignedError: N_(
        "{seat} resigned from game #{number}, so nobody can take over that seat. Choose another."
    ),
    table_errors.ComputersSeatError: N_("A computer already plays that seat in game #{number}."),
    table_errors.NobodyElseError: N_("Nobody else plays in game #{number}, so a computer can't go on there alone."),
    # A rematch or a series
    table_errors.NotAPlayerError: N_(
        "Only the players of {game} can press that. {join} gets you a seat at another table."
    ),
    table_errors.NotOverError: N_("{game} isn't over yet ({board}). Ask for a rematch after the last turn."),
    table_errors.StillRunsError: N_("{game} isn't over yet ({board}). You can review it after the last turn."),
    table_errors.NoReviewError: N_("{game} has no review: only games that several play to the end have one."),
    table_errors.NobodyLeftError: N_("Nobody else from this game can be asked any more. {join} opens a new table."),
    table_errors.SeriesRunsError: N_("A series is already on. Press **Next game**, or **End series** first."),
    # What a person has set
    errors.BadCodeError: N_("This link doesn't work any more. Press the button on Discord again for a new one."),
    errors.NoPuzzleYetError: N_("I'm still making today's puzzle. Try again in a minute."),
    errors.UnknownZoneError: N_("I don't know the time zone {text}. Try `Europe/Berlin` or `UTC`."),
    errors.BadTimeOfDayError: N_("I can't read the time {text}. Try `18:30`."),
    errors.BadHoursError: N_("I can't read {text} as quiet hours. Write two different times, like `22:30-07:00`."),
    errors.BadDateError: N_("I can't read {text} as a day. Write it like `{example_day}`."),
    errors.BadMomentError: N_(
        "I can't read {text} as a day and a time. "
        "Write it like `Saturday 18:00`, `{example_day} 18:00` or `in 2 hours`."
    ),
    errors.BadDurationError: N_("I can't read {text} as a time. Write it like `12 h` or `2 days`, {most} at most."),
    errors.PastTimeError: N_("{time} is in the past. Choose a later time."),
    errors.VacationBackwardsError: N_("That vacation ends before it begins. Choose a later last day."),
    errors.VacationTooLongError: N_(
        "That's too long. Choose an earlier last day: you have {left} of {most:day} left in {year}."
    ),
    errors.OnVacationError: N_("You're on vacation until {until}. Press {end_vacation_button} in {settings} first."),
    errors.NotOnVacationError: N_("You're not on vacation, and you haven't planned one."),
    # The database
    errors.FileInUseError: N_(
        "Another bot is already using the database {path}. Stop that one, or give this one another DATABASE_URL."
    ),
    errors.NeedsServerError: N_(
        "Several processes need PostgreSQL: only one can use the file {path}. Start me without --shards."
    ),
    errors.TakenOverError: N_("Another copy of me has taken over. Nothing is lost: try again in a moment."),
    errors.BadUrlError: N_(
        "I can't open the database {url!r}. Write sqlite:///relative.db, sqlite:////absolute.db or "
        "postgresql://user:password@server/database; in the password, %40 stands for @."
    ),
    errors.NotInAFileError: N_(
        "The database {url} isn't in a file. Leave BACKUP_EVERY empty, and back it up with pg_dump."
    ),
    errors.MissingDriverError: N_("I need the package {package} for this database. Install it with {driver_command}."),
    errors.DatabaseRefusedError: N_("The database {path} doesn't let me in: {problem}."),
    errors.DatabaseAwayError: N_("My database doesn't answer. Nothing is lost: try again in a minute."),
    errors.DamagedDatabaseError: N_(
        "The database {path} is damaged, or it isn't a database: {problem}. The README says how to restore a backup."
    ),
    errors.NotAFileError: N_("The database {path} isn't a file, but a folder or something else."),
    errors.UnopenedDatabaseError: N_("I can't open the database {path}: {problem}."),
    errors.LeftoverFileError: N_(
        "The database {database} is missing, but {path} is there, and might hold its last turns. Put the database "
        "back, or take {path} away if you want a new one."
    ),
    errors.DatabaseLockedError: N_("Another program has locked my database. Nothing is lost: try again in a minute."),
    errors.DamagedPageError: N_("My database is damaged, so I can't do that. Ask the bot's owner to restore a backup."),
    errors.DiskFullError: N_(
        "My disk is full, so I can't save that. Nothing is lost: ask the bot's owner to make room."
    ),
    errors.NewerDatabaseError: N_(
        "The database has version {version}, but this program only knows {known}. Update the program."
    ),
}
"""Marked for translation. A placeholder is a field of the error, perhaps with one of its own (``pending.until``), or
what ``ErrorPlaceholders`` lists, or a command.
"""


@singledispatch
def host_error_text(error: errors.HostError) -> str:
    """Return a sentence that says why a command was refused, in the current language."""
    return _fill(error, _(SENTENCES[type(error)]))


def _fill(error: errors.HostError, text: str, **more: object) -> str:
    """Return a sentence about an error with its placeholders filled in, of which ``more`` are no fields of it."""
    return ErrorPlaceholders(error).format(text, **more)


@host_error_text.register
def _no_table_here(error: table_errors.NoTableHereError) -> str:
    if error.here:
        text = _("Game #{number} is running here, and no table is waiting for players. Open one with {join}.")
        return _fill(error, text, number=error.here[-1].number)
    if error.elsewhere:
        text = _("No game is running here, but you're at {tables}. Go there, or use the option `game`.")
        return _fill(error, text, tables=_places(error.elsewhere))
    return _fill(error, _("No game is running here. Open a table with {join}."))


host_error_text.register(not_signed_up_text)
host_error_text.register(sign_up_over_text)
host_error_text.register(too_much_time_text)
host_error_text.register(tournament_begun_text)
host_error_text.register(wrong_names_text)


@host_error_text.register
def _not_seated(error: table_errors.NotSeatedError) -> str:
    text = _("You aren't at table #{number}. Press {join_button} to take a seat.")
    if isinstance(error.table, RunningTable):
        text = ngettext(
            "You aren't in game #{number}: {people} is playing it. Press {board_button} to watch.",
            "You aren't in game #{number}: {people} are playing it. Press {board_button} to watch.",
            len(error.table.people),
        )
    return _fill(error, text)


@host_error_text.register
def _not_started(error: table_errors.NotStartedError) -> str:
    if isinstance(error.table, ClosedTable):
        return _closed(error)
    return _fill(error, _("Game #{number} hasn't begun yet. Its players can press {start_button} at the {link}."))


@host_error_text.register
def _game_over(error: table_errors.GameOverError) -> str:
    if isinstance(error.table, ClosedTable):
        return _closed(error)
    return _fill(error, _("Game #{number} is over. Open a new table with {join}."))


def _closed(error: errors.HostError) -> str:
    return _fill(error, _("Table #{number} is closed. Open another with {join}."))


@host_error_text.register
def _quarantined(error: errors.QuarantinedError) -> str:
    text = _("Game #{number} is paused because its saved turns are damaged. Ask the bot's owner to repair it.")
    if error.scores:
        text += " " + _("Its final scores were {scores}.")
    return _fill(error, text)


@host_error_text.register
def _too_many_followed(error: errors.TooManyFollowedError) -> str:
    text = _("You're following {most} games already: {games}. Stop one with {follow} `what:{nothing}`.")
    games = [f"#{number}" for number in error.games]
    return _fill(error, text, games=games, nothing=choice_name(FOLLOW_NAMES, "nothing"))


@host_error_text.register
def _no_such_player(error: errors.NoSuchPlayerError) -> str:
    names = short_list([f"{number} {safe_name(name)}" for number, name in enumerate(error.names, 1)], MAX_PLACES)
    return _fill(error, _("The file has only these players: {names}. Don't name anyone else."), names=names)


@host_error_text.register
def _already_seated(error: table_errors.AlreadySeatedError) -> str:
    text = _("You're already at table #{number}. Press {start_button} to begin.")
    if can_practice(error.table):
        text = _(
            "You're already at table #{number}. Wait for friends, or play right now: "
            "{computer_button} or {practice_button}."
        )
    return _fill(error, text)


@host_error_text.register
def _too_many_players(error: table_errors.TooManyPlayersError) -> str:
    text = _("There are {players} of you at table #{number}, but this edition takes {most} at most. Choose another.")
    if error.table.computers:
        text = _("Table #{number} has {players} players, but this edition takes {most}. Take a computer away first.")
    return _fill(error, text)


@host_error_text.register
def _channel_closed(error: errors.ChannelClosedError) -> str:
    text = _("On this server you can open tables only in {channels}.")
    return _fill(error, text, channels=short_list([f"<#{channel}>" for channel in error.channels], MAX_PLACES))


@host_error_text.register
def _server_full(error: table_errors.ServerFullError) -> str:
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
    return _fill(error, text, tables=_places(error.tables))


def _places(tables: Sequence[BaseTable]) -> str:
    return short_list([f"#{table.number} (<#{table.venue.channel}>)" for table in tables], MAX_PLACES)


@host_error_text.register
def _not_late(error: table_errors.NotLateError) -> str:
    if error.at is None or error.table.clock is None:
        return _fill(error, _("Nobody is late in game #{number}, so there's nothing to vote on."))
    if error.table.clock.due is None:
        text = _("Game #{number} has no time limit. You can vote on {name}'s turn from {at} on.")
    else:
        text = _("{name} still has until {at} to play in game #{number}. You can vote after that.")
    return _fill(error, text, name=error.table.next_seat)


@host_error_text.register
def _no_such_seat(error: table_errors.NoSuchSeatError) -> str:
    seats = [f"{number} {label}" for number, label in enumerate(safe_labels(error.table), 1)]
    text = _("Game #{number} has no seat {seat}. Its seats are {seats}.")
    return _fill(error, text, seat=error.seat + 1, seats=seats)


@host_error_text.register
def _sits_there(error: table_errors.SitsThereError) -> str:
    match error.is_own, error.table.has_player(error.person.id):
        case True, True:
            text = _("You already have a seat in game #{number}.")
        case True, False:
            text = _("You resigned from game #{number}, so you can't rejoin it. Open another table with {join}.")
        case False, True:
            text = _("{person} already has a seat in game #{number}. Choose someone else.")
        case _:
            text = _("{person} resigned from game #{number} and can't rejoin it. Choose someone else.")
    return _fill(error, text)


@host_error_text.register
def _not_invited(error: table_errors.NotInvitedError) -> str:
    invited = error.table.invitation.people if error.table.invitation else ()
    people = [person for person in invited if not is_nameless(person.id)]
    text = _("Table #{number} is a rematch for {people}. {join} gets you a seat at another table.")
    if error.table.occasion:
        text = _("Table #{number} is kept for {people}. {join} gets you a seat at another table.")
    return _fill(error, text, people=people)


@host_error_text.register
def _rematch_exists(error: table_errors.RematchExistsError) -> str:
    if isinstance(error.table, WaitingTable):
        return _fill(
            error, _("A rematch is already waiting: {link}. Join it, or leave it there with {options_button}.")
        )
    text = _(
        "This rematch has already begun: {game} ({board}). When it's over, press {rematch_button} or {series_button} "
        "there."
    )
    if error.table.status.is_over:
        text = _("This rematch is over: {game} ({board}). You can play on from its last message.")
    if isinstance(error.table, FinishedTable) and not can_be_repeated(error.table):  # its last message has no button
        text = _("This rematch is over: {game} ({board}). Nobody else from it can be asked any more.")
    return _fill(error, text)


@host_error_text.register
def _no_series(error: table_errors.NoSeriesError) -> str:
    if can_begin_series(error.table):
        return _fill(error, _("This series is over. {rematch_button} or {series_button} starts a new one."))
    if not can_be_repeated(error.table):
        return _fill(error, _(SENTENCES[table_errors.NobodyLeftError]))
    if any(seat.person and is_nameless(seat.person.id) for seat in error.table.seats):
        text = _("Not everyone from this game can be asked any more. {rematch_button} plays it again with the others.")
        return _fill(error, text)
    return _fill(error, _("A series needs two people or more. {rematch_button} plays this game again."))


@host_error_text.register
def _shards_taken(error: ShardsTakenError) -> str:
    if error.other == ALL_SHARDS:
        text = _("Another process serves all shards of the database {path}, and I'm started for {own}. Stop it first.")
    elif error.own == ALL_SHARDS:
        text = _("Another process serves shards {other} of the database {path}, and I need all. Stop it first.")
    elif error.own.total != error.other.total:
        text = _("Another process serves shards {other}, but I'm started for {own}. Give all the same total.")
    else:
        text = _("Another process serves shards {other}, and mine are {own}. Give each shard to one process.")
    return _fill(error, text)


@host_error_text.register
def _read_only(error: errors.ReadOnlyDatabaseError) -> str:
    if not isinstance(error.path, Path):
        return _(
            "My database is read-only, so I can't save anything. Nothing is lost: "
            "ask the bot's owner to allow writing on its server."
        )
    return _(
        "My database is read-only, so I can't save anything. Nothing is lost: "
        "ask the bot's owner to allow writing to the file and its folder."
    )


def rate_limit_text(until: datetime) -> str:
    text = _("Slow down a little: try again {time}. (Playing your turn is never limited.)")
    return text.format(time=timestamp(until, "R"))


def unexpected_error_text(number: int) -> str:
    """Return the text for an error that nobody expected. ``number`` finds it in the log."""
    text = _(
        "Sorry, that didn't work, and it's my fault. If it keeps happening, tell the server's admins: error {number}."
    )
    return text.format(number=number)
