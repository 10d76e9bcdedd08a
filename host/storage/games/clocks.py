"""Clocks, votes and seats that changed hands, as rows of the database."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import and_, bindparam, func, insert, select

from host.model.clock import Clock, DueClaim, Vote
from host.model.substitution import Substitution
from host.model.table import Seat
from host.storage.engine.database import Database, Row
from host.storage.engine.statements import Statement, upsert
from host.storage.games.controllers import change_values, controller_values, read_change
from host.storage.schema.tables import clocks, games, moves, people, substitutions, votes

CLOCK: Final = select(clocks).where(clocks.c.game == bindparam("game_number"))
VOTES: Final = (
    select(votes.c.person, votes.c.choice)
    .join(clocks, and_(clocks.c.game == votes.c.game, clocks.c.round == votes.c.round))
    .where(votes.c.game == bindparam("game_number"))
    .order_by(votes.c.at, votes.c.person)
)
_LAST_MOVES: Final = (
    select(moves.c.person, func.max(moves.c.at).label("at"))
    .where(moves.c.game == bindparam("game_number"), moves.c.person.is_not(None))
    .group_by(moves.c.person)
)
_givers, _takers = people.alias("givers"), people.alias("takers")
_SUBSTITUTIONS: Final = (
    select(substitutions, _givers.c.name.label("giver_name"), _takers.c.name.label("taker_name"))
    .outerjoin(_givers, _givers.c.id == substitutions.c.giver)
    .outerjoin(_takers, _takers.c.id == substitutions.c.taker)
    .where(substitutions.c.game == bindparam("game_number"))
    .order_by(substitutions.c.ply, substitutions.c.number)
)
_SAVE_CLOCK: Final = upsert(clocks, "round", "since", "due_at", "told", "counted", "paused")
_SAVE_VOTE: Final = upsert(votes, "choice", "at")
_ADD_SUBSTITUTION: Final = insert(substitutions)
_CLAIM_GAME: Final = (
    select(games.c.number)
    .where(games.c.number == bindparam("game_number"))
    .with_for_update(skip_locked=True, key_share=True)
)


def read_clock(row: Row, votes: Sequence[Row]) -> Clock:
    """Return the clock of a game, with the votes of its round."""
    return Clock(
        row["round"],
        row["since"],
        row["due_at"],
        row["told"],
        row["counted"],
        timedelta(seconds=row["paused"]),
        {vote["person"]: vote["choice"] for vote in votes},
    )


async def stored_clock(database: Database, number: int) -> Clock | None:
    """Return the clock that a game had last, without its votes. A game that runs without one keeps it."""
    rows = await database.read(CLOCK, game_number=number)
    return read_clock(rows[0], ()) if rows else None


async def last_moves(database: Database, number: int) -> dict[int, datetime]:
    """Return when each person has last moved in a game."""
    return {row["person"]: row["at"] for row in await database.read(_LAST_MOVES, game_number=number)}


async def stored_substitutions(database: Database, number: int) -> list[Substitution]:
    """Return the seats of a game that have changed hands, in order."""
    return [
        Substitution(row["ply"], row["seat"], *read_change(row))
        for row in await database.read(_SUBSTITUTIONS, game_number=number)
    ]


def due_claim_statement(claim: DueClaim) -> Statement:
    """Return the statement that claims a game, to the end of the transaction.

    It fails at once if another process is about to change the game: that may be what is due.
    """
    return Statement(_CLAIM_GAME, {"game_number": claim.game}, is_guard=True)


def clock_change_statements(number: int, before: Clock | None, after: Clock | None) -> list[Statement]:
    """Return the statement for a changed clock. A game that is over keeps its last clock, so rounds never go back."""
    return [clock_statement(number, after)] if after is not None and after != before else []


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


def substitution_statements(number: int, ply: int, before: Sequence[Seat], after: Sequence[Seat]) -> list[Statement]:
    """Return the statements that log who has taken whose seat; none for a game that has just begun."""
    return [
        _substitution_statement(number, ply, old, new)
        for old, new in zip(before, after, strict=False)
        if controller_values(old.controller) != controller_values(new.controller)
    ]


def _substitution_statement(number: int, ply: int, old: Seat, new: Seat) -> Statement:
    change = change_values(old.controller, new.controller)
    return Statement(_ADD_SUBSTITUTION, {"game": number, "ply": ply, "seat": old.number, **change})
