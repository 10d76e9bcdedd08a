"""Days and times as people type them, in each language."""

from datetime import UTC, date, datetime

import pytest

from host.model.preferences import parse_moment
from host.model.table_options import LANGUAGES
from screens.text.i18n import use_language
from screens.text.typed_input import format_day, format_moment, read_day, read_duration, read_moment

CHRISTMAS = "2026-12-24"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *[(language, text) for language in LANGUAGES for text in (CHRISTMAS, "24.12.2026", " 24. 12. 2026 ")],
        *[(language, "24/12/2026") for language in ("de", "fr", "es")],
        *[("en", text) for text in ("24 December 2026", "24 Dec 2026", "Dec. 24, 2026", "december 24 2026")],
    ],
)
def test_the_readers_habit_is_read(language: str, text: str) -> None:
    with use_language(language):
        assert read_day(text) == CHRISTMAS


@pytest.mark.parametrize("text", ["24/12/2026", "4/5/2026", "31.02.2026", "24.12.", "tomorrow", ""])
def test_what_is_unclear_stays_as_it_is(text: str) -> None:
    assert read_day(text) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_read(language: str) -> None:
    with use_language(language):
        assert read_day(format_day(date(2026, 12, 24))) == CHRISTMAS


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        *[(language, "saturday 18:00", "saturday 18:00") for language in LANGUAGES],
        *[(language, "24. 12. 2026, 18:30", f"{CHRISTMAS} 18:30") for language in LANGUAGES],
        ("en", "Sat, 18:00", "saturday 18:00"),
        ("de", "Sa. 18:00", "saturday 18:00"),
        ("de", "Sonnabend 18:00", "saturday 18:00"),
        ("de", "mi 18:00", "wednesday 18:00"),
        ("fr", "Samedi 18:00", "saturday 18:00"),
        ("fr", "mar. 7", "tuesday 7"),
        ("es", "sabado 18:00", "saturday 18:00"),
        ("es", "Miércoles 18:00", "wednesday 18:00"),
        ("en", "Tomorrow, 18:00", "tomorrow 18:00"),
        ("de", "morgen 18:00", "tomorrow 18:00"),
        ("fr", "aujourd'hui 18:00", "today 18:00"),
        ("es", "mañana 18:00", "tomorrow 18:00"),
        ("en", "Dec 24, 2026, 6:30 PM", f"{CHRISTMAS} 18:30"),
        ("en", "sat 12 a.m.", "saturday 00:00"),
        ("en", "6pm", "18:00"),
        ("en", "13 pm", "13 pm"),
        ("en", "18:00", "18:00"),
        ("en", "In 20 minutes", "in 20m"),
        ("en", "in 2 hours", "in 2h"),
        ("en", "in 1 d 6 h", "in 30h"),
        ("de", "in 20 Minuten", "in 20m"),
        ("de", "in 1,5 Std.", "in 90m"),
        ("fr", "dans 2 heures", "in 2h"),
        ("fr", "d’ici 20 min", "in 20m"),
        ("fr", "d'ici 20 min", "in 20m"),
        ("es", "en 2 horas", "in 2h"),
        ("es", "dentro de 20 minutos", "in 20m"),
        ("fr", "in 2 days", "in 2d"),
        ("en", "in 20", "in 20"),
        ("fr", "dans 20 ans", "dans 20 ans"),
        ("en", "soon", "soon"),
        ("en", "", ""),
    ],
)
def test_a_day_with_a_time_is_read(language: str, text: str, read: str) -> None:
    with use_language(language):
        assert read_moment(text) == read


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_written_time_is_read(language: str) -> None:
    now, at = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 12, 24, 17, 30, tzinfo=UTC)
    with use_language(language):
        written = format_moment(at, "Europe/Berlin")
        assert written.endswith(" 18:30")
        assert parse_moment(read_moment(written), "Europe/Berlin", now) == at


@pytest.mark.parametrize(
    ("language", "text", "read"),
    [
        *[(language, text, "12h") for language in LANGUAGES for text in ("12h", "12 h", " 12 H. ", "12 hours")],
        *[(language, text, "2d") for language in LANGUAGES for text in ("2d", "2 days", "02 day")],
        *[(language, text, "90m") for language in LANGUAGES for text in ("90 min", "1.5 h", "1,5h", "1 h 30 m")],
        *[
            (language, text, "30h")
            for language in LANGUAGES
            for text in ("1 d 6 h", "1d6h", "1 day, 6 hours", "1.25 d")
        ],
        ("en", "1 day and 6 hours", "30h"),
        ("de", "1 Tag und 6 Std.", "30h"),
        ("de", "1,5 Tage", "36h"),
        ("fr", "1 j et 6 heures", "30h"),
        ("fr", "1 jour 6 h", "30h"),
        ("es", "1 día y 6 horas", "30h"),
        ("es", "8 días 1 minuto", "11521m"),
        ("de", "12 Std.", "12h"),
        ("de", "2 Tage", "2d"),
        ("fr", "2 jours", "2d"),
        ("fr", "12 heures", "12h"),
        ("es", "2 días", "2d"),
        ("es", "2 dias", "2d"),
        *[("en", text, text) for text in ("", "2", "2 weeks", "1 day 12", "-2 days", "1.01 h", "a day", "1,500 h")],
    ],
)
def test_a_length_of_time_is_read(language: str, text: str, read: str) -> None:
    with use_language(language):
        assert read_duration(text) == read
