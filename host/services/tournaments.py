"""Tournaments: people sign up and leave, and what is due in them is done: rounds begin and end by themselves.

Nothing of a tournament is kept in memory but when something is due. All is asked of the database each time, so a new
process goes on where another one has ended. What is due may be done again at any time: it does what is missing.
"""

import asyncio
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from host.errors import NoTableError, QuarantinedError
from host.model.audit_log import AskersAnswer, AuditAction
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.locks import Locks
from host.model.notifications import Notification, NotificationKind
from host.model.schedule import Schedule
from host.model.server_settings import check_may_open
from host.model.table import BaseTable, MessageRef, RunningTable, Table, Venue, WaitingTable
from host.model.tournament_boards import (
    TOURNAMENT,
    Board,
    tournament_of,
)
from host.model.tournament_changes import ByHand
from host.model.tournament_entry import (
    admitted,
    check_choices,
    entered,
    noted_answer,
    turned_down,
    with_computers,
)
from host.model.tournament_errors import NotSignedUpError, TooManyTournamentsError
from host.model.tournament_hand import (
    changed_by_hand,
    noted_change,
)
from host.model.tournament_rules import (
    absent_from,
    announced,
    begun,
    board_result,
    cancelled,
    check_organiser,
    next_season_of,
    posted,
    seeding,
    with_game,
    with_order_of,
    with_results,
    with_round,
    with_terms,
    without,
)
from host.model.tournament_times import LongerRound
from host.model.tournaments import (
    FEWEST,
    MOST_AT_ONCE,
    REMINDED_BEFORE,
    ROUND_ENDS,
    OrganisedTournament,
    TournamentStatus,
    TournamentTerms,
)
from host.model.turn_rules import end_transition
from host.services.administration import Administration
from host.services.invitations import Invitations
from host.services.people import People
from host.services.results import Statistics
from host.services.service import ServiceContext, uncancellable
from host.services.tournament_keeping import KeptTournaments
from host.services.tournament_seats import TournamentSeats
from tournaments.matches import next_game
from tournaments.tournament import Pairing

PATIENCE: Final = 5.0
"""How many seconds the first round waits for ratings that are not counted yet."""
FORM_PATIENCE: Final = 1.0
"""How many seconds a form that shows the order waits for them."""


class Tournaments(KeptTournaments):
    """The tournaments of all servers. Those whose servers are served here are in the schedule."""

    def __init__(
        self,
        context: ServiceContext,
        administration: Administration,
        invitations: Invitations,
        statistics: Statistics,
        people: People,
        schedule: Schedule,
    ) -> None:
        super().__init__(context, people, schedule)
        self._administration = administration
        self._invitations = invitations
        self._statistics = statistics
        self._servers = Locks()
        self._seats = TournamentSeats(context, administration)

    async def begin(self) -> None:
        """Put into the schedule what is due. What is undone is due now."""
        live = {one.number: one for one in await self._tournaments.live(self._storage.shards)}
        for one in live.values():
            self._schedule.put(TOURNAMENT, one.number, one.due)
            self._put_reminder(one.number, one.reminds_at(one.due))
        for number in await self._tournaments.untold(self._storage.shards):
            self._schedule.put(TOURNAMENT, number, self._now())
        for number in await self._tournaments.undone() & live.keys():
            self._look_at(number)

    @uncancellable
    async def create(
        self, venue: Venue, organiser: Person, terms: TournamentTerms, begins_at: datetime | None, language: str
    ) -> OrganisedTournament:
        """Store a tournament that its organiser sets up; nobody can sign up yet.

        Raise TooManyTournamentsError, ChannelClosedError, NotOfferedError; NotationError for an edition or option that
        does not exist.
        """
        assert venue.guild is not None  # noqa: S101 (the command exists on servers only)
        check_choices(terms)
        server = self._administration.server(venue.guild)
        check_may_open(replace(server, most_tables=None), (), venue, organiser.id)
        draft = OrganisedTournament(
            number=0,
            venue=venue,
            organiser=organiser,
            language=server.language or language,
            status=TournamentStatus.DRAFT,
            terms=terms,
            opened_at=self._now(),
            begins_at=begins_at,
        )
        async with self._servers.of(venue.guild):
            if await self._tournaments.count_live(venue.guild) >= MOST_AT_ONCE:
                raise TooManyTournamentsError(most=MOST_AT_ONCE)
            added = await self._tournaments.add(draft)
        self._note(added)
        return added

    async def change_terms(
        self, number: int, person: Person, terms: TournamentTerms, begins_at: datetime | None, *, is_manager: bool
    ) -> OrganisedTournament:
        """Change what the organiser chooses. Raise TournamentBegunError, NotTheirTournamentError, and as ``create``."""
        check_choices(terms)
        return await self._organise(number, person, is_manager, partial(with_terms, terms=terms, begins_at=begins_at))

    async def post(self, number: int, person: Person, *, is_manager: bool) -> OrganisedTournament:
        """Let people sign up from now on. Raise TournamentBegunError, NotTheirTournamentError, PastTimeError."""
        return await self._organise(number, person, is_manager, partial(posted, now=self._now()))

    async def cancel(self, number: int, person: Person, *, is_manager: bool) -> OrganisedTournament:
        """Cancel a tournament. Its games go on, and count for nothing but the ratings. Raise TournamentBegunError,
        NotTheirTournamentError.
        """
        return await self._organise(number, person, is_manager, cancelled, AuditAction.TOURNAMENT)

    async def change_by_hand(
        self, number: int, person: Person, change: ByHand, *, is_manager: bool
    ) -> OrganisedTournament:
        """Change something of a tournament that runs, or is over. The reason is in the audit log.

        Raise NotTheirTournamentError, and what ``changed_by_hand`` raises.
        """
        await self.advance(number)  # what is over by now counts as it was played
        after = await self._organise(
            number,
            person,
            is_manager,
            partial(
                changed_by_hand,
                change=change,
                now=self._now(),
                begun=await self._seats.begun_games(await self.load(number)),
            ),
            AuditAction.TOURNAMENT,
            partial(noted_change, change=change),
        )
        await self._seats.give(after, person)
        self.go_on([after, *await self._next_season_after(after)])  # games may have ended while it was paused
        return after

    async def _next_season_after(self, corrected: OrganisedTournament) -> list[OrganisedTournament]:
        """Return the season after one that was corrected, in the order of its table now, so that its message says who
        is in which division; nothing where there is none.
        """
        following = await self._tournaments.next_season(corrected.number)
        return [await self._change(one, partial(with_order_of, previous=corrected)) for one in following]

    async def give_seats(self, tournament: OrganisedTournament) -> list[int]:
        """Give seats of running games to those who play on for others, where that was not done. Return their games."""
        return await self._seats.give(tournament, tournament.organiser)

    async def seeding(self, tournament: OrganisedTournament) -> list[int]:
        """Return the entrants in the order in which they are seeded if it begins now."""
        return seeding(tournament, await self._strengths(tournament, FORM_PATIENCE))

    async def close(self, number: int) -> OrganisedTournament:
        """Cancel a tournament whose channel is gone before its message was posted."""
        return await self._change(number, cancelled)

    @uncancellable
    async def start(self, number: int, person: Person, *, is_manager: bool) -> OrganisedTournament:
        """Begin a tournament with its first round. Raise TooFewEntrantsError, and as ``cancel``."""
        async with self._locks.of(number):
            before = await self.load(number)
            check_organiser(before, person, is_manager=is_manager)
            return await self._save(before, await self._begun(before))

    async def sign_up(self, number: int, person: Person, roles: Collection[int] = ()) -> OrganisedTournament:
        """Enter a tournament, or ask its organiser. ``roles`` are those of the person on the server.

        Raise what ``entered`` raises.
        """
        return await self._change(number, lambda before: entered(before, person, roles))

    async def admit(
        self, number: int, person: Person, ids: Collection[int], *, is_manager: bool
    ) -> OrganisedTournament:
        """Let some in who have asked. Raise NotTheirTournamentError, and what ``admitted`` raises."""
        return await self._organise(
            number,
            person,
            is_manager,
            lambda before: admitted(before, ids),
            AuditAction.TOURNAMENT,
            lambda before: noted_answer(before, AskersAnswer.LET_IN, ids),
        )

    async def turn_down(
        self, number: int, person: Person, ids: Collection[int], *, is_manager: bool
    ) -> OrganisedTournament:
        """Say no to some who have asked. Raise NotTheirTournamentError, NotAskingError."""
        return await self._organise(
            number,
            person,
            is_manager,
            lambda before: turned_down(before, ids),
            AuditAction.TOURNAMENT,
            lambda before: noted_answer(before, AskersAnswer.TURNED_DOWN, ids),
        )

    async def add_computers(
        self, number: int, person: Person, level: int, count: int, *, is_manager: bool
    ) -> OrganisedTournament:
        """Put some computers of a level in. Raise NotTheirTournamentError, and what ``with_computers`` raises."""
        return await self._organise(number, person, is_manager, lambda before: with_computers(before, level, count))

    async def leave(self, number: int, person: Person) -> OrganisedTournament:
        """Leave a tournament, or don't ask any more. A game under way goes on. Raise NotSignedUpError."""
        return await self._change(number, lambda before: without(before, person.id))

    async def leave_all(self, person: Person) -> list[OrganisedTournament]:
        """Leave all tournaments, before a person is deleted. Return them, which are looked at then."""
        left = list[OrganisedTournament]()
        for one in await self.of_person(person.id):
            if one.concerns(person.id):
                with suppress(NotSignedUpError):  # somebody has taken them out meanwhile, or it is over
                    left.append(await self.leave(one.number, person))
        self.go_on(left)
        return left

    # What is due

    @uncancellable
    async def advance(self, number: int) -> OrganisedTournament:
        """Do what is due at a tournament: begin it, note the results of its games, end a round and pair the next one.

        Nothing is left due by time then, but what is still to be opened or told.
        """
        async with self._locks.of(number):
            self._unread.discard(number)  # before anything is read: a game that ends from now on is looked at once more
            before = await self.load(number)
            after = await self._advanced(before)
            saved = before if after == before else await self._save(before, after)
            await self._renew(saved)
            self._note(saved)
            return saved

    @uncancellable
    async def remind(self, number: int) -> list[Notification]:
        """Store the reminders that are due, which tell players that their games end soon. Return those that are new."""
        async with self._locks.of(number):
            tournament, now = await self.load(number), self._now()
            times = ((board, due, tournament.reminds_at(due)) for board, due in tournament.ending)
            found = [await self._reminder(board, due) for board, due, at in times if at and at <= now]
            added = [one for one in found if one and await self._notifications.add(one)]
            self._schedule.put(ROUND_ENDS, number, None)
            self._note(tournament)
            return added

    async def _reminder(self, board: Board, due: datetime) -> Notification | None:
        """Return what tells the players of a board that its game ends; None if no person plays it now, or if they were
        told of an end that has moved by less than a day since.
        """
        table, kind = await self._table(board), NotificationKind.ROUND_ENDS
        if not isinstance(table, RunningTable) or not table.humans:
            return None
        told = [one for one, _outcome in await self._notifications.of_game(table.number) if one.kind is kind]
        if any(one.due and due - one.due < REMINDED_BEFORE for one in told):
            return None
        number = told[-1].round + 1 if told else board.round
        person = table.next_seat.person or table.humans[0]
        return Notification(table.number, number, kind, person.id, self._now(), due)

    async def _renew(self, tournament: OrganisedTournament) -> None:
        """Store the next season of a league that is over, unless that was done."""
        following = next_season_of(tournament, self._now())
        if following and not await self._tournaments.has_next_season(tournament.number):
            self._note(await self._tournaments.add(following))

    @uncancellable
    async def open_game(self, number: int, board: Board) -> int | None:
        """Open the table of a board and begin its game, as far as that wasn't done. Return its number; None if nobody
        is to play it any more.

        Raise what ``Invitations.open`` raises.
        """
        async with self._locks.of(number):
            before = await self.load(number)
            if board not in before.unopened or absent_from(before, board):
                return None
            players = [before.player(one) for one in next_game(board.pairing).seats]
            table = await self._invitations.open(
                before.venue,
                board.occasion,
                players,
                before.terms.played_options,
                organiser=before.organiser,
                language=before.language,
            )
            if isinstance(table, WaitingTable):
                await self._invitations.begin(table.number, players)
            await self._save(before, with_game(before, board, table.number))
            return table.number

    @uncancellable
    async def end_late_game(self, game: int) -> PlayResult | None:
        """End a game whose board is over without it. Return what has changed; None if it does not run any more."""
        async with self._games.lock(game):
            if not isinstance(await self._games.load(game), RunningTable):
                return None
            return await self._play(end_transition(await self._games.load_running(game), self._now()))

    async def note_game_over(self, table: BaseTable) -> int | None:
        """Let the tournament of a game that is over go on now. Return its number; None for any other game."""
        number = tournament_of(table.occasion) if table.occasion else None
        if number is not None:
            self._look_at(number)
        return number

    def note_longer(self, rounds: Iterable[LongerRound]) -> None:
        """Note that rounds end later because of an outage."""
        for before, after in ((one.before, one.after) for one in rounds):
            if self._schedule.at(TOURNAMENT, after.number) == before.due:  # else more is due there
                self._schedule.put(TOURNAMENT, after.number, after.due)
            self._put_reminder(after.number, after.reminds_at(after.due))

    async def note_vacation(self, person_id: int) -> list[OrganisedTournament]:
        """Note that the games of a person may end at another time than before. Return their tournaments."""
        found = await self.of_person(person_id)
        for one in found:
            self._note(one)
        return found

    def go_on(self, tournaments: Iterable[OrganisedTournament]) -> None:
        """Let tournaments be looked at now, those that are served here."""
        for one in tournaments:
            if self._storage.shards.serves(one.venue.guild):
                self._look_at(one.number)

    async def go_on_after_deletion(self) -> None:
        """Let all that are live and served here be looked at now. Somebody was deleted, perhaps by another process, and
        nothing says in which of them they were.
        """
        self.go_on(await self._tournaments.live(self._storage.shards))

    async def note_message(self, number: int, message: MessageRef) -> OrganisedTournament:
        """Store the message that shows how a tournament stands."""
        return await self._change(number, lambda before: replace(before, message=message))

    async def note_told(self, number: int, told: int, message: MessageRef | None = None) -> OrganisedTournament:
        """Store the last round that was announced, and the message that did."""
        return await self._change(number, partial(announced, told=told, message=message))

    async def _advanced(self, before: OrganisedTournament) -> OrganisedTournament:
        now = self._now()
        match before.status:
            case TournamentStatus.DRAFT if before.due and before.due <= now:
                return cancelled(before)
            case TournamentStatus.OPEN if before.due and before.due <= now:
                return cancelled(before) if len(before.people) < FEWEST else await self._begun(before)
            case TournamentStatus.RUNNING:
                after = with_results(before, await self._results(before, now))
                is_over = after.course.is_round_over
                return await asyncio.to_thread(with_round, after, now) if is_over else after
            case _:
                return before

    async def _results(self, tournament: OrganisedTournament, now: datetime) -> dict[Board, Pairing]:
        """Return what came of the boards under way, as far as it is known; of all whose time is over."""
        boards = [one for one in tournament.boards(tournament.round) if not one.pairing.is_over]
        found = {one: board_result(tournament, one, await self._table(one), now) for one in boards}
        return {board: result for board, result in found.items() if result}

    async def _table(self, board: Board) -> Table | None:
        try:
            return None if board.game is None else await self._games.load(board.game)
        except (NoTableError, QuarantinedError):
            return None

    async def _begun(self, before: OrganisedTournament) -> OrganisedTournament:
        if before.previous is not None:
            before = with_order_of(before, await self.load(before.previous))
        return await asyncio.to_thread(begun, before, await self._strengths(before, PATIENCE), self._now())

    async def _strengths(self, tournament: OrganisedTournament, patience: float) -> dict[int, int]:
        standings = await self._statistics.leaderboard(tournament.venue.guild, patience=patience)
        return {one.person.id: one.rating for one in standings}
