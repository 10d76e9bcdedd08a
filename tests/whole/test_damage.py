"""A page of the database turns out to be damaged while the bot runs."""

from tests.fixtures.databases import damage_table
from tests.whole.game import Game
from tests.whole.program import Program

ANSWER = "My database is damaged, so I can't do that. Ask the bot's owner to restore a backup."


async def test_people_are_told_and_the_log_says_what_to_do(program: Program, game: Game) -> None:
    await game.begin()
    await game.turn()
    mover = game.mover()
    choice = await game.choice(mover)
    damage_table(program.database, "moves")
    for command, options in (("log", {}), ("place", choice)):
        answer = await game.command(mover, command, **options)
        assert answer.content == ANSWER
    assert len(game.boards()) == 2
    await program.stop()
    told = [line for line in program.output.splitlines() if f"{program.database} is damaged (" in line]
    assert len(told) == 1
    assert "restore the latest backup" in told[0]
    assert "Traceback" not in program.output
