"""Which servers the bot has welcomed, so that none is welcomed twice."""

from datetime import datetime, timedelta
from typing import Final

from host.services.service import Service, uncancellable

WELCOME_PAUSE: Final = timedelta(days=7)
"""A server that removes the bot and invites it again within this time is not welcomed again."""

MISSED_WELCOME_AGE: Final = timedelta(days=1)
"""How long ago the bot may have come to a server, while it was away, that is still welcomed at the next start."""


class Welcomes(Service):
    """The servers that were welcomed."""

    @uncancellable
    async def begin(self, guild: int, joined_at: datetime) -> bool:
        """Return whether a server is to be welcomed after the bot came there at ``joined_at``, and store that it is.

        It is stored before the message is sent: a server rather gets no welcome than two. If the bot comes there twice
        at once, in whatever processes, one welcomes.
        """
        welcomed = await self._storage.welcomes.load(guild)
        if welcomed is not None and joined_at < welcomed + WELCOME_PAUSE:
            return False
        return await self._storage.welcomes.save(guild, joined_at, welcomed)

    @uncancellable
    async def begin_missed(self, guild: int, joined_at: datetime) -> bool:
        """Do the same for a server that may have invited the bot while it was away.

        Where the bot came long ago, or where people know it already, nobody is welcomed.
        """
        if joined_at < self._now() - MISSED_WELCOME_AGE or await self._storage.welcomes.is_known(guild):
            return False
        return await self.begin(guild, joined_at)

    @uncancellable
    async def forget_all(self) -> None:
        """Forget all welcomes, because the messages are gone."""
        await self._storage.welcomes.delete_all()
