"""How a game comes to its end before the last tile: resigning, agreeing."""

import asyncio

import pytest

from carcassonne import GameEnded, Resign
from host import Host, HostError, Played, Status, Table
from tests.host.house import ANN, AT_ONCE, BOB, CHANNEL, CID, Clock, begin, seat, take_turns


async def test_the_last_one_left_ends_the_game_unscored(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    played = await host.resign(1, BOB)
    assert (played.moves, played.events) == ((Resign(1),), (GameEnded(is_scored=False),))
    after = played.after
    assert (after.status, after.final_scores, after.to_move, after.moved_at) == (Status.ENDED, None, None, clock())
    assert [seat.resigned for seat in after.seats] == [False, True]


async def test_the_others_play_on_with_the_tile_that_was_drawn(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, CID)
    assert table.state is not None
    clock.pass_minutes(1)
    after = (await host.resign(1, ANN)).after
    assert after.state is not None
    assert (after.status, after.state.tile, after.to_move) == (Status.RUNNING, table.state.tile, after.seats[1])
    assert after.moved_at == clock()
    assert (await take_turns(host, after, 4)).status is Status.RUNNING


async def test_who_resigns_out_of_turn_does_not_set_the_turn_back(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, CID)
    clock.pass_minutes(1)
    after = (await host.resign(1, CID)).after
    assert (after.ply, after.to_move, after.moved_at) == (2, table.to_move, table.moved_at)


async def test_nobody_resigns_twice_or_plays_on(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.resign(1, ANN)
    for command in (host.resign(1, ANN), host.play(1, ANN, []), host.end(1, ANN)):
        with pytest.raises(HostError, match="resigned"):
            await command


async def test_who_does_not_play_cannot_resign_or_end(host: Host) -> None:
    await begin(host, ANN, BOB)
    for command in (host.resign(1, CID), host.end(1, CID)):
        with pytest.raises(HostError, match="not-seated"):
            await command


async def test_a_game_ends_when_all_agree(host: Host) -> None:
    await begin(host, ANN, BOB)
    noted = await host.end(1, BOB)
    assert isinstance(noted, Table)
    assert (noted.status, noted.ending, noted.ply) == (Status.RUNNING, frozenset({BOB.id}), 1)
    ended = await host.end(1, ANN)
    assert isinstance(ended, Played)
    assert (ended.after.status, ended.after.ending, ended.moves) == (Status.ENDED, frozenset({ANN.id, BOB.id}), ())
    assert (await host.table(1)).status is Status.ENDED


async def test_those_who_agree_at_the_same_moment_are_both_heard(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await asyncio.gather(*(host.end(1, person) for person in (ANN, BOB, CID)))
    assert (await host.table(1)).status is Status.ENDED


async def test_agreeing_twice_is_agreeing_once(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.end(1, BOB)
    assert isinstance(await host.end(1, BOB), Table)


async def test_those_who_resigned_are_not_asked(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.resign(1, CID)
    await host.end(1, ANN)
    assert isinstance(await host.end(1, BOB), Played)


async def test_the_last_who_did_not_agree_may_resign_instead(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await host.end(1, ANN)
    await host.end(1, BOB)
    assert (await host.resign(1, CID)).after.status is Status.ENDED


async def test_who_plays_on_does_not_agree_any_longer(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    await host.end(1, ANN)
    table = await take_turns(host, table, 1)
    assert table.ending == frozenset()
    assert isinstance(await host.end(1, BOB), Table)


async def test_a_table_that_waits_has_no_game_to_end(host: Host) -> None:
    await seat(host, ANN, BOB)
    with pytest.raises(HostError, match="not-started"):
        await host.end(1, ANN)


async def test_a_practice_game_is_played_ended_and_resigned_by_one(host: Host) -> None:
    for number in (1, 2):
        await host.join(CHANNEL, ANN)
        table = (await host.start(CHANNEL, ANN, practice=True, wishes=AT_ONCE)).after
        table = await take_turns(host, table, 5)
        assert [seat.number for seat in table.seats_of(ANN.id)] == [0, 1]
        ended = await (host.end(number, ANN) if number == 1 else host.resign(number, ANN))
        assert isinstance(ended, Played)
        assert ended.after.status is Status.ENDED
    assert (await host.log(2))[-1].move == Resign(1), "the seat to move gave up"


async def test_a_practice_game_to_the_last_tile(host: Host) -> None:
    await host.join(CHANNEL, ANN)
    table = (await host.start(CHANNEL, ANN, practice=True, wishes=AT_ONCE)).after
    assert (await take_turns(host, table, 100)).status is Status.FINISHED
