"""The storage: all repositories over one database. The services know nothing else of the database."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from host.model.observers import Observers
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table_index import TableIndex
from host.storage.addition_statements import addition_statements
from host.storage.audit_log import AuditRepository
from host.storage.claims import Claims
from host.storage.derivations import DerivationRepository
from host.storage.dm_channels import DmChannelRepository
from host.storage.dm_preferences import DmPreferenceRepository
from host.storage.engine.backend import Tell
from host.storage.engine.change_feed import ChangeFeed
from host.storage.engine.database import Database
from host.storage.engine.schema_version import newest_version
from host.storage.engine.server_clock import ServerClock
from host.storage.follows import FollowRepository
from host.storage.games.repository import GameRepository
from host.storage.heartbeats import HeartbeatRepository
from host.storage.notifications import NotificationRepository
from host.storage.people import PeopleRepository
from host.storage.personal_data import PersonalDataRepository
from host.storage.personal_notifications import PersonalNotificationRepository
from host.storage.results import ResultRepository
from host.storage.schema.migrations import migrate
from host.storage.servers import ServerRepository
from host.storage.welcomes import WelcomeRepository

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Storage:
    """The repositories over one database. They take values and return values."""

    games: GameRepository
    notifications: NotificationRepository
    personal_notifications: PersonalNotificationRepository
    heartbeats: HeartbeatRepository
    people: PeopleRepository
    dm_preferences: DmPreferenceRepository
    dm_channels: DmChannelRepository
    derivations: DerivationRepository
    results: ResultRepository
    servers: ServerRepository
    audit_log: AuditRepository
    personal_data: PersonalDataRepository
    welcomes: WelcomeRepository
    follows: FollowRepository
    feed: ChangeFeed | None
    """What other processes change; None where there are no others."""
    _database: Database

    @classmethod
    async def open(
        cls,
        url: str,
        new_token: Callable[[], str],
        shards: ShardGroup = ALL_SHARDS,
        *,
        waits: bool = False,
        tell: Tell = log.info,
    ) -> "Storage":
        """Open a database, bring it up to date, and load the games that wait or run.

        See ``Host.open`` for ``new_token``, ``shards``, ``waits`` and ``tell``.
        Raise NewerDatabaseError, and what ``Database.open`` raises.
        """
        database = await Database.open(url, shards, waits=waits, tell=tell)
        feed = ChangeFeed(database.backend) if database.backend.is_shared else None
        try:
            with database.opening_errors():
                await migrate(database)
                if feed:
                    await feed.open()  # before anything is read that may change
                tables = TableIndex()
                claims = Claims(database.backend.process, shards, tables)
                write_addition = partial(addition_statements, claims=claims)
                games = await GameRepository.open(database, new_token, tables, write_addition)
            database.tells_damage = True
            notifications = NotificationRepository(database, claims)
            personal_notifications = PersonalNotificationRepository(database, claims)
            if database.backend.is_shared:  # elsewhere, all processes have the same name
                await notifications.end_claims()
                await personal_notifications.end_claims()
            return cls(
                games=games,
                notifications=notifications,
                personal_notifications=personal_notifications,
                heartbeats=HeartbeatRepository(database),
                people=PeopleRepository(database),
                dm_preferences=DmPreferenceRepository(database),
                dm_channels=DmChannelRepository(database),
                derivations=DerivationRepository(database),
                results=ResultRepository(database),
                servers=ServerRepository(database, new_token),
                audit_log=AuditRepository(database),
                personal_data=PersonalDataRepository(database),
                welcomes=WelcomeRepository(database),
                follows=FollowRepository(database),
                feed=feed,
                _database=database,
            )
        except BaseException:
            if feed:
                await feed.close()
            await database.close()
            raise

    async def stop_waiting(self) -> None:
        """From now on, fail at once where another program has locked the database."""
        await self._database.stop_waiting()

    async def close(self) -> None:
        """Close the database."""
        if self.feed:
            await self.feed.close()
        await self._database.close()

    async def size(self) -> int:
        """Return the size of the database on the disk, in bytes."""
        return await self._database.size()

    @property
    def shards(self) -> ShardGroup:
        """The shards that this process serves."""
        return self._database.shards

    @property
    def lost(self) -> Observers[[]]:
        """Told once when another process has taken over, or may have."""
        return self._database.backend.lost

    @property
    def has_standby(self) -> bool:
        """Whether another process waits to take over, as far as is known."""
        return self._database.backend.has_standby

    @property
    def clock(self) -> ServerClock:
        """How far the clock of this machine is from the one that all processes share."""
        return self._database.backend.clock

    async def confirm_owned(self) -> None:
        """Make sure that no other process can have the database yet, or the same part of it. Raise StorageError."""
        await self._database.confirm_owned()

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._database.backend.is_shared

    @property
    def schema_version(self) -> int:
        """The version of the database's schema."""
        return newest_version()
