"""A fast-forwarded game is exactly the game that people would have played."""

import random
from pathlib import Path

import pytest

from carcassonne import EDITIONS, format_record
from host.errors import HostError
from host.host import Host
from host.model.fingerprint import fingerprint
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.table import Status
from host.services.consent import OpenRequest
from tests.fixtures.positions import fast_forward, first_legal_turn, random_turns, recorded_turns
from tests.host.tables import ANN, BOB, CHANNEL, OTHER_CHANNEL, begin, open_host, running, take_turn

TURNS = 12


@pytest.mark.parametrize("takeback", [0, 20])
async def test_it_stands_where_it_would_stand_turn_by_turn(tmp_path: Path, takeback: int) -> None:
    logs = []
    for is_fast_forwarded in (False, True):
        host = await open_host(tmp_path / f"{is_fast_forwarded}.db")
        table, dice = await begin(host, ANN, BOB, takeback=takeback), random.Random(5)
        if is_fast_forwarded:
            await fast_forward(host, 1, random_turns(5), TURNS)
        else:
            for _ in range(TURNS):
                table = running((await take_turn(host, table, dice)).after)
        after = await host.tables.load_running(1)
        logs.append(([entry.move for entry in await host.history.log(1)], after.ply, after.pending, after.to_move))
        await host.close()
    assert logs[0] == logs[1]


@pytest.mark.parametrize("edition", EDITIONS)
async def test_it_can_be_read_again_and_played_to_its_end(path: Path, edition: str) -> None:
    host = await open_host(path)
    await begin(host, ANN, BOB, edition=edition)
    before = await fast_forward(host, 1, first_legal_turn, TURNS)
    await host.close()
    host = await open_host(path)
    again = await host.tables.load_running(1)
    assert fingerprint(again.state) == fingerprint(before.state)
    assert (await fast_forward(host, 1, first_legal_turn)).status is Status.FINISHED
    with pytest.raises(HostError):
        await fast_forward(host, 1, first_legal_turn)
    await host.close()


async def test_what_the_last_turn_paid_is_known_when_it_is_read_again(path: Path) -> None:
    host = await open_host(path)
    await begin(host, ANN, BOB)
    before = await fast_forward(host, 1, first_legal_turn, until=lambda state: bool(state.history.returned))
    assert before.state.history.paid
    await host.close()
    host = await open_host(path)
    states = [(await host.tables.load_running(1)).state, (await host.history.replay_log(1)).states[-1]]
    for again in states:
        assert (again.history.movers, again.history.paid) == (before.state.history.movers, before.state.history.paid)
        assert again.history.returned == before.state.history.returned
    await host.close()


async def test_an_undo_brings_the_same_tiles_back(host: Host) -> None:
    await begin(host, ANN, BOB)
    before = await fast_forward(host, 1, first_legal_turn, TURNS)
    record = format_record(await host.history.record(1))
    asked = await host.undo_requests.ask(1, BOB)
    assert isinstance(asked, OpenRequest)
    assert isinstance(await host.undo_requests.agree(1, ANN, before.ply, Undo(asked.request.ply)), PlayResult)
    again = await fast_forward(host, 1, first_legal_turn, 1)
    assert format_record(await host.history.record(1)) == record
    assert fingerprint(again.state) == fingerprint(before.state)


async def test_a_record_can_be_played_where_the_same_tiles_are_drawn(tmp_path: Path) -> None:
    first, second = [await open_host(tmp_path / name) for name in ("first.db", "second.db")]
    for host in (first, second, second):
        await begin(host, ANN, BOB, venue=CHANNEL if host is first or not host.tables.cached(1) else OTHER_CHANNEL)
    before = await fast_forward(first, 1, random_turns(3), TURNS)
    record = format_record(await first.history.record(1))
    after = await fast_forward(second, 1, recorded_turns(record), TURNS)
    assert fingerprint(after.state) == fingerprint(before.state)
    with pytest.raises(AssertionError, match="other tiles"):
        await fast_forward(second, 2, recorded_turns(record), TURNS)
    await first.close()
    await second.close()
