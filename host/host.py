"""The host: its services, wired together over one database."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from host.model.observers import Observers
from host.model.schedule import Schedule
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import Venue
from host.services.administration import Administration
from host.services.changes_elsewhere import ChangesElsewhere
from host.services.consent import EndRequests, UndoRequests
from host.services.deadlines import HEARTBEAT_INTERVAL, Deadlines
from host.services.derivations import Derivations
from host.services.follows import Follows
from host.services.history import History
from host.services.invitations import Invitations, Rematches
from host.services.lobby import Lobby
from host.services.message_log import MessageLog
from host.services.notifications import NotificationLog
from host.services.people import People
from host.services.privacy import Privacy
from host.services.results import Statistics
from host.services.seats import Seats
from host.services.service import CommandRunner, ServiceContext
from host.services.tables import Tables
from host.services.turns import Turns
from host.services.voting import Voting
from host.services.welcomes import Welcomes
from host.storage.storage import Storage

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Host:
    """The services of one database.

    All their methods may raise HostError. A command that raises has changed nothing. A command that has begun runs to
    its end, even if the task that waits for it is cancelled.
    """

    tables: Tables
    history: History
    lobby: Lobby
    turns: Turns
    undo_requests: UndoRequests
    end_requests: EndRequests
    voting: Voting
    seats: Seats
    schedule: Schedule
    deadlines: Deadlines
    notifications: NotificationLog
    message_log: MessageLog
    people: People
    derivations: Derivations
    statistics: Statistics
    administration: Administration
    rematches: Rematches
    invitations: Invitations
    privacy: Privacy
    welcomes: Welcomes
    follows: Follows
    changes_elsewhere: ChangesElsewhere
    game_over: Observers[[int, Venue]]
    """Told the number and the venue of each game that is over once the end is stored: once in each process that knew it
    while it ran. What a process misses while it is down, it finds by what is stored."""
    now: Callable[[], datetime]
    """Returns the time (UTC) by the clock that all processes share: that of the database's server."""
    shards: ShardGroup
    """The shards that this process serves."""
    lost: Observers[[]]
    """Told once when another process has taken over what this one served, or may have, because the connection to the
    database's server was lost for a while. From then on, all commands raise TakenOverError."""
    _storage: Storage
    _runner: CommandRunner

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        random_below: Callable[[int], int],
        new_token: Callable[[], str],
        heartbeat_interval: timedelta = HEARTBEAT_INTERVAL,
        shards: ShardGroup = ALL_SHARDS,
        waits: bool = False,
        tell: Callable[[str], None] = log.info,
    ) -> "Host":
        """Open the database at ``url`` (``sqlite:///relative.db``) and load the games that wait or run.

        ``now`` returns the time in UTC. It is corrected by how far the clock of the database's server is from this
        machine's, so that all processes have one time: ``Host.now``.
        ``seed`` makes the 32 secret bytes that a game's draws come from.
        ``random_below(n)`` draws a number from 0 to n - 1. ``new_token`` makes a random text that no other call makes,
        in no process: each change of a game has one. Several processes may share a database on a server
        if each serves other ``shards``. While another one serves the same, a process that ``waits`` is its standby.
        ``tell`` is called with a sentence when something takes time: another process, or a new version of the schema.
        Raise BadUrlError, FileInUseError, ShardsTakenError, NeedsServerError, NotAFileError, LeftoverFileError,
        NewerDatabaseError, DamagedDatabaseError or StorageError.
        """
        storage = await Storage.open(url, new_token, shards, waits=waits, tell=tell)
        try:
            return await cls._over(storage, lambda: now() + storage.clock.ahead, seed, random_below, heartbeat_interval)
        except BaseException:
            await storage.close()
            raise

    @classmethod
    async def _over(
        cls,
        storage: Storage,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        random_below: Callable[[int], int],
        heartbeat_interval: timedelta,
    ) -> "Host":
        context = ServiceContext(storage, CommandRunner(), now)
        schedule = Schedule()
        administration = Administration(context)
        people = People(context, schedule)
        follows = Follows(context)
        for service in (administration, people, follows):
            await service.refresh()
        derivations = Derivations(storage)
        lobby = Lobby(context, administration, seed, random_below)
        turns = Turns(context)
        deadlines = Deadlines(context, people, schedule, heartbeat_interval)
        changes = ChangesElsewhere(context, administration, people, follows)
        changes.begin()
        return cls(
            tables=Tables(storage.games),
            history=History(storage.games),
            lobby=lobby,
            turns=turns,
            undo_requests=UndoRequests(context),
            end_requests=EndRequests(context),
            voting=Voting(context, people, deadlines),
            seats=Seats(context),
            schedule=schedule,
            deadlines=deadlines,
            notifications=NotificationLog(context),
            message_log=MessageLog(context),
            people=people,
            derivations=derivations,
            statistics=Statistics(context, derivations),
            administration=administration,
            rematches=Rematches(context, lobby),
            invitations=Invitations(context, lobby),
            privacy=Privacy(context, lobby, turns, people, follows),
            welcomes=Welcomes(context),
            follows=follows,
            changes_elsewhere=changes,
            game_over=storage.games.game_over,
            now=now,
            shards=storage.shards,
            lost=storage.lost,
            _storage=storage,
            _runner=context.runner,
        )

    @property
    def has_standby(self) -> bool:
        """Whether another process waits to take over what this one serves, as far as is known."""
        return self._storage.has_standby

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the database at the same time."""
        return self._storage.is_shared

    def is_home(self, venue: Venue) -> bool:
        """Return whether this process does what nobody asked for, such as sending, for the games of a venue."""
        return self.shards.serves(venue.guild)

    async def confirm_home(self) -> None:
        """Make sure that this process still serves its shards. Whoever sends or edits what nobody asked for calls this
        right before.

        It costs nothing as long as the server of the database has confirmed that within the last five seconds. A
        process that was cut off, or has slept, hears here that another one speaks now. Raise TakenOverError, or
        DatabaseAwayError if nobody can tell: then try again later.
        """
        await self._storage.confirm_owned()

    async def stop_waiting(self) -> None:
        """From now on, refuse commands at once while another program has locked the database: the end is near."""
        await self._storage.stop_waiting()

    async def close(self) -> None:
        """Wait for the commands under way and close the database. A host that is not closed keeps its process alive."""
        await self.derivations.close()
        await self._runner.finish()
        await self.changes_elsewhere.close()
        await self._storage.close()
