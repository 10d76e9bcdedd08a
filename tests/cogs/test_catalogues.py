"""The catalogues are complete: each language has every text with its placeholders, and the compiled files match."""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from cogs.text.i18n import ENGLISH
from host.model.table_options import LANGUAGES

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "cogs" / "locale"
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]

ROOM = ((20, 45), (45, 80), (75, 100))
"""The longest allowed translation, by the length of the English text."""

in_every_language = pytest.mark.parametrize("language", TRANSLATED)


def catalogue(language: str) -> Catalog:
    with (folder(language) / "carcassonne.po").open("rb") as file:
        return read_po(file, locale=language)


def template() -> Catalog:
    with (CATALOGUES / "carcassonne.pot").open("rb") as file:
        return read_po(file)


def folder(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES"


def messages(of: Catalog) -> Iterator[Message]:
    """The texts, without the header."""
    return (message for message in of if message.id)


def keys(of: Catalog) -> set[tuple[str | None, str, str]]:
    return {(message.context, *singular_and_plural(message.id)) for message in messages(of)}


def singular_and_plural(text: str | tuple[str, ...] | list[str]) -> tuple[str, str]:
    return (text, "") if isinstance(text, str) else (text[0], text[1])


def test_the_template_has_every_text_of_the_program_and_no_other() -> None:
    found = set()
    for _file, _line, text, _comments, context in extract_from_dir(ROOT / "cogs", keywords=DEFAULT_KEYWORDS):
        found.add((context, *singular_and_plural(text)))
    assert found - keys(template()) == set(), "run `make texts` and translate what is new"
    assert keys(template()) - found == set(), "run `make texts`"


def test_no_text_is_looked_up_within_another_string() -> None:
    """Texts within the braces of an f-string are not extracted, so they would stay English in every language."""
    lost = [
        f"{path.name}:{call.lineno}"
        for path in (ROOT / "cogs").rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text()))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in DEFAULT_KEYWORDS
        if not isinstance(call.args[0], ast.Name | ast.Subscript)
    ]
    assert lost == []


@in_every_language
def test_no_text_is_missing_or_unused(language: str) -> None:
    known = catalogue(language)
    assert keys(known) == keys(template())
    assert known.obsolete == {}
    assert [message.id for message in messages(known) if message.fuzzy or not all(strings(message))] == []


def strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@in_every_language
def test_every_placeholder_is_in_the_translation(language: str) -> None:
    for message in messages(catalogue(language)):
        wanted = {frozenset(placeholders(text)) for text in singular_and_plural(message.id) if text}
        for text in strings(message):
            assert {frozenset(placeholders(text))} == wanted, (message.id, text)


def placeholders(text: str) -> list[str]:
    """The names in braces, without index or format."""
    return [name for _literal, name, _format, _conversion in Formatter().parse(text) if name is not None]


@in_every_language
def test_marks_and_spaces_are_kept(language: str) -> None:
    """Bold text stays bold, code stays code, and spaces at the beginning and end stay the same."""
    for message in messages(catalogue(language)):
        for text in strings(message):
            for mark in ("**", "`", "/"):
                assert text.count(mark) == message_text(message).count(mark), (message.id, text)
            assert text == text.strip(" "), text
            assert re.search(r"  |\n", text) is None


def message_text(message: Message) -> str:
    return singular_and_plural(message.id)[0]


@in_every_language
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(language))
    assert (folder(language) / "carcassonne.mo").read_bytes() == compiled.getvalue(), "run `make texts`"


@in_every_language
def test_what_is_short_in_english_stays_short(language: str) -> None:
    """So it fits into labels of buttons (80), descriptions of commands and options (100) and titles (45)."""
    for message in messages(catalogue(language)):
        if (room := next((most for english, most in ROOM if len(message_text(message)) <= english), None)) is not None:
            assert max(map(len, strings(message))) <= room, message.id
