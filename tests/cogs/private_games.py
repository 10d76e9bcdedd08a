"""A game that somebody plays alone: what they see of it, and what they press."""

from typing import Any

import simcord

from host.model.controllers import Person
from host.model.table import Venue
from host.model.table_options import NO_OPTIONS, TableOptions
from tests.cogs.room import COMPUTER_PAUSE, Room, labels


class Alone:
    """The private message that shows a game to its player."""

    def __init__(self, room: Room, player: Any, message: Any, number: int = 1) -> None:
        self.room = room
        self.player = player
        self.message = message
        self.number = number

    @property
    def text(self) -> str:
        return str(self.message.content)

    @property
    def labels(self) -> list[str]:
        return labels(self.message)

    async def press(self, label: str) -> simcord.InteractionResult:
        """Press a button of the message. Another answer is only returned."""
        pressed: simcord.InteractionResult = await self.player.click(self.message, label=label)
        if pressed.response is not None:
            assert pressed.response.id == self.message.id
            self.message = pressed.response
        return pressed

    async def take_turn(self) -> None:
        """Choose a turn with the buttons: always the first cell, rotation and spot."""
        await self.press("Place")
        while "Confirm" not in self.labels:
            await self.press(self.labels[0])
        await self.press("Confirm")

    async def let_computer_play(self) -> None:
        await self.room.env.advance_time(COMPUTER_PAUSE)


async def front_door(room: Room, player: simcord.MemberActor) -> Any:
    """The answer to `/play`."""
    shown = await player.slash(room.channel, "play")
    assert shown.ephemeral
    assert shown.response is not None
    return shown.response


async def begin_alone(
    room: Room, player: simcord.MemberActor | None = None, level: str = "Club", number: int = 1
) -> Alone:
    """Begin a game against a computer with `/play`; the person is the first player."""
    player = player or room.ann
    game = Alone(room, player, await front_door(room, player), number)
    await game.press("Play the computer")
    await game.press(level)
    return game


async def begin_practice(room: Room) -> Alone:
    game = Alone(room, room.ann, await front_door(room, room.ann))
    await game.press("Practice")
    return game


async def practise_in_channel(room: Room, options: TableOptions = NO_OPTIONS) -> None:
    """Begin Ann's practice game in the channel, as earlier versions did: it plays on as it did then."""
    await room.ann.slash(room.channel, "join")
    venue, person = Venue(room.guild.id, room.channel.id), Person(room.ann.user.id, "Ann")
    await room.bot.outbox.publish(await room.bot.host.lobby.start(venue, person, 1, options, practice=True))
    await room.env.settle()
