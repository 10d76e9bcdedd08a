"""Days as people type them: ``2026-12-24`` in every language, and as the reader's language writes them."""

import re
from datetime import date, datetime
from typing import Final

from cogs.text.i18n import current_language

_DAY_FIRST: Final = re.compile(r"(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4})")
_MONTHS_BY_NAME: Final = ("%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y")
"""English only: Python names the months so, unless a program sets another locale."""
EXAMPLE_DAY: Final = date(2026, 12, 24)
_ISO: Final = "%Y-%m-%d"
_WRITTEN: Final = {"de": "%d.%m.%Y", "fr": "%d/%m/%Y", "es": "%d/%m/%Y"}
"""How a day is written, by language. English has two ways that look alike, so it has the one that all can read."""


def format_day(day: date) -> str:
    """Write a day as the reader's language does: ``24.12.2026``. ``read_day`` reads it."""
    return day.strftime(_WRITTEN.get(current_language(), _ISO))


def read_day(text: str) -> str:
    """Return a typed day as ``2026-12-24``; what is no day stays as it is, and the host refuses it.

    The day comes before the month where there are dots, and in all languages but English also where there are slashes.
    """
    return next((day.date().isoformat() for day in _readings(text)), text)


def _readings(text: str) -> list[datetime]:
    found = _DAY_FIRST.fullmatch(text.strip())
    if found and ("." in text or current_language() in _WRITTEN):
        day, month, year = found.groups()
        return _parsed(f"{year}-{month}-{day}", [_ISO])
    return _parsed(" ".join(text.replace(",", " ").replace(".", " ").split()), _MONTHS_BY_NAME)


def _parsed(text: str, formats: list[str] | tuple[str, ...]) -> list[datetime]:
    parsed = []
    for one in formats:
        try:
            parsed.append(datetime.strptime(text, one))  # noqa: DTZ007 - a day, not a time
        except ValueError:
            continue
    return parsed
