"""Turns written as messages: in private to the bot, or in a channel with a mention of the bot.

Without the privileged intent, Discord gives a bot the text of these messages and of no others.
"""

import logging
from typing import Final

import discord
from discord.ext import commands

from carcassonne import NotationError, Reason
from cogs.delivery.errors import is_discord_trouble
from cogs.interaction.client import Client
from cogs.interaction.requester import MessageRequester
from cogs.interaction.turn_request import TurnRequest, parse_turn_request
from cogs.interaction.turns import take_turn
from screens.text.channels import how_to_write_text
from screens.text.i18n import set_language, use_language
from screens.text.typed_input import read_deployment, read_first

log = logging.getLogger(__name__)

USER_MESSAGE_TYPES: Final = (discord.MessageType.default, discord.MessageType.reply)
NON_PLAYER_PAUSE: Final = 600.0
"""Seconds between two error answers to a person who plays no game."""


class TypedTurns(commands.Cog):
    """``@Bot M14 90 thief E``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._non_player_cooldown = commands.CooldownMapping.from_cooldown(
            1, NON_PLAYER_PAUSE, commands.BucketType.user
        )

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Play the turn that a person wrote."""
        is_by_person = not message.author.bot and message.webhook_id is None and message.type in USER_MESSAGE_TYPES
        if not is_by_person or not (message.guild is None or self.bot.user in message.mentions):
            return
        text, is_addressed = self._text_for_bot(message)
        requester = MessageRequester(self.bot, message)
        set_language(requester.language)
        try:
            await take_turn(requester, self._read(text, requester))
        except Exception as error:
            if is_addressed or not isinstance(error, NotationError):
                await self._answer_error(requester, message, error)

    def _read(self, text: str, requester: MessageRequester) -> TurnRequest:
        """Read a turn in the language of its writer if it is known, else in that of the answers."""
        with use_language(self.bot.delivery.poster.language_of(requester.person.id) or requester.language):
            return parse_turn_request(text, read_deployment, read_first)

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
        try:
            await requester.answer(shown)
        except Exception as error:
            if not is_discord_trouble(error):
                raise
            log.warning("message %d could not be answered: %s", message.id, error)


async def setup(bot: Client) -> None:
    """Load the listener."""
    await bot.add_cog(TypedTurns(bot))
