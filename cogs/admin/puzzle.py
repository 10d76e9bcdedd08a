"""The page of the managers' panel about the puzzle of each day: where it's posted."""

from dataclasses import replace

from cogs.interaction.context import check_permissions, guild_of
from cogs.interaction.replies import replace_message
from cogs.interaction.router import Press, handles
from screens import admin as screens
from screens.custom_id import CustomId
from screens.puzzle_ids import NoPuzzleId, PuzzleChannelId, PuzzlePageId


@handles(PuzzlePageId)
async def show_puzzle_page(press: Press, pressed: CustomId) -> None:
    server = press.host.administration.server(guild_of(press.interaction))
    await replace_message(press.interaction, screens.puzzle_screen(server))


@handles(PuzzleChannelId)
async def choose_puzzle_channel(press: Press, pressed: CustomId) -> None:
    """Post the puzzle of each day in a channel, from today on. Raise BotMissingPermissions where that is impossible."""
    channel = press.chosen_channel
    check_permissions(channel.permissions_for(channel.guild.me), is_thread=False)
    await _change(press, channel.id)


@handles(NoPuzzleId)
async def post_no_puzzle(press: Press, pressed: CustomId) -> None:
    await _change(press, None)


async def _change(press: Press, channel: int | None) -> None:
    server = await press.host.administration.change_settings(
        guild_of(press.interaction), press.person, lambda server: replace(server, puzzle_channel=channel)
    )
    await replace_message(press.interaction, screens.puzzle_screen(server))
