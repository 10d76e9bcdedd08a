"""A sentence for every error of the host."""

from functools import singledispatch

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
from cogs.text.commands import command_mention
from cogs.text.consent import not_asked_text
from cogs.text.formatting import quote, safe_labels, safe_name, short_list, word_list
from cogs.text.i18n import _, ngettext
from cogs.text.links import board_link, lobby_link
from cogs.text.lobby import (
    JOIN_LABEL,
    START_LABEL,
    no_seat_for_computer_text,
    no_such_computer_text,
)
from cogs.text.lobby_errors import (
    already_seated_text,
    channel_closed_text,
    colour_taken_text,
    not_alone_text,
    not_organiser_text,
    only_one_text,
    server_full_text,
    successor_left_text,
    table_full_text,
    too_many_own_tables_text,
    too_many_players_text,
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
    leftover_file_text,
    missing_driver_text,
    needs_server_text,
    newer_database_text,
    not_a_file_text,
    not_in_a_file_text,
    read_only_text,
    shards_taken_text,
    taken_over_text,
)
from cogs.text.table import MAX_PLACES, people_at, public_label, table_place
from cogs.text.takeback import not_your_takeback_text, turn_pending_text
from cogs.text.undo import no_turn_yet_text, resigned_since_text, undo_already_asked_text
from host.errors import (
    HostError,
    NoSuchPlayerError,
    NoSuchTableError,
    NotFinishedError,
    NotOfferedError,
    QuarantinedError,
    TooManyFollowedError,
    UnreadableTableNumberError,
)
from host.model.table import ClosedTable, RunningTable
from host.model.table_errors import (
    AlreadyImportedError,
    AlreadyStartedError,
    GameOverError,
    NoTableHereError,
    NotAskedError,
    NotSeatedError,
    NotStartedError,
    NoTurnYetError,
    NotYourTakebackError,
    NotYourTurnError,
    ResignedError,
    ResignedSinceError,
    StaleError,
    StillSeatedError,
    TurnPendingError,
    UndoAskedError,
)


@singledispatch
def host_error_text(error: HostError) -> str:
    """Return a sentence that says why a command was refused. Each class of errors has its function below."""
    raise NotImplementedError(str(error))


host_error_text.register(not_late_text)
host_error_text.register(vote_over_text)
host_error_text.register(own_turn_late_text)
host_error_text.register(seat_no_longer_open_text)
host_error_text.register(already_seated_text)
host_error_text.register(table_full_text)
host_error_text.register(only_one_text)
host_error_text.register(not_alone_text)
host_error_text.register(too_many_players_text)
host_error_text.register(not_organiser_text)
host_error_text.register(colour_taken_text)
host_error_text.register(successor_left_text)
host_error_text.register(channel_closed_text)
host_error_text.register(server_full_text)
host_error_text.register(too_many_own_tables_text)
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
host_error_text.register(needs_server_text)
host_error_text.register(shards_taken_text)
host_error_text.register(taken_over_text)
host_error_text.register(bad_url_text)
host_error_text.register(damaged_database_text)
host_error_text.register(not_a_file_text)
host_error_text.register(leftover_file_text)
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
        text = _("No game is running here, but you're at {tables}. Go there, or use the option `game`.")
        return text.format(tables=short_list(list(map(table_place, error.elsewhere)), MAX_PLACES))
    text = _("No game is running here. Open a table with {join}.")
    return text.format(join=command_mention("join"))


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
    join, board = (public_label(table, label) for label in (JOIN_LABEL, BOARD_LABEL))
    return text.format(number=table.number, people=people_at(table), join=join, board=board)


@host_error_text.register
def _already_started(error: AlreadyStartedError) -> str:
    text = _("Game #{number} has already begun. To leave it, use {resign}.")
    return text.format(number=error.table.number, resign=command_mention("resign"))


@host_error_text.register
def _not_started(error: NotStartedError) -> str:
    if isinstance(error.table, ClosedTable):
        return _closed(error.table)
    text = _("Game #{number} hasn't begun yet. Press {start} at the {table}.")
    start, link = public_label(error.table, START_LABEL), lobby_link(error.table)
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
def _resigned(error: ResignedError) -> str:
    text = _("You resigned from game #{number}, so you can only watch it now. Press {board}.")
    return text.format(number=error.table.number, board=public_label(error.table, BOARD_LABEL))


@host_error_text.register
def _quarantined(error: QuarantinedError) -> str:
    text = _("Game #{number} is paused because its saved moves are damaged. Ask the bot's owner to repair it.")
    words = text.format(number=error.number)
    if not error.scores:
        return words
    scores = word_list([str(score) for score in error.scores])
    final = _("Its final scores were {scores}.")
    return f"{words} {final.format(scores=scores)}"


@host_error_text.register
def _too_many_followed(error: TooManyFollowedError) -> str:
    numbers = word_list([f"#{number}" for number in error.games])
    text = _("You're following {most} games already: {games}. Stop one with {follow} `what:{nothing}`.")
    nothing = choice_name(FOLLOW_NAMES, "nothing")
    return text.format(most=error.most, games=numbers, follow=command_mention("follow"), nothing=nothing)


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
    names = short_list([f"{number} {safe_name(name)}" for number, name in enumerate(error.names, 1)], MAX_PLACES)
    return _("The file has only these players: {names}. Don't name anyone else.").format(names=names)
