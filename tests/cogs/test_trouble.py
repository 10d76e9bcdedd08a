"""Which errors are trouble at Discord, and which of it passes."""

from collections.abc import Iterator
from typing import Any

import aiohttp
import discord
import pytest

from cogs.delivery.errors import is_discord_trouble, is_passing_trouble


def errors() -> Iterator[tuple[BaseException, bool]]:
    """Errors of requests, and whether they pass by themselves."""
    yield aiohttp.ServerDisconnectedError(), True
    yield TimeoutError(), True
    yield ConnectionResetError(), True
    yield KeyError("retry_after"), True  # discord.py, of a rate limit that does not say how long it lasts
    yield http_error(503), True
    yield http_error(429), True
    yield http_error(400), False
    yield http_error(403), False


def http_error(status: int) -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})()
    return discord.HTTPException(response, "")


@pytest.mark.parametrize(("error", "does_pass"), list(errors()), ids=repr)
def test_trouble_at_discord_is_known(error: BaseException, does_pass: bool) -> None:
    assert is_discord_trouble(error)
    assert is_passing_trouble(error) is does_pass


@pytest.mark.parametrize("error", [KeyError("ply"), ValueError()])
def test_mistakes_of_the_program_are_no_trouble_at_discord(error: Exception) -> None:
    assert not is_discord_trouble(error)
    assert not is_passing_trouble(error)
