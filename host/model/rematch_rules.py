"""The rules of rematches and series: who is asked, in which order, and how a series stands. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from carcassonne import winners
from host.errors import NotOfferedError
from host.model.controllers import Computer, Person, is_nameless, unnumbered
from host.model.invitation import Invitation, InvitedSeat, Rematch
from host.model.table import BaseTable, FinishedTable, Seat, TableT
from host.model.table_errors import NobodyLeftError, NoSeriesError, SeriesRunsError

SERIES_LENGTHS: Final = (3, 5)
"""How many games a series can have: it is decided when nobody can catch up within this number."""


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """How a series stands."""

    best_of: int
    wins: tuple[tuple[Person, int], ...]
    """How many games each has won alone, most first; a shared victory counts for nobody."""
    winner: Person | None
    """Who has won the series; None while it is not decided."""


def series_score(table: BaseTable) -> SeriesScore | None:
    """Return how the series of a table stands, with its game if that is over; None where it belongs to no series."""
    rematch, invitation = table.rematch, table.invitation
    if rematch is None or rematch.best_of is None or invitation is None:
        return None
    people, wins = invitation.people, invitation.wins
    if isinstance(table, FinishedTable):
        people = tuple(seat.person for seat in table.seats if seat.person)
        wins = _wins_with(table, wins)
    ranked = sorted(people, key=lambda person: (-wins.get(person.id, 0), person.name.casefold()))
    counted = tuple((person, wins.get(person.id, 0)) for person in ranked)
    return SeriesScore(rematch.best_of, counted, _series_winner(rematch.best_of, counted))


def is_series_open(table: BaseTable) -> bool:
    """Return whether a table's game belongs to a series that is not decided. It is over when a computer has a seat."""
    score = series_score(table)
    is_among_people = not (isinstance(table, FinishedTable) and table.computer_seats)
    return score is not None and score.winner is None and is_among_people


def without_series(table: TableT) -> TableT:
    """Return a table as a plain rematch."""
    rematch, invitation = table.rematch, table.invitation
    if rematch is None or invitation is None:
        return table
    return replace(table, invitation=replace(invitation, why=replace(rematch, best_of=None)))


def can_begin_series(table: FinishedTable) -> bool:
    """Return whether a game can count as the first of a series: several people have played it, and nobody else."""
    return not table.is_practice and all(seat.person and not is_nameless(seat.person.id) for seat in table.seats)


def is_against_computers(table: FinishedTable) -> bool:
    """Return whether one person has played a game against computers only."""
    people = [seat for seat in table.seats if seat.person]
    return len(people) == 1 and len(table.seats) > 1


def can_be_repeated(table: FinishedTable) -> bool:
    """Return whether enough players of a game are left for a rematch, as far as the host knows."""
    return _is_enough([seat for seat in table.seats if not _is_gone(seat, ())])


def rematch_of(
    table: FinishedTable, absent: Collection[int], best_of: int | None, computer: Computer | None = None
) -> Invitation:
    """Return the invitation to the rematch of a game. Whoever began moves to the end of the order. Every computer that
    played is replaced by ``computer`` if that is given.

    ``absent`` are the ids of players who have left the server; no seats are kept for them. ``best_of`` begins a series
    with this game; without it, the series of the game goes on if it is not decided. Raise NobodyLeftError,
    SeriesRunsError, NoSeriesError, NotOfferedError.
    """
    goes_on = is_series_open(table)
    if best_of is not None:
        _check_may_begin_series(table, best_of, goes_on=goes_on)
    order = [seat for seat in (*table.seats[1:], *table.seats[:1]) if not _is_gone(seat, absent)]
    if not _is_enough(order):
        raise NobodyLeftError(table)
    before = table.invitation.wins if goes_on and table.invitation else {}
    wins = _wins_with(table, before)
    seats = tuple(_invited_seat(seat, wins) for seat in (order[:1] if table.is_practice else order))
    if computer is not None:
        seats = tuple(one if isinstance(one.controller, Person) else replace(one, controller=computer) for one in seats)
    if goes_on and table.rematch:
        best_of = table.rematch.best_of
    return Invitation(seats, Rematch(table.number, best_of))


def _check_may_begin_series(table: FinishedTable, best_of: int, *, goes_on: bool) -> None:
    if best_of not in SERIES_LENGTHS:
        raise NotOfferedError(str(best_of))
    if goes_on:
        raise SeriesRunsError(table)
    if not can_begin_series(table):
        raise NoSeriesError(table)


def _invited_seat(seat: Seat, wins: Mapping[int, int]) -> InvitedSeat:
    return InvitedSeat(unnumbered(seat.controller), seat.colour, wins.get(seat.person.id, 0) if seat.person else 0)


def _wins_with(table: FinishedTable, before: Mapping[int, int]) -> Mapping[int, int]:
    """Return what each has won, with the game of a table: it counts for whoever has won it alone."""
    wins, won = dict(before), winners(table.state)
    if len(won) == 1 and (person := table.seats[min(won)].person):
        wins[person.id] = wins.get(person.id, 0) + 1
    return wins


def _series_winner(best_of: int, wins: tuple[tuple[Person, int], ...]) -> Person | None:
    """Return who has enough wins that nobody can catch up in the games that are left."""
    if not wins:
        return None
    (leader, most), *others = wins
    second = others[0][1] if others else 0
    left = max(best_of - sum(won for _, won in wins), 0)
    return leader if most - second > left else None


def _is_enough(seats: Collection[Seat]) -> bool:
    """Return whether those who had these seats can play again. (In a practice game, one person has them all.)"""
    return len(seats) > 1 and any(seat.person for seat in seats)


def _is_gone(seat: Seat, absent: Collection[int]) -> bool:
    """Return whether no seat can be kept for whoever played a seat."""
    return seat.person is not None and (is_nameless(seat.person.id) or seat.person.id in absent)
