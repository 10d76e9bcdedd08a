"""Failures of the server that a test asks for."""

import fnmatch
from dataclasses import dataclass


@dataclass(slots=True, eq=False)
class Fault:
    """What to do to the next `times` requests that fit `method` ("*" is any) and the fnmatch pattern `path`.

    `status` 0 cuts the connection. A 429 without `retry_after` does not say how long to wait. With `is_executed` the
    request takes effect and only its answer is replaced, as when a reply is lost on its way. `delay` is seconds before
    the answer; a fault with `status` None only delays.
    """

    method: str
    path: str
    status: int | None = 500
    times: int = 1
    code: int = 0
    retry_after: float | None = 0.1
    is_global: bool = False
    is_executed: bool = False
    delay: float = 0.0

    @property
    def is_spent(self) -> bool:
        """Whether it has met all its requests."""
        return self.times <= 0

    def body(self) -> dict[str, object]:
        if self.status == 429:
            wait = {} if self.retry_after is None else {"retry_after": self.retry_after}
            return {"message": "You are being rate limited.", "global": self.is_global, **wait}
        return {"message": "A failure on demand", "code": self.code}

    def headers(self) -> dict[str, str]:
        """discord.py waits out a 429 only where the answer came through a proxy, as Discord's do."""
        return {"Via": "1.1 loopback", "Retry-After": str(self.retry_after or 0)} if self.status == 429 else {}


class Faults:
    def __init__(self) -> None:
        self._pending: list[Fault] = []

    def add(self, fault: Fault) -> None:
        self._pending.append(fault)

    def clear(self) -> None:
        self._pending.clear()

    def remove(self, fault: Fault) -> bool:
        """Take a fault back. Return False if it has met all its requests."""
        if fault not in self._pending:
            return False
        self._pending.remove(fault)
        return True

    @property
    def left(self) -> int:
        """The number of faults that still wait for a request."""
        return len(self._pending)

    def take(self, method: str, path: str) -> Fault | None:
        """Use the oldest fault that fits this request, and count it down; None if there is none."""
        for fault in self._pending:
            if fault.method in ("*", method) and fnmatch.fnmatch(path, fault.path):
                fault.times -= 1
                if fault.times == 0:
                    self._pending.remove(fault)
                return fault
        return None
