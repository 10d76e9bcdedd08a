"""Does what is due by the host's schedule.

One job waits for the next time of all kinds, and each thing that is due is a job of its own.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from cogs.delivery.jobs import Jobs, Later
from cogs.delivery.lull import Lull
from host.host import Host

DueWork: TypeAlias = Callable[[int], Awaitable[None]]
"""Does what is due for a key. The schedule has another time for the key then, or none."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How what is due of a kind is done."""

    work: DueWork
    longest: float
    needs_people: bool


class Timer:
    """Begins what is due. ``lull`` tells what is not urgent when it may begin."""

    def __init__(self, host: Host, jobs: Jobs) -> None:
        self.lull = Lull(host.game_changed)
        self._host = host
        self._jobs = jobs
        self._kinds: dict[str, _Kind] = {}
        self.is_connected: Callable[[], bool] = lambda: True
        """Returns whether people can play now. Whoever hears of lost connections sets it."""
        host.schedule.changed.add(self.look)

    def begin(self, kind: str, work: DueWork, *, longest: float, needs_people: bool = False) -> None:
        """From now on, do what is due of a kind. What fails is tried again, after ``longest`` seconds at most.

        While people can't play, nothing is due that ``needs_people``; whoever changes that calls ``look``.
        """
        self._kinds[kind] = _Kind(work, longest, needs_people)
        self.look()

    def look(self) -> None:
        """Look what is due now, and when something is due next."""
        if self._kinds:
            self._jobs.ask(("schedule",), self._begin_due)

    async def _begin_due(self) -> None:
        now, schedule = self._host.now(), self._host.schedule
        can_play = self.is_connected()
        kinds = {name: kind for name, kind in self._kinds.items() if can_play or not kind.needs_people}
        for name, kind in kinds.items():
            for key in schedule.due_by(now, name):
                self._jobs.ask((name, key), partial(self._do, kind, key), longest=kind.longest)
        if at := schedule.next_after(now, kinds):
            raise Later((at - now).total_seconds())

    async def _do(self, kind: _Kind, key: int) -> None:
        if kind.needs_people and not self.is_connected():  # it has failed before, and it is not its time any more
            return
        try:
            await kind.work(key)
        finally:
            self.look()
