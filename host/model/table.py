"""Tables as values: who sits where, at which ply, in which state. Safe to keep, to compare, to hand to a thread."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias

from carcassonne import Colour, Event, Move, State, colours_to_choose_from, find_ruleset
from host.model.clock import Clock, Timeout


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays: the id for ever, the name as it was last seen."""

    id: int
    name: str


def is_nameless(person_id: int) -> bool:
    """Say whether an id stands for people who had themselves deleted; nobody on Discord has one like that."""
    return person_id <= 0


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a table stands, or a command was given: a channel; ``parent`` is the channel that a thread hangs on.

    ``guild`` is None in a private conversation.
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
        """Say whether this is a conversation with one person."""
        return self.guild is None


class Status(StrEnum):
    """How far a table has come."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    """Played to the last tile and scored."""
    ENDED = "ended"
    """Given up: all but one resigned, the players or a manager ended it, or everyone left before the start."""

    @property
    def is_over(self) -> bool:
        """Say whether nothing can happen at the table any more."""
        return self in (Status.FINISHED, Status.ENDED)


class Order(StrEnum):
    """In which order the people at a table get their seats; the first seat begins."""

    DRAWN = "drawn"
    """Somebody is drawn to begin, then as they joined, cyclically."""
    SHUFFLED = "shuffled"
    JOINED = "joined"


@dataclass(frozen=True, slots=True)
class Settings:
    """A table's settings beside the rules. Stored; the host itself reads only ``takeback`` and the order."""

    pace: str = ""
    aids: bool = True
    takeback: int = 20
    """Seconds in which a turn can be taken back; 0: a turn passes at once."""
    order: Order = Order.DRAWN
    thread: bool = False
    """Whether the game is to have a thread of its own."""
    language: str = "en"
    """That of the messages for all."""
    rated: bool = True
    """Whether the game is to count for the ratings."""
    timeout: Timeout = Timeout.VOTE
    """What happens when the time of a turn is out."""


DEFAULT_EDITION: Final = "chat-room"
DEFAULTS: Final = Settings()


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What somebody asks for of all that can be chosen at a table; None leaves it as it was chosen before.

    Rule options left out together with another edition than before are none.
    """

    edition: str | None = None
    options: tuple[str, ...] | None = None
    pace: str | None = None
    aids: bool | None = None
    takeback: int | None = None
    order: Order | None = None
    thread: bool | None = None
    rated: bool | None = None
    timeout: Timeout | None = None


NO_OPTIONS: Final = TableOptions()


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message: its channel and its id."""

    channel: int
    message: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a game; seat 0 moves first. In a practice game one person has them all.

    While it ``is_open``, anyone who has no seat there may take it.
    """

    number: int
    person: Person
    colour: Colour
    resigned: bool
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """An entry of the log that is no move: the game is again as it was after ``ply``."""

    ply: int


LogItem: TypeAlias = Move | Undo
"""What an entry of the log may be."""


@dataclass(frozen=True, slots=True)
class Pending:
    """A turn that its ``seat`` can take back ``until`` then, to the ply where it began. So long no tile is drawn."""

    seat: int
    ply: int
    until: datetime


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A ``seat`` asks to go back to ``ply``, where its last turn began; ``agreed`` are the ids of who consent to it.
    ``number`` counts the questions of a game."""

    seat: int
    ply: int
    agreed: frozenset[int]
    number: int = 0


@dataclass(frozen=True, slots=True)
class EndRequest:
    """A ``seat`` suggests ending the game together; ``agreed`` and ``number`` are as in ``UndoRequest``."""

    seat: int
    agreed: frozenset[int]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Shown:
    """What the latest message of a game shows: a ply, and when the turn of a round of the clock is due."""

    ply: int
    round: int | None
    due: datetime | None


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one ply. ``number`` is unique for ever; ``people`` are in the order of joining, each once.

    ``colours`` are those that people have chosen, by their ids. ``seats`` is empty and ``state`` None before the start;
    what is chosen of edition, options and settings can change until then. ``lobby`` is the message where people gather,
    and where it is told then how the game stands. ``ply`` counts the entries of the log. ``announced`` is the ply last
    announced (-1: none), ``message`` that announcement, and ``shown`` what it shows. ``moved_at`` tells when the
    current turn began. Times are UTC. ``final_scores`` are the scores by seat, stored when the game was finished.
    ``pending`` is the turn just played, as long as it can be taken back; then nobody is to move. ``undo_request`` waits
    for the others' consent until the game moves on, ``end_request`` until somebody moves who has agreed; it stays when
    the game is over. ``clock`` is the time of the turn under way; a practice game has none.
    ``commitment`` is told from the start on, the ``seed`` (hex) that all draws follow from once the game is over.
    """

    number: int
    venue: Venue
    status: Status
    organiser: Person
    people: tuple[Person, ...]
    colours: Mapping[int, Colour]
    seats: tuple[Seat, ...]
    edition: str
    options: tuple[str, ...]
    settings: Settings
    is_practice: bool
    lobby: MessageRef | None
    ply: int
    announced: int
    message: int | None
    state: State | None
    opened_at: datetime
    moved_at: datetime
    final_scores: tuple[int, ...] | None
    pending: Pending | None = None
    undo_request: UndoRequest | None = None
    end_request: EndRequest | None = None
    commitment: str = ""
    seed: str = ""
    clock: Clock | None = None
    shown: Shown | None = None

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, while the game runs and the turn before cannot be taken back any more."""
        if self.state is None or self.status is not Status.RUNNING or self.pending:
            return None
        return self.seats[self.state.seat]

    @property
    def ending(self) -> frozenset[int]:
        """The ids of those who have agreed to end the game together."""
        return self.end_request.agreed if self.end_request else frozenset()

    @property
    def players(self) -> tuple[Person, ...]:
        """Those who play on: everybody who has a seat and has not resigned, each once."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if not seat.resigned))

    @property
    def free_colours(self) -> tuple[Colour, ...]:
        """The colours of this game that nobody has chosen, in their order."""
        most = find_ruleset(self.edition, self.options).players.stop - 1
        return tuple(colour for colour in colours_to_choose_from(most) if colour not in self.colours.values())

    def seats_of(self, person_id: int) -> tuple[Seat, ...]:
        """Return the seats that a person has: none, one, or in a practice game all of them."""
        return tuple(seat for seat in self.seats if seat.person.id == person_id)

    def is_to_move(self, person_id: int) -> bool:
        """Say whether the game waits for this person."""
        return self.to_move is not None and self.to_move.person.id == person_id

    def can_take_back(self, person_id: int) -> bool:
        """Say whether this person has just played a turn that can be taken back."""
        return self.pending is not None and self.seats[self.pending.seat].person.id == person_id

    def is_at(self, person_id: int) -> bool:
        """Say whether a person sits at the table and has not resigned."""
        if not self.seats:
            return any(person.id == person_id for person in self.people)
        return any(seat.person.id == person_id and not seat.resigned for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Played:
    """What a command brought about: the table before and after, every move (draws included), the events in order.

    Where turns can be taken back, ``before`` is where the turn began, however many commands it took. ``undo`` is what
    was gone back to; then there is no move. If the turn ``is_passed_over``, some of its moves were made in the player's
    place, because the time was out.
    """

    before: Table
    after: Table
    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    undo: Undo | None = None
    is_passed_over: bool = False


@dataclass(frozen=True, slots=True)
class GameHistory:
    """What has happened in a game: the state at each ply from 0, what was logged at each from 1, and the plies at which
    somebody was ``passed_over``: their move was made in their place."""

    states: tuple[State, ...]
    logged: tuple[LogItem, ...]
    passed_over: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """The table meant by a command that named none. ``others`` could have been meant as well; empty if it is clear."""

    table: Table
    others: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, as far as it is needed to name it: its number, who played, in the order of joining, and
    when it ended (UTC)."""

    number: int
    people: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class LoggedMove:
    """An entry of the log: the ply that the move made, who was to move, and who made it (None for a draw).

    Of an undo, ``seat`` is whose turn came back, and ``person_id`` who asked for it.
    """

    ply: int
    move: LogItem
    seat: int
    person_id: int | None
    at: datetime
