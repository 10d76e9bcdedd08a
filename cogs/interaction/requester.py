"""A person who wants something of the bot, by a command, a component or a message, and how they are answered."""

from abc import ABC, abstractmethod
from typing import Final

import discord
from discord.utils import MISSING

from carcassonne import PlaceTile
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import context_of, find_running, note_context, person_of, venue_of, venue_of_message
from cogs.interaction.errors import ErrorRef, error_text
from cogs.interaction.replies import answer
from cogs.text.channels import other_games_in_message_text
from cogs.text.formatting import truncate
from cogs.text.i18n import language_of_locale
from cogs.text.move_errors import ActionContext
from cogs.text.table import other_games_text
from host import FoundTable, Person, PlayResult, RunningTable, Table, Venue

NO_MENTIONS: Final = discord.AllowedMentions.none()


class Requester(ABC):
    """A person, where they are, and how they are answered."""

    client: Client
    person: Person
    venue: Venue

    @property
    @abstractmethod
    def context(self) -> ActionContext:
        """What the request is about, for the words of an error."""

    @abstractmethod
    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Keep what the request is about."""

    @property
    @abstractmethod
    def is_private(self) -> bool:
        """Whether nobody else sees the answers."""

    @abstractmethod
    async def answer(self, text: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Answer the person."""

    @abstractmethod
    async def confirm(self, text: str, table: Table) -> None:
        """Say that it is done; what came of it is shown at the table."""

    def remember_answer(self, played: PlayResult) -> None:
        """Keep the answer to a turn, to say in it that the turn was taken back; not where others see it."""
        return

    @abstractmethod
    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Return the running game that the person means, and note it; raise HostError."""

    @abstractmethod
    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Return, where a table was chosen among several, which one it was and how to name another."""


class InteractionRequester(Requester):
    """Who gave a command or used a component; answered in private."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.client = interaction.client
        self.person = person_of(interaction)
        self.venue = venue_of(interaction)

    @property
    def context(self) -> ActionContext:
        """What was noted, else what the options filled in so far say."""
        return context_of(self._interaction)

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Keep what the request is about with the interaction."""
        note_context(self._interaction, table, placement)

    @property
    def is_private(self) -> bool:
        """Always true."""
        return True

    async def answer(self, text: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Answer in private."""
        await answer(self._interaction, text, file=file, view=view)

    async def confirm(self, text: str, table: Table) -> None:
        """Answer in private: a command must have an answer."""
        await self.answer(text)

    def remember_answer(self, played: PlayResult) -> None:
        """Keep the interaction, by which its answer can be edited."""
        self.client.confirmations.remember(played, self._interaction)

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Look for the game where the command was given."""
        return await find_running(self._interaction, number)

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Point to the option ``game``."""
        return other_games_text(found)


class MessageRequester(Requester):
    """Who wrote a message; answered by a reply that pings nobody."""

    def __init__(self, client: Client, message: discord.Message) -> None:
        self._message = message
        self.client = client
        self.person = Person(message.author.id, message.author.display_name)
        self.venue = venue_of_message(message)
        self._context = ActionContext(client.host.tables.cached_to_move(self.venue, self.person.id))

    @property
    def context(self) -> ActionContext:
        """What was noted, else the table that is meant if none is named."""
        return self._context

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Keep what the request is about."""
        cell, rotation = (placement.position, placement.rotation) if placement else (None, None)
        self._context = ActionContext(table, cell, rotation)

    @property
    def language(self) -> str:
        """In private the one that the writer was heard to speak; else that of the table or of the server."""
        if self.is_private and (known := self.client.delivery.language_of(self.person.id)):
            return known
        if self._context.table:
            return self._context.table.settings.language
        return language_of_locale(str(self._message.guild.preferred_locale) if self._message.guild else None)

    @property
    def is_private(self) -> bool:
        """True in a conversation with the bot only: a reply in a channel is seen by all."""
        return self.venue.is_private

    async def answer(self, text: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Reply, also where the message was deleted meanwhile."""
        await self._message.channel.send(
            truncate(text),
            file=file,
            view=view,
            reference=self._message.to_reference(fail_if_not_exists=False),
            mention_author=False,
            allowed_mentions=NO_MENTIONS,
        )

    async def confirm(self, text: str, table: Table) -> None:
        """Reply only where the table's own message is not seen: there it says the same."""
        if table.venue.channel != self.venue.channel:
            await self.answer(text)

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Look for the game where the message was written."""
        found = await self.client.host.tables.find_running(self.venue, self.person, number)
        self.note_context(found.table)
        return found

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Point to the number before the turn."""
        return other_games_in_message_text(found)

    def error_text(self, error: Exception) -> str:
        """Return why something was not done."""
        return error_text(error, self.context, ErrorRef(self._message.id, "a message"))
