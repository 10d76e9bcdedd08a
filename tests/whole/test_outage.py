"""Discord answers late, wrongly or not at all while a turn is being announced."""

from typing import Any

from tests.loopback import Answer
from tests.whole.game import Game
from tests.whole.program import Program

BOARD = "/channels/*/messages"

RATE_LIMIT: dict[str, Any] = {"status": 429, "retry_after": 0.05, "times": 2}
BAD_GATEWAY: dict[str, Any] = {"status": 502}
ANSWER_LOST: dict[str, Any] = {"status": 500, "is_executed": True}


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
    # By now the bot has looked for turns that an earlier run of it left unannounced; it would find the next ones, too.
    for has_arrived in (False, True):
        await cut_off(program, game, has_arrived=has_arrived)
    await game.check()


async def cut_off(program: Program, game: Game, *, has_arrived: bool) -> None:
    """Cut the connection so that the library gives up. The player is told, and the next turn shows both."""
    boards, mover = len(game.boards()), game.mover()
    [other] = [person for person in game.people if person != mover]
    program.server.fail("POST", BOARD, status=0, is_executed=has_arrived)
    answer = await game.place(mover)
    assert (await followup(program, answer)).startswith("That is stored, but I could not show it")
    assert len(game.boards()) == boards + has_arrived

    program.server.rest.forget_nonces()
    await game.place(other)
    await game.shown(boards + 2)


async def sent(program: Program, start: int, count: int) -> list[int]:
    """Wait for so many attempts to send a board since a certain request; return the status of each answer."""

    def statuses() -> list[int]:
        return [one.status for one in program.server.requests[start:] if one.method == "POST" and one.files]

    await program.server.until(lambda: len(statuses()) >= count)
    return statuses()


async def followup(program: Program, answer: Answer) -> str:
    """The follow-up to the private answer."""
    return (await program.server.until(lambda: answer.followups))[0].content
