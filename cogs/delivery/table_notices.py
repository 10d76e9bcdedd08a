"""Saying something in a table's channel that is stored already, in answer to what somebody did."""

from collections.abc import Collection

import discord
from discord.utils import MISSING

from cogs.delivery.turn_messages import GoneError, is_gone
from cogs.interaction.client import Client
from host import BaseTable, RunningTable


class UntoldError(Exception):
    """Something is done and stored, but the table could not be told; nobody tries again."""

    def __init__(self, table: BaseTable) -> None:
        super().__init__(table.number)
        self.table = table


async def tell(
    client: Client, table: BaseTable, text: str, *, view: discord.ui.View = MISSING, pinged: Collection[int] = ()
) -> None:
    """Say something where a table stands; raise UntoldError. Where that is gone, who is to move learns in private
    how to go on."""
    people = discord.AllowedMentions(users=[discord.Object(one) for one in pinged])
    try:
        await client.channel_of(table.venue).send(text, view=view, allowed_mentions=people)
    except discord.HTTPException as error:
        if not is_gone(error):
            raise UntoldError(table) from error
        if isinstance(table, RunningTable) and any(table.is_to_move(one) for one in pinged):
            await client.announcer.lose(table)
        raise UntoldError(table) from GoneError()
