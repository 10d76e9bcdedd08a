"""A tournament starts at the day and the time that its host types, by the clocks of their time zone."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from host.model.tournaments import TournamentStatus
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.settings_panel import fill
from tests.cogs.tournaments import all_people, by_hand, post, set_up, tournament

pytestmark = ON_SIMCORD

SATURDAY = datetime(2026, 1, 3, 17, 0, tzinfo=UTC)
"""18:00 in Berlin. The room's clock begins on a Thursday."""


async def typed(room: Room, panel: Any, text: str) -> Any:
    """Type when it starts, and return the answer."""
    form = await room.ann.click(panel, label="Start time")
    assert form.modal
    return await private(room.ann.submit_modal(form, {"at": text}))


async def test_it_starts_at_the_day_and_time_that_its_host_types(room: Room) -> None:
    await fill(room, "Quiet hours & time zone", zone="Europe/Berlin", quiet="")
    draft = await set_up(room)
    assert labels(draft) == ["Post sign-up", "Name & times", "Start time", "Rules & rounds", "Who can play", "Cancel"]
    shown = await typed(room, draft, "Saturday 18:00")
    stamp = int(SATURDAY.timestamp())
    assert f"Starts <t:{stamp}:F>, <t:{stamp}:R>." in shown.content
    assert (await tournament(room)).begins_at == SATURDAY
    await room.ann.click(shown, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, 4):
        await one.click(message, label="Sign up")
    await room.env.advance_time((SATURDAY - room.bot.host.now()).total_seconds() - 60)
    assert (await tournament(room)).status is TournamentStatus.OPEN
    await room.env.advance_time(120)
    assert (await tournament(room)).status is TournamentStatus.RUNNING


async def test_the_time_is_changed_or_taken_back_while_people_sign_up(room: Room) -> None:
    await fill(room, "Quiet hours & time zone", zone="Europe/Berlin", quiet="")
    await room.ann.click(await typed(room, await set_up(room), "Saturday 18:00"), label="Post sign-up")
    message = room.messages()[-1]
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Start time")
    assert form.modal
    [field] = form.modal["components"]
    assert field["description"] == "Your time zone: Europe/Berlin (/settings). Empty: you start it yourself"
    assert field["component"]["value"] == "2026-01-03 18:00"
    await typed(room, panel, "2026-01-04 7:30")
    assert (await tournament(room)).begins_at == datetime(2026, 1, 4, 6, 30, tzinfo=UTC)
    await typed(room, panel, "")
    assert (await tournament(room)).begins_at is None
    assert "Starts when Ann presses **Start**." in room.messages()[-1].content


async def test_it_starts_as_much_later_as_its_host_types(room: Room) -> None:
    await typed(room, await set_up(room), "in 20 minutes")
    assert (await tournament(room)).begins_at == room.bot.host.now() + timedelta(minutes=20)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2025-12-24 18:00", "<t:1766599200:f> is in the past. Choose a later time."),
        (
            "soon",
            "I can't read “soon” as a day and a time. Write it like `Saturday 18:00`, "
            "`2026-12-24 18:00` or `in 2 hours`.",
        ),
    ],
)
async def test_a_time_that_is_none_or_over_is_refused(room: Room, text: str, said: str) -> None:
    draft = await typed(room, await set_up(room), "Saturday 18:00")
    before = await tournament(room)
    refused = await typed(room, draft, text)
    again = "Here is what you typed. Press **Start time** to go on with it."
    assert refused.content == f"{said}\n{again}\n```\n{text}\n```"
    assert await tournament(room) == before
    form = await room.ann.click(refused, label="Start time")
    assert form.modal
    assert form.modal["components"][0]["component"]["value"] == text


async def test_a_sign_up_that_is_posted_after_its_start_is_refused_and_not_cancelled(room: Room) -> None:
    """Its host has typed "in 20 minutes", and was away for longer before posting it."""
    draft = await typed(room, await set_up(room), "in 20 minutes")
    start = (await tournament(room)).begins_at
    assert start
    await room.env.advance_time(1800)
    refused = await private(room.ann.click(draft, label="Post sign-up"))
    assert refused.content == f"<t:{int(start.timestamp())}:f> is in the past. Choose a later time."
    assert (await tournament(room)).status is TournamentStatus.DRAFT
    shown = await typed(room, draft, "in 20 minutes")
    await room.ann.click(shown, label="Post sign-up")
    assert (await tournament(room)).status is TournamentStatus.OPEN


async def test_a_draft_that_nobody_posted_within_a_day_is_said_to_be_cancelled(room: Room) -> None:
    """Its host read that it had started."""
    draft = await set_up(room)
    await room.env.advance_time(timedelta(days=1, hours=1).total_seconds())
    assert (await tournament(room)).status is TournamentStatus.CANCELLED
    for label in ("Post sign-up", "Cancel"):
        assert (await private(room.ann.click(draft, label=label))).content == "**Spring Cup** is cancelled."


async def test_a_copy_of_a_cancelled_tournament_does_not_say_that_only_others_take_players(room: Room) -> None:
    """Whoever pressed Sign up there read that only a Swiss one takes players after its start. It was one."""
    message = await post(room)
    shown = await private(room.bob.slash(room.channel, "tournament", what="show"))
    await by_hand(room, message, "Cancel tournament")
    assert (await private(room.bob.click(shown, label="Sign up"))).content == "**Spring Cup** is cancelled."


async def test_whoever_was_in_a_cancelled_tournament_is_not_told_that_they_were_not(room: Room) -> None:
    message = await post(room)
    await room.bob.click(message, label="Sign up")
    shown = await private(room.bob.slash(room.channel, "tournament", what="show"))
    await by_hand(room, message, "Cancel tournament")
    assert (await private(room.bob.click(shown, label="Leave"))).content == "**Spring Cup** is cancelled."
