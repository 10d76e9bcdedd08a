"""Many people at the same time: several games at the same time, and everybody at the same button."""

import asyncio

from tests.whole.game import Game
from tests.whole.program import Program


async def test_games_in_two_channels_and_a_thread(program: Program) -> None:
    """Dmitri and Eve play in two of them; each command means the game of the place where it was given."""
    server = program.server
    garden = server.world.add_channel("garden")
    thread = server.world.add_thread(server.channel, "late at night", server.people["Eve"])
    games = (
        Game(server, server.channel, "Ann", "Bob"),
        Game(server, garden, "Chloé", "Dmitri", "Eve"),
        Game(server, thread, "Eve", "Dmitri"),
    )
    for game in games:
        await game.begin()
    await asyncio.gather(*(game.turns(6) for game in games))

    for game in games:
        assert {board.text.splitlines()[0].split(" · ")[1] for board in game.boards()} == {game.name()}
        assert game.boards()[-1].pinged == [game.mover().id]
        await game.check()
    assert len({game.name() for game in games}) == 3


async def test_all_sit_down_and_start_together(program: Program) -> None:
    people = list(program.server.people)
    game = Game(program.server, program.server.channel, *people)
    await asyncio.gather(*(game.command(person, "join") for person in game.people))
    answers = await asyncio.gather(*(game.command(person, "start") for person in game.people))

    assert sorted(answer.content.startswith("Game #1 begins!") for answer in answers) == [*[False] * 4, True]
    board = await game.shown(1)
    assert all(name in board.text for name in people)


async def test_the_same_turn_twice_at_once(program: Program, game: Game) -> None:
    """An impatient player presses a button twice."""
    await game.begin()
    for count in range(2, 6):
        mover = game.mover()
        choice = await game.choice(mover)
        answers = await asyncio.gather(*(game.command(mover, "place", **choice) for _ in range(3)))
        assert sum(answer.content.startswith("You placed ") for answer in answers) == 1
        await game.shown(count)
    await game.check()
