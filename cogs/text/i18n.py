"""The language that is being spoken: texts stand in English in the code and are looked up in its catalogue.

Whoever speaks says so once (``with speaking("de"):``); the functions that make words only mark their texts. Private
words are spoken in the reader's language, public ones in the table's. Catalogues are made with Babel and kept in
``cogs/locale`` (see CONTRIBUTING.md).
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = ("en", "de", "fr", "es")
ENGLISH: Final = LANGUAGES[0]

_DOMAIN: Final = "carcassonne"
_CATALOGUES: Final = Path(__file__).parents[1] / "locale"

_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def language_of(locale: str | None) -> str:
    """Return our language for a locale of Discord's (``de``, ``es-419``, ``pt-BR``): English where we lack it."""
    language = (locale or ENGLISH).partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def spoken() -> str:
    """Return the language that is being spoken."""
    return _spoken.get()


def speak(language: str) -> None:
    """Speak a language in the rest of this task."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def marked(text: str) -> str:
    """Return a text as it is: one that is looked up later, when it is known who reads it."""
    return text


def _(text: str) -> str:
    """Return a text in the language spoken."""
    return _catalogue(_spoken.get()).gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the form of a text that goes with a number, in the language spoken."""
    return _catalogue(_spoken.get()).ngettext(one, many, number)


def pgettext(context: str, text: str) -> str:
    """Return a text in the language spoken; the context tells apart what English says with one word."""
    return _catalogue(_spoken.get()).pgettext(context, text)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation(_DOMAIN, _CATALOGUES, [language], fallback=True)
