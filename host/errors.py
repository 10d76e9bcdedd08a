"""What can stand in the way of a command: a trouble and its data, never prose."""

from enum import StrEnum
from typing import Any


class Trouble(StrEnum):
    """Every trouble, and the data that comes with it (``table`` is a ``Table``, ``seat`` a ``Seat``)."""

    NO_TABLE = "no-table"
    """Nothing here to choose from, or no table of that ``number`` that this person may see."""
    NOT_SEATED = "not-seated"
    """The person has no seat at the ``table``."""
    ALREADY_SEATED = "already-seated"
    """The person already has a seat at the ``table``."""
    TABLE_FULL = "table-full"
    """No seat is left at the ``table``; ``most`` people fit."""
    ALREADY_STARTED = "already-started"
    """The game at the ``table`` runs."""
    NOT_STARTED = "not-started"
    """The game at the ``table`` has not begun."""
    GAME_OVER = "game-over"
    """The game at the ``table`` is over."""
    NOT_YOUR_TURN = "not-your-turn"
    """Another seat is to move: ``to_move``, at the ``table``."""
    PENDING = "pending"
    """The turn just played at the ``table`` can still be taken back: see its ``pending``."""
    NOT_YOUR_TAKEBACK = "not-your-takeback"
    """Only who has played the turn that is pending at the ``table`` can take it back or be done with it."""
    STALE = "stale"
    """The ``table`` has moved on since the ply that the person acted on."""
    ALONE = "alone"
    """One person only at the ``table``, and no practice game asked for."""
    NOT_ALONE = "not-alone"
    """A practice game was asked for, but others have sat down at the ``table``."""
    TOO_MANY = "too-many"
    """More ``players`` at the ``table`` than the edition seats (``most``)."""
    NOT_ORGANISER = "not-organiser"
    """Only the organiser of the ``table`` may do that."""
    COLOUR_TAKEN = "colour-taken"
    """Somebody else at the ``table`` has chosen that ``colour``."""
    SUCCESSOR_LEFT = "successor-left"
    """Who was to organise the ``table`` does not sit there."""
    RESIGNED = "resigned"
    """The person has given up this game, at the ``table``."""
    HELD = "held"
    """The log of ``number`` does not replay to what was stored, from ``ply`` on; ``scores`` are those stored at the
    end of the game, or None."""
    CHANNEL_CLOSED = "channel-closed"
    """Tables may be opened in certain ``channels`` of this server only."""
    SERVER_FULL = "server-full"
    """As many tables wait or run on this server as its managers allow: ``most``."""
    TOO_MANY_OWN = "too-many-own"
    """The person keeps as many ``tables`` without other players on this server as are allowed: ``most``."""
    NO_SEAT = "no-seat"
    """The ``table`` has no such ``place`` (a seat's number, from 0)."""
    SEAT_RESIGNED = "seat-resigned"
    """Who had that ``seat`` at the ``table`` has given up."""
    SITS_THERE = "sits-there"
    """That ``person`` has a seat at the ``table`` already."""
    STILL_SEATED = "still-seated"
    """The person has just sat down at ``tables`` again, and is not deleted."""
    NOT_FINISHED = "not-finished"
    """The game of a record is not over."""
    NO_SUCH_PLAYER = "no-such-player"
    """More players were named than a record has: ``names``."""
    FILE_IN_USE = "file-in-use"
    """Another process runs on the database file ``path``."""
    BAD_URL = "bad-url"
    """The database ``url`` is not one that the host can open."""
    NEWER_DATABASE = "newer-database"
    """The database is at ``version``, this program knows no further than ``known``."""


class HostError(Exception):
    """The command was not carried out; nothing has changed."""

    def __init__(self, trouble: Trouble, **data: Any) -> None:
        super().__init__(trouble, data)
        self.trouble = trouble
        self.data = data

    def __str__(self) -> str:
        return f"{self.trouble} {', '.join(self.data)}".rstrip()
