"""The people and what they have chosen, kept in memory: it is asked for at every turn."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from host.errors import HostError, HostErrorCode
from host.model.clock import NONE, Vacation
from host.model.preferences import NO_PREFERENCES, VACATION_DAYS, Preferences, check_vacation, parse_vacation, within
from host.model.table import Person
from host.services.command_runner import CommandRunner, uncancellable
from host.storage import people as people_rows
from host.storage.database import Database
from host.storage.dm_preferences import DmPreference, letters_chosen, letters_of, letters_refused, letters_told
from host.storage.games import person_change


class People:
    """Everybody's choices. ``on_change`` is called when deadlines may have changed by one."""

    def __init__(
        self,
        database: Database,
        runner: CommandRunner,
        now: Callable[[], datetime],
        chosen: dict[int, Preferences],
        vacations: dict[int, list[Vacation]],
    ) -> None:
        self._database = database
        self._now = now
        self._chosen = chosen
        self._vacations = vacations
        self._lock = asyncio.Lock()
        self.runner = runner
        self.on_change: Callable[[], None] = lambda: None

    @classmethod
    async def open(cls, database: Database, runner: CommandRunner, now: Callable[[], datetime]) -> "People":
        """Read what people have chosen."""
        chosen, vacations = await people_rows.stored_preferences(database), await people_rows.stored_vacations(database)
        return cls(database, runner, now, chosen, vacations)

    def preferences(self, person_id: int) -> Preferences:
        """Return at once what a person has chosen."""
        vacations = self._vacations.get(person_id)
        chosen = self._chosen.get(person_id, NO_PREFERENCES)
        return replace(chosen, away=vacations[-1]) if vacations else chosen

    def away(self, person_id: int) -> Vacation | None:
        """Return at once the vacation that is planned, goes on, or was the last."""
        vacations = self._vacations.get(person_id)
        return vacations[-1] if vacations else None

    def vacation_now(self, person_id: int) -> Vacation | None:
        """Return the vacation that a person is on at this moment."""
        away = self.away(person_id)
        return away if away and away.is_at(self._now()) else None

    def is_quiet(self, person_id: int, time: datetime | None = None) -> bool:
        """Say whether a person is not to be woken, now or at a time: in quiet hours and on vacation."""
        chosen, at = self.preferences(person_id), time or self._now()
        return chosen.is_quiet_at(at) or (chosen.away is not None and chosen.away.is_at(at))

    @uncancellable
    async def choose(self, person: Person, chosen: Preferences) -> None:
        """Store what a person chooses; the vacation is not part of it."""
        async with self._lock:
            changes = [person_change(person), people_rows.preferences_change(person.id, chosen)]
            await self._database.commit(changes)
            self._chosen[person.id] = replace(chosen, away=None)

    @uncancellable
    async def plan_vacation(self, person: Person, start: str, until: str) -> Vacation:
        """Plan a vacation from a day to another, by the person's zone; what was planned before is given up.

        Raise BAD_DATE, PAST_TIME, VACATION_BACKWARDS, VACATION_TOO_LONG, AWAY_ALREADY.
        """
        async with self._lock:
            now, chosen = self._now(), self.preferences(person.id)
            if chosen.away and chosen.away.is_at(now):
                raise HostError(HostErrorCode.AWAY_ALREADY, until=chosen.away.until)
            away = parse_vacation(start, until, chosen.zone, now)
            earlier = [one for one in self._vacations.get(person.id, []) if one.start <= now]
            check_vacation(away, earlier, now)
            await self._store_vacations(person, [*earlier, away])
            return away

    @uncancellable
    async def end_vacation(self, person: Person) -> None:
        """End a vacation, or give up the one that is planned; raise NOT_AWAY."""
        async with self._lock:
            now, vacations = self._now(), self._vacations.get(person.id, [])
            if not vacations or vacations[-1].until <= now:
                raise HostError(HostErrorCode.NOT_AWAY)
            *earlier, away = vacations
            await self._store_vacations(person, earlier if away.start >= now else [*earlier, Vacation(away.start, now)])

    def vacation_left(self, person_id: int) -> timedelta:
        """Return how much vacation a person has left in this year."""
        year = self._now().year
        taken = sum((within(one, year) for one in self._vacations.get(person_id, [])), NONE)
        return max(timedelta(days=VACATION_DAYS) - taken, NONE)

    async def dm_preference(self, person_id: int) -> DmPreference:
        """Return whether a person's turns are sent to them in private."""
        return await letters_of(self._database, person_id)

    @uncancellable
    async def choose_dm_preference(self, person: Person, preference: DmPreference) -> None:
        """Store whether a person's turns are to be sent in private."""
        await self._database.commit([letters_chosen(person, preference)])

    @uncancellable
    async def stop_dms(self, person_id: int) -> None:
        """Send no more to somebody who cannot be reached."""
        await self._database.commit([letters_refused(person_id)])

    @uncancellable
    async def acknowledge_stopped_dms(self, person_id: int) -> bool:
        """Say whether a person has yet to be told that they cannot be reached; from now on they have been."""
        is_news = await self.dm_preference(person_id) is DmPreference.REFUSED
        if is_news:
            await self._database.commit([letters_told(person_id)])
        return is_news

    def forget(self, person_id: int) -> None:
        """Know nothing more of a person whose rows are gone."""
        self._chosen.pop(person_id, None)
        self._vacations.pop(person_id, None)

    async def _store_vacations(self, person: Person, vacations: list[Vacation]) -> None:
        await self._database.commit([person_change(person), *people_rows.vacation_changes(person.id, vacations)])
        self._vacations[person.id] = vacations
        self.on_change()
