"""Who loses where a round ends while a game still runs."""

from typing import Any

import discord
import pytest

from cogs.deadlines import DeadlineTimer
from host.model.game import PlayResult
from tests.cogs.room import ON_SIMCORD, Room, build_bot
from tests.cogs.tournaments import begun, tournament
from tournaments.tournament import POINT, Ending

pytestmark = ON_SIMCORD

DAY = 24 * 3600


async def messages_of(room: Room, game: int) -> list[discord.Message]:
    """The messages in the channel of a game, the newest first."""
    channel: Any = room.bot.get_channel((await room.bot.host.tables.known(game)).venue.channel)
    return [one async for one in channel.history(limit=None)]


async def test_whoever_is_late_when_a_round_ends_loses_and_nobody_else_gets_the_turn(room: Room) -> None:
    """A turn of a day ends at the very moment at which a round of seven days does."""
    await begun(room, 4)
    board, _ = (await tournament(room)).boards(1)
    game = board.game or 0
    await room.env.advance_time(7 * DAY - 60)
    late = room.table(game).next_seat.number
    shown = len(await messages_of(room, game))
    await room.env.advance_time(120)
    [decided, _] = (await tournament(room)).boards(1)
    assert decided.pairing.ending is Ending.FORFEIT
    assert decided.pairing.score_of(board.pairing.seats[late]).points == 0
    assert decided.pairing.score_of(board.pairing.seats[1 - late]).points == POINT
    assert len(await messages_of(room, game)) == shown + 1
    assert (await messages_of(room, game))[0].content.startswith(f"Carcassonne #{game} is over.")


async def test_nobody_gets_the_turn_of_a_game_whose_board_is_over(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the turn comes while the end of the round is stored, and that of its game isn't yet."""
    await begun(room, 4)
    game = next((await tournament(room)).boards(1)).game or 0
    await room.env.advance_time(7 * DAY - 60)
    clock, tournaments = room.bot.get_cog("DeadlineTimer"), room.bot.host.tournaments
    assert isinstance(clock, DeadlineTimer)
    late, shown, end = room.table(game).next_seat, len(await messages_of(room, game)), tournaments.end_late_game

    async def end_after_the_clock(number: int) -> PlayResult | None:
        monkeypatch.setattr(tournaments, "end_late_game", end)
        await clock._process(number)
        return await end(number)

    monkeypatch.setattr(tournaments, "end_late_game", end_after_the_clock)
    await room.env.advance_time(120)
    assert tournaments.end_late_game is end, "it wasn't tried"
    assert [one.content.splitlines()[0] for one in await messages_of(room, game)][:-shown] == [
        f"Carcassonne #{game} is over. The tournament ended it. "
        "**Games** below the message of the tournament shows the result."
    ], late


async def test_after_an_outage_too_whoever_is_late_loses(room: Room) -> None:
    """A round of a day, whose turns of a day end with it, and the bot is down for a day meanwhile."""
    await begun(room, 4, round_time=["1d"], pace=["24h"])
    board, _ = (await tournament(room)).boards(1)
    game = board.game or 0
    late = room.table(game).next_seat.number
    await room.env.advance_time(DAY * 0.7)
    await room.bot.close()
    await room.env.advance_time(DAY * 1.2)
    await room.env.restart_bot(build_bot(room.folder))
    await room.env.advance_time(DAY * 0.3 - 60)
    assert next((await tournament(room)).boards(1)).pairing.ending is None
    await room.env.advance_time(120)
    decided = next((await tournament(room)).boards(1))
    assert decided.pairing.ending is Ending.FORFEIT
    assert decided.pairing.score_of(board.pairing.seats[late]).points == 0
