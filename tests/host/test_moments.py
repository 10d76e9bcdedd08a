"""A day with a time, as a person types it, by the clocks of their time zone."""

from datetime import UTC, datetime

import pytest

from host.errors import BadMomentError, PastTimeError
from host.model.preferences import parse_moment

SATURDAY_NOON = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)
BERLIN, APIA = "Europe/Berlin", "Pacific/Apia"


@pytest.mark.parametrize(
    ("text", "zone", "expected"),
    [
        ("2026-12-05 18:00", "UTC", datetime(2026, 12, 5, 18, tzinfo=UTC)),
        ("2026-12-05 18:00", BERLIN, datetime(2026, 12, 5, 17, tzinfo=UTC)),
        ("2027-07-01 18", BERLIN, datetime(2027, 7, 1, 16, tzinfo=UTC)),
        ("saturday 18:00", BERLIN, datetime(2026, 12, 5, 17, tzinfo=UTC)),
        ("Saturday 13:00", BERLIN, datetime(2026, 12, 12, 12, tzinfo=UTC)),
        ("friday 0:30", BERLIN, datetime(2026, 12, 10, 23, 30, tzinfo=UTC)),
        ("saturday 24:00", BERLIN, datetime(2026, 12, 5, 23, tzinfo=UTC)),
        ("sunday 1:30", APIA, datetime(2026, 12, 5, 12, 30, tzinfo=UTC)),
        ("today 18:00", BERLIN, datetime(2026, 12, 5, 17, tzinfo=UTC)),
        ("Tomorrow 1:30", BERLIN, datetime(2026, 12, 6, 0, 30, tzinfo=UTC)),
        ("13:01", BERLIN, datetime(2026, 12, 5, 12, 1, tzinfo=UTC)),
        ("13:00", BERLIN, datetime(2026, 12, 6, 12, tzinfo=UTC)),
        ("in 20m", BERLIN, datetime(2026, 12, 5, 12, 20, tzinfo=UTC)),
        ("in 2d", APIA, datetime(2026, 12, 7, 12, 0, tzinfo=UTC)),
        ("", BERLIN, None),
        ("  ", BERLIN, None),
    ],
)
def test_the_time_is_that_of_the_zone(text: str, zone: str, expected: datetime | None) -> None:
    assert parse_moment(text, zone, SATURDAY_NOON) == expected


@pytest.mark.parametrize(
    "text", ["2026-12-05 12:00", "2026-12-05 0:00", "today 12:00", "2020-01-01 24:00", "0001-01-01 0:00"]
)
def test_a_time_that_is_over_is_refused(text: str) -> None:
    with pytest.raises(PastTimeError):
        parse_moment(text, "UTC", SATURDAY_NOON)


@pytest.mark.parametrize(
    "text",
    [
        "2026-12-05",
        "saturday",
        "2026-13-05 18:00",
        "2026-12-05 25:00",
        "2026-12-05 24:01",
        "2026-12-05 18:0",
        "someday 18:00",
        "saturday the 5th 18:00",
        "9999-12-31 18:00",
        "0001-01-01 0:00 18:00",
        "٢ 18:00",
        "18:00 saturday",
        "in 20",
        "in 0m",
        "20m",
    ],
)
def test_what_is_no_time_is_refused_as_it_was_typed(text: str) -> None:
    with pytest.raises(BadMomentError) as error:
        parse_moment(text, BERLIN, SATURDAY_NOON)
    assert error.value.text == text


def test_a_day_before_all_days_is_no_time() -> None:
    with pytest.raises(BadMomentError):
        parse_moment("0001-01-01 0:00", BERLIN, SATURDAY_NOON)
