"""The world of the chat room: one server, one channel, six people."""

from dataclasses import dataclass

import discord
import simcord

NAME = "Carcassonne"
PEOPLE = {"ann": "Ann", "bob": "Bob", "chloe": "Chloé", "dmitri": "Dmitri", "eve": "Eve", "fay": "Fay"}
MANAGER = "ann"


@dataclass(frozen=True, slots=True)
class World:
    """The server of the chat room, as far as it is needed to show it."""

    channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]


def build_world(env: simcord.Env, bot_permissions: discord.Permissions) -> World:
    """Create the server before the bot logs in.

    SimCord makes ids from its clock and a counter. Everything here is created first, while the clock is at its epoch,
    and always in the same order. So it has the same ids at every start, and a stored game finds its channel.
    """
    env.backend.bot_user.name = NAME
    guild = env.create_guild(NAME)
    _limit_bot(env, guild, bot_permissions)
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    channel = guild.create_text_channel("table-1", topic="Type / for the list of commands")
    people = tuple(
        guild.add_member(
            env.create_user(name, global_name=display_name),
            roles=[managers] if name == MANAGER else [],
        )
        for name, display_name in PEOPLE.items()
    )
    return World(channel, people)


def _limit_bot(env: simcord.Env, guild: simcord.GuildHandle, permissions: discord.Permissions) -> None:
    """Give the bot only the permissions that its invitation asks for, as a real server does.

    For pins, SimCord asks for the permission to manage messages, as Discord did until February 2026.
    """
    allowed = discord.Permissions(permissions.value)
    allowed.manage_messages = allowed.pin_messages
    for role in env.backend.get_guild(guild.id).roles.values():
        if role.managed:
            role.permissions = allowed.value
