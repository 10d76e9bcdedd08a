"""What the makers of the fixture do at a table besides random turns."""

import re
from typing import Any

from simcord.backend.models import Message

from carcassonne import (
    DeployNobody,
    Phase,
    PlaceTile,
    Turn,
    apply,
    format_turn,
    legal_deployments,
    legal_placements,
    parse_record,
    replay,
)
from tests.frozen.table import Table, custom_ids, has
from tests.loopback import Person


async def eager_turn(table: Table) -> dict[str, Any]:
    """A turn after which the game asks something, or else one that scores."""
    for person in table.server.people.values():  # one alone would ask too often
        answer = await table.command(person, "log")
        if answer.message and answer.message.attachments:
            break
    assert answer.message
    state = replay(parse_record(table.server.world.file(answer.message).decode())).state
    assert state is not None
    turns = []
    for position, rotation in legal_placements(state):
        place = PlaceTile(position, rotation)
        laid = apply(state, place).state
        for follower in (*legal_deployments(laid), DeployNobody()):
            after = apply(laid, follower).state
            worth = after.scores[state.seat] + 1000 * (after.phase is Phase.ASK) + 6 * table.whim.random()
            turns.append((worth, format_turn(Turn(place, follower))))
    _, written = max(turns)
    at, degrees, who = written.split(" ", 2)
    return {"at": at, "rotation": int(degrees), "follower": who}


async def go_on(table: Table, person: Person, private: Message) -> None:
    """Press one of the picker's buttons that does not lead back."""
    ids = custom_ids(private)
    deeper = [one for one in ids if one.startswith("carc:pick:") and " " in one] or [
        one for one in ids if one.startswith("carc:pick:") and not re.fullmatch(r"carc:pick:\d+:\d+:\d+", one)
    ]
    if len(ids) < 2 or not deeper:
        return
    before = ids
    await table.server.press(person, private, table.whim.choice(deeper))
    await table.server.until(lambda: custom_ids(private) != before)


def mover_before(table: Table) -> list[Person]:
    """The people at a table, beginning with the one who moved last."""
    turn = table.people.index(table.mover())
    return [*table.people[turn - 1 :], *table.people[: turn - 1]] if turn else [table.people[-1], *table.people[:-1]]


def number_of(table: Table) -> str:
    [found] = {one.split(":")[2] for one in custom_ids(table.board) if one.startswith("carc:place:")}
    return f"#{found}"


async def resign(table: Table, person: Person) -> None:
    asked = await table.command(person, "resign")
    assert asked.message
    boards = len(table.boards())
    await table.server.press(person, asked.message, next(one for one in custom_ids(asked.message) if ":resign:" in one))
    await table.server.until(lambda: len(table.boards()) > boards)


async def end_as_manager(table: Table, manager: Person) -> None:
    asked = await table.command(manager, "carcassonne-admin end", game=number_of(table))
    assert asked.message
    await table.server.press(
        manager, asked.message, next(one for one in custom_ids(asked.message) if ":admin-end:" in one)
    )


async def end(table: Table, person: Person) -> None:
    asked = await table.command(person, "resign")
    assert asked.message
    await table.server.press(person, asked.message, next(one for one in custom_ids(asked.message) if ":end:" in one))
    await table.said(lambda message: has(message, "agree"))


async def answer_question(table: Table, person: Person, action: str) -> None:
    question = await table.said(lambda message: has(message, action))
    content = question.content
    await table.server.press(person, question, next(one for one in custom_ids(question) if f":{action}:" in one))
    await table.server.until(lambda: question.content != content)


async def vote(table: Table, question: Message, person: Person, choice: str) -> None:
    await table.server.press(person, question, next(one for one in custom_ids(question) if one.endswith(f":{choice}")))
