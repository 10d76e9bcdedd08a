"""A game on a server whose players move in their private conversations with the bot: by commands, or by buttons."""

import random
import re
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from simcord.backend.models import Message

from tests.chaos.feed import Feed
from tests.chaos.table import Attempt, RefusedError, Table, new_channel
from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord, Person

SHARE_BY_BUTTONS: Final = 0.6
BUTTONS_WITHIN: Final = 5.0
"""Seconds for which somebody waits for the direct message of their turn. It is not sent again after a crash."""
MOST_PRESSES: Final = 20
_ONWARD: Final = re.compile(r"carc:(turn|pick):\d+:\d+:[A-Z]\d.*")
"""The buttons of the picker that lead to a cell, a rotation or a whole turn, but not back and not to another page."""


class DirectTable(Table):
    """The channel shows the turns as ever. Every player also gets them in private."""

    async def begin(self, **options: Any) -> None:
        """Take the seats, begin, and ask for direct messages."""
        await self.ask_for_direct_messages(self.people)
        await super().begin(**options)

    def asked_in(self, person: Person) -> int:
        return self.server.world.direct(person)

    @property
    def number(self) -> str:
        """The number of the game, as its buttons name it."""
        found = [one.split(":")[2] for board in self.boards for one in board.placing]
        return found[-1]

    @property
    def naming(self) -> dict[str, Any]:
        return {"game": f"#{self.number}"}

    async def play(self) -> Attempt:
        """Play a turn, and wait only for the private answer."""
        message = await self._message_with_buttons() if self._whim.random() < SHARE_BY_BUTTONS else None
        if message is None:
            return await super().play()
        attempt = await self._press_through(message)
        await self.server.until(lambda: attempt.is_answered)
        if not attempt.is_confirmed:
            raise RefusedError(attempt.answer.followups[0].content)
        return attempt

    async def _message_with_buttons(self) -> Message | None:
        """The direct message of the turn that the newest board asks for; None if it does not come."""
        placing, channel = self.boards[-1].placing, self.server.world.direct(self.mover)

        def found() -> Message | None:
            messages = reversed(self.server.world.messages(channel))
            return next((one for one in messages if set(placing) & set(custom_ids(one))), None)

        try:
            return await self.server.until(found, BUTTONS_WITHIN)
        except TimeoutError:
            return None

    async def _press_through(self, message: Message) -> Attempt:
        """Press random buttons of the picker, up to the one that plays a turn. Wait for all answers but the last."""
        turns, mover = self.boards[-1].turns + 1, self.mover
        opened = await self.server.press(mover, message, self.boards[-1].placing[0])
        [private] = await self.server.until(lambda: opened.followups)
        for _ in range(MOST_PRESSES):
            onward = _onward(custom_ids(private))
            if not onward:
                break
            chosen = self._whim.choice(onward)
            answer = self.server.send_press(mover, private, chosen)
            if chosen.startswith("carc:turn:"):
                self.attempts.append(Attempt(turns, chosen.split(":")[4].split()[0], answer, is_press=True))
                return self.attempts[-1]
            await self.server.complete(answer)
            await self.server.until(partial(_has_changed, private, onward))
        raise RefusedError(f"{self}: nothing to press in {custom_ids(private)}: {private.content}")


def _onward(ids: Sequence[str]) -> list[str]:
    """The buttons that lead on: to a whole turn, else to a rotation or a figure, else to a cell."""
    found = [one for one in ids if _ONWARD.fullmatch(one)]
    turns = [one for one in found if one.startswith("carc:turn:")]
    return turns or [one for one in found if " " in one] or found


def _has_changed(message: Message, onward: Sequence[str]) -> bool:
    """Whether the picker shows another step."""
    return not set(onward) <= set(custom_ids(message))


def new_direct_table(
    server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None
) -> DirectTable:
    """A table of two people whom no other table knows, in a channel of its own."""
    return DirectTable(server, feed, *new_channel(server, name, guild), random.Random(seed))
