"""Publishing the page of a channel with many messages, in a time that hardly grows with them.

At each publication, SimCord summarises all messages of the channel for a list that shows the first 50, and makes a
reader of Markdown anew for each text. With some games under way, that took a second for each turn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from simcord.preview import _markdown, _queries, _snapshot

_MOST_READERS: Final = 100
"""How many readers are kept, the latest ones. Texts that mention the same people share one."""
_MOST_TEXTS: Final = 2_000
"""How many texts are known, the latest ones: more than the pages show."""

_make_reader: Final = _markdown._markdown_parser  # noqa: SLF001 (there is no public way)
_navigation: Final = _queries._message_navigation  # noqa: SLF001


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a reader understands: a kind of text, and the names in it."""

    key: str
    policy: Mapping[str, bool | str] = field(compare=False)
    names: Mapping[str, Any] = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads each text once. What it returns is never changed."""

    kind: _Kind

    def parse(self, text: str, _: object) -> Any:
        return _blocks(self.kind, text)

    def parseInline(self, text: str, _: object) -> Any:  # noqa: N802 (its name in markdown-it)
        return _inline(self.kind, text)


@lru_cache(_MOST_TEXTS)
def _blocks(kind: _Kind, text: str) -> Any:
    return _markdown_reader(kind).parse(text, {"context": kind.names})


@lru_cache(_MOST_TEXTS)
def _inline(kind: _Kind, text: str) -> Any:
    return _markdown_reader(kind).parseInline(text, {"context": kind.names})


@lru_cache(_MOST_READERS)
def _markdown_reader(kind: _Kind) -> Any:
    return _make_reader(kind.policy, kind.names)


def keep_pages_quick() -> None:
    """Take short cuts, which show the same, in all pages from now on."""
    module: Any = _markdown
    module._markdown_parser = _reader  # noqa: SLF001
    module = _snapshot
    module._message_navigation = _first_messages  # noqa: SLF001


def _reader(policy: Mapping[str, bool | str], names: Mapping[str, Any]) -> _Reader:
    return _Reader(_Kind(repr((policy, names)), policy, names))


def _first_messages(preview: Any, page: Any, visible: list[Any]) -> Any:
    """Return the list of messages. Where nobody searches, it needs the first ones only."""
    is_first_page = not page.navigation_query and page.navigation_cursor is None
    return _navigation(preview, page, visible[: _queries.QUERY_PAGE_SIZE + 1] if is_first_page else visible)
