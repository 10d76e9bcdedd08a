"""Runs the present program on a fresh copy of the fixture, and records what it does there.

It records facts: buttons, files and pictures. Texts may change, so they are recorded separately.
"""

import asyncio
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from simcord.backend.models import Message
from simcord.backend.models.interaction import ResponseKind

from carcassonne import format_cell, legal_placements, parse_record, replay
from host.model.fingerprint import fingerprint
from tests.frozen import fixture
from tests.frozen.discord_copy import PICTURE
from tests.frozen.pictures import hash_of_png
from tests.frozen.plan import Press, action_of
from tests.frozen.table import custom_ids
from tests.loopback import Answer, LoopbackDiscord, Person
from tests.whole.program import Program

DATABASE: Final = "whole.db"
SILENCE: Final = 20.0
"""The most seconds to wait for an answer to a press."""
AT_START: Final = 1.0
"""The seconds without a request after which the bot has shown everything that it shows at the start."""
PUBLIC: Final = ("join", "leave", "start", "takeback", "done", "take")
"""Actions whose only answer is public."""
PAUSE: Final = 7.0
"""Seconds in which everything that follows from a turn is shown."""
_DATE: Final = re.compile(r'^\[Date "[^"]*"\]\n', re.MULTILINE)

_GAMES: Final = """
SELECT games.number, channel, status, games.ply, moves.hash FROM games
LEFT JOIN moves ON moves.game = games.number AND moves.ply = games.ply ORDER BY games.number"""

Facts = dict[str, Any]


@dataclass
class Present:
    """The program, running on its copy of the fixture."""

    server: LoopbackDiscord
    program: Program
    database: Path
    waiting: frozenset[int]
    """The tables whose games start in this run, with unknown tiles."""
    words: dict[str, str] = field(default_factory=dict)
    """The texts, by what they are about."""

    @property
    def people(self) -> Mapping[str, Person]:
        return self.server.people

    @classmethod
    async def start(cls, server: LoopbackDiscord, folder: Path, **variables: str) -> "Present":
        """Start the program on a fresh copy in a folder, with these variables. The caller closes the program."""
        fixture.open_copy(server, folder / DATABASE)
        program = Program(server, folder, **variables)
        await program.start()
        with closing(sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)) as opened:
            waiting = frozenset(
                number for (number,) in opened.execute("SELECT number FROM games WHERE status = 'open'")
            )
        return cls(server, program, folder / DATABASE, waiting)

    async def games(self) -> dict[str, Facts]:
        """Return how each game stands."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as opened:
            rows = opened.execute(_GAMES).fetchall()
            seats = opened.execute("SELECT game, person FROM seats ORDER BY game, number").fetchall()
        found = {}
        for number, channel, status, ply, stored in rows:
            people = [person for game, person in seats if game == number]
            facts: Facts = {"channel": channel, "status": status, "ply": ply, "stored": stored}
            if people:
                facts |= await self._begun(number, people)
            found[str(number)] = facts
        return found

    async def _begun(self, number: int, people: list[int]) -> Facts:
        """Return the record of a game, what follows from it, and the suggestions for the player to move."""
        asking = list(self.people.values())[number % len(self.people)]
        answer = await self.command(asking, "log", game=f"#{number}")
        if answer.message is None or not answer.message.attachments:
            return {"record": None}
        record = _DATE.sub("", self.server.world.file(answer.message).decode())
        done = replay(parse_record(record))
        assert done.state is not None, number
        state = done.state
        facts = {
            "record": record,
            "people": people,
            "fingerprint": fingerprint(state),
            "scores": list(state.scores),
            "left": state.tiles_left,
            "seat": state.seat,
            "phase": state.phase.name,
            "legal": [f"{format_cell(cell)} {rotation}" for cell, rotation in legal_placements(state)],
        }
        mover = next((one for one in self.people.values() if one.id == people[state.seat]), None)
        if mover and facts["legal"]:
            facts |= {"offered": await self._offered(mover, number)}
        return facts

    async def _offered(self, mover: Person, number: int) -> list[list[Any]]:
        """Return the suggestions of ``/place`` for the cell, the rotation at the last cell, and the follower there.

        Nobody is the last suggestion now. It was the first one when the fixture was made, so it is returned there.
        """
        given: dict[str, Any] = {"game": f"#{number}"}
        offered = []
        for option in ("at", "rotation", "follower"):
            found = await self.server.autocomplete(mover, self.server.channel, "place", option, "", **given)
            offered.append([one["value"] for one in found])
            if not found:
                break
            given[option] = found[-1]["value"]
            if option == "follower":
                *others, nobody = offered.pop()
                assert nobody == "-"
                offered.append([nobody, *others])
        return offered

    async def command(self, person: Person, name: str, **options: Any) -> Answer:
        return await self.server.command(person, self.server.channel, name, **options)

    async def press_all(self, presses: Sequence[Press]) -> list[Facts]:
        """Press every button, one after the other, each on its original message; return the answers."""
        await self.settled(AT_START)
        messages = self.server.world.backend.messages
        shown = {one.message: copy(messages[one.channel][one.message]) for one in presses}
        found = [await self._press(one, shown[one.message]) for one in presses]
        await self.settled(PAUSE)
        for press, (answer, facts) in zip(presses, found, strict=True):
            facts["more"] = self._more(answer) or facts["more"]  # menus of a table are deleted when its game begins
            said = [one.content for one in (answer.message, *answer.followups) if one]
            self.words[f"{press.message} {press.custom_id}"] = "\n---\n".join(said)
        return [facts for _, facts in found]

    async def _press(self, press: Press, shown: Message) -> tuple[Answer, Facts]:
        """Press a button, even if its message has changed; return the immediate answer."""
        person, before = self.people[press.person], len(self.server.requests)
        try:
            if press.values is None:
                answer = await self.server.press(person, shown, press.custom_id)
            else:
                answer = await self.server.choose(person, shown, press.custom_id, press.values)
        except TimeoutError:
            raise AssertionError(f"nobody listens to {press.custom_id}") from None
        facts: Facts = {"is_answered": await self._until_answered(answer, press, before)}
        if answer.modal:
            facts |= {"modal": answer.modal["custom_id"], "fields": _fields(answer.modal)}
        elif answer.message and answer.message.is_ephemeral and self._is_edited(answer, before):
            facts |= self._shown(answer.message)  # what all see is looked at later
        return answer, facts | {"more": self._more(answer)}

    def _more(self, answer: Answer) -> list[Facts]:
        return [self._shown(one) for one in answer.followups]

    def _is_edited(self, answer: Answer, before: int) -> bool:
        """Whether a press has changed the message that it was on."""
        sent = self.server.requests[before:]
        return any(one.method == "PATCH" and answer.record.token in one.path for one in sent)

    async def _until_answered(self, answer: Answer, press: Press, before: int) -> bool:
        """Wait until something is sent after the confirmation of a press; return whether anything is.

        Some buttons have only a public answer in their channel.
        """
        own, public = answer.record.token, f"/channels/{press.channel}/messages"
        is_public = action_of(press.custom_id) in PUBLIC

        def is_sent() -> bool:
            sent = [one.path for one in self.server.requests[before:] if one.method != "GET"]
            return any(
                (own in path and not path.endswith("/callback")) or (is_public and path.startswith(public))
                for path in sent
            )

        if answer.kind is not ResponseKind.DEFERRED_UPDATE:
            return True
        try:
            return await self.server.until(is_sent, SILENCE)
        except TimeoutError:
            return False

    def _shown(self, message: Message) -> Facts:
        return {"ids": custom_ids(message), "files": [self._file(message, number) for number in
                range(len(message.attachments))]}  # fmt: skip

    def _file(self, message: Message, number: int) -> str:
        """Return a file's name, with a hash of its pixels if it is a picture that is the same in every run."""
        name, data = str(message.attachments[number]["filename"]), self.server.world.file(message, number)
        is_told = name.endswith(".png") and data != PICTURE and not self._is_by_chance(message)
        return f"{name} {hash_of_png(data)[:16]}" if is_told else name

    def _is_by_chance(self, message: Message) -> bool:
        """Whether a message shows a game that has started in this run."""
        return any(name.startswith(f"game{game}-") for name in _file_names(message) for game in self.waiting)

    async def settled(self, pause: float) -> None:
        """Wait until nothing has been sent for this number of seconds."""
        number = -1
        while number != len(self.server.requests):
            number = len(self.server.requests)
            await asyncio.sleep(pause)

    def channels(self) -> dict[str, list[Facts]]:
        """Return what everybody sees, by channel, and in private each person: old messages by their ids, new ones in
        their order. The notices of games that are paused are left out: the old program didn't send any.
        """
        known = {one["id"] for one in fixture.read_json(fixture.DISCORD)["messages"]}
        names = {person.id: name for name, person in self.people.items()}
        private = {channel: names[person] for person, channel in self.server.world.backend.dm_channels.items()}
        found = {}
        for channel, messages in self.server.world.backend.messages.items():
            seen = [one for _, one in sorted(messages.items()) if not one.is_ephemeral and not _is_pause_notice(one)]
            if channel in private:  # several are sent together; and who begins in a new game is drawn
                seen = sorted((one for one in seen if not self._is_by_chance(one)), key=_file_names)
            name = private.get(channel, str(channel))
            found[name] = [
                {"id": one.id if one.id in known else "new", "is_pinned": one.pinned, **self._shown(one)}
                for one in seen
            ]
            self.words |= {f"{name} {place}": one.content for place, one in enumerate(seen)}
        return found

    def pause_notices(self) -> list[int]:
        """Return the channel of each message that says that a game is paused."""
        channels = self.server.world.backend.messages.items()
        return [channel for channel, messages in channels for one in messages.values() if _is_pause_notice(one)]

    def commands(self) -> Any:
        """Return the slash commands as they are registered, with their options and choices."""
        registered = self.server.world.backend.commands
        return {
            command["name"]: command_facts(command)
            for scope in registered.values()
            for command in sorted(scope.values(), key=lambda one: str(one["name"]))
        }


def command_facts(command: Mapping[str, Any]) -> Facts:
    """Return the type of a command or an option, whether it is required, its options by name, and its choices."""
    options, choices = command.get("options") or [], command.get("choices") or []
    facts: Facts = {"type": command.get("type", 1)}
    facts |= {"required": True} if command.get("required") else {}
    facts |= {
        name: command[name] for name in ("min_value", "max_value", "autocomplete") if command.get(name) is not None
    }
    facts |= {"options": {one["name"]: command_facts(one) for one in options}} if options else {}
    return facts | ({"choices": [one["value"] for one in choices]} if choices else {})


def _is_pause_notice(message: Message) -> bool:
    return not message.is_ephemeral and "is paused because its saved turns are damaged" in message.content


def _file_names(message: Message) -> list[str]:
    return [str(one["filename"]) for one in message.attachments]


def _fields(modal: Mapping[str, Any]) -> list[str]:
    """Return the ids of a form's fields."""
    parts = [part.get("component", part) for part in modal["components"]]
    return [str(part["custom_id"]) for part in parts if "custom_id" in part]
