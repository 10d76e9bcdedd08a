"""What a table decides about a turn whose time is out. Pure."""

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from host.model.clock import Choice, parse_pace
from host.model.table import RunningTable

RECENTLY: Final = timedelta(days=14)
"""Who has played within this time has played recently; at a slow table, within three turns' time."""


def electorate(
    table: RunningTable,
    played_at: Mapping[int, datetime],
    now: datetime,
    absent: Collection[int] = (),
    asked_at: datetime | None = None,
) -> frozenset[int]:
    """Return the ids of those who decide: everybody but the late one who has played recently or votes now.

    ``played_at`` tells when each of them moved last; who has not moved counts from the start of the game. If nobody has
    played recently, for the game stands still, all of them decide; but who was ``asked_at`` a time that is not recent
    either, and has not voted, is not waited for. Whose seat is open has not played recently, and neither have the
    ``absent``, who cannot see the question; where that is all the others, there is nobody else.
    """
    others = candidates(table)
    gone = {seat.person.id for seat in table.seats if seat.person and seat.is_open}.union(absent)
    pace = parse_pace(table.settings.pace)
    since = now - max(RECENTLY, 3 * pace if pace else RECENTLY)
    recent = {one for one in others - gone if played_at.get(one, table.opened_at) >= since}
    heard = votes_at(table).keys()
    answered = heard if asked_at is not None and asked_at < since else frozenset[int]()
    return frozenset(recent or answered or others - gone or others) | heard


def candidates(table: RunningTable) -> frozenset[int]:
    """Return the ids of those at the table who may vote: all but the one who is to move."""
    return frozenset(person.id for person in table.humans if not table.is_to_move(person.id))


def votes_at(table: RunningTable) -> Mapping[int, Choice]:
    """Return the votes that count, by person."""
    votes = table.clock.votes if table.clock else {}
    return {one: votes[one] for one in votes if one in candidates(table)}


def decision(votes: Mapping[int, Choice], voters: frozenset[int]) -> Choice | None:
    """Return what more than half of the voters want, if anything."""
    counts = Counter(choice for one, choice in votes.items() if one in voters)
    return next((choice for choice, number in counts.items() if 2 * number > len(voters)), None)
