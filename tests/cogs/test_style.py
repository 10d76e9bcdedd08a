"""The English texts keep to docs/style.md, as far as that can be counted."""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

import pytest

from carcassonne import EDITIONS
from screens.text.turns import announcement
from tests.cogs.example_tables import NAMES, every_turn
from tests.fixtures.message_ids import ROOT, message_ids
from tests.texts_page import texts_page

MAX_SENTENCES: Final = 2
TURN_LENGTH: Final = 220
CASTLE_TURN_LENGTH: Final = 280
"""In The Castle, a tile's courts are named by up to eight half-sides, and a turn can move a keep."""

PAGES: Final = {
    "text/rules.py": "the rules are a page to read",
    "text/castle.py": "it has the rules of The Castle",
    "text/help.py": "the help is a page to read",
    "text/privacy.py": "what the bot keeps is a page to read",
}
"""Modules whose texts may have more sentences, with the reason."""

MORE_WORDS: Final = ("plays along", "takes part", "lay", "lays", "laid", "organises", "thereby", "who organises")
"""Forms of the words in the table that it doesn't spell out."""


def banned() -> list[str]:
    """The words in the first column of "Words to avoid"."""
    section = (ROOT / "docs" / "style.md").read_text("utf-8").partition("## Words to avoid")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("|")][2:]
    return sorted({word.strip(' "') for row in rows for word in row.split(",")} | set(MORE_WORDS))


def prose(text: str) -> str:
    """A text without what people type, which stands in backticks, and without placeholders."""
    return re.sub(r"`[^`]*`|\{\w+\}", "…", text)


def english() -> Iterator[tuple[str, str]]:
    """Every English text with its module."""
    for one in message_ids():
        if one.context is None:  # texts with a context are words that people may type
            yield from ((one.module, text) for text in one.texts)


def test_no_text_has_a_word_to_avoid() -> None:
    words = re.compile(rf"\b({'|'.join(map(re.escape, banned()))})\b", re.IGNORECASE)
    assert len(banned()) > 15
    found = [(where, text) for where, text in english() if words.search(prose(text))]
    assert found == []


def test_no_part_of_a_message_has_more_than_two_sentences() -> None:
    long = [
        (where, line)
        for where, text in english()
        for line in prose(text).split("\n")
        if len(re.findall(r"[.!?](?=\s|$)", line)) > MAX_SENTENCES
    ]
    assert [one for one in long if one[0] not in PAGES] == []


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_turns_message_is_short(edition: str, seats: int) -> None:
    """Names, links and small print don't count."""
    is_castle = edition == "castle"
    names = NAMES[: 2 if is_castle else seats]
    options = () if is_castle else tuple(EDITIONS[edition].options)
    lengths = [
        (len(text), text)
        for played in every_turn(edition, options, names, seed=1)
        if not played.after.status.is_over
        for text in [without_names(announcement(played), names)]
    ]
    assert len(lengths) > 40
    assert max(lengths)[0] <= (CASTLE_TURN_LENGTH if is_castle else TURN_LENGTH), max(lengths)[1]


def without_names(text: str, names: tuple[str, ...]) -> str:
    lines = [line for line in text.splitlines() if not line.startswith("-# ")]
    return re.sub("|".join([r"<[^>]*>", *names]), "", "\n".join(lines))


def test_a_page_has_all_texts_to_be_read_aloud() -> None:
    page = texts_page()
    assert [text for _module, text in english() if escape(text).replace("\n", "<br>") not in page] == []
