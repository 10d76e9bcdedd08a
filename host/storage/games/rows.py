"""The rows of games: the queries that find them, and how they become values."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Column, ColumnElement, and_, exists, select

from host.model.clock import Clock
from host.model.controllers import Computer, Person
from host.model.game import LobbyTable
from host.model.game_log import LogEntry
from host.model.invitation import Invitation, InvitedSeat, Occasion, Rematch
from host.model.requests import EndRequest, SeatRequest, UndoRequest
from host.model.table import (
    BaseTable,
    ClosedTable,
    MessageRef,
    Seat,
    SeatedTable,
    ShownTurn,
    Venue,
    WaitingTable,
    shared_fields,
)
from host.storage.engine.statements import AnySelect, Row
from host.storage.games.controllers import read_controller
from host.storage.games.settings import parse_settings
from host.storage.schema.tables import (
    clocks,
    games,
    people,
    players,
    rematch_seats,
    seat_requests,
    seats,
    substitutions,
    votes,
)

_askers: Final = people.alias("askers")
_ASKED: Final = (
    seat_requests.c.seat.label("asked_seat"),
    seat_requests.c.number.label("asked_number"),
    seat_requests.c.due_at.label("asked_due"),
    _askers.c.id.label("asker"),
    _askers.c.name.label("asker_name"),
)
"""The request for a seat of a game, if there is one."""
_HAS_CHANGED_HANDS: Final = (
    exists().where(substitutions.c.game == games.c.number).correlate(games).label("has_changed_hands")
)


@dataclass(frozen=True, slots=True)
class GameRows:
    """The rows of a game, but for its log."""

    game: Row
    players: Sequence[Row]
    seats: Sequence[Row]
    rematch_seats: Sequence[Row]
    clocks: Sequence[Row]
    votes: Sequence[Row]
    """Those of the round that the clock counts."""


def row_queries(is_wanted: Callable[[Column[int]], ColumnElement[bool]]) -> tuple[AnySelect, ...]:
    """Return the queries for the rows of games, one for each field of ``GameRows``.

    ``is_wanted`` returns the condition for the column that holds a game's number.
    """
    return (
        select(games, people.c.name, *_ASKED, _HAS_CHANGED_HANDS)
        .join(people, people.c.id == games.c.organiser)
        .outerjoin(seat_requests, seat_requests.c.game == games.c.number)
        .outerjoin(_askers, _askers.c.id == seat_requests.c.person)
        .where(is_wanted(games.c.number))
        .order_by(games.c.number),
        select(players, people.c.name)
        .join(people, people.c.id == players.c.person)
        .where(is_wanted(players.c.game))
        .order_by(players.c.place),
        select(seats, people.c.name)
        .outerjoin(people, people.c.id == seats.c.person)
        .where(is_wanted(seats.c.game))
        .order_by(seats.c.number),
        select(rematch_seats, people.c.name)
        .outerjoin(people, people.c.id == rematch_seats.c.person)
        .where(is_wanted(rematch_seats.c.game))
        .order_by(rematch_seats.c.place),
        select(clocks).where(is_wanted(clocks.c.game)),
        select(votes)
        .join(clocks, and_(clocks.c.game == votes.c.game, clocks.c.round == votes.c.round))
        .where(is_wanted(votes.c.game))
        .order_by(votes.c.at, votes.c.person),
    )


def read_entry(row: Row) -> LogEntry:
    computer = None if row["computer"] is None else Computer(row["computer"])
    return LogEntry(row["ply"], row["seat"], row["person"], row["notation"], row["at"], row["hash"], computer)


def read_clock(clocks: Sequence[Row], votes: Sequence[Row] = ()) -> Clock | None:
    """Return the clock of a game, with the votes of its round; None if it never had a clock."""
    if not clocks:
        return None
    [row] = clocks
    return Clock(
        row["round"],
        row["since"],
        row["due_at"],
        row["told"],
        row["counted"],
        timedelta(seconds=row["paused"]),
        {vote["person"]: vote["choice"] for vote in votes},
    )


def read_undo_request(rows: GameRows) -> UndoRequest | None:
    row = rows.game
    if row["undo_ply"] is None:
        return None
    agreed = frozenset(player["person"] for player in rows.players if player["is_undoing"])
    return UndoRequest(row["undo_seat"], row["undo_ply"], agreed, row["undo_number"] or 0)


def read_seat_request(rows: GameRows) -> SeatRequest | None:
    row = rows.game
    if row["asked_seat"] is None:
        return None
    asker = Person(row["asker"], row["asker_name"])
    return SeatRequest(row["asked_seat"], asker, row["asked_number"], row["asked_due"])


def read_seated_table(
    rows: GameRows, played_at: datetime | None, resigned: Collection[int] = frozenset()
) -> SeatedTable:
    """Return what every table has whose game has begun.

    When its last entry was made follows from its log, and so do the numbers of the seats that have resigned.
    """
    row = rows.game
    return SeatedTable(
        **shared_fields(_base_table(rows), BaseTable),
        seats=tuple(_seat(seat, resigned) for seat in rows.seats),
        is_practice=row["is_practice"],
        ply=row["ply"],
        announced=row["announced"],
        message=row["message"],
        shown=_shown(row),
        losses=row["losses"],
        has_changed_hands=bool(row["has_changed_hands"]),
        end_request=_end_request(rows),
        played_at=played_at,
    )


def read_lobby_table(rows: GameRows) -> LobbyTable:
    """Return a table whose game has not begun."""
    if rows.game["status"].is_over:
        return ClosedTable(**shared_fields(_base_table(rows), BaseTable))
    return read_waiting_table(rows)


def read_waiting_table(rows: GameRows) -> WaitingTable:
    computers = tuple(Computer(int(level)) for level in rows.game["computers"].split() if level.isdecimal())
    return WaitingTable(**shared_fields(_base_table(rows), BaseTable), computers=computers)


def format_occasion(occasion: Occasion) -> str:
    return f"{occasion.kind} {occasion.key}"


def _parse_occasion(stored: str) -> Occasion:
    kind, key = stored.split()
    return Occasion(kind, int(key))


def _base_table(rows: GameRows) -> BaseTable:
    row = rows.game
    return BaseTable(
        number=row["number"],
        venue=Venue(row["guild"], row["channel"], row["parent"]),
        organiser=Person(row["organiser"], row["name"]),
        people=tuple(Person(player["person"], player["name"]) for player in rows.players),
        colours={player["person"]: player["colour"] for player in rows.players if player["colour"]},
        edition=row["edition"],
        options=tuple(row["options"].split()),
        settings=parse_settings(row["settings"], is_rated=row["rated"]),
        status_message=None if row["lobby"] is None else MessageRef(row["lobby_channel"], row["lobby"]),
        opened_at=row["opened_at"],
        moved_at=row["moved_at"],
        invitation=_invitation(rows),
        token=row["token"],
    )


def _seat(row: Row, resigned: Collection[int]) -> Seat:
    controller = read_controller(row, "person", "name", "computer", "computer_number")
    return Seat(row["number"], controller, row["colour"], row["number"] in resigned, row["is_open"])


def _invitation(rows: GameRows) -> Invitation | None:
    row, invited = rows.game, tuple(map(_invited_seat, rows.rematch_seats))
    if row["rematch_of"] is not None:
        return Invitation(invited, Rematch(row["rematch_of"], row["best_of"]))
    return None if row["occasion"] is None else Invitation(invited, _parse_occasion(row["occasion"]))


def _invited_seat(row: Row) -> InvitedSeat:
    """Return a seat that is kept. Its computers get their numbers when the game begins."""
    controller = Person(row["person"], row["name"]) if row["computer"] is None else Computer(row["computer"])
    return InvitedSeat(controller, row["colour"], row["wins"])


def _end_request(rows: GameRows) -> EndRequest | None:
    """Return the request to end a game. If an old row lacks its seat, the first seat that agrees has asked."""
    agreed = frozenset(player["person"] for player in rows.players if player["is_ending"])
    if not agreed:
        return None
    first = next((seat["number"] for seat in rows.seats if seat["person"] in agreed), 0)
    seat = first if rows.game["ending_seat"] is None else rows.game["ending_seat"]
    return EndRequest(seat, agreed, rows.game["ending_number"] or 0)


def _shown(row: Row) -> ShownTurn | None:
    if row["message"] is None or row["shown_ply"] is None:
        return None
    return ShownTurn(row["shown_ply"], row["shown_round"], row["shown_due"])
