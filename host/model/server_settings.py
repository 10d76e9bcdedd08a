"""What managers have chosen for a server: where tables may be opened, how many, how new ones are set up. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Final

from carcassonne import find_ruleset
from host.errors import ChannelClosedError
from host.model.lobby_rules import has_room
from host.model.table import LiveTable, Venue, WaitingTable
from host.model.table_errors import ServerFullError, TooManyOwnTablesError
from host.model.table_options import DEFAULT_EDITION, NO_OPTIONS, TableOptions

MOST_OWN: Final = 5
"""How many tables on a server one person may keep at which nobody else plays: they wait, or the person plays alone."""


@dataclass(frozen=True, slots=True)
class Server:
    """The choices of a server: ``channels`` are those where tables may be opened (also in their threads), none means
    all; ``most_tables`` may wait or run at once, None means any number; ``wishes`` and ``language`` are those of new
    tables, where None leaves it as it comes."""

    guild: int
    channels: frozenset[int] = frozenset()
    most_tables: int | None = None
    wishes: TableOptions = NO_OPTIONS
    language: str | None = None


def check_may_open(server: Server, tables: Iterable[LiveTable], venue: Venue, person_id: int) -> None:
    """Raise HostError(CHANNEL_CLOSED, SERVER_FULL, TOO_MANY_OWN) where a person may open no further table.

    ``tables`` are all that wait or run.
    """
    if server.channels and venue.home not in server.channels:
        raise ChannelClosedError(channels=tuple(sorted(server.channels)))
    here = [table for table in tables if table.venue.guild == server.guild]
    if server.most_tables is not None and len(here) >= server.most_tables:
        inviting = tuple(table for table in here if _is_inviting(table) and not table.is_at(person_id))
        raise ServerFullError(most=server.most_tables, tables=inviting)
    own = tuple(table for table in here if table.organiser.id == person_id and _is_kept_alone(table))
    if len(own) >= MOST_OWN:
        raise TooManyOwnTablesError(tables=own, most=MOST_OWN)


def _is_inviting(table: LiveTable) -> bool:
    return isinstance(table, WaitingTable) and has_room(table)


def _is_kept_alone(table: LiveTable) -> bool:
    return isinstance(table, WaitingTable) or table.is_solo


def wishing(server: Server, wishes: TableOptions, language: str | None) -> Server:
    """Choose how new tables are set up; what is None stays. Raise NotationError for what the rules do not know.

    Rule options left out together with another edition than before are none.
    """
    before = server.wishes
    edition = wishes.edition or before.edition
    options = wishes.options
    if options is None:
        options = before.options if edition == before.edition else None
    find_ruleset(edition or DEFAULT_EDITION, options or ())

    merged = {
        one.name: getattr(before if getattr(wishes, one.name) is None else wishes, one.name)
        for one in fields(TableOptions)
    }
    after = replace(before, **{**merged, "edition": edition, "options": options})
    return replace(server, wishes=after, language=language or server.language)


def choices(server: Server) -> dict[str, int | str | None]:
    """Return everything that is chosen for a server, by name; None stands for no choice.

    The database and the audit log use these names and values.
    """
    wishes = server.wishes
    return {
        "channels": " ".join(map(str, sorted(server.channels))),
        "most_tables": server.most_tables,
        "edition": wishes.edition,
        "options": None if wishes.options is None else " ".join(wishes.options),
        "pace": wishes.pace,
        "aids": None if wishes.aids is None else int(wishes.aids),
        "takeback": wishes.takeback,
        "seat_order": wishes.order,
        "thread": None if wishes.thread is None else int(wishes.thread),
        "language": server.language,
        "rated": None if wishes.rated is None else int(wishes.rated),
        "timeout": wishes.timeout,
    }
