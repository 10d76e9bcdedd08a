"""The pictures that pages load, by names that follow from what they hold."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from typing import Final, Protocol, TypeVar

from render.share.live_values import Drawn, DrawnPicture
from screens.pictures import Pictures

MOST_BYTES: Final = 32 << 20


class Shown(Protocol):
    """What is shown with pictures."""

    @property
    def keys(self) -> frozenset[str]:
        """The keys of its pictures."""


T = TypeVar("T", bound=Shown)


class PictureStore:
    """Keeps pictures of up to ``most_bytes`` together, and forgets those first that were not used for longest."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._by_name: OrderedDict[str, DrawnPicture] = OrderedDict()
        self._by_key: dict[str, DrawnPicture] = {}
        self._keys: dict[str, set[str]] = {}
        """The keys of each picture, by its name."""
        self._used = 0

    @property
    def known(self) -> frozenset[str]:
        """The keys of all pictures that are kept."""
        return frozenset(self._by_key)

    def put(self, pictures: Mapping[str, DrawnPicture]) -> None:
        """Keep pictures by their keys."""
        for key, picture in pictures.items():
            kept = self._by_name.setdefault(picture.name, picture)
            if kept is picture:
                self._used += len(picture.data)
            self._by_key[key] = kept
            self._keys.setdefault(picture.name, set()).add(key)
            self._by_name.move_to_end(picture.name)
        while self._used > self._most_bytes:
            name, forgotten = self._by_name.popitem(last=False)
            self._used -= len(forgotten.data)
            for key in self._keys.pop(name):
                del self._by_key[key]

    def has(self, keys: Iterable[str]) -> bool:
        """Return whether the pictures of all these keys are there, and keep them for longer."""
        found = [self._by_key.get(key) for key in keys]
        for picture in found:
            if picture is not None:
                self._by_name.move_to_end(picture.name)
        return None not in found

    def of_key(self, key: str) -> DrawnPicture:
        """Return the picture of a key; raise KeyError."""
        return self._by_key[key]

    def data(self, name: str) -> bytes | None:
        """Return the file of a name; None if it is not there."""
        picture = self._by_name.get(name)
        if picture is None:
            return None
        self._by_name.move_to_end(name)
        return picture.data


class TooManyPicturesError(Exception):
    """The store has no room for all pictures that are shown together."""


class Drawing:
    """Draws what pages show, with the workers that draw the bot's pictures, and keeps the pictures."""

    def __init__(self, pictures: Pictures, store: PictureStore) -> None:
        self._pictures = pictures
        self.store = store

    async def draw(self, job: Callable[..., Drawn[T]], table: int) -> T:
        """Do a job of ``render.share.live`` for a table: with all arguments but ``known``. Its pictures are kept then.

        Raise QueueFullError, NoWorkerError, TimeoutError, and what drawing raises.
        """
        for rounds in count(1):
            drawn = await self._pictures.draw(partial(job, known=self.store.known), table, must_be_drawn=False)
            self.store.put(drawn.pictures)
            if self.store.has(drawn.value.keys):
                return drawn.value
            if rounds > len(drawn.value.keys):
                break
        raise TooManyPicturesError(len(drawn.value.keys))
