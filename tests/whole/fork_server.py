"""Starts seeded bots as copies of itself: ``python -m tests.whole.fork_server`` with the number of an open socket.

Python and all modules are loaded once for many bots. That takes longer than most of a short test. What comes after
`main` is the same as in a program that was started alone.
"""

import gc
import json
import os
import select
import signal
import socket
import sys
from dataclasses import dataclass

from tests.fixtures.kept_pictures import keep_pictures
from tests.whole import seeded_bot

ORDER_BYTES = 100_000
"""The most bytes of an order, JSON with two files: the output of a bot, and where its process id and its exit code are
written.
"""
_FILES = 2
_FIRST_FILE = 3
"""The number of the first file that is not standard input, output or error."""


@dataclass(frozen=True)
class Order:
    """What a bot is started with."""

    environment: dict[str, str]
    arguments: list[str]
    folder: str


def main() -> str | None:
    """Start bots until nobody can order one any more. In a bot's own process, run it."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which then close the socket
    keep_pictures()
    gc.freeze()
    if (order := _serve(orders)) is None:
        return None
    os.environ.clear()
    os.environ.update(order.environment)
    os.chdir(order.folder)
    return seeded_bot.main(order.arguments)


def _serve(orders: socket.socket) -> Order | None:
    """Return the order of the bot in each process that is forked, and None in the server when all is over."""
    alive: dict[int, socket.socket] = {}
    ended, waker = socket.socketpair()
    waker.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker.fileno())
    while True:
        ready, _, _ = select.select([orders, ended], [], [])
        if ended in ready:
            ended.recv(ORDER_BYTES)
            _tell_ended(alive)
        if orders not in ready:
            continue
        received, files, _, _ = socket.recv_fds(orders, ORDER_BYTES, _FILES)
        if not received:
            return None
        output, told = files
        if not (process := os.fork()):
            _leave_server(output)
            return Order(**json.loads(received))
        os.close(output)
        alive[process] = socket.socket(fileno=told)
        alive[process].sendall(b"%d\n" % process)


def _leave_server(output: int) -> None:
    """Let a forked process have nothing of the server any more, but an output of its own."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(output, sys.stdout.fileno())
    os.dup2(output, sys.stderr.fileno())
    os.closerange(_FIRST_FILE, os.sysconf("SC_OPEN_MAX"))


def _tell_ended(alive: dict[int, socket.socket]) -> None:
    for process in list(alive):
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            with alive.pop(process) as told:
                told.sendall(b"%d\n" % os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    sys.exit(main())
