"""`/settings` and `/privacy` list the browsers in which a person is signed in, and sign them out."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
import simcord

from cogs.discord_screens import view_of
from host.model.browsers import MOST_BROWSERS, day_of
from host.model.controllers import Person
from host.model.table_options import LANGUAGES
from screens.settings import browsers_screen
from screens.text.i18n import use_language
from screens.text.markup import MESSAGE_LENGTH, timestamp
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.settings_panel import panel
from tests.discord_schema.messages import message_problems
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

ShownBy: TypeAlias = Callable[[Room], Awaitable[simcord.ResponseMessage]]


async def sign_in(room: Room, browsers: int) -> list[str]:
    """Sign Ann in, and return the tokens."""
    browser, ann = room.bot.host.browsers, Person(room.ann.user.id, "Ann")
    return [(await browser.open_session(await browser.new_code(ann))).token for _ in range(browsers)]


async def is_signed_in(room: Room, *tokens: str) -> list[bool]:
    return [await room.bot.host.browsers.person_of(one) is not None for one in tokens]


async def privacy(room: Room) -> simcord.ResponseMessage:
    shown = (await room.ann.slash(room.channel, "privacy")).response
    assert shown is not None
    return shown


async def opened(room: Room, message: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Press **Browsers**, and return the list."""
    [shown] = (await room.ann.click(message, label="Browsers")).followups
    return shown


def labels(message: simcord.ResponseMessage) -> list[str]:
    return [one.get("label", "") for row in message.components for one in row["components"]]


async def test_who_is_signed_in_nowhere_reads_nothing_of_it(room: Room) -> None:
    for message in (await panel(room), await privacy(room)):
        assert "signed in" not in message.content
        assert "Browsers" not in labels(message)


@pytest.mark.parametrize("shown_by", [panel, privacy])
async def test_both_say_how_many_and_list_them(room: Room, shown_by: ShownBy) -> None:
    await sign_in(room, 2)
    message = await shown_by(room)
    assert "- You're signed in on 2 browsers: **Browsers** says since when." in message.content.splitlines()
    [latest, first] = await room.bot.host.browsers.sessions(room.ann.user.id)
    head, *lines, _ = (await opened(room, message)).content.splitlines()
    assert head == "**Where you're signed in**"
    assert lines == [
        f"{place}. Signed in {timestamp(one.since, 'f')}, last used {timestamp(day_of(one.since), 'D')}"
        for place, one in enumerate((latest, first), 1)
    ]


async def test_one_of_several_is_signed_out_and_then_the_last(room: Room) -> None:
    tokens = await sign_in(room, 2)
    listed = await opened(room, await panel(room))
    [latest, _] = await room.bot.host.browsers.sessions(room.ann.user.id)
    left = (await room.ann.select(listed, [str(latest.number)], custom_id="carc:browser-end")).response
    assert left is not None
    assert await is_signed_in(room, *tokens) == [True, False]
    assert labels(left) == ["Sign out"]
    nowhere = (await room.ann.click(left, label="Sign out")).response
    assert nowhere is not None
    assert (nowhere.content, nowhere.components) == ("You aren't signed in on any browser.", [])
    assert await is_signed_in(room, *tokens) == [False, False]


async def test_all_are_signed_out_after_a_restart_too(room: Room) -> None:
    tokens = await sign_in(room, 3)
    listed = await opened(room, await privacy(room))
    await room.restart()
    await room.ann.click(listed, label="Sign out all")
    assert await is_signed_in(room, *tokens) == [False] * 3


async def test_an_old_list_signs_nobody_out_and_is_shown_anew_in_its_place(room: Room) -> None:
    await sign_in(room, 3)
    first, second = await opened(room, await panel(room)), await opened(room, await privacy(room))
    [_, middle, _] = await room.bot.host.browsers.sessions(room.ann.user.id)
    await room.ann.select(first, [str(middle.number)], custom_id="carc:browser-end")
    again = await room.ann.select(second, [str(middle.number)], custom_id="carc:browser-end")
    assert again.response is not None
    assert (again.response.id, again.followups) == (second.id, [])
    assert again.response.content.count("Signed in") == 2


async def test_the_number_of_somebody_elses_browser_signs_nobody_out(room: Room) -> None:
    tokens = await sign_in(room, 1)
    [session] = await room.bot.host.browsers.sessions(room.ann.user.id)
    backend, bob, channel = room.env.backend, room.bob.user.id, room.channel.id
    for custom_id in ("carc:browser-end", "carc:browser-end-all"):
        message = forgery.posted(backend, channel, custom_id, offered=[str(session.number)])
        _, event = forgery.component(backend, bob, custom_id, message, channel, values=[str(session.number)])
        backend.emit("INTERACTION_CREATE", event)
        await room.env.settle()
    assert await is_signed_in(room, *tokens) == [True]


async def test_deleting_everything_signs_out(room: Room) -> None:
    tokens = await sign_in(room, 1)
    asked = (await room.ann.click(await privacy(room), label="Delete …")).followups[-1]
    await room.ann.click(asked, label="Delete everything")
    assert await is_signed_in(room, *tokens) == [False]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_longest_list_fits(room: Room, language: str) -> None:
    await sign_in(room, MOST_BROWSERS + 1)
    sessions = await room.bot.host.browsers.sessions(room.ann.user.id)
    assert len(sessions) == MOST_BROWSERS
    with use_language(language):
        screen = browsers_screen(sessions, "Europe/Berlin")
    view = view_of(screen.rows)
    assert view
    assert len(screen.text) < MESSAGE_LENGTH
    assert message_problems({"content": screen.text, "components": view.to_components()}) == []
