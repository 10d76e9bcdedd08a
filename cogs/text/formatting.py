"""The small parts of every text: safe names, lists, limits of length."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import discord

from cogs.text.computers import computer_name, marked_name
from cogs.text.i18n import _, ngettext
from host.model.controllers import Computer, Controller
from host.model.player_names import with_numbers
from host.model.table import BaseTable, SeatedTable, WaitingTable

MESSAGE_LENGTH: Final = 2_000
"""The characters that a message may have."""

_DIRECTION_MARKS: Final = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""A table for ``str.translate`` that removes the invisible characters which change the direction of text."""

_LISTS: Final[Mapping[str, Callable[[], str]]] = {
    "and": lambda: _("{words} and {last}"),
    "or": lambda: _("{words} or {last}"),
}


def seat_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat, with numbers if two are alike. They are not yet safe for a message."""
    return player_names([seat.controller for seat in table.seats])


def picture_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat for a picture, where there is little room and computers have a mark."""
    return tuple(
        marked_name(seat.controller) if isinstance(seat.controller, Computer) else label
        for seat, label in zip(table.seats, seat_labels(table), strict=True)
    )


def player_name(player: Controller) -> str:
    """Return the name of a person or a computer, safe for a message."""
    return safe_name(player_names([player])[0])


def player_names(players: Sequence[Controller]) -> tuple[str, ...]:
    """Return the names of people and computers, with numbers if two are alike. They are not yet safe for a message."""
    names = [computer_name(one) if isinstance(one, Computer) else one.name for one in players]
    seen = Counter(name.casefold() for name in names)
    return tuple(f"{name} ({number})" if seen[name.casefold()] > 1 else name for number, name in enumerate(names, 1))


def safe_name(name: str) -> str:
    """Return a name for a message: without formatting, without mentions, without effect on the text after it."""
    # Escape piece by piece: discord.py takes everything from the first bracket to the last for one link.
    pieces = name.translate(_DIRECTION_MARKS).split("[")
    escaped = [discord.utils.escape_markdown(piece, ignore_links=False) for piece in pieces]
    return isolated_name(discord.utils.escape_mentions("\\[".join(escaped)))


def isolated_name(name: str) -> str:
    """Return a name that, if it is written from right to left, does not turn round the text beside it."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


def safe_labels(table: SeatedTable) -> tuple[str, ...]:
    """Return the players' names by seat, safe for a message."""
    return tuple(map(safe_name, seat_labels(table)))


def table_names(table: BaseTable) -> tuple[str, ...]:
    """Return the names of everybody at a table: as they joined, then the computers. They are not yet safe."""
    return player_names((*table.people, *computers_at(table)))


def computers_at(table: BaseTable) -> tuple[Computer, ...]:
    """Return the computers at a table with their numbers, whether it waits or its game has begun."""
    players: Iterable[Controller] = ()
    if isinstance(table, WaitingTable):
        players = with_numbers(table.computers)
    elif isinstance(table, SeatedTable):
        players = (seat.controller for seat in table.seats)
    return tuple(one for one in players if isinstance(one, Computer))


def word_list(words: Sequence[str], conjunction: str = "and") -> str:
    """Return ``a, b and c``, or with "or"."""
    if len(words) < 2:
        return "".join(words)
    return _LISTS[conjunction]().format(words=", ".join(words[:-1]), last=words[-1])


def short_list(words: Sequence[str], max_words: int) -> str:
    """Return ``a, b, c and 4 more``, with at most ``max_words`` of the words."""
    if len(words) <= max_words:
        return word_list(words)
    missing = len(words) - max_words
    text = ngettext("{words} and {number} more", "{words} and {number} more", missing)
    return text.format(words=", ".join(words[:max_words]), number=missing)


def semicolon_list(parts: Iterable[str]) -> str:
    """Return ``one; another; a third``. Some languages have a space before the semicolon."""
    return _("{text}; {more}").format(text="", more="").join(parts)


def with_heading(head: str, text: str) -> str:
    """Return ``head: text``. Some languages have a space before the colon."""
    return _("{head}: {text}").format(head=head, text=text)


def bold_label(label: str) -> str:
    """Return the label of a button, marked for translation, as a sentence names it: ``**Join**``."""
    return f"**{_(label)}**"


def subtext(text: str) -> str:
    """Return a line as small print."""
    return f"-# {text}"


def capitalize(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def join_lines(lines: Sequence[str], max_length: int = MESSAGE_LENGTH) -> str:
    """Return lines as one text of at most ``max_length`` characters. A last line counts those that do not fit."""
    for shown in range(len(lines), 0, -1):
        missing = len(lines) - shown
        text = "\n".join([*lines[:shown], *([more_text(missing)] if missing else [])])
        if len(text) <= max_length:
            return text
    return truncate("\n".join(lines), max_length)


def more_text(missing: int) -> str:
    """Say how many lines are left out."""
    return ngettext("… and {number} more", "… and {number} more", missing).format(number=missing)


def split_pages(lines: Sequence[str], max_length: int) -> list[str]:
    """Return lines as texts of at most ``max_length`` characters each. No line is split; a longer one stands alone."""
    pages: list[str] = []
    for line in lines:
        if pages and len(pages[-1]) + 1 + len(line) <= max_length:
            pages[-1] += f"\n{line}"
        else:
            pages.append(line)
    return pages


def truncate(text: str, max_length: int = MESSAGE_LENGTH) -> str:
    """Return a text cut to ``max_length`` characters, with an ellipsis if something is missing."""
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def quote(text: object) -> str:
    """Return what somebody typed, in quotes, short and safe for a message."""
    return _("“{text}”").format(text=safe_name(truncate(str(text), 40)))
