"""Keeps pictures that are made once, and forgets some where they take too much memory together."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

from PIL import Image

_Key: TypeAlias = tuple[str, int]
"""A name, and the side of the picture in pixels."""


class ByteCache:
    """Keeps pictures of up to ``limit`` bytes together, and forgets those first that nobody has asked for longest."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self._pictures: OrderedDict[_Key, Image.Image] = OrderedDict()
        self._lock = Lock()

    def get(self, key: _Key, make: Callable[[], Image.Image]) -> Image.Image:
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

    def has(self, key: _Key) -> bool:
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
    """Return how many bytes of memory an RGB picture takes: Pillow keeps each pixel in four."""
    return 4 * picture.width * picture.height
