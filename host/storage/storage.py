"""The storage: all repositories over one database. The services know nothing else of the database."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import assert_never

from host.model.audit_log import AuditEntry
from host.model.clock import DueClaim, Vote
from host.model.heartbeats import Heartbeat
from host.model.notifications import Decision, Notification, OutdatedMessage, PersonalNotification
from host.model.observers import Observers
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table_index import TableIndex
from host.storage.audit_log import AuditRepository, audit_entry_statement
from host.storage.claims import Claims
from host.storage.derivations import DerivationRepository
from host.storage.direct_messages import DmChannelRepository, DmPreferenceRepository
from host.storage.engine.backend import Tell
from host.storage.engine.change_feed import ChangeFeed
from host.storage.engine.database import Database
from host.storage.engine.server_clock import ServerClock
from host.storage.engine.statements import Statement
from host.storage.follows import FollowRepository
from host.storage.games.clocks import due_claim_statement, vote_statement
from host.storage.games.repository import Addition, GameRepository
from host.storage.heartbeats import HeartbeatRepository, heartbeat_statements
from host.storage.notifications import (
    NotificationRepository,
    buttons_statement,
    decision_statements,
    notification_statement,
)
from host.storage.people import PeopleRepository
from host.storage.personal_data import PersonalDataRepository
from host.storage.personal_notifications import PersonalNotificationRepository, personal_notification_statement
from host.storage.results import ResultRepository
from host.storage.schema.migrations import migrate
from host.storage.servers import ServerRepository, WelcomeRepository

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
    shards: ShardGroup
    """The shards that this process serves."""
    clock: ServerClock
    """How far the clock of this machine is from the one that all processes share."""
    lost: Observers[[]]
    """Told once when another process has taken over, or may have."""
    is_shared: bool
    """Whether other processes may use the database at the same time."""
    schema_version: int
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
        backend = database.backend
        feed = ChangeFeed(backend) if backend.is_shared else None
        try:
            with database.opening_errors():
                version = await migrate(database)
                if feed:
                    await feed.open()  # before anything is read that may change
                tables = TableIndex()
                claims = Claims(backend.process, shards, tables)
                write_addition = partial(_addition_statements, claims=claims)
                games = await GameRepository.open(database, new_token, tables, write_addition)
            database.tells_damage = True
            notifications = NotificationRepository(database, claims)
            personal_notifications = PersonalNotificationRepository(database, claims)
            if backend.is_shared:  # elsewhere, all processes have the same name
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
                shards=shards,
                clock=backend.clock,
                lost=backend.lost,
                is_shared=backend.is_shared,
                schema_version=version,
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
    def has_standby(self) -> bool:
        """Whether another process waits to take over, as far as is known."""
        return self._database.backend.has_standby

    async def confirm_owned(self) -> None:
        """Make sure that no other process can have the database yet, or the same part of it. Raise StorageError."""
        await self._database.confirm_owned()


def _addition_statements(addition: Addition, claims: Claims) -> list[Statement]:
    """Return the statements that store an addition. The people named in it have to be stored already."""
    match addition:
        case AuditEntry():
            return [audit_entry_statement(addition)]
        case Notification():
            return [notification_statement(addition, claims)]
        case PersonalNotification():
            return [personal_notification_statement(addition, claims)]
        case Decision():
            return decision_statements(addition)
        case OutdatedMessage(notification, message):
            return [buttons_statement(notification, message, "")]
        case Vote():
            return [vote_statement(addition)]
        case Heartbeat():
            return heartbeat_statements(addition)
        case DueClaim():
            return [due_claim_statement(addition)]
        case _:
            assert_never(addition)
