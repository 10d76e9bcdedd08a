"""Statements that store clocks, and what is done about turns that are late."""

from typing import Final

from sqlalchemy import bindparam, select

from host.model.clock import Clock, DueClaim, Vote
from host.storage.engine.statements import Statement, upsert
from host.storage.schema.tables import clocks, games, votes

_SAVE_CLOCK: Final = upsert(clocks, "round", "since", "due_at", "told", "counted", "paused")
_SAVE_VOTE: Final = upsert(votes, "choice", "at")
_CLAIM_GAME: Final = (
    select(games.c.number)
    .where(games.c.number == bindparam("game_number"))
    .with_for_update(skip_locked=True, key_share=True)
)


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
