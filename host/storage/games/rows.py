"""Rows of the database's tables become values of games."""

from collections.abc import Sequence
from typing import Any

from host.model.controllers import Computer, Person
from host.model.game import LobbyTable
from host.model.game_log import LogEntry
from host.model.invitation import Invitation, InvitedSeat, Occasion, Rematch
from host.model.table import (
    ClosedTable,
    EndRequest,
    MessageRef,
    Seat,
    ShownTurn,
    UndoRequest,
    Venue,
    WaitingTable,
)
from host.storage.engine.database import Row
from host.storage.games.controllers import read_controller
from host.storage.games.settings import parse_settings


def read_entry(row: Row) -> LogEntry:
    """Return an entry of a log."""
    computer = None if row["computer"] is None else Computer(row["computer"])
    return LogEntry(row["ply"], row["seat"], row["person"], row["notation"], row["at"], row["hash"], computer)


def _read_seat(row: Row) -> Seat:
    """Return a seat. Who has resigned follows from the log, so here nobody has."""
    controller = read_controller(row, "person", "name", "computer", "computer_number")
    return Seat(row["number"], controller, row["colour"], resigned=False, is_open=row["is_open"])


def _read_invited_seat(row: Row) -> InvitedSeat:
    """Return a seat that is kept. Its computers get their numbers when the game begins."""
    controller = Person(row["person"], row["name"]) if row["computer"] is None else Computer(row["computer"])
    return InvitedSeat(controller, row["colour"], row["wins"])


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
    return ShownTurn(row["shown_ply"], row["shown_round"], row["shown_due"])


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
        "colours": {player["person"]: player["colour"] for player in players if player["colour"]},
        "edition": row["edition"],
        "options": tuple(row["options"].split()),
        "settings": parse_settings(row["settings"], is_rated=row["rated"]),
        "status_message": None if row["lobby"] is None else MessageRef(row["lobby_channel"], row["lobby"]),
        "opened_at": row["opened_at"],
        "moved_at": row["moved_at"],
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
        "is_practice": row["is_practice"],
        "ply": row["ply"],
        "announced": row["announced"],
        "message": row["message"],
        "shown": _read_shown(row),
        "losses": row["losses"],
        "end_request": _read_end_request(row, players, seats),
    }


def table_without_seats(row: Row, players: Sequence[Row], rematch_seats: Sequence[Row]) -> LobbyTable:
    """Return a table whose game has not begun."""
    if row["status"].is_over:
        return ClosedTable(**base_fields(row, players, rematch_seats))
    return waiting_table(row, players, rematch_seats)


def waiting_table(row: Row, players: Sequence[Row], rematch_seats: Sequence[Row]) -> WaitingTable:
    """Return a table that waits for players."""
    computers = tuple(Computer(int(level)) for level in row["computers"].split() if level.isdecimal())
    return WaitingTable(**base_fields(row, players, rematch_seats), computers=computers)
