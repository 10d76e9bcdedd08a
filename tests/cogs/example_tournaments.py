"""Tournaments of P1, P2, …, as they are stored, for tests of what is shown of them."""

from dataclasses import replace

from host.model.controllers import Person
from host.model.table import Venue
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from tests.cogs.example_tables import NOW
from tournaments.tournament import Entrant, Pairing


def running(*rounds: tuple[Pairing, ...], players: int = 5, kind: str = "swiss") -> OrganisedTournament:
    """A tournament of P1, P2, …, in its last round."""
    people = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, players + 1))
    terms, host = TournamentTerms("Cup", kind, rounds=3), Person(1, "P1")
    cup = OrganisedTournament(1, Venue(1, 2), host, "en", TournamentStatus.RUNNING, terms, NOW, people=people)
    return replace(cup, rounds=rounds)
