"""Discord answers late, wrongly or not at all while a turn is being announced."""

import asyncio
from typing import Any

from tests.loopback import Answer
from tests.whole.game import Game
from tests.whole.program import Program

BOARD = "/channels/*/messages"

RATE_LIMIT: dict[str, Any] = {"status": 429, "retry_after": 0.05, "times": 2}
BAD_GATEWAY: dict[str, Any] = {"status": 502}
ANSWER_LOST: dict[str, Any] = {"status": 500, "is_executed": True}

CUT: dict[str, Any] = {"status": 0}
CUT_AFTER_ARRIVAL: dict[str, Any] = {"status": 0, "is_executed": True}
UNAVAILABLE: dict[str, Any] = {"status": 503}
RATE_LIMIT_WITHOUT_TIME: dict[str, Any] = {"status": 429, "retry_after": None}

HOURS = 3600.0
"""Seconds for which a request hangs, longer than any test."""


async def test_every_turn_is_shown_once(program: Program, game: Game) -> None:
    await game.begin()
    for fault, statuses in (
        (RATE_LIMIT, [429, 429, 200]),
        (BAD_GATEWAY, [502, 200]),
        (ANSWER_LOST, [500, 200]),
    ):
        before = len(program.server.requests)
        program.server.fail("POST", BOARD, **fault)
        await game.turn()
        assert await sent(program, before, len(statuses)) == statuses
    for fault in (CUT, CUT_AFTER_ARRIVAL, UNAVAILABLE, RATE_LIMIT_WITHOUT_TIME):
        await give_up(program, game, fault)
    await game.check()
    assert "Traceback" not in program.output


async def give_up(program: Program, game: Game, fault: dict[str, Any]) -> None:
    """Let the library give up. The player is told; the turn is shown by itself, and the next player can go on."""
    boards, mover = len(game.boards()), game.mover()
    program.server.fail("POST", BOARD, **fault)
    answer = await game.place(mover)
    program.server.rest.forget_nonces()
    assert (await followup(program, answer)).startswith("That's saved, but ")
    board = await game.shown(boards + 1)
    assert game.mover() != mover
    assert board.pinged == [game.mover().id]


async def test_a_slow_channel_holds_up_no_other_game(program: Program, game: Game) -> None:
    """After a start all games are caught up with side by side."""
    other = Game(program.server, program.server.world.add_channel("garden"), "Chloé", "Dmitri")
    for one in (game, other):
        await one.begin()
    program.server.fail("POST", BOARD, status=503, delay=HOURS, times=2)
    placed = [asyncio.create_task(one.place(one.mover())) for one in (game, other)]
    await program.server.until_faulty()
    await crash(program, *placed)
    program.server.fail("*", f"/channels/{game.channel}/*", status=None, delay=HOURS, times=100)
    await program.start()
    await other.shown(2)
    assert len(game.boards()) == 1


async def test_a_slow_channel_keeps_no_status_message_of_another_game_waiting(program: Program, game: Game) -> None:
    """After a start the messages that tell how the games stand are brought up to date side by side, too."""
    others = [Game(program.server, program.server.world.add_channel(name), "Chloé", "Dmitri") for name in ("a", "b")]
    for one in (game, *others):
        await one.begin()
    await program.crash()
    program.server.fail("*", f"/channels/{game.channel}/*", status=503, delay=HOURS, times=100)
    start = len(program.server.requests)
    await program.start()

    def edited() -> set[str]:
        return {one.path.split("/")[2] for one in program.server.requests[start:] if one.method == "PATCH"}

    await program.server.until(lambda: {str(one.channel) for one in others} <= edited())


async def test_a_turn_is_shown_once_after_much_talk(program: Program, game: Game) -> None:
    """The program is killed when Discord has got the message of a turn. It finds it behind an hour's talk."""
    await game.begin()
    program.server.fail("POST", BOARD, status=500, delay=HOURS, is_executed=True)
    placed = asyncio.create_task(game.place(game.mover()))
    await game.shown(2)
    await crash(program, placed)
    for number in range(150):
        await program.server.say(game.people[0], game.channel, f"And then, on day {number}, I did the same again.")
    await program.start()
    await game.turn()
    await game.check()


async def crash(program: Program, *commands: asyncio.Task[Answer]) -> None:
    """Kill the program while people wait for the answers to their commands."""
    await program.crash()
    for command in commands:
        command.cancel()
    await asyncio.gather(*commands, return_exceptions=True)


async def sent(program: Program, start: int, count: int) -> list[int]:
    """Wait for this number of attempts to send a board since a certain request; return the status of each answer."""

    def statuses() -> list[int]:
        return [one.status for one in program.server.requests[start:] if one.method == "POST" and one.files]

    await program.server.until(lambda: len(statuses()) >= count)
    return statuses()


async def followup(program: Program, answer: Answer) -> str:
    """The follow-up to the private answer."""
    return (await program.server.until(lambda: answer.followups))[0].content
