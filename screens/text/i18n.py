"""The language of texts. The code has them in English and looks up translations with gettext.

The caller sets the language once (``with use_language("de"):``). Functions that make texts use it without an argument.
Private messages are in the language of the reader, public ones in that of the table. Babel makes the catalogues in
``screens/locale`` (see CONTRIBUTING.md).
"""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Final

from host.model.table_options import LANGUAGES

ENGLISH: Final = LANGUAGES[0]

_current_language: ContextVar[str] = ContextVar("language", default=ENGLISH)

_client_language: ContextVar[str | None] = ContextVar("client_language", default=None)


def language_of_locale(locale: str | None) -> str:
    """Return the bot's language for a locale of Discord (``de``, ``es-419``, ``pt-BR``); English if it has none."""
    language = (locale or ENGLISH).partition("-")[0]
    return language if language in LANGUAGES else ENGLISH


def current_language() -> str:
    return _current_language.get()


def client_language() -> str:
    """Return the language in which the reader's Discord shows commands; if it is unknown, the current language."""
    return _client_language.get() or current_language()


def set_language(language: str, client: str | None = None) -> None:
    """Use a language for the rest of this task. ``client`` is that of the reader's Discord, if it is known."""
    _current_language.set(language)
    _client_language.set(client)


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Use a language within a ``with`` block, for texts of which no single reader's Discord is known."""
    token, client_token = _current_language.set(language), _client_language.set(None)
    try:
        yield
    finally:
        _current_language.reset(token)
        _client_language.reset(client_token)


def N_(text: str) -> str:  # noqa: N802 (the usual name of it in programs that use gettext)
    """Mark a text for translation and return it unchanged. ``_`` looks it up later, when the reader is known."""
    return text


def _(text: str) -> str:
    """Return a text in the current language."""
    return _catalogue(_current_language.get()).gettext(text)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the singular or plural of a text, in the current language."""
    return _catalogue(_current_language.get()).ngettext(one, many, number)


def pgettext(context: str, text: str) -> str:
    """Return a text in the current language. The context tells apart two meanings of one English word."""
    return _catalogue(_current_language.get()).pgettext(context, text)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("carcassonne", Path(__file__).parents[1] / "locale", [language], fallback=True)
