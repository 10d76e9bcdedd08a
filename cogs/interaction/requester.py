"""The person who asks for a turn, and how to answer them: after a command or a component, or after a message."""

from abc import ABC, abstractmethod

import discord

from carcassonne import PlaceTile
from cogs.delivery.poster import Post
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import find_running, note_context, person_of, venue_of, venue_of_message
from cogs.interaction.errors import ErrorRef, error_answer
from cogs.interaction.replies import answer, fitting
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import MessageRef, RunningTable, StartedTable, Table, Venue
from host.model.table_lookup import FoundTable
from screens.screen import Screen
from screens.text.channels import other_games_in_message_text, other_games_text
from screens.text.i18n import language_of_locale
from screens.text.markup import truncate
from screens.text.move_errors import ActionContext
from screens.text.turns import turn_done_text


class Requester(ABC):
    """A person, the place where they asked, and how to answer them."""

    client: Client
    person: Person
    venue: Venue

    @abstractmethod
    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Store what the request is about."""

    @property
    @abstractmethod
    def is_private(self) -> bool:
        """Whether only the person sees the answers."""

    @abstractmethod
    async def answer(self, screen: Screen | str) -> None:
        """Answer the person."""

    async def confirm(self, text: str) -> None:
        """Confirm that a turn is stored, before it is published.

        The default does nothing.
        """
        return

    @abstractmethod
    async def conclude(self, played: PlayResult, shown: StartedTable, others: str) -> None:
        """Conclude the answer to a turn that is public now. In the channel of its message, say nothing twice.

        ``shown`` is the table once the turn was published; ``others`` is what ``other_games_text`` returned.
        """

    @abstractmethod
    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Return the running game that the person means, and store it as context. Raise HostError."""

    @abstractmethod
    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Return which of several games was meant and how to name another; empty if there was only one."""


class InteractionRequester(Requester):
    """A person who gave a command or used a component. The answers are private."""

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.client = interaction.client
        self.person = person_of(interaction)
        self.venue = venue_of(interaction)

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Store what the request is about with the interaction."""
        note_context(self._interaction, table, placement)

    @property
    def is_private(self) -> bool:
        """Always true."""
        return True

    async def answer(self, screen: Screen | str) -> None:
        """Answer in private."""
        await answer(self._interaction, screen)

    async def confirm(self, text: str) -> None:
        """Answer in private, because a command must have an answer."""
        await self.answer(text)

    async def conclude(self, played: PlayResult, shown: StartedTable, others: str) -> None:
        """Outside the channel of the table, add a link to the public message and the buttons of the turn."""
        if shown.venue.channel != self.venue.channel:
            text = truncate(turn_done_text(played, shown) + others)
            await self.client.confirmations.show(text, shown, played, self._interaction)

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Return the game meant in the channel of the interaction. Raise HostError."""
        return await find_running(self._interaction, number)

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Return a text that mentions the option ``game``."""
        return other_games_text(found)


class MessageRequester(Requester):
    """A person who wrote a message. The answers are replies that ping nobody."""

    def __init__(self, client: Client, message: discord.Message) -> None:
        self._message = message
        self.client = client
        self.person = Person(message.author.id, message.author.display_name)
        self.venue = venue_of_message(message)
        self._context: ActionContext | None = None

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Keep what the request is about."""
        cell, rotation = (placement.position, placement.rotation) if placement else (None, None)
        self._context = ActionContext(table, cell, rotation)

    @property
    def language(self) -> str:
        """The language of the answers: in private the person's own if known, else that of the table or server."""
        if self.is_private and (known := self.client.delivery.poster.language_of(self.person.id)):
            return known
        noted, tables = self._context, self.client.host.tables
        if table := noted.table if noted else tables.to_move(self.venue, self.person.id):
            return table.settings.language
        return language_of_locale(str(self._message.guild.preferred_locale) if self._message.guild else None)

    @property
    def is_private(self) -> bool:
        """Whether the message was a direct message. Everybody can see a reply in a channel."""
        return self.venue.is_private

    async def answer(self, screen: Screen | str) -> None:
        """Reply, even if the message was deleted meanwhile."""
        post = Post(fitting(screen), reply_to=MessageRef(self._message.channel.id, self._message.id))
        await self.client.delivery.poster.to_channel(self._message.channel, post)

    async def conclude(self, played: PlayResult, shown: StartedTable, others: str) -> None:
        """Reply only outside the channel of the table, where the public message says the same."""
        if shown.venue.channel != self.venue.channel:
            await self.answer(turn_done_text(played, shown) + others)

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Return the game meant in the channel of the message. Raise HostError."""
        found = await self.client.host.tables.find_running(self.venue, self.person, number)
        self.note_context(found.table)
        return found

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Return a text that says how to name a game in a message."""
        return other_games_in_message_text(found)

    async def error_answer(self, error: Exception) -> Screen:
        """Return why something was not done, and a button that leads on, if there is one."""
        context = self._context
        if context is None:
            context = ActionContext(await self.client.host.tables.load_to_move(self.venue, self.person.id))
        return error_answer(error, self.person.id, context, ErrorRef(self._message.id, "a message"))
