"""What can be chosen for a tournament, and who may sign up: everybody, members with a role, or whom the organiser lets
in; and the computers of one for practice. Pure.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from carcassonne import find_ruleset
from host.errors import NotOfferedError
from host.model.audit_log import NAMED, AskersAnswer, TournamentChange
from host.model.controllers import Computer, Person, with_number
from host.model.table_options import DEFAULT_EDITION, check_options
from host.model.tournament_errors import (
    AlreadyAskedError,
    NoComputersError,
    NoRoleChosenError,
    NotAskingError,
    RoleNeededError,
    SignUpOverError,
    TournamentFullError,
)
from host.model.tournament_rules import check_can_sign_up, check_terms, new_entrant, signed_up, unasked
from host.model.tournaments import (
    MOST,
    Entry,
    OrganisedTournament,
    Participant,
    TournamentStatus,
    TournamentTerms,
    played_size,
)

COMPUTERS_AT_ONCE: Final = range(1, 9)
"""How many computers can be put in by one form."""
NOBODY: Final = Person(0, "")
"""The nameless person who stands for a computer."""


def check_choices(terms: TournamentTerms) -> None:
    """Raise NotOfferedError for what cannot be chosen, NotationError for an edition or option that does not exist, or
    NoRoleChosenError where a role is missing.
    """
    check_terms(terms)
    if terms.entry not in list(Entry):
        raise NotOfferedError(terms.entry)
    if terms.entry is Entry.ROLE and terms.role is None:
        raise NoRoleChosenError
    options = terms.table_options
    check_options(options)
    rules = find_ruleset(options.edition or DEFAULT_EDITION, options.options or ())
    if played_size(terms) >= rules.players.stop:
        raise NotOfferedError(str(terms.table_size))


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
    return tournament


def turned_down(tournament: OrganisedTournament, ids: Collection[int]) -> OrganisedTournament:
    """Return a tournament in which some do not ask any more. Raise NotAskingError."""
    _asking(tournament, ids)
    return unasked(tournament, ids)


def noted_answer(tournament: OrganisedTournament, answer: AskersAnswer, ids: Collection[int]) -> TournamentChange:
    """Return an answer to some who ask, as the audit log has it. Raise NotAskingError."""
    people = tuple(_asking(tournament, ids))
    noted = TournamentChange(tournament.terms.name, answer, result=str(len(people)), tournament=tournament.number)
    return replace(noted, players=people if len(people) <= NAMED else ())


def with_computers(tournament: OrganisedTournament, level: int, count: int) -> OrganisedTournament:
    """Return a tournament with some more computers of a level, each with a number of its own.

    Raise NoComputersError where none can play, SignUpOverError, TournamentFullError, NotOfferedError.
    """
    if not tournament.terms.computers:
        raise NoComputersError(tournament)
    if tournament.status is not TournamentStatus.OPEN:
        raise SignUpOverError(tournament)
    if not Computer(level).is_known or count not in COMPUTERS_AT_ONCE:
        raise NotOfferedError(f"{level}, {count}")
    for _ in range(count):
        if len(tournament.present) >= MOST:
            raise TournamentFullError(tournament, most=MOST)
        others = [one.computer for one in tournament.people if one.computer]
        added = Participant(new_entrant(tournament), NOBODY, with_number(Computer(level), others))
        tournament = replace(tournament, people=(*tournament.people, added))
    return tournament


def _asking(tournament: OrganisedTournament, ids: Collection[int]) -> list[Person]:
    found = [one for one in tournament.applicants if one.id in ids]
    if not found:
        raise NotAskingError(tournament)
    return found
