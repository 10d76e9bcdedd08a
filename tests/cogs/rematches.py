"""Ends of games, and the buttons below them."""

from collections.abc import Sequence

import discord
import simcord

from carcassonne import DeployNobody, Move, State
from host.model.controllers import Person
from host.model.table import FinishedTable
from tests.cogs.room import Room, labels
from tests.fixtures.positions import first_legal_turn


async def resign(room: Room, person: simcord.MemberActor, number: int) -> discord.Message:
    """Let somebody give up a game; return the message that follows."""
    asked = await person.slash(room.channel, "resign", game=f"#{number}")
    assert asked.response is not None
    if labels(asked.response):
        await person.click(asked.response, label="Resign")
    return last_of(room, number)


def last_of(room: Room, number: int) -> discord.Message:
    """The newest message of a game's turns."""
    return [one for one in room.messages() if f"Carcassonne #{number}" in one.content and one.attachments][-1]


def lobby(room: Room, number: int) -> discord.Message:
    """The message of a waiting table."""
    ref = room.waiting(number).status_message
    assert ref is not None
    return next(one for one in room.messages() if one.id == ref.message)


def now(room: Room, message: discord.Message) -> discord.Message:
    return next(one for one in room.messages() if one.id == message.id)


def seat_names(room: Room, number: int) -> list[str]:
    return [seat.name for seat in room.table(number).seats]


async def private_words(person: simcord.MemberActor, message: discord.Message, label: str) -> str:
    """The private answer to a button."""
    answered = await person.click(message, label=label)
    assert answered.followups, answered
    assert answered.followups[-1].ephemeral
    return answered.followups[-1].content


async def begin_series(room: Room, person: simcord.MemberActor, end: discord.Message, length: int = 3) -> str:
    """Press Series below the end of a game, and choose a length; return the private answer."""
    asked = (await person.click(end, label="Series")).followups[-1]
    assert asked.ephemeral
    assert labels(asked) == ["Best of 3", "Best of 5"]
    answered = await person.click(asked, label=f"Best of {length}")
    assert answered.response is not None
    return answered.response.content


async def play_again(room: Room, *people: simcord.MemberActor, label: str = "Next game", end: discord.Message) -> None:
    for one in people:
        await one.click(end, label=label)


def without_followers(state: State) -> Sequence[Move]:
    place, *rest = first_legal_turn(state)
    return [place, DeployNobody()] if rest else [place]


async def finished(room: Room, number: int) -> FinishedTable:
    table = await room.bot.host.tables.load(number)
    assert isinstance(table, FinishedTable)
    return table


async def post_button(room: Room, custom_id: str) -> discord.Message:
    """A message of the bot with a button that it would not post there."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
    return now(room, await room.bot.get_partial_messageable(room.channel.id).send("?", view=view))


def person_of(room: Room, number: int) -> Person:
    person = room.table(number).next_seat.person
    assert person is not None
    return person
