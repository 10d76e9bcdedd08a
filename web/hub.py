"""Tells open pages that a game has changed. The page then asks for what is stored.

A page that is slow misses nothing and holds up nobody: what it has not heard yet is a set of games, so it never grows.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeVar

from prometheus_client import Gauge

from host.host import Host
from host.model.table import RunningSummary

OPEN_PAGES: Final = Gauge("carcassonne_open_pages", "Pages of browsers that are open")

K = TypeVar("K")


@dataclass(eq=False, slots=True)
class Subscription:
    """An open page of a person, and what it has not been told yet. ``game`` is the one that it shows, if any."""

    person_id: int
    game: int | None
    is_gone: Callable[[], bool] = lambda: False
    """Whether its connection is known to be closed. Else that is noticed when something is sent."""
    is_game_changed: bool = False
    are_games_changed: bool = False
    version: str = ""
    """The version of the game that it was told last."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, *, game: bool = False, games: bool = False) -> None:
        """Note what the page is to be told."""
        self.is_game_changed |= game
        self.are_games_changed |= games
        self._news.set()

    async def wait(self, seconds: float) -> bool:
        """Wait until there is news, for at most so long; return whether there is any."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def is_new(self, version: str) -> bool:
        """Return whether the page was told of another version last, and note this one."""
        is_new, self.version = version != self.version, version
        return is_new

    def take(self) -> tuple[bool, bool]:
        """Return whether the game, and whether the list of the person's games is another one now, and forget that."""
        news = self.is_game_changed, self.are_games_changed
        self.is_game_changed = self.are_games_changed = False
        return news


class Hub:
    """The open pages of this process. It hears of each change of a game from the games in memory, whoever made it."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._by_game: defaultdict[int | None, set[Subscription]] = defaultdict(set)
        self._by_person: defaultdict[int, set[Subscription]] = defaultdict(set)
        self._waited_for: dict[int, int] = {}
        """By game: the id of the person for whom it waited when it changed last, or when they opened a page."""
        self.is_closed = False
        host.game_changed.add(self._note)

    def end(self) -> None:
        """Hear of no changes any more, and end what is told to open pages."""
        self._host.game_changed.remove(self._note)
        self.is_closed = True
        for subscriptions in self._by_person.values():
            for subscription in subscriptions:
                subscription.note()

    @property
    def count(self) -> int:
        """How many pages are open."""
        return sum(map(len, self._by_person.values()))

    def count_of(self, person_id: int) -> int:
        """Return how many pages a person has open."""
        return sum(not one.is_gone() for one in self._by_person.get(person_id, ()))

    def open(self, subscription: Subscription) -> None:
        """Tell a page of changes, until it is closed."""
        OPEN_PAGES.inc()
        self._by_game[subscription.game].add(subscription)
        self._by_person[subscription.person_id].add(subscription)
        for table in self._host.tables.of_person(subscription.person_id):
            self._note_waiting(table.number)

    def close(self, subscription: Subscription) -> None:
        """Tell a page nothing more."""
        OPEN_PAGES.dec()
        _discard(self._by_game, subscription.game, subscription)
        _discard(self._by_person, subscription.person_id, subscription)

    def _note(self, number: int) -> None:
        """Note that a game has changed."""
        for subscription in self._by_game.get(number, ()):
            subscription.note(game=True)
        before = self._waited_for.get(number)
        now = self._note_waiting(number)
        if before != now:
            for person_id in filter(None, (before, now)):
                for subscription in self._by_person.get(person_id, ()):
                    if subscription.game != number:
                        subscription.note(games=True)

    def _note_waiting(self, number: int) -> int | None:
        """Note for whom a game waits now, and return that: the id of a person; None if it waits for nobody."""
        now = _person_to_move(self._host.tables.running_summary(number))
        if now is None:
            self._waited_for.pop(number, None)
        else:
            self._waited_for[number] = now
        return now


def _person_to_move(table: RunningSummary | None) -> int | None:
    person = table.to_move.person if table and table.to_move else None
    return person.id if person else None


def _discard(pages: dict[K, set[Subscription]], key: K, subscription: Subscription) -> None:
    pages[key].discard(subscription)
    if not pages[key]:
        del pages[key]
