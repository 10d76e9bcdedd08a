"""A process that works for the bot: it reads jobs from its input and writes what they return to its output.

``python -m workers NICENESS MODULE`` imports a module first, so that the first job does not wait for that, and
calls its function ``prepare``, if it has one, with an event that is set as long as there is no job to do. Each message
is its length in four bytes, the highest first, then that number of bytes. ``dump`` makes a message: a job, or as an
answer what the job returned or the error that it raised. Any number of ``Progress`` come before the answer.
"""

import importlib
import os
import signal
import sys
import threading
from typing import Any, BinaryIO

from workers.jobs import dump, load
from workers.messages import LENGTH
from workers.progress import Listener, Progress, do_job


def main() -> None:
    """Work until the input ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then closes the input
    is_idle = threading.Event()
    module = importlib.import_module(sys.argv[2])
    if hasattr(module, "prepare"):
        module.prepare(is_idle)
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints may not disturb the answers
    while (written := _next_job(jobs, is_idle)) is not None:
        _write(answers, _dumped(_done(written, lambda *parts: _write(answers, dump(Progress(*parts))))))


def _write(file: BinaryIO, message: bytes) -> None:
    try:
        file.write(len(message).to_bytes(LENGTH) + message)
        file.flush()
    except BrokenPipeError:
        os._exit(0)  # the bot was killed. An ordinary exit would try to write the rest, and complain


def _done(written: bytes, listener: Listener) -> Any:
    """Do a job; return what it returns, or the error that it raises. The listener hears how far it is."""
    try:
        return do_job(load(written), listener)
    except Exception as error:
        return error


def _dumped(answer: Any) -> bytes:
    """Return an answer as bytes; an error that cannot be read again becomes one that can."""
    try:
        dumped = dump(answer)
        if isinstance(answer, Exception):
            load(dumped)
    except Exception:
        return dump(RuntimeError(repr(answer)))
    return dumped


def _next_job(file: BinaryIO, is_idle: threading.Event) -> bytes | None:
    """Wait for a job; the event is set meanwhile. Return None if there will be no more."""
    is_idle.set()
    try:
        return _read(file)
    finally:
        is_idle.clear()


def _read(file: BinaryIO) -> bytes | None:
    length = file.read(LENGTH)
    return file.read(int.from_bytes(length)) if len(length) == LENGTH else None


if __name__ == "__main__":
    main()
