"""What happens in the month: games begin, people answer what reaches them, sleep, vanish and travel; the bot breaks.

People do something only because a message reached them, or because they look at their games once a day.
"""

import heapq
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from random import Random
from typing import Any

from host import RunningTable, TimeoutAction
from tests.host.tables import player
from tests.month import actions as acts
from tests.month.people import DAY, HOUR, MINUTE, Habits, habits
from tests.month.sent_messages import Sent
from tests.month.world import EDIT, SEND, World, spread

GAMES: tuple[tuple[float, dict[str, Any], int], ...] = (
    (6, {}, 5),
    (2, {"edition": "classic"}, 5),
    (2, {"edition": "new-edition", "options": "river abbot"}, 5),
    (1, {"edition": "travel"}, 4),
    (1, {"edition": "castle"}, 2),
)
"""What is played, how often, and by how many at most."""
CLOCKS: tuple[dict[str, Any], ...] = (
    *({"pace": "24h", "timeout": "vote"},) * 4,
    {"pace": "12h", "timeout": "skip"},
    {"pace": "12h", "timeout": "vote"},
    {"pace": "3d", "timeout": "wait"},
    {},
)
SWEEP = 50
"""After so many acts the world is swept."""
ENOUGH = 0.004
"""The chance that who looks at a game suggests to end it."""
_CONSENT = ("carc:undo-", "carc:agree:", "carc:end-refuse:")
"""How the buttons begin by which a table agrees to something, or refuses it."""
WEEK_OUT = 0.3
"""In this first part of the month the games begin."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is played, by how many, and by which dice."""

    games: int
    days: int
    seed: int
    people: int
    channels: int


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which something was broken: `down` (no bot), `deaf` (Discord answers errors), or a `kill`."""

    kind: str
    start: datetime
    until: datetime

    def has(self, begun: datetime, ended: datetime | None) -> bool:
        """Say whether something began and ended in it."""
        return self.start <= begun and ended is not None and ended <= self.until


class Month:
    """The agenda, and all that comes onto it."""

    def __init__(self, world: World, plan: Plan, on_day: Callable[[int], None] = lambda day: None) -> None:
        self.world = world
        self.plan = plan
        self.dice: Random = world.dice
        self.start = world.now
        self.end = self.start + plan.days * DAY
        self.habits: dict[int, Habits] = {
            person: habits(number, self.start, plan.days, self.dice) for number, person in enumerate(world.people)
        }
        self.quiet_since: dict[int, datetime] = {}
        self.vacations: dict[int, tuple[datetime, datetime]] = {}
        self.outages: list[Outage] = []
        self.left: list[int] = []
        self.acts = 0
        self._agenda: list[tuple[datetime, int, Callable[[], Awaitable[None]]]] = []
        self._order = count()
        self._heard = 0
        self._kill: str | None = None
        self._on_day = on_day

    async def play(self) -> None:
        """Let the month go by; at the end everything works, and the bot has had time to make up for what it missed."""
        self._plan()
        day = 0
        while self._agenda and self._agenda[0][0] <= self.end:
            at, _, act = heapq.heappop(self._agenda)
            await self.world.wait_until(at)
            if (today := (self.world.now - self.start).days) > day:
                self._on_day(day := today)
            self._listen()
            await act()
            self._listen()
            self.acts += 1
            if self.acts % SWEEP == 0:
                self.world.sweep()
        await self.world.wait_until(self.end)
        self.world.mend()
        if self.world.is_down:
            await self.world.start()
        await self.world.wait_until(self.world.now + 5 * HOUR)
        self.world.sweep()

    def at(self, time: datetime, act: Callable[[], Awaitable[None]]) -> None:
        """Put something onto the agenda."""
        heapq.heappush(self._agenda, (time, next(self._order), act))

    def _plan(self) -> None:
        for number in range(self.plan.games):
            self.at(spread(self.start, self.end, WEEK_OUT * number / self.plan.games), partial(self._begin, number))
        for person, ways in self.habits.items():
            if ways.is_quiet:
                self.at(self.start + HOUR, partial(self._person_does, person, self._sets_quiet_hours))
            if ways.wants_letters:
                self.at(self.start + HOUR, partial(self._person_does, person, self._wants_letters))
            if ways.away:
                self.at(ways.away[0] - HOUR, partial(self._person_does, person, self._leaves))
            if ways.gone and ways.leaves:
                self.at(ways.gone, partial(self._leaves_server, person))
            self._plan_look(person, self.start)
        days = self.plan.days
        for kind, per_month, hours in (("down", 5, (1, 30)), ("deaf", 5, (0.5, 3)), ("kill", 8, (0.1, 0.5))):
            for _ in range(max(1, per_month * days // 30)):
                length = self.dice.uniform(*hours) * HOUR
                self.at(spread(self.start, self.end, self.dice.uniform(0.05, 0.95)), partial(self._break, kind, length))
        for _ in range(max(1, days // 2)):
            self.at(spread(self.start, self.end, self.dice.uniform(0.3, 0.95)), self._hands_over)
        for _ in range(max(1, 3 * days // 30)):
            self.at(spread(self.start, self.end, self.dice.uniform(0.1, 0.6)), self.world.delete_channel)

    def _plan_look(self, person: int, after: datetime) -> None:
        at = self.habits[person].next_awake(after + self.dice.uniform(0.6, 1.4) * DAY, self.dice)
        if at is not None:
            self.at(at, partial(self._person_does, person, self._looks))

    # What people do

    def _listen(self) -> None:
        """Have people react to what has reached them."""
        sent = self.world.ledger.sent
        while self._heard < len(sent):
            one = sent[self._heard]
            self._heard += 1
            for person in one.pinged:
                self._react(person, one)
            self._see(one)

    def _see(self, one: Sent) -> None:
        """Have people react to what is to be seen in a channel and pings nobody."""
        if one.is_private:
            return
        if any(button.startswith("carc:take:") for button in one.buttons):
            self._soon(self.dice.choice(list(self.habits)), partial(self._takes_seat, one))
        if asks := _asks(one):
            table = self.world.host.tables.cached_running(int(asks[0].split(":")[2]))
            for seat in table.seats if table else ():
                self._soon(player(seat).id, partial(self._agrees_or_not, one, asks))

    def _react(self, person: int, one: Sent) -> None:
        votes = tuple(button for button in one.buttons if button.startswith("carc:vote:"))
        if votes:
            self._soon(person, partial(self._votes, one, votes))
        elif one.turn:
            self._soon(person, partial(self._answers, one.turn[0]))
        elif not _asks(one):  # that is answered: see `_see`
            self._soon(person, self._plays_what_waits)

    def _soon(self, person: int, does: Callable[[int], Awaitable[None]]) -> None:
        at = self.habits[person].answers_at(self.world.now, self.dice)
        if at is not None:
            self.at(at, partial(self._person_does, person, does))

    async def _person_does(self, person: int, does: Callable[[int], Awaitable[None]]) -> None:
        ways, now = self.habits[person], self.world.now
        if ways.gone and now >= ways.gone:
            return
        if self.world.is_down or ways.is_absent(now):
            later = ways.next_awake(now + self.dice.uniform(0.2, 2) * HOUR, self.dice)
            if later is not None:
                self.at(later, partial(self._person_does, person, does))
            return
        await does(person)

    async def _answers(self, number: int, person: int) -> None:
        ways = self.habits[person]
        if self.dice.random() < ways.resigns:
            await acts.give_up(self.world, person, number, for_all=False)
            return
        if self._kill:
            self.world.ledger.breaks = self._kill == "after"
            if self._kill == "before":
                self.world.refuse(SEND, EDIT, times=1)
        has_played = await acts.play_turn(self.world, person, number, ways)
        if self._kill:
            if has_played:
                await self._die()
            else:
                self.world.mend()

    async def _plays_what_waits(self, person: int) -> None:
        for table in self.world.host.tables.of_person(person):
            if table.is_to_move(person) and not self.world.is_down:
                await self._answers(table.number, person)

    async def _looks(self, person: int) -> None:
        self._plan_look(person, self.world.now)
        world = self.world
        await world.people[person].slash(world.channels[0], "games")
        for table in world.host.tables.of_person(person):
            is_slow = table.settings.timeout is TimeoutAction.WAIT or not table.settings.pace
            if (
                is_slow
                and isinstance(table, RunningTable)
                and not table.is_to_move(person)
                and self.dice.random() < 0.5
            ):
                await world.command(person, table, "vote")
            if isinstance(table, RunningTable) and self.dice.random() < ENOUGH:
                await acts.give_up(world, person, table.number, for_all=True)
        await self._plays_what_waits(person)

    async def _votes(self, one: Sent, votes: tuple[str, ...], person: int) -> None:
        await acts.vote(self.world, person, one.channel, one.message, votes)

    async def _agrees_or_not(self, one: Sent, asks: tuple[str, ...], person: int) -> None:
        agrees = 0.8 if asks[0].startswith("carc:undo-") else 0.5
        await acts.answer(self.world, person, one, asks, agrees)

    async def _takes_seat(self, one: Sent, person: int) -> None:
        [button] = [button for button in one.buttons if button.startswith("carc:take:")]
        table = await self.world.host.tables.load_started(int(button.split(":")[2]))
        if not any(seat.is_of(person) for seat in table.seats):
            await acts.press(self.world, person, one.channel, one.message, button)

    async def _sets_quiet_hours(self, person: int) -> None:
        await acts.choose_quiet_hours(self.world, person, self.habits[person])
        self.quiet_since[person] = self.world.now

    async def _wants_letters(self, person: int) -> None:
        await acts.choose_letters(self.world, person)

    async def _leaves(self, person: int) -> None:
        planned = self.habits[person].away
        if planned is None or planned[1] <= self.world.now:
            return  # the bot was down when it was to be told, and the vacation is over
        await acts.go_on_vacation(self.world, person, self.habits[person])
        away = self.world.host.people.vacation(person)
        assert away is not None
        self.vacations[person] = (away.start, away.until)

    async def _leaves_server(self, person: int) -> None:
        self.world.leave(person)
        self.left.append(person)

    async def _hands_over(self) -> None:
        """Have a manager give the seat of somebody who has vanished to somebody who has not."""
        world, now = self.world, self.world.now
        if world.is_down:
            self.at(now + HOUR, self._hands_over)
            return
        vanished = {person for person, ways in self.habits.items() if ways.gone and ways.gone <= now}
        tables = [one for one in world.host.administration.tables(world.guild.id) if one.venue.home not in world.gone]
        running = [table for table in tables if isinstance(table, RunningTable)]
        late = [table for table in running if table.to_move and player(table.to_move).id in vanished]
        if not late:
            return
        table = self.dice.choice(late)
        takers = [one for one in self.habits if one not in vanished and not table.is_at(one)]
        await acts.hand_over(world, table, player(table.next_seat).id, self.dice.choice(takers))

    async def _begin(self, number: int) -> None:
        """Let some people sit down and start a game."""
        world, dice = self.world, self.dice
        if world.is_down:
            self.at(world.now + HOUR, partial(self._begin, number))
            return
        _, options, most = dice.choices(GAMES, [one[0] for one in GAMES])[0]
        there = [person for person, ways in self.habits.items() if not ways.is_absent(world.now)]
        organiser = there[number % len(there)]
        others = [person for person in there if person != organiser]
        players = [organiser, *dice.sample(others, dice.choice([1, 1, 2, 2, 3, 4][: 2 * most - 2]))]
        channel = dice.choice(world.channels)
        for person in players:
            await world.people[person].slash(channel, "join")
        chosen = {**options, **dice.choice(CLOCKS), "takeback": dice.choice([0, 0, 60]), "thread": dice.random() < 0.2}
        await world.people[organiser].slash(channel, "start", **chosen)

    # What breaks

    async def _break(self, kind: str, length: timedelta) -> None:
        world, now = self.world, self.world.now
        if world.is_down or world.env.backend.faults or self._kill:
            self.at(now + HOUR, partial(self._break, kind, length))
            return
        if kind == "kill":
            self._kill = self.dice.choice(["before", "after"])
            return
        self.outages.append(Outage(kind, now, now + length))
        if kind == "down":
            await world.stop()
        else:
            world.refuse(SEND, EDIT)
        self.at(now + length, self._recover)

    async def _die(self) -> None:
        """End the bot right after somebody has played: the turn is stored, and its message not sent or not noted."""
        self._kill = None
        self.world.mend()
        await self.world.kill()
        until = self.world.now + self.dice.uniform(1, 40) * MINUTE
        self.outages.append(Outage("kill", self.world.now, until))
        self.at(until, self._recover)

    async def _recover(self) -> None:
        self.world.mend()
        if self.world.is_down:
            await self.world.start()


def _asks(one: Sent) -> tuple[str, ...]:
    """The buttons of a question that needs everybody's consent."""
    return tuple(button for button in one.buttons if button.startswith(_CONSENT))
