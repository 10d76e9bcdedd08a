"""The toy bot in the chat room, as a program: `python -m tests.sandbox.toy_room PORT`."""

import asyncio
import sys

from sandbox.room import PortTakenError, run
from tests.loopback.toy import Toy
from tests.loopback.world import BOT_PERMISSIONS

GREETING = "Welcome! Type `/place`, then a cell."


def main() -> None:
    room = run(
        Toy(),
        port=int(sys.argv[1]),
        greeting=GREETING,
        bot_permissions=BOT_PERMISSIONS,
        on_open=lambda address: print(f"Open {address}"),
    )
    try:
        asyncio.run(room)
    except PortTakenError as taken:
        sys.exit(f"Port {taken.port} is taken")


if __name__ == "__main__":
    main()
