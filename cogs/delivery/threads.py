"""Opens a thread for a game, if the table wants one and the server allows it."""

import logging
import re
from functools import partial
from typing import Final

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.channels import REQUIRED_PERMISSIONS, THREAD_PERMISSIONS
from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.poster import CLOCK_SKEW, Post
from host.model.controllers import is_nameless
from host.model.table import StartedTable, Venue
from host.model.tournaments import OrganisedTournament
from screens.screen import Screen
from screens.text.channels import thread_name, thread_opening_text
from screens.text.i18n import use_language
from screens.text.names import table_language

log = logging.getLogger(__name__)

ARCHIVE_MINUTES: Final = 10_080
"""Minutes without a message after which a thread is archived. The next message opens it again."""


async def move_to_thread(bot: BotParts, table: StartedTable) -> None:
    """Open a thread for a game that has begun, and move the table there, if that is possible.

    A game that was started in a thread stays there. If the bot was stopped meanwhile, the thread and its first message
    may be there.
    """
    channel = bot.channels.text_channel(table.venue)
    if channel is None or not _may_open(channel):
        return
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    tournament = await bot.host.tournaments.of_table(table)
    with use_language(table_language(table)):
        name = thread_name(table, tournament)
    opened = next((one for one in channel.threads if _is_of(one, table)), None)
    try:
        thread = opened or await channel.create_thread(name=name, type=kind, auto_archive_duration=ARCHIVE_MINUTES)
        venue, since = Venue(table.venue.guild, thread.id, channel.id), thread.created_at if opened else None
        await bot.poster.to_table(table, partial(_opening, bot, table, tournament), venue=venue, since=since)
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.warning("game %d: no thread: %s", table.number, error)
    else:
        await bot.host.message_log.move(table.number, venue)


def _is_of(thread: discord.Thread, table: StartedTable) -> bool:
    """Return whether the bot has opened a thread for a game. Its name has the number first, and names that may change.

    Another database may have had a game of that number.
    """
    number = re.search(r"#(\d+)", thread.name)
    is_new = thread.created_at is not None and thread.created_at > table.opened_at - CLOCK_SKEW
    return is_new and thread.owner_id == thread.guild.me.id and number is not None and int(number[1]) == table.number


async def _opening(bot: BotParts, table: StartedTable, tournament: OrganisedTournament | None) -> Post:
    """Ping the players, without the one to move: the first turn does that."""
    mover = table.to_move.person if table.to_move else None
    others = [one for one in table.people if one != mover or bot.host.people.wants_digest(one.id)]
    people = tuple(one.id for one in others if not is_nameless(one.id))
    is_quiet = any(map(bot.host.people.is_quiet, people))
    screen, key = Screen(thread_opening_text(table, tournament)), ("thread", table.number)
    return Post(screen, key=key, pings=people, silent=is_quiet)


def _may_open(channel: discord.TextChannel) -> bool:
    wanted = discord.Permissions(REQUIRED_PERMISSIONS.value | THREAD_PERMISSIONS.value)
    return channel.permissions_for(channel.guild.me).is_superset(wanted)
