"""The settings of a server: where tables may be opened, how many, and with which options. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Final

from carcassonne import find_ruleset
from host.errors import ChannelClosedError
from host.model.clock import NO_PACE
from host.model.lobby_rules import may_join
from host.model.table import LiveSummary, Venue, WaitingTable
from host.model.table_errors import ServerFullError, TooManyOwnTablesError
from host.model.table_options import (
    DEFAULT_EDITION,
    DEFAULT_SETTINGS,
    NO_OPTIONS,
    TableOptions,
    check_language,
    check_options,
)

MOST_OWN: Final = 5
"""How many tables without other players one person may have on a server: waiting, or running with the person alone."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server."""

    guild: int
    channels: frozenset[int] = frozenset()
    """The channels where tables may be opened, also in their threads; empty stands for all channels."""
    most_tables: int | None = None
    """How many tables may wait or run at once; None for any number."""
    table_options: TableOptions = NO_OPTIONS
    """The options of new tables; None stands for the default."""
    language: str | None = None
    """The language of new tables; None for that of the server."""
    token: str | None = field(default=None, compare=False)
    """Another one after each change, as at tables; None where nothing is stored."""
    puzzle_channel: int | None = None
    """The channel where the puzzle of each day is posted; None for nowhere."""


def check_may_open(server: ServerSettings, tables: Iterable[LiveSummary], venue: Venue, person_id: int | None) -> None:
    """Raise ChannelClosedError, ServerFullError or TooManyOwnTablesError where a person may open no further table. None
    stands for no person: what was planned is opened where it was planned, whatever channels are chosen by then.

    ``tables`` are all that wait or run.
    """
    if person_id is not None and server.channels and venue.home not in server.channels:
        raise ChannelClosedError(channels=tuple(sorted(server.channels)))
    here = [table for table in tables if table.venue.guild == server.guild]
    if server.most_tables is not None and len(here) >= server.most_tables:
        joinable = tuple(table for table in here if person_id is not None and _is_joinable(table, person_id))
        raise ServerFullError(most=server.most_tables, tables=joinable)
    check_own(table for table in here if table.organiser.id == person_id)


def check_own(tables: Iterable[LiveSummary]) -> None:
    """Raise TooManyOwnTablesError if a person who has opened these tables has too many without other players."""
    own = tuple(filter(_has_no_other_players, tables))
    if len(own) >= MOST_OWN:
        raise TooManyOwnTablesError(tables=own, most=MOST_OWN)


def _is_joinable(table: LiveSummary, person_id: int) -> bool:
    return isinstance(table, WaitingTable) and may_join(table, person_id) and not table.has_player(person_id)


def _has_no_other_players(table: LiveSummary) -> bool:
    return isinstance(table, WaitingTable) or table.is_solo


def with_table_options(server: ServerSettings, table_options: TableOptions, language: str | None) -> ServerSettings:
    """Return a server with other options for new tables. What is None stays.

    If another edition is chosen without rule options, it has none. Raise NotOfferedError, and NotationError for an
    edition or option that does not exist.
    """
    check_options(table_options)
    check_language(language)
    before = server.table_options
    edition = table_options.edition or before.edition
    options = table_options.options
    if options is None:
        options = before.options if edition == before.edition else None
    find_ruleset(edition or DEFAULT_EDITION, options or ())
    after = replace(before, **{**table_options.chosen(), "edition": edition, "options": options})
    return replace(server, table_options=after, language=language or server.language)


def options_shown(server: ServerSettings) -> TableOptions:
    """Return all options with which new tables begin, with the default where nothing is chosen."""
    chosen = server.table_options.chosen()
    defaults = {one.name: getattr(DEFAULT_SETTINGS, one.name, None) for one in fields(TableOptions)}
    whole = {**defaults, "edition": DEFAULT_EDITION, "options": (), **chosen}
    return TableOptions(**{**whole, "pace": whole["pace"] or NO_PACE})


def changed_options(server: ServerSettings, filled: TableOptions) -> TableOptions:
    """Return what was changed in a form that showed all options of new tables; the rest is None, so it stays.

    With another edition, the rule options that were left as they are go along: they are chosen for that one, too.
    """
    shown = options_shown(server)
    changed = {name: value for name, value in filled.chosen().items() if value != getattr(shown, name)}
    if "edition" in changed and filled.options:
        changed["options"] = filled.options
    return TableOptions(**changed)


_NAMES: Final = {"order": "seat_order"}
"""Fields of the options that have another name in the audit log."""


def chosen_settings(server: ServerSettings) -> dict[str, int | str | None]:
    """Return everything that is chosen for a server, by the names of the audit log; None stands for no choice."""
    options = {
        _NAMES.get(one.name, one.name): _plain(getattr(server.table_options, one.name)) for one in fields(TableOptions)
    }
    channels = " ".join(map(str, sorted(server.channels)))
    others = {"language": server.language, "puzzle_channel": server.puzzle_channel}
    return {"channels": channels, "most_tables": server.most_tables, **options, **others}


def _plain(value: bool | int | str | tuple[str, ...] | None) -> int | str | None:
    if isinstance(value, tuple):
        return " ".join(value)
    return int(value) if isinstance(value, bool) else value
