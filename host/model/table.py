"""Tables as immutable values: waiting, running or over, with their seats and their state."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from carcassonne import Colour, State, colours_to_choose_from, find_ruleset
from host.model.clock import Clock
from host.model.controllers import Computer, Controller, Person
from host.model.invitation import Invitation, Occasion, Rematch
from host.model.requests import EndRequest, SeatRequest, UndoRequest
from host.model.table_options import TableSettings, settings_of_one, settings_of_several


@dataclass(frozen=True, slots=True)
class Venue:
    """A channel where a table is or a command is given. ``parent`` is the channel of a thread.

    ``guild`` is None in direct messages.
    """

    guild: int | None
    channel: int
    parent: int | None = None

    @property
    def home(self) -> int:
        """The channel that this venue belongs to: itself, or a thread's parent."""
        return self.channel if self.parent is None else self.parent

    @property
    def is_private(self) -> bool:
        """Return whether this is a conversation with one person."""
        return self.guild is None


class Status(StrEnum):
    """How far a table has come, as it is stored."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    """Played to the last tile and scored."""
    ENDED = "ended"
    """Given up: all but one resigned, the players or a manager ended it, or everyone left before the start."""

    @property
    def is_over(self) -> bool:
        """Return whether nothing can happen at the table any more."""
        return self in (Status.FINISHED, Status.ENDED)


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message: its channel and its id."""

    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a game; seat 0 moves first. In a practice game one person has them all."""

    number: int
    controller: Controller
    colour: Colour
    resigned: bool
    is_open: bool = False
    """Whether anybody without a seat at the table may take this one."""

    @property
    def person(self) -> Person | None:
        """The person who plays it; None where a computer does."""
        return self.controller if isinstance(self.controller, Person) else None

    @property
    def name(self) -> str:
        return self.controller.name

    def is_played_by(self, person_id: int) -> bool:
        return self.person is not None and self.person.id == person_id


@dataclass(frozen=True, slots=True)
class Pending:
    """A turn that can still be taken back; until then no tile is drawn."""

    seat: int
    """The number of the seat that has played it."""
    ply: int
    """The ply at which the turn began."""
    until: datetime


OUTDATED_ROUND: Final = 0
"""Stands for the round of a message that shows something that has changed since. Rounds begin with 1."""


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """What the latest message of a game shows: a ply, and when the turn of a round of the clock is due."""

    ply: int
    round: int | None
    due: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTable:
    """What every table has. Times are UTC."""

    number: int
    """No other table ever has this number."""
    venue: Venue
    organiser: Person
    """Who may choose the options until the game begins."""
    people: tuple[Person, ...]
    """Those at the table, each once: in the order of joining, where they were invited in the order of the new game."""
    colours: Mapping[int, Colour]
    """The colours that people have chosen, by their ids."""
    edition: str
    options: tuple[str, ...]
    """The rule options chosen beside the edition."""
    settings: TableSettings
    status_message: MessageRef | None = None
    """The message where people join; once the game runs, it shows how the game stands."""
    opened_at: datetime
    """When the first person took a seat."""
    moved_at: datetime
    """When the turn under way began, or when the table was over. While it waits: when an organiser last changed it."""
    invitation: Invitation | None = None
    """For whom the table keeps seats, and why it was opened; None where everybody may sit there."""
    token: str = ""
    """Random, and another one after each change: it tells whether the table is still stored as it was read. (A count
    would not: a server that loses the last change counts it again.) Empty where nothing has changed since tables have
    tokens."""

    @property
    def is_private(self) -> bool:
        """Return whether only its player sees the table. Nothing of it is posted in its channel."""
        return self.settings.private

    @property
    def rematch(self) -> Rematch | None:
        """The game before, if this one repeats it, and their series."""
        return self.invitation.why if self.invitation and isinstance(self.invitation.why, Rematch) else None

    @property
    def occasion(self) -> Occasion | None:
        """What the table was opened for, if that was planned and no person has opened it."""
        return self.invitation.why if self.invitation and isinstance(self.invitation.why, Occasion) else None

    def has_player(self, person_id: int) -> bool:
        """Return whether a person sits at the table and has not resigned."""
        return any(person.id == person_id for person in self.people)

    def is_to_move(self, person_id: int) -> bool:
        """Return whether the game waits for this person."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingTable(BaseTable):
    """A table that waits for players. Its edition, options and settings can still change."""

    computers: tuple[Computer, ...] = ()
    """The computers that are to play, in the order in which they were added."""
    status: ClassVar[Status] = Status.OPEN
    ply: ClassVar[int] = 0

    @property
    def free_colours(self) -> tuple[Colour, ...]:
        """The colours of this game that nobody has chosen, in their order."""
        most = find_ruleset(self.edition, self.options).players.stop - 1
        return tuple(colour for colour in colours_to_choose_from(most) if colour not in self.colours.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedTable(BaseTable):
    """A table that was closed before its game began."""

    status: ClassVar[Status] = Status.ENDED
    ply: ClassVar[int] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable(BaseTable):
    """What every table has whose game has begun."""

    seats: tuple[Seat, ...]
    """The seats by number; seat 0 moved first."""
    is_practice: bool
    """Whether one person plays all the seats."""
    ply: int
    """How many entries the log has."""
    announced: int
    """The ply that was announced last: 0 before the first, -1 where all messages are gone, so that only the last turn
    is announced once more."""
    message: int | None = None
    """The id of that announcement."""
    shown: ShownTurn | None = None
    """What that announcement shows now."""
    end_request: EndRequest | None = None
    """The request to end the game. It holds until somebody who has agreed moves, and stays when the game is over."""
    played_at: datetime | None = None
    """When the last entry of the log was made; None before the first. With the ply it names the entry for ever: if the
    server loses it, another one may take its ply, at another time."""
    losses: int = 0
    """How often the table was told that the server had lost turns."""
    has_changed_hands: bool = False
    """Whether anybody has ever taken over a seat from somebody else."""

    @property
    def agreed_to_end(self) -> frozenset[int]:
        """The ids of those who have agreed to end the game together."""
        return self.end_request.agreed if self.end_request else frozenset()

    @property
    def humans(self) -> tuple[Person, ...]:
        """The people who play on: everybody who has a seat and has not resigned, each once; no computer."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if seat.person and not seat.resigned))

    @property
    def computer_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if isinstance(seat.controller, Computer))

    @property
    def is_solo(self) -> bool:
        """Return whether no more than one person plays on: in a practice game, or against computers only."""
        return len(self.humans) < 2

    @property
    def offers_hints(self) -> bool:
        """Return whether a computer may say what it would play: to who plays alone, where nothing forbids help. In a
        tournament, people compete even where they play against computers.
        """
        return self.is_solo and self.settings.aids and self.occasion is None

    @property
    def is_of_one(self) -> bool:
        """Return whether one person began the game alone, and nobody else has ever had a seat in it."""
        return not self.has_changed_hands and len({seat.person.id for seat in self.seats if seat.person}) == 1

    @property
    def is_of_computers(self) -> bool:
        """Return whether nobody but computers has ever had a seat: as in a tournament for practice."""
        return not self.has_changed_hands and len(self.computer_seats) == len(self.seats)

    def seats_of(self, person_id: int) -> tuple[Seat, ...]:
        """Return the seats that a person has: none, one, or in a practice game all of them."""
        return tuple(seat for seat in self.seats if seat.is_played_by(person_id))

    def has_player(self, person_id: int) -> bool:
        return any(seat.is_played_by(person_id) and not seat.resigned for seat in self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseRunningTable(SeatedTable):
    """A table whose game runs, without the position. It waits for a seat to move, or while a turn can be taken back."""

    pending: Pending | None = None
    """The turn just played, while it can be taken back; nobody is to move meanwhile."""
    undo_request: UndoRequest | None = None
    """The question to undo a turn. It holds until the game moves on."""
    seat_request: SeatRequest | None = None
    """The question who lets somebody take a seat. It holds until it is answered or due, or until the seat is taken."""
    clock: Clock | None = None
    """The time of the turn under way; None where one person plays alone."""
    status: ClassVar[Status] = Status.RUNNING

    @property
    def next_seat(self) -> Seat:
        """The seat that moves next: now, or when the pending turn cannot be taken back any more."""
        raise NotImplementedError

    @property
    def to_move(self) -> Seat | None:
        """The seat that the game waits for; None while a turn is pending."""
        return None if self.pending else self.next_seat

    @property
    def computer_to_move(self) -> Computer | None:
        """The computer that the game waits for; None if it waits for a person, or while a turn is pending."""
        controller = self.to_move.controller if self.to_move else None
        return controller if isinstance(controller, Computer) else None

    @property
    def can_invite(self) -> bool:
        """Return whether who began the game alone can invite others to the computers' seats: all must see the game. In
        a game that was planned, these seats are the computers'.
        """
        return self.is_of_one and bool(self.computer_seats) and not self.is_private and self.occasion is None

    @property
    def offered_seats(self) -> tuple[Seat, ...]:
        """The computers' seats that others may ask for. In a game that a person began alone, these are only the seats
        to which they have invited others.
        """
        return tuple(seat for seat in self.computer_seats if seat.is_open or not self.is_of_one)

    def is_to_move(self, person_id: int) -> bool:
        return self.to_move is not None and self.to_move.is_played_by(person_id)

    def can_take_back(self, person_id: int) -> bool:
        """Return whether this person has just played a turn that can be taken back."""
        return self.pending is not None and self.seats[self.pending.seat].is_played_by(person_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningTable(BaseRunningTable):
    """A table whose game runs, with the position."""

    state: State
    commitment: str
    """The SHA-256 of the seed. It fixes the seed without revealing it; empty if there is no seed."""

    @property
    def next_seat(self) -> Seat:
        return self.seats[self.state.seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningSummary(BaseRunningTable):
    """A table whose game runs, as it is always in memory: without the position."""

    next_seat_number: int

    @property
    def next_seat(self) -> Seat:
        return self.seats[self.next_seat_number]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedTable(SeatedTable):
    """A table whose game is over: played to its end, or ended before."""

    state: State
    final_scores: tuple[int, ...] | None
    """The scores by seat where the last tile was played; None where the game was given up."""
    seed: str
    """The seed that all draws follow from, in hex; empty if it is not known."""
    commitment: str
    """The SHA-256 of the seed, which everybody could see from the start."""
    to_move: ClassVar[None] = None

    @property
    def status(self) -> Status:
        return Status.ENDED if self.final_scores is None else Status.FINISHED

    @property
    def has_review(self) -> bool:
        """Whether there is a review of the game, or will be: it was played to its end, and not for practice."""
        return self.status is Status.FINISHED and not self.is_practice and self.state.turn > 0


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, with what a list of games shows."""

    number: int
    people: tuple[str, ...]
    """The names of who played, in the order of joining."""
    at: datetime
    computers: tuple[Computer, ...] = ()
    """The computers that played, by seat."""


Table: TypeAlias = WaitingTable | ClosedTable | RunningTable | FinishedTable
StartedTable: TypeAlias = RunningTable | FinishedTable
"""A table whose game has begun, and may be over."""
LiveTable: TypeAlias = WaitingTable | RunningTable
"""A table where something can still happen."""
LiveSummary: TypeAlias = WaitingTable | RunningSummary
"""A table where something can still happen, as it is always in memory."""
TableT = TypeVar("TableT", bound=BaseTable)


def shared_fields(table: BaseTable, kind: type[BaseTable]) -> dict[str, Any]:
    """Return the fields of a table that ``kind`` has, by name: what a table keeps when it becomes another kind."""
    return {one.name: getattr(table, one.name) for one in fields(kind)}


def summary_of(table: LiveTable) -> LiveSummary:
    """Return a table as it is always in memory."""
    if isinstance(table, WaitingTable):
        return table
    return RunningSummary(**shared_fields(table, BaseRunningTable), next_seat_number=table.state.seat)


def table_at(
    table: StartedTable,
    ply: int,
    state: State,
    seats: tuple[Seat, ...],
    played_at: datetime | None,
    clock: Clock | None = None,
) -> RunningTable:
    """Return a table as it was at an earlier ply, with the state and the seats of that ply, and when its entry was
    made.
    """
    kept = {**shared_fields(table, SeatedTable), "ply": ply, "seats": seats, "played_at": played_at}
    return RunningTable(**kept, state=state, clock=clock, commitment=table.commitment)


def table_before_start(table: StartedTable) -> WaitingTable:
    """Return a table as it was while it waited for players."""
    return WaitingTable(**shared_fields(table, BaseTable))


def settled_for_one(before: RunningTable, after: RunningTable) -> RunningTable:
    """Return a table after a change: if it has left one person alone, or has ended that, with the settings for that."""
    if before.is_solo == after.is_solo:
        return after
    settings = settings_of_one(after.settings) if after.is_solo else settings_of_several(after.settings)
    return replace(after, settings=settings)
