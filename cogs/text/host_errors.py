"""A sentence for every error of the host."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from cogs.text.clock_errors import CLOCK_ERRORS
from cogs.text.colours import colour_name
from cogs.text.commands import command
from cogs.text.consent import not_asked_refusal
from cogs.text.formatting import listed, quoted, safe, safe_labels, some
from cogs.text.i18n import _, ngettext
from cogs.text.links import board_link
from cogs.text.takeback import pending_refusal, takeback_refusal
from cogs.text.undo import no_turn_refusal, resigned_since_refusal, undo_open_refusal
from host import FinishedTable, HostErrorCode, RunningTable, Table, WaitingTable

Data: TypeAlias = Mapping[str, Any]
"""What comes with an error, by name."""

_FEW: Final = 8


def _no_table(data: Data) -> str:
    if "text" in data:
        text = _("{text} is not the number of a game, such as #12; {games} lists yours.")
        return text.format(text=quoted(data["text"]), games=command("games"))
    if "number" in data:
        text = _("There is no game #{number} that you can see from here; {games} lists yours.")
        return text.format(number=data["number"], games=command("games"))
    if data.get("here"):
        text = _("Game #{number} is played here, and no table waits for players: {join} opens one.")
        return text.format(number=data["here"][-1].number, join=command("join"))
    if data.get("elsewhere"):
        text = _("Nothing is played here, but you sit at {tables}: go there, or name it with `game`.")
        return text.format(tables=some(list(map(_table_place, data["elsewhere"])), _FEW))
    text = _("There is no game here yet: {join} takes a seat, {start} begins.")
    return text.format(join=command("join"), start=command("start"))


def _table_place(table: Table) -> str:
    """Return the number of a table, and where it stands."""
    return f"#{table.number} (<#{table.venue.channel}>)"


def _not_seated(data: Data) -> str:
    table: Table = data["table"]
    text = _("You have no seat at table #{number} yet: {join} gives you one.")
    if isinstance(table, RunningTable | FinishedTable):
        text = ngettext(
            "You don't play in game #{number}: {people} does.",
            "You don't play in game #{number}: {people} do.",
            len(table.people),
        )
    return text.format(number=table.number, people=_people(table), join=command("join"))


def _already_seated(data: Data) -> str:
    text = _("You have a seat at table #{number} already; {start} begins the game.")
    return text.format(number=data["table"].number, start=command("start"))


def _table_full(data: Data) -> str:
    return _("Table #{number} is full: {most} players fit.").format(number=data["table"].number, most=data["most"])


def _already_started(data: Data) -> str:
    text = _("Game #{number} has begun already. To give it up, use {resign}.")
    return text.format(number=data["table"].number, resign=command("resign"))


def _not_started(data: Data) -> str:
    text = _("Game #{number} has not begun yet: {start} begins it.")
    return text.format(number=data["table"].number, start=command("start"))


def _game_over(data: Data) -> str:
    return _("Game #{number} is over.").format(number=data["table"].number)


def _not_your_turn(data: Data) -> str:
    table: RunningTable = data["table"]
    text = _("It is {name}'s turn in game #{number}, not yours.")
    return text.format(name=safe_labels(table)[data["to_move"].number], number=table.number)


def _pending(data: Data) -> str:
    return pending_refusal(data["table"], data["table"].pending)


def _not_your_takeback(data: Data) -> str:
    return takeback_refusal(data["table"], data["table"].pending)


def _no_turn_yet(data: Data) -> str:
    return no_turn_refusal(data["table"])


def _resigned_since(data: Data) -> str:
    return resigned_since_refusal(data["table"], data["seat"].number)


def _undo_asked(data: Data) -> str:
    return undo_open_refusal(data["table"], data["table"].undo_request)


def _not_asked(data: Data) -> str:
    return not_asked_refusal(data["table"])


def _stale(data: Data) -> str:
    table: Table = data["table"]
    text = _("That turn of game #{number} is over; here is {board}.")
    return text.format(number=table.number, board=board_link(table, _("the board now")))


def _alone(data: Data) -> str:
    text = _("You are alone at table #{number}: a game needs 2 to 5 players, and others come with {join}.")
    return text.format(number=data["table"].number, join=command("join"))


def _not_alone(data: Data) -> str:
    text = _("You are not alone at table #{number} any more: {people} sit there.")
    return text.format(number=data["table"].number, people=_people(data["table"]))


def _too_many(data: Data) -> str:
    text = _("You are {players} at table #{number}, but this edition is for at most {most} players.")
    return text.format(players=data["players"], number=data["table"].number, most=data["most"])


def _not_organiser(data: Data) -> str:
    table: Table = data["table"]
    text = _("Only {organiser}, who organises table #{number}, can choose that.")
    return text.format(organiser=safe(table.organiser.name), number=table.number)


def _colour_taken(data: Data) -> str:
    table: WaitingTable = data["table"]
    free = listed([colour_name(colour) for colour in table.free_colours], "or")
    text = _("Somebody at table #{number} has chosen {colour} already. Still free: {free}.")
    return text.format(number=table.number, colour=colour_name(data["colour"]), free=free)


def _successor_left(data: Data) -> str:
    text = _("Whom you chose does not sit at table #{number} any more, so you still organise it.")
    return text.format(number=data["table"].number)


def _resigned(data: Data) -> str:
    return _("You have resigned from game #{number}.").format(number=data["table"].number)


def _held(data: Data) -> str:
    text = _("Game #{number} is on hold: its record does not add up. The bot's owner has to look at it.")
    words = text.format(number=data["number"])
    if not data["scores"]:
        return words
    scores = listed([str(score) for score in data["scores"]])
    final = _("Its final scores were {scores}.")
    return f"{words} {final.format(scores=scores)}"


def _file_in_use(data: Data) -> str:
    return _("Another bot already uses the database {path}.").format(path=data["path"])


def _bad_url(data: Data) -> str:
    text = _("I can't open the database {url}: write sqlite:///relative.db or sqlite:////absolute.db.")
    return text.format(url=repr(data["url"]))


def _newer_database(data: Data) -> str:
    text = _("The database is of a newer version ({version}) than this program knows ({known}).")
    return text.format(version=data["version"], known=data["known"])


def _people(table: Table) -> str:
    return listed([safe(person.name) for person in table.people])


def _channel_closed(data: Data) -> str:
    text = _("On this server tables are opened in {channels} only.")
    return text.format(channels=some([f"<#{channel}>" for channel in data["channels"]], _FEW))


def _server_full(data: Data) -> str:
    text = ngettext(
        "This server has room for {most} table only: wait until it is free.",
        "This server has room for {most} tables only: wait until one is free.",
        data["most"],
    )
    if data["tables"]:
        text = ngettext(
            "This server has room for {most} table only: there is a seat left at {tables}.",
            "This server has room for {most} tables only: there is a seat left at {tables}.",
            data["most"],
        )
    return text.format(most=data["most"], tables=some(list(map(_table_place, data["tables"])), _FEW))


def _too_many_own(data: Data) -> str:
    numbers = listed([f"#{table.number}" for table in data["tables"]])
    text = _("You keep {most} tables at which nobody else plays ({numbers}): leave or end one of them first.")
    return text.format(most=data["most"], numbers=numbers)


def _no_seat(data: Data) -> str:
    table: RunningTable = data["table"]
    seats = listed([f"{number} {label}" for number, label in enumerate(safe_labels(table), 1)])
    text = _("Game #{number} has no seat {seat}; its seats are {seats}.")
    return text.format(number=table.number, seat=data["place"] + 1, seats=seats)


def _computers_seat(data: Data) -> str:
    text = _("A computer plays that seat in game #{number}, so nobody can be given it.")
    return text.format(number=data["table"].number)


def _seat_resigned(data: Data) -> str:
    text = _("{name} has resigned from game #{number}, and nobody can play on for a seat that was given up.")
    return text.format(name=safe(data["seat"].name), number=data["table"].number)


def _sits_there(data: Data) -> str:
    match data["is_own"], data["table"].is_at(data["person"].id):
        case True, True:
            text = _("You have a seat in game #{number} already, and nobody plays two.")
        case True, False:
            text = _("You have resigned from game #{number}, and nobody comes back to a game that they gave up.")
        case False, True:
            text = _("{name} has a seat in game #{number} already, and nobody plays two: choose somebody else.")
        case _:
            text = _("{name} has resigned from game #{number} and cannot come back to it: choose somebody else.")
    return text.format(name=safe(data["person"].name), number=data["table"].number)


def _still_seated(data: Data) -> str:
    numbers = listed([f"#{table.number}" for table in data["tables"]])
    text = _("You have just sat down again ({numbers}), so nothing was deleted: {privacy} asks once more.")
    return text.format(numbers=numbers, privacy=command("privacy"))


def _not_finished(data: Data) -> str:
    return _("The game in this file is not over: end it where it is played, then take it up from its file there.")


def _kept_already(data: Data) -> str:
    text = _("For {name} this game counts already: it can be taken up once more without naming {name}.")
    return text.format(name=safe(data["person"].name))


def _no_such_player(data: Data) -> str:
    names = some([f"{number} {safe(name)}" for number, name in enumerate(data["names"], 1)], _FEW)
    return _("You have named more players than the file has: {names}.").format(names=names)


HOST_ERRORS: Final[Mapping[HostErrorCode, Callable[[Data], str]]] = {
    **CLOCK_ERRORS,
    HostErrorCode.NO_TABLE: _no_table,
    HostErrorCode.NOT_SEATED: _not_seated,
    HostErrorCode.ALREADY_SEATED: _already_seated,
    HostErrorCode.TABLE_FULL: _table_full,
    HostErrorCode.ALREADY_STARTED: _already_started,
    HostErrorCode.NOT_STARTED: _not_started,
    HostErrorCode.GAME_OVER: _game_over,
    HostErrorCode.NOT_YOUR_TURN: _not_your_turn,
    HostErrorCode.PENDING: _pending,
    HostErrorCode.NOT_YOUR_TAKEBACK: _not_your_takeback,
    HostErrorCode.NO_TURN_YET: _no_turn_yet,
    HostErrorCode.RESIGNED_SINCE: _resigned_since,
    HostErrorCode.UNDO_ASKED: _undo_asked,
    HostErrorCode.NOT_ASKED: _not_asked,
    HostErrorCode.STALE: _stale,
    HostErrorCode.ALONE: _alone,
    HostErrorCode.NOT_ALONE: _not_alone,
    HostErrorCode.TOO_MANY: _too_many,
    HostErrorCode.NOT_ORGANISER: _not_organiser,
    HostErrorCode.COLOUR_TAKEN: _colour_taken,
    HostErrorCode.SUCCESSOR_LEFT: _successor_left,
    HostErrorCode.RESIGNED: _resigned,
    HostErrorCode.HELD: _held,
    HostErrorCode.CHANNEL_CLOSED: _channel_closed,
    HostErrorCode.SERVER_FULL: _server_full,
    HostErrorCode.TOO_MANY_OWN: _too_many_own,
    HostErrorCode.NO_SEAT: _no_seat,
    HostErrorCode.COMPUTERS_SEAT: _computers_seat,
    HostErrorCode.SEAT_RESIGNED: _seat_resigned,
    HostErrorCode.SITS_THERE: _sits_there,
    HostErrorCode.STILL_SEATED: _still_seated,
    HostErrorCode.NOT_FINISHED: _not_finished,
    HostErrorCode.KEPT_ALREADY: _kept_already,
    HostErrorCode.NO_SUCH_PLAYER: _no_such_player,
    HostErrorCode.FILE_IN_USE: _file_in_use,
    HostErrorCode.BAD_URL: _bad_url,
    HostErrorCode.NEWER_DATABASE: _newer_database,
}
