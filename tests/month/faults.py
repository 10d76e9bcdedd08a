"""What fails in the simulation: the bot is stopped, crashes at a turn, or Discord answers with errors."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial

from tests.month.outages import Outage, OutageKind
from tests.month.people import HOUR, MINUTE
from tests.month.world import EDIT, SEND, World, instant_between

PLANNED = (
    (OutageKind.BOT_DOWN, 5, (1, 30)),
    (OutageKind.DISCORD_ERRORS, 5, (0.5, 3)),
    (OutageKind.CRASH, 8, (0.1, 0.5)),
)
"""The kinds of outages: how many there are in a month, and the hours that one may take."""


class Faults:
    """The outages of a simulation. One begins only when everything works; a crash waits for the next turn."""

    def __init__(self, world: World, schedule: Callable[[datetime, Callable[[], Awaitable[None]]], None]) -> None:
        self.outages: list[Outage] = []
        self._world = world
        self._schedule = schedule
        self._next_crash: str | None = None

    def plan(self, start: datetime, end: datetime, days: int) -> None:
        """Schedule all outages of some days."""
        dice = self._world.dice
        for kind, per_month, hours in PLANNED:
            for _ in range(max(1, per_month * days // 30)):
                length = dice.uniform(*hours) * HOUR
                at = instant_between(start, end, dice.uniform(0.05, 0.95))
                self._schedule(at, partial(self._begin, kind, length))

    def before_turn(self) -> None:
        """If a crash waits for a turn, let the turn's message fail, or its answer be lost."""
        if self._next_crash:
            self._world.sent_messages.loses_next_answer = self._next_crash == "after"
            if self._next_crash == "before":
                self._world.fail_requests(SEND, EDIT, times=1)

    async def after_turn(self, *, has_played: bool) -> None:
        """Crash if that was to be; if no turn was played, everything works again."""
        if self._next_crash:
            if has_played:
                await self._crash()
            else:
                self._world.clear_faults()

    async def _begin(self, kind: OutageKind, length: timedelta) -> None:
        world, now = self._world, self._world.now
        if world.is_down or world.env.backend.faults or self._next_crash:
            self._schedule(now + HOUR, partial(self._begin, kind, length))
            return
        if kind is OutageKind.CRASH:
            self._next_crash = world.dice.choice(["before", "after"])
            return
        self.outages.append(Outage(kind, now, now + length))
        if kind is OutageKind.BOT_DOWN:
            await world.stop()
        else:
            world.fail_requests(SEND, EDIT)
        self._schedule(now + length, self._end)

    async def _crash(self) -> None:
        """Crash the bot right after a turn is stored, before its message is sent or before it is marked as sent."""
        self._next_crash = None
        self._world.clear_faults()
        await self._world.kill()
        until = self._world.now + self._world.dice.uniform(1, 40) * MINUTE
        self.outages.append(Outage(OutageKind.CRASH, self._world.now, until))
        self._schedule(until, self._end)

    async def _end(self) -> None:
        self._world.clear_faults()
        if self._world.is_down:
            await self._world.start()
