"""The catalogues are complete: each language has every text with its placeholders, and the compiled files match."""

import ast
import io
import re
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.fixtures.changed_texts import TEXT_ROOMS
from tests.fixtures.translations import (
    ADVICE,
    CATALOGUES,
    TRANSLATED,
    catalogue,
    folder,
    is_translated,
    messages,
    missing_translations,
    strings,
)

ROOM = ((20, 45), (45, 80), (75, 100))
"""The longest allowed translation, by the length of the English text."""

in_every_language = pytest.mark.parametrize("language", TRANSLATED)


def template() -> Catalog:
    with (CATALOGUES / "carcassonne.pot").open("rb") as file:
        return read_po(file)


def translated(language: str) -> list[Message]:
    """What is translated; what is missing is found elsewhere."""
    return [message for message in messages(catalogue(language)) if is_translated(message)]


def keys(of: Catalog) -> set[tuple[str | None, str, str]]:
    return {(message.context, *singular_and_plural(message.id)) for message in messages(of)}


def singular_and_plural(text: str | tuple[str, ...] | list[str]) -> tuple[str, str]:
    return (text, "") if isinstance(text, str) else (text[0], text[1])


@pytest.mark.translations
def test_the_template_has_every_text_of_the_program_and_no_other() -> None:
    found = set()
    for room in TEXT_ROOMS:
        for _file, _line, text, _comments, context in extract_from_dir(room, keywords=DEFAULT_KEYWORDS):
            found.add((context, *singular_and_plural(text)))
    assert found - keys(template()) == set(), ADVICE
    assert keys(template()) - found == set(), "run `make texts`"


def test_no_text_is_looked_up_within_another_string() -> None:
    """Texts within the braces of an f-string are not extracted, so they would stay English in every language."""
    lost = [
        f"{path.name}:{call.lineno}"
        for room in TEXT_ROOMS
        for path in room.rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text()))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call) and ast.unparse(call.func) in DEFAULT_KEYWORDS
        if not isinstance(call.args[0], ast.Name | ast.Subscript)
    ]
    assert lost == []


@pytest.mark.translations
def test_no_text_is_missing() -> None:
    lines = missing_translations()
    assert lines == [], "\n".join(lines)


@in_every_language
def test_no_text_is_unused(language: str) -> None:
    known = catalogue(language)
    assert keys(known) == keys(template()), "run `make texts`"
    assert known.obsolete == {}


@in_every_language
def test_every_placeholder_is_in_the_translation(language: str) -> None:
    for message in translated(language):
        wanted = {frozenset(placeholders(text)) for text in singular_and_plural(message.id) if text}
        for text in strings(message):
            assert {frozenset(placeholders(text))} == wanted, (message.id, text)


def placeholders(text: str) -> list[str]:
    """The names in braces, without index or format."""
    return [name for _literal, name, _format, _conversion in Formatter().parse(text) if name is not None]


@in_every_language
def test_marks_and_spaces_are_kept(language: str) -> None:
    """Bold text stays bold, code stays code, and spaces at the beginning and end stay the same."""
    for message in translated(language):
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
    for message in translated(language):
        if (room := next((most for english, most in ROOM if len(message_text(message)) <= english), None)) is not None:
            assert max(map(len, strings(message))) <= room, message.id


def test_french_says_of_nobody_that_he_is_a_man() -> None:
    """*Toi seul vois ceci*, Ann read. And a tournament called *Coupe Ann* was *publié*, as if a cup were masculine."""
    texts = [text for message in translated("fr") for text in strings(message)]
    to_a_man = re.compile(r"\b[Tt]oi seul\b|\b[Tt]u (t’)?es (seul|inscrit|prêt|assis)\b|\b[Tt]u [^.]* fin seul\b")
    assert [text for text in texts if to_a_man.search(text) or re.match(r"\*\*{name}\*\* est \w+é\b", text)] == []


def test_no_text_says_how_many_may_play() -> None:
    """Editions and expansions differ, so the number comes from the ruleset."""
    numbers = re.compile(r"\b(\d (to|bis|a|à) \d (players|people|Personen|jugadores|personas|joueurs)|entre 2 et \d)")
    for one in (template(), *map(catalogue, TRANSLATED)):
        told = [text for message in messages(one) for text in (*singular_and_plural(message.id), str(message.string))]
        assert [text for text in told if numbers.search(text)] == []
        assert any("{most}" in text for text in told)
