"""A process that draws: ``python -m render.worker`` reads jobs from its input and writes pictures to its output.

Each message is its length in four bytes, the highest first, then so many bytes. A job is what ``dump_job`` makes. An
answer is pickled: a picture, or the error that drawing has raised.
"""

import os
import pickle
import signal
import sys
from typing import BinaryIO, Final

from render.jobs import load_job
from render.picture import Picture

LENGTH: Final = 4
"""The bytes of a message's length."""

NICENESS: Final = 10
"""How much drawing steps back where the processors are busy: people are answered before pictures are drawn."""


def main() -> None:
    """Draw until the input ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which then closes the input
    jobs, pictures = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints may not disturb the pictures
    while (written := _read(jobs)) is not None:
        answer = pickle.dumps(_drawn(written))
        try:
            pictures.write(len(answer).to_bytes(LENGTH) + answer)
            pictures.flush()
        except BrokenPipeError:
            os._exit(0)  # the bot was killed. An ordinary exit would try to write the rest, and complain


def _drawn(written: bytes) -> Picture | Exception:
    try:
        return load_job(written)()
    except Exception as error:
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301 (its own bytes)
        except Exception:
            return RuntimeError(repr(error))
        return error


def _read(file: BinaryIO) -> bytes | None:
    length = file.read(LENGTH)
    return file.read(int.from_bytes(length)) if len(length) == LENGTH else None


if __name__ == "__main__":
    main()
