"""Messages to a whole server: where the bot can write, and in which language."""

from collections.abc import Iterator

import discord

from host.host import Host
from screens.text.i18n import language_of_locale


def server_language(host: Host, guild: discord.Guild) -> str:
    """Return the language that the managers chose for tables, else the server's own."""
    return host.administration.server(guild.id).language or language_of_locale(str(guild.preferred_locale))


def writable_channels(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield the channels where the bot may write: those that Discord names for such messages, then the others."""
    named = [one for one in (guild.system_channel, guild.public_updates_channel) if one]
    for channel in dict.fromkeys([*named, *guild.text_channels]):
        if may_write(channel):
            yield channel


def may_write(channel: discord.TextChannel) -> bool:
    """Return whether the bot may write in a channel."""
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages
