"""``/help``: five pages in one private message. The first fits a phone, and all of them together name every command."""

import re
from dataclasses import replace
from typing import Any, Final

import pytest
import simcord

from carcassonne import apply, find_ruleset, new_game, parse_move
from screens.lobby import OFFERED_LEVELS
from screens.text.help import help_text
from screens.text.i18n import use_language
from screens.text.labels import HELP_LABELS, HelpPage
from screens.text.markup import command_ids
from screens.text.series import series_over_text
from screens.text.typed_input import TypedWord, read_word
from tests.cogs.example_tables import NAMES, seated
from tests.cogs.room import ON_SIMCORD, Room, labels

PHONE_LINE: Final = 40
"""About how many characters fit into a line of a message on a phone that is 390 px wide."""
PHONE_LINES: Final = 13

COMMAND_LINK: Final = re.compile(r"</([a-z- ]+):\d+>")


async def help_message(room: Room, person: simcord.MemberActor) -> Any:
    asked = await person.slash(room.channel, "help")
    assert asked.response is not None
    assert asked.ephemeral
    return asked.response


async def turn_to(person: simcord.MemberActor, message: Any, page: HelpPage) -> Any:
    """Press the button of a page; return the same message with that page."""
    pressed = await person.click(message, label=HELP_LABELS[page])
    assert pressed.followups == []
    assert pressed.response is not None
    assert pressed.response.id == message.id
    return pressed.response


def unusable(message: Any) -> list[str]:
    """The labels of the buttons that cannot be pressed."""
    return [button["label"] for row in message.components for button in row["components"] if button.get("disabled")]


@ON_SIMCORD
async def test_it_is_one_private_message_with_a_button_for_each_page(room: Room) -> None:
    shown = await help_message(room, room.ann)
    for page in (HelpPage.LOOK, HelpPage.MANAGERS, HelpPage.COMPUTERS, HelpPage.GAMES, HelpPage.PLAY):
        shown = await turn_to(room.ann, shown, page)
        assert shown.content == help_text(page, OFFERED_LEVELS)
        assert labels(shown)[:5] == list(HELP_LABELS.values())
        assert unusable(shown) == [HELP_LABELS[page]]
        assert labels(shown)[5:] == ["Play the computer", "Guided game"]


def test_a_button_is_named_as_it_stands_at_the_table() -> None:
    """At an English table, all see Place. What is shown to a German alone is in German."""
    with use_language("de"):
        english, own = help_text(HelpPage.PLAY, table_language="en"), help_text(HelpPage.PLAY)
    assert "Drück **Place** unter dem Spielplan." in english
    assert "**Bestätigen**" in english
    assert "**Legen**" in own


def test_so_is_one_below_a_game_in_a_private_answer() -> None:
    table = seated(apply(new_game(find_ruleset("classic"), 2), parse_move("draw D")).state, NAMES[:2])
    table = replace(table, settings=replace(table.settings, language="es"))
    with use_language("fr"):
        assert series_over_text(table) == "La série est finie. **Revancha** ou **Serie** en lance une nouvelle."


@pytest.mark.parametrize(("language", "word"), [("en", "pass"), ("de", "passen"), ("fr", "passer"), ("es", "pasar")])
def test_it_teaches_a_word_of_the_language(language: str, word: str) -> None:
    with use_language(language):
        assert f"`M14 90 {word}`" in help_text(HelpPage.PLAY)
        assert read_word(word) is TypedWord.NOBODY


@ON_SIMCORD
async def test_a_page_posted_long_ago_still_turns(room: Room) -> None:
    shown = await help_message(room, room.ann)
    await room.restart()
    shown = await turn_to(room.ann, shown, HelpPage.LOOK)
    await room.restart()
    assert (await turn_to(room.ann, shown, HelpPage.PLAY)).content == help_text(HelpPage.PLAY)


@ON_SIMCORD
async def test_every_command_is_on_some_page(room: Room) -> None:
    shown = await help_message(room, room.ann)
    said = shown.content
    for page in (HelpPage.GAMES, HelpPage.LOOK, HelpPage.MANAGERS):
        said += (await turn_to(room.ann, shown, page)).content
    # a person from whom a command is hidden gets no link to it
    missing = {name for name, number in command_ids().items() if f"</{name}:{number}>" not in said}
    assert missing == {"carcassonne-admin", "help"}


def test_the_managers_page_names_what_managers_can_do() -> None:
    said = help_text(HelpPage.MANAGERS)
    assert "`/carcassonne-admin`" in said
    for word in ("channels", "How new tables begin", "End any game", "seat", "paused", "as a file", "`file`", "did"):
        assert word in said


def test_the_first_page_fits_a_phone() -> None:
    shown = COMMAND_LINK.sub(r"/\1", help_text(HelpPage.PLAY)).replace("*", "")
    assert sum(max(1, -(-len(line) // PHONE_LINE)) for line in shown.splitlines()) <= PHONE_LINES


def test_no_page_is_long() -> None:
    for page in HelpPage:
        shown = COMMAND_LINK.sub(r"/\1", help_text(page, OFFERED_LEVELS))
        assert len(shown) < 800
        assert len(shown.splitlines()) <= 13
