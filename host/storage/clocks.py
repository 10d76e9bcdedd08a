"""Clocks, votes, heartbeats and seats that changed hands, as rows of the database."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from sqlite3 import Row
from typing import Final

from host.model.clock import Clock, Heartbeat, ReminderStage, Vote, VoteChoice
from host.model.substitution import Substitution
from host.model.table import Seat
from host.storage.controllers import controller_values, read_controller
from host.storage.database import Database, Statement, format_time, read_time

CLOCK: Final = "SELECT * FROM clocks WHERE game = ?"
VOTES: Final = """
SELECT person, choice FROM votes JOIN clocks ON clocks.game = votes.game AND clocks.round = votes.round
WHERE votes.game = ? ORDER BY at, person"""
_LAST_MOVES: Final = "SELECT person, MAX(at) AS at FROM moves WHERE game = ? AND person IS NOT NULL GROUP BY person"
# Nothing but SQLite's row number tells the order of substitutions at one ply. Rows are never deleted, so it only grows.
_SUBSTITUTIONS: Final = """
SELECT substitutions.*, givers.name AS giver_name, takers.name AS taker_name FROM substitutions
LEFT JOIN people AS givers ON givers.id = giver LEFT JOIN people AS takers ON takers.id = taker
WHERE game = ? ORDER BY ply, substitutions.rowid"""
_HEARTBEAT: Final = "SELECT MAX(at) AS at FROM heartbeat"
# A game's last entry is its latest one, so no other entry is read.
_SIGN_OF_LIFE: Final = """
SELECT MAX(at) AS at FROM (
    SELECT at FROM heartbeat
    UNION ALL SELECT MAX(at) FROM games CROSS JOIN moves WHERE moves.game = games.number AND moves.ply = games.ply
    UNION ALL SELECT MAX(at) FROM votes
)"""

_SAVE_CLOCK: Final = """
INSERT INTO clocks (game, round, since, due_at, told, counted, paused) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (game) DO UPDATE SET round = excluded.round, since = excluded.since, due_at = excluded.due_at,
told = excluded.told, counted = excluded.counted, paused = excluded.paused"""
_SAVE_VOTE: Final = """
INSERT INTO votes (game, round, person, choice, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (game, round, person) DO UPDATE SET choice = excluded.choice, at = excluded.at"""
_ADD_SUBSTITUTION: Final = """
INSERT INTO substitutions (game, ply, seat, giver, from_level, from_number, taker, to_level, to_number)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""


def read_clock(row: Row, votes: Sequence[Row]) -> Clock:
    """Return the clock of a game, with the votes of its round."""
    return Clock(
        row["round"],
        datetime.fromisoformat(row["since"]),
        read_time(row["due_at"]),
        ReminderStage(row["told"]),
        read_time(row["counted"]),
        timedelta(seconds=row["paused"]),
        {vote["person"]: VoteChoice(vote["choice"]) for vote in votes},
    )


async def stored_clock(database: Database, number: int) -> Clock | None:
    """Return the clock that a game had last, without its votes. A game that runs without one keeps it."""
    rows = await database.read(CLOCK, number)
    return read_clock(rows[0], ()) if rows else None


async def last_moves(database: Database, number: int) -> dict[int, datetime]:
    """Return when each person has last moved in a game."""
    return {row["person"]: datetime.fromisoformat(row["at"]) for row in await database.read(_LAST_MOVES, number)}


async def substitutions(database: Database, number: int) -> list[Substitution]:
    """Return the seats of a game that have changed hands, in order."""
    return [
        Substitution(
            row["ply"],
            row["seat"],
            read_controller(row, "giver", "giver_name", "from_level", "from_number"),
            read_controller(row, "taker", "taker_name", "to_level", "to_number"),
        )
        for row in await database.read(_SUBSTITUTIONS, number)
    ]


class HeartbeatRepository:
    """When the bot was running. The time between two heartbeats may be an outage."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self) -> datetime | None:
        """Return the time of the last heartbeat."""
        return read_time((await self._database.read(_HEARTBEAT))[0]["at"])

    async def last_sign_of_life(self) -> datetime | None:
        """Return when the bot was last running: at a heartbeat, or at a later move or vote."""
        return read_time((await self._database.read(_SIGN_OF_LIFE))[0]["at"])


def heartbeat_statements(heartbeat: Heartbeat) -> list[Statement]:
    """Return the statements that store a heartbeat instead of the last one."""
    at = heartbeat.at.isoformat()
    return [Statement("DELETE FROM heartbeat"), Statement("INSERT INTO heartbeat (at) VALUES (?)", (at,))]


def clock_change_statements(number: int, before: Clock | None, after: Clock | None) -> list[Statement]:
    """Return the statement for a changed clock. A game that is over keeps its last clock, so rounds never go back."""
    return [clock_statement(number, after)] if after is not None and after != before else []


def clock_statement(number: int, clock: Clock) -> Statement:
    """Return the statement that stores a clock, without its votes."""
    due, counted = format_time(clock.due), format_time(clock.counted_until)
    paused = round(clock.paused.total_seconds())
    return Statement(
        _SAVE_CLOCK, (number, clock.round, clock.since.isoformat(), due, clock.stage.value, counted, paused)
    )


def vote_statement(vote: Vote) -> Statement:
    """Return the statement that stores a vote; it replaces an earlier vote of the person in this round."""
    return Statement(_SAVE_VOTE, (vote.game, vote.round, vote.person_id, vote.choice, vote.at.isoformat()))


def substitution_statements(number: int, ply: int, before: Sequence[Seat], after: Sequence[Seat]) -> list[Statement]:
    """Return the statements that log who has taken whose seat; none for a game that has just begun."""
    return [
        Statement(
            _ADD_SUBSTITUTION,
            (number, ply, old.number, *controller_values(old.controller), *controller_values(new.controller)),
        )
        for old, new in zip(before, after, strict=False)
        if controller_values(old.controller) != controller_values(new.controller)
    ]
