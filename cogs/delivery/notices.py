"""Notices that are sent once: the welcome of a server, that a server is closed, that a game is paused.

Each is stored as sent before it is sent, by a statement that succeeds once.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Final

import discord

from cogs.delivery.context import DeliveryContext
from cogs.delivery.errors import (
    DmLimitError,
    NoticeNotSentError,
    is_discord_trouble,
    is_expected,
    is_passing_trouble,
)
from cogs.delivery.poster import Post
from host.host import Host
from host.model.log_replay import QuarantinedGame
from screens.help import private_welcome_rows, welcome_rows
from screens.screen import Screen
from screens.text.channels import no_channel_left_text
from screens.text.help import private_welcome_text, welcome_text
from screens.text.host_errors import host_error_text
from screens.text.i18n import language_of_locale, use_language
from screens.text.names import table_language

log = logging.getLogger(__name__)

MOST_CHANNELS: Final = 3
"""In how many channels the bot tries to write, if Discord refuses what the permissions allow."""
RECENT_ENTRIES: Final = 20
"""How many entries of a server's audit log about bots are read: the newest."""


# The welcome when the bot comes to a server: in a channel, or to the person who invited the bot


class WelcomeMessages:
    """Welcomes servers. What fails in passing is tried again, until the bot is restarted."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context

    async def welcome(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that the bot has come to, unless it was sent before."""
        joined_at = guild.me.joined_at or discord.utils.utcnow()
        if await self._context.host.welcomes.begin(guild.id, joined_at):
            self._send_in_background(guild)

    async def welcome_if_missed(self, guild: discord.Guild) -> None:
        """Send the welcome to a server that has invited the bot while it was away."""
        joined_at = guild.me.joined_at
        if joined_at and await self._context.host.welcomes.begin_missed(guild.id, joined_at):
            self._send_in_background(guild)

    def _send_in_background(self, guild: discord.Guild) -> None:
        self._context.jobs.ask(("welcome", guild.id), partial(self._send, guild))

    async def _send(self, guild: discord.Guild) -> None:
        try:
            key = ("welcome", guild.id, str(guild.me.joined_at))  # there may be another one when the bot comes again
            with use_language(_language_of(self._context.host, guild)):
                post = Post(Screen(welcome_text(), welcome_rows()), key=key)
            if not await _post(self._context, islice(_writable_channels(guild), MOST_CHANNELS), post):
                person_id = await _inviter_of(guild) or guild.owner_id
                await _send_in_private(self._context, guild, person_id, _private_welcome, key)
        except Exception as error:
            if is_passing_trouble(error):
                raise
            log.warning("server %d: no welcome: %r", guild.id, error, exc_info=not is_expected(error))


def _private_welcome(server: str) -> Screen:
    return Screen(private_welcome_text(server), private_welcome_rows())


def _writable_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Return the channels where the bot may write: those that Discord names for such messages, then the others."""
    named = [one for one in (guild.system_channel, guild.public_updates_channel) if one]
    return filter(_may_write, dict.fromkeys([*named, *guild.text_channels]))


async def _inviter_of(guild: discord.Guild) -> int | None:
    """Return the id of the person who invited the bot, if the bot may read that."""
    if not guild.me.guild_permissions.view_audit_log:
        return None
    try:
        async for entry in guild.audit_logs(limit=RECENT_ENTRIES, action=discord.AuditLogAction.bot_add):
            if entry.target and entry.target.id == guild.me.id:
                return entry.user_id
    except discord.Forbidden:
        log.info("server %d: its audit log cannot be read", guild.id)
    return None


# A server without a channel where tables may be opened


async def tell_if_closed(context: DeliveryContext, guild: discord.Guild) -> None:
    """Tell the managers of a server that none of the channels is left that they have chosen for tables.

    That is told in the channel that the server has for notices, with a ping of the owner; else to its owner in
    private. If that fails, the next start of the bot does it, unless Discord has refused it for good.
    """
    administration = context.host.administration
    if not _is_closed(context.host, guild) or not await administration.note_told_closed(guild.id):
        return
    owner, channel = guild.owner_id, guild.system_channel
    try:
        with use_language(_language_of(context.host, guild)):
            post = Post(Screen(f"<@{owner}> {no_channel_left_text()}"), pings=(owner,) if owner else ())
        if not await _post(context, [channel] if channel and _may_write(channel) else (), post):
            await _send_in_private(context, guild, owner, lambda server: Screen(no_channel_left_text(server)))
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


# Both


async def _post(context: DeliveryContext, channels: Iterable[discord.TextChannel], post: Post) -> bool:
    """Send a notice to the first channel that takes it. Return whether there is one."""
    for channel in channels:
        try:
            await context.poster.to_channel(channel, post)
        except (discord.Forbidden, discord.NotFound):
            continue
        return True
    return False


async def _send_in_private(
    context: DeliveryContext,
    guild: discord.Guild,
    person_id: int | None,
    screen_about: Callable[[str], Screen],
    key: tuple[str | int, ...] = (),
) -> None:
    """Send a person what there is to say about a server of this name, if they take it."""
    if person_id is None:
        return

    async def make() -> Post:
        is_quiet = context.host.people.is_quiet(person_id)
        return Post(screen_about(guild.name), key=(*key, person_id) if key else (), silent=is_quiet)

    try:
        await context.poster.to_person(person_id, _language_of(context.host, guild), make)
    except (discord.Forbidden, DmLimitError):
        log.info("server %d: no channel takes a notice, and nobody takes it in private", guild.id)


def _language_of(host: Host, guild: discord.Guild) -> str:
    """Return the language that the managers chose for tables, else the server's own."""
    return host.administration.server(guild.id).language or language_of_locale(str(guild.preferred_locale))


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages


# A game that is paused because its saved moves are damaged


class QuarantineNotices:
    """Tells tables in the background, as soon as such a game is found. What fails in passing is tried again."""

    def __init__(self, context: DeliveryContext) -> None:
        self._context = context
        self._log = context.host.message_log

    def begin(self) -> None:
        """Tell the tables whose games were found so far, and from now on each as it is found."""
        self._log.quarantine_found.add(self._tell_in_background)
        for game in self._log.quarantined:
            self._tell_in_background(game)

    def _tell_in_background(self, game: QuarantinedGame) -> None:
        if not game.is_over and self._context.host.is_home(game.table.venue):
            key = ("quarantine", game.table.number)
            self._context.jobs.ask(key, partial(self._tell, game), venue=game.table.venue)

    async def _tell(self, game: QuarantinedGame) -> None:
        """Post the notice, unless it was posted before.

        If that fails, or is cut short because the bot stops, store that it was not posted.
        """
        number = game.table.number
        if game not in self._log.quarantined or not await self._log.note_told_quarantined(number):
            return
        try:
            with use_language(table_language(game.table)):
                text = host_error_text(game.error)
            await self._context.poster.notice(game.table, text, key=("quarantine", number))
        except BaseException as error:
            await self._log.note_told_quarantined(number, is_told=False)
            if not isinstance(error, NoticeNotSentError) or is_passing_trouble(error.__cause__):
                raise
            log.warning("game %d: not told that it is paused: %r", number, error.__cause__)  # the next start tries it
