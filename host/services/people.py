"""People and their preferences. They are kept in memory, because every turn needs them."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, Unpack
from zoneinfo import ZoneInfo

from host.errors import NotOnVacationError, OnVacationError
from host.model.clock import NO_TIME, Vacation
from host.model.controllers import Person
from host.model.observers import Observers
from host.model.preferences import (
    NO_PREFERENCES,
    VACATION_DAYS,
    DmPreference,
    PreferenceChoices,
    Preferences,
    check_vacation,
    next_digest,
    parse_vacation,
    vacation_in_year,
    with_choices,
)
from host.model.schedule import Schedule
from host.model.table_options import check_language
from host.services.service import Service, ServiceContext, replace_kept, uncancellable

DIGEST: Final = "digest"
"""The kind of daily lists in the schedule. The key is the person's id."""
DELETION: Final = "deletion"
"""The kind of deletions in the schedule. The key is the person's id."""
DELETION_PAUSE: Final = timedelta(seconds=30)
"""Whoever was not deleted in this time after they asked is deleted by the schedule."""


class People(Service):
    """Everybody's preferences and vacations. ``refresh`` loads them.

    ``deadlines_changed`` is notified of whoever changes a vacation. The daily lists of those who want one are in the
    schedule, and so is who asked to be deleted, but only where this process sends what is private.
    """

    def __init__(self, context: ServiceContext, schedule: Schedule) -> None:
        super().__init__(context)
        self._people = self._storage.people
        self._direct_messages = self._storage.direct_messages
        self._shards = self._storage.shards
        self._schedule = schedule
        self._begun_at = self._now()
        self._preferences: dict[int, Preferences] = {}
        self._vacations: dict[int, list[Vacation]] = {}
        self._dm_channels: dict[int, int] = {}
        self._deletions: dict[int, datetime] = {}
        self.lock = asyncio.Lock()
        """While somebody holds it, nobody chooses anything."""
        self.deadlines_changed = Observers[[int]]()

    def preferences(self, person_id: int) -> Preferences:
        """Return at once what a person has chosen."""
        chosen, vacation = self._preferences.get(person_id, NO_PREFERENCES), self.vacation(person_id)
        return replace(chosen, vacation=vacation) if vacation else chosen  # to copy takes a while, and everything asks

    def vacation(self, person_id: int) -> Vacation | None:
        """Return at once a person's vacation: the one planned or under way, or else the last one."""
        vacations = self._vacations.get(person_id)
        return vacations[-1] if vacations else None

    def vacations(self, person_id: int) -> Sequence[Vacation]:
        """Return at once all vacations of a person, the earliest first."""
        return self._vacations.get(person_id, ())

    def current_vacation(self, person_id: int) -> Vacation | None:
        """Return the vacation that a person is on at this moment; None if on none."""
        vacation = self.vacation(person_id)
        return vacation if vacation and vacation.is_active_at(self._now()) else None

    def is_quiet(self, person_id: int, time: datetime | None = None) -> bool:
        """Return whether a message must not make a sound, now or at a time: in quiet hours and on vacation."""
        preferences, at = self.preferences(person_id), time or self._now()
        return preferences.is_quiet_at(at) or (
            preferences.vacation is not None and preferences.vacation.is_active_at(at)
        )

    def wants_digest(self, person_id: int) -> bool:
        """Return whether a person wants one list each day instead of single pings about turns."""
        return self._preferences.get(person_id, NO_PREFERENCES).digest is not None

    def is_turn_silent(self, person_id: int) -> bool:
        """Return whether a message about a person's own turn must not make a sound now."""
        return self.wants_digest(person_id) or self.is_quiet(person_id)

    @uncancellable
    async def note_digest(self, person_id: int, due: datetime) -> None:
        """Store that the list of a person that was due at a time is done."""
        async with self.lock:
            chosen = self._preferences.get(person_id, NO_PREFERENCES)
            if chosen.digest and await self._people.note_digest(person_id, due):
                self._preferences[person_id] = replace(chosen, digest=replace(chosen.digest, since=due))
        self._schedule_due([person_id])

    @uncancellable
    async def stop_digest(self, person_id: int) -> None:
        """Send no more daily lists to somebody whom they do not reach."""
        async with self.lock:
            if await self._people.stop_digest(person_id):
                chosen = self._preferences.get(person_id, NO_PREFERENCES)
                self._preferences[person_id] = replace(chosen, digest=None)
        self._schedule_due([person_id])

    @uncancellable
    async def choose_preferences(self, person: Person, **chosen: Unpack[PreferenceChoices]) -> None:
        """Store what a person has chosen now. All else stays as it is stored. Raise NotOfferedError."""
        check_language(chosen.get("language"))
        async with self.lock:
            after = with_choices(self._preferences.get(person.id, NO_PREFERENCES), chosen)
            await self._people.save_preferences(person, after, chosen.keys())
            self._preferences[person.id] = after
        self._schedule_due([person.id])

    @uncancellable
    async def plan_vacation(self, person: Person, start: str, until: str) -> Vacation:
        """Plan a vacation from one day to another, in the person's time zone. It replaces one planned before.

        Raise BadDateError, PastTimeError, VacationBackwardsError, VacationTooLongError, OnVacationError.
        """
        async with self.lock:
            now, preferences = self._now(), self.preferences(person.id)
            if preferences.vacation and preferences.vacation.is_active_at(now):
                raise OnVacationError(preferences.vacation.until)
            vacation = parse_vacation(start, until, preferences.zone, now)
            earlier = [one for one in self._vacations.get(person.id, []) if one.start <= now]
            check_vacation(vacation, earlier, preferences.zone, now)
            await self._save_vacations(person, [*earlier, vacation])
            return vacation

    @uncancellable
    async def end_vacation(self, person: Person) -> None:
        """End the vacation under way, or cancel the one that is planned. Raise NotOnVacationError."""
        async with self.lock:
            now, vacations = self._now(), self._vacations.get(person.id, [])
            if not vacations or vacations[-1].until <= now:
                raise NotOnVacationError()
            *earlier, vacation = vacations
            await self._save_vacations(
                person, earlier if vacation.start >= now else [*earlier, Vacation(vacation.start, now)]
            )

    def vacation_left(self, person_id: int) -> timedelta:
        """Return how much vacation a person has left in this year."""
        zone = self.preferences(person_id).zone
        year = self._now().astimezone(ZoneInfo(zone)).year
        taken = sum((vacation_in_year(one, year, zone) for one in self._vacations.get(person_id, [])), NO_TIME)
        return max(timedelta(days=VACATION_DAYS) - taken, NO_TIME)

    async def dm_preference(self, person_id: int) -> DmPreference:
        """Return whether a person's turns are sent to them by direct message."""
        return await self._direct_messages.preference(person_id)

    @uncancellable
    async def choose_dm_preference(self, person: Person, preference: DmPreference) -> None:
        """Store whether a person's turns are to be sent to them by direct message."""
        await self._direct_messages.save_preference(person, preference)

    @uncancellable
    async def stop_dms(self, person_id: int) -> None:
        """Send no more direct messages to somebody who cannot be reached."""
        await self._direct_messages.stop(person_id)

    @uncancellable
    async def acknowledge_stopped_dms(self, person_id: int) -> bool:
        """Store that a person was told that direct messages have stopped. Return whether that was still to be told."""
        return await self._direct_messages.acknowledge_stop(person_id)

    def dm_channel(self, person_id: int) -> int | None:
        """Return at once the channel of direct messages to a person; None if none was opened yet."""
        return self._dm_channels.get(person_id)

    @uncancellable
    async def save_dm_channel(self, person_id: int, channel: int, *, is_new: bool) -> None:
        """Store the channel of direct messages to a person, and if it ``is_new``, that it was opened now.

        Nothing is kept about somebody of whom nothing is stored: perhaps they were deleted while a message was sent.
        """
        async with self.lock:
            if await self._direct_messages.save_channel(person_id, channel, self._now() if is_new else None):
                self._dm_channels[person_id] = channel

    @uncancellable
    async def forget_dm_channel(self, person_id: int) -> None:
        """Store that a person has no channel of direct messages any more."""
        async with self.lock:
            await self._direct_messages.forget_channel(person_id)
            self._dm_channels.pop(person_id, None)

    @uncancellable
    async def forget_dm_channels(self) -> None:
        """Forget all channels of direct messages, because they are gone."""
        async with self.lock:
            await self._direct_messages.forget_channels()
            self._dm_channels.clear()

    async def dm_openings(self, since: datetime) -> list[datetime]:
        """Return when channels of direct messages were opened since a time, by whatever process, in order."""
        return await self._direct_messages.openings(since)

    @uncancellable
    async def ask_deletion(self, person: Person) -> None:
        """Store that a person is to be deleted. If this process is stopped before it is done, the schedule has it."""
        async with self.lock:
            at = self._now()
            await self._people.ask_deletion(person, at)
            self._deletions[person.id] = at
        self._schedule_due([person.id])

    @uncancellable
    async def drop_deletion(self, person_id: int) -> None:
        """Store that a person is not to be deleted any more."""
        async with self.lock:
            await self._people.drop_deletion(person_id)
            self._deletions.pop(person_id, None)
        self._schedule_due([person_id])

    async def find_leaving(self, person_id: int) -> Person | None:
        """Return a person who asked to be deleted, and is not yet; None for anybody else."""
        return await self._people.find(person_id) if person_id in self._deletions else None

    async def is_stored(self, person_id: int) -> bool:
        """Return whether anything is stored about a person."""
        return await self._people.find(person_id) is not None

    async def refresh(self, ids: Collection[int] | None = None) -> None:
        """Read what some people have chosen (None: all). It may have changed in another process."""
        async with self.lock:
            preferences = await self._people.load_preferences(ids)
            vacations = await self._people.load_vacations(ids)
            channels = await self._direct_messages.channels(ids)
            deletions = await self._people.load_deletions(ids)
            scheduled = [*self._preferences, *preferences, *self._deletions, *deletions] if ids is None else ids
            travellers = [*self._vacations, *vacations] if ids is None else ids
            changed = {one for one in travellers if self._vacations.get(one) != vacations.get(one)}
            replace_kept(self._preferences, preferences, ids)
            replace_kept(self._vacations, vacations, ids)
            replace_kept(self._dm_channels, channels, ids)
            replace_kept(self._deletions, deletions, ids)
        for person_id in changed:
            self.deadlines_changed.notify(person_id)
        self._schedule_due(scheduled)

    def forget(self, person_id: int) -> None:
        """Forget what is in memory about a person who was deleted from the database."""
        self._preferences.pop(person_id, None)
        self._vacations.pop(person_id, None)
        self._dm_channels.pop(person_id, None)
        self._deletions.pop(person_id, None)
        self._schedule_due([person_id])

    def _schedule_due(self, ids: Iterable[int]) -> None:
        """Note what is due for each of these people, and when. Another process may send what is private."""
        if not self._shards.has_private:
            return
        for person_id in ids:
            chosen = self._preferences.get(person_id, NO_PREFERENCES)
            self._schedule.put(DIGEST, person_id, next_digest(chosen.digest, chosen.zone) if chosen.digest else None)
            asked_at = self._deletions.get(person_id)
            self._schedule.put(DELETION, person_id, self._deletion_due(asked_at) if asked_at else None)

    def _deletion_due(self, asked_at: datetime) -> datetime:
        """Return when somebody is deleted by the schedule: at once if whatever process was asked to is stopped."""
        is_stopped = asked_at < self._begun_at and not self._storage.is_shared
        return asked_at if is_stopped else asked_at + DELETION_PAUSE

    async def _save_vacations(self, person: Person, vacations: list[Vacation]) -> None:
        await self._people.save_vacations(person, vacations)
        self._vacations[person.id] = vacations
        self.deadlines_changed.notify(person.id)
