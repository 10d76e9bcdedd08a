"""Notices that are sent once: what a server is told, and that a game is paused.

Each is stored as sent before it is sent, by a statement that succeeds once.
"""

import logging
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Final

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import DmLimitError, NoticeNotSentError, is_discord_trouble, is_passing_trouble
from cogs.delivery.jobs import Key
from cogs.delivery.poster import Post
from host.host import Host
from host.model.log_replay import QuarantinedGame
from screens.screen import Screen
from screens.text.channels import no_channel_left_text
from screens.text.host_errors import host_error_text
from screens.text.i18n import language_of_locale, use_language

log = logging.getLogger(__name__)

MOST_CHANNELS: Final = 3
"""In how many channels the bot tries to write, if Discord refuses what the permissions allow."""


async def tell_in_channel(
    bot: BotParts, guild: discord.Guild, channels: Iterable[discord.TextChannel], write: Callable[[], Post]
) -> bool:
    """Send a notice to the first channel of a server that takes it. Return whether there is one.

    It is in the language that the managers chose for tables, else in the server's own.
    """
    with use_language(language_of_server(bot.host, guild)):
        post = write()
    for channel in islice(filter(_may_write, channels), MOST_CHANNELS):
        try:
            await bot.poster.to_channel(channel, post)
        except (discord.Forbidden, discord.NotFound):
            continue
        return True
    return False


async def tell_in_private(
    bot: BotParts,
    guild: discord.Guild,
    person_id: int | None,
    screen_about: Callable[[str], Screen],
    key: Key = (),
) -> None:
    """Send a person what there is to say about a server of this name, if they take it."""
    if person_id is None:
        return

    async def make() -> Post:
        is_quiet = bot.host.people.is_quiet(person_id)
        return Post(screen_about(guild.name), key=(*key, person_id) if key else (), silent=is_quiet)

    try:
        await bot.poster.to_person(person_id, language_of_server(bot.host, guild), make)
    except (discord.Forbidden, DmLimitError):
        log.info("server %d: no channel takes a notice, and nobody takes it in private", guild.id)


def language_of_server(host: Host, guild: discord.Guild) -> str:
    """Return the language in which a server is written to: the one that managers chose for tables, else its own."""
    return host.administration.server(guild.id).language or language_of_locale(str(guild.preferred_locale))


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages


# A server without a channel where tables may be opened


async def tell_if_closed(bot: BotParts, guild: discord.Guild) -> None:
    """Tell the managers of a server that none of the channels is left that they have chosen for tables.

    That is told in the channel that the server has for notices, with a ping of the owner; else to its owner in
    private. If that fails, the next start of the bot does it, unless Discord has refused it for good.
    """
    administration = bot.host.administration
    if not _is_closed(bot.host, guild) or not await administration.note_told_closed(guild.id):
        return
    owner, channel = guild.owner_id, guild.system_channel

    def write() -> Post:
        pings = (owner,) if owner else ()
        is_quiet = any(map(bot.host.people.is_quiet, pings))
        return Post(Screen(f"<@{owner}> {no_channel_left_text()}"), pings=pings, silent=is_quiet)

    try:
        if not await tell_in_channel(bot, guild, [channel] if channel else (), write):
            await tell_in_private(bot, guild, owner, lambda server: Screen(no_channel_left_text(server)))
    except Exception as error:
        is_trouble = is_discord_trouble(error)
        log.warning("server %d: not told that it is closed: %r", guild.id, error, exc_info=not is_trouble)
        if is_passing_trouble(error) or not is_trouble:
            await administration.note_told_closed(guild.id, is_told=False)


def _is_closed(host: Host, guild: discord.Guild) -> bool:
    """Return whether the managers of a server have chosen channels for tables, and none of them is there any more.

    If Discord can't reach the server at the moment, its channels are unknown, and it is not closed.
    """
    chosen = host.administration.server(guild.id).channels
    return bool(chosen) and not guild.unavailable and not any(map(guild.get_channel, chosen))


# A game that is paused because its saved turns are damaged


def tell_quarantined(bot: BotParts) -> None:
    """Tell the tables whose games were found so far, and from now on each as it is found, in the background.

    What fails in passing is tried again.
    """
    message_log = bot.host.message_log
    message_log.quarantine_found.add(partial(_tell_in_background, bot))
    for game in message_log.quarantined:
        _tell_in_background(bot, game)


def _tell_in_background(bot: BotParts, game: QuarantinedGame) -> None:
    if not game.is_over and bot.host.is_home(game.table.venue):
        key = ("quarantine", game.table.number)
        bot.jobs.ask(key, partial(_tell, bot, game), venue=game.table.venue)


async def _tell(bot: BotParts, game: QuarantinedGame) -> None:
    """Post the notice, unless it was posted before.

    If that fails, or is cut short because the bot stops, store that it was not posted.
    """
    message_log, number = bot.host.message_log, game.table.number
    if game not in message_log.quarantined or not await message_log.note_told_quarantined(number):
        return
    try:
        await bot.poster.notice(game.table, partial(host_error_text, game.error), key=("quarantine", number))
    except BaseException as error:
        await message_log.note_told_quarantined(number, is_told=False)
        if not isinstance(error, NoticeNotSentError) or is_passing_trouble(error.__cause__):
            raise
        log.warning("game %d: not told that it is paused: %r", number, error.__cause__)  # the next start tries it
