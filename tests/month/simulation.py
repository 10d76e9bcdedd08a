"""The simulation: games start, people react to messages, sleep, vanish and travel, and the bot and Discord fail.

People act only because a message has reached them, or because they check their games once a day.
"""

import heapq
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count
from random import Random
from typing import Any

from host.model.clock import TimeoutAction
from host.model.table import RunningTable, Status
from tests.month import actions
from tests.month.actions import Leaving
from tests.month.faults import Faults
from tests.month.outages import Outage
from tests.month.people import DAY, HOUR, Habits, random_habits
from tests.month.rematches import Rematching
from tests.month.sent_messages import SentMessage
from tests.month.tournaments import Tournaments
from tests.month.world import World, instant_between

GAMES: tuple[tuple[float, dict[str, Any], int], ...] = (
    (6, {}, 5),
    (2, {"edition": "classic"}, 5),
    (2, {"edition": "new-edition", "options": "river abbot"}, 5),
    (2, {"edition": "new-edition", "options": "river abbot inns traders"}, 5),
    (1, {"edition": "travel"}, 4),
    (1, {"edition": "castle"}, 2),
)
"""The kinds of games: how often each is played, its options, and the most players."""
CLOCK_OPTIONS: tuple[dict[str, Any], ...] = (
    {"pace": "3d", "timeout": "wait"},
    *({"pace": "24h", "timeout": "vote"},) * 4,
    {"pace": "12h", "timeout": "skip"},
    {"pace": "12h", "timeout": "vote"},
    {},
)
"""The clocks of the games, in turn: even a few games have one where somebody may ask for a vote."""
COMPUTERS = (0, 1, 0, 2, 0, 1, 0, 4)
"""How many computers sit at a table, in turn."""
LEVELS = (1, 2)
"""Their levels: those that think quickly."""
ACTIONS_PER_CHECK = 50
"""The number of actions after which the bot's requests are checked, each time."""
END_SUGGESTION_CHANCE = 0.004
"""The chance that a person who checks a game suggests to end it."""
LEAVE_CHANCE = 0.01
"""The chance that a person leaves their seat to a computer at a turn."""
ACTS = {Leaving.END: "ends suggested", Leaving.COMPUTER: "seats left to computers"}
"""How such acts are named in the report."""
_REQUEST_BUTTONS = ("carc:undo-", "carc:agree:", "carc:end-refuse:")
"""How the custom ids begin by which players agree to a request or refuse it."""
STARTING_PHASE = 0.3
"""The games start within this fraction of the time."""


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """How many games, people, channels and days there are, and the seed of all random choices."""

    games: int
    days: int
    seed: int
    people: int
    channels: int
    tournaments: int = 0
    """How many tournaments there are of each kind."""


class Simulation:
    """A queue of events, and what happens at each."""

    def __init__(
        self, world: World, options: SimulationOptions, on_day: Callable[[int], None] = lambda day: None
    ) -> None:
        self.world = world
        self.options = options
        self.dice: Random = world.dice
        self.start = world.now
        self.end = self.start + options.days * DAY
        self.habits: dict[int, Habits] = {
            person: random_habits(number, self.start, options.days, self.dice)
            for number, person in enumerate(world.people)
        }
        self._faults = Faults(world, self.schedule)
        self._rematching = Rematching(world, self.schedule, self._schedule_reaction)
        self.tournaments = Tournaments(world, self.habits, self.schedule, self._schedule_reaction)
        self.quiet_since: dict[int, datetime] = {}
        self.vacations: dict[int, tuple[datetime, datetime]] = {}
        self.left_server: list[int] = []
        self.acts = Counter[str]()
        """What people and managers did that is rare, by name: a kind of act that is never tried proves nothing."""
        self.actions = 0
        self._queue: list[tuple[datetime, int, Callable[[], Awaitable[None]]]] = []
        self._order = count()
        self._processed = 0
        self._on_day = on_day

    @property
    def outages(self) -> list[Outage]:
        """The outages so far."""
        return self._faults.outages

    async def play(self) -> None:
        """Play the whole time. In the end everything works, and the bot has had time to catch up."""
        self._schedule_everything()
        day = 0
        while self._queue and self._queue[0][0] <= self.end:
            at, _, action = heapq.heappop(self._queue)
            await self.world.wait_until(at)
            if (today := (self.world.now - self.start).days) > day:
                self._on_day(day := today)
            self._process_sent_messages()
            await action()
            self._process_sent_messages()
            self.actions += 1
            if self.actions % ACTIONS_PER_CHECK == 0:
                self.world.check_requests()
        await self.world.wait_until(self.end)
        self.world.clear_faults()
        if self.world.is_down:
            await self.world.start()
        await self.world.wait_until(self.world.now + 5 * HOUR)
        await self.tournaments.finish()
        self.world.check_requests()

    def schedule(self, time: datetime, action: Callable[[], Awaitable[None]]) -> None:
        """Add an event to the queue."""
        heapq.heappush(self._queue, (time, next(self._order), action))

    def _schedule_everything(self) -> None:
        for number in range(self.options.games):
            self.schedule(
                instant_between(self.start, self.end, STARTING_PHASE * number / self.options.games),
                partial(self._start_game, number),
            )
        self.tournaments.plan(self.options.tournaments, self.end)
        for person, habits in self.habits.items():
            if habits.has_quiet_hours:
                self.schedule(self.start + HOUR, partial(self._perform, person, self._set_quiet_hours))
            if habits.wants_direct_messages:
                self.schedule(self.start + HOUR, partial(self._perform, person, self._turn_direct_messages_on))
            if habits.vacation:
                self.schedule(habits.vacation[0] - HOUR, partial(self._perform, person, self._start_vacation))
            if habits.vanishes_at and habits.leaves_server:
                self.schedule(habits.vanishes_at, partial(self._leave_server, person))
            self._schedule_daily_check(person, self.start)
        days = self.options.days
        self._faults.plan(self.start, self.end, days)
        for _ in range(max(1, days // 2)):
            self.schedule(
                instant_between(self.start, self.end, self.dice.uniform(0.3, 0.95)), self._replace_absent_player
            )
        for how in (Leaving.END, Leaving.COMPUTER):
            self.schedule(
                instant_between(self.start, self.end, self.dice.uniform(0.3, 0.6)),
                partial(self._let_somebody_leave, how),
            )
        self.schedule(instant_between(self.start, self.end, self.dice.uniform(0.3, 0.6)), self._let_somebody_ask)
        for _ in range(max(1, 3 * days // 30)):
            self.schedule(instant_between(self.start, self.end, self.dice.uniform(0.1, 0.6)), self.world.delete_channel)

    def _schedule_daily_check(self, person: int, after: datetime) -> None:
        at = self.habits[person].next_awake(after + self.dice.uniform(0.6, 1.4) * DAY, self.dice)
        if at is not None:
            self.schedule(at, partial(self._perform, person, self._check_games))

    # People

    def _process_sent_messages(self) -> None:
        """Let people react to the messages that came since the last call."""
        sent = self.world.sent_messages.sent
        while self._processed < len(sent):
            message = sent[self._processed]
            self._processed += 1
            for person in message.pinged:
                self._react_to_ping(person, message)
            self._react_to_buttons(message)
            self._rematching.react(message)
            self.tournaments.react(message)

    def _react_to_buttons(self, message: SentMessage) -> None:
        """Let people react to a public message that they see without being pinged."""
        if message.is_private:
            return
        if any(button.startswith("carc:take:") for button in message.buttons):
            self._schedule_reaction(self.dice.choice(list(self.habits)), partial(self._take_open_seat, message))
        if buttons := _request_buttons(message):
            table = self.world.host.tables.running_summary(int(buttons[0].split(":")[2]))
            for person in table.humans if table else ():
                self._schedule_reaction(person.id, partial(self._answer_request, message, buttons))

    def _react_to_ping(self, person: int, message: SentMessage) -> None:
        votes = tuple(button for button in message.buttons if button.startswith("carc:vote:"))
        if votes:
            self._schedule_reaction(person, partial(self._vote, message, votes))
        elif message.turn:
            self._schedule_reaction(person, partial(self._play_turn, message.turn[0]))
        elif self._rematching.react_to_invitation(message, person):
            pass
        elif not _request_buttons(message):  # `_react_to_buttons` schedules the answers to requests
            self._schedule_reaction(person, self._play_all_turns)

    def _schedule_reaction(self, person: int, action: Callable[[int], Awaitable[None]]) -> None:
        at = self.habits[person].reacts_at(self.world.now, self.dice)
        if at is not None:
            self.schedule(at, partial(self._perform, person, action))

    async def _perform(self, person: int, action: Callable[[int], Awaitable[None]]) -> None:
        habits, now = self.habits[person], self.world.now
        if habits.vanishes_at and now >= habits.vanishes_at:
            return
        if self.world.is_down or habits.is_absent(now):
            later = habits.next_awake(now + self.dice.uniform(0.2, 2) * HOUR, self.dice)
            if later is not None:
                self.schedule(later, partial(self._perform, person, action))
            return
        await action(person)

    async def _play_turn(self, number: int, person: int) -> None:
        habits = self.habits[person]
        concedes = self._rematching.concede_chance(number) + self.tournaments.concede_chance(number)
        if self.dice.random() < habits.resign_chance + concedes:
            await actions.leave(self.world, person, number, Leaving.RESIGN)
            return
        if self.dice.random() < LEAVE_CHANCE and await self._leave(person, number, Leaving.COMPUTER):
            return
        self._faults.before_turn()
        has_played = await actions.play_turn(self.world, person, number, habits)
        await self._faults.after_turn(has_played=has_played)

    async def _play_all_turns(self, person: int) -> None:
        for table in self.world.host.tables.of_person(person):
            if table.is_to_move(person) and not self.world.is_down:
                await self._play_turn(table.number, person)

    async def _check_games(self, person: int) -> None:
        self._schedule_daily_check(person, self.world.now)
        world = self.world
        await world.people[person].slash(world.channels[0], "games")
        for summary in world.host.tables.of_person(person):
            table = await world.host.tables.load(summary.number)
            if not isinstance(table, RunningTable):
                continue
            if _may_ask_for_vote(table, person) and self.dice.random() < 0.5:
                await self._ask_for_vote(table, person)
            if self.dice.random() < END_SUGGESTION_CHANCE:
                await self._leave(person, table.number, Leaving.END)
        await self._rematching.check_waiting(person)
        await self._play_all_turns(person)

    async def _leave(self, person: int, number: int, how: Leaving) -> bool:
        """Let somebody do what the answer to `/resign` offers; return whether it was offered."""
        has_left = await actions.leave(self.world, person, number, how)
        self.acts[ACTS[how]] += has_left
        return has_left

    async def _let_somebody_leave(self, how: Leaving) -> None:
        """Let the first person of any game do so for whom it is offered: even a short month has each kind of act."""
        for table, person in await self._people_playing():
            if await self._leave(person, table.number, how):
                return
        self.schedule(self.world.now + HOUR, partial(self._let_somebody_leave, how))

    async def _let_somebody_ask(self) -> None:
        """Let the first person of any game ask for a vote who waits for another without a time limit."""
        for table, person in await self._people_playing():
            if _may_ask_for_vote(table, person):
                await self._ask_for_vote(table, person)
                return
        self.schedule(self.world.now + HOUR, self._let_somebody_ask)

    async def _ask_for_vote(self, table: RunningTable, person: int) -> None:
        self.acts["votes asked for"] += 1
        await self.world.say(person, table, "vote")

    async def _people_playing(self) -> list[tuple[RunningTable, int]]:
        """Everybody who plays in a game, once for each; nobody while something is out of order."""
        world = self.world
        if world.is_down or world.env.backend.faults:
            return []
        tables = [
            await world.host.tables.load_if_running(one.number)
            for one in world.host.administration.tables(world.guild.id)
            if one.status is Status.RUNNING
        ]
        return [(one, person.id) for one in tables if one for person in one.people if person.id not in self.left_server]

    async def _vote(self, message: SentMessage, votes: tuple[str, ...], person: int) -> None:
        await actions.vote(self.world, person, message.channel, message.id, votes)

    async def _answer_request(self, message: SentMessage, buttons: tuple[str, ...], person: int) -> None:
        agrees = 0.8 if buttons[0].startswith("carc:undo-") else 0.5
        await actions.answer_request(self.world, person, message, buttons, agrees)

    async def _take_open_seat(self, message: SentMessage, person: int) -> None:
        [button] = [button for button in message.buttons if button.startswith("carc:take:")]
        table = await self.world.host.tables.load_started(int(button.split(":")[2]))
        if not any(seat.is_played_by(person) for seat in table.seats):
            await actions.press(self.world, person, message.channel, message.id, button)

    async def _set_quiet_hours(self, person: int) -> None:
        await actions.set_quiet_hours(self.world, person, self.habits[person])
        self.quiet_since[person] = self.world.now

    async def _turn_direct_messages_on(self, person: int) -> None:
        await actions.turn_direct_messages_on(self.world, person)

    async def _start_vacation(self, person: int) -> None:
        planned = self.habits[person].vacation
        if planned is None or planned[1] <= self.world.now:
            return  # the bot was down until the vacation was over
        await actions.go_on_vacation(self.world, person, self.habits[person])
        vacation = self.world.host.people.vacation(person)
        assert vacation is not None
        self.vacations[person] = (vacation.start, vacation.until)

    async def _leave_server(self, person: int) -> None:
        self.world.remove_member(person)
        self.left_server.append(person)

    async def _replace_absent_player(self) -> None:
        """Let a manager give the seat of a person who has vanished to another."""
        world, now = self.world, self.world.now
        if world.is_down:
            self.schedule(now + HOUR, self._replace_absent_player)
            return
        vanished = {
            person for person, habits in self.habits.items() if habits.vanishes_at and habits.vanishes_at <= now
        }
        tables = [
            await world.host.tables.load(one.number)
            for one in world.host.administration.tables(world.guild.id)
            if one.venue.home not in world.deleted_channels
        ]
        running = [table for table in tables if isinstance(table, RunningTable)]
        late = [table for table in running if vanished.intersection(_people_to_move(table))]
        late = late or [table for table in running if _people_to_move(table)]  # a manager may replace anybody
        if not late:
            self.schedule(now + HOUR, self._replace_absent_player)
            return
        table = self.dice.choice(late)
        takers = [one for one in self.habits if one not in vanished and not table.has_player(one)]
        self.acts["seats given away"] += 1
        await actions.replace_player(world, table, _people_to_move(table)[0], self.dice.choice(takers))

    async def _start_game(self, number: int) -> None:
        """Let some people join a table and start a game."""
        world, dice = self.world, self.dice
        taken = {table.venue.home for table in world.host.tables.waiting()} if not world.is_down else set()
        channels = [channel for channel in world.channels if channel.id not in taken]  # who joins there joins a rematch
        if world.is_down or not channels:
            self.schedule(world.now + HOUR, partial(self._start_game, number))
            return
        _, options, most = dice.choices(GAMES, [one[0] for one in GAMES])[0]
        there = [person for person, habits in self.habits.items() if not habits.is_absent(world.now)]
        organiser = there[number % len(there)]
        others = [person for person in there if person != organiser]
        seated = COMPUTERS[(number + number // len(COMPUTERS)) % len(COMPUTERS)]  # with another clock each time
        computers = [dice.choice(LEVELS) for _ in range(min(seated, most - 1))]
        number_of_others = dice.choice([1, 1, 2, 2, 3, 4][: 2 * most - 2])
        if computers:
            number_of_others = dice.randint(0, most - 1 - len(computers))
        players = [organiser, *dice.sample(others, number_of_others)]
        channel = dice.choice(channels)
        for person in players:
            await world.people[person].slash(channel, "join")
        self.acts["computers seated"] += await actions.seat_computers(world, organiser, channel, computers)
        chosen = {
            **options,
            **CLOCK_OPTIONS[number % len(CLOCK_OPTIONS)],
            "takeback": dice.choice([0, 0, 60]),
            "thread": dice.random() < 0.2,
        }
        await actions.choose_options(world, organiser, channel, chosen)
        await world.people[organiser].slash(channel, "start", **chosen)


def _may_ask_for_vote(table: RunningTable, person: int) -> bool:
    """Return whether a person waits for others at a table where nothing happens when the time is out."""
    is_slow = table.settings.timeout is TimeoutAction.WAIT or not table.settings.pace
    return is_slow and len(table.humans) > 1 and not table.is_to_move(person)


def _people_to_move(table: RunningTable) -> list[int]:
    """The person whom a game waits for; nobody while it waits for a computer, or while a turn is pending."""
    return [table.to_move.person.id] if table.to_move and table.to_move.person else []


def _request_buttons(message: SentMessage) -> tuple[str, ...]:
    """The buttons of a request that all players have to agree to."""
    return tuple(button for button in message.buttons if button.startswith(_REQUEST_BUTTONS))
