"""The puzzle of each day: the same one for everybody, made from the day and a secret of the database.

Who makes it is no part of the host. The process that serves private conversations has it made, and any process shows
it: all of it is asked of the database.
"""

from collections.abc import Callable
from datetime import date
from typing import Final

from host.model.controllers import Person
from host.model.puzzles import (
    DAY,
    PuzzleAnswer,
    PuzzleStanding,
    PuzzleStreaks,
    first_of_month,
    first_of_week,
    puzzle_seed,
    ranked,
    start_of,
    streaks_of,
)
from host.model.schedule import Schedule
from host.services.administration import Administration
from host.services.service import Service, ServiceContext, uncancellable

PUZZLE_POST: Final = "puzzle post"
"""The kind of puzzles that are posted, in the schedule. The key is the id of the server."""
_SECRET: Final = "puzzles"  # noqa: S105 (what it's called)


class Puzzles(Service):
    """Puzzles and answers. ``refresh`` schedules what is to be posted on the servers that this process serves."""

    def __init__(
        self,
        context: ServiceContext,
        administration: Administration,
        schedule: Schedule,
        new_secret: Callable[[], str],
    ) -> None:
        super().__init__(context)
        self._puzzles = self._storage.puzzles
        self._administration = administration
        self._schedule = schedule
        self._new_secret = new_secret
        self._posted: dict[int, date] = {}
        administration.changed.add(self._schedule_post)

    # Puzzles

    def today(self) -> date:
        return self._now().date()

    async def load(self, day: date) -> str | None:
        """Return the puzzle of a day, as it was stored; None if there is none."""
        return await self._puzzles.load(day)

    async def missing(self) -> date | None:
        """Return the day whose puzzle is to be made next, of today and tomorrow; None if both are there."""
        today = self.today()
        known = await self._puzzles.known_since(today)
        return next((day for day in (today, today + DAY) if day not in known), None)

    async def seed(self, day: date) -> int:
        """Return the seed from which the puzzle of a day is made. Nobody is told it."""
        return puzzle_seed(await self._puzzles.secret(_SECRET, self._new_secret()), day)

    @uncancellable
    async def store(self, day: date, content: str) -> None:
        """Store the puzzle of a day, unless there is one."""
        await self._puzzles.add(day, content)

    # Answers

    @uncancellable
    async def answer(self, person: Person, answer: PuzzleAnswer, guild: int | None) -> bool:
        """Store what a person answers to the puzzle of today. ``guild`` is the server in whose list it counts.

        Return False, and store nothing, if they have answered it already, or if its day is over.
        """
        return answer.day == self.today() and await self._puzzles.add_answer(person, answer, guild)

    async def answers(self, person_id: int) -> list[PuzzleAnswer]:
        """Return all that a person has answered."""
        return await self._puzzles.answers(person_id)

    async def streaks(self, person_id: int) -> PuzzleStreaks:
        return streaks_of(await self._puzzles.answers(person_id), self.today())

    async def chosen(self, day: date) -> dict[str, int]:
        """Return how many people have answered with each turn."""
        return await self._puzzles.chosen(day)

    async def of_week(self, guild: int) -> list[PuzzleStanding]:
        """Return the list of a server since Monday, the best first."""
        return ranked(await self._puzzles.standings(guild, first_of_week(self.today())))

    async def of_month(self, guild: int) -> list[PuzzleStanding]:
        """Return the list of a server since the first of the month, the best first."""
        return ranked(await self._puzzles.standings(guild, first_of_month(self.today())))

    # What is posted

    async def refresh(self) -> None:
        """Read which servers have had the puzzle of which day, and schedule what is due."""
        self._posted = await self._puzzles.posts()
        for guild in self._administration.guilds:
            self._schedule_post(guild)

    @uncancellable
    async def note_posted(self, guild: int, day: date) -> None:
        """Store that a server has had the puzzle of a day, or gets none that day."""
        await self._puzzles.note_post(guild, day)
        self._posted[guild] = day
        self._schedule_post(guild)

    def _schedule_post(self, guild: int) -> None:
        due = None
        if self._storage.shards.serves(guild) and self._administration.server(guild).puzzle_channel is not None:
            today, posted = self.today(), self._posted.get(guild)
            due = start_of(posted + DAY if posted and posted >= today else today)
        self._schedule.put(PUZZLE_POST, guild, due)
