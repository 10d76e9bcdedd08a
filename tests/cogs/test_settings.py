"""The private panel where people choose settings for all their games."""

from typing import Any

import discord
import pytest

from host.model.controllers import Person
from host.model.preferences import Preferences, QuietHours, Reminders
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.settings_panel import chosen, fill, panel, said

pytestmark = ON_SIMCORD

HOURS, VACATION = "Quiet hours & time zone", "Vacation"


async def test_zone_and_quiet_hours(room: Room) -> None:
    text = said(await fill(room, HOURS, zone="europe/berlin", quiet="22:30-7"))
    assert "- Your time zone: Europe/Berlin (it's 01:00 there now)." in text
    assert "- Quiet hours, when pings make no sound: 22:30-07:00." in text
    assert chosen(room) == Preferences(zone="Europe/Berlin", quiet_hours=QuietHours(22 * 60 + 30, 7 * 60))


async def test_a_zone_that_does_not_exist_changes_nothing(room: Room) -> None:
    assert said(await fill(room, HOURS, zone="Mordor", quiet="")) == (
        "I don't know the time zone “Mordor”. Try `Europe/Berlin` or `UTC`."
    )
    assert chosen(room) == Preferences()


async def test_a_vacation_is_begun_and_ended(room: Room) -> None:
    assert "You're on vacation from" in said(await fill(room, VACATION, start="", until="2026-01-05"))
    assert chosen(room).vacation is not None
    await room.env.advance_time(86_000)  # less than a day counts as one
    ended = await room.ann.click(await panel(room), label="End vacation")
    assert ended.response is not None
    assert "you have 27 days left" in ended.response.content


async def test_a_vacation_that_is_only_planned_is_to_come(room: Room) -> None:
    planned = said(await fill(room, VACATION, start="2026-02-01", until="2026-02-03"))
    assert "- You'll be on vacation from <t:" in planned
    cancelled = await room.ann.click(await panel(room), label="Cancel vacation")
    assert cancelled.response is not None
    assert "you have 28 days left" in cancelled.response.content


async def test_a_vacation_in_the_past_is_refused(room: Room) -> None:
    assert "is in the past. Choose a later time." in said(await fill(room, VACATION, start="", until="2025-12-24"))
    assert chosen(room).vacation is None


async def test_it_says_who_hears_which_language(room: Room) -> None:
    text = (await panel(room)).content
    assert "- Language of my private answers: same as your Discord." in text
    assert "- At a table I speak the server's language, unless its managers chose another." in text


async def test_the_language_chosen_is_spoken_at_once(room: Room) -> None:
    shown = await room.ann.select(await panel(room), ["de"], custom_id="carc:language:0")
    assert chosen(room).language == "de"
    assert shown.response is not None
    assert shown.response.components[-1]["components"][0]["placeholder"].endswith(": Deutsch")
    await room.restart()
    assert chosen(room).language == "de"
    again = await room.ann.slash(room.channel, "settings")
    assert again.response is not None
    assert again.response.content == shown.response.content
    await room.ann.select(again.response, ["discord"], custom_id="carc:language:0")
    assert chosen(room).language is None
    assert room.bot.poster.language_of(room.ann.id) == "en"  # in private, too


async def test_the_panel_works_in_private_too(room: Room) -> None:
    shown = await room.ann.user.slash("settings")
    assert shown.response is not None
    assert "pings make a sound at any time" in shown.response.content


async def test_what_is_chosen_while_a_form_waits_for_discord_stays(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form of the reminders sends a first message, which may take a while."""
    people, ann, send = room.bot.host.people, Person(room.ann.user.id, "Ann"), discord.DMChannel.send

    async def send_slowly(channel: discord.DMChannel, *args: Any, **more: Any) -> discord.Message:
        await people.choose_preferences(ann, language="de")  # as the menu does
        return await send(channel, *args, **more)

    monkeypatch.setattr(discord.DMChannel, "send", send_slowly)
    await fill(room, "Reminders", reminders=["once"], digest="18:30")
    now = chosen(room)
    assert (now.language, now.reminders, now.digest and now.digest.minute) == ("de", Reminders.ONCE, 18 * 60 + 30)
    await room.restart()
    assert chosen(room) == now


async def test_a_list_at_the_same_time_goes_on_as_it_was(room: Room) -> None:
    await fill(room, "Reminders", reminders=["usual"], digest="18:30")
    before = chosen(room).digest
    await room.env.advance_time(3600)
    await fill(room, "Reminders", reminders=["never"], digest="18:30")
    assert (chosen(room).digest, chosen(room).reminders) == (before, Reminders.NEVER)
