"""Games without pictures: the player knows only what a screen reader reads aloud.

That is the public message, the description of its picture, and private answers: their texts and the labels of their
buttons. If a description is cut short, it says where the rest is, and the player asks there.
"""

import random
import re
from itertools import takewhile
from typing import Any

import discord
import pytest
import simcord

from carcassonne import Phase
from tests.cogs.room import ON_SIMCORD, Room, deleted_words, labels
from tests.fixtures.cases import slow_but
from tests.fixtures.positions import random_turns

pytestmark = ON_SIMCORD

CELL = re.compile(r"-?[A-Z]+-?\d+")
FITS = re.compile(r"The tile fits at: ([^.]*)\.")
WAYS_OUT = ("Back", "More cells", "Nearer cells")
ALL = "All: /board view:words."
STRETCHES = {8: 30, 36: 54}
"""The turns that a whole game is fast-forwarded from, and to. Near the end there is most to describe."""


class ListeningPlayer:
    """A player who only hears texts. It knows the channel and has no access to the host."""

    def __init__(self, room: Room, seed: int) -> None:
        self._channel, self._dice = room.channel, random.Random(seed)
        self._people = {one.user.global_name: one for one in room.people}
        self.questions = self.asked_for_all = self.pages = 0

    def latest_message(self) -> discord.Message:
        """The latest public message of the game."""
        return [one for one in self._channel.history() if re.search(r"Carcassonne #1\b", one.content)][-1]

    def mover(self) -> simcord.MemberActor | None:
        """The player to move by the latest message; None if it says that the game is over."""
        head = self.latest_message().content.splitlines()[0]
        named = re.match(r"\*\*(\w+)\*\*(?:'s turn| decides) · ", head)
        return self._people[named[1]] if named else None

    async def take_turn(self, number: int) -> None:
        """Answer a question, or place the tile: two times out of three by command if all cells are described."""
        mover, message = self.mover(), self.latest_message()
        assert mover is not None
        if " decides · " in message.content:
            self.questions += 1
            await mover.click(message, label=self._dice.choice(labels(message)))
        elif number % 3:
            await self._by_command(mover, await self._fitting(mover, message))
        else:
            await self._by_picker(mover, message)

    async def _fitting(self, mover: simcord.MemberActor, message: discord.Message) -> tuple[str, int]:
        """A cell and a rotation from the picture's description, or from where it says that they all are."""
        [picture] = message.attachments
        text = picture.description or ""
        if (listed := FITS.search(text)) and " more" not in listed[1]:
            items = listed[1].split("; ")
        else:
            assert text.endswith(ALL)
            items = await self._all_fitting(mover)
        cell, rotations = self._dice.choice(items).split()
        return cell, int(self._dice.choice(rotations.split("/")))

    async def _all_fitting(self, mover: simcord.MemberActor) -> list[str]:
        self.asked_for_all += 1
        shown = await mover.slash(self._channel, "board", view="words")
        texts = [one.content for one in (shown.response, *shown.followups) if one]
        *_, last = "\n".join(texts).partition("**The tile fits at**\n")
        return list(takewhile(lambda line: not line.startswith("**"), last.splitlines()))

    async def _by_command(self, mover: simcord.MemberActor, place: tuple[str, int]) -> None:
        """Give cell and rotation by command; the answer asks for the follower if one can be placed."""
        cell, rotation = place
        answered = await mover.slash(self._channel, "place", at=cell, rotation=rotation)
        if answered.response and labels(answered.response):
            names = labels(answered.response)
            assert names[-1] == "nobody"
            answered = await mover.click(answered.response, label=self._dice.choice(names[:-1]))
        said = answered.response.content if answered.response else deleted_words(answered)
        assert said.startswith("You placed ")

    async def _by_picker(self, mover: simcord.MemberActor, message: discord.Message) -> None:
        """Press Place, and then one button after the other by its label."""
        [private] = (await mover.click(message, label="Place")).followups
        while names := self._choices(private):
            name = self._dice.choice([one for one in names if one != "nobody"] or names)
            self.pages += name == "More cells"
            shown = await mover.click(private, label=name)
            assert shown.response is not None
            private = shown.response
        assert private.content.startswith("You placed ")

    def _choices(self, private: Any) -> list[str]:
        """The labels to choose from, sometimes those of the next page."""
        names = [name for name in labels(private) if name not in WAYS_OUT]
        for name in names:
            assert CELL.fullmatch(name) or name == "Confirm" or len(name) > 3
        return ["More cells"] if "More cells" in labels(private) and self._dice.random() < 0.3 else names


@pytest.mark.parametrize(("edition", "seed"), slow_but(2, [("castle", 4), ("chat-room", 1)]))
async def test_a_whole_game_without_a_look_at_a_picture(room: Room, edition: str, seed: int) -> None:
    await room.begin(edition=edition)
    blind, turns = ListeningPlayer(room, seed), 0
    while blind.mover():
        if room.state().phase is Phase.PLACE and room.state().turn in STRETCHES:
            await room.fast_forward(STRETCHES[room.state().turn] - room.state().turn, choose=random_turns(6))
            await room.play_on(1)
        await blind.take_turn(turns)
        turns += 1
        assert turns < 200
    assert blind.latest_message().content.startswith("Carcassonne #1 is over. ")
    record = await room.record()
    assert record.is_finished
    assert record.error is None
    assert len(record.turns) + blind.questions >= turns > 12
    assert blind.asked_for_all > 3 or edition == "castle"


async def test_the_whole_position_in_words(room: Room) -> None:
    await room.begin()
    shown = await room.eve.slash(room.channel, "board", view="words")
    assert shown.ephemeral
    assert shown.response is not None
    assert shown.response.attachments == []
    assert shown.response.content.splitlines() == [
        "Carcassonne #1 after 0 turns. Ann's turn. Tile D: city N; road E–W. 71 tiles left.",
        "**Ann**",
        "0 points, 7 followers, in red",
        "**Bob**",
        "0 points, 7 followers, in blue",
        "**Tiles by row, turned clockwise**",
        "M13 D0",
        "**The tile fits at**",
        "M12 180",
        "L13 0/180",
        "N13 0/180",
        "M14 180",
    ]


async def test_the_whole_position_in_words_for_all(room: Room) -> None:
    await room.begin()
    await room.bob.slash(room.channel, "board", view="words", share=True)
    head, words = room.messages()[-2:]
    assert head.content.startswith("Bob shares Carcassonne #1 · **Ann**'s turn")
    assert (head.attachments, words.attachments) == ([], [])
    assert "**The tile fits at**\nM12 180\n" in words.content
