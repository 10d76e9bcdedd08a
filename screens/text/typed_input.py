"""What people type: deployments, sides, days and times, in English, as in records, or in the current language.

In German, for example, ``Bauer SSO`` is ``farmer SSE``, ``C4 O`` is ``C4 E``, and ``24.12.2026`` is ``2026-12-24``.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from carcassonne import (
    FIGURES,
    Deploy,
    Deployment,
    DeploymentChoice,
    DeployNobody,
    NotationError,
    Recall,
    Role,
    ScoreFirst,
    State,
    format_deployment,
    parse_choice,
    parse_deployment,
    spot_number,
)
from carcassonne.castle.planned_answers import (
    LABELS,
    NO_PLANNED_ANSWERS,
    PlannedAnswers,
    parse_first,
    parse_labelled,
)
from host.model.clock import parse_pace
from host.model.preferences import AFTER_NOW, TODAY, TOMORROW, WEEKDAYS, format_time_of_day
from screens.text.i18n import _, current_language, pgettext
from screens.text.markup import word_list
from screens.text.nouns import compass, counted, noun, point_text, typed_names
from screens.text.spots import spot_segment, without_signs

_Read = TypeVar("_Read")

_PLACES: Final[Mapping[Role, tuple[str, ...]]] = {
    Role.THIEF: ("road",),
    Role.KNIGHT: ("city",),
    Role.FARMER: ("farm", "meadow", "field"),
    Role.MONK: ("cloister", "monastery"),
    Role.ABBOT: ("garden",),
}
"""The nouns for the places where somebody stands in a role. They may be typed for it."""


def read_deployment(text: str) -> DeploymentChoice:
    """Read a deployment. English is understood in every language, and so is what a button says. Raise NotationError."""
    if read_word(text) is TypedWord.NOBODY:
        return DeployNobody()
    return _read(without_signs(text).partition(" · ")[0], parse_choice, _in_english)


@dataclass(frozen=True, slots=True)
class TypedDeployment:
    """What somebody types for a follower: the deployment, if they say one, and answers that they plan."""

    deployment: DeploymentChoice | None = None
    planned: PlannedAnswers = NO_PLANNED_ANSWERS


NOTHING_SAID: Final = TypedDeployment()


def read_typed_deployment(text: str) -> TypedDeployment:
    """Read a deployment with planned answers behind their labels: ``2``, ``- wall:1 2 first:C4 N``, ``wall:1``.

    Raise NotationError.
    """
    words, labels = split_labels(text)
    return TypedDeployment(read_deployment(words) if words else None, parse_labelled(labels, read_first))


_NAME_OF_ANSWER: Final = re.compile(rf"(?:^|\s)({'|'.join([*LABELS, 'game'])})\s*:", re.IGNORECASE)


def split_labels(text: str) -> tuple[str, Mapping[str, str]]:
    """Return the words before the first label, and what stands behind each label: ``M14 90 -``, ``{"wall": "1 2"}``."""
    words, *labelled = _NAME_OF_ANSWER.split(text)
    return words.strip(), {name.lower(): one.strip() for name, one in zip(labelled[::2], labelled[1::2], strict=True)}


class TypedWord(StrEnum):
    """A word that is a whole message to the bot, with the number of a game before it or not."""

    NOBODY = "pass"
    LEAVE = "leave"
    VOTE = "vote"


def read_word(text: str) -> TypedWord | None:
    """Return which of these words a text is, in English or the current language; None if it is none."""
    named = {plain(word): one for one, words in _words_by_meaning().items() for word in words.split()}
    return (named | {one.value: one for one in TypedWord}).get(plain(text.strip().removeprefix("/")))


def word_to_type(meaning: TypedWord) -> str:
    """Return the word that texts teach in the current language: ``pass``, in German ``passen``."""
    return _words_by_meaning()[meaning].split()[0]


def _words_by_meaning() -> Mapping[TypedWord, str]:
    return {
        TypedWord.NOBODY: pgettext("words that may be typed, apart", "pass passing"),
        TypedWord.LEAVE: pgettext("words that may be typed, apart", "leave leaving"),
        TypedWord.VOTE: pgettext("words that may be typed, apart", "vote voting"),
    }


def read_first(text: str) -> tuple[ScoreFirst, ...]:
    """Read what The Castle scores first, such as ``C4 N``. English is understood in every language.

    Raise NotationError.
    """
    return _read(text, parse_first, _points_in_english)


def _read(text: str, parse: Callable[[str], _Read], in_english: Callable[[str], str]) -> _Read:
    """Read a text as it is, or else with its words in English. The error is always about the text as it is."""
    try:
        return parse(text)
    except NotationError:
        with suppress(NotationError):
            return parse(in_english(text))
        raise


def _points_in_english(text: str) -> str:
    words = text.split()
    return " ".join(word if any(map(str.isdecimal, word)) else _english_point(word) for word in words)


def deployment_without_point(text: str) -> Deploy | None:
    """Return what a text names, in English or the current language, at a made-up point.

    Return None unless only the point is missing.
    """
    for words in (text, _in_english(text)):
        with suppress(NotationError):
            deployment = parse_deployment(f"{words} N")
            return deployment if isinstance(deployment, Deploy) else None
    return None


def _in_english(text: str) -> str:
    """Return a deployment in the notation of records. Unknown words stay as they are."""
    words, names = text.split() or [""], _names()
    if words[0].isdecimal() and len(words) > 1:  # as buttons write it: ``2 farmer``
        return f"{words[0]} {_in_english(' '.join(words[1:]))}"
    for length in range(len(words), 0, -1):
        if name := names.get(plain(" ".join(words[:length]))):
            return " ".join([name, *map(_english_point, words[length:])])
    return " ".join([words[0], *map(_english_point, words[1:])])


def _names() -> Mapping[str, str]:
    """Return what may be typed in the current language, and what it is in the records."""
    names = {plain(noun(name)): role.value for role, nouns in _PLACES.items() for name in nouns}
    names |= {role.value: role.value for role in Role}
    several = {
        Role.THIEF.value: pgettext("words that may be typed, apart", "robber bandit brigand"),
        Role.KNIGHT.value: pgettext("words that may be typed, apart", "cavalier"),
        Role.FARMER.value: pgettext("words that may be typed, apart", "peasant"),
        format_deployment(DeployNobody()): pgettext("words that may be typed, apart", "nobody none"),
        format_deployment(Recall()): pgettext("words that may be typed, apart", "recall back"),
    }
    names |= {plain(word): role for role, words in several.items() for word in words.split()}
    names[plain(_("take your abbot back"))] = format_deployment(Recall())  # as the button has it
    names |= {plain(name): notation for name, notation in typed_names()}
    prefixes = {figure.prefix for figure in FIGURES.values() if figure.prefix}
    return names | {f"{prefix} {name}": f"{prefix} {role}" for prefix in prefixes for name, role in names.items()}


def typed_forms(after_placement: State, deployment: Deployment) -> Iterator[str]:
    """Yield all ways to type a legal deployment on the tile just laid, in English and the current language, ``plain``:
    ``wegelagerer o``, ``wegelagerer 3``, ``thief e``.

    Raise ValueError if the tile has no such spot.
    """
    if not isinstance(deployment, Deploy):
        yield from _words_for(format_deployment(deployment))
        return
    assert after_placement.last is not None  # noqa: S101 (a tile was just laid)
    turned = after_placement.cells[after_placement.last].turned
    number = spot_segment(turned, deployment)
    points = turned.segments[number].points
    places = [str(spot_number(turned.tile, number)), *points, *map(point_text, points)]
    for word in _words_for(deployment.name):
        yield word
        yield from (f"{word} {plain(place)}" for place in places)


def _words_for(notation: str) -> list[str]:
    return [word for word, one in _names().items() if one == notation]


def _english_point(point: str) -> str:
    """Return a compass point in English letters. Unknown letters stay as they are."""
    english = {letter: canonical for canonical, letter in compass().items()}
    return "".join(english.get(letter, letter) for letter in point.upper())


def plain(word: str) -> str:
    """Return a word in lower case, without accents."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


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


def format_moment(moment: datetime, zone: str) -> str:
    """Write a time as it is by the clocks of a zone: ``24.12.2026 18:30``. ``read_moment`` reads it."""
    local = moment.astimezone(ZoneInfo(zone))
    return f"{format_day(local.date())} {format_time_of_day(local.hour * 60 + local.minute)}"


def read_moment(text: str) -> str:
    """Return a typed day and time as ``2026-12-24 18:30`` or ``saturday 18:30``, and ``in 20 minutes`` as ``in 20m``;
    what is none stays as it is, and the host refuses it. ``6 pm`` is ``18:00``.
    """
    found = _FROM_NOW.fullmatch(text.strip())
    if found and plain(found[1]) in _words_for_from_now() and parse_pace(length := read_duration(found[2])):
        return f"{AFTER_NOW} {length}"
    *words, clock = _HALF_DAY.sub(_by_24_hours, text).replace(",", " ").split() or [""]
    spoken = " ".join(words)
    return f"{_named_days().get(plain(spoken).rstrip('.')) or read_day(spoken)} {clock}".strip()


def read_duration(text: str) -> str:
    """Return a typed length of time, ``12 hours``, ``1.5 h`` or ``1 d 6 h``, as ``12h``, ``90m`` or ``30h``; what is
    none, or no whole minutes, stays as it is, and the host refuses it.
    """
    joined = rf"(?:\s*,\s*|\s+(?:{'|'.join(map(re.escape, _ands()))})\s+|\s*)"
    words, minutes = text.strip().casefold(), Fraction(0)
    if not re.fullmatch(rf"{_LENGTH.pattern}(?:{joined}{_LENGTH.pattern})*", words):
        return text.strip()
    for found in _LENGTH.finditer(words):
        unit = _units().get(plain(found[2]))
        if unit is None:
            return text.strip()
        minutes += Fraction(found[1].replace(",", ".")) * _MINUTES[unit]
    unit = next((one for one in ("d", "h", "m") if minutes % _MINUTES[one] == 0), None)
    return f"{minutes // _MINUTES[unit]}{unit}" if unit else text.strip()


def format_duration(length: timedelta) -> str:
    """Write a length of time in whole minutes: ``40 days``, ``1 day, 6 hours and 10 minutes``. ``read_duration``
    reads it.
    """
    minutes = length // timedelta(minutes=1)
    parts = {"day": minutes // 1440, "hour": minutes // 60 % 24, "minute": minutes % 60}
    return word_list([counted(number, word) for word, number in parts.items() if number]) or counted(0, "minute")


def _words_for_from_now() -> list[str]:
    """Return what may be typed before a length of time for when it is over, in English or the current language."""
    spoken = pgettext("what may be typed, with commas between", "in")
    return [AFTER_NOW, *(plain(one.strip()) for one in spoken.split(","))]


def _ands() -> list[str]:
    """Return what may be typed between two parts of a length of time, in English or the current language."""
    return ["and", *pgettext("words that may be typed, apart", "and").split()]


def _units() -> Mapping[str, str]:
    """Return what may be typed for a unit of time, in English or the current language, and the unit."""
    spoken = {
        "m": pgettext("words that may be typed, apart", "minute minutes min"),
        "h": pgettext("words that may be typed, apart", "hour hours hr"),
        "d": pgettext("words that may be typed, apart", "day days"),
    }
    english = {"m": "minute minutes min", "h": "hour hours hr", "d": "day days"}
    both = [*spoken.items(), *english.items()]
    return {plain(word): unit for unit, words in both for word in [unit, *words.split()]}


_LENGTH: Final = re.compile(r"(\d{1,4}(?:[.,]\d{1,2})?)\s*([^\W\d_]+)\.?")
"""A part of a length of time: ``12 h``, ``1,5 Std.``."""
_MINUTES: Final = {"m": 1, "h": 60, "d": 1440}
_FROM_NOW: Final = re.compile(r"(\D+?)\s*(\d.*)")
_HALF_DAY: Final = re.compile(r"\b(1[0-2]|0?[1-9])(:[0-5]\d)?\s*([ap])\.?m\b\.?\s*$", re.IGNORECASE)


def _by_24_hours(found: re.Match[str]) -> str:
    hour = int(found[1]) % 12 + (12 if found[3].casefold() == "p" else 0)
    return f"{hour:02}{found[2] or ':00'}"


def _named_days() -> Mapping[str, str]:
    """Return what may be typed for a day of the week, today and tomorrow, in English or the current language, and its
    English name.
    """
    spoken = {
        TODAY: pgettext("words that may be typed, apart", "today"),
        TOMORROW: pgettext("words that may be typed, apart", "tomorrow"),
        "monday": pgettext("words that may be typed, apart", "monday mon"),
        "tuesday": pgettext("words that may be typed, apart", "tuesday tue"),
        "wednesday": pgettext("words that may be typed, apart", "wednesday wed"),
        "thursday": pgettext("words that may be typed, apart", "thursday thu"),
        "friday": pgettext("words that may be typed, apart", "friday fri"),
        "saturday": pgettext("words that may be typed, apart", "saturday sat"),
        "sunday": pgettext("words that may be typed, apart", "sunday sun"),
    }
    local = {plain(word): day for day, words in spoken.items() for word in words.split()}
    return {day[:3]: day for day in WEEKDAYS} | local | {day: day for day in (TODAY, TOMORROW, *WEEKDAYS)}


def _readings(text: str) -> list[datetime]:
    found = _DAY_FIRST.fullmatch(text.strip())
    if found and ("." in text or current_language() in _WRITTEN):
        day, month, year = found.groups()
        return _parsed(f"{year}-{month}-{day}", [_ISO])
    return _parsed(" ".join(text.replace(",", " ").replace(".", " ").split()), _MONTHS_BY_NAME)


def _parsed(text: str, formats: list[str] | tuple[str, ...]) -> list[datetime]:
    parsed = []
    for one in formats:
        with suppress(ValueError):
            parsed.append(datetime.strptime(text, one))  # noqa: DTZ007 - a day, not a time
    return parsed
