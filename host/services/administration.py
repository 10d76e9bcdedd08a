"""What the managers of a server can do. Every act is stored with what it brings about, in one transaction."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from carcassonne import Record
from host.errors import HostError, HostErrorCode
from host.model.audit_log import AuditAction, AuditEntry, Reseat, format_choices
from host.model.fingerprint import RULES_VERSION
from host.model.game import RunningGame, Transition, played_in, table_of
from host.model.lobby_rules import closed
from host.model.notifications import Notification, NotificationKind
from host.model.played import EndedGame, Played
from host.model.record_import import retaken
from host.model.server_settings import Server, choices
from host.model.substitution import replace_player
from host.model.table import (
    ClosedTable,
    FinishedTable,
    LiveTable,
    Person,
    RunningTable,
    SeatedTable,
    Table,
    Venue,
    WaitingTable,
)
from host.model.table_lookup import not_running
from host.model.turn_clock import restart_turn_clock
from host.model.turn_rules import ended
from host.services.command_runner import CommandRunner, uncancellable
from host.storage.game_repository import QuarantinedGame
from host.storage.storage import Storage

SHOWN: Final = 50
"""How many of a server's acts are told at most."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the host fares: tables that wait and run, on all servers; bytes of the file; the versions of the schema and
    of the rules; how many games are held, and how many have a ply that has not been announced."""

    waiting: int
    running: int
    held: int
    unannounced: int
    size: int
    schema: int
    rules: int


class Administration:
    """The acts of managers. ``guild`` is always the server that a manager speaks for: others have no such table."""

    def __init__(
        self, storage: Storage, runner: CommandRunner, now: Callable[[], datetime], servers: dict[int, Server]
    ) -> None:
        self._storage = storage
        self._games = storage.games
        self._now = now
        self._servers = servers
        self._lock = asyncio.Lock()
        self.runner = runner

    @classmethod
    async def open(cls, storage: Storage, runner: CommandRunner, now: Callable[[], datetime]) -> "Administration":
        """Read what managers have chosen."""
        return cls(storage, runner, now, await storage.servers.load_all())

    def server(self, guild: int) -> Server:
        """Return at once what the managers of a server have chosen."""
        return self._servers.get(guild, Server(guild))

    @uncancellable
    async def choose(self, guild: int, manager: Person, change: Callable[[Server], Server]) -> Server:
        """Change what is chosen for a server, and return it; what ``change`` raises is raised."""
        async with self._lock:
            before = self.server(guild)
            after = change(before)
            if after != before:
                act = AuditEntry(guild, manager, AuditAction.CHOICE, self._now(), detail=_differences(before, after))
                await self._storage.servers.save(after, manager, act)
                self._servers[guild] = after
            return after

    @uncancellable
    async def end(self, guild: int, manager: Person, number: int) -> Played | ClosedTable | QuarantinedGame:
        """End a game or close a table, without scoring; return what was played, the table that was closed, or the game
        that was on hold.

        Raise NO_TABLE, GAME_OVER.
        """
        async with self._games.lock(number):
            try:
                table = await self.table(guild, number)
            except HostError as error:
                held = self._held(guild, number)
                if error.trouble is not HostErrorCode.HELD or held is None:
                    raise
                await self._end_held(held, guild, manager)
                return held
            also = [self._act(guild, table, manager, AuditAction.END)]
            if isinstance(table, WaitingTable):
                transition = Transition(table, closed(table, self._now()))
                return (await self._games.save(transition, manager, also=also)).after
            if not isinstance(table, RunningTable):
                raise not_running(table)
            before = await self._games.load_running(number)
            return played_in(await self._games.save(ended(before, self._now()), manager, also=also))

    @uncancellable
    async def retry(self, guild: int, manager: Person, number: int) -> Table:
        """Take a held game up again, if its log adds up by now; its turn has all its time again. Any other stays.

        Raise NO_TABLE; HELD where it still does not add up.
        """
        async with self._games.lock(number):
            if self._held(guild, number) is None:
                return await self.table(guild, number)
            before = after = await self._games.reload(number)
            if isinstance(before, RunningGame):
                after = replace(before, table=restart_turn_clock(before.table, self._now()))
            act = self._act(guild, table_of(before), manager, AuditAction.RETRY)
            return table_of((await self._games.save(Transition(before, after), manager, also=[act])).after)

    @uncancellable
    async def reseat(
        self, guild: int, manager: Person, number: int, seat: int, taker: Person
    ) -> tuple[RunningTable, Notification]:
        """Give somebody's seat to another person, from here on; return the table, and the ping that tells it.

        Raise NO_TABLE, NO_SEAT, SEAT_RESIGNED, SITS_THERE, NOT_STARTED, GAME_OVER, HELD.
        """
        async with self._games.lock(number):
            await self.table(guild, number)
            before, now = await self._games.load_running(number), self._now()
            table = replace_player(before.table, seat, taker, now)
            act = self._act(guild, table, manager, AuditAction.RESEAT)
            if giver := before.table.seats[seat].person:
                act = replace(act, reseat=Reseat(seat, giver, taker))
            ping = await self._storage.notifications.next(number, NotificationKind.GIVEN, taker.id, now)
            transition = Transition(before, replace(before, table=table))
            return (await self._games.save(transition, manager, [taker], [act, ping])).after.table, ping

    async def reseat_entry(self, number: int, taker_id: int) -> AuditEntry | None:
        """Return the act by which somebody was given a seat of a game; None where by none, the last one of several."""
        acts = await self._storage.audit_log.of_game(number)
        given = [act for act in acts if act.reseat and act.reseat.taker.id == taker_id]
        return given[-1] if given else None

    @uncancellable
    async def import_record(
        self, guild: int, manager: Person, venue: Venue, record: Record, people: Sequence[Person | None]
    ) -> FinishedTable:
        """Take a game that is over into the history of a server, from its record; see ``retaken``.

        Raise CarcassonneError with the ``line`` for a record that is wrong; NOT_FINISHED, NO_SUCH_PLAYER; KEPT_ALREADY
        where it would count twice for one of the people.
        """
        async with self._lock:
            number = self._games.new_number()
            transition = retaken(record, number, venue, manager, people, self._now())
            table = transition.after
            for person in filter(None, people):
                if await self._games.has_reached(person.id, transition.entries[-1].hash):
                    raise HostError(HostErrorCode.KEPT_ALREADY, person=person)
            act = AuditEntry(guild, manager, AuditAction.IMPORT, self._now(), game=number, ply=table.ply)
            return (await self._games.save(transition, manager, table.people, [act])).after

    async def audit_log(self, guild: int, number: int | None = None) -> list[AuditEntry]:
        """Return what managers did to a game of a server, in order; without a number, what they did last, the latest
        first. Raise NO_TABLE."""
        if number is None:
            return await self._storage.audit_log.of_server(guild, SHOWN)
        if self._held(guild, number) is None:
            await self.table(guild, number)
        return await self._storage.audit_log.of_game(number)

    async def table(self, guild: int, number: int) -> Table:
        """Return any table of a server; raise NO_TABLE, HELD."""
        try:
            table = await self._games.load(number)
        except HostError as error:
            if error.trouble is HostErrorCode.HELD and self._held(guild, number) is None:
                raise HostError(HostErrorCode.NO_TABLE, number=number) from None
            raise
        if table.venue.guild != guild:
            raise HostError(HostErrorCode.NO_TABLE, number=number)
        return table

    def tables(self, guild: int) -> list[LiveTable]:
        """Return at once the waiting and running tables of a server, by number."""
        return [table for table in self._games.tables if table.venue.guild == guild]

    async def ended(self, guild: int, number: int | None, most: int) -> list[EndedGame]:
        """Return the games of a server which are over: the one of this number, then the latest."""
        return await self._games.ended(guild, None, number, most)

    def quarantined(self, guild: int) -> list[QuarantinedGame]:
        """Return the games of a server whose logs do not replay to what was stored."""
        return [one for one in self._games.quarantined if one.table.venue.guild == guild]

    async def health(self) -> Health:
        """Return how the host fares."""
        waiting = sum(isinstance(table, WaitingTable) for table in self._games.tables)
        return Health(
            waiting=waiting,
            running=len(self._games.tables) - waiting,
            held=len(self._games.quarantined),
            unannounced=len(await self._games.unannounced()),
            size=self._storage.size,
            schema=self._storage.schema_version,
            rules=RULES_VERSION,
        )

    def _held(self, guild: int, number: int) -> QuarantinedGame | None:
        return next((one for one in self.quarantined(guild) if one.table.number == number), None)

    async def _end_held(self, held: QuarantinedGame, guild: int, manager: Person) -> None:
        if held.is_over:
            raise HostError(HostErrorCode.GAME_OVER, table=held.table)
        act = replace(self._act(guild, held.table, manager, AuditAction.END), detail="held")
        await self._games.end_quarantined(held.table.number, manager, [act])

    def _act(self, guild: int, table: Table | SeatedTable, manager: Person, kind: AuditAction) -> AuditEntry:
        return AuditEntry(guild, manager, kind, self._now(), game=table.number, ply=table.ply)


def _differences(before: Server, after: Server) -> str:
    """Return what was chosen anew: ``most_tables=10, language=de``."""
    old, new = choices(before), choices(after)
    return format_choices({name: new[name] for name in new if new[name] != old[name]})
