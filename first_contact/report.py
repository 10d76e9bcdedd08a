"""The result of each step, and the report of all, without token, names and ids: one can attach it to an issue."""

import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import discord

REPORT_FILE: Final = "discord-check.txt"

_ID: Final = re.compile(r"\d{15,}")
_TOKEN_IN_PATH: Final = re.compile(r"(/webhooks/\{id\}/|/interactions/\{id\}/)[^/ ]+")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a step: why it failed and what to do, both empty if it is fine."""

    title: str
    seconds: float
    note: str = ""
    """What else there is to say, such as how long an answer took."""
    failure: str = ""
    advice: str = ""
    is_skipped: bool = False

    @property
    def is_fine(self) -> bool:
        """Whether the step did what it should."""
        return not self.failure and not self.is_skipped

    def __str__(self) -> str:
        if self.is_skipped:
            return f"{self.title}: left out. {self.failure}"
        if self.failure:
            return f"{self.title}: {self.failure} {self.advice}".rstrip()
        return f"{self.title}: {self.note or 'fine'} ({self.seconds:.1f} s)"


@dataclass(frozen=True, slots=True)
class Budget:
    """How many requests of a kind Discord takes in a time, as its headers tell."""

    route: str
    limit: str
    seconds: str

    def __str__(self) -> str:
        return f"{self.route}: {self.limit} in {self.seconds} s"


def failure_text(error: Exception) -> str:
    """Return what was refused, in Discord's words and numbers, without ids."""
    match error:
        case discord.HTTPException():
            return anonymous(f"Discord said {error.status} {error.text or ''}".rstrip(".: ") + f" (code {error.code}).")
        case TimeoutError():
            return "No answer came."
        case _:
            return anonymous(f"{type(error).__name__}: {error}".rstrip(": ") + ".")


def anonymous(text: str) -> str:
    """Return a text without ids, and without the tokens in the paths of requests."""
    return _TOKEN_IN_PATH.sub(r"\1{token}", _ID.sub("{id}", text))


def write_report(results: Iterable[Result], budgets: Iterable[Budget]) -> None:
    """Write the report into the working directory. It has a line for each step and each budget."""
    versions = (
        f"Python {platform.python_version()} on {platform.system()}, discord.py {discord.__version__}, "
        f"aiohttp {aiohttp.__version__}"
    )
    lines = ["First contact with Discord", versions, "", *map(str, results), "", "Budgets that Discord's headers told:"]
    Path(REPORT_FILE).write_text("\n".join([*lines, *map(str, budgets), ""]), "utf-8")
