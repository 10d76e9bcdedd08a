"""Statements that store games: values become rows of the tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from sqlalchemy import Executable, bindparam, delete, exists, insert, or_, select, update

from host.model.clock import Clock, DueClaim, Vote
from host.model.controllers import Controller
from host.model.fingerprint import RULES_VERSION
from host.model.game import Game, LobbyTable, RunningGame
from host.model.game_log import LogEntry
from host.model.log_replay import StoredGame
from host.model.table import (
    BaseRunningTable,
    FinishedTable,
    MessageRef,
    SeatedTable,
    ShownTurn,
    StartedTable,
    Status,
    Table,
    Venue,
    WaitingTable,
    shared_fields,
)
from host.storage.engine.statements import RowToken, Statement, Value, upsert
from host.storage.games.controllers import controller_values, substitution_statements
from host.storage.games.rows import format_occasion
from host.storage.games.settings import format_settings
from host.storage.schema.tables import clocks, games, moves, players, rematch_seats, seat_requests, seats, votes

StoredTable: TypeAlias = Table | BaseRunningTable | StoredGame
"""A table as it was read. It can be changed if it is still stored so."""

_is_game = games.c.number == bindparam("game_number")
_INSERT_GAME: Final = insert(games)
_UPDATE: Final = update(games).where(_is_game)
_UPDATE_GAME: Final = _UPDATE.where(games.c.token == bindparam("earlier_token")).returning(games.c.number)
_ANNOUNCE: Final = _UPDATE.where(games.c.announced <= bindparam("reached")).returning(games.c.number)
_ANNOUNCE_LOGGED: Final = _ANNOUNCE.where(
    exists().where(
        moves.c.game == bindparam("game_number"),
        moves.c.ply == bindparam("played_ply"),
        moves.c.at == bindparam("played_at"),
    )
)
_NOTE_QUARANTINED: Final = (
    update(games)
    .where(_is_game, games.c.is_told_quarantined != bindparam("is_told"))
    .values(is_told_quarantined=bindparam("is_told"))
    .returning(games.c.number)
)
_END_GAME: Final = _UPDATE_GAME.values(status=Status.ENDED.value, announced=games.c.ply)
_NOTE_STATUS_MESSAGE: Final = _UPDATE.where(
    or_(games.c.guild.is_not(None), games.c.channel == bindparam("own_channel"))
).returning(games.c.number)
_INSERT_MOVE: Final = insert(moves)
_INSERT_PLAYER, _DELETE_PLAYERS = insert(players), delete(players).where(players.c.game == bindparam("game_number"))
_INSERT_SEAT, _DELETE_SEATS = insert(seats), delete(seats).where(seats.c.game == bindparam("game_number"))
_INSERT_SEAT_REQUEST: Final = insert(seat_requests)
_DELETE_SEAT_REQUEST: Final = delete(seat_requests).where(seat_requests.c.game == bindparam("game_number"))
_INSERT_REMATCH_SEAT: Final = insert(rematch_seats)
_DELETE_REMATCH_SEATS: Final = delete(rematch_seats).where(rematch_seats.c.game == bindparam("game_number"))
_SAVE_CLOCK: Final = upsert(clocks, "round", "since", "due_at", "told", "counted", "paused")
_SAVE_VOTE: Final = upsert(votes, "choice", "at")
_CLAIM_GAME: Final = (
    select(games.c.number)
    .where(games.c.number == bindparam("game_number"))
    .with_for_update(skip_locked=True, key_share=True)
)


def transition_statements(before: Game | None, after: Game, entries: Iterable[LogEntry]) -> list[Statement]:
    """Return the statements that store a changed game. They fail if the stored game is not ``before`` any more.

    What only tells which messages were sent is stored where ``after`` changes it: it may be newer than in ``before``.
    """
    table = _as_stored(after)
    statements = _new_statements(table) if before is None else _change_statements(_as_stored(before), table)
    return [*statements, *(_insert_move(table.number, entry) for entry in entries)]


def _as_stored(game: Game) -> StoredGame | LobbyTable:
    match game:
        case RunningGame(table=table, seed=seed):
            clock, scores = table.clock, None
            undo_request, seat_request = table.undo_request, table.seat_request
            due_at = table.pending.until if table.pending else None
        case FinishedTable() as table:
            clock, scores = None, table.final_scores
            undo_request, seat_request = None, None
            seed, due_at = bytes.fromhex(table.seed), None
        case _:
            return game
    return StoredGame(
        **shared_fields(table, SeatedTable),
        status=table.status,
        seed=seed,
        clock=clock,
        undo_request=undo_request,
        seat_request=seat_request,
        final_scores=scores,
        log=(),
        due_at=due_at,
    )


def _new_statements(table: StoredGame | LobbyTable) -> list[Statement]:
    return [
        _insert_game(table),
        *_player_statements(table),
        *_seat_statements(table),
        *_invitation_statements(table),
    ]


def _change_statements(before: StoredGame | LobbyTable, after: StoredGame | LobbyTable) -> list[Statement]:
    statements = [_update_game(before, after)]
    if _players_data(before) != _players_data(after):
        statements += _player_statements(after)
    if before.invitation != after.invitation:
        statements += _invitation_statements(after)
    if not isinstance(after, StoredGame):
        return statements
    earlier = before if isinstance(before, StoredGame) else None
    if earlier is None or _owners(earlier) != _owners(after) or after.final_scores is not None:
        statements += _seat_statements(after)
    if earlier and earlier.seat_request != after.seat_request:
        statements += _seat_request_statements(after)
    if after.shown and (earlier is None or earlier.shown != after.shown):
        statements.append(shown_turn_statement(after.number, after.shown))
    # A game that is over keeps its last clock, so rounds never go back.
    if after.clock and (earlier is None or earlier.clock != after.clock):
        statements.append(clock_statement(after.number, after.clock))
    if earlier:
        statements += substitution_statements(after.number, after.ply, earlier.seats, after.seats)
    return statements


def _players_data(table: StoredGame | LobbyTable) -> tuple[object, ...]:
    return table.people, table.colours, _agreed(table)


def _agreed(table: StoredGame | LobbyTable) -> tuple[frozenset[int], frozenset[int]]:
    """Return the ids of those who consent to end the game, and of those who consent to undo a turn."""
    if not isinstance(table, StoredGame):
        return frozenset(), frozenset()
    return table.agreed_to_end, table.undo_request.agreed if table.undo_request else frozenset()


def _owners(table: StoredGame) -> list[tuple[Controller, bool]]:
    return [(seat.controller, seat.is_open) for seat in table.seats]


def change_statement(before: StoredTable, token: str, **values: Value) -> Statement:
    """Return the statement that stores some values of a game, and the token of the change.

    It fails if the stored game is not ``before`` any more.
    """
    return _guarded_update(_UPDATE_GAME, before, token, values)


def end_statement(before: StoredGame | StartedTable, token: str) -> Statement:
    """Return the statement that ends a quarantined game. It fails if the stored game is not ``before`` any more."""
    return _guarded_update(_END_GAME, before, token, {})


def _guarded_update(clause: Executable, before: StoredTable, token: str, values: Mapping[str, Value]) -> Statement:
    named: dict[str, Value] = {"game_number": before.number, "earlier_token": before.token, "token": token}
    return Statement(clause, {**named, **values}, is_guard=True, gives=RowToken(games, before.number, token))


def deadline_statements(
    changed: Sequence[tuple[BaseRunningTable, BaseRunningTable]], token: str
) -> Iterator[Statement]:
    """Yield the statements that store the clocks of tables, and until when a seat is asked for. They fail if a table
    is not stored any more as it was before.
    """
    yield from [change_statement(before, token) for before, _ in changed]
    for before, after in changed:
        if after.clock:
            yield clock_statement(after.number, after.clock)
        if before.seat_request != after.seat_request:
            yield from _seat_request_statements(after)


def clock_statement(number: int, clock: Clock) -> Statement:
    """Return the statement that stores a clock, without its votes."""
    return Statement(
        _SAVE_CLOCK,
        {
            "game": number,
            "round": clock.round,
            "since": clock.since,
            "due_at": clock.due,
            "told": clock.stage.value,
            "counted": clock.counted_until,
            "paused": round(clock.paused.total_seconds()),
        },
    )


def vote_statement(vote: Vote) -> Statement:
    """Return the statement that stores a vote; it replaces an earlier vote of the person in this round."""
    return Statement(
        _SAVE_VOTE,
        {
            "game": vote.game,
            "round": vote.round,
            "person": vote.person_id,
            "choice": vote.choice,
            "at": vote.at,
        },
    )


def due_claim_statement(claim: DueClaim) -> Statement:
    """Return the statement that claims a game, to the end of the transaction.

    It fails at once if another process is about to change the game: that may be what is due.
    """
    return Statement(_CLAIM_GAME, {"game_number": claim.game}, is_guard=True)


def told_quarantined_statement(number: int, *, is_told: bool) -> Statement:
    """Return the statement that stores whether a table was told of its quarantine; it fails if that is not new."""
    return Statement(_NOTE_QUARANTINED, {"game_number": number, "is_told": is_told}, is_guard=True)


def announcement_statement(
    number: int, ply: int, message: int | None, shown: ShownTurn, played_at: datetime | None
) -> Statement:
    """Return the statement that stores which ply was announced, and what the message shows.

    It fails if a later ply was announced already, or if the log has no entry of that ply that was made at that time
    (None: at any). A ply below 0 says that all messages are gone.
    """
    values: dict[str, Value] = {"game_number": number, "announced": ply, "message": message, **_shown_values(shown)}
    if ply < 0:
        return Statement(_UPDATE, values)
    if played_at is None:
        return Statement(_ANNOUNCE, {**values, "reached": ply}, is_guard=True)
    values = {**values, "reached": ply, "played_ply": ply, "played_at": played_at}
    return Statement(_ANNOUNCE_LOGGED, values, is_guard=True)


def shown_turn_statement(number: int, shown: ShownTurn) -> Statement:
    return Statement(_UPDATE, {"game_number": number, **_shown_values(shown)})


def _shown_values(shown: ShownTurn) -> dict[str, Value]:
    return {"shown_ply": shown.ply, "shown_round": shown.round, "shown_due": shown.due}


def venue_statement(before: StartedTable, token: str, venue: Venue) -> Statement:
    """Return the statement that stores where a game is played; it fails if that is not ``before`` any more."""
    return change_statement(before, token, **_venue_values(venue), message=None)


def _venue_values(venue: Venue) -> dict[str, Value]:
    return {"guild": venue.guild, "channel": venue.channel, "parent": venue.parent}


def status_message_statement(number: int, ref: MessageRef | None) -> Statement:
    """Return the statement that stores the status message of a table, or that there is none.

    It fails if the game was played in private by somebody who was deleted meanwhile: nothing leads to their channel.
    """
    if ref is None:
        return Statement(_UPDATE, {"game_number": number, "lobby_channel": None, "lobby": None})
    shown = {"lobby_channel": ref.channel, "lobby": ref.message, "own_channel": ref.channel}
    return Statement(_NOTE_STATUS_MESSAGE, {"game_number": number, **shown}, is_guard=True)


def _insert_game(table: StoredGame | LobbyTable) -> Statement:
    return Statement(
        _INSERT_GAME,
        {
            "number": table.number,
            **_venue_values(table.venue),
            **_game_values(table),
            **_announcement(table),
            "rules": RULES_VERSION,
            "opened_at": table.opened_at,
            "rematch_of": table.rematch.previous if table.rematch else None,
            "occasion": format_occasion(table.occasion) if table.occasion else None,
            "token": table.token,
        },
        gives=RowToken(games, table.number, table.token),
    )


def _update_game(before: StoredGame | LobbyTable, after: StoredGame | LobbyTable) -> Statement:
    """Return the statement that stores a changed game; it fails if the stored game is not ``before`` any more.

    A game that changes is not quarantined: should it be damaged again, its table is told anew.
    """
    undo, ending = (after.undo_request, after.end_request) if isinstance(after, StoredGame) else (None, None)
    return change_statement(
        before,
        after.token,
        **_game_values(after),
        **_changed_announcement(before, after),
        undo_seat=undo.seat if undo else None,
        undo_ply=undo.ply if undo else None,
        undo_number=undo.number if undo else None,
        ending_seat=ending.seat if ending else None,
        ending_number=ending.number if ending else None,
        is_told_quarantined=0,
    )


def _changed_announcement(before: StoredGame | LobbyTable, after: StoredGame | LobbyTable) -> dict[str, Value]:
    """Return what is stored anew of the announcement. When a game ends, its last ply may have to be announced again."""
    earlier, later = _announcement(before), _announcement(after)
    changed = {name: value for name, value in later.items() if value != earlier[name]}
    if before.status != after.status:
        changed["announced"] = later["announced"]
    return changed


def _announcement(table: StoredGame | LobbyTable) -> dict[str, Value]:
    if isinstance(table, StoredGame):
        return {"announced": table.announced, "message": table.message}
    return {"announced": -1, "message": None}


def _game_values(table: StoredGame | LobbyTable) -> dict[str, Value]:
    """Return what is stored of a game when its table opens, and at each change."""
    game = table if isinstance(table, StoredGame) else None
    return {
        "status": table.status,
        "organiser": table.organiser.id,
        "edition": table.edition,
        "options": " ".join(table.options),
        "seed": game.seed.hex() if game else "",
        "is_practice": game.is_practice if game else False,
        "settings": format_settings(table.settings),
        "rated": table.settings.rated,
        "ply": table.ply,
        "moved_at": table.moved_at,
        "due_at": game.due_at if game else None,
        "best_of": table.rematch.best_of if table.rematch else None,
        "computers": _computers(table),
        "losses": game.losses if game else 0,
    }


def _computers(table: StoredGame | LobbyTable) -> str:
    """Return the levels of the computers that wait at a table; once a game has begun, its seats name them."""
    return " ".join(str(one.level) for one in table.computers) if isinstance(table, WaitingTable) else ""


def _player_statements(table: StoredGame | LobbyTable) -> list[Statement]:
    ending, undoing = _agreed(table)
    rows: list[dict[str, Value]] = [
        {
            "game": table.number,
            "place": place,
            "person": one.id,
            "is_ending": one.id in ending,
            "is_undoing": one.id in undoing,
            "colour": table.colours.get(one.id),
        }
        for place, one in enumerate(table.people)
    ]
    return _replaced(table.number, _DELETE_PLAYERS, _INSERT_PLAYER, rows)


def _seat_statements(table: StoredGame | LobbyTable) -> list[Statement]:
    rows: list[dict[str, Value]] = []
    if isinstance(table, StoredGame):
        scores = table.final_scores or (None,) * len(table.seats)
        for seat, score in zip(table.seats, scores, strict=True):
            person, computer, computer_number = controller_values(seat.controller)
            rows.append({
                "game": table.number,
                "number": seat.number,
                "person": person,
                "computer": computer,
                "computer_number": computer_number,
                "score": score,
                "colour": seat.colour,
                "is_open": seat.is_open,
            })  # fmt: skip
    return _replaced(table.number, _DELETE_SEATS, _INSERT_SEAT, rows)


def _seat_request_statements(table: StoredGame | BaseRunningTable) -> list[Statement]:
    request = table.seat_request
    rows: list[dict[str, Value]] = []
    if request:
        values: dict[str, Value] = {"seat": request.seat, "person": request.person.id}
        values |= {"number": request.number, "due_at": request.due}
        rows.append({"game": table.number, **values})
    return _replaced(table.number, _DELETE_SEAT_REQUEST, _INSERT_SEAT_REQUEST, rows)


def _invitation_statements(table: StoredGame | LobbyTable) -> list[Statement]:
    rows: list[dict[str, Value]] = []
    for place, seat in enumerate(table.invitation.seats if table.invitation else ()):
        person, computer, _ = controller_values(seat.controller)
        rows.append({
            "game": table.number,
            "place": place,
            "person": person,
            "computer": computer,
            "colour": seat.colour,
            "wins": seat.wins,
        })  # fmt: skip
    return _replaced(table.number, _DELETE_REMATCH_SEATS, _INSERT_REMATCH_SEAT, rows)


def _replaced(number: int, delete: Executable, insert: Executable, rows: Iterable[dict[str, Value]]) -> list[Statement]:
    return [Statement(delete, {"game_number": number}), *(Statement(insert, row) for row in rows)]


def _insert_move(number: int, entry: LogEntry) -> Statement:
    return Statement(
        _INSERT_MOVE,
        {
            "game": number,
            "ply": entry.ply,
            "seat": entry.seat,
            "person": entry.person_id,
            "computer": entry.computer.level if entry.computer else None,
            "notation": entry.notation,
            "at": entry.at,
            "hash": entry.hash,
        },
    )
