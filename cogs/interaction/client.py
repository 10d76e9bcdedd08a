"""The type of the bot, as features use it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import discord
from discord.ext import commands

from carcassonne import Move, State
from cogs.delivery.bot_parts import BotParts
from cogs.delivery.outbox import Outbox
from cogs.delivery.timer import Timer
from cogs.interaction.startup import Startup
from cogs.interaction.suggestions import Suggestions
from cogs.interaction.turn_answers import Confirmations, OpenChoices
from host.model.controllers import Computer
from host.model.rate_limits import RateLimits
from host.model.table import RunningTable
from host.services.reviews import Listener
from screens.hints import HintedTurn


@dataclass(frozen=True, slots=True)
class PageServer:
    """Where this process serves pages for browsers, and their public ``url``; None if that follows from the port."""

    url: str | None
    port: int
    address: str


class Thinker(Protocol):
    """Chooses the turns of computers, and gives hints."""

    async def choose(self, table: RunningTable, computer: Computer) -> tuple[Move, ...]:
        """Return the moves that a computer makes now. This may take long, and is cancelled if nobody needs it."""

    async def hint(self, state: State, place: int) -> Sequence[HintedTurn]:
        """Return the best turns of a position, the best first, as the level sees them that gives hints; none if it
        can't. ``place`` stands for whoever asks, in the queue of all who wait: the number of a game, or of a person.
        """

    async def puzzle(self, seed: int) -> str | None:
        """Take a step of the search for the puzzle of a seed, a second or some. Return it as text to be kept; None if
        it's not found yet: then ask again. Raise what a worker raises.
        """

    async def review(
        self, start: State, moves: Sequence[Move], place: int, listener: Listener, goes_on: Callable[[], bool]
    ) -> str | None:
        """Return the review of a game that was played to its end, from its start by all its moves, as text to be kept;
        None if it can't be made, or ``goes_on`` says no before it is. The listener hears how far it is.
        """

    async def close(self) -> None:
        """Think no more."""


class Client(BotParts, commands.AutoShardedBot):
    """The bot. ``bot.py`` makes it.

    ``languages`` holds, by person id, the language of the last command or component. It is kept in memory only.
    ``computer_pause`` is how many seconds a computer takes for a turn at least, so that people can follow.
    ``makes_puzzles_ahead`` says whether the puzzle of a day is made before somebody asks for it.
    ``metrics_port`` is where this machine can read metrics, ``page_server`` where browsers find pages; None is nowhere.
    """

    timer: Timer
    outbox: Outbox
    thinker: Thinker
    computer_pause: float
    makes_puzzles_ahead: bool = True
    limits: RateLimits
    confirmations: Confirmations
    open_choices: OpenChoices
    suggestions: Suggestions
    startup: Startup
    languages: dict[int, str]
    metrics_port: int | None
    page_server: PageServer | None


Interaction: TypeAlias = discord.Interaction[Client]
