"""The storage: all repositories over one database. The services know nothing else of the database."""

import logging
from collections.abc import Callable
from functools import partial
from typing import assert_never

from host.model.audit_log import AuditEntry
from host.model.clock import DueClaim, Vote
from host.model.notifications import Decision, Notification, OutdatedMessage
from host.model.shards import ALL_SHARDS, Heartbeat, ShardGroup
from host.model.table_index import TableIndex
from host.model.tournament_times import LongerRound
from host.storage.audit_log import AuditRepository, audit_entry_statement
from host.storage.browsers import BrowserRepository
from host.storage.claims import Claims
from host.storage.derivations import DerivationRepository
from host.storage.direct_messages import DirectMessageRepository
from host.storage.engine.backend import Tell
from host.storage.engine.change_feed import ChangeFeed
from host.storage.engine.database import Database
from host.storage.engine.schema_version import newest_version
from host.storage.engine.statements import Statement
from host.storage.follows import FollowRepository
from host.storage.games.repository import Addition, GameRepository
from host.storage.games.statements import due_claim_statement, vote_statement
from host.storage.heartbeats import HeartbeatRepository, heartbeat_statements
from host.storage.notifications import (
    NotificationRepository,
    buttons_statement,
    decision_statements,
    notification_statement,
)
from host.storage.people import PeopleRepository
from host.storage.personal_data import PersonalDataRepository
from host.storage.puzzles import PuzzleRepository
from host.storage.results import ResultRepository
from host.storage.reviews import ReviewRepository
from host.storage.schema.migrations import migrate
from host.storage.servers import ServerRepository, WelcomeRepository
from host.storage.tournaments import TournamentRepository, longer_round_statement

log = logging.getLogger(__name__)


class Storage:
    """The repositories over one database. They take values and return values."""

    def __init__(
        self,
        database: Database,
        feed: ChangeFeed | None,
        games: GameRepository,
        claims: Claims,
        new_token: Callable[[], str],
    ) -> None:
        self._database = database
        self.feed = feed
        """What other processes change; None where there are no others."""
        self.games = games
        self.notifications = NotificationRepository(database, claims)
        self.heartbeats = HeartbeatRepository(database)
        self.people = PeopleRepository(database)
        self.browsers = BrowserRepository(database)
        self.direct_messages = DirectMessageRepository(database)
        self.derivations = DerivationRepository(database)
        self.puzzles = PuzzleRepository(database)
        self.results = ResultRepository(database)
        self.reviews = ReviewRepository(database)
        self.servers = ServerRepository(database, new_token)
        self.audit_log = AuditRepository(database)
        self.tournaments = TournamentRepository(database, new_token)
        self.personal_data = PersonalDataRepository(database)
        self.welcomes = WelcomeRepository(database)
        self.follows = FollowRepository(database)
        self.shards = database.shards
        self.clock = database.backend.clock
        self.lost = database.backend.lost
        self.is_shared = database.backend.is_shared
        self.confirm_owned = database.confirm_owned
        self.stop_waiting = database.stop_waiting
        self.size = database.size
        self.schema_version = newest_version()

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
                await migrate(database)
                if feed:
                    await feed.open()  # before anything is read that may change
                tables = TableIndex()
                claims = Claims(backend.process, shards, tables)
                write_addition = partial(_addition_statements, claims=claims, new_token=new_token)
                games = await GameRepository.open(database, new_token, tables, write_addition)
            database.tells_damage = True
            storage = cls(database, feed, games, claims, new_token)
            if storage.is_shared:  # elsewhere, all processes have the same name
                await storage.notifications.end_claims()
        except BaseException:
            if feed:
                await feed.close()
            await database.close()
            raise
        return storage

    async def close(self) -> None:
        if self.feed:
            await self.feed.close()
        await self._database.close()

    @property
    def has_standby(self) -> bool:
        return self._database.backend.has_standby


def _addition_statements(addition: Addition, claims: Claims, new_token: Callable[[], str]) -> list[Statement]:
    match addition:
        case AuditEntry():
            return [audit_entry_statement(addition)]
        case Notification():
            return [notification_statement(addition, claims)]
        case Decision():
            return decision_statements(addition)
        case OutdatedMessage(notification, message):
            return [buttons_statement(notification, message, "")]
        case Vote():
            return [vote_statement(addition)]
        case Heartbeat():
            return heartbeat_statements(addition)
        case LongerRound():
            return [longer_round_statement(addition, new_token())]
        case DueClaim():
            return [due_claim_statement(addition)]
        case _:
            assert_never(addition)
