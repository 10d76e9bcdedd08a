"""Who may see a game in the browser: whoever may on Discord, of which the bot asks Discord now and then."""

import asyncio
from datetime import timedelta

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.web.membership import KEPT, MEMBER_LIMIT, Membership
from host.model.controllers import Person
from host.model.rate_limits import RateLimitError
from host.model.table import Venue
from tests.cogs.room import ON_SIMCORD, Room

pytestmark = ON_SIMCORD


def questions(room: Room) -> int:
    """How often the bot has asked about a member."""
    return sum("/members/" in one.path and one.method == "GET" for one in room.env.http_requests)


async def sees(membership: Membership, room: Room, *people: int) -> list[bool]:
    return [await membership.can_see(one, room.table()) for one in people]


async def test_members_see_a_game_and_nobody_else(room: Room) -> None:
    await room.begin()
    membership, stranger = Membership(room.bot), room.env.create_user("mallory")
    people = (room.ann.user.id, room.eve.user.id, stranger.id, 999)
    assert await sees(membership, room, *people) == [True, True, False, False]


async def test_who_leaves_the_server_sees_nothing_a_minute_later(room: Room) -> None:
    """Players, too. Who comes back sees it again."""
    await room.begin()
    membership, people = Membership(room.bot), (room.ann.user.id, room.eve.user.id)
    assert await sees(membership, room, *people) == [True, True]
    members = room.env.backend.get_guild(room.guild.id).members
    gone = [(one, members.pop(one)) for one in people]
    await room.env.advance_time(KEPT.total_seconds())
    assert await sees(membership, room, *people) == [False, False]
    members.update(gone)
    await room.env.advance_time(KEPT.total_seconds())
    assert await sees(membership, room, *people) == [True, True]


async def test_who_may_not_view_the_channel_sees_only_games_of_their_own(room: Room) -> None:
    await room.begin()
    membership, people = Membership(room.bot), (room.ann.user.id, room.eve.user.id)
    hidden = Overwrite(room.eve.user.id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    room.env.backend.edit_channel(room.channel.id, {}, overwrites=[hidden])
    await room.env.settle()
    assert await sees(membership, room, *people) == [True, False]


async def test_discord_is_asked_once_in_a_minute(room: Room) -> None:
    await room.begin()
    membership, before = Membership(room.bot), questions(room)
    await asyncio.gather(*(sees(membership, room, room.eve.user.id) for _ in range(5)))
    await sees(membership, room, room.eve.user.id)
    assert questions(room) == before + 1


async def test_who_tries_the_games_of_all_servers_is_slowed_down(room: Room) -> None:
    """And nobody else."""
    await room.begin()
    membership, mallory = Membership(room.bot), room.env.create_user("mallory").id
    for _ in range(MEMBER_LIMIT.times):
        await sees(membership, room, mallory)
        membership._answers._kept.clear()  # as if each game were on another server
    with pytest.raises(RateLimitError):
        await sees(membership, room, mallory)
    assert await sees(membership, room, room.eve.user.id) == [True]
    await room.env.advance_time(timedelta(seconds=MEMBER_LIMIT.seconds).total_seconds())
    assert await sees(membership, room, mallory) == [False]


async def thread_game(room: Room, kind: discord.ChannelType) -> discord.Thread:
    """A game of Ann and Bob in a thread."""
    channel = room.bot.get_channel(room.channel.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.create_thread(name="ours", type=kind)
    [thread] = channel.threads
    venue = Venue(room.guild.id, thread.id, channel.id)
    people = [Person(one.user.id, one.user.name) for one in (room.ann, room.bob)]
    for one in people:
        await room.bot.host.lobby.join(venue, one, None if one is people[0] else 1)
    await room.bot.host.lobby.start(venue, people[0], 1)
    return thread


@pytest.mark.parametrize(
    ("kind", "is_seen"), [(discord.ChannelType.public_thread, True), (discord.ChannelType.private_thread, False)]
)
async def test_of_a_private_thread_only_those_who_sit_there_see_the_game(
    room: Room, kind: discord.ChannelType, is_seen: bool
) -> None:
    """Also once it's archived: then discord.py doesn't know it any more."""
    thread = await thread_game(room, kind)
    membership, people = Membership(room.bot), (room.ann.user.id, room.eve.user.id)
    assert await sees(membership, room, *people) == [True, is_seen]
    await thread.edit(archived=True)
    await room.env.settle()
    assert room.bot.get_channel(thread.id) is None
    assert await sees(membership, room, *people) == [True, is_seen]
