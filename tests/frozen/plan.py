"""Who presses which button of the fixture's messages, and in which order, so that each can be tried."""

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Message

from tests.frozen.table import custom_ids
from tests.loopback import LoopbackDiscord, Person

ORDER: Final = (
    "board", "tiles", "place", "replay", "seats", "choose", "time", "export", "hours", "pictures", "vacation",
    "pick", "language", "ranking", "colour", "order", "join", "leave", "done", "takeback", "undo-agree",
    "undo-refuse", "agree", "end-refuse", "vote", "take", "answer", "turn", "end", "resign", "successor",
    "practice", "delete", "keep", "back", "start", "forget", "letters",
)  # fmt: skip
"""What only looks comes first, then what changes ever more."""
_LOOKS: Final = ("board", "tiles", "place", "pick", "replay", "hours", "pictures", "vacation")
"""What only shows something, and stands below many messages: for a test of every day one of each kind is enough.
"""
_CHOICES: Final = ("time", "skip", "replace", "end")
_PAIRS: Final = ({"done", "takeback"}, {"undo-agree", "undo-refuse"}, {"agree", "end-refuse"})
"""Of two buttons the first to be pressed decides: in every other game that is the other one."""


@dataclass(frozen=True, slots=True)
class Press:
    """A press of a button, or with values a choice from a menu."""

    channel: int
    message: int
    custom_id: str
    person: str
    values: Sequence[str] | None = None


class Plan:
    """The presses for a database and a server on which the bot is not running."""

    def __init__(self, server: LoopbackDiscord, database: Path) -> None:
        self._server = server
        with closing(sqlite3.connect(database)) as opened:
            self._players = _grouped(opened, "SELECT game, person FROM players ORDER BY game, place")
            self._seats = _grouped(opened, "SELECT game, person FROM seats ORDER BY game, number")
            self._asking = {number: (undo, end) for number, undo, end in opened.execute(
                "SELECT number, undo_seat, ending_seat FROM games")}  # fmt: skip
            answered = "SELECT game, person FROM players WHERE is_undoing OR is_ending ORDER BY game"
            self._answered = _grouped(opened, answered)
            voted = "SELECT game, person FROM votes JOIN clocks USING (game, round) ORDER BY game"
            self._voted = _grouped(opened, voted)

    def presses(self) -> list[Press]:
        """Every button of every message, each once; but only one of the people has everything deleted."""
        found = []
        for messages in self._server.world.backend.messages.values():
            for message in messages.values():
                found += [self._press(message, one) for one in custom_ids(message)]
        *others, forget = sorted(found, key=lambda one: (action_of(one.custom_id) == "forget", _rank(one)))
        return sorted([*(one for one in others if one.custom_id != forget.custom_id), forget], key=_rank)

    def _press(self, message: Message, custom_id: str) -> Press:
        values = None
        for item in (item for row in message.components for item in row["components"]):
            if item["custom_id"] == custom_id and "options" in item:
                offered = [one["value"] for one in item["options"] if not one.get("default")]
                values = ("joined",) if "joined" in offered else (offered[0],)  # nothing is left to chance
        return Press(message.channel_id, message.id, custom_id, self._person(message, custom_id).name, values)

    def _person(self, message: Message, custom_id: str) -> Person:
        people = {person.id: person for person in self._server.people.values()}
        private = {channel: person for person, channel in self._server.world.backend.dm_channels.items()}
        if message.is_ephemeral:
            assert message.interaction_metadata is not None
            return people[int(message.interaction_metadata["user"]["id"])]
        if message.channel_id in private:
            return people[private[message.channel_id]]
        action, number = action_of(custom_id), int(custom_id.split(":")[2])
        players = [people[one] for one in self._seats.get(number) or self._players[number] if one in people]
        others = [person for person in people.values() if person not in players]
        match action:
            case "join" | "leave" | "take" | "board" | "tiles":
                return others[number % len(others)]
            case "place" | "answer" | "done" | "takeback":
                first = message.content.splitlines()[0]
                return next(person for person in players if f"**{person.name}" in first)
            case "undo-agree" | "undo-refuse" | "agree" | "end-refuse":
                asking = next(seat for seat in self._asking[number] if seat is not None)
                done = {self._seats[number][asking], *self._answered.get(number, ())}
                return next(person for person in players if person.id not in done)
            case "vote":
                voted = self._voted.get(number, [])
                return next(one for one in players if one.mention in message.content and one.id not in voted)
            case _:
                return players[0]


def some(presses: Iterable[Press]) -> list[bool]:
    """Return of each press whether it is one of those for every day."""
    met = set[tuple[str, int]]()
    chosen = []
    for press in presses:
        action, last = action_of(press.custom_id), press.custom_id.split(":")[-1]
        kind = action, len(last.split())
        chosen.append(action not in _LOOKS or kind not in met)
        met.add(kind)
    return chosen


def action_of(custom_id: str) -> str:
    """``place`` of ``carc:place:3:17``; of settings and privacy, what is meant there."""
    words = custom_id.split(":")
    return words[2] if words[1] in ("settings", "privacy") else words[1]


def _game_of(custom_id: str) -> int:
    """3 of ``carc:place:3:17``; 0 where no game is meant."""
    number = custom_id.split(":")[2]
    return int(number) if number.isdecimal() else 0


def _rank(press: Press) -> tuple[Any, ...]:
    action, words, number = action_of(press.custom_id), press.custom_id.split(":"), _game_of(press.custom_id)
    for pair in _PAIRS:
        if action in pair:
            return ORDER.index(min(pair)), number, (action == max(pair)) == number % 2, press.message
    choice = _CHOICES.index(words[-1]) if action == "vote" else 0
    return ORDER.index(action), 0, choice, press.message


def _grouped(opened: sqlite3.Connection, sql: str) -> dict[int, list[int]]:
    return {
        game: [person for _, person in rows] for game, rows in groupby(opened.execute(sql), lambda row: int(row[0]))
    }
