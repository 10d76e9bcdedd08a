"""Whole random games at the host."""

import random
from contextlib import closing
from itertools import cycle
from pathlib import Path
from sqlite3 import connect

import pytest

from carcassonne import EDITIONS, GameEnded, format_record, parse_record, replay
from host.host import Host
from host.model.table import StartedTable, Status
from tests.host.tables import ANN, BOB, CID, DORA, EVE, begin, finished, take_turn

GAMES = [
    pytest.param(edition, players if players in EDITIONS[edition].rules.players else 2, id=edition)
    for edition, players in zip(EDITIONS, cycle((2, 5, 3, 4)))
]
"""Each edition once, and each number of players at least once."""


@pytest.mark.parametrize(("edition", "players"), GAMES)
async def test_a_random_game_to_the_end(host: Host, path: Path, edition: str, players: int) -> None:
    dice = random.Random(players)
    after: StartedTable = await begin(host, *[ANN, BOB, CID, DORA, EVE][:players], edition=edition)
    while after.status is Status.RUNNING:
        played = await take_turn(host, after, dice)
        assert played.before.ply + len(played.moves) == played.after.ply
        after = played.after
    table = finished(after)
    assert table.status is Status.FINISHED
    assert played.events[-1] == GameEnded(is_scored=True)
    assert table.final_scores == tuple(table.state.scores)
    with closing(connect(path)) as database:
        rows = database.execute("SELECT score FROM seats ORDER BY number").fetchall()
        assert tuple(score for (score,) in rows) == table.final_scores
    done = replay(parse_record(format_record(await host.history.record(1))))
    assert done.error is None
    assert done.is_finished
