"""The connection to Discord breaks in the middle of a game."""

from tests.whole.game import Game
from tests.whole.program import Program


def purposes(program: Program) -> list[str]:
    return [connection.purpose for connection in program.server.gateway.connections]


async def test_a_session_resumed_and_a_session_lost(program: Program, game: Game) -> None:
    """What people do while the bot is disconnected reaches it when the session is resumed."""
    gateway = program.server.gateway
    await game.begin()
    await gateway.drop()
    await game.turn()
    await gateway.ask_to_reconnect()
    await game.turn()
    assert purposes(program) == ["identify", "resume", "resume"]

    await gateway.invalidate()
    await program.server.until(lambda: len(purposes(program)) == 4)
    await program.server.until_ready()
    await game.turn()
    assert purposes(program)[-1] == "identify"
    await game.check()
