"""The bot remembers what the latest messages report, and the log would give exactly the same."""

import random
from datetime import timedelta
from pathlib import Path

import pytest

from carcassonne import Move, Phase, legal_moves
from cogs.delivery.shown_turns import ShownTurns
from cogs.message.turn_reports import last_reported
from cogs.text.turn import announcement, past_announcement
from host import Host, PlayResult, RunningTable, StartedTable, TableOptions, TimeoutAction, table_at
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, open_host, player, seat
from tests.host.takeback_turns import castle_moves

PACE = timedelta(hours=12)


@pytest.mark.parametrize(("edition", "takeback"), [("chat-room", 20), ("castle", 0)])
async def test_what_is_kept_is_what_the_log_tells(tmp_path: Path, edition: str, takeback: int) -> None:
    """A game with turns skipped, taken back and undone, and a resignation."""
    clock, shown, dice = Clock(), ShownTurns(), random.Random(3)
    host = await open_host(tmp_path / "games.db", clock)
    await seat(host, ANN, BOB, *([CID] if edition == "chat-room" else []))
    options = TableOptions(edition, takeback=takeback, pace="12h", timeout=TimeoutAction.SKIP)
    played: PlayResult | None = await host.lobby.start(CHANNEL, ANN, 1, options)
    for step in range(120):
        table = await host.tables.load_started(1)
        if played:
            reported = played if played.moves else await turns_told_by_log(host, table)
            shown.put(reported)
            await check_after_start(host, reported, table)
        await check(host, shown, table)
        if not isinstance(table, RunningTable):
            break
        played = await random_action(host, clock, table, dice, step)
    assert table.ply > 90
    await host.close()


async def random_action(
    host: Host, clock: Clock, table: RunningTable, dice: random.Random, step: int
) -> PlayResult | None:
    """Do one random thing that can be done at a table."""
    chance, person = dice.random(), player(table.next_seat)
    if table.pending:
        mover = player(table.seats[table.pending.seat])
        take_back = host.turns.take_back if chance < 0.4 else host.turns.finish_turn
        return await take_back(1, mover, table.ply)
    if chance < 0.1:
        clock.pass_minutes(round(PACE.total_seconds() / 60))
        due = await host.deadlines.process_due(1)
        return due.played if due else None
    if step == 60 and len(table.seats) > 2:
        return await host.turns.resign(1, player(table.seats[(table.next_seat.number + 1) % 3]))
    if table.state.phase is Phase.PLACE:
        moves: list[Move] = castle_moves(table.state, dice)
    else:
        moves = legal_moves(table.state)[:1]
    return await host.turns.play(1, person, moves, table.ply)


async def check(host: Host, shown: ShownTurns, table: StartedTable) -> None:
    by_log = await turns_told_by_log(host, table)
    if not isinstance(table, RunningTable):
        assert shown.find(table) is None, "nothing of a game that is over is kept"
        return
    kept = shown.find(table)
    assert kept is not None
    assert announcement(kept) == announcement(by_log)
    history = await host.history.replay_log(1)
    then = table_at(table, table.ply, history.states[table.ply], table.played_at)
    past = shown.find_past(table, table.ply)
    assert past is not None
    assert past_announcement(past) == past_announcement(last_reported(then, history))
    assert shown.find_past(table, table.ply - 1) is None


async def check_after_start(host: Host, reported: PlayResult, table: StartedTable) -> None:
    """After a start only the latest step is known. It is the whole turn, or else the log is read."""
    shown = ShownTurns()
    shown.put(reported)
    if kept := shown.find(table):
        assert announcement(kept) == announcement(await turns_told_by_log(host, table))


async def turns_told_by_log(host: Host, table: StartedTable) -> PlayResult:
    return last_reported(table, await host.history.replay_log(table.number))
