"""The only place that sends and edits messages which nobody has asked for.

It chooses the language of the reader, keeps to Discord's limits, and looks into the channel before it repeats a message
that may have arrived.

A *nonce* marks a message: by it, Discord knows for some minutes that it has got the message before, whoever sends it
again. Discord then answers with the message that it has, and shows no second one. discord.py asks for that with every
nonce (``enforce_nonce``). Discord compares the nonces of all that a bot sends, so a message to several people has a
nonce for each. A message that was deleted can't be sent again with its nonce: what may be deleted and replaced has
another nonce each time.

Why nothing is sent twice, even while one process takes over from another that isn't quite dead yet:

- Whatever is tried again is looked for in the channel first.
- A turn is marked as announced. Its nonce names game, ply and time: what the server has lost may be played anew.
- A process claims the row of a notification before it sends it (``host/storage/claims.py``). Only the one that has the
  claim marks it as delivered. Its nonce names game, round, kind and time.
- Direct messages about turns and notifications: the same, with a nonce for each person.
- A watcher's message, a daily list: what is due follows from what is stored, and each has a nonce.
- A welcome, the notice of a quarantined game, the notice that a server is closed: stored before they are sent, by a
  statement that succeeds once.
- A table's status message has a nonce that names the message that it replaces. All else about it is an edit.
- A private game is posted nowhere. Its message is the answer to its player, which is edited.
- A notice about a command is sent once, by the process that carries out the command, and never again.
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, Final, TypeAlias, TypeVar

import discord

from cogs.delivery.budgets import EditBudget
from cogs.delivery.channels import Channels, PrivateChannels
from cogs.delivery.errors import (
    ChannelGoneError,
    NoticeNotSentError,
    is_channel_deleted,
    is_discord_trouble,
    is_edit_limit,
)
from cogs.delivery.jobs import Key, Later
from cogs.discord_screens import edited, sent
from host.host import Host
from host.model.table import BaseTable, MessageRef, Venue
from screens.screen import Change, Link, Screen
from screens.text.i18n import current_language, use_language
from screens.text.names import table_language

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

SEARCH_LIMIT: Final = 5_000
"""How many messages are searched, the newest first: what people may write in a channel in some days."""
CLOCK_SKEW: Final = timedelta(minutes=10)
"""How far Discord's clock may be behind. A round of a game takes longer than this."""
MOST_TRIED: Final = 2_000
"""How many of the newest messages are known, sent ones and tried ones. Older ones were tried again long ago."""
_NONCE_BYTES: Final = 12
"""Two characters each: Discord takes nonces of 25 characters at most."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message to be sent. ``pings`` are the ids of people.

    ``key`` tells it from all others, so that it isn't sent twice: what it is, and what it is about.
    """

    screen: Screen
    key: Key = ()
    pings: tuple[int, ...] = ()
    silent: bool = False
    reply_to: MessageRef | None = None
    has_own_buttons: bool = False
    """Whether no other message has these buttons. The text may change with time, as that of a vote does."""
    text_before: str | None = None
    """What its text was before the time that it tells has moved, if it may have been sent then."""

    def is_shown_by(self, message: discord.Message) -> bool:
        """Return whether a message of the bot is this one: by its picture, by its own buttons, or by its text.

        A picture has a name and a description. If the server has lost a turn, another one gets its ply, and its name.
        """
        if self.screen.files or message.attachments:
            pictures = [(one.filename, one.description) for one in message.attachments]
            return [(one.name, one.alt) for one in self.screen.files] == pictures
        if self.screen.rows and self.has_own_buttons:
            own = [str(one.id) for row in self.screen.rows for one in row if not isinstance(one, Link)]
            return _custom_ids(message) == own
        return message.content in (self.screen.text, self.text_before)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was sent."""

    ref: MessageRef
    at: datetime
    """When Discord got it."""
    was_there: bool
    """Whether it had been sent before, and was found."""


MakePost: TypeAlias = Callable[[], Awaitable[Post]]
"""Makes a message in the current language."""
MakeChange: TypeAlias = Callable[[], Awaitable[Change]]
"""Makes what an edit changes in the current language."""


def made(post: Post) -> MakePost:
    """Return a function that makes a message which is known already."""

    async def make() -> Post:
        return post

    return make


def nonce_of(*parts: str | int) -> str:
    """Return the nonce of a message, the same in every process for the same parts: what it is, and what it is about."""
    return blake2b(" ".join(map(str, parts)).encode(), digest_size=_NONCE_BYTES).hexdigest()


class Poster:
    """Sends messages to tables and people, edits them, and pins them.

    ``languages`` holds, by person id, the language in which a person last used a command or a button. It is kept in
    memory only.
    """

    def __init__(
        self,
        host: Host,
        channels: Channels,
        private_channels: PrivateChannels,
        edits: EditBudget,
        languages: Mapping[int, str],
    ) -> None:
        self._host = host
        self._channels = channels
        self._private_channels = private_channels
        self._edits = edits
        self._languages = languages
        self._tried: OrderedDict[Key, datetime] = OrderedDict()
        self._keys: OrderedDict[int, Key] = OrderedDict()
        """By message, what it is: one that is the same word for word may be about something else."""

    def language_of(self, person_id: int) -> str | None:
        """Return the language for direct messages to a person: the one they chose, else the one they last used.

        Return None if both are unknown.
        """
        return self._host.people.preferences(person_id).language or self._languages.get(person_id)

    async def to_table(
        self, table: BaseTable, make: MakePost, *, since: datetime | None = None, venue: Venue | None = None
    ) -> Sent:
        """Send a message to the channel of a table, or to another ``venue``, in the language of the table.

        A private table has no channel: raise ValueError.

        If it may have been sent ``since`` a time, or was tried here before, look for it first. Return the message.
        Raise discord.HTTPException, OSError.
        """
        if table.is_private:
            raise ValueError(table.number)
        with use_language(table_language(table)):
            post = await make()
        return await self.to_channel(self._channels.messageable(venue or table.venue), post, since)

    async def to_person(self, person_id: int, language: str, make: MakePost, *, since: datetime | None = None) -> Sent:
        """Send a direct message in the language of a person; if that is unknown, in the given one.

        Look for it first as ``to_table`` does. Raise DmLimitError, discord.HTTPException, OSError.
        """
        async with self._private_channels.to(person_id) as channel:
            with use_language(self.language_of(person_id) or language):
                post = await make()
            return await self.to_channel(channel, post, since)

    async def to_channel(self, channel: discord.abc.Messageable, post: Post, since: datetime | None = None) -> Sent:
        """Send a message to a channel, whether a table is there or not.

        Look for it first as ``to_table`` does. Raise discord.HTTPException, OSError.
        """
        if post.key:
            since = self._note_try(post.key, since)
            if since and (found := await self._find(channel, post, since)):
                _note(self._keys, found.id, post.key)
                return Sent(MessageRef(found.channel.id, found.id), found.created_at, was_there=True)
        reference: Any = None  # no reference, though discord.py's types do not say so
        if post.reply_to:
            reference = self._channels.message(post.reply_to).to_reference(fail_if_not_exists=False)
        nonce: Any = nonce_of(*post.key) if post.key else None
        await self._host.confirm_home()  # drawing takes a while, and a machine may sleep
        message = await channel.send(
            **sent(post.screen),
            nonce=nonce,
            reference=reference,
            mention_author=False,
            silent=post.silent,
            allowed_mentions=discord.AllowedMentions(
                users=[discord.Object(one) for one in post.pings], replied_user=False
            ),
        )
        _note(self._keys, message.id, post.key)
        return Sent(MessageRef(message.channel.id, message.id), message.created_at, was_there=False)

    async def notice(
        self,
        table: BaseTable,
        write: Callable[[], str],
        *,
        pings: tuple[int, ...] = (),
        key: Key = (),
    ) -> None:
        """Send a notice about something that is done to the channel of a table, in the language of the table.

        A private table has none: there the next message about the game says the same. Raise NoticeNotSentError.
        """
        if table.is_private:
            return

        async def make() -> Post:
            return Post(Screen(write()), key=key, pings=pings, silent=any(map(self._host.people.is_quiet, pings)))

        try:
            await self.to_table(table, make)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            raise NoticeNotSentError(table) from (ChannelGoneError() if is_channel_deleted(error) else error)

    async def edit(
        self,
        table: BaseTable | None,
        message: MessageRef,
        make: MakeChange,
        *,
        only_closes: bool = False,
        language: str = "",
        pressed: discord.Interaction[Any] | None = None,
        must_not_wait: bool = False,
    ) -> discord.Message:
        """Edit a message about a table, in the language of the table, or in another one; without a table, in that.

        An edit that ``only_closes`` a message that is over lets others go first. The token of an interaction whose
        button was ``pressed`` below the message serves as well, and costs nothing. Raise Later if the edit has to wait,
        discord.HTTPException, OSError.
        """
        is_free = pressed is not None and not pressed.is_expired()
        pause = 0 if must_not_wait or is_free else self._edits.pause_before(message, only_closes=only_closes)
        if pause:
            raise Later(pause)
        with use_language(language or (table_language(table) if table else current_language())):
            change = await make()
        if pressed and is_free:
            try:
                return await pressed.edit_original_response(**edited(change))
            except discord.NotFound:  # the token is of no use any more; the message may be there
                log.debug("message %d: not edited by the token of its button", message.message)
        await self._host.confirm_home()
        try:
            with self._edits.counting(message):
                return await self._channels.message(message).edit(**edited(change))
        except discord.HTTPException as error:
            if not is_edit_limit(error) or must_not_wait:
                raise
            pause = self._edits.note_refusal(message)
            log.info("channel %d: no edits of old messages for %d s", message.channel, pause)
            raise Later(pause) from error

    async def try_pin(self, message: MessageRef, about: str) -> None:
        """Pin a message, if the bot may. ``about`` says in the log what the message shows."""
        try:
            await self._channels.message(message).pin()
        except discord.Forbidden as error:
            mend = "To have it pinned, give the bot the permission Pin Messages"
            log.info("%s: its message is not pinned. %s (%s)", about, mend, error)
        except Exception as error:
            log.info("%s: its message is not pinned: %s", about, error)

    def _note_try(self, key: Key, since: datetime | None) -> datetime | None:
        """Note that a message is tried. Return since when it may have been sent; None if it is new."""
        tried_at = self._tried.get(key)
        _note(self._tried, key, tried_at or discord.utils.utcnow())
        return min((one for one in (since, tried_at) if one), default=None)

    async def _find(self, channel: discord.abc.Messageable, post: Post, since: datetime) -> discord.Message | None:
        """Return the newest message that shows a post; None if there is none."""
        async for message in channel.history(limit=SEARCH_LIMIT, after=since - CLOCK_SKEW, oldest_first=False):
            is_another = self._keys.get(message.id, post.key) != post.key
            if self._channels.is_own(message) and post.is_shown_by(message) and not is_another:
                return message
        return None


def _note(noted: OrderedDict[K, V], key: K, value: V) -> None:
    """Note something, and forget what was noted first where that is too much."""
    noted.setdefault(key, value)
    if len(noted) > MOST_TRIED:
        noted.popitem(last=False)


def _custom_ids(message: discord.Message) -> list[str]:
    """Return the ids of what can be pressed below a message."""
    rows = [row.to_dict() for row in message.components]
    return [one["custom_id"] for row in rows for one in row.get("components", ()) if "custom_id" in one]  # type: ignore[attr-defined]
