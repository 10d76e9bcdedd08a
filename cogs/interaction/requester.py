"""Whoever wants something of the bot, by whichever door: a command, a button, a message. A door gives the answers."""

from abc import ABC, abstractmethod
from typing import Final

import discord
from discord.utils import MISSING

from carcassonne import PlaceTile
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import context_of, find_running, note_context, person_of, venue_of, venue_of_message
from cogs.interaction.replies import ErrorRef, answer, error_text
from cogs.text.channels import others_in_text
from cogs.text.formatting import clipped
from cogs.text.i18n import language_of
from cogs.text.move_errors import ActionContext
from cogs.text.table import others_text
from host import Found, Person, Played, RunningTable, Table, Venue

SILENT: Final = discord.AllowedMentions.none()


class Requester(ABC):
    """A person, where they are, and how they are answered."""

    client: Client
    person: Person
    venue: Venue

    @property
    @abstractmethod
    def subject(self) -> ActionContext:
        """What it is about, for the words of an error."""

    @abstractmethod
    def note(self, table: Table, place: PlaceTile | None = None) -> None:
        """Keep what it is about."""

    @property
    @abstractmethod
    def is_private(self) -> bool:
        """Say whether nobody else sees the answers."""

    @abstractmethod
    async def answer(self, words: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Answer the person."""

    @abstractmethod
    async def confirm(self, words: str, table: Table) -> None:
        """Say that it is done; what came of it is shown at the table."""

    def keep(self, played: Played) -> None:
        """Keep the answer to a turn, to say in it that the turn was taken back; not where others see it."""
        return

    @abstractmethod
    async def find(self, number: int | None) -> Found[RunningTable]:
        """Return the running game that the person means, and note it; raise HostError."""

    @abstractmethod
    def others(self, found: Found[RunningTable]) -> str:
        """Return, where a table was chosen among several, which one it was and how to name another."""


class InteractionRequester(Requester):
    """Who gave a command or pressed a button; answered in private."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.client = interaction.client
        self.person = person_of(interaction)
        self.venue = venue_of(interaction)

    @property
    def subject(self) -> ActionContext:
        """What was noted, else what the options filled in so far say."""
        return context_of(self._interaction)

    def note(self, table: Table, place: PlaceTile | None = None) -> None:
        """Keep what it is about with the interaction."""
        note_context(self._interaction, table, place)

    @property
    def is_private(self) -> bool:
        """It always is."""
        return True

    async def answer(self, words: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Answer in private."""
        await answer(self._interaction, words, file=file, view=view)

    async def confirm(self, words: str, table: Table) -> None:
        """Answer in private: a command must have an answer."""
        await self.answer(words)

    def keep(self, played: Played) -> None:
        """Keep the interaction."""
        self.client.confirmations.keep(played, self._interaction)

    async def find(self, number: int | None) -> Found[RunningTable]:
        """Look for it where the command was given."""
        return await find_running(self._interaction, number)

    def others(self, found: Found[RunningTable]) -> str:
        """Point to the option ``game``."""
        return others_text(found)


class MessageRequester(Requester):
    """Who wrote a message; answered by a reply that pings nobody."""

    def __init__(self, client: Client, message: discord.Message) -> None:
        self._message = message
        self.client = client
        self.person = Person(message.author.id, message.author.display_name)
        self.venue = venue_of_message(message)
        self._subject = ActionContext(client.host.tables.cached_to_move(self.venue, self.person.id))

    @property
    def subject(self) -> ActionContext:
        """What was noted, else the table that is meant if none is named."""
        return self._subject

    def note(self, table: Table, place: PlaceTile | None = None) -> None:
        """Keep what it is about."""
        cell, rotation = (place.position, place.rotation) if place else (None, None)
        self._subject = ActionContext(table, cell, rotation)

    @property
    def language(self) -> str:
        """In private the one that the writer was heard to speak; else that of the table or of the server."""
        if self.is_private and (known := self.client.language_of(self.person.id)):
            return known
        if self._subject.table:
            return self._subject.table.settings.language
        return language_of(str(self._message.guild.preferred_locale) if self._message.guild else None)

    @property
    def is_private(self) -> bool:
        """Only a conversation is: a reply in a channel is seen by all."""
        return self.venue.is_private

    async def answer(self, words: str, *, file: discord.File = MISSING, view: discord.ui.View = MISSING) -> None:
        """Reply, also where the message was deleted meanwhile."""
        await self._message.channel.send(
            clipped(words),
            file=file,
            view=view,
            reference=self._message.to_reference(fail_if_not_exists=False),
            mention_author=False,
            allowed_mentions=SILENT,
        )

    async def confirm(self, words: str, table: Table) -> None:
        """Reply only where the table's own message is not seen: there it says the same."""
        if table.venue.channel != self.venue.channel:
            await self.answer(words)

    async def find(self, number: int | None) -> Found[RunningTable]:
        """Look for it where the message was written."""
        found = await self.client.host.tables.find_running(self.venue, self.person, number)
        self.note(found.table)
        return found

    def others(self, found: Found[RunningTable]) -> str:
        """Point to the number before the turn."""
        return others_in_text(found)

    def error_text(self, error: Exception) -> str:
        """Return why something was not done."""
        return error_text(error, self.subject, ErrorRef(self._message.id, "a message"))
