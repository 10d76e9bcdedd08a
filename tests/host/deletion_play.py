"""Random play of all that names people: seats change hands, people vote, follow, ask and are told; some are deleted.

Everybody has an id, a name and a private channel that nothing else in a database is equal to.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from carcassonne import CarcassonneError
from host.errors import HostError
from host.host import Host
from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.follows import Follow, Followed
from host.model.game_log import Undo
from host.model.notifications import QUIET_KINDS, DeliveryOutcome, Notification
from host.model.preferences import Digest, DmPreference
from host.model.puzzles import PuzzleAnswer
from host.model.table import FinishedTable, MessageRef, RunningSummary, RunningTable, Venue, WaitingTable
from host.model.table_options import TableOptions
from host.services.consent import OpenRequest
from host.services.deadlines import DEADLINE
from host.services.voting import DecidedVote
from tests.fixtures.positions import random_turns
from tests.host.tables import CHANNEL, OTHER_CHANNEL, Clock

_IDS: Final = 777_000_000_001
_CHANNELS: Final = 888_000_000_001
_LEVELS: Final = (Computer(1), Computer(2))
_OUTCOMES: Final = tuple(DeliveryOutcome)
_ASKING: Final = frozenset(QUIET_KINDS)


class NothingToDoError(Exception):
    """There is no game in which that could be done."""


class DeletionPlay:
    """People who do something random, again and again. What the host refuses has no effect, but nobody is refused who
    wants to be deleted.
    """

    def __init__(self, host: Host, clock: Clock, seed: int, people: int = 8) -> None:
        self._host = host
        self._clock = clock
        self._dice = random.Random(seed)
        self._choose_turn = random_turns(seed)
        self._under_way: list[Notification] = []
        self._followed: list[Follow] = []
        self._codes: list[str] = []
        self._cookies: list[str] = []
        self.people = list[Person]()
        self.deleted: list[Person] = []
        for _ in range(people):
            self._meet()
        self.steps: list[str] = []
        """What was done, in order, to be read where something is wrong."""

    @staticmethod
    def channel_of(person: Person) -> int:
        """Return the private channel of a person."""
        return person.id - _IDS + _CHANNELS

    async def run(self, steps: int) -> None:
        """Do this number of random things. About every fifteenth is that somebody has everything about them deleted."""
        for _ in range(steps):
            if self._dice.random() < 1 / 15:
                await self._delete()
            else:
                await self._try(self._action())

    def _action(self) -> Callable[[], Awaitable[object]]:
        """Return something that people do, or that happens."""
        often = [
            self._begin, self._play, self._leave_seat, self._take_seat, self._answer_asker, self._vote, self._deliver,
            self._finish_late,
        ]  # fmt: skip
        rare = [
            self._begin_in_private, self._resign, self._reseat, self._repeat, self._ask, self._answer, self._choose,
            self._let_time_pass, self._follow, self._look_at_statistics, self._manage, self._claim,
            self._use_browser, self._answer_puzzle,
        ]  # fmt: skip
        return self._dice.choice([*often, *often, *rare])

    def _meet(self) -> None:
        """Somebody new comes."""
        number = len(self.people) + len(self.deleted)
        self.people.append(Person(_IDS + number, f"Wanda-{number}-of-Brno"))

    async def _try(self, action: Callable[[], Awaitable[object]]) -> None:
        self.steps.append(action.__name__)
        try:
            await action()
        except (HostError, CarcassonneError, NothingToDoError) as error:
            self.steps.append(f"{action.__name__} refused: {error}")

    # Deleting

    async def _delete(self) -> None:
        """Delete somebody, while others go on and messages arrive."""
        person = self._dice.choice(self.people)
        self.people.remove(person)
        self.deleted.append(person)
        self._meet()
        self.steps.append(f"delete {person.id}")
        await self._host.privacy.withdraw(person)
        others = [self._try(self._action()) for _ in range(self._dice.randrange(4))]
        await asyncio.gather(self._host.privacy.delete(person.id), *others)

    # Games

    def _person(self) -> Person:
        return self._dice.choice(self.people)

    def _running(self) -> RunningSummary:
        """Return a random game that runs."""
        tables = [one for one in self._host._storage.games.tables.all if isinstance(one, RunningSummary)]
        if not tables:
            raise NothingToDoError
        return self._dice.choice(tables)

    def _player(self, table: RunningSummary | RunningTable) -> Person:
        return self._dice.choice(table.humans)

    async def _begin(self) -> None:
        """Open a table, or join those that wait, and begin the game."""
        venue, organiser = self._dice.choice((CHANNEL, OTHER_CHANNEL)), self._person()
        table = await self._host.lobby.open(venue, organiser)
        for person in self._dice.sample(self.people, self._dice.randrange(min(4, len(self.people)))):
            with suppress(HostError):
                await self._host.lobby.join(venue, person, table.number)
        if self._dice.random() < 0.9:
            options = TableOptions("chat-room", takeback=self._dice.choice((0, 0, 60)), pace="24h")
            computers = self._dice.sample(_LEVELS, self._dice.randrange(2))
            await self._host.lobby.start(venue, organiser, table.number, options, computers=computers)

    async def _begin_in_private(self) -> None:
        """Begin a game in somebody's private channel, where nobody else is: alone, or against a computer."""
        person = self._person()
        channel = self.channel_of(person)
        await self._host.people.choose_dm_preference(person, DmPreference.ON)
        await self._host.people.save_dm_channel(person.id, channel, is_new=True)
        table = await self._host.lobby.open(Venue(None, channel), person)
        await self._host.message_log.mark_status_message(table.number, MessageRef(channel, table.number))
        options, computers = TableOptions("chat-room", takeback=0), self._dice.sample(_LEVELS, self._dice.randrange(2))
        await self._host.lobby.start(
            table.venue, person, table.number, options, practice=not computers, computers=computers
        )

    async def _play(self) -> None:
        """Play some turns of a game, sometimes to its end."""
        number = self._running().number
        for _ in range(self._dice.choice((1, 2, 3, 60))):
            table = await self._host.tables.load_running(number)
            controller = table.seats[table.pending.seat if table.pending else table.next_seat.number].controller
            if table.pending and isinstance(controller, Person):
                finish = self._dice.choice((self._host.turns.finish_turn, self._host.turns.take_back))
                await finish(number, controller, table.ply)
            elif table.pending:
                await self._process_due(2)
            elif isinstance(controller, Person):
                await self._host.turns.play(number, controller, self._choose_turn(table.state), table.ply)
            else:
                await self._host.turns.play_as_computer(number, self._choose_turn(table.state), table.ply)

    async def _resign(self) -> None:
        table = self._running()
        await self._host.turns.resign(table.number, self._player(table))

    async def _leave_seat(self) -> None:
        table = self._running()
        _, told = await self._host.seats.leave_to_computer(
            table.number, self._player(table), self._dice.choice(_LEVELS)
        )
        self._under_way.append(told)

    async def _take_seat(self) -> None:
        table = self._running()
        if table.venue.guild is None:
            raise NothingToDoError
        _, told = await self._host.seats.ask(table.number, self._person(), self._dice.randrange(len(table.seats)))
        self._note(told)

    async def _answer_asker(self) -> None:
        """Let somebody in who asks for a seat, refuse it, or withdraw the request."""
        table = self._running()
        if table.seat_request is None:
            raise NothingToDoError
        number, seats = table.seat_request.number, self._host.seats
        person = self._dice.choice((self._player(table), table.seat_request.person))
        answer = self._dice.choice((seats.let_in, seats.refuse))
        _, told = await answer(table.number, person, number)
        self._note(told)

    def _note(self, told: Notification | None) -> None:
        if told:
            self._under_way.append(told)

    async def _reseat(self) -> None:
        """Give a seat to somebody else, as a manager."""
        table, taker = self._running(), self._dice.choice((self._person(), self._person(), *_LEVELS))
        if table.venue.guild is not None:
            seat = self._dice.randrange(len(table.seats))
            _, told = await self._host.administration.reseat(
                table.venue.guild, self._person(), table.number, seat, taker
            )
            self._under_way.append(told)

    async def _repeat(self) -> None:
        """Open or join a rematch, perhaps of a series; sometimes begin it."""
        number = self._dice.randrange(1, 1 + await self._newest_number())
        table = await self._host.tables.load(number)
        if isinstance(table, FinishedTable):
            person = self._dice.choice([one for one in table.people if one in self.people] or self.people)
            best_of = self._dice.choice((None, None, 3))
            waiting = await self._host.rematches.join(number, person, best_of=best_of)
            await self._host.lobby.start(waiting.venue, person, waiting.number)
        elif isinstance(table, WaitingTable):
            person = self._person()
            await self._host.lobby.join(table.venue, person, number)
            await self._host.lobby.start(table.venue, person, number)

    async def _newest_number(self) -> int:
        await self._host.tables.load(1)  # raises where there is no table yet
        return self._host._storage.games._last_number

    # Questions and votes

    async def _ask(self) -> None:
        """Ask to undo a turn, or to end the game."""
        table = self._running()
        person, service = self._player(table), self._dice.choice((self._host.undo_requests, self._host.end_requests))
        asked = await service.ask(table.number, person)
        if isinstance(asked, OpenRequest):
            self._under_way.append(asked.notification)

    async def _answer(self) -> None:
        table = self._running()
        person, agrees = self._player(table), self._dice.random() < 0.8
        if table.undo_request:
            undo = self._host.undo_requests
            await (undo.agree if agrees else undo.refuse)(table.number, person, table.ply, Undo(table.undo_request.ply))
        elif table.end_request:
            end = self._host.end_requests
            await (end.agree if agrees else end.refuse)(table.number, person, table.end_request.number)

    async def _let_time_pass(self) -> None:
        await self._process_due(self._dice.choice((10, 800)))

    async def _process_due(self, minutes: int) -> None:
        """Let time pass, and do what is due then."""
        self._clock.pass_minutes(minutes)
        for number in self._host.schedule.due_by(self._clock(), DEADLINE):
            done = await self._host.deadlines.process_due(number)
            if done and done.notification:
                self._under_way.append(done.notification)

    async def _vote(self) -> None:
        """Ask for votes on a turn that is late, and vote."""
        if not self._host.voting.late_games:
            await self._process_due(25 * 60)
        table = self._host.tables.running_summary(self._dice.choice(self._host.voting.late_games or [0]))
        if table is None or table.clock is None:
            raise NothingToDoError
        person, choice = self._player(table), self._dice.choice(tuple(VoteChoice))
        if (opened := await self._host.voting.open(table.number, person)) is not None:
            self._under_way.append(opened)
        voted = await self._host.voting.vote(table.number, person, table.clock.round, choice)
        if isinstance(voted, DecidedVote) and isinstance(voted.outcome, Notification):
            self._under_way.append(voted.outcome)

    # What people choose and look at

    async def _follow(self) -> None:
        person, table = self._person(), await self._host.tables.load_running(self._running().number)
        await self._host.follows.follow(person, table, self._dice.choice(tuple(Followed)))
        self._followed += self._host.follows.of_person(person.id)

    async def _use_browser(self) -> None:
        """Get a link, or open one that was got before, perhaps by somebody who was deleted meanwhile."""
        if self._codes and self._dice.random() < 0.5:
            opened = await self._host.browsers.open_session(self._codes.pop(), self._dice.choice(["", *self._cookies]))
            self._cookies.append(opened.token)
        else:
            self._codes.append(await self._host.browsers.new_code(self._person(), self._running().number))

    async def _answer_puzzle(self) -> None:
        """Answer the puzzle of the day, and look at the lists."""
        puzzles = self._host.puzzles
        await puzzles.store(puzzles.today(), "?")
        lost = self._dice.choice((0.0, 2.5))
        await puzzles.answer(self._person(), PuzzleAnswer(puzzles.today(), "M14 90 -", lost), 1)
        await asyncio.gather(puzzles.of_week(1), puzzles.streaks(self._person().id), puzzles.chosen(puzzles.today()))

    async def _choose(self) -> None:
        people, person = self._host.people, self._person()
        match self._dice.randrange(6):
            case 0:
                await people.choose_preferences(person, language=self._dice.choice(("de", None)))
            case 1:
                await people.choose_preferences(person, digest=Digest(self._dice.randrange(1440), self._clock()))
            case 2:
                await people.plan_vacation(person, "", self._clock().date().isoformat())
            case 3:
                await people.save_dm_channel(person.id, self.channel_of(person), is_new=True)
            case 4:
                await people.forget_dm_channel(person.id)
            case _:
                await self._host.statistics.rank_everywhere(person, is_ranked=True)

    async def _look_at_statistics(self) -> None:
        await self._host.statistics.of_person(self._person().id, 1)

    async def _manage(self) -> None:
        """End a game as a manager, or change the settings of the server."""
        if self._dice.random() < 0.3:
            await self._host.administration.end(1, self._person(), self._running().number)
            return
        channels = frozenset(self._dice.sample((CHANNEL.channel, OTHER_CHANNEL.channel, 99), 3))
        await self._host.administration.change_settings(
            1,
            self._person(),
            lambda server: type(server)(1, channels, None, server.table_options, None, server.token),
        )

    # Messages

    async def _claim(self) -> None:
        self._under_way += await self._host.notifications.claim_unsent()

    async def _deliver(self) -> None:
        """A notification arrives, in the channel or in private, perhaps long after it was made."""
        if not self._under_way:
            return
        one = self._under_way.pop(self._dice.randrange(len(self._under_way)))
        if self._dice.random() < 0.5:
            await self._host.notifications.claim(one)
        outcome = self._dice.choice(_OUTCOMES)
        venue = (await self._host.tables.load(one.game)).venue
        messages = {MessageRef(venue.channel, self._dice.getrandbits(40)): "en"}
        if outcome is DeliveryOutcome.PRIVATE:
            receivers = self._dice.sample([*self.people, *self.deleted], 2)
            messages = {MessageRef(self.channel_of(one), self._dice.getrandbits(40)): "" for one in receivers}
        quiet_at = self._clock() if one.kind in _ASKING and self._dice.random() < 0.5 else None
        quiet = await self._host.notifications.mark_delivered(
            one, outcome, messages, has_buttons=self._dice.random() < 0.7, quiet_at=quiet_at
        )
        if quiet:
            self._under_way.append(quiet)

    async def _finish_late(self) -> None:
        """Something is stored that was begun before, perhaps for somebody who was deleted meanwhile."""
        person = self._dice.choice([*self.people, *self.deleted])
        channel, people = self.channel_of(person), self._host.people
        match self._dice.randrange(7):
            case 6 if self._cookies:
                await self._host.browsers.person_of(self._dice.choice(self._cookies))
            case 0:
                await people.save_dm_channel(person.id, channel, is_new=True)
            case 1:
                await people.note_digest(person.id, self._clock())
            case 2:
                await people.stop_digest(person.id)
            case 3:
                await people.stop_dms(person.id)
            case 4 if self._followed:
                await self._host.follows.note_sent(self._dice.choice(self._followed), self._dice.randrange(50))
            case _:
                number = self._dice.randrange(1, 1 + await self._newest_number())
                table = await self._host.tables.load(number)
                shown: Any = channel if table.venue.guild is None else table.venue.channel
                await self._host.message_log.mark_status_message(number, MessageRef(shown, 5))
