"""Runs ``bot.py``, and writes how long the bot itself takes for each interaction, and how late its event loop is.

It takes from the moment when the bot reads an interaction from its gateway to the moment when it has written the first
request of the answer to the socket. When the program ends, the figures go to the file that `MEASURES` names, as JSON.
"""

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import aiohttp
from discord.state import ConnectionState

import bot

TICK: Final = 0.005
"""Seconds between two looks at the event loop."""
_CALLBACK: Final = re.compile(r"/interactions/(\d+)/")


class Measures:
    """Each figure is a pair: a time of the monotonic clock, and a number of seconds."""

    def __init__(self) -> None:
        self.answers: list[tuple[float, float]] = []
        self.lags: list[tuple[float, float]] = []
        self._read: dict[str, float] = {}

    def reading(self, parse: Callable[..., None]) -> Callable[..., None]:
        def parse_interaction(state: Any, data: Any) -> None:
            self._read[data["id"]] = time.monotonic()
            parse(state, data)

        return parse_interaction

    def sending(self, send: Callable[..., Any]) -> Callable[..., Any]:
        async def send_request(request: aiohttp.ClientRequest, connection: Any) -> Any:
            response = await send(request, connection)
            found = _CALLBACK.search(request.url.path)
            if found and (begun := self._read.pop(found[1], None)) is not None:
                self.answers.append((begun, time.monotonic() - begun))
            return response

        return send_request

    async def watch_loop(self) -> None:
        while True:
            begun = time.monotonic()
            await asyncio.sleep(TICK)
            self.lags.append((begun, time.monotonic() - begun - TICK))

    def starting(self, set_up: Callable[..., Any]) -> Callable[..., Any]:
        async def setup_hook(client: Any) -> None:
            self._watching = asyncio.create_task(self.watch_loop())
            await set_up(client)

        return setup_hook


def main() -> str | None:
    """Run the bot, measured."""
    measures = Measures()
    for owner, name, measured in (
        (ConnectionState, "parse_interaction_create", measures.reading),
        (aiohttp.ClientRequest, "send", measures.sending),
        (bot.Bot, "setup_hook", measures.starting),
    ):
        setattr(owner, name, measured(getattr(owner, name)))
    try:
        return bot.main()
    finally:
        Path(os.environ["MEASURES"]).write_text(json.dumps({"answers": measures.answers, "lags": measures.lags}))


if __name__ == "__main__":
    sys.exit(main())
