"""The suggestion to end a game, kept up to date."""

import discord

from cogs.delivery.questions import show_question
from cogs.interaction.client import Client
from cogs.message.questions import end_view
from cogs.text.end_by_agreement import end_question
from host import NotificationKind


async def show_suggestion(client: Client, number: int) -> None:
    """Let an open question to end a game tell who has yet to agree, where somebody has given up, perhaps since."""
    table = client.host.tables.cached_running(number)
    request = table.end_request if table else None
    if table is None or request is None or not any(seat.resigned for seat in table.seats):
        return

    async def say() -> tuple[str, discord.ui.View | None]:
        return end_question(table, request), end_view(table)

    await show_question(client, number, request.number, NotificationKind.ENDING, say=say)
