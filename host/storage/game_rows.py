"""Rows of the database's tables become values of games."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from carcassonne import Colour
from host.model.clock import TimeoutAction
from host.model.controllers import Computer, Person
from host.model.game import LobbyTable, LogEntry
from host.model.invitation import Invitation, InvitedSeat, Occasion, Rematch
from host.model.table import (
    ClosedTable,
    EndRequest,
    MessageRef,
    Seat,
    ShownTurn,
    Status,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.model.table_options import (
    DEFAULT_SETTINGS,
    LANGUAGES,
    MAX_TAKEBACK_SECONDS,
    PACES,
    SeatOrder,
    TableSettings,
)
from host.storage.controllers import read_controller
from host.storage.database import Row, read_choice, read_time

_SETTINGS: Final = ("pace", "aids", "takeback", "seat_order", "thread", "language", "rated", "timeout")
"""The columns of a table's settings."""


def read_entry(row: Row) -> LogEntry:
    """Return an entry of a log."""
    at = datetime.fromisoformat(row["at"])
    computer = None if row["computer"] is None else Computer(row["computer"])
    return LogEntry(row["ply"], row["seat"], row["person"], row["notation"], at, row["hash"], computer)


def _read_seat(row: Row) -> Seat:
    """Return a seat. Who has resigned follows from the log, so here nobody has."""
    is_open = bool(row["is_open"])
    controller = read_controller(row, "person", "name", "computer", "computer_number")
    return Seat(row["number"], controller, Colour(row["colour"]), resigned=False, is_open=is_open)


def _read_invited_seat(row: Row) -> InvitedSeat:
    """Return a seat that is kept. Its computers get their numbers when the game begins."""
    controller = Person(row["person"], row["name"]) if row["computer"] is None else Computer(row["computer"])
    return InvitedSeat(controller, Colour(row["colour"]), row["wins"])


def _read_settings(row: Row) -> TableSettings:
    return _settings(*(row[column] for column in _SETTINGS))


@lru_cache(maxsize=1024)
def _settings(
    pace: str, aids: int, takeback: int, order: str, thread: int, language: str, rated: int, timeout: str
) -> TableSettings:
    """Return settings; what is stored wrongly is the default. Many tables have the same, and share one value."""
    default = DEFAULT_SETTINGS
    return TableSettings(
        pace=read_choice(("", *PACES), pace, default.pace),
        aids=bool(aids),
        takeback=read_choice(range(MAX_TAKEBACK_SECONDS + 1), takeback, default.takeback),
        order=read_choice(SeatOrder, order, default.order),
        thread=bool(thread),
        language=read_choice(LANGUAGES, language, default.language),
        rated=bool(rated),
        timeout=read_choice(TimeoutAction, timeout, default.timeout),
    )


def read_undo_request(row: Row, players: Sequence[Row]) -> UndoRequest | None:
    """Return the request to undo a turn of a game; None if there is none."""
    if row["undo_ply"] is None:
        return None
    agreed = frozenset(player["person"] for player in players if player["is_undoing"])
    return UndoRequest(row["undo_seat"], row["undo_ply"], agreed, row["undo_number"] or 0)


def _read_end_request(row: Row, players: Sequence[Row], seats: Sequence[Row]) -> EndRequest | None:
    """Return the request to end a game. If an old row lacks its seat, the first seat that agrees has asked."""
    agreed = frozenset(player["person"] for player in players if player["is_ending"])
    if not agreed:
        return None
    first = next((seat["number"] for seat in seats if seat["person"] in agreed), 0)
    seat = first if row["ending_seat"] is None else row["ending_seat"]
    return EndRequest(seat, agreed, row["ending_number"] or 0)


def _read_shown(row: Row) -> ShownTurn | None:
    if row["message"] is None or row["shown_ply"] is None:
        return None
    return ShownTurn(row["shown_ply"], row["shown_round"], read_time(row["shown_due"]))


def _read_invitation(row: Row, seats: Sequence[Row]) -> Invitation | None:
    invited = tuple(map(_read_invited_seat, seats))
    if row["rematch_of"] is not None:
        return Invitation(invited, Rematch(row["rematch_of"], row["best_of"]))
    if row["occasion"] is None:
        return None
    return Invitation(invited, parse_occasion(row["occasion"]))


def format_occasion(occasion: Occasion) -> str:
    """Return an occasion as a column holds it."""
    return f"{occasion.kind} {occasion.key}"


def parse_occasion(stored: str) -> Occasion:
    """Return the occasion that a column holds."""
    kind, key = stored.split()
    return Occasion(kind, int(key))


def base_fields(row: Row, players: Sequence[Row], rematch_seats: Sequence[Row]) -> dict[str, Any]:
    """Return what every table has, by the names of the fields."""
    return {
        "number": row["number"],
        "venue": Venue(row["guild"], row["channel"], row["parent"]),
        "organiser": Person(row["organiser"], row["name"]),
        "people": tuple(Person(player["person"], player["name"]) for player in players),
        "colours": {player["person"]: Colour(player["colour"]) for player in players if player["colour"]},
        "edition": row["edition"],
        "options": tuple(row["options"].split()),
        "settings": _read_settings(row),
        "status_message": None if row["lobby"] is None else MessageRef(row["lobby_channel"], row["lobby"]),
        "opened_at": datetime.fromisoformat(row["opened_at"]),
        "moved_at": datetime.fromisoformat(row["moved_at"]),
        "invitation": _read_invitation(row, rematch_seats),
        "token": row["token"],
    }


def seated_fields(
    row: Row, players: Sequence[Row], seats: Sequence[Row], rematch_seats: Sequence[Row]
) -> dict[str, Any]:
    """Return what every table has whose game has begun, by the names of the fields."""
    return {
        **base_fields(row, players, rematch_seats),
        "seats": tuple(map(_read_seat, seats)),
        "is_practice": bool(row["is_practice"]),
        "ply": row["ply"],
        "announced": row["announced"],
        "message": row["message"],
        "shown": _read_shown(row),
        "losses": row["losses"],
        "end_request": _read_end_request(row, players, seats),
    }


def table_without_seats(row: Row, players: Sequence[Row], rematch_seats: Sequence[Row]) -> LobbyTable:
    """Return a table whose game has not begun."""
    if Status(row["status"]).is_over:
        return ClosedTable(**base_fields(row, players, rematch_seats))
    return waiting_table(row, players, rematch_seats)


def waiting_table(row: Row, players: Sequence[Row], rematch_seats: Sequence[Row]) -> WaitingTable:
    """Return a table that waits for players."""
    computers = tuple(Computer(int(level)) for level in row["computers"].split() if level.isdecimal())
    return WaitingTable(**base_fields(row, players, rematch_seats), computers=computers)
