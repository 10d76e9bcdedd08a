"""Tables as values, for texts and pictures that need no host."""

import datetime
import random
from collections.abc import Iterator

from carcassonne import (
    Colour,
    DrawTile,
    Event,
    Move,
    Phase,
    State,
    apply,
    draws,
    find_ruleset,
    legal_moves,
    new_game,
)
from host.model.controllers import Person
from host.model.game import PlayResult, finished_table
from host.model.table import (
    BaseTable,
    FinishedTable,
    RunningTable,
    Seat,
    StartedTable,
    Venue,
    WaitingTable,
    shared_fields,
)
from host.model.table_options import DEFAULT_EDITION, TableSettings

NOW = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
ODD_NAMES = tuple("*_`~|" * 6 + f"@{seat}" for seat in range(6))
"""Names as long as Discord allows, which escaping makes longer still."""
NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Eve", "Fay")


def waiting(names: tuple[str, ...], edition: str = DEFAULT_EDITION, options: tuple[str, ...] = ()) -> WaitingTable:
    """A table at which these people wait for their game."""
    people = tuple(Person(number, name) for number, name in enumerate(names, 10**18))
    return WaitingTable(
        number=12,
        venue=Venue(1, 2),
        organiser=people[0],
        people=people,
        colours={},
        edition=edition,
        options=options,
        settings=TableSettings(),
        status_message=None,
        opened_at=NOW,
        moved_at=NOW,
    )


def seated(state: State, names: tuple[str, ...]) -> RunningTable:
    """A running table with this state."""
    table = waiting(names, state.ruleset.edition, state.ruleset.options)
    return RunningTable(
        **shared_fields(table, BaseTable),
        seats=tuple(
            Seat(number, person, colour, number in state.resigned)
            for number, (person, colour) in enumerate(zip(table.people, Colour, strict=False))
        ),
        is_practice=False,
        ply=3,
        announced=2,
        message=99,
        shown=None,
        end_request=None,
        state=state,
        pending=None,
        undo_request=None,
        clock=None,
        commitment="",
    )


def over(table: RunningTable, *, is_scored: bool = False) -> FinishedTable:
    """A table whose game is over."""
    return finished_table(table, b"", NOW, tuple(table.state.scores) if is_scored else None)


def first_state(edition: str = "chat-room", seats: int = 2) -> State:
    state = new_game(find_ruleset(edition), seats)
    return apply(state, DrawTile("D")).state


def every_turn(edition: str, options: tuple[str, ...], names: tuple[str, ...], seed: int) -> Iterator[PlayResult]:
    """Every turn of a random game, as the host reports it."""
    dice = random.Random(seed)
    state = new_game(find_ruleset(edition, options), len(names))
    before: WaitingTable | StartedTable = waiting(names, edition, options)
    moves, events = list[Move](), list[Event]()
    while not state.is_over:
        move = dice.choice(draws(state) or legal_moves(state))
        applied = apply(state, move)
        state = applied.state
        moves.append(move)
        events += applied.events
        if state.phase in (Phase.PLACE, Phase.ASK, Phase.OVER):
            running = seated(state, names)
            after = over(running, is_scored=True) if state.is_over else running
            yield PlayResult(before, after, tuple(moves), tuple(events))
            before, moves, events = after, [], []
