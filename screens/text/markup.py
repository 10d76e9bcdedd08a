"""The markup of every text: safe names, mentions of commands, times, lists, limits of length.

A process has one application, so its commands have one set of ids. The bot sets them (``set_command_ids``) before it
answers anybody. Whatever makes texts reads them, also a task that began earlier, such as the host's own. Functions that
make texts only call ``command_mention("place")``. People can click the mention if the ids are known.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from textwrap import wrap
from types import MappingProxyType
from typing import Final

from screens.text.i18n import _, ngettext

MESSAGE_LENGTH: Final = 2_000
PAGE_LENGTH: Final = MESSAGE_LENGTH - 200
"""The same, less the room for one more line, such as which game was meant."""
DESCRIPTION_LENGTH: Final = 1_024
"""The most characters of the description of an attachment."""

PHONE_LINE: Final = 40
"""About how many characters of a message fit into a line on a phone that is 390 px wide."""
PHONE_LINES: Final = 6
"""The most lines of a message in play there, so that its picture is seen without scrolling."""
_SMALL_LINE: Final = 46
"""About how many characters of small print fit into such a line."""
_SHOWN_AS: Final = (
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),  # a link
    (re.compile(r"<@\d+>"), "@Dmitri"),
    (re.compile(r"<#\d+>"), "#table-1"),
    (re.compile(r"<t:\d+:R>"), "in 23 hours"),
    (re.compile(r"<t:\d+:T>"), "18:30:20"),
    (re.compile(r"<t:\d+:\w>"), "23 November 2026 18:30"),
    (re.compile(r"</([a-z -]+):\d+>"), r"/\1"),
    (re.compile(r"\*\*|`"), ""),
)
"""What Discord shows in place of some markup, about as long as that."""

_PLAIN: Final = (
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),  # a link
    (re.compile(r"(?<!\\)</([a-z -]+):\d+>"), r"/\1"),
    (re.compile(r"^-# ", re.MULTILINE), ""),
    (re.compile(r"(?<!\\)(?:\*\*|`)"), ""),
    (re.compile(r"\\([_\\~|*`\[<>#.-])"), r"\1"),
)
"""What stands in a text without markup in place of some markup."""
_TIME: Final = re.compile(r"(?<!\\)<t:(\d+):\w>")

_DIRECTION_MARKS: Final = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"))
"""A table for ``str.translate`` that removes the invisible characters which change the direction of text."""

_MARKDOWN: Final = re.compile(r"[_\\~|*`\[]|^>(?:>>)?\s|^#{1,3}|^\s*-", re.MULTILINE)
"""What begins formatting in Discord, such as the bracket of a link."""
_SHOWN_OTHERWISE: Final = re.compile(r"<(?=[#/:]|a:|t:|id:)")
"""What begins something that Discord shows as something else: a channel, a command, an emoji, a time."""
_MENTION: Final = re.compile(r"@(everyone|here|[!&]?[0-9]{17,20})")


def timestamp(when: datetime, style: str) -> str:
    """Return a time that Discord shows by the reader's clock: ``R`` is relative, ``T`` a time of day, ``f`` and ``D``
    are dates.
    """
    return f"<t:{int(when.timestamp())}:{style}>"


def safe_name(name: str) -> str:
    """Return a name for a message: without formatting, without mentions, without effect on the text after it."""
    escaped = _MARKDOWN.sub(r"\\\g<0>", name.translate(_DIRECTION_MARKS))
    escaped = _SHOWN_OTHERWISE.sub(r"\\<", escaped)
    return isolated_name(_MENTION.sub("@\u200b\\1", escaped))


def isolated_name(name: str) -> str:
    """Return a name that, if it is written from right to left, does not turn round the text beside it."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


def plain_text(text: str) -> str:
    """Return a text of a message for a front end that knows no markup. Times are in UTC."""
    text = _TIME.sub(lambda found: f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d %H:%M UTC}", text)
    for markup, shown in _PLAIN:
        text = markup.sub(shown, text)
    return text


def word_list(words: Sequence[str], conjunction: str = "and") -> str:
    """Return ``a, b and c``, or with "or"."""
    if len(words) < 2:
        return "".join(words)
    text = _("{words} or {last}") if conjunction == "or" else _("{words} and {last}")
    return text.format(words=", ".join(words[:-1]), last=words[-1])


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


def lines_on_phone(text: str) -> int:
    """Return about how many lines a message has on a phone."""
    for markup, shown in _SHOWN_AS:
        text = markup.sub(shown, text)
    widths = ((line, _SMALL_LINE + 3 if line.startswith("-# ") else PHONE_LINE) for line in text.split("\n"))
    return sum(len(wrap(line, width)) or 1 for line, width in widths)


def fitting_on_phone(texts: Iterable[str], max_lines: int = PHONE_LINES) -> str:
    """Return the first of some texts that is short enough on a phone, else the last."""
    text = ""
    for text in texts:
        if lines_on_phone(text) <= max_lines:
            break
    return text


def truncate(text: str, max_length: int = MESSAGE_LENGTH) -> str:
    """Return a text cut to ``max_length`` characters, with an ellipsis if something is missing."""
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def quote(text: object) -> str:
    """Return what somebody typed, in quotes, short and safe for a message."""
    return _("“{text}”").format(text=safe_name(truncate(str(text), 40)))


_ids: Final[dict[str, int]] = {}


def set_command_ids(ids: Mapping[str, int]) -> None:
    """Set the ids of the commands, by name, for the whole process."""
    _ids.clear()
    _ids.update(ids)


def command_ids() -> Mapping[str, int]:
    """Return the ids of the commands by name; empty if they are unknown."""
    return MappingProxyType(_ids)


def command_mention(name: str) -> str:
    """Return a mention of a command, such as ``place`` or ``carcassonne-admin retry``.

    If its id is unknown, return plain text that cannot be clicked.
    """
    known = _ids.get(name.partition(" ")[0])
    return f"</{name}:{known}>" if known else f"`/{name}`"


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its items."""

    heading: str
    items: tuple[str, ...]
    kept: int = 0
    """How many of its items stay where the sections before it are too long."""

    @property
    def kept_length(self) -> int:
        """How many characters it has at least."""
        return len(self._text(self.kept)) if self.kept else 0

    def text_within(self, max_length: int) -> str:
        """Return the heading, as many items as fit, and the number of those left out; empty if not even one fits."""
        for shown in range(len(self.items), 0, -1):
            if len(text := self._text(shown)) <= max_length:
                return text
        return ""

    def _text(self, shown: int) -> str:
        missing = len(self.items) - shown
        tail = ngettext("; {number} more.", "; {number} more.", missing).format(number=missing) if missing else "."
        return with_heading(self.heading, semicolon_list(self.items[:shown])) + tail
