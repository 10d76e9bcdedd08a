"""A tournament in a channel as its people see it, on the real program: from the form to the podium.

    python -m tests.whole.tournament

plays a league's two seasons, a knockout with somebody who drops out, a Swiss tournament of five, and another at one
table of five, and prints what was posted. Its games end as soon as they begin: who signed up later resigns.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Message

from tests.loopback import Answer, LoopbackDiscord, Person
from tests.whole.program import BLANK_PICTURES, Program

NAME: Final = "Spring Cup"
_GAME: Final = re.compile(r"^(?:Final: |For third place: )?(.+?): \[#(\d+)\]", re.MULTILINE)


class Cup:
    """The only tournament of a channel. The first of its people is its host; who comes later in them loses."""

    def __init__(self, server: LoopbackDiscord, people: Sequence[Person]) -> None:
        self.server = server
        self.channel = server.channel
        self.people = list(people)

    async def open(self, kind: str, **rules: Any) -> Message:
        """Fill in the forms, post the sign-up and sign all people up. Return the tournament's message."""
        host = self.people[0]
        form = await self.server.command(host, self.channel, "tournament", what="create")
        draft = await self._shown(await self.server.submit(host, form, name=NAME, kind=[kind]))
        if rules:
            form = await self.server.press(host, draft, _id(draft, "cup-form:", ":rules"))
            before = draft.content
            await self.server.submit(host, form, **rules)
            await self.server.until(lambda: draft.content != before)
        await self.server.press(host, draft, _id(draft, "cup-post:"))
        message = await self.said(f"**{NAME}")
        for person in self.people:
            await self.press(person, message, "cup-sign-up:")
        await self.all_in(message)
        return message

    async def all_in(self, message: Message) -> None:
        """Wait until the tournament's message shows that all people have signed up."""
        await self.server.until(lambda: f"\n{len(self.people)} players signed up:\n" in message.content)

    async def press(self, person: Person, message: Message, action: str) -> None:
        await self.server.press(person, message, _id(message, action))

    async def said(self, words: str) -> Message:
        """Wait for the first public message that begins with these words."""
        return await self.server.message(self.channel, lambda message: message.content.startswith(words))

    async def play_round(self, title: str, number: int) -> list[str]:
        """Wait until a round is told, and let all but the first of each game resign. Return who met."""
        told = await self.said(f"**{title}, round {number} of ")
        met = []
        for names, game in _GAME.findall(told.content):
            players = sorted((self._named(name) for name in names.split(" – ")), key=self.people.index)
            for person in players[1:]:
                await self._resign(person, int(game))
            met.append(names)
        return met

    def _named(self, name: str) -> Person:
        return next(one for one in self.people if name in (one.name, one.mention))

    async def _resign(self, person: Person, game: int) -> None:
        asked = await self._shown(await self.server.command(person, self.channel, "resign", game=f"#{game}"))
        await self.server.press(person, asked, _id(asked, "resign:"))

    async def _shown(self, answer: Answer) -> Message:
        """Wait for the message of a private answer."""
        await self.server.until(lambda: bool(answer.followups or answer.message))
        return next(one for one in (*answer.followups, answer.message) if one)

    def said_so_far(self) -> list[str]:
        return [one.content for one in self.server.world.messages(self.channel)]


def _id(message: Message, action: str, ending: str = "") -> str:
    """Return the custom id of a button of a message."""
    ids = [str(item["custom_id"]) for row in message.components for item in row["components"] if "custom_id" in item]
    return next(one for one in ids if one.startswith(f"carc:{action}") and one.endswith(ending))


async def play_league(server: LoopbackDiscord, people: Sequence[Person]) -> Cup:
    """Play two seasons, the second with one who is new. Its host begins it before the week is over."""
    *first, late = people
    cup = Cup(server, first)
    await cup.press(first[0], await cup.open("league"), "cup-start:")
    for number in range(1, _rounds(len(first)) + 1):
        await cup.play_round(f"{NAME}, season 1", number)
    following = await cup.said(f"**{NAME}, season 2**")
    cup.people.append(late)
    await cup.press(late, following, "cup-sign-up:")
    await cup.all_in(following)
    await cup.press(first[0], following, "cup-start:")
    for number in range(1, _rounds(len(people)) + 1):
        await cup.play_round(f"{NAME}, season 2", number)
    await cup.said(f"{first[0].mention} wins **{NAME}, season 2**!")
    return cup


async def play_knockout(server: LoopbackDiscord, people: Sequence[Person]) -> Cup:
    """Play a knockout of which the second leaves in the first round."""
    cup = Cup(server, people)
    message = await cup.open("knockout")
    await cup.press(people[0], message, "cup-start:")
    await cup.said(f"**{NAME}, round 1 of ")
    await server.until(lambda: "cup-leave" in str(message.components) and "cup-start" not in str(message.components))
    answer = await server.press(people[1], message, _id(message, "cup-leave:"))
    await server.until(lambda: bool(answer.followups))
    await server.press(people[1], answer.followups[-1], _id(answer.followups[-1], "cup-leave-now:"))
    await cup.said(f"**{NAME}**: {people[1].name} left, and loses all remaining games.")
    for number in range(1, (len(people) - 1).bit_length() + 1):
        await cup.play_round(NAME, number)
    await cup.said(f"{people[0].mention} wins **{NAME}**!")
    return cup


async def play_swiss(server: LoopbackDiscord, people: Sequence[Person], rounds: int = 4, **rules: Any) -> Cup:
    cup = Cup(server, people)
    await cup.press(people[0], await cup.open("swiss", **rules), "cup-start:")
    for number in range(1, rounds + 1):
        await cup.play_round(NAME, number)
    await cup.said(f"{people[0].mention} wins **{NAME}**!")
    return cup


def _rounds(players: int) -> int:
    return players - 1 + players % 2


async def main() -> int:
    """Play all four, each on a program of its own. Return how many problems Discord would have with them."""
    several: dict[str, Any] = {"seats": ["5"], "besides": ["thread"]}
    problems = 0
    for what, rules in (
        (play_league, {}),
        (play_knockout, {}),
        (play_swiss, {}),
        (play_swiss, {"rounds": 1, **several}),
    ):
        async with LoopbackDiscord() as server:
            people = [server.world.add_person(f"Player {number}") for number in range(1, 6)]
            with tempfile.TemporaryDirectory() as folder:
                program = Program(server, Path(folder), **BLANK_PICTURES)
                await program.start()
                try:
                    cup = await what(server, people, **rules)
                finally:
                    await program.close()
            problems += len(program.problems()) + program.output.count("Traceback")
            print(f"== {what.__name__} {rules or ''}", *cup.said_so_far(), *program.problems(), sep="\n\n", flush=True)
    print(f"{problems} problems")
    return problems


if __name__ == "__main__":
    sys.exit(bool(asyncio.run(main())))
