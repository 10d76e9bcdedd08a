"""The present program on a database of commit 6f32827: games stand where they stood, buttons work, games go on."""

import json
from collections.abc import AsyncIterator, Mapping
from itertools import compress
from pathlib import Path
from typing import Any

import pytest

from carcassonne import EDITIONS, Replay, parse_record, replay
from tests.frozen import fixture
from tests.frozen.expect import CHANNELS, COMMANDS, GAMES, PRESSES
from tests.frozen.extent import IS_WHOLE
from tests.frozen.plan import Press, some
from tests.frozen.present import Facts, Present
from tests.frozen.table import Table, has
from tests.loopback import LoopbackDiscord
from tests.whole.program import BLANK_PICTURES

NEARLY_OVER = 5
"""Of the games with so few tiles left one of each edition is played to the end."""
EACH = 10
"""The number of other games of which one goes on by a turn."""


@pytest.fixture
async def present(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Present]:
    """The program, started on its copy. It must not stumble over anything, nor send what Discord would refuse."""
    is_drawing = IS_WHOLE or request.node.get_closest_marker("pictures")
    async with LoopbackDiscord() as server:
        present = await Present.start(server, tmp_path, **({} if is_drawing else BLANK_PICTURES))
        yield present
        await present.program.close()
        assert "Traceback" not in present.program.output
        assert present.program.problems() == []


async def test_every_game_stands_where_it_stood_and_goes_on(present: Present) -> None:
    """At the same ply, by the same record, with the same fingerprint, and the same turns are legal and offered."""
    known, found = fixture.read_json(GAMES), await present.games()
    assert found.keys() == known.keys()
    assert {number: found[number] for number in known if found[number] != known[number]} == {}
    running = [facts for facts in found.values() if facts["status"] == "running" and facts["record"]]
    assert all(facts["fingerprint"] == facts["stored"] for facts in running)
    assert len(running) > 50
    assert missing(json.loads(COMMANDS.read_text("utf-8")), present.commands()) == []

    assert await played_on(present, known) == set(EDITIONS)


async def played_on(present: Present, games: Mapping[str, Facts]) -> set[str]:
    """Go on with games; return the editions of those played to their ends."""
    ended = set[str]()
    for number, facts in games.items():
        table = table_of(present, facts)
        if table is None:
            continue
        edition = parse_record(facts["record"]).tag("Edition")
        if facts["left"] < NEARLY_OVER and (IS_WHOLE or edition not in ended):
            await table.to_end()
        elif IS_WHOLE or int(number) % EACH == 0:
            await table.step()
        if not table.is_over:
            continue
        answer = await table.command(table.people[0], "log", game=f"#{number}")
        assert answer.message
        record = parse_record(present.server.world.file(answer.message).decode())
        done, before = replay(record), replay(parse_record(facts["record"]))
        assert done.is_finished
        assert turns(done)[: len(before.turns)] == turns(before)
        ended.add(edition)
    return ended


def turns(done: Replay) -> list[Any]:
    return [turn.entry.turn for turn in done.turns]


@pytest.mark.pictures
async def test_every_button_is_answered_as_it_was(present: Present) -> None:
    """And what all see afterwards is the same, too; buttons may have been added."""
    everything = fixture.read_json(PRESSES)
    presses = [
        Press(one["channel"], one["message"], one["custom_id"], one["person"], one["values"]) for one in everything
    ]
    chosen = [IS_WHOLE or is_chosen for is_chosen in some(presses)]
    found = await present.press_all(list(compress(presses, chosen)))
    wrong = {
        told["custom_id"]: missing(told["facts"], facts)
        for told, facts in zip(compress(everything, chosen), found, strict=True)
    }
    assert {custom_id: differences for custom_id, differences in wrong.items() if differences} == {}
    assert missing(fixture.read_json(CHANNELS), present.channels()) == []
    [channel] = present.pause_notices()  # the only game whose log was damaged
    assert any(press.channel == channel for press in presses)


def table_of(present: Present, facts: Facts) -> Table | None:
    """The table of a game that somebody can go on with in its channel."""
    channel = facts.get("channel")
    if facts["status"] != "running" or not facts.get("record") or channel not in present.server.world.backend.channels:
        return None
    people = [person for person in present.people.values() if person.id in facts["people"]]
    table = Table(present.server, channel, people, seed=facts["record"])
    return table if has(table.board, "place") or has(table.board, "answer") or has(table.board, "done") else None


def missing(known: Any, found: Any, where: str = "") -> list[str]:
    """What is known and not found. In what was found there may be more names and more buttons."""
    if isinstance(known, dict) and isinstance(found, dict):
        return [
            line
            for name, value in known.items()
            for line in (missing(value, found[name], f"{where}/{name}") if name in found else [f"no {where}/{name}"])
        ]
    if isinstance(known, list) and isinstance(found, list):
        if where.endswith(("/ids", "/choices", "/fields")):
            return [f"no {one} at {where}" for one in known if one not in found]
        if len(known) == len(found):
            pairs = enumerate(zip(known, found, strict=True))
            return [line for place, (one, other) in pairs for line in missing(one, other, f"{where}/{place}")]
    return [] if known == found else [f"{where}: {found} where it was {known}"]
