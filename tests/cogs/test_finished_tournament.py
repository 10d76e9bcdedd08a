"""What people see where a game of a tournament that is over is decided by hand."""

import discord

from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.tournaments import begun, decide, resign, tournament
from tournaments.kinds import standings_of

pytestmark = ON_SIMCORD


async def played(room: Room) -> discord.Message:
    """A knockout of four that is over. Return its message."""
    message = await begun(room, 4, kind=["knockout"])
    while (await tournament(room)).status.is_live:
        cup = await tournament(room)
        for board in cup.boards(cup.round):
            if board.game and not board.pairing.is_over:
                await resign(room, board.game, 1)
        await room.env.settle()
    return message


async def test_the_host_corrects_the_final_and_everybody_reads_the_podium_again(room: Room) -> None:
    message = await played(room)
    cup = await tournament(room)
    first, second = (cup.person(one.entrant) for one in standings_of(cup.course)[:2])
    panel = await private(room.ann.click(message, label="Manage"))
    assert labels(panel) == ["Decide game", "Files"]
    final = next(cup.boards(2))
    loser = next(one for one in final.pairing.seats if cup.person(one) != first)
    await decide(room, message, final, f"entrant {loser}")
    said = room.messages()[-1].content
    assert f"decided game #{final.game}" in said
    assert "Reason: Bob is ill" in said
    assert f"<@{second.id}> wins **Spring Cup**!" in said
    assert f"1\\. {second.name}" in room.messages()[0].content


async def test_nobody_wins_where_the_final_counts_for_nobody(room: Room) -> None:
    message = await played(room)
    final = next((await tournament(room)).boards(2))
    await decide(room, message, final, "annul")
    said = room.messages()[-1].content
    assert "Nobody wins **Spring Cup**.\n2\\. " in said
    cup = await tournament(room)
    for entrant in final.pairing.seats:
        assert await room.bot.host.tournaments.titles(cup.person(entrant).id, None) == []
