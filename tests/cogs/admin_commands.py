"""Managers of the server, and their command."""

import discord
import simcord

from tests.cogs.room import Room

ADMIN = "carcassonne-admin"


def manager(room: Room) -> simcord.MemberActor:
    managers = room.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("manager"), roles=[managers])


async def end_game(who: simcord.MemberActor, channel: simcord.ChannelHandle, game: str = "#1") -> list[str]:
    """Give the command to end a game, and confirm it if asked. Return what the manager reads in the end."""
    asked = await who.slash(channel, f"{ADMIN} end", game=game)
    assert asked.ephemeral
    assert asked.response is not None
    if not asked.response.components:
        return [asked.response.content]
    done = await who.click(asked.response, label="End it")
    return [one.content for one in (done.response, *done.followups) if one]
