"""Makes the fixture anew, with the program as it is: ``python -m tests.frozen.make FOLDER``. See README.md.

People play games of every edition to all kinds of positions, through a real bot on a loopback Discord. In between the
bot is stopped, and its database is made older, so that turns are late.
"""

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Iterable
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from tests.frozen import fixture
from tests.frozen.actions import answer_question, eager_turn, end, go_on, mover_before, number_of, resign, vote
from tests.frozen.table import Table, custom_ids, has
from tests.frozen.times import let_pass
from tests.loopback import LoopbackDiscord, Person
from tests.whole.program import Program

MORE_PEOPLE: Final = ("Fay", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lou", "Mia")
LOCALES: Final = {"Chloé": "fr", "Dmitri": "de", "Hana": "es-ES"}
WEEK: Final = timedelta(days=8)
AT_ONCE: Final = 4
MOST_LETTERS: Final = 3

EDITIONS: Final[dict[str, dict[str, str]]] = {
    "classic": {"edition": "classic"},
    "travel": {"edition": "travel"},
    "chat-room": {"edition": "chat-room"},
    "chat-room-old": {"edition": "chat-room-old"},
    "new-edition": {"edition": "new-edition"},
    "river": {"edition": "new-edition", "options": "river"},
    "abbot": {"edition": "new-edition", "options": "abbot"},
    "river-abbot": {"edition": "new-edition", "options": "river abbot"},
    "river-start": {"edition": "new-edition", "options": "river start-tile"},
    "all": {"edition": "new-edition", "options": "river abbot start-tile"},
    "castle": {"edition": "castle"},
}


class Club:
    """The server while the fixture is made."""

    def __init__(self, server: LoopbackDiscord, program: Program) -> None:
        self.server = server
        self.program = program
        self.tables: dict[str, Table] = {}
        self._busy = asyncio.Semaphore(AT_ONCE)

    def people(self, names: str) -> list[Person]:
        return [self.server.people[name] for name in names.split()]

    def table(self, name: str, names: str) -> Table:
        """A table in a channel of its own."""
        people, channel = self.people(names), self.server.world.add_channel(name)
        table = self.tables[name] = Table(self.server, channel, people, seed=name)
        return table

    async def begun(self, name: str, names: str, turns: int = 0, locale: str = "en-US", **options: Any) -> Table:
        """A game in a channel of its own that has gone on for so many turns, or with -1 to its end."""
        async with self._busy:
            table = self.table(name, names)
            self.server.world.locale = locale
            await table.begin(**options)
            await (table.to_end() if turns < 0 else table.turns(turns))
            print(name, len(table.boards()), flush=True)
            return table

    async def all(self, work: Iterable[Awaitable[Any]]) -> None:
        await asyncio.gather(*work)

    async def settled(self) -> None:
        """Wait until all that follows a while after turns has been shown."""
        await asyncio.sleep(9)


async def make(folder: Path) -> None:
    async with LoopbackDiscord() as server:
        program = Program(server, folder)
        for name in MORE_PEOPLE:
            server.world.people[name] = server.world.add_person(name)
        for name, locale in LOCALES.items():
            server.world.people[name] = server.people[name].speaking(locale)
        await program.start()
        club = Club(server, program)
        await a_week_ago(club)
        await program.stop()
        spoil(folder / "whole.db", club.tables["held"].channel)
        let_pass(folder / "whole.db", WEEK)
        await program.start()
        await club.settled()
        await lately(club)
        await program.restart()
        await now(club)
        await club.settled()
        await program.stop()
        assert "Traceback" not in program.output, program.output
        assert program.problems() == []
        fixture.keep(server, folder / "whole.db")
        await program.close()


def spoil(database: Path, channel: int) -> None:
    """Let the log of the game in a channel no longer lead to what is stored, so that it is put on hold."""
    with closing(sqlite3.connect(database)) as opened, opened:
        spoilt = "UPDATE moves SET hash = '0' WHERE ply = 5 AND game = (SELECT number FROM games WHERE channel = ?)"
        assert opened.execute(spoilt, (channel,)).rowcount == 1


async def a_week_ago(club: Club) -> None:
    """Games that are over by now, or wait for somebody who is late."""
    begun = club.begun
    await club.all(
        [
            begun("over-classic", "Ann Bob Chloé", -1, **EDITIONS["classic"], takeback=0),
            begun("over-chat-room", "Dmitri Eve", -1, "de", **EDITIONS["chat-room"]),
            begun("over-chat-room-old", "Ann Bob Dmitri Eve Fay", -1, **EDITIONS["chat-room-old"], rated=False),
            begun("over-all", "Gus Ann Hana Ivo", -1, "es-ES", **EDITIONS["all"]),
            begun("over-castle", "Bob Ann", -1, **EDITIONS["castle"]),
            begun("over-travel-resigned", "Jo Kim", 6, **EDITIONS["travel"]),
            begun("over-together", "Lou Kim Jo", 5, "fr", **EDITIONS["classic"]),
            begun("over-by-manager", "Lou Fay", 4, **EDITIONS["river"]),
            begun("over-with-mia", "Mia Ivo", 3, **EDITIONS["river-start"]),
            begun("held", "Fay Eve", 4, **EDITIONS["classic"]),
            begun("late-vote", "Ann Bob Chloé Dmitri Eve", 7, pace="24h", **EDITIONS["classic"]),
            begun("late-in-private", "Ann Hana Gus", 6, "de", pace="2d", **EDITIONS["chat-room"]),
            begun("late-without-pace", "Gus Hana Ivo", 5, "de", **EDITIONS["abbot"]),
            begun("late-open-seat", "Jo Kim Lou", 9, pace="12h", **EDITIONS["new-edition"]),
            begun("late-more-time", "Bob Dmitri Fay", 8, pace="12h", **EDITIONS["river"]),
            begun("late-skipped", "Chloé Ivo", 10, "fr", pace="7d", timeout="skip", **EDITIONS["all"]),
            begun("late-castle-waits", "Ivo Hana", 12, pace="24h", timeout="wait", **EDITIONS["castle"]),
        ]
    )
    jo, lou, kim, ann = club.people("Jo Lou Kim Ann")
    await resign(club.tables["over-travel-resigned"], jo)
    await resign(club.tables["over-with-mia"], *club.people("Mia"))
    await end(club.tables["over-together"], lou)
    for person in (kim, jo):
        await answer_question(club.tables["over-together"], person, "agree")
    await club.tables["over-by-manager"].command(
        ann, "carcassonne-admin end", game=number_of(club.tables["over-by-manager"])
    )
    await club.settled()


async def lately(club: Club) -> None:
    """What came of the late turns; then games of every edition at all stages."""
    for name in ("late-open-seat", "late-more-time"):
        table = club.tables[name]
        choice = "replace" if name == "late-open-seat" else "time"
        question = await table.said(lambda message: has(message, "vote"))
        for person in [one for one in table.people if one != table.mover()]:
            await vote(table, question, person, choice)
    await club.settled()
    late = club.tables["late-vote"]
    question = await late.said(lambda message: has(message, "vote"))
    voters = [one for one in late.people if one != late.mover()]
    await vote(late, question, voters[0], "skip")
    alone = club.tables["late-without-pace"]
    await alone.command(next(one for one in alone.people if one != alone.mover()), "vote")
    teams = ["Ann Bob", "Chloé Dmitri Eve", "Fay Gus Hana Ivo", "Jo Kim Lou Ann Bob", "Eve Fay", "Gus Jo Kim"]
    for stage, turns, locales in (("end", 68, ["en-US"]), ("middle", 24, ["de", "fr", "es-ES"]), ("early", 2, ["fr"])):
        await club.all(
            club.begun(
                f"{stage}-{name}",
                "Lou Eve" if name == "castle" else teams[place % len(teams)],
                turns
                + (12 if stage == "end" and "river" in options.get("options", "") else 0)
                - (11 if stage == "end" and name == "castle" else 0),
                locales[place % len(locales)],
                **options,
            )
            for place, (name, options) in enumerate(EDITIONS.items())
            if stage != "early" or place % 3 == 0
        )


async def now(club: Club) -> None:
    """Whatever is left open at this moment."""
    for leave_open in (
        castle_questions, undone, questions_to_all, odd_tables, waiting_tables, choices, private_panels,
        older_messages, pending_turns,
    ):  # fmt: skip
        print(leave_open.__name__, flush=True)
        await leave_open(club)
        await club.settled()
        await club.program.restart()  # it forgets how often people have done things of late


async def pending_turns(club: Club) -> None:
    """Turns that can still be taken back."""
    for name, names, options in (
        ("pending-classic", "Ann Bob", EDITIONS["classic"]),
        ("pending-all", "Fay Gus Chloé", EDITIONS["all"]),
        ("pending-castle", "Dmitri Kim", EDITIONS["castle"]),
    ):
        table = await club.begun(name, names, 5, takeback=600, **options)
        await table.until(lambda table=table: has(table.board, "done"))  # type: ignore[misc]


async def castle_questions(club: Club) -> None:
    """The Castle asks: its players want it to."""
    for name, names in (("castle-asks", "Eve Gus"), ("castle-asks-again", "Hana Ann")):
        for attempt in range(9):
            table = await club.begun(f"{name}-{attempt}", names, 3, **EDITIONS["castle"])
            while not (table.is_over or has(table.board, "answer")):
                board = table.board
                await table.command(table.mover(), "place", **await eager_turn(table))
                await table.server.until(lambda table=table, board=board: table.board.id != board.id)  # type: ignore[misc]
            if not table.is_over:
                break


async def undone(club: Club) -> None:
    """A turn was undone, and the game goes on."""
    table = await club.begun("undone", "Ann Bob Eve", 6, **EDITIONS["abbot"])
    first, *others = mover_before(table)
    await table.command(first, "undo")
    before = table.board.id
    for person in others:
        await answer_question(table, person, "undo-agree")
    await table.server.until(lambda: table.board.id != before)
    await table.turns(2)
    practice = await club.begun("undone-pending", "Ivo Jo", 3, takeback=600, **EDITIONS["chat-room-old"])
    await practice.until(lambda: has(practice.board, "done"))
    await practice.press(practice.mover(), "takeback")
    await practice.server.until(lambda: has(practice.board, "place"))


async def questions_to_all(club: Club) -> None:
    """Questions that not everybody has answered yet."""
    for name, names, locale, options in (
        ("asks-undo", "Ann Bob Eve", "en-US", EDITIONS["classic"]),
        ("asks-undo-of-two", "Chloé Dmitri", "de", EDITIONS["river-abbot"]),
    ):
        table = await club.begun(name, names, 7, locale, **options)
        first, *others = mover_before(table)
        await table.command(first, "undo")
        for person in others[1:]:
            await answer_question(table, person, "undo-agree")
    for name, names, locale, options in (
        ("asks-end", "Kim Lou Jo", "en-US", EDITIONS["travel"]),
        ("asks-end-of-two", "Hana Gus", "es-ES", EDITIONS["castle"]),
    ):
        table = await club.begun(name, names, 7, locale, **options)
        first, *others = table.people
        await end(table, first)
        for person in others[1:]:
            await answer_question(table, person, "agree")


async def odd_tables(club: Club) -> None:
    """Games in a thread, for practice, without somebody who has resigned, with somebody else in a seat."""
    await club.begun("in-thread", "Bob Fay Kim", 4, thread=True, aids=False, pace="3d", **EDITIONS["chat-room"])
    for name, who, options in (
        ("practice", "Lou", EDITIONS["all"]),
        ("practice-castle", "Ivo", EDITIONS["castle"]),
    ):
        table = club.table(name, who)
        await table.join()
        offered = await table.command(table.people[0], "start", takeback=0, **options)
        assert offered.message
        await club.server.press(table.people[0], offered.message, custom_ids(offered.message)[0])
        await club.server.until(table.boards)
        for _ in range(5):
            await table.turn()
    table = await club.begun("channel-gone", "Eve Fay", 6, **EDITIONS["chat-room"])
    club.server.world.backend.delete_channel(table.channel)
    del club.tables["channel-gone"]
    table = await club.begun("resigned", "Dmitri Gus Eve Jo", 9, "fr", **EDITIONS["river-abbot"])
    await resign(table, table.people[1])
    await table.turns(3)
    await club.begun("forgotten", "Mia Gus Hana", 8, **EDITIONS["new-edition"])
    [mia] = club.people("Mia")
    panel = await club.server.command(mia, club.server.channel, "privacy")
    assert panel.message
    sure = await club.server.press(mia, panel.message, "carc:privacy:delete")
    [question] = await club.server.until(lambda: sure.followups)
    before, table = club.tables["forgotten"].board.id, club.tables["forgotten"]
    await club.server.press(mia, question, "carc:privacy:forget")
    await club.server.until(lambda: table.board.id != before)
    await table.turns(2)
    table = await club.begun("reseated", "Hana Ivo", 6, "es-ES", **EDITIONS["travel"])
    [ann, bob] = club.people("Ann Bob")
    await table.command(ann, "carcassonne-admin seat", game=number_of(club.tables["reseated"]), seat=1, to=bob)
    table.people[0] = bob
    await club.settled()
    await table.turns(3)


async def waiting_tables(club: Club) -> None:
    """Tables where the game has not begun; some have been set up."""
    [ann, bob, chloe, dmitri, eve, gus] = club.people("Ann Bob Chloé Dmitri Eve Gus")
    club.server.world.locale = "en-US"
    table = club.table("waiting", "Ann Bob Chloé")
    for person, colour in ((ann, "black"), (bob, "yellow"), (chloe, None)):
        await table.command(person, "join", **({"colour": colour} if colour else {}))
    lobby = await table.said(lambda message: has(message, "join"))
    form = await club.server.press(ann, lobby, next(one for one in custom_ids(lobby) if ":choose:" in one))
    await club.server.submit(ann, form, edition=["new-edition"], options=["river", "abbot"], besides=["aids", "rated"])
    form = await club.server.press(ann, lobby, next(one for one in custom_ids(lobby) if ":time:" in one))
    await club.server.submit(ann, form, pace=["3d"], timeout=["skip"], takeback=["60"])
    for person in (ann, bob):
        await club.server.press(person, lobby, next(one for one in custom_ids(lobby) if ":seats:" in one))
    club.server.world.locale = "de"
    table = club.table("waiting-two", "Dmitri Eve")
    await table.join()
    table = club.table("waiting-alone", "Gus")
    await table.join()
    await table.command(gus, "start", edition="new-edition", options="river abbot", pace="24h", timeout="skip",
                        takeback=20, aids=True, order="shuffled", thread=False, rated=False)  # fmt: skip
    table = club.table("several", "Dmitri Eve")
    await table.join()
    await table.start(edition="classic")
    await club.server.command(eve, table.channel, "join", colour="white")
    assert dmitri


async def choices(club: Club) -> None:
    """What people and managers have chosen; one of the people has everything about them deleted."""
    server = club.server
    [ann, bob, dmitri, hana, kim, lou] = club.people("Ann Bob Dmitri Hana Kim Lou")
    for person, language in ((dmitri, "de"), (hana, "es")):
        panel = await server.command(person, server.channel, "settings")
        assert panel.message
        await server.choose(person, panel.message, "carc:language:0", [language])
        await server.press(person, panel.message, "carc:settings:letters:on")
        await server.press(person, panel.message, "carc:settings:ranking:on")
    panel = await server.command(bob, server.channel, "settings")
    assert panel.message
    await server.submit(
        bob, await server.press(bob, panel.message, "carc:settings:pictures"), theme=["day"], size=["large"]
    )
    form = await server.press(bob, panel.message, "carc:settings:hours")
    await server.submit(bob, form, zone="Europe/Berlin", quiet="17:00-16:00")
    panel = await server.command(kim, server.channel, "settings")
    assert panel.message
    form = await server.press(kim, panel.message, "carc:settings:vacation")
    away = (server.world.backend.clock.now() + timedelta(days=20)).date().isoformat()
    await server.submit(kim, form, start="", until=away)
    await server.until(lambda: "carc:settings:back" in custom_ids(panel.message))
    await club.tables["undone-pending"].step()
    readers, letters = {"Dmitri", "Hana"}, 0
    for name, table in club.tables.items():
        if name.startswith("middle-") and letters < MOST_LETTERS:
            await table.turn()
            letters += table.mover().name in readers
    table = club.tables["several"]
    defaults = {"edition": "new-edition", "options": "river", "pace": "3d", "takeback": 60, "language": "de"}
    await table.command(ann, "carcassonne-admin defaults", **defaults)
    await table.command(ann, "carcassonne-admin tables", most=90)
    await table.command(ann, "stats", scope="server")
    panel = await server.command(lou, server.channel, "privacy")
    assert panel.message
    await server.press(lou, panel.message, "carc:privacy:delete")
    await server.press(lou, panel.message, "carc:privacy:export")


async def private_panels(club: Club) -> None:
    """What only one person sees: pickers at each step, questions, settings, games gone through."""
    server = club.server
    for name in ("middle-classic", "middle-castle", "end-abbot", "practice"):
        table = club.tables[name]
        mover = table.mover()
        for depth in range(4):
            pressed = await table.press(mover, "place")
            [private] = await server.until(lambda pressed=pressed: pressed.followups)  # type: ignore[misc]
            for _ in range(depth):
                await go_on(table, mover, private)
    for name in ("middle-classic", "middle-castle", "end-river"):
        table = club.tables[name]
        mover = table.mover()
        for attempt in range(8):
            turn = await table.choice(mover)
            followers = await table.offered(mover, "follower", at=turn["at"], rotation=turn["rotation"])
            if len(followers) > 1:
                more = {"wall": "-"} if "castle" in name else {}
                answer = await table.command(mover, "place", at=turn["at"], rotation=turn["rotation"], **more)
                assert custom_ids(answer.message), attempt
                break
    for name in ("over-classic", "middle-castle", "undone"):
        await club.tables[name].command(club.tables[name].people[1], "replay", turn=5)
    for name in ("middle-abbot", "early-castle", "practice-castle", "asks-undo"):
        table = club.tables.get(name) or club.tables["middle-castle"]
        await table.command(table.people[0], "resign")
    late = club.tables["late-vote"]
    await late.command(next(one for one in reversed(late.people) if one != late.mover()), "vote")
    for name in ("Ann", "Bob", "Eve", "Kim"):
        await server.command(server.people[name], server.channel, "settings")
    panel = await server.command(server.people["Ivo"], server.channel, "privacy")
    assert panel.message
    await server.press(server.people["Ivo"], panel.message, "carc:privacy:delete")


async def older_messages(club: Club) -> None:
    """Buttons as earlier versions of the bot have made them, which may still stand somewhere."""
    backend = club.server.world.backend
    game, waiting = club.tables["asks-end-of-two"], club.tables["waiting-alone"]
    [agree] = {one.rpartition(":")[0] for one in custom_ids(await game.said(lambda one: has(one, "agree")))[:1]}
    lobby = await waiting.said(lambda one: has(one, "join"))
    practice = custom_ids(lobby)[0].replace("join", "practice") + ":new-edition:river:24h:1:20"
    for table, custom_id in ((game, agree), (waiting, practice)):
        button = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        row = {"type": 1, "components": [button]}
        backend.create_message(table.channel, backend.bot_user.id, "From an earlier version", components=[row])


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))
