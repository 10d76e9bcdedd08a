"""Forged, malformed and hostile inputs: nobody sees a game that is not theirs, is pinged unasked, or meets an error.

Two servers share the bot. Whoever is only on the second must learn nothing about the games of the first. Everybody on
the first has ``SECRET`` in their name, so a leak is found in any text.
"""

import asyncio
import json
import random
import re
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from discord import MessageType
from simcord.backend.models import Interaction

from host.model.table_options import CHOICES, LANGUAGES
from screens.text.i18n import _, use_language
from tests.chaos.counts import Counts, Progress
from tests.chaos.hostile import NAMES, Inputs
from tests.chaos.hostile_pages import HostilePages
from tests.chaos.page_world import WRONG as PAGES_WRONG
from tests.discord_schema import request_problems
from tests.fixtures.raw_http import HOST, free_port
from tests.loopback import LoopbackDiscord, Person, Request
from tests.loopback.payloads import CannotDoThisError
from tests.whole.program import Program

SECRET: Final = "quix"
BATCH: Final = 120
"""Inputs that are sent together."""
PATIENCE: Final = 60.0
"""Seconds within which everything is answered."""
APOLOGY: Final = (
    "Sorry, that didn't work, and it's my fault. If it keeps happening, tell the server's admins: error {number}."
)
BAD_ANSWERS: Final = (400, 500, 501)
"""What a server answers to requests that it does not understand."""
_PINGING: Final = (MessageType.default.value, MessageType.reply.value)
"""Types of messages that can ping. That a thread is opened is told with its name, which pings nobody."""
_NUMBERED: Final = re.compile(r"(?:board|game|replay|carcassonne-)([0-9]+)")
_WRONG: Final = ("leaks", "apologies", "silences", "unsafe pings", "tracebacks", "refused by Discord", "stored wrongly")


async def run(amount: int, seed: int, progress: Progress, *, of_each: int | None = None) -> Counts:
    """Send this number of inputs to a bot, and requests to its pages: ``of_each`` kind so many, by default a twentieth.
    Return the counts.
    """
    counts = Counts.of(("inputs", "turns", "requests"), (*_WRONG, *PAGES_WRONG))
    of_each = amount // 20 if of_each is None else of_each
    with tempfile.TemporaryDirectory() as folder:
        async with LoopbackDiscord() as server:
            abuse = Abuse.prepared(server, Path(folder), counts, random.Random(seed))
            await abuse.program.start()
            try:
                if of_each:
                    await abuse.pages.run(of_each, progress)
                while counts.done["inputs"] < amount:
                    await abuse.batch(min(BATCH, amount - counts.done["inputs"]))
                    progress(counts)
                await asyncio.sleep(1)
                abuse.judge_requests()
            finally:
                await abuse.program.close()
            abuse.judge_log()
            abuse.judge_database()
    return counts


@dataclass
class Abuse:
    """Two servers, their people, and a bot that is abused."""

    server: LoopbackDiscord
    program: Program
    counts: Counts
    inputs: Inputs
    database: Path
    tables: Sequence[int]
    """The channels where the first server plays."""
    outsiders: frozenset[int]
    """The people who are only on the second server."""
    outside: frozenset[int]
    """The channels of the second server, and the outsiders' private ones."""
    apologies: Sequence[str]
    pages: HostilePages
    by_token: dict[str, Interaction] = field(default_factory=dict)
    pinged: set[tuple[int, int]] = field(default_factory=set)
    """Who was pinged in which channel."""
    players: set[tuple[int, int]] = field(default_factory=set)
    """Who has sat at a table of which channel so far, also those who had everything about them deleted later."""
    files: set[int] = field(default_factory=set)
    """The numbers of games whose files outsiders were sent."""

    @classmethod
    def prepared(cls, server: LoopbackDiscord, folder: Path, counts: Counts, chance: random.Random) -> "Abuse":
        """Set up the servers and people, before the bot starts."""
        backend, first = server.world.backend, server.world.guild
        for person in server.people.values():
            backend.users[person.id].global_name = f"{person.name}{SECRET}"
        insiders = [person.id for person in server.people.values()]
        for number, name in enumerate(NAMES):
            user = backend.make_user(f"insider{number}", global_name=name[: 32 - len(SECRET)] + SECRET)
            backend.add_member(first, user.id)
            insiders.append(user.id)
        second = backend.create_guild("Elsewhere").id
        outsiders = []
        for number, name in enumerate(NAMES[:6]):
            user = backend.make_user(f"outsider{number}", global_name=name)
            backend.add_member(second, user.id)
            outsiders.append(user.id)
        tables = [server.channel, server.world.add_channel("table-2"), server.world.add_channel("table-3")]
        elsewhere = backend.create_channel(second, "elsewhere").id
        private = {one: backend.get_dm_channel(one).id for one in (*insiders, *outsiders)}
        places = {one: [*tables, private[one]] for one in insiders}
        places |= {one: [elsewhere, private[one]] for one in outsiders}
        outside = frozenset([elsewhere, *(private[one] for one in outsiders)])
        inputs = Inputs(server, chance, [*insiders, *outsiders, *outsiders], places)
        told = [_apology(language) for language in LANGUAGES]
        port, database = free_port(), folder / "whole.db"
        pages = {"WEB_URL": f"http://{HOST}:{port}", "WEB_PORT": str(port)}
        program = Program(server, folder, PICTURE_WORKERS="1", **pages)  # so the memory of what draws is its own
        strangers = (Person(outsiders[0], "Mallory"), Person(outsiders[1], "Trudy"))
        abuse = cls(
            server,
            program,
            counts,
            inputs,
            database,
            tables,
            frozenset(outsiders),
            outside,
            told,
            HostilePages(server, program, counts, chance, database, port, SECRET, strangers, elsewhere),
        )
        backend.subscribers.append(abuse.notice)
        return abuse

    async def batch(self, amount: int) -> None:
        """Send some inputs together, wait until they are answered, play some turns, and judge what was said."""
        forged = [one for one in (self.inputs.one() for _ in range(amount)) if one is not None]
        for record, event in forged:
            self.by_token[record.token] = record
            self.server.world.backend.emit("INTERACTION_CREATE", event)
        with suppress(TimeoutError):
            await self.server.until(lambda: all(_is_answered(record) for record, _ in forged), PATIENCE)
        for record, event in forged:
            self.counts.check(_is_answered(record), "silences", json.dumps(event["data"])[:300])
        self.counts.did("inputs", amount)
        await asyncio.gather(*(self.play(channel) for channel in self.tables))
        self.judge_requests()
        self.note_players()

    def note_players(self) -> None:
        """Add those who sit at the tables now."""
        with closing(sqlite3.connect(self.database)) as database:
            self.players |= set(database.execute(_PLAYERS))

    async def play(self, channel: int) -> None:
        """Play a turn in a channel as honest people do; begin a game where there is none."""
        people = list(self.server.people.values())
        with suppress(TimeoutError, CannotDoThisError):
            for person in people:
                if await self.turn(person, channel):
                    self.counts.did("turns")
                    return
            if self.inputs.chance.random() < 0.5:
                players = self.inputs.chance.sample(people, 2)
                for person in players:
                    await self.server.command(person, channel, "join")
                for person in players:  # one is the host, whom nobody asks whether to start
                    await self.server.command(person, channel, "start", takeback=0)

    async def turn(self, person: Person, channel: int) -> bool:
        """Let somebody play a turn that is offered to them; say whether they could."""
        turn: dict[str, Any] = {}
        for option in ("at", "rotation", "follower"):
            offered = await self.server.autocomplete(person, channel, "place", option, "", **turn)
            if not offered:
                return False
            turn[option] = self.inputs.chance.choice(offered)["value"]
        await self.server.command(person, channel, "place", **turn)
        return True

    def notice(self, event: str, payload: Mapping[str, Any]) -> None:
        """Note whom a new message pings. Give every interaction time: a slow machine is no defect of the bot."""
        backend = self.server.world.backend
        if event == "INTERACTION_CREATE":
            backend.interactions[int(payload["id"])].initial_response_deadline = None
        if event != "MESSAGE_CREATE" or int(payload["author"]["id"]) != backend.bot_user.id:
            return
        if payload.get("content") == "forged" or payload["type"] not in _PINGING:
            return
        self.counts.check(not payload.get("mention_everyone"), "unsafe pings", str(payload["content"])[:200])
        message = backend.messages[int(payload["channel_id"])].get(int(payload["id"]))
        self.pinged |= {(message.channel_id, one) for one in message.ping_user_ids} if message else set()

    def judge_requests(self) -> None:
        """Judge what the bot has sent, and forget it."""
        requests, backend = self.server.rest.requests, self.server.world.backend
        for request in requests:
            self.counts.did("requests")
            text = json.dumps(request.json, ensure_ascii=False) if request.json else ""
            self.counts.check(request.status not in BAD_ANSWERS, "refused by Discord", f"{request.path} {text[:300]}")
            for problem in request_problems(request.method, request.path, request.json, request.files):
                self.counts.went_wrong("refused by Discord", f"{request.path}: {problem}")
            apologised = any(one in text for one in self.apologies)
            self.counts.check(not apologised, "apologies", text[:300])
            if self.is_for_outsiders(request):
                self.counts.check(SECRET not in text, "leaks", f"{request.path}: {text[:600]}")
                self.files |= {int(number) for number in _NUMBERED.findall(" ".join(_filenames(request)))}
        del requests[:], backend.transcript[:], backend.http_requests[:]
        backend.cdn._blobs.clear()

    def is_for_outsiders(self, request: Request) -> bool:
        """Return whether outsiders see what a request posts."""
        words = request.path.split("/")
        if words[1] == "channels":
            return int(words[2]) in self.outside
        record = next((self.by_token[word] for word in words if word in self.by_token), None)
        return record is not None and record.user_id in self.outsiders

    def judge_log(self) -> None:
        """Count the tracebacks in the bot's log, and what the server itself did not understand."""
        parts = self.program.output.split("Traceback (most recent call last)")
        for part in parts[1:]:
            self.counts.went_wrong("tracebacks", " / ".join(part.strip().splitlines()[-12:])[-900:])
        for gap in (*self.server.rest.gaps, *map(repr, self.server.rest.errors)):
            self.counts.went_wrong("refused by Discord", gap)
        self.server.rest.gaps.clear()
        self.server.rest.errors.clear()

    def judge_database(self) -> None:
        """Look for files of foreign games, pings of people who play nothing there, and values nobody offers."""
        self.note_players()
        with closing(sqlite3.connect(self.database)) as database:
            first = {number for (number,) in database.execute(_GAMES_OF, (self.server.world.guild,))}
            for number in self.files & first:
                self.counts.went_wrong("leaks", f"a file of game {number}")
            for channel, person in self.pinged - self.players - _own_places(self.server):
                self.counts.went_wrong("unsafe pings", f"{person} in {channel}")
            for wrong in _wrong_values(database):
                self.counts.went_wrong("stored wrongly", wrong)


_GAMES_OF: Final = "SELECT number FROM games WHERE guild = ?"
_PLAYERS: Final = """
SELECT channel, person FROM games JOIN players ON game = games.number
UNION SELECT channel, giver FROM games JOIN substitutions ON game = games.number
UNION SELECT channel, taker FROM games JOIN substitutions ON game = games.number"""


def _own_places(server: LoopbackDiscord) -> set[tuple[int, int]]:
    """Return the private conversations, where everybody may be pinged."""
    return {(channel, person) for person, channel in server.world.backend.dm_channels.items()}


def _wrong_values(database: sqlite3.Connection) -> Iterator[str]:
    for table, column in (("games", "settings"), ("servers", "table_options")):
        for (stored,) in database.execute(f"SELECT {column} FROM {table}"):
            for name, value in json.loads(stored).items():
                if name in CHOICES and value not in CHOICES[name]:
                    yield f"{table}: {name} {value}"
    for table in ("people", "servers"):
        for (language,) in database.execute(f"SELECT language FROM {table}"):
            if language not in (None, *LANGUAGES):
                yield f"{table}: language {language}"


def _is_answered(record: Interaction) -> bool:
    return record.responded and not record.loading


def _filenames(request: Request) -> list[str]:
    return [upload.filename for upload in request.files]


def _apology(language: str) -> str:
    with use_language(language):
        return json.dumps(_(APOLOGY).partition(".")[0], ensure_ascii=False)[1:-1]
