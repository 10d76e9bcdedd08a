"""Clocks, votes and pings as rows of the database. All the SQL about time stands here."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from sqlite3 import Row
from typing import Final

from host.model.clock import Choice, Clock, ReminderStage
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.substitution import Substitution
from host.model.table import MessageRef, Person, Seat
from host.storage.database import Database, Statement

_CLOCK: Final = "SELECT * FROM clocks WHERE game = ?"
_VOTES: Final = "SELECT person, choice FROM votes WHERE game = ? AND round = ? ORDER BY at, person"
_PLAYED: Final = "SELECT person, MAX(at) AS at FROM moves WHERE game = ? AND person IS NOT NULL GROUP BY person"
_UNSENT: Final = "SELECT * FROM pings WHERE outcome IS NULL ORDER BY at, game"
_PINGS: Final = "SELECT * FROM pings WHERE game = ? ORDER BY at, round"
_SENT: Final = """
SELECT channel, message FROM pings WHERE game = ? AND round = ? AND kind = ? AND message IS NOT NULL"""
_OPEN: Final = """
SELECT pings.*, asked.channel AS asked_channel, asked.message AS asked_message, language
FROM question_messages AS asked JOIN pings USING (game, round, kind) WHERE game = ? ORDER BY at, round, asked.message"""
_LAST_ROUND: Final = "SELECT COALESCE(MAX(round), 0) AS round FROM pings WHERE game = ? AND kind = ?"
_SUBSTITUTIONS: Final = """
SELECT ply, seat, giver, givers.name AS giver_name, taker, takers.name AS taker_name FROM substitutions
JOIN people AS givers ON givers.id = giver JOIN people AS takers ON takers.id = taker
WHERE game = ? ORDER BY ply, substitutions.rowid"""
_BEAT: Final = "SELECT MAX(at) AS at FROM heartbeat"
_SIGN_OF_LIFE: Final = """
SELECT MAX(at) AS at FROM (
    SELECT at FROM heartbeat UNION ALL SELECT MAX(at) FROM moves UNION ALL SELECT MAX(at) FROM votes
)"""

_WIND: Final = """
INSERT INTO clocks (game, round, since, due_at, told, counted, paused) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (game) DO UPDATE SET round = excluded.round, since = excluded.since, due_at = excluded.due_at,
told = excluded.told, counted = excluded.counted, paused = excluded.paused"""
_VOTE: Final = """
INSERT INTO votes (game, round, person, choice, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (game, round, person) DO UPDATE SET choice = excluded.choice, at = excluded.at"""
_PING: Final = "INSERT INTO pings (game, round, kind, person, at, due_at) VALUES (?, ?, ?, ?, ?, ?)"
_OUTCOME: Final = """
UPDATE pings SET outcome = ?, channel = ?, message = ? WHERE game = ? AND round = ? AND kind = ?"""
_QUESTION: Final = """
INSERT INTO question_messages (channel, message, game, round, kind, language) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING"""
_CLOSED: Final = "DELETE FROM question_messages WHERE channel = ? AND message = ?"
_SUBSTITUTION: Final = "INSERT INTO substitutions (game, ply, seat, giver, taker) VALUES (?, ?, ?, ?, ?)"


async def read_clock(database: Database, number: int) -> Clock | None:
    """Return the clock of a game with the votes of its round; None where it has none."""
    rows = await database.read(_CLOCK, number)
    if not rows:
        return None
    [row] = rows
    votes = await database.read(_VOTES, number, row["round"])
    return Clock(
        row["round"],
        datetime.fromisoformat(row["since"]),
        read_time(row["due_at"]),
        ReminderStage(row["told"]),
        read_time(row["counted"]),
        timedelta(seconds=row["paused"]),
        {vote["person"]: Choice(vote["choice"]) for vote in votes},
    )


async def played_at(database: Database, number: int) -> dict[int, datetime]:
    """Return when each person has last moved in a game."""
    return {row["person"]: datetime.fromisoformat(row["at"]) for row in await database.read(_PLAYED, number)}


async def unsent_pings(database: Database) -> list[Notification]:
    """Return the pings of which it is not known whether they were sent, the oldest first."""
    return [_ping(row) for row in await database.read(_UNSENT)]


async def pings_of(database: Database, number: int) -> list[tuple[Notification, DeliveryOutcome | None]]:
    """Return all pings of a game, in order, and what has become of them."""
    return [
        (_ping(row), DeliveryOutcome(row["outcome"]) if row["outcome"] else None)
        for row in await database.read(_PINGS, number)
    ]


async def ping_message(database: Database, number: int, round_: int, kind: NotificationKind) -> MessageRef | None:
    """Return the message of a ping, where it was sent."""
    rows = await database.read(_SENT, number, round_, kind)
    return MessageRef(rows[0]["channel"], rows[0]["message"]) if rows else None


async def open_questions(database: Database, number: int) -> list[tuple[Notification, MessageRef, str]]:
    """Return the pings of a game whose messages still have buttons, with those messages and their languages."""
    rows = await database.read(_OPEN, number)
    return [(_ping(row), MessageRef(row["asked_channel"], row["asked_message"]), row["language"]) for row in rows]


async def next_ping(
    database: Database, number: int, kind: NotificationKind, person_id: int, now: datetime
) -> Notification:
    """Return the next ping of a kind that is counted by itself: see ``Notification``."""
    last = int((await database.read(_LAST_ROUND, number, kind))[0]["round"])
    return Notification(number, last + 1, kind, person_id, now, None)


async def substitutions(database: Database, number: int) -> list[Substitution]:
    """Return the seats of a game that have changed hands, in order."""
    return [
        Substitution(
            row["ply"], row["seat"], Person(row["giver"], row["giver_name"]), Person(row["taker"], row["taker_name"])
        )
        for row in await database.read(_SUBSTITUTIONS, number)
    ]


async def last_beat(database: Database) -> datetime | None:
    """Return when the bot last noted that it was there."""
    return read_time((await database.read(_BEAT))[0]["at"])


async def last_sign_of_life(database: Database) -> datetime | None:
    """Return when the bot was last there, as far as anything stored tells: somebody may have moved after its note."""
    return read_time((await database.read(_SIGN_OF_LIFE))[0]["at"])


def beat_changes(now: datetime) -> list[Statement]:
    """Return the changes that note that the bot is there."""
    return [Statement("DELETE FROM heartbeat"), Statement("INSERT INTO heartbeat (at) VALUES (?)", (now.isoformat(),))]


def clock_change(number: int, clock: Clock) -> Statement:
    """Return the change that stores a clock, without its votes."""
    due, counted = format_time(clock.due), format_time(clock.counted)
    paused = round(clock.paused.total_seconds())
    return Statement(_WIND, (number, clock.round, clock.since.isoformat(), due, clock.told.value, counted, paused))


def vote_change(number: int, round_: int, person_id: int, choice: Choice, now: datetime) -> Statement:
    """Return the change that stores a vote."""
    return Statement(_VOTE, (number, round_, person_id, choice, now.isoformat()))


def ping_change(ping: Notification) -> Statement:
    """Return the change that stores a ping which is about to be sent."""
    at, due = ping.at.isoformat(), format_time(ping.due)
    return Statement(_PING, (ping.game, ping.round, ping.kind, ping.person_id, at, due))


def outcome_change(ping: Notification, outcome: DeliveryOutcome, message: MessageRef | None) -> Statement:
    """Return the change that stores what has become of a ping, and its message, where it was sent."""
    channel, number = (message.channel, message.message) if message else (None, None)
    return Statement(_OUTCOME, (outcome, channel, number, *ping.key), rows=1)


def question_change(ping: Notification, message: MessageRef, language: str) -> Statement:
    """Return the change that stores that a message of a ping has buttons."""
    return Statement(_QUESTION, (message.channel, message.message, *ping.key, language))


def closed_change(message: MessageRef) -> Statement:
    """Return the change that stores that a message of a ping has no buttons any more."""
    return Statement(_CLOSED, (message.channel, message.message))


def substitution_changes(number: int, ply: int, before: Sequence[Seat], after: Sequence[Seat]) -> list[Statement]:
    """Return the changes that log who has taken whose seat in a game; none where it has just begun."""
    return [
        Statement(_SUBSTITUTION, (number, ply, old.number, old.person.id, new.person.id))
        for old, new in zip(before, after, strict=False)
        if old.person.id != new.person.id
    ]


def _ping(row: Row) -> Notification:
    at, due = datetime.fromisoformat(row["at"]), read_time(row["due_at"])
    return Notification(row["game"], row["round"], NotificationKind(row["kind"]), row["person"], at, due)


def read_time(text: str | None) -> datetime | None:
    """Return the time that a column holds, if any."""
    return datetime.fromisoformat(text) if text else None


def format_time(time: datetime | None) -> str | None:
    """Return a time as a column holds it."""
    return time.isoformat() if time else None
