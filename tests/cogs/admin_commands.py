"""Managers of the server, and their command."""

import discord
import simcord

from tests.cogs.room import Room

ADMIN = "carcassonne-admin"


def manager(room: Room) -> simcord.MemberActor:
    managers = room.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("manager"), roles=[managers])
