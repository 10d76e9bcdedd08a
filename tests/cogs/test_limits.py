"""Nobody can flood a channel or the bot, and the limits keep nobody from playing."""

import datetime

import pytest
import simcord

from cogs.interaction.rate_limits import (
    PICTURE_LIMIT,
    SHARE_LIMIT,
    SUGGESTION_LIMIT,
    UNDO_LIMIT,
    VOTE_LIMIT,
)
from host.model.rate_limits import RateLimit, RateLimitError, RateLimits
from tests.cogs.room import ON_SIMCORD, Room, words

START = datetime.datetime(2026, 11, 21, tzinfo=datetime.UTC)
TWICE = RateLimit("twice", 2, 60)


def later(seconds: float) -> datetime.datetime:
    return START + datetime.timedelta(seconds=seconds)


def test_so_often_and_no_more_until_the_time_is_over() -> None:
    limits = RateLimits()
    limits.check(TWICE, 1, START)
    limits.check(TWICE, 1, later(10))
    for seconds in (20, 59):
        with pytest.raises(RateLimitError) as caught:
            limits.check(TWICE, 1, later(seconds))
        assert caught.value.until == later(60)
    limits.check(TWICE, 1, later(61))


def test_people_and_limits_are_counted_apart() -> None:
    limits = RateLimits()
    for key in (1, 2):
        for limit in (TWICE, RateLimit("other", 2, 60)):
            limits.check(limit, key, START)
            limits.check(limit, key, START)
    with pytest.raises(RateLimitError):
        limits.check(TWICE, 2, START)


def test_old_entries_are_forgotten() -> None:
    limits = RateLimits()
    for key in range(5_000):
        limits.check(TWICE, key, later(key))
    assert len(limits._counts) <= 1_000
    limits.check(TWICE, 4_999, later(5_000))
    with pytest.raises(RateLimitError):
        limits.check(TWICE, 4_999, later(5_000))


def refused(room: Room, seconds: int) -> str:
    """The answer to somebody who has to wait."""
    time = int(room.env.now().timestamp()) + seconds
    return f"Slow down a little: try again <t:{time}:R>. (Playing your turn is never limited.)"


@ON_SIMCORD
async def test_boards_shown_to_everybody(room: Room) -> None:
    await room.begin()
    for _ in range(SHARE_LIMIT.times):
        await room.ann.slash(room.channel, "board", share=True)
    shown = len(room.messages())
    said = await words(room.ann.slash(room.channel, "board", share=True))
    assert said == refused(room, SHARE_LIMIT.seconds)
    assert len(room.messages()) == shown
    await room.bob.slash(room.channel, "board", share=True)
    assert len(room.messages()) == shown + 1
    await room.env.advance_time(SHARE_LIMIT.seconds + 1)
    await room.ann.slash(room.channel, "board", share=True)
    assert len(room.messages()) == shown + 2


@ON_SIMCORD
async def test_who_looks_too_often_can_still_play(room: Room) -> None:
    await room.begin()
    for _ in range(PICTURE_LIMIT.times):
        await room.ann.slash(room.channel, "tiles")
    assert await words(room.ann.slash(room.channel, "tiles")) == refused(room, PICTURE_LIMIT.seconds)
    assert await words(room.ann.slash(room.channel, "board")) == refused(room, PICTURE_LIMIT.seconds)
    preview = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    assert preview.response is not None
    assert preview.response.attachments
    await room.play_on(6)


@ON_SIMCORD
async def test_suggesting_the_end_again_and_again(room: Room) -> None:
    await room.begin(3)

    async def suggest() -> simcord.InteractionResult:
        asked = await room.ann.slash(room.channel, "resign")
        assert asked.response is not None
        return await room.ann.click(asked.response, label="End for everyone")

    for _ in range(SUGGESTION_LIMIT.times):
        await suggest()
    pressed = await suggest()
    assert [one.content for one in pressed.followups] == [refused(room, SUGGESTION_LIMIT.seconds)]
    assert pressed.followups[0].ephemeral


@ON_SIMCORD
async def test_asking_to_undo_again_and_again(room: Room) -> None:
    await room.begin(3)
    await room.play_on(2)
    for _ in range(UNDO_LIMIT.times):
        assert (await words(room.ann.slash(room.channel, "undo"))).startswith("I've asked the others in <#")
    assert await words(room.ann.slash(room.channel, "undo")) == refused(room, UNDO_LIMIT.seconds)


@ON_SIMCORD
async def test_changing_a_vote_again_and_again(room: Room) -> None:
    await room.begin(3, pace="24h")
    await room.env.advance_time(24 * 3600 + 1)
    for number in range(VOTE_LIMIT.times):
        await room.bob.click(room.messages()[-1], label="Skip turn" if number % 2 else "More time")
    pressed = await room.bob.click(room.messages()[-1], label="End game")
    assert [one.content for one in pressed.followups] == [refused(room, VOTE_LIMIT.seconds)]
    assert room.messages()[-1].content.endswith("- Skip turn: Bob")
    await room.chloe.click(room.messages()[-1], label="Skip turn")
    assert "**Bob**'s turn" in room.messages()[-1].content


@ON_SIMCORD
async def test_leaderboards_and_logs_are_looked_at_like_boards(room: Room) -> None:
    await room.begin()
    for command in ("log", "stats") * (PICTURE_LIMIT.times // 2):
        await room.ann.slash(room.channel, command, **({"scope": "server"} if command == "stats" else {}))
    for command in ("log", "board"):
        assert await words(room.ann.slash(room.channel, command)) == refused(room, PICTURE_LIMIT.seconds)
    assert await words(room.ann.slash(room.channel, "stats", scope="server")) == refused(room, PICTURE_LIMIT.seconds)
