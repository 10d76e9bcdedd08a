"""The games used lately, so that none is read and replayed again and again."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class RecentGames(Generic[T]):
    """Games by their numbers, the last ones used, up to a number."""

    def __init__(self, most: int) -> None:
        self._games: OrderedDict[int, T] = OrderedDict()
        self._most = most

    def find(self, number: int) -> T | None:
        """Return a game; None if it is not kept."""
        if number in self._games:
            self._games.move_to_end(number)
        return self._games.get(number)

    def put(self, number: int, game: T) -> None:
        """Keep a game as it is now, and forget the one that was not used for longest, if there are too many."""
        self._games[number] = game
        self._games.move_to_end(number)
        if len(self._games) > self._most:
            self._games.popitem(last=False)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games that are kept."""
        return list(self._games)

    def remove(self, number: int) -> None:
        """Forget a game, which is not as it was any more."""
        self._games.pop(number, None)

    def clear(self) -> None:
        """Forget all games."""
        self._games.clear()
