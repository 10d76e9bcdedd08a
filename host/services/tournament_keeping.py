"""Changes tournaments, one change at a time for each, and notes when something is due next."""

from collections.abc import Callable
from datetime import datetime

from host.model.audit_log import AuditAction, AuditEntry, TournamentChange, format_tournament_change
from host.model.controllers import Person
from host.model.locks import Locks
from host.model.schedule import Schedule
from host.model.table import WaitingTable
from host.model.tournament_boards import TOURNAMENT
from host.model.tournament_rules import check_organiser
from host.model.tournament_times import with_vacations
from host.model.tournaments import ROUND_ENDS, OrganisedTournament, TournamentStatus
from host.services.people import People
from host.services.service import ServiceContext, uncancellable
from host.services.tournament_reading import StoredTournaments


class KeptTournaments(StoredTournaments):
    """The tournaments of all servers, which can be changed. When something is due is in the schedule."""

    def __init__(self, context: ServiceContext, people: People, schedule: Schedule) -> None:
        super().__init__(context, people)
        self._schedule = schedule
        self._locks = Locks()
        self._unread = set[int]()
        """The numbers of tournaments that may have changed from outside, as by the end of a game, since they were last
        advanced. What is stored of them doesn't say so.
        """

    def late_games(self, tournament: OrganisedTournament) -> list[int]:
        """Return the numbers of the games that run although their boards are over."""
        boards = list(tournament.all_boards())
        over = [table for one in boards for table in (one.tables if one.pairing.is_over else one.earlier)]
        return [one for one in over if self._is_running(one)]

    @uncancellable
    async def _change(
        self, number: int, change: Callable[[OrganisedTournament], OrganisedTournament]
    ) -> OrganisedTournament:
        async with self._locks.of(number):
            before = await self.load(number)
            return await self._save(before, change(before))

    @uncancellable
    async def _organise(
        self,
        number: int,
        person: Person,
        is_manager: bool,
        change: Callable[[OrganisedTournament], OrganisedTournament],
        action: AuditAction | None = None,
        noted: Callable[[OrganisedTournament], TournamentChange] | None = None,
    ) -> OrganisedTournament:
        async with self._locks.of(number):
            before = await self.load(number)
            check_organiser(before, person, is_manager=is_manager)
            after = change(before)
            entry = None
            if action and before.status is not TournamentStatus.DRAFT:
                done = noted(before) if noted else TournamentChange(before.terms.name)
                detail = format_tournament_change(done)
                entry = AuditEntry(
                    before.venue.guild or 0, person, action, self._now(), detail=detail, players=done.players
                )
            return await self._save(before, after, entry)

    async def _save(
        self, before: OrganisedTournament, after: OrganisedTournament, entry: AuditEntry | None = None
    ) -> OrganisedTournament:
        saved = with_vacations(await self._tournaments.save(before, after, entry), self._people.vacations)
        self._note(saved)
        return saved

    def _note(self, tournament: OrganisedTournament) -> None:
        """Note when something is due next: now, where a table is to be opened, or a game ended, or a round told."""
        has_more = tournament.status.is_live and bool(tournament.unopened or self.late_games(tournament))
        has_more |= tournament.status is TournamentStatus.RUNNING and tournament.course.is_round_over
        has_more |= tournament.is_untold or tournament.is_unshown or tournament.number in self._unread
        due = self._now() if has_more else tournament.due
        is_home = self._storage.shards.serves(tournament.venue.guild)
        self._schedule.put(TOURNAMENT, tournament.number, due if is_home else None)
        reminders = (tournament.reminds_at(due) for _board, due in tournament.ending)
        later = (at for at in reminders if at and at > self._now())
        self._put_reminder(tournament.number, min(later, default=None) if is_home else None)

    def _look_at(self, number: int) -> None:
        """Let a tournament be advanced now, and stay due until then, whatever else is stored of it."""
        self._unread.add(number)
        self._schedule.put(TOURNAMENT, number, self._now())

    def _put_reminder(self, number: int, at: datetime | None) -> None:
        """Note when the next reminder is due. One that is due now stays until it is stored; one of the past was."""
        noted, now = self._schedule.at(ROUND_ENDS, number), self._now()
        if noted is None or noted > now:
            self._schedule.put(ROUND_ENDS, number, at if at and at > now else None)

    def _is_running(self, game: int) -> bool:
        table = self._games.tables.find(game)
        return table is not None and not isinstance(table, WaitingTable)
