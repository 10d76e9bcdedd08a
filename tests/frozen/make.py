"""Makes the fixture anew, with the program as it is: ``python -m tests.frozen.make FOLDER``. See README.md.

People play games of every edition to all kinds of positions, through a real bot on a loopback Discord. In between the
bot is stopped, and its database is made older, so that turns are late.
"""

import asyncio
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

from simcord.backend.models import Message

from tests.frozen import fixture
from tests.frozen.actions import answer_question, eager_turn, end, end_as_manager, mover_before, number_of, resign, vote
from tests.frozen.fixture_server import FixtureServer
from tests.frozen.make_private import choices, private_panels
from tests.frozen.table import custom_ids, has
from tests.frozen.times import let_pass
from tests.loopback import LoopbackDiscord, Person
from tests.whole.program import Program

MORE_PEOPLE: Final = ("Fay", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lou", "Mia")
LOCALES: Final = {"Chloé": "fr", "Dmitri": "de", "Hana": "es-ES"}
WEEK: Final = timedelta(days=8)

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


async def make(folder: Path) -> None:
    async with LoopbackDiscord() as server:
        program = Program(server, folder)
        for name in MORE_PEOPLE:
            server.world.people[name] = server.world.add_person(name)
        for name, locale in LOCALES.items():
            server.world.people[name] = server.people[name].speaking(locale)
        await program.start()
        fixture_server = FixtureServer(server, program)
        await a_week_ago(fixture_server)
        await program.stop()
        corrupt_log(folder / "whole.db", fixture_server.tables["held"].channel)
        let_pass(folder / "whole.db", WEEK)
        await program.start()
        await fixture_server.settled()
        await lately(fixture_server)
        await program.restart()
        await now(fixture_server)
        await fixture_server.settled()
        await program.stop()
        assert "Traceback" not in program.output, program.output
        assert program.problems() == []
        fixture.keep(server, folder / "whole.db")
        await program.close()


def corrupt_log(database: Path, channel: int) -> None:
    """Store a wrong hash in the log of a channel's game, so that the game is put on hold."""
    with closing(sqlite3.connect(database)) as opened, opened:
        statement = "UPDATE moves SET hash = '0' WHERE ply = 5 AND game = (SELECT number FROM games WHERE channel = ?)"
        assert opened.execute(statement, (channel,)).rowcount == 1


async def a_week_ago(fixture_server: FixtureServer) -> None:
    """Play the games that will be over, or wait for a late player."""
    begun = fixture_server.start_game
    await fixture_server.all(
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
    jo, lou, kim, ann = fixture_server.people("Jo Lou Kim Ann")
    await resign(fixture_server.tables["over-travel-resigned"], jo)
    await resign(fixture_server.tables["over-with-mia"], *fixture_server.people("Mia"))
    await end(fixture_server.tables["over-together"], lou)
    for person in (kim, jo):
        await answer_question(fixture_server.tables["over-together"], person, "agree")
    await end_as_manager(fixture_server.tables["over-by-manager"], ann)
    await fixture_server.settled()


async def lately(fixture_server: FixtureServer) -> None:
    """Decide about the late turns; then play games of every edition to all stages."""
    for name in ("late-open-seat", "late-more-time"):
        table = fixture_server.tables[name]
        choice = "replace" if name == "late-open-seat" else "time"
        question = await table.said(lambda message: has(message, "vote"))
        for person in [one for one in table.people if one != table.mover()]:
            await vote(table, question, person, choice)
    await fixture_server.settled()
    late = fixture_server.tables["late-vote"]
    question = await late.said(lambda message: has(message, "vote"))
    voters = [one for one in late.people if one != late.mover()]
    await vote(late, question, voters[0], "skip")
    alone = fixture_server.tables["late-without-pace"]
    await alone.command(next(one for one in alone.people if one != alone.mover()), "vote")
    teams = ["Ann Bob", "Chloé Dmitri Eve", "Fay Gus Hana Ivo", "Jo Kim Lou Ann Bob", "Eve Fay", "Gus Jo Kim"]
    for stage, turns, locales in (("end", 68, ["en-US"]), ("middle", 24, ["de", "fr", "es-ES"]), ("early", 2, ["fr"])):
        await fixture_server.all(
            fixture_server.start_game(
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


async def now(fixture_server: FixtureServer) -> None:
    """Leave open everything that can be open: turns, questions, tables, panels."""
    for leave_open in (
        castle_questions, undone_turns, questions_to_all, special_tables, waiting_tables, choices, private_panels,
        older_messages, pending_turns,
    ):  # fmt: skip
        print(leave_open.__name__, flush=True)
        await leave_open(fixture_server)
        await fixture_server.settled()
        await fixture_server.program.restart()  # it forgets how often people have done things of late


async def pending_turns(fixture_server: FixtureServer) -> None:
    """Play turns that can still be taken back."""
    for name, names, options in (
        ("pending-classic", "Ann Bob", EDITIONS["classic"]),
        ("pending-all", "Fay Gus Chloé", EDITIONS["all"]),
        ("pending-castle", "Dmitri Kim", EDITIONS["castle"]),
    ):
        table = await fixture_server.start_game(name, names, 5, takeback=600, **options)
        await table.until(lambda table=table: has(table.board, "done"))  # type: ignore[misc]


async def castle_questions(fixture_server: FixtureServer) -> None:
    """Play The Castle to its questions."""
    for name, names in (("castle-asks", "Eve Gus"), ("castle-asks-again", "Hana Ann")):
        for attempt in range(9):
            table = await fixture_server.start_game(f"{name}-{attempt}", names, 3, **EDITIONS["castle"])
            while not (table.is_over or has(table.board, "answer")):
                board = table.board
                await table.command(table.mover(), "place", **await eager_turn(table))
                await table.server.until(lambda table=table, board=board: table.board.id != board.id)  # type: ignore[misc]
            if not table.is_over:
                break


async def undone_turns(fixture_server: FixtureServer) -> None:
    """Undo turns, and play on."""
    table = await fixture_server.start_game("undone", "Ann Bob Eve", 6, **EDITIONS["abbot"])
    first, *others = mover_before(table)
    await table.command(first, "undo")
    before = table.board.id
    for person in others:
        await answer_question(table, person, "undo-agree")
    await table.server.until(lambda: table.board.id != before)
    await table.turns(2)
    practice = await fixture_server.start_game("undone-pending", "Ivo Jo", 3, takeback=600, **EDITIONS["chat-room-old"])
    await practice.until(lambda: has(practice.board, "done"))
    await practice.press(practice.mover(), "takeback")
    await practice.server.until(lambda: has(practice.board, "place"))


async def questions_to_all(fixture_server: FixtureServer) -> None:
    """Ask questions that not everybody has answered yet."""
    for name, names, locale, options in (
        ("asks-undo", "Ann Bob Eve", "en-US", EDITIONS["classic"]),
        ("asks-undo-of-two", "Chloé Dmitri", "de", EDITIONS["river-abbot"]),
    ):
        table = await fixture_server.start_game(name, names, 7, locale, **options)
        first, *others = mover_before(table)
        await table.command(first, "undo")
        for person in others[1:]:
            await answer_question(table, person, "undo-agree")
    for name, names, locale, options in (
        ("asks-end", "Kim Lou Jo", "en-US", EDITIONS["travel"]),
        ("asks-end-of-two", "Hana Gus", "es-ES", EDITIONS["castle"]),
    ):
        table = await fixture_server.start_game(name, names, 7, locale, **options)
        first, *others = table.people
        await end(table, first)
        for person in others[1:]:
            await answer_question(table, person, "agree")


async def special_tables(fixture_server: FixtureServer) -> None:
    """Start games in a thread and for practice, games with a resignation and with a replaced player."""
    await fixture_server.start_game(
        "in-thread", "Bob Fay Kim", 4, thread=True, aids=False, pace="3d", **EDITIONS["chat-room"]
    )
    for name, who, options in (
        ("practice", "Lou", EDITIONS["all"]),
        ("practice-castle", "Ivo", EDITIONS["castle"]),
    ):
        table = fixture_server.table(name, who)
        await table.join()
        offered = await table.command(table.people[0], "start", takeback=0, **options)
        assert offered.message
        await fixture_server.server.press(table.people[0], offered.message, custom_ids(offered.message)[0])
        await fixture_server.server.until(table.boards)
        for _ in range(5):
            await table.turn()
    table = await fixture_server.start_game("channel-gone", "Eve Fay", 6, **EDITIONS["chat-room"])
    fixture_server.server.world.backend.delete_channel(table.channel)
    del fixture_server.tables["channel-gone"]
    table = await fixture_server.start_game("resigned", "Dmitri Gus Eve Jo", 9, "fr", **EDITIONS["river-abbot"])
    await resign(table, table.people[1])
    await table.turns(3)
    await fixture_server.start_game("forgotten", "Mia Gus Hana", 8, **EDITIONS["new-edition"])
    [mia] = fixture_server.people("Mia")
    panel = await fixture_server.server.command(mia, fixture_server.server.channel, "privacy")
    assert panel.message
    sure = await fixture_server.server.press(mia, panel.message, "carc:privacy:delete")
    [question] = await fixture_server.server.until(lambda: sure.followups)
    before, table = fixture_server.tables["forgotten"].board.id, fixture_server.tables["forgotten"]
    await fixture_server.server.press(mia, question, "carc:privacy:forget")
    await fixture_server.server.until(lambda: table.board.id != before)
    await table.turns(2)
    table = await fixture_server.start_game("reseated", "Hana Ivo", 6, "es-ES", **EDITIONS["travel"])
    [ann, bob] = fixture_server.people("Ann Bob")
    await table.command(
        ann, "carcassonne-admin seat", game=number_of(fixture_server.tables["reseated"]), seat=1, to=bob
    )
    table.people[0] = bob
    await fixture_server.settled()
    await table.turns(3)


async def opened_options(fixture_server: FixtureServer, person: Person, lobby: Message) -> Message:
    """Return what a person at a table chooses in private."""
    button = next(one for one in custom_ids(lobby) if ":choose:" in one)
    answer = await fixture_server.server.press(person, lobby, button)
    await fixture_server.server.until(lambda: bool(answer.followups))
    return answer.followups[-1]


async def waiting_tables(fixture_server: FixtureServer) -> None:
    """Open tables at which the game has not started; change the settings of some."""
    [ann, bob, chloe, dmitri, eve, gus] = fixture_server.people("Ann Bob Chloé Dmitri Eve Gus")
    fixture_server.server.world.locale = "en-US"
    table = fixture_server.table("waiting", "Ann Bob Chloé")
    for person, colour in ((ann, "black"), (bob, "yellow"), (chloe, None)):
        await table.command(person, "join", **({"colour": colour} if colour else {}))
    lobby = await table.said(lambda message: has(message, "join"))
    panel = await opened_options(fixture_server, ann, lobby)
    edition = next(one for one in custom_ids(panel) if ":edition:" in one)
    await fixture_server.server.choose(ann, panel, edition, ["new-edition"])
    form = await fixture_server.server.press(ann, panel, next(one for one in custom_ids(panel) if ":options:" in one))
    await fixture_server.server.submit(
        ann, form, options=["river", "abbot"], pace=["3d"], timeout=["skip"], takeback=["60"], besides=["aids", "rated"]
    )
    for person in (ann, bob):
        await opened_options(fixture_server, person, lobby)
    fixture_server.server.world.locale = "de"
    table = fixture_server.table("waiting-two", "Dmitri Eve")
    await table.join()
    table = fixture_server.table("waiting-alone", "Gus")
    await table.join()
    await table.command(gus, "start", edition="new-edition", options="river abbot", pace="24h", timeout="skip",
                        takeback=20, aids=True, order="shuffled", thread=False, rated=False)  # fmt: skip
    table = fixture_server.table("several", "Dmitri Eve")
    await table.join()
    await table.start(edition="classic")
    await fixture_server.server.command(eve, table.channel, "join", colour="white")
    assert dmitri


async def older_messages(fixture_server: FixtureServer) -> None:
    """Add buttons of earlier versions of the bot, which may still be on messages."""
    backend = fixture_server.server.world.backend
    game, waiting = fixture_server.tables["asks-end-of-two"], fixture_server.tables["waiting-alone"]
    [agree] = {one.rpartition(":")[0] for one in custom_ids(await game.said(lambda one: has(one, "agree")))[:1]}
    lobby = await waiting.said(lambda one: has(one, "join"))
    practice = custom_ids(lobby)[0].replace("join", "practice") + ":new-edition:river:24h:1:20"
    for table, custom_id in ((game, agree), (waiting, practice)):
        button = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
        row = {"type": 1, "components": [button]}
        backend.create_message(table.channel, backend.bot_user.id, "From an earlier version", components=[row])


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1])))
