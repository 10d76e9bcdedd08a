"""Who may sign up for a tournament: everybody, members with a role, or whom the organiser lets in. Pure."""

from collections.abc import Collection
from dataclasses import replace

from host.errors import NotOfferedError
from host.model.controllers import Person
from host.model.tournament_errors import AlreadyAskedError, NoRoleChosenError, NotAskingError, RoleNeededError
from host.model.tournament_rules import check_can_sign_up, signed_up, unasked
from host.model.tournaments import Entry, OrganisedTournament, TournamentTerms


def check_entry(terms: TournamentTerms) -> None:
    """Raise NotOfferedError, or NoRoleChosenError where a role is missing."""
    if terms.entry not in list(Entry):
        raise NotOfferedError(terms.entry)
    if terms.entry is Entry.ROLE and terms.role is None:
        raise NoRoleChosenError


def entered(tournament: OrganisedTournament, person: Person, roles: Collection[int]) -> OrganisedTournament:
    """Return a tournament for which a person signs up who has these roles: with them, or with their question where the
    organiser lets people in. The organiser asks nobody.

    Raise RoleNeededError, AlreadyAskedError, and what ``signed_up`` raises.
    """
    terms = tournament.terms
    if terms.entry is Entry.ROLE and terms.role not in roles:
        raise RoleNeededError(tournament, role=terms.role or 0)
    if terms.entry is not Entry.APPROVED or tournament.organiser.id == person.id:
        return signed_up(tournament, person)
    check_can_sign_up(tournament, person)
    if tournament.is_asking(person.id):
        raise AlreadyAskedError(tournament)
    return replace(tournament, applicants=(*tournament.applicants, person))


def admitted(tournament: OrganisedTournament, ids: Collection[int]) -> OrganisedTournament:
    """Return a tournament into which some were let who asked. Raise NotAskingError, and what ``signed_up`` raises."""
    for person in _asking(tournament, ids):
        tournament = signed_up(tournament, person)
    return turned_down(tournament, ids)


def turned_down(tournament: OrganisedTournament, ids: Collection[int]) -> OrganisedTournament:
    """Return a tournament in which some do not ask any more. Raise NotAskingError."""
    _asking(tournament, ids)
    return unasked(tournament, ids)


def _asking(tournament: OrganisedTournament, ids: Collection[int]) -> list[Person]:
    found = [one for one in tournament.applicants if one.id in ids]
    if not found:
        raise NotAskingError(tournament)
    return found
