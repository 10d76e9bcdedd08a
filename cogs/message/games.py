"""The button below the list of one's games: it leads to the next game that waits for its reader."""

from collections.abc import Callable, Iterable

import discord

from cogs.message.components import button, link_button, row
from cogs.message.custom_ids import PlaceId
from cogs.text.games import next_game, next_game_label
from cogs.text.links import board_url
from host.model.table import LiveSummary, Venue


def next_game_view(
    tables: Iterable[LiveSummary], person_id: int, has_channel: Callable[[Venue], bool]
) -> discord.ui.View | None:
    """Return a link to the latest message of the game that has waited longest for a person; None if no game waits.

    If Discord has no such message, or no channel any more, the button shows the board in private, to place the tile.
    """
    table = next_game(tables, person_id)
    if table is None:
        return None
    label, url = next_game_label(table), board_url(table)
    if url is not None and has_channel(table.venue):
        return row(link_button(url, label))
    return row(button(PlaceId(table.number, table.ply), label, discord.ButtonStyle.success))
