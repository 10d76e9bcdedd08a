"""Crashes at any moment: after a restart the game is in the same state, and every turn is announced once."""

import asyncio
from dataclasses import dataclass

from tests.loopback import Answer
from tests.whole.game import Game
from tests.whole.program import Program

ANSWER = "/interactions/*/callback"
BOARD = "/channels/*/messages"
SHOWN = "/channels/*/messages/*"

HELD = 2.0
"""Seconds for which a request hangs, much longer than killing the program takes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When the program crashes: before Discord gets a request, or before the program gets the answer."""

    path: str
    has_arrived: bool = False
    method: str = "POST"


MOMENTS = (
    Moment(ANSWER),
    Moment(ANSWER, has_arrived=True),
    Moment(BOARD),
    Moment(BOARD, has_arrived=True),
)
"""The turn is stored by then."""


TAKEBACK_MOMENTS = (
    Moment(SHOWN, method="PATCH"),
    Moment(SHOWN, method="PATCH", has_arrived=True),
    Moment(BOARD),
    Moment(BOARD, has_arrived=True),
)
"""The turn is stored, then shown by an edit of its message; later the next tile is drawn and announced."""


async def crash_in(program: Program, command: asyncio.Task[Answer], moment: Moment) -> None:
    """Kill the program while it waits for Discord's answer to a request."""
    program.server.fail(moment.method, moment.path, status=500, delay=HELD, is_executed=moment.has_arrived)
    await program.server.until_faulty()
    await program.crash()
    command.cancel()
    await asyncio.gather(command, return_exceptions=True)
    await program.start()


async def test_at_every_request_of_a_turn(program: Program, game: Game) -> None:
    await game.sit_down()
    start = asyncio.create_task(game.command(game.people[0], "start", takeback=0))
    await crash_in(program, start, Moment(BOARD))
    await game.shown(1)
    for moment in MOMENTS:
        turns = len((await game.replayed()).turns)
        mover = game.mover()
        command = asyncio.create_task(game.command(mover, "place", **await game.choice(mover)))
        await crash_in(program, command, moment)

        await game.shown(turns + 2)
        await game.check()
        await game.turn()
    await game.check()


async def test_while_a_turn_can_be_taken_back(program: Program, game: Game) -> None:
    """Whenever the program crashes, the next tile is drawn in the end and announced once."""
    await game.begin(takeback=1)
    for turn, moment in enumerate((*TAKEBACK_MOMENTS, None), 1):
        await game.settled()
        mover = game.mover()
        command = asyncio.create_task(game.command(mover, "place", **await game.choice(mover)))
        if moment:
            await crash_in(program, command, moment)
        await game.shown(turn + 1)
        assert len((await game.replayed()).turns) == turn
        assert game.mover() != mover
        assert [board.pinged for board in game.boards()[-1:]] == [[game.mover().id]]
    assert "Traceback" not in program.output


async def test_at_the_end_of_a_game(program: Program, game: Game) -> None:
    await game.begin()
    asked = await game.command(game.people[0], "resign")
    assert asked.message
    press = asyncio.create_task(game.server.press(game.people[0], asked.message, "carc:resign:1"))
    await crash_in(program, press, Moment(BOARD))

    assert "**Bob wins!**" in (await game.shown(2)).text
    await program.restart()
    assert "**Bob wins!**" in (await game.command(game.people[0], "board")).content
    await game.shown(2)


async def test_between_two_moves(program: Program, game: Game) -> None:
    """A tile that was shown before the crash can be placed after it, with the same buttons."""
    await game.begin()
    while not (asked := await asked_for_follower(game)).components:
        pass
    before = (await game.replayed()).turns
    await program.crash()
    await program.start()

    assert (await game.replayed()).turns == before
    assert asked.message
    custom_id = asked.components[0]["components"][0]["custom_id"]
    await game.server.press(game.mover(), asked.message, custom_id)
    await game.shown(len(before) + 2)
    await game.check()


async def asked_for_follower(game: Game) -> Answer:
    """Place the tile without naming a follower. If none is possible, this is a complete turn."""
    count = len(game.boards())
    choice = await game.choice(game.mover())
    del choice["follower"]
    answer = await game.command(game.mover(), "place", **choice)
    if not answer.components:
        await game.shown(count + 1)
    return answer
