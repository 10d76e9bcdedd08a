"""The host: its services, wired together over one database."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from host.model.schedule import Schedule
from host.model.shards import ALL_SHARDS, ShardGroup
from host.model.table import Venue
from host.services.administration import Administration
from host.services.browsers import Browsers
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
from host.services.puzzles import Puzzles
from host.services.results import Statistics
from host.services.reviews import Reviews
from host.services.seats import Seats
from host.services.service import CommandRunner, ServiceContext
from host.services.tables import Tables
from host.services.tournaments import Tournaments
from host.services.turns import Turns
from host.services.voting import Voting
from host.services.welcomes import Welcomes
from host.storage.storage import Storage

log = logging.getLogger(__name__)


class Host:
    """The services of one database.

    All their methods may raise HostError. A command that raises has changed nothing. A command that has begun runs to
    its end, even if the task that waits for it is cancelled.
    """

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        random_below: Callable[[int], int],
        new_secret: Callable[[], str],
        heartbeat_interval: timedelta,
    ) -> None:
        self.now = now
        """Returns the time (UTC) by the clock that all processes share: that of the database's server."""
        self.shards = storage.shards
        """The shards that this process serves."""
        self.lost = storage.lost
        """Told once when another process has taken over what this one served, or may have, because the connection to
        the database's server was lost for a while. From then on, all commands raise TakenOverError."""
        self.game_over = storage.games.game_over
        """Told the number and the venue of each game that is over once the end is stored: once in each process that
        knew it while it ran. What a process misses while it is down, it finds by what is stored."""
        self.game_changed = storage.games.changed
        """Told the number of each game that has changed, once the change is stored and in memory here, whoever has made
        it: this process or another one."""
        self.person_deleted = storage.games.person_deleted
        """Told when a person was deleted, or may have been, in whatever process. What was written before may name them:
        also in games where somebody else has their seat now, which don't change by that."""
        self._storage = storage
        self._runner = CommandRunner()
        context = ServiceContext(storage, self._runner, now)
        self.schedule = Schedule()
        self.administration = Administration(context)
        self.people = People(context, self.schedule)
        self.follows = Follows(context)
        self.browsers = Browsers(context, new_secret)
        self.tables = Tables(storage.games)
        self.history = History(storage.games)
        self.lobby = Lobby(context, self.administration, seed, random_below)
        self.invitations = Invitations(context, self.lobby)
        self.rematches = Rematches(context, self.lobby)
        self.turns = Turns(context)
        self.undo_requests = UndoRequests(context)
        self.end_requests = EndRequests(context)
        self.seats = Seats(context)
        self.deadlines = Deadlines(context, self.people, self.schedule, heartbeat_interval)
        self.voting = Voting(context, self.people, self.deadlines)
        self.notifications = NotificationLog(context)
        self.message_log = MessageLog(context)
        self.derivations = Derivations(storage)
        self.statistics = Statistics(context, self.derivations)
        self.reviews = Reviews(context, self.derivations)
        self.puzzles = Puzzles(context, self.administration, self.schedule, new_secret)
        self.tournaments = Tournaments(
            context, self.administration, self.invitations, self.statistics, self.people, self.schedule
        )
        self.deadlines.rounds_moved.add(self.tournaments.note_longer)
        self.privacy = Privacy(
            context, self.tables, self.lobby, self.turns, self.people, self.follows, self.tournaments
        )
        self.welcomes = Welcomes(context)
        self.changes_elsewhere = ChangesElsewhere(context, self.administration, self.people, self.follows)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        now: Callable[[], datetime],
        seed: Callable[[], bytes],
        random_below: Callable[[int], int],
        new_token: Callable[[], str],
        new_secret: Callable[[], str],
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
        in no process: each change of a game has one. ``new_secret`` makes one that nobody can guess: with it, somebody
        signs in, and from it, puzzles are made. Several processes may share a database on a server
        if each serves other ``shards``. While another one serves the same, a process that ``waits`` is its standby.
        ``tell`` is called with a sentence when something takes time: another process, or a new version of the schema.
        Raise BadUrlError, UnopenedDatabaseError, FileInUseError, ShardsTakenError, NeedsServerError, NotAFileError,
        LeftoverFileError, NewerDatabaseError, DamagedDatabaseError or StorageError.
        """
        storage = await Storage.open(url, new_token, shards, waits=waits, tell=tell)
        try:
            host = cls(storage, lambda: now() + storage.clock.ahead, seed, random_below, new_secret, heartbeat_interval)
            for service in (host.administration, host.people, host.follows, host.puzzles):
                await service.refresh()
            host.deadlines.begin()
            await host.tournaments.begin()
        except BaseException:
            await storage.close()
            raise
        host.changes_elsewhere.begin()
        return host

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
