"""Discord answers late, wrongly or not at all just as a turn is to be announced."""

from typing import Any

from tests.loopback import Answer
from tests.whole.game import Game
from tests.whole.program import Program

BOARD = "/channels/*/messages"

RATE_LIMIT: dict[str, Any] = {"status": 429, "retry_after": 0.05, "times": 2}
BAD_GATEWAY: dict[str, Any] = {"status": 502}
ANSWER_LOST: dict[str, Any] = {"status": 500, "is_executed": True}


async def test_the_library_tries_again(program: Program, game: Game) -> None:
    await game.begin()
    for fault, expected in (
        (RATE_LIMIT, [429, 429, 200]),
        (BAD_GATEWAY, [502, 200]),
        (ANSWER_LOST, [500, 200]),
    ):
        before = len(program.server.requests)
        program.server.fail("POST", BOARD, **fault)
        await game.turn()
        assert await sent(program, before, len(expected)) == expected
    await game.turn()
    await game.check()


async def test_a_cut_connection(program: Program, game: Game) -> None:
    """The library gives up, whether the message has arrived or not. The player is told; the next turn makes it good."""
    await game.begin()
    for has_arrived in (False, True):
        boards, mover = len(game.boards()), game.mover()
        [other] = [person for person in game.people if person != mover]
        program.server.fail("POST", BOARD, status=0, is_executed=has_arrived)
        answer = await game.place(mover)
        assert (await followup(program, answer)).startswith("That is stored, but I could not show it")
        assert len(game.boards()) == boards + has_arrived

        program.server.rest.forget_nonces()
        await game.place(other)
        await game.shown(boards + 2)
    await game.check()


async def sent(program: Program, start: int, count: int) -> list[int]:
    """How the attempts to send a board were answered, from a certain request on, once there are so many."""

    def statuses() -> list[int]:
        return [one.status for one in program.server.requests[start:] if one.method == "POST" and one.files]

    await program.server.until(lambda: len(statuses()) >= count)
    return statuses()


async def followup(program: Program, answer: Answer) -> str:
    """What the person was told after the answer."""
    return (await program.server.until(lambda: answer.followups))[0].content
