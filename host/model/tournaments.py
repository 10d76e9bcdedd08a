"""A tournament as it is organised: its people, its games and its times, as immutable values.

Who meets whom, and who stands where, is worked out in ``tournaments``, which knows entrants by number only.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from host.model.controllers import Computer, Controller, Person, is_nameless
from host.model.table import MessageRef, Venue
from host.model.table_options import NO_OPTIONS, TableOptions
from host.model.tournament_boards import Board, is_replaced
from tournaments.kinds import KINDS
from tournaments.tournament import Entrant, Pairing, Tournament

ROUND_ENDS: Final = "tournament round ends"
"""The kind of what is due where players are to be told that their games end."""
FEWEST: Final = 3
MOST: Final = 200
"""The most entrants."""
MOST_AT_ONCE: Final = 5
"""How many tournaments of a server may take sign-ups or run at once."""
DRAFT_LIFETIME: Final = timedelta(days=1)
"""How long a tournament can be set up before its sign-up is posted."""
REPLACED: Final = 0
"""Stands for the first round of somebody who was replaced."""
END_TOLD: Final = 1_000_000
"""Stands for the round that was announced last where the end was announced."""
NAME_LENGTH: Final = 50
ROUND_TIMES: Final[Mapping[str, timedelta]] = {
    "1h": timedelta(hours=1),
    "1d": timedelta(days=1),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
    "14d": timedelta(days=14),
}
"""How long a round may take, by what is stored."""
REMINDED_BEFORE: Final = timedelta(days=1)
"""How long before a game of a round ends its players are told so, where a round takes longer."""
SEASON_BREAK: Final = timedelta(days=7)
"""How long people can sign up for the next season of a league, or leave, before it begins."""


class Entry(StrEnum):
    """Who may sign up, as it is stored."""

    EVERYBODY = "everybody"
    """Everybody on the server."""
    ROLE = "role"
    """Members with a role."""
    APPROVED = "approved"
    """Whom the organiser lets in."""


class TournamentStatus(StrEnum):
    """How far a tournament has come, as it is stored."""

    DRAFT = "draft"
    """Its organiser sets it up. Nobody else sees it."""
    OPEN = "open"
    """People sign up."""
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"

    @property
    def is_live(self) -> bool:
        """Return whether something can still happen."""
        return self in (TournamentStatus.DRAFT, TournamentStatus.OPEN, TournamentStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What the organiser chooses."""

    name: str
    kind: str = "swiss"
    """The name of a kind in ``tournaments/kinds.py``."""
    rounds: int | None = None
    """None for as many as the kind plays with these entrants."""
    table_size: int = 2
    """How many sit at a table, where the kind has tables of this size."""
    best_of: int = 1
    """How many games two play against each other in a round, at most; more than one only at tables of two."""
    round_time: str = "7d"
    """How long a round may take: a key of ``ROUND_TIMES``."""
    table_options: TableOptions = NO_OPTIONS
    """The rules and settings of its games."""
    entry: Entry = Entry.EVERYBODY
    role: int | None = None
    """The id of the role that lets members sign up, where one does."""
    computers: bool = False
    """Whether the organiser can put computers in: then it is for practice, and none of its games is rated."""
    seeded: bool = False
    """Whether the organiser has ordered the players, where the kind allows it; else their ratings do."""

    @property
    def played_options(self) -> TableOptions:
        """Return the rules and settings of its games, as they are played."""
        return replace(self.table_options, rated=False) if self.computers else self.table_options


def played_size(terms: TournamentTerms) -> int:
    """Return how many sit at a table: as was chosen, where the kind has such tables."""
    return terms.table_size if terms.table_size in KINDS[terms.kind].pair else 2


def played_best_of(terms: TournamentTerms) -> int:
    """Return how many games two play against each other in a round, at most: one where more sit at a table."""
    return terms.best_of if played_size(terms) == 2 else 1


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who plays in a tournament."""

    entrant: Entrant
    person: Person
    """A nameless one where somebody had themselves deleted, and for a computer."""
    computer: Computer | None = None
    """The computer that plays; None where a person does. Its number stays the same in all games of the tournament."""

    @property
    def player(self) -> Controller:
        return self.computer or self.person


@dataclass(frozen=True)
class OrganisedTournament:
    """A tournament with its people, games and times. Times are UTC."""

    number: int
    venue: Venue
    organiser: Person
    language: str
    status: TournamentStatus
    terms: TournamentTerms
    opened_at: datetime
    begins_at: datetime | None = None
    """When it begins by itself; None where the organiser begins it."""
    round_due: datetime | None = None
    """When the round under way ends, whoever still plays, unless somebody has vacation."""
    round_begun_at: datetime | None = None
    """Since when the round under way is played, however often its end was moved; None for one from before this was
    stored.
    """
    put_off: Mapping[tuple[int, int], timedelta] | None = None
    """How much later the games of the round under way end because of vacations, by round and board. It isn't stored."""
    more_time: Mapping[tuple[int, int], timedelta] | None = None
    """How much later single games end because somebody gave them more time by hand, by round and board. It counts for
    all games of a match that follow.
    """
    people: tuple[Participant, ...] = ()
    """In the order in which they signed up."""
    predecessors: tuple[Participant, ...] = ()
    """Who was replaced by somebody else, in that order. The first round of their entrants is ``REPLACED``, the last one
    was under way then, and the seed is the entrant that they were.
    """
    applicants: tuple[Person, ...] = ()
    """Who waits for the organiser to let them in, in the order in which they asked."""
    rounds: tuple[tuple[Pairing, ...], ...] = ()
    games: Mapping[tuple[int, int, int], int] | None = None
    """The numbers of the tables, by round, board and game of a match, all from 1."""
    message: MessageRef | None = None
    """The message where people sign up, which then shows how it stands."""
    told_round: int = 0
    """The last round that was announced; ``END_TOLD`` when its end was."""
    round_message: MessageRef | None = None
    """The message that announced that round; None for the end, and where it is not known."""
    paused_at: datetime | None = None
    """Since when it is paused: its round has no end then. Another one is paired, and its games are not opened. Then
    this is when it was paired."""
    season: int = 1
    """The season of a league, from 1."""
    previous: int | None = None
    """The number of the season before."""
    token: str = ""
    """Random, and another one after each change."""

    @property
    def course(self) -> Tournament:
        """Return what the rules of tournaments know of it: all pairings but those that were replaced."""
        rounds = tuple(tuple(one for one in pairings if not is_replaced(one)) for pairings in self.rounds)
        entrants, size = tuple(one.entrant for one in self.people), played_size(self.terms)
        return Tournament(self.terms.kind, entrants, rounds, self.terms.rounds, size, self.best_of)

    @property
    def best_of(self) -> int:
        """Return how many games two play against each other in a round, at most."""
        return played_best_of(self.terms)

    @property
    def is_seeded(self) -> bool:
        """Return whether the organiser has ordered the players."""
        return self.terms.seeded and KINDS[self.terms.kind].seeds_by_hand

    @property
    def by_seed(self) -> tuple[Participant, ...]:
        """Return everybody in the order of their seeds. Until it begins, that is as they signed up, or as the organiser
        chose.
        """
        return tuple(sorted(self.people, key=lambda one: (one.entrant.seed, one.entrant.id)))

    @property
    def round(self) -> int:
        """Return the number of the round under way; 0 before the first."""
        return len(self.rounds)

    @property
    def present(self) -> tuple[Participant, ...]:
        """Return those who have not left, in the order in which they signed up."""
        return tuple(one for one in self.people if one.entrant.last_round is None)

    def person(self, entrant: int) -> Person:
        return next(one.person for one in self.people if one.entrant.id == entrant)

    def player(self, entrant: int) -> Controller:
        """Return the person or the computer that an entrant is."""
        return next(one.player for one in self.people if one.entrant.id == entrant)

    def player_in(self, entrant: int, number: int) -> Controller:
        """Return who an entrant was in a round: of one in which somebody was replaced, who came after."""
        earlier = (one for one in self.predecessors_of(entrant) if number < (one.entrant.last_round or 0))
        return next((one.player for one in earlier), self.player(entrant))

    def predecessors_of(self, entrant: int) -> tuple[Participant, ...]:
        """Return who was an entrant before, the first one first."""
        return tuple(one for one in self.predecessors if one.entrant.seed == entrant)

    def entrant_of(self, person_id: int) -> Entrant | None:
        """Return the entrant that a person is; None if they have not signed up."""
        return next((one.entrant for one in self.people if one.person.id == person_id), None)

    def has_entered(self, person_id: int) -> bool:
        """Return whether a person has signed up, and has not left."""
        entrant = self.entrant_of(person_id)
        return entrant is not None and entrant.last_round is None

    def concerns(self, person_id: int) -> bool:
        """Return whether a person has entered and not left, or asks to enter."""
        return self.has_entered(person_id) or self.is_asking(person_id)

    def is_playing(self, person_id: int) -> bool:
        """Return whether a person has a game in the round under way that is opened and not over, also after leaving."""
        entrant = self.entrant_of(person_id)
        return entrant is not None and any(one.is_played_by(entrant.id) for one in self.boards(self.round))

    def is_asking(self, person_id: int) -> bool:
        """Return whether a person waits for the organiser to let them in."""
        return any(one.id == person_id for one in self.applicants)

    def boards(self, number: int | None = None) -> Iterator[Board]:
        """Yield the boards of a round, or of all rounds."""
        return (one for one in self.all_boards(number) if not is_replaced(one.pairing))

    def all_boards(self, number: int | None = None) -> Iterator[Board]:
        """Yield the boards of a round, or of all rounds, also those that were replaced by hand."""
        for round_number, pairings in enumerate(self.rounds, 1):
            if number in (None, round_number):
                for place, pairing in enumerate(pairings, 1):
                    game, earlier = self._tables(round_number, place, pairing)
                    yield Board(self.number, round_number, place, pairing, game, earlier)

    def _tables(self, number: int, place: int, pairing: Pairing) -> tuple[int | None, tuple[int, ...]]:
        """Return the table of the game under way, or of the last one, and the tables of the games before."""
        found = [(self.games or {}).get((number, place, game)) for game in range(1, self.best_of + 1)]
        opened = tuple(one for one in found if one is not None)
        if pairing.is_over:
            return (opened[-1] if opened else None), opened[:-1]
        game = found[len(pairing.games)]
        return game, tuple(one for one in opened if one != game)

    @property
    def unopened(self) -> tuple[Board, ...]:
        """Return the boards of the round under way that are to be played now, and have no table yet."""
        if self.paused_at is not None:
            return ()
        return tuple(one for one in self.boards(self.round) if one.game is None and not one.pairing.is_over)

    @property
    def round_time(self) -> timedelta:
        """Return how long a round may take; of matches, how long each game may."""
        return ROUND_TIMES[self.terms.round_time]

    def due_of(self, board: Board) -> datetime | None:
        """Return when the game of a board under way ends, whoever still plays: later where its players have vacation or
        were given more time.

        The games of a match have the time of the round after each other. Who plays the first ones faster has more
        time for the others.
        """
        if self.round_due is None:
            return None
        return self.round_due - (self.best_of - board.number) * self.round_time + self._later(board)

    def _later(self, board: Board) -> timedelta:
        """Return how much later than others the game of a board ends."""
        key = board.round, board.place
        return sum((one[key] for one in (self.put_off, self.more_time) if one and key in one), timedelta())

    @property
    def round_end(self) -> datetime | None:
        """Return when the round under way is over at the latest."""
        if self.round_due is None:
            return None
        under_way = (one for one in self.boards(self.round) if not one.pairing.is_over)
        return self.round_due + max(map(self._later, under_way), default=timedelta())

    @property
    def is_unshown(self) -> bool:
        """Return whether people can sign up, and its message is still to be posted."""
        return self.status is TournamentStatus.OPEN and self.message is None

    @property
    def is_untold(self) -> bool:
        """Return whether the round under way, or the end, is still to be announced. What was never posted is told to
        nobody, and no round while it can still be paired by hand.
        """
        if self.status is TournamentStatus.RUNNING:
            return self.told_round < self.round and self.paused_at is None
        is_over = self.status in (TournamentStatus.OVER, TournamentStatus.CANCELLED)
        return is_over and self.message is not None and self.told_round < END_TOLD

    @property
    def shown_round(self) -> MessageRef | None:
        """Return the message that announced the round under way; None if that is over, or was not announced yet."""
        is_told = self.status is TournamentStatus.RUNNING and self.told_round == self.round
        return self.round_message if is_told else None

    @property
    def due(self) -> datetime | None:
        """Return when something has to be done by itself; None for never."""
        match self.status:
            case TournamentStatus.DRAFT:
                return self.opened_at + DRAFT_LIFETIME
            case TournamentStatus.OPEN:
                return self.begins_at
            case TournamentStatus.RUNNING if self.paused_at is None and self.round_due is not None:
                earliest = self.round_due - (self.best_of - 1) * self.round_time
                return min((due for _board, due in self.ending), default=earliest)
            case _:
                return None

    @property
    def ending(self) -> tuple[tuple[Board, datetime], ...]:
        """Return the boards of the round under way that are not over, each with the time when its game ends; none of
        a round that is paused.
        """
        if self.paused_at is not None:
            return ()
        under_way = ((one, self.due_of(one)) for one in self.boards(self.round) if not one.pairing.is_over)
        return tuple((board, due) for board, due in under_way if due)

    def reminds_at(self, due: datetime | None) -> datetime | None:
        """Return when the players of a game that ends at ``due`` are told so; None for never."""
        has_round = self.status is TournamentStatus.RUNNING and self.round_time > REMINDED_BEFORE
        return due - REMINDED_BEFORE if has_round and due else None


def is_gone(participant: Participant) -> bool:
    """Return whether somebody has had themselves deleted."""
    return participant.computer is None and is_nameless(participant.person.id)
