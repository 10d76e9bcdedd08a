"""A cache of pictures that is bounded in bytes."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

K = TypeVar("K", bound=Hashable)

_BYTES_OF_A_PIXEL = {"L": 1, "P": 1, "1": 1}
"""By mode. Pillow keeps all other modes in four bytes."""


class ByteCache(Generic[K]):
    """Keeps pictures of up to ``limit`` bytes together, and forgets those first that nobody has asked for longest."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self._pictures: OrderedDict[K, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, make: Callable[[], Image.Image]) -> Image.Image:
        """Return the picture of a key; make it if it isn't there. It is shared: do not draw on it."""
        with self._lock:
            if key in self._pictures:
                self._pictures.move_to_end(key)
                return self._pictures[key]
        picture = make()  # without the lock: others need not wait, and at worst two threads make the same
        with self._lock:
            if key not in self._pictures:
                self._pictures[key] = picture
                self.used += size_of(picture)
            while self.used > self.limit:
                _, forgotten = self._pictures.popitem(last=False)
                self.used -= size_of(forgotten)
        return picture

    def has(self, key: K) -> bool:
        """Return whether the picture of a key is there."""
        return key in self._pictures

    @property
    def is_full(self) -> bool:
        """Return whether another picture of usual size would push one out."""
        return self.used > self.limit * 0.95

    def clear(self) -> None:
        """Forget all pictures."""
        with self._lock:
            self._pictures.clear()
            self.used = 0


def size_of(picture: Image.Image) -> int:
    """Return how many bytes of memory a picture takes."""
    return picture.width * picture.height * _BYTES_OF_A_PIXEL.get(picture.mode, 4)
