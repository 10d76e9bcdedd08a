"""Commands of the managers of a server. Each is stored with an entry of the audit log, in one transaction."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from carcassonne import Record
from host.errors import NoSuchTableError, QuarantinedError
from host.model.audit_log import AuditAction, AuditEntry, format_choices
from host.model.controllers import Controller, Person
from host.model.fingerprint import RULES_VERSION
from host.model.game import PlayResult, RunningGame, Transition, table_of
from host.model.lobby_rules import closed_table
from host.model.log_replay import QuarantinedGame
from host.model.notifications import Notification, NotificationKind
from host.model.observers import Observers
from host.model.record_import import import_transition
from host.model.server_settings import ServerSettings, chosen_settings
from host.model.shards import ShardGroup
from host.model.substitution import Substitution, is_person, person_of_change, replace_player
from host.model.table import (
    BaseTable,
    ClosedTable,
    EndedGame,
    FinishedTable,
    LiveSummary,
    RunningTable,
    SeatedTable,
    Status,
    Table,
    Venue,
    WaitingTable,
)
from host.model.table_errors import AlreadyImportedError, GameOverError, TurnPendingError
from host.model.table_index import LIVE
from host.model.table_lookup import not_running
from host.model.turn_clock import restart_turn_clock
from host.model.turn_rules import end_transition, move_transition
from host.services.service import Service, ServiceContext, replace_kept, uncancellable
from host.services.tables import load_visible
from host.storage.engine.statements import ConflictError

MOST_ENTRIES: Final = 50
"""How many entries of a server's audit log are returned at most."""


@dataclass(frozen=True, slots=True)
class Health:
    """The state of a process. Tables and games are those of the servers that it serves."""

    waiting: int
    """How many tables wait for players."""
    running: int
    """How many games run."""
    quarantined: int
    shards: ShardGroup
    unannounced: int
    """How many games have a ply that was not announced."""
    size: int
    """The bytes of the database."""
    schema: int
    """The version of the database's schema."""
    rules: int
    """See ``RULES_VERSION``."""


class Administration(Service):
    """The commands of managers. They reach the tables of their own server, ``guild``, and no others.

    ``refresh`` loads the settings of the servers.
    """

    def __init__(self, context: ServiceContext) -> None:
        super().__init__(context)
        self._servers: dict[int, ServerSettings] = {}
        self._lock = asyncio.Lock()
        self.changed = Observers[[int]]()
        """Told the id of each server whose settings have changed, here or in another process."""

    @property
    def guilds(self) -> Collection[int]:
        """The servers whose managers have chosen something."""
        return self._servers.keys()

    def server(self, guild: int) -> ServerSettings:
        """Return at once the settings of a server."""
        return self._servers.get(guild, ServerSettings(guild))

    @uncancellable
    async def change_settings(
        self, guild: int, manager: Person, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change a server's settings and return them. Raise what ``change`` raises."""
        async with self._lock:
            before = self.server(guild)
            after = change(before)
            if after != before:
                entry = AuditEntry(guild, manager, AuditAction.CHOICE, self._now(), detail=_differences(before, after))
                try:
                    after = self._servers[guild] = await self._storage.servers.save(before, after, manager, entry)
                except ConflictError:
                    await self._read_again([guild])
                    raise
                self.changed.notify(guild)
            return after

    async def refresh(self, guilds: Collection[int] | None = None) -> None:
        """Read the settings of some servers (None: of all). Another process may have changed them."""
        async with self._lock:
            await self._read_again(guilds)

    async def _read_again(self, guilds: Collection[int] | None) -> None:
        before = set(self._servers)
        replace_kept(self._servers, await self._storage.servers.load(guilds), guilds)
        for guild in {*before, *self._servers} if guilds is None else guilds:
            self.changed.notify(guild)

    @uncancellable
    async def note_told_closed(self, guild: int, *, is_told: bool = True) -> bool:
        """Store whether a server's managers were told that no channel is left where tables may be opened.

        Return whether that is new. When they change the server's settings, they are told anew.
        """
        return await self._storage.servers.note_told_closed(guild, is_told=is_told)

    async def table_to_end(self, guild: int, number: int) -> BaseTable:
        """Return the table that ``end`` would end or close; raise what ``end`` raises."""
        found = await self._find_to_end(guild, number)
        return found.table if isinstance(found, QuarantinedGame) else found

    @uncancellable
    async def end(self, guild: int, manager: Person, number: int) -> PlayResult | ClosedTable | QuarantinedGame:
        """End a game without scoring, or close a waiting table.

        Return what was played, the table that was closed, or the game if it is quarantined.

        Raise NoTableError, GameOverError.
        """
        async with self._games.lock(number):
            found = await self._find_to_end(guild, number)
            if isinstance(found, QuarantinedGame):
                entry = replace(self._entry(guild, found.table, manager, AuditAction.END), detail="held")
                await self._games.end_quarantined(found, manager, [entry])
                return found
            additions = [self._entry(guild, found, manager, AuditAction.END)]
            if isinstance(found, WaitingTable):
                return await self._store(found, closed_table(found, self._now()), manager, additions)
            before = await self._games.load_running(number)
            return await self._play(end_transition(before, self._now()), manager, additions)

    @uncancellable
    async def retry(self, guild: int, manager: Person, number: int) -> Table:
        """Reload a quarantined game; its player has all the time again. Nothing happens to any other game.

        Raise NoTableError; QuarantinedError if its log still does not replay to what was stored.
        """
        async with self._games.lock(number):
            if self._quarantined(guild, number) is None:
                return await self._any_table(guild, number)
            async with self._games.reloading(number) as before:
                after = before
                if isinstance(before, RunningGame):
                    after = replace(before, table=restart_turn_clock(before.table, self._now()))
                entry = self._entry(guild, table_of(before), manager, AuditAction.RETRY)
                return table_of(await self._store(before, after, manager, [entry]))

    @uncancellable
    async def reseat(
        self, guild: int, manager: Person, number: int, seat: int, taker: Controller
    ) -> tuple[RunningTable, Notification]:
        """Give a seat to another person or to a computer. Return the table, and the notification that tells the others.

        Raise NoTableError, NotStartedError, GameOverError, QuarantinedError, and what ``replace_player`` raises;
        TurnPendingError while the seat's last turn can be taken back, because the new
        player must not do that: ``finish_turn`` ends that time.
        """
        async with self._games.lock(number):
            await self.table(guild, number)
            before, now = await self._games.load_running(number), self._now()
            table = replace_player(before.table, seat, taker, now)
            if table.pending and isinstance(taker, Person) and table.can_take_back(taker.id):
                raise TurnPendingError(before.table, table.pending)
            giver, taker = before.table.seats[seat].controller, table.seats[seat].controller
            reseat = Substitution(table.ply, seat, giver, taker)
            entry = replace(self._entry(guild, table, manager, AuditAction.RESEAT), reseat=reseat)
            kind = NotificationKind.SEAT_GIVEN if isinstance(taker, Person) else NotificationKind.SEAT_LEFT
            about = person_of_change(giver, taker).id
            notification = await self._notifications.next(number, kind, about, now)
            transition = Transition(before, replace(before, table=table))
            people = [taker] if isinstance(taker, Person) else []
            saved = await self._games.save(transition, manager, people, [entry, notification])
            return saved.after.table, notification

    @uncancellable
    async def finish_turn(self, guild: int, number: int) -> PlayResult | None:
        """Finish the pending turn of a game at once: the next tile is drawn. Return None if no turn is pending.

        Raise NoTableError, NotStartedError, GameOverError, QuarantinedError.
        """
        async with self._games.lock(number):
            await self.table(guild, number)
            before = await self._games.load_running(number)
            if before.table.pending is None:
                return None
            return await self._play(move_transition(before, (), None, self._now()))

    async def reseat_entry(self, number: int, taker_id: int) -> AuditEntry | None:
        """Return the last entry by which somebody was given a seat of a game; None if there is none."""
        entries = await self._storage.audit_log.of_game(number)
        given = [entry for entry in entries if entry.reseat and is_person(entry.reseat.taker, taker_id)]
        return given[-1] if given else None

    @uncancellable
    async def import_record(
        self, guild: int, manager: Person, venue: Venue, record: Record, people: Sequence[Person | None]
    ) -> FinishedTable:
        """Store a game that was played elsewhere, from its record. ``people`` are its players by seat, as far as known.

        Raise CarcassonneError with the ``line`` for a record that is wrong; NotFinishedError, NoSuchPlayerError;
        AlreadyImportedError if it would count twice for one of the people.
        """
        async with self._lock:
            number = self._games.new_number()
            transition = import_transition(record, number, venue, manager, people, self._now())
            table = transition.after
            for person in filter(None, people):
                if await self._games.has_reached(person.id, transition.entries[-1].hash):
                    raise AlreadyImportedError(person)
            entry = AuditEntry(guild, manager, AuditAction.IMPORT, self._now(), game=number, ply=table.ply)
            return (await self._games.save(transition, manager, table.people, [entry])).after

    async def audit_log(self, guild: int, number: int | None = None) -> list[AuditEntry]:
        """Return the entries about a game of a server, in order; without a number, the server's latest entries first.

        Raise NoTableError.
        """
        if number is None:
            return await self._storage.audit_log.of_server(guild, MOST_ENTRIES)
        if self._quarantined(guild, number) is None:
            await self._any_table(guild, number)
        return await self._storage.audit_log.of_game(number)

    async def table(self, guild: int, number: int) -> Table:
        """Return a table of a server, but none that only its player sees; raise NoTableError, QuarantinedError."""
        return await load_visible(
            self._games, number, lambda table: table.venue.guild == guild and not table.is_private
        )

    async def listed_table(self, guild: int, number: int) -> Table:
        """Return a table of a server as the managers' list has it: also a game that only its player sees, while it can
        be ended. Raise NoTableError, QuarantinedError.
        """
        table = await self._any_table(guild, number)
        if table.is_private and table.status.is_over:
            raise NoSuchTableError(number)
        return table

    async def _any_table(self, guild: int, number: int) -> Table:
        """Return any table of a server, also a private one: to end it, or to load it again."""
        return await load_visible(self._games, number, lambda table: table.venue.guild == guild)

    def tables(self, guild: int, statuses: Collection[Status] = LIVE, most: int | None = None) -> list[LiveSummary]:
        """Return at once the tables of a server that wait or run (``statuses``), by number: the first ``most``."""
        return self._games.tables.of_guild(guild, statuses, most)

    async def ended_games(self, guild: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games of a server that are over: the one of this number, then the latest ones."""
        return await self._games.ended_games(guild, None, number, most)

    def quarantined(self, guild: int) -> list[QuarantinedGame]:
        """Return the games of a server whose logs do not replay to what was stored, but none that was ended."""
        return [one for one in self._games.quarantined if one.table.venue.guild == guild and not one.is_ended]

    async def health(self) -> Health:
        """Return the state of the host."""
        here = self._games.home_tables
        waiting = sum(isinstance(table, WaitingTable) for table in here)
        quarantined = [one for one in self._games.quarantined if self._games.is_home(one.table.venue)]
        return Health(
            waiting=waiting,
            running=len(here) - waiting,
            quarantined=sum(not one.is_ended for one in quarantined),
            shards=self._storage.shards,
            unannounced=len(await self._games.unannounced()),
            size=await self._storage.size(),
            schema=self._storage.schema_version,
            rules=RULES_VERSION,
        )

    def _quarantined(self, guild: int, number: int) -> QuarantinedGame | None:
        found = self._games.find_quarantined(number)
        return found if found and found.table.venue.guild == guild else None

    async def _find_to_end(self, guild: int, number: int) -> WaitingTable | RunningTable | QuarantinedGame:
        """Return what can be ended or closed. Raise NoTableError, GameOverError."""
        try:
            table = await self._any_table(guild, number)
        except QuarantinedError:
            quarantined = self._quarantined(guild, number)
            if quarantined is None:
                raise
            if quarantined.is_over:
                raise GameOverError(quarantined.table) from None
            return quarantined
        if not isinstance(table, WaitingTable | RunningTable):
            raise not_running(table)
        return table

    def _entry(self, guild: int, table: Table | SeatedTable, manager: Person, action: AuditAction) -> AuditEntry:
        return AuditEntry(guild, manager, action, self._now(), game=table.number, ply=table.ply)


def _differences(before: ServerSettings, after: ServerSettings) -> str:
    """Return the settings that have changed: ``most_tables=10, language=de``."""
    old, new = chosen_settings(before), chosen_settings(after)
    return format_choices({name: new[name] for name in new if new[name] != old[name]})
