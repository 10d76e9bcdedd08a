"""A host with a clock that tests move on, known seeds and known starters; and people who play there."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from carcassonne import Phase, PlaceTile, apply, legal_moves, legal_placements
from host.host import Host
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.notifications import Notification
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import FinishedTable, RunningTable, Seat, StartedTable, Table, Venue, WaitingTable
from host.model.table_options import TableOptions
from tests.fixtures import databases
from tests.fixtures.databases import Place
from tests.fixtures.positions import fast_forward, random_turns

ROOT = Path(__file__).parents[2]
"""The project's folder, where subprocesses find it."""

ANN, BOB, CID, DORA, EVE, FRED = (Person(number, name) for number, name in enumerate(
    ["Ann", "Bob", "Cid", "Dora", "Eve", "Fred"], 101
))  # fmt: skip

CHANNEL = Venue(1, 10)
THREAD = Venue(1, 11, parent=10)
SISTER_THREAD = Venue(1, 12, parent=10)
OTHER_CHANNEL = Venue(1, 20)
OTHER_SERVER = Venue(2, 30)
PRIVATE = Venue(None, 40)


AT_ONCE = TableOptions(takeback=0)
"""Turns pass at once."""


class Clock:
    """A clock that moves only when a test moves it."""

    def __init__(self) -> None:
        self.time = self.start = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_minutes(self, minutes: int) -> None:
        """Let time go by."""
        self.time += timedelta(minutes=minutes)


async def open_host(
    place: Place,
    clock: Clock | None = None,
    *,
    starter: int = 0,
    seed: int = 1,
    shards: ShardGroup = ALL_SHARDS,
    waits: bool = False,
) -> Host:
    """Open a host on a database; the person who joined as number ``starter`` (from 0) begins every game."""
    dice = random.Random(seed)
    return await databases.open_host(
        place,
        now=clock or Clock(),
        seed=lambda: dice.randbytes(32),
        random_below=lambda people: starter % people,
        shards=shards,
        waits=waits,
    )


async def seat(host: Host, *people: Person, venue: Venue = CHANNEL) -> WaitingTable:
    """Seat people at a new table."""
    table, is_new = await host.lobby.join(venue, people[0])
    assert is_new, "a table waits there already"
    for person in people[1:]:
        table, _ = await host.lobby.join(venue, person, table.number)
    return table


async def begin(
    host: Host, *people: Person, venue: Venue = CHANNEL, edition: str = "chat-room", takeback: int = 0
) -> RunningTable:
    """Start a game among people; the first of them begins unless the host has another ``starter``."""
    table = await seat(host, *people, venue=venue)
    options = TableOptions(edition, takeback=takeback)
    return running((await host.lobby.start(venue, people[0], table.number, options)).after)


def running(table: Table | None) -> RunningTable:
    """Return a table whose game runs."""
    assert isinstance(table, RunningTable), table
    return table


def finished(table: Table | None) -> FinishedTable:
    """Return a table whose game is over."""
    assert isinstance(table, FinishedTable), table
    return table


def player(seat: Seat) -> Person:
    """Return the person who plays a seat."""
    assert isinstance(seat.controller, Person), seat
    return seat.controller


async def take_turn(host: Host, table: StartedTable, dice: random.Random) -> PlayResult:
    """Play a random legal turn for whoever is to move."""
    table = running(table)
    if table.pending:
        mover = player(table.seats[table.pending.seat])
        table = running((await host.turns.finish_turn(table.number, mover, table.ply)).after)
    assert table.state.phase is Phase.PLACE
    place = PlaceTile(*dice.choice(legal_placements(table.state)))
    follower = dice.choice(legal_moves(apply(table.state, place).state))
    return await host.turns.play(table.number, player(table.next_seat), [place, follower], table.ply)


async def take_turns(host: Host, table: StartedTable, turns: int, seed: int = 1) -> StartedTable:
    """Play random turns in one step, fewer if the game is over before."""
    return await fast_forward(host, table.number, random_turns(seed), turns)


async def sit(host: Host, number: int, person: Person, seat: int) -> tuple[RunningTable, Notification]:
    """Ask for a seat in a game. Have a player let the person in, unless the table has opened the seat."""
    table, told = await host.seats.ask(number, person, seat)
    if told and table.has_player(person.id):
        return table, told
    assert table.seat_request
    return await host.seats.let_in(number, table.humans[0], table.seat_request.number)
