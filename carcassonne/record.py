"""The record of a game as one text: tags, then a line a turn (``.carc``). Parsing and printing are inverse.

This module knows only the form. ``carcassonne/replay.py`` checks whether the moves are legal.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, assert_never

from carcassonne.errors import NotationError, Reason
from carcassonne.moves import Answer, RevealWallTile
from carcassonne.notation import Turn, format_move, format_turn, parse_answer, parse_seat, parse_turn
from carcassonne.values import Value

UNFINISHED: Final = "*"
"""The result of a game that runs, or was given up."""

COMMENT: Final = "#"
"""A line that begins so is skipped when a record is read."""

MAX_RECORD_LENGTH: Final = 100_000
"""The most characters of a record. Every real record is much shorter."""

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)((?:\s+"(?:[^"\\]|\\["\\])*")+)\s*\]')
_VALUE: Final = re.compile(r'"((?:[^"\\]|\\["\\])*)"')
_TURN: Final = re.compile(r"([1-9][0-9]{0,3})\.\s+(\S+)\s+(\S+)\s+(.+)")
_SCORES: Final = re.compile(r"[0-9]{1,5}( [0-9]{1,5})*")


@dataclass(frozen=True, slots=True)
class TurnLine(Value):
    """A turn: its number, the seat (from 0), the tile drawn, and the turn; None if the tile is still in hand.

    ``answers`` are the answers given while it was scored and the revealed wall tiles, in their order.
    """

    number: int
    seat: int
    tile: str
    turn: Turn | None
    answers: tuple[Answer | RevealWallTile, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DiscardLine(Value):
    """A tile that fitted nowhere and left the game."""

    tile: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class SkipLine(Value):
    """A seat was skipped, and the tile that it had drawn left the game."""

    seat: int
    tile: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ResignLine(Value):
    """A seat gave up."""

    seat: int
    line: int = field(default=0, compare=False)


Entry: TypeAlias = TurnLine | DiscardLine | SkipLine | ResignLine


@dataclass(frozen=True, slots=True)
class Tag(Value):
    """A tag's values and its line (0 if it was not read from a text)."""

    values: tuple[str, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record(Value):
    """The content of a record. ``result`` is ``*`` or the final scores; None if the text broke off."""

    tags: dict[str, Tag]
    entries: tuple[Entry, ...]
    result: str | None
    result_line: int = field(default=0, compare=False)
    fault: NotationError | None = field(default=None, compare=False)
    """Why reading stopped, if only the first part of the text could be read."""

    def tag(self, name: str, default: str | None = None) -> str:
        """Return the single value of a tag; raise NotationError(BAD_TAG) if it is missing or has several."""
        found = self.tags.get(name)
        if found is None and default is not None:
            return default
        if found is None or len(found.values) != 1:
            raise NotationError(Reason.BAD_TAG, tag=name, line=found.line if found else 0)
        return found.values[0]


def parse_record(text: str) -> Record:
    """Read a record; raise NotationError with the ``line`` (from 1) in its data."""
    record = read_record(text)
    if record.fault is not None:
        raise record.fault
    return record


def read_record(text: str) -> Record:
    """Read a record as far as possible; its ``fault`` says why reading stopped."""
    tags: dict[str, Tag] = {}
    entries: list[Entry] = []
    result, result_line, fault = None, 0, None
    try:
        for line, content in _lines(text):
            if result is not None:
                raise NotationError(Reason.AFTER_END, line=line)
            if content.startswith("[") and not entries:
                _add_tag(tags, content, line)
            elif content == UNFINISHED or _SCORES.fullmatch(content):
                result, result_line = content, line
            else:
                entries.append(_parse_entry(content, line))
    except NotationError as error:
        fault = error
    return Record(tags, tuple(entries), result, result_line, fault)


def format_record(record: Record) -> str:
    """Write a record as ``parse_record`` reads it."""
    tags = (f"[{name} {' '.join(map(_quote, tag.values))}]" for name, tag in record.tags.items())
    body = [format_entry(entry) for entry in record.entries]
    return "\n".join([*tags, "", *body, *([] if record.result is None else [record.result])]) + "\n"


def format_entry(entry: Entry) -> str:
    """Write one line of a record's body."""
    match entry:
        case TurnLine(number, seat, tile, turn, answers):
            done = f"{number}. {seat + 1} {tile} {'?' if turn is None else format_turn(turn)}"
            return "; ".join([done, *map(format_move, answers)])
        case DiscardLine(tile):
            return f"x {tile}"
        case SkipLine(seat, tile):
            return f"skip {seat + 1} {tile}"
        case ResignLine(seat):
            return f"resign {seat + 1}"
        case _:
            assert_never(entry)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    lines = text.removeprefix("\ufeff")[: MAX_RECORD_LENGTH + 1].split("\n")
    too_long = len(text) > MAX_RECORD_LENGTH
    for line, content in enumerate(lines, 1):
        if too_long and line == len(lines):
            raise NotationError(Reason.UNREADABLE, text=content, line=line)
        stripped = content.strip()
        if stripped and not stripped.startswith(COMMENT):
            yield line, stripped


def _add_tag(tags: dict[str, Tag], content: str, line: int) -> None:
    match = _TAG.fullmatch(content)
    if match is None:
        raise NotationError(Reason.BAD_TAG, text=content, line=line)
    name, values = match[1], _VALUE.findall(match[2])
    if name in tags:
        raise NotationError(Reason.BAD_TAG, tag=name, line=line)
    tags[name] = Tag(tuple(re.sub(r"\\(.)", r"\1", value) for value in values), line)


def _quote(value: str) -> str:
    value = value.replace("\n", " ")  # a tag is one line
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _parse_entry(content: str, line: int) -> Entry:
    try:
        match content.split():
            case ["x", tile]:
                return DiscardLine(tile, line)
            case ["skip", seat, tile]:
                return SkipLine(parse_seat(seat), tile, line)
            case ["resign", seat]:
                return ResignLine(parse_seat(seat), line)
        return _parse_turn_line(content, line)
    except NotationError as error:
        raise type(error)(error.reason, **{**error.data, "line": line}) from None


def _parse_turn_line(content: str, line: int) -> TurnLine:
    match = _TURN.fullmatch(content)
    if match is None:
        raise NotationError(Reason.UNREADABLE, text=content)
    number, seat, tile, done = match.groups()
    move, *answers = (part.strip() for part in done.split(";"))
    turn = None if move == "?" else parse_turn(move)
    if turn is not None and turn.deployment is None:
        raise NotationError(Reason.UNREADABLE, text=content)
    return TurnLine(int(number), parse_seat(seat), tile, turn, tuple(map(parse_answer, answers)), line)
