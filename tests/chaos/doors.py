"""The public address of pages, and the doors of the processes behind it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from tests.fixtures.raw_http import HOST, free_port, request, send

LOOKED_AGAIN: Final = 1.0
"""Seconds after which a proxy looks again who answers."""
ANSWERED_WITHIN: Final = 2.0
OK: Final = 200


def _own_url() -> str:
    return f"http://{HOST}:{free_port()}"


@dataclass
class Doors:
    """``url`` is the public address, which all processes are told; ``ports`` are their own.

    Nobody listens at the address. Whoever goes there chooses a door as a proxy would that looks all the time who
    answers, as those of ``docs/hosting`` do. A standby has a door, too, but doesn't answer.
    """

    url: str = field(default_factory=_own_url)
    ports: list[int] = field(default_factory=list)
    _silent: set[int] = field(default_factory=set)

    @classmethod
    def of(cls, port: int) -> "Doors":
        """The door of a single process."""
        return cls(f"http://{HOST}:{port}", [port])

    def choose(self, number: int) -> int:
        """Return the port of a door where somebody answers: always the same for a number, as long as that is so."""
        ports = [port for port in self.ports if port not in self._silent] or self.ports
        return ports[number % len(ports)]

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Look all the time who answers."""
        task = asyncio.create_task(self._watch())
        yield
        task.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.gather(asyncio.sleep(LOOKED_AGAIN), *map(self._look, self.ports))

    async def _look(self, port: int) -> None:
        try:
            is_there = (await send(port, request("GET", "/"), ANSWERED_WITHIN)).status == OK
        except OSError:
            is_there = False
        if is_there:
            self._silent.discard(port)
        else:
            self._silent.add(port)
