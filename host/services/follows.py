"""Who follows which game. All of it is in memory, because it is asked after every turn."""

import asyncio
from collections.abc import Collection
from dataclasses import replace

from host.errors import TooManyFollowedError
from host.model.controllers import Person
from host.model.follows import MOST_FOLLOWED, Follow, Followed
from host.model.table import RunningTable
from host.services.service import Service, ServiceContext, uncancellable


class Follows(Service):
    """The games that people follow without playing in them. ``refresh`` loads them."""

    def __init__(self, context: ServiceContext) -> None:
        super().__init__(context)
        self._follows: dict[tuple[int, int], Follow] = {}
        self.lock = asyncio.Lock()
        """While somebody holds it, nobody chooses anything."""

    @property
    def games(self) -> list[int]:
        """The numbers of the games that anybody follows."""
        return sorted({game for _, game in self._follows})

    def of_game(self, number: int) -> list[Follow]:
        """Return at once who follows a game."""
        return [one for one in self._follows.values() if one.game == number]

    def of_person(self, person_id: int) -> list[Follow]:
        """Return at once what a person follows, by number."""
        return sorted((one for one in self._follows.values() if one.person_id == person_id), key=lambda one: one.game)

    @uncancellable
    async def follow(self, person: Person, table: RunningTable, what: Followed) -> None:
        """Let a person follow a game from now on, or choose anew what they are sent. Raise TooManyFollowedError."""
        async with self.lock:
            others = [one.game for one in self.of_person(person.id) if one.game != table.number]
            if len(others) >= MOST_FOLLOWED:
                raise TooManyFollowedError(most=MOST_FOLLOWED, games=tuple(others))
            follow = Follow(person.id, table.number, what, table.state.turn)
            await self._storage.follows.save(person, follow)
            self._follows[person.id, table.number] = follow

    @uncancellable
    async def stop(self, person_id: int, number: int | None = None) -> list[int]:
        """Let a person follow a game no more, or without a number, no game. Return the numbers that they followed."""
        async with self.lock:
            stopped = [one.game for one in self.of_person(person_id) if number in (None, one.game)]
            for game in stopped:
                await self._storage.follows.delete(person_id, game)
                self._follows.pop((person_id, game), None)
            return stopped

    @uncancellable
    async def note_sent(self, follow: Follow, turn: int) -> None:
        """Store that a watcher was told how a game stands after a number of turns."""
        async with self.lock:
            if self._follows.get((follow.person_id, follow.game)) == follow:
                after = replace(follow, turn=turn)
                await self._storage.follows.note_sent(after)
                self._follows[follow.person_id, follow.game] = after

    async def refresh(self, people: Collection[int] | None = None) -> None:
        """Read what some people follow (None: all). They may have chosen something else in another process."""
        async with self.lock:
            stored = {(one.person_id, one.game): one for one in await self._storage.follows.load(people)}
            kept = {} if people is None else {key: one for key, one in self._follows.items() if key[0] not in people}
            self._follows = {**kept, **stored}

    def forget(self, person_id: int) -> None:
        """Forget what is in memory about a person who was deleted from the database."""
        for key in [key for key in self._follows if key[0] == person_id]:
            del self._follows[key]
