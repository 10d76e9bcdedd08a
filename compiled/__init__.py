"""The compiled form of the rules and the computer players. ``make compiled`` builds it with mypyc; nothing needs it.

The extension modules lie beside the modules that they are made from, where Python prefers them. Each of them first
imports this package, because the library that they share is in it. So a build that is older than its sources is never
used: it is removed here, or, if that can't be done any more, the import fails and says what to do.

The room imports nothing of the project. It reads and writes files, and starts the compiler.
"""

import contextlib
import sys

from compiled.extensions import ROOMS, is_built, is_stale, remove

__all__ = ["is_built"]


def _check_build() -> None:
    """Remove a build that is older than its sources; raise ImportError if it is in use, or may not be removed."""
    if not is_stale():
        return
    if not any(room in sys.modules for room in ROOMS):
        with contextlib.suppress(OSError):
            remove()
            sys.stderr.write("The compiled rules were older than their sources, so they're gone: make compiled\n")
            return
    raise ImportError("The compiled rules are older than their sources. Run `make compiled` again, or `make plain`.")


_check_build()
