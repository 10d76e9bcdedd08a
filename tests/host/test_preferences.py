"""People's preferences: time zones, quiet hours, vacations."""

import asyncio
from dataclasses import fields
from datetime import UTC, datetime, timedelta

import pytest

from host.errors import (
    BadDateError,
    BadHoursError,
    DatabaseLockedError,
    HostError,
    NotOnVacationError,
    OnVacationError,
    PastTimeError,
    UnknownZoneError,
    VacationBackwardsError,
    VacationTooLongError,
)
from host.host import Host
from host.model.preferences import (
    Digest,
    PictureSize,
    PreferenceChoices,
    Preferences,
    QuietHours,
    Reminders,
    Theme,
    format_hours,
    next_digest,
    parse_hours,
    parse_time_of_day,
    parse_zone,
)
from host.services.people import DIGEST
from host.storage.people import _values_by_field
from tests.fixtures.databases import Place, database_of
from tests.fixtures.stored_values import places_of
from tests.host.tables import ANN, Clock, open_host

pytestmark = pytest.mark.both_databases

BERLIN = "Europe/Berlin"


def code(error: pytest.ExceptionInfo[HostError]) -> type[HostError]:
    return type(error.value)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("europe/berlin", BERLIN),
        (" America/New York ", "America/New_York"),
        ("", "UTC"),
        ("berlin", BERLIN),
        ("istanbul", "Europe/Istanbul"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("zulu", "Zulu"),
    ],
)
def test_zones_are_read(text: str, zone: str) -> None:
    assert parse_zone(text) == zone


@pytest.mark.parametrize(
    "text", ["Middle Earth/Shire", "UTC+25", "+2", "CEST", "Central", "West", "localtime", "Factory"]
)
def test_a_zone_that_does_not_exist(text: str) -> None:
    with pytest.raises(HostError) as error:
        parse_zone(text)
    assert code(error) is UnknownZoneError


@pytest.mark.parametrize("text", ["22:30-07:00", "00:00-06:15", ""])
def test_hours_are_read_as_they_are_written(text: str) -> None:
    assert format_hours(parse_hours(text)) == text


@pytest.mark.parametrize("text", ["night", "25-7", "22:61-7", "7-7", "-3"])
def test_hours_that_are_none(text: str) -> None:
    with pytest.raises(HostError) as error:
        parse_hours(text)
    assert code(error) is BadHoursError


def test_quiet_hours_are_those_of_the_zone() -> None:
    night = Preferences(zone=BERLIN, quiet_hours=QuietHours(22 * 60, 7 * 60))
    winter, summer = datetime(2026, 1, 10, tzinfo=UTC), datetime(2026, 7, 10, tzinfo=UTC)
    assert [night.is_quiet_at(winter + timedelta(hours=hour)) for hour in (5, 6, 20, 21)] == [True, False, False, True]
    assert [night.is_quiet_at(summer + timedelta(hours=hour)) for hour in (4, 5, 19, 20)] == [True, False, False, True]


async def test_a_vacation_has_whole_days_of_the_zone(host: Host, clock: Clock) -> None:
    await host.people.choose_preferences(ANN, zone=BERLIN)
    vacation = await host.people.plan_vacation(ANN, "2026-12-24", "2026-12-26")
    assert (vacation.start, vacation.until) == (
        datetime(2026, 12, 23, 23, tzinfo=UTC),
        datetime(2026, 12, 26, 23, tzinfo=UTC),
    )
    assert host.people.preferences(ANN.id).vacation == vacation


@pytest.mark.parametrize(
    ("zone", "today"), [("Asia/Tokyo", "2026-11-21"), ("America/Los_Angeles", "2026-11-20"), ("UTC", "2026-11-21")]
)
async def test_a_vacation_can_begin_today_wherever_one_is(host: Host, clock: Clock, zone: str, today: str) -> None:
    clock.time = datetime(2026, 11, 21, 3, tzinfo=UTC)
    await host.people.choose_preferences(ANN, zone=zone)
    assert (await host.people.plan_vacation(ANN, today, "2026-11-23")).start == clock.time


async def test_yesterday_is_over_wherever_one_is(host: Host, clock: Clock) -> None:
    clock.time = datetime(2026, 11, 21, 20, tzinfo=UTC)
    await host.people.choose_preferences(ANN, zone="Asia/Tokyo")
    with pytest.raises(HostError) as error:
        await host.people.plan_vacation(ANN, "2026-11-21", "2026-11-23")
    assert code(error) is PastTimeError


async def test_all_the_days_can_be_had_when_the_clocks_are_put_back(host: Host, clock: Clock) -> None:
    clock.time = datetime(2026, 10, 1, tzinfo=UTC)
    await host.people.choose_preferences(ANN, zone=BERLIN)
    await host.people.plan_vacation(ANN, "2026-10-10", "2026-11-06")
    assert host.people.vacation_left(ANN.id) == timedelta()
    with pytest.raises(HostError) as error:
        await host.people.plan_vacation(ANN, "2026-10-10", "2026-11-07")
    assert code(error) is VacationTooLongError


async def test_the_days_of_a_year_are_those_of_the_zone(host: Host, clock: Clock) -> None:
    await host.people.choose_preferences(ANN, zone="Pacific/Auckland")
    await host.people.plan_vacation(ANN, "2026-11-25", "2026-12-22")
    clock.time = datetime(2026, 12, 26, tzinfo=UTC)
    assert host.people.vacation_left(ANN.id) == timedelta()
    clock.time = datetime(2026, 12, 31, 12, tzinfo=UTC)
    assert host.people.vacation_left(ANN.id) == timedelta(days=28), "it's New Year there"
    clock.time = datetime(2026, 12, 26, tzinfo=UTC)
    await host.people.plan_vacation(ANN, "2027-01-01", "2027-01-28")


async def test_a_vacation_may_end_with_the_last_year_that_there_is(host: Host) -> None:
    assert (await host.people.plan_vacation(ANN, "9998-12-20", "9998-12-31")).until == datetime(9999, 1, 1, tzinfo=UTC)


async def test_a_vacation_given_up_is_forgotten_whatever_was_chosen_since(host: Host, clock: Clock) -> None:
    vacation = await host.people.plan_vacation(ANN, "2026-12-24", "2026-12-26")
    await host.people.choose_preferences(ANN, language="de")
    await host.people.end_vacation(ANN)
    assert host.people.preferences(ANN.id).vacation is None
    assert not host.people.is_quiet(ANN.id, vacation.start)


@pytest.mark.parametrize(
    ("start", "until", "expected"),
    [
        ("", "2026-11-20", PastTimeError),
        ("2026-11-01", "2026-12-01", PastTimeError),
        ("2026-12-10", "2026-12-08", VacationBackwardsError),
        ("2026-11-25", "2026-12-31", VacationTooLongError),
        ("", "tomorrow", BadDateError),
        ("", "9999-12-31", BadDateError),
        ("9999-12-01", "9999-12-20", BadDateError),
        ("9998-12-20", "9999-01-02", BadDateError),
        ("2026-12-01", "5000-12-31", VacationTooLongError),
    ],
)
async def test_vacations_that_cannot_be_had(host: Host, start: str, until: str, expected: type[HostError]) -> None:
    with pytest.raises(HostError) as error:
        await host.people.plan_vacation(ANN, start, until)
    assert code(error) is expected
    assert host.people.vacation(ANN.id) is None


async def test_the_days_of_a_year_are_counted(host: Host, clock: Clock) -> None:
    await host.people.plan_vacation(ANN, "", "2026-12-01")
    clock.time = datetime(2026, 12, 3, tzinfo=UTC)
    assert host.people.vacation_left(ANN.id) == timedelta(days=17.5)
    with pytest.raises(HostError) as error:
        await host.people.plan_vacation(ANN, "2026-12-04", "2026-12-30")
    assert code(error) is VacationTooLongError
    await host.people.plan_vacation(ANN, "2026-12-20", "2027-01-10")


async def test_who_comes_back_gets_the_rest_back(host: Host, clock: Clock) -> None:
    await host.people.plan_vacation(ANN, "", "2026-12-01")
    clock.pass_minutes(24 * 60)
    with pytest.raises(HostError) as error:
        await host.people.plan_vacation(ANN, "", "2026-12-02")
    assert code(error) is OnVacationError
    await host.people.end_vacation(ANN)
    assert host.people.vacation_left(ANN.id) == timedelta(days=27)
    with pytest.raises(HostError) as error:
        await host.people.end_vacation(ANN)
    assert code(error) is NotOnVacationError


async def test_choices_outlive_a_restart(host: Host, clock: Clock, place: Place) -> None:
    chosen = PreferenceChoices(
        language="de", zone=BERLIN, quiet_hours=QuietHours(0, 60), theme=Theme.DAY, size=PictureSize.LARGE
    )
    await host.people.choose_preferences(ANN, **chosen)
    vacation = await host.people.plan_vacation(ANN, "2026-12-24", "2026-12-26")
    await host.close()
    again = await open_host(place, clock)
    try:
        after = again.people.preferences(ANN.id)
        assert after == Preferences(**chosen, vacation=vacation)
    finally:
        await again.close()


async def test_the_look_of_pictures_is_a_choice_of_its_own(host: Host, clock: Clock, place: Place) -> None:
    await host.people.choose_preferences(ANN, theme=Theme.EVENING, size=PictureSize.SMALL)
    assert host.people.preferences(ANN.id) == Preferences(theme=Theme.EVENING, size=PictureSize.SMALL)
    [row] = (await host.privacy.export(ANN.id))["people"]
    assert (row["theme"], row["size"]) == ("evening", "small")
    await host.close()
    again = await open_host(place, clock)
    try:
        assert again.people.preferences(ANN.id) == Preferences(size=PictureSize.SMALL)
        await again.privacy.delete(ANN.id)
        assert again.people.preferences(ANN.id) == Preferences()
        assert (await again.privacy.export(ANN.id))["people"] == []
    finally:
        await again.close()


async def test_reminders_and_the_daily_list_outlive_a_restart(host: Host, clock: Clock, place: Place) -> None:
    chosen = PreferenceChoices(reminders=Reminders.ONCE, digest=Digest(18 * 60 + 30, clock()), zone=BERLIN)
    await host.people.choose_preferences(ANN, **chosen)
    await host.close()
    again = await open_host(place)
    assert again.people.preferences(ANN.id) == Preferences(**chosen)
    [(due, person)] = again.schedule.upcoming(DIGEST)
    assert person == ANN.id
    await again.people.note_digest(ANN.id, due)
    assert again.schedule.upcoming(DIGEST) == [(due + timedelta(days=1), ANN.id)]
    await again.privacy.delete(ANN.id)
    assert again.schedule.upcoming(DIGEST) == []
    await again.close()


@pytest.mark.parametrize(
    ("since", "due"),
    [
        (datetime(2026, 3, 28, 0, tzinfo=UTC), datetime(2026, 3, 28, 1, 30, tzinfo=UTC)),
        (datetime(2026, 3, 28, 1, 30, tzinfo=UTC), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),  # 2:30 does not exist
        (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), datetime(2026, 3, 30, 0, 30, tzinfo=UTC)),
        (datetime(2026, 10, 24, 1, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 26, 1, 30, tzinfo=UTC)),  # 2:30 comes twice
    ],
)
def test_a_daily_list_is_due_once_a_day_though_the_clocks_change(since: datetime, due: datetime) -> None:
    assert next_digest(Digest(2 * 60 + 30, since), BERLIN) == due


@pytest.mark.parametrize(("text", "minute"), [("18:30", 1110), ("7", 420), (" 0:05 ", 5), ("24:00", 0), ("", None)])
def test_times_of_day_are_read(text: str, minute: int | None) -> None:
    assert parse_time_of_day(text) == minute


async def test_choices_at_one_moment_all_hold(host: Host, clock: Clock, place: Place) -> None:
    await asyncio.gather(
        host.people.choose_preferences(ANN, language="de"),
        host.people.choose_preferences(ANN, zone=BERLIN, quiet_hours=QuietHours(0, 60)),
        host.people.choose_preferences(ANN, theme=Theme.DAY, size=PictureSize.LARGE),
    )
    chosen = Preferences("de", BERLIN, QuietHours(0, 60), theme=Theme.DAY, size=PictureSize.LARGE)
    assert host.people.preferences(ANN.id) == chosen
    await host.close()
    again = await open_host(place, clock)
    assert again.people.preferences(ANN.id) == chosen
    await again.close()


def test_every_preference_but_the_vacation_can_be_chosen() -> None:
    names = {field.name for field in fields(Preferences)} - {"vacation"}
    assert PreferenceChoices.__annotations__.keys() == _values_by_field(Preferences()).keys() == names


async def test_what_is_done_for_somebody_deleted_meanwhile_is_not_kept(host: Host, clock: Clock) -> None:
    await host.people.choose_preferences(ANN, digest=Digest(18 * 60, clock()))
    await asyncio.gather(
        host.privacy.delete(ANN.id),
        host.people.note_digest(ANN.id, clock()),
        host.people.stop_digest(ANN.id),
        host.people.save_dm_channel(ANN.id, 40, is_new=True),
        host.people.stop_dms(ANN.id),
    )
    assert (host.people.preferences(ANN.id), host.people.dm_channel(ANN.id)) == (Preferences(), None)
    assert host.schedule.upcoming(DIGEST) == []
    assert await places_of(database_of(host), ANN.name) == {}


async def test_a_channel_that_cannot_be_stored_is_not_in_memory(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    await host.people.choose_preferences(ANN, language="de")
    await host.people.save_dm_channel(ANN.id, 40, is_new=True)

    async def refuse(_: object) -> None:
        raise DatabaseLockedError("games.db")

    monkeypatch.setattr(database_of(host), "commit", refuse)
    for change in (
        host.people.save_dm_channel(ANN.id, 50, is_new=True),
        host.people.forget_dm_channel(ANN.id),
        host.people.forget_dm_channels(),
    ):
        with pytest.raises(DatabaseLockedError):
            await change
        assert host.people.dm_channel(ANN.id) == 40
