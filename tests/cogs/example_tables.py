"""Tables as values, for texts and pictures that need no host."""

import datetime

from carcassonne import (
    Colour,
    DrawTile,
    State,
    apply,
    find_ruleset,
    new_game,
)
from host import (
    DEFAULT_EDITION,
    Person,
    Seat,
    Settings,
    Status,
    Table,
    Venue,
)

NOW = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
ODD_NAMES = tuple("*_`~|" * 6 + f"@{seat}" for seat in range(5))
"""As long as Discord allows, and longer still when made safe."""
NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Eve")


def seated(state: State | None, names: tuple[str, ...], *, status: Status = Status.RUNNING) -> Table:
    people = tuple(Person(number, name) for number, name in enumerate(names, 10**18))
    resigned = state.resigned if state else frozenset()
    seats = tuple(
        Seat(number, person, colour, number in resigned)
        for number, (person, colour) in enumerate(zip(people, Colour, strict=False))
    )
    return Table(
        number=12,
        venue=Venue(1, 2),
        status=status,
        organiser=people[0],
        people=people,
        colours={},
        seats=seats if state else (),
        edition=state.ruleset.edition if state else DEFAULT_EDITION,
        options=state.ruleset.options if state else (),
        settings=Settings(),
        is_practice=False,
        lobby=None,
        ply=3,
        announced=2,
        message=99,
        state=state,
        opened_at=NOW,
        moved_at=NOW,
        final_scores=None,
    )


def first_state(edition: str = "chat-room", seats: int = 2) -> State:
    state = new_game(find_ruleset(edition), seats)
    return apply(state, DrawTile("D")).state
