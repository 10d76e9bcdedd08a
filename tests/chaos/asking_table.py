"""A game whose players often ask to take back a turn, in private, and refuse that in the channel."""

import random
from typing import Final

from tests.chaos.direct_table import DirectTable
from tests.chaos.feed import Feed, Posted
from tests.chaos.table import new_channel
from tests.loopback import LoopbackDiscord

SHARE_ASKED: Final = 0.5
ASKED: Final = "I've asked the others"
"""How the answer begins that tells of a question."""


class AskingTable(DirectTable):
    """The question is a notification: stored by the process that is asked, and sent by the one that shows the game."""

    async def move(self) -> None:
        """Play a turn, perhaps ask to take it back, and refuse that."""
        mover, before = self.mover, len(self.questions)
        await super().move()
        if self.is_over or self._whim.random() > SHARE_ASKED:
            return
        asked = await self.server.command(mover, self.asked_in(mover), "undo", **self.naming)
        if not asked.content.startswith(ASKED):
            return
        await self.server.until(lambda: len(self.questions) > before, self.patience)
        question = self.questions[-1]
        [other] = [person for person in self.people if person != mover]
        await self.server.press(other, question.message, next(one for one in question.asking if ":undo-refuse:" in one))

    @property
    def questions(self) -> list[Posted]:
        return [posted for posted in self.feed.posted(self.channel) if posted.asking]


def new_asking_table(
    server: LoopbackDiscord, feed: Feed, name: str, seed: int, guild: int | None = None
) -> AskingTable:
    """A table of two people whom no other table knows, in a channel of its own."""
    return AskingTable(server, feed, *new_channel(server, name, guild), random.Random(seed))
