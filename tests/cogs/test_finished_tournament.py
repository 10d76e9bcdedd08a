"""What people see where a game of a tournament that is over is decided by hand."""

import discord

from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.tournaments import begun, decide, resign, tournament
from tournaments.kinds import standings_of

pytestmark = ON_SIMCORD


async def played(room: Room, kind: str = "knockout", players: int = 4) -> discord.Message:
    """A tournament that is over. Return its message."""
    message = await begun(room, players, kind=[kind])
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


async def test_the_next_season_says_who_is_in_which_division_after_a_correction(room: Room) -> None:
    """It is posted already. Who had gone down is first after all, and stays in the first division."""
    message = await played(room, "league", 9)
    cup = await tournament(room)
    last = standings_of(cup.course)[4].entrant
    name = cup.person(last).name
    assert name not in division_line(room, 1)
    for board in list(cup.boards()):
        if board.game and last in board.pairing.seats:
            await decide(room, message, board, f"entrant {last}")
    assert standings_of((await tournament(room)).course)[0].entrant == last
    assert name in division_line(room, 1)
    assert name not in division_line(room, 2)


def division_line(room: Room, number: int) -> str:
    """What the message of the next season says of a division."""
    [posted] = [one for one in room.messages() if "season 2" in one.content and one.pinned]
    return next(one for one in posted.content.splitlines() if one.startswith(f"Division {number}: "))
