"""Every text for people comes from a catalogue: with a catalogue of wide letters, only names stay in ordinary ones."""

import gettext
import re
from collections.abc import Iterator
from string import Formatter, ascii_letters
from typing import Any

import pytest

from carcassonne.castle import Asking
from screens.courses import COURSES
from screens.screen import Button
from screens.text import i18n
from screens.text.editions import differences
from screens.text.help import private_welcome_text, welcome_text
from screens.text.tutorial import OPPONENT, stopped_text
from screens.tutorial import tutorial_message
from tests.cogs.castle_table import play_to
from tests.cogs.room import NAMES, ON_SIMCORD, Room, first_turn
from tests.cogs.room import written as written_turn
from tests.cogs.typed_words import leave
from tests.fixtures.shared_extensions import forget_payloads

pytestmark = ON_SIMCORD

WIDE = "".join(chr(ord(letter) + 0xFEE0) for letter in ascii_letters)
TO_WIDE = str.maketrans(ascii_letters, WIDE)
NOT_TRANSLATED = re.compile(r"```.*?```|<[^>]*>|https?:[^\s)]*|[0-9a-f]{16,}", re.DOTALL)
"""Records, mentions, commands, addresses and hashes."""
SAME_EVERYWHERE = {*NAMES, OPPONENT, "Carcassonne"}
ADDED_TILE = re.compile(r"[rit][A-X]\+?")


def in_wide_letters(text: str) -> str:
    """The text in wide letters; its placeholders stay."""
    parts = Formatter().parse(text)
    return "".join(
        words.translate(TO_WIDE) + ("" if name is None else f"{{{name}}}") for words, name, _spec, _how in parts
    )


class WideCatalogue(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return in_wide_letters(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return in_wide_letters(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return in_wide_letters(message)


@pytest.fixture(autouse=True)
def _wide_catalogue(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    forget_payloads()
    monkeypatch.setattr(i18n, "_catalogue", lambda language: WideCatalogue())
    yield
    forget_payloads()


def leaks(text: str) -> list[str]:
    """The words in ordinary letters, which no catalogue gave."""
    found = re.findall(r"[A-Za-z]{2,}", NOT_TRANSLATED.sub(" ", text))
    return [word for word in found if word not in SAME_EVERYWHERE and not ADDED_TILE.fullmatch(word)]


def read(message: Any) -> Iterator[str]:
    """Everything in a message that people read: its text, buttons, choices and descriptions of pictures."""
    yield message.content
    yield from (attachment.description or "" for attachment in message.attachments)
    for row in message.components:
        parts = row["components"] if isinstance(row, dict) else [one.to_dict() for one in row.children]
        for part in parts:
            yield from (part.get("label") or "", part.get("placeholder") or "")
            for option in part.get("options") or []:
                yield from (option["label"], option.get("description") or "")


def check(room: Room, *results: Any) -> None:
    shown = [one for result in results for one in (result.response, *result.followups) if one]
    for message in [*shown, *room.messages()]:
        for text in read(message):
            assert leaks(text) == [], text


async def test_before_a_game(room: Room) -> None:
    ann, channel = room.ann, room.channel
    check(room, *[await ann.slash(channel, name) for name in ("board", "games", "help", "rules")])
    check(room, await ann.slash(channel, "join"), await ann.slash(channel, "join"), await ann.slash(channel, "start"))
    check(room, await room.bob.slash(channel, "join"), await room.bob.slash(channel, "games"))
    await leave(room, room.bob)


async def test_a_few_turns(room: Room) -> None:
    await room.begin(edition="new-edition", options="river abbot")
    ann, channel = room.ann, room.channel
    await room.play_on(4)
    looks = ("board", "tiles", "log", "games", "rules", "resign", "undo")
    check(room, *[await ann.slash(channel, name) for name in looks])
    mover, (cell, rotation, _follower) = room.to_move(), first_turn(room.state()).split(maxsplit=2)
    check(room, await mover.slash(channel, "place", at=cell, rotation=int(rotation)))
    for options in ({"at": "Q20", "rotation": 0}, {"at": "9", "rotation": 0}, {"at": cell, "rotation": 45}):
        check(room, await mover.slash(channel, "place", **options))
    for option in ("at", "rotation", "follower"):
        offered = await mover.autocomplete(channel, "place", option, "", at=cell, rotation=int(rotation))
        assert [leaks(choice["name"]) for choice in offered] == [[]] * len(offered)


async def test_the_guided_game_and_the_welcome(room: Room) -> None:
    for number in (number for course in COURSES for number in range(course.first, course.end + 1)):
        for is_wrong in (False, True):
            shown = await tutorial_message(room.bot.pictures, number, is_wrong=is_wrong, offers_table=True)
            buttons = [one.label for row in shown.rows for one in row if isinstance(one, Button)]
            for said in (shown.text, *(one.alt or "" for one in shown.files), *buttons):
                assert leaks(said) == [], said
    for said in (welcome_text(), private_welcome_text(NAMES[0]), stopped_text(), *differences("castle")):
        assert leaks(said) == [], said


async def test_a_question_of_the_castle(room: Room) -> None:
    await room.begin(edition="castle")
    cell, rotation, follower = written_turn(await play_to(room, Asking.ORDER)).split(maxsplit=2)
    played = await room.to_move().slash(room.channel, "place", at=cell, rotation=int(rotation), follower=follower)
    check(room, played, await room.ann.slash(room.channel, "rules"), await room.to_move().slash(room.channel, "tiles"))
