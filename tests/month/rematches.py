"""Rematches and series in the simulation: who presses what below the end of a game, and who joins."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import partial
from typing import Final

from host.model.table import WaitingTable
from tests.month import actions
from tests.month.people import DAY, HOUR
from tests.month.sent_messages import SentMessage
from tests.month.world import World

REMATCH_CHANCE: Final = 0.5
"""The chance that a player wants to play again after a game."""
NEXT_GAME_CHANCE: Final = 0.9
"""The chance that a player goes on with a series."""
SERIES_CHANCE: Final = 0.6
"""The chance that a player who wants to play again asks for a series."""
END_SERIES_CHANCE: Final = 0.04
"""The chance that a player ends a series instead."""
JOIN_CHANCE: Final = 0.9
"""The chance that a player who is asked to a rematch joins."""
CONCEDE_CHANCE, CONCEDE_IN_SERIES_CHANCE = 0.005, 0.1
"""The chance that a player gives up a game of two, at each turn; in a series, so that it comes to its end in time."""
PATIENCE: Final = DAY
"""How long a player waits for others at a rematch before they start it, or leave it."""

Reaction = Callable[[int], Awaitable[None]]


class Rematching:
    """What people do when a game is over, and when they are asked to play again."""

    def __init__(
        self,
        world: World,
        schedule: Callable[[datetime, Callable[[], Awaitable[None]]], None],
        schedule_reaction: Callable[[int, Reaction], None],
    ) -> None:
        self._world = world
        self._schedule = schedule
        self._schedule_reaction = schedule_reaction

    def react(self, message: SentMessage) -> None:
        """Let the players of a game react to its end. Where the channel is there, they react to the message there."""
        number = number_of(message, "rematch")
        table = None if number is None else self._world.host.tables.summary(number)
        is_planned = table is not None and table.occasion is not None
        if number is not None and not is_planned:  # who has played a game of a tournament goes on with the next
            self._schedule(self._world.now, partial(self._react_to_end, message, number))

    def react_to_invitation(self, message: SentMessage, person: int) -> bool:
        """Let a person react to a ping if it asks them to a rematch; return whether it does."""
        number = number_of(message, "join")
        if number is None:
            return False
        if self._world.dice.random() < JOIN_CHANCE:
            self._schedule_reaction(person, partial(self._join, message, number))
        return True

    def concede_chance(self, number: int) -> float:
        """The chance that the player to move gives up a game that the other one wins then."""
        table = self._world.host.tables.running_summary(number)
        if table is None or len(table.seats) > 2:
            return 0
        return CONCEDE_IN_SERIES_CHANCE if table.rematch and table.rematch.best_of else CONCEDE_CHANCE

    async def check_waiting(self, person: int) -> None:
        """Start a rematch that has waited long enough, or leave it if nobody else came, or its channel is deleted."""
        for table in self._world.host.tables.waiting():
            if table.organiser.id == person and self._world.now - table.opened_at > PATIENCE:
                if len(table.people) > 1 and self._world.has_channel(table):
                    await self._world.command(person, table, "start")
                else:
                    await self._world.say(person, table, "leave")

    async def _react_to_end(self, message: SentMessage, number: int) -> None:
        world = self._world
        if world.is_down:
            self._schedule(world.now + HOUR, partial(self._react_to_end, message, number))
            return
        table = await world.host.tables.load_started(number)
        if message.is_private and table.venue.home not in world.deleted_channels:
            return
        people = message.pinged if message.is_private else [one.id for one in table.people]
        chance = NEXT_GAME_CHANCE if number_of(message, "series-ask-end") is not None else REMATCH_CHANCE
        for person in people:
            if world.dice.random() < chance:
                self._schedule_reaction(person, partial(self._play_again, message, number))

    async def _play_again(self, message: SentMessage, number: int, person: int) -> None:
        dice = self._world.dice
        if f"carc:series:{number}" in message.buttons and dice.random() < SERIES_CHANCE:
            await self._press_and_choose(message, f"carc:series:{number}", person)
        elif f"carc:series-ask-end:{number}" in message.buttons and dice.random() < END_SERIES_CHANCE:
            await self._press_and_choose(message, f"carc:series-ask-end:{number}", person)
        else:
            await actions.press(self._world, person, message.channel, message.id, f"carc:rematch:{number}")

    async def _press_and_choose(self, message: SentMessage, custom_id: str, person: int) -> None:
        """Press a button that asks something in private, and one of the buttons of the answer."""
        asked = await actions.press(self._world, person, message.channel, message.id, custom_id)
        shown = actions.answer_of(asked) if asked else None
        buttons = actions.buttons_of(shown) if shown else []
        if shown and buttons:
            chosen = self._world.dice.choice(buttons)["custom_id"]
            await self._world.actor(person, message.channel).click(shown, custom_id=chosen)

    async def _join(self, message: SentMessage, number: int, person: int) -> None:
        if isinstance(self._world.host.tables.summary(number), WaitingTable):
            await actions.press(self._world, person, message.channel, message.id, f"carc:join:{number}")


def number_of(message: SentMessage, action: str) -> int | None:
    """The number of the table in a message's button for an action; None if it has no such button."""
    prefix = f"carc:{action}:"
    return next((int(one.removeprefix(prefix)) for one in message.buttons if one.startswith(prefix)), None)
