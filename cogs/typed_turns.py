"""Turns, and the words ``leave`` and ``vote``, written as messages: in private to the bot, or with a mention of it.

Without the privileged intent, Discord gives a bot the text of these messages and of no others.
"""

import logging
import re
from dataclasses import replace
from datetime import datetime
from typing import Final

import discord
from discord.ext import commands

from carcassonne import DeploymentChoice, DeployNobody, NotationError, PlaceTile, Reason, parse_cell, parse_rotation
from carcassonne.castle.planned_answers import parse_labelled
from cogs.delivery.errors import trouble_noted
from cogs.delivery.notices import language_of_server
from cogs.delivery.poster import Post
from cogs.interaction.client import Client
from cogs.interaction.context import action_context, parse_game, venue_of_message
from cogs.interaction.errors import ErrorRef, error_answer
from cogs.interaction.rate_limits import VOTE_LIMIT
from cogs.interaction.replies import fitting, try_answer
from cogs.interaction.turns import Requester, TurnRequest, take_turn
from cogs.interaction.votes import may_vote, vote_screen
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import MessageRef, RunningTable, StartedTable, Table
from host.model.table_lookup import FoundTable
from screens.screen import Screen
from screens.text.channels import how_to_write_text, other_games_in_message_text
from screens.text.deadlines import vote_opened_text
from screens.text.i18n import language_of_locale, set_language, use_language
from screens.text.lobby import left_text
from screens.text.move_errors import ActionContext
from screens.text.turns import turn_done_text
from screens.text.typed_input import TypedWord, read_deployment, read_first, read_word, split_labels

log = logging.getLogger(__name__)

_NUMBER: Final = re.compile(r"\s*(#[0-9]+)(?=\s|$)")
_COMMAND: Final = re.compile(r"\s*/?place\s+", re.IGNORECASE)
USER_MESSAGE_TYPES: Final = (discord.MessageType.default, discord.MessageType.reply)
NON_PLAYER_PAUSE: Final = 600.0
"""Seconds between two error answers to a person who plays no game."""


def parse_turn_request(text: str) -> TurnRequest:
    """Read a line: ``M14 90 2``, ``M14 90 thief E``, ``#12 M14 90 -``, ``pass``. Words may be in the current language.

    The other options of ``/place`` follow their names: ``M14 90 - wall:1 2 first:C4 N``.

    Raise NotationError (with the reason UNREADABLE if the text is no turn at all) or UnreadableTableNumberError.
    """
    number, rest = _leading_number(text)
    words, labels = split_labels(rest)
    placement, deployment = _parse_turn(_COMMAND.sub("", words, count=1), text)
    named = number or labels.get("game")
    return TurnRequest(placement, deployment, parse_labelled(labels, read_first), parse_game(named) if named else None)


def _leading_number(text: str) -> tuple[str | None, str]:
    match = _NUMBER.match(text)
    return (match[1], text[match.end() :]) if match else (None, text)


def _parse_turn(words: str, text: str) -> tuple[PlaceTile | None, DeploymentChoice | None]:
    match words.split():
        case [word] if read_word(word) is TypedWord.NOBODY:
            return None, DeployNobody()
        case [word, cell, rotation] if read_word(word) is TypedWord.NOBODY:
            return _parse_placement(cell, rotation), DeployNobody()
        case [cell, rotation, *deployment] if any(map(str.isdecimal, cell)):
            return _parse_placement(cell, rotation), read_deployment(" ".join(deployment)) if deployment else None
    raise NotationError(Reason.UNREADABLE, text=text)


def _parse_placement(cell: str, rotation: str) -> PlaceTile:
    return PlaceTile(parse_cell(cell), parse_rotation(rotation))


class MessageRequester(Requester):
    """A person who wrote a message. The answers are replies that ping nobody."""

    def __init__(self, client: Client, message: discord.Message) -> None:
        self._message = message
        self.client = client
        self.person = Person(message.author.id, message.author.display_name)
        self.venue = venue_of_message(message)
        self.is_private = self.venue.is_private
        self._context: ActionContext | None = None

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Store what the message is about. From now on, the answers are in the language of that table."""
        self._context = action_context(table, placement)
        set_language(self.language)

    @property
    def language(self) -> str:
        """The language of the answers: in private the person's own if known, else that of the table, or the one of
        tables on the server.
        """
        if self.is_private and (known := self.client.poster.language_of(self.person.id)):
            return known
        noted, tables = self._context, self.client.host.tables
        if table := noted.table if noted else tables.to_move(self.venue, self.person.id):
            return table.settings.language
        guild = self._message.guild
        return language_of_server(self.client.host, guild) if guild else language_of_locale(None)

    @property
    def written_at(self) -> datetime:
        return self._message.created_at

    async def answer(self, screen: Screen | str) -> None:
        """Reply, even if the message was deleted meanwhile."""
        post = Post(fitting(screen), reply_to=MessageRef(self._message.channel.id, self._message.id))
        await self.client.poster.to_channel(self._message.channel, post)

    async def conclude(self, played: PlayResult, others: str, shown: StartedTable) -> None:
        """Reply only outside the channel of the table, where the public message says the same."""
        if shown.is_private or shown.venue.channel != self.venue.channel:
            await self.answer(turn_done_text(played, shown) + others)

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """In a channel, a public game where the person is to move comes before a private one."""
        person_id = self.person.id
        found = await self.client.host.tables.find_running(
            self.venue, self.person, number, lambda one: one.is_to_move(person_id) and not one.is_private
        )
        self.note_context(found.table)
        return found

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        return other_games_in_message_text(found)

    async def error_answer(self, error: Exception) -> Screen:
        """Return why something was not done, and a button that leads on, if there is one."""
        context = self._context
        if context is None:
            context = ActionContext(await self.client.host.tables.load_to_move(self.venue, self.person.id))
        return error_answer(error, self.person.id, context, ErrorRef(self._message.id, "a message"))


async def _leave(requester: MessageRequester, number: int | None) -> None:
    """Leave a waiting table, as its button does. Raise HostError."""
    client = requester.client
    table = await client.host.lobby.leave(requester.venue, requester.person, number)
    requester.note_context(table)
    await try_answer(table.number, requester.answer(left_text(table)))
    await client.outbox.show_status(table.number)


async def _open_vote(requester: MessageRequester, number: int | None) -> None:
    """Ask a table to vote on a late turn, or show the votes so far. Raise HostError and RateLimitError."""
    client, person = requester.client, requester.person
    client.limits.check(VOTE_LIMIT, person.id, requester.written_at)
    found = await client.host.tables.find_running(
        requester.venue, person, number, lambda table: may_vote(client, table, person.id)
    )
    requester.note_context(found.table)
    shown = await vote_screen(client, found.table, person)
    if shown.text == vote_opened_text(found.table) and found.table.venue.channel == requester.venue.channel:
        return  # the question stands below
    await requester.answer(replace(shown, text=shown.text + other_games_in_message_text(found)))


class TypedTurns(commands.Cog):
    """``@Bot M14 90 thief E``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._non_player_cooldown = commands.CooldownMapping.from_cooldown(
            1, NON_PLAYER_PAUSE, commands.BucketType.user
        )

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        is_by_person = not message.author.bot and message.webhook_id is None and message.type in USER_MESSAGE_TYPES
        if not is_by_person or not (message.guild is None or self.bot.user in message.mentions):
            return
        text, is_addressed = self._text_for_bot(message)
        requester = MessageRequester(self.bot, message)
        set_language(requester.language)
        try:
            await self._do(text, requester)
        except Exception as error:
            if is_addressed or not isinstance(error, NotationError):
                await self._answer_error(requester, message, error)

    async def _do(self, text: str, requester: MessageRequester) -> None:
        """Play the turn that a message says, or leave a table or open a vote if it is the word for that. It is read in
        the language of its writer if it is known, else in that of the answers.
        """
        number, words = _leading_number(text)
        with use_language(self.bot.poster.language_of(requester.person.id) or requester.language):
            word = read_word(words)
            request = parse_turn_request(text) if word in (None, TypedWord.NOBODY) else None
        game = parse_game(number) if number else None
        if request:
            await take_turn(requester, request)
        elif word is TypedWord.LEAVE:
            await _leave(requester, game)
        else:
            await _open_vote(requester, game)

    def _text_for_bot(self, message: discord.Message) -> tuple[str, bool]:
        """Return a message's text without the mention of the bot, and whether it is surely addressed to the bot.

        A reply to a message of the bot, or a mention inside a sentence, may also be talk among people.
        """
        if self.bot.user is None:
            return message.content, False
        mention = f"<@{self.bot.user.id}>"
        text = message.content.replace("<@!", "<@").strip()
        return text.replace(mention, " "), message.guild is None or text.startswith(mention)

    async def _answer_error(self, requester: MessageRequester, message: discord.Message, error: Exception) -> None:
        """Answer an error. A person who plays no game gets such an answer only once in ten minutes."""
        is_non_player = not self.bot.host.tables.of_person(requester.person.id)
        if is_non_player and self._non_player_cooldown.update_rate_limit(message, message.created_at.timestamp()):
            return
        is_turn = not (isinstance(error, NotationError) and error.reason is Reason.UNREADABLE)
        shown = await requester.error_answer(error) if is_turn else how_to_write_text()
        with trouble_noted(log.warning, "message %d could not be answered: %s", message.id):
            await requester.answer(shown)


async def setup(bot: Client) -> None:
    await bot.add_cog(TypedTurns(bot))
