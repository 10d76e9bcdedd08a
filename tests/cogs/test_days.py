"""Days as people type them, in each language."""

from datetime import date

import pytest

from host.model.table_options import LANGUAGES
from screens.text.i18n import use_language
from screens.text.typed_input import format_day, read_day

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
