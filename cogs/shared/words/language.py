"""Small pieces of English: names made safe, lists, counts."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import discord

from host import Table

MESSAGE: Final = 2_000
"""The characters that a message may have."""

MARKS: Final = ("🔴", "🔵", "🟡", "⚫", "⚪")
COLOURS: Final = ("red", "blue", "yellow", "black", "white")
"""By seat: the colour of a player's figures in the picture."""

_PLURALS: Final = {"city": "cities", "coat-of-arms": "coats-of-arms"}


def seat_labels(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat, numbered where two are alike; as they are, not safe for a message."""
    names = [seat.person.name for seat in table.seats]
    seen = Counter(name.casefold() for name in names)
    return tuple(f"{name} ({number})" if seen[name.casefold()] > 1 else name for number, name in enumerate(names, 1))


def safe(name: str) -> str:
    """Return a name that shows in a message as it is, and mentions nobody."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name, ignore_links=False))


def safe_labels(table: Table) -> tuple[str, ...]:
    """Return the players' names by seat, safe for a message."""
    return tuple(map(safe, seat_labels(table)))


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def some(words: Sequence[str], most: int) -> str:
    """Return ``a, b, c and 4 more``, with at most so many of the words."""
    if len(words) <= most:
        return listed(words)
    return f"{', '.join(words[:most])} and {len(words) - most} more"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return _PLURALS.get(noun, noun + "s")


def counted(number: int, noun: str) -> str:
    """Return ``1 city``, ``3 cities``."""
    return f"{number} {noun if number == 1 else plural(noun)}"


def joined(lines: Sequence[str], most: int = MESSAGE) -> str:
    """Return lines as one text of at most so many characters; whole lines that do not fit are counted instead."""
    for shown in range(len(lines), 0, -1):
        missing = len(lines) - shown
        text = "\n".join([*lines[:shown], *([f"… and {missing} more"] if missing else [])])
        if len(text) <= most:
            return text
    return clipped("\n".join(lines), most)


def paged(lines: Sequence[str], most: int) -> list[str]:
    """Return lines as texts of at most so many characters each, no line broken (a longer line is a text of its own)."""
    pages: list[str] = []
    for line in lines:
        if pages and len(pages[-1]) + 1 + len(line) <= most:
            pages[-1] += f"\n{line}"
        else:
            pages.append(line)
    return pages


def clipped(text: str, most: int = MESSAGE) -> str:
    """Return a text that is not longer than so many characters; what is cut off is marked."""
    return text if len(text) <= most else text[: most - 1] + "…"
