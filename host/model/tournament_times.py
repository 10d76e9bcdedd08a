"""When the games of a round end, if their players have vacation. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from host.model.clock import Vacation
from host.model.tournaments import OrganisedTournament, TournamentStatus

MOST_GRACE: Final = timedelta(days=7)
"""How much later a game ends at most because of vacations; and never by more than a round may take."""


@dataclass(frozen=True, slots=True)
class LongerRound:
    """A round that ends later than was stored, by the length of an outage: nobody could play meanwhile."""

    before: OrganisedTournament
    """The outline of its tournament, as it was."""
    outage: timedelta

    @property
    def after(self) -> OrganisedTournament:
        """Return the outline of its tournament, as it is then."""
        return replace(self.before, round_due=self.before.round_due and self.before.round_due + self.outage)


def with_vacations(
    tournament: OrganisedTournament, vacations_of: Callable[[int], Sequence[Vacation]]
) -> OrganisedTournament:
    """Return a tournament with how much later each of its games under way ends. ``vacations_of`` returns a person's
    vacations by their id, the earliest first.
    """
    if tournament.status is not TournamentStatus.RUNNING or tournament.round_due is None:
        return tournament
    found = dict[tuple[int, int], timedelta]()
    begun = tournament.round_begun_at or tournament.round_due - tournament.best_of * tournament.round_time
    plain = replace(tournament, put_off=None)
    for board in plain.boards(plain.round):
        due = plain.due_of(board)
        if due is None or board.pairing.is_over:
            continue
        vacations = [one for entrant in board.pairing.seats for one in vacations_of(plain.person(entrant).id)]
        if later := put_off(begun, due, vacations, min(MOST_GRACE, plain.round_time)):
            found[board.round, board.place] = later
    return replace(plain, put_off=found or None)


def put_off(begun: datetime, due: datetime, vacations: Sequence[Vacation], most: timedelta) -> timedelta:
    """Return how much later something ends that has begun and is due, if its clock stands still while anybody has
    vacation. A vacation that begins after its end does not count.
    """
    later, counted_until = timedelta(), begun
    for one in sorted(vacations, key=lambda one: one.start):
        start = max(one.start, counted_until)
        if start <= due + min(later, most) and one.until > start:
            later += one.until - start
            counted_until = one.until
    return min(later, most)
