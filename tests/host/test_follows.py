"""Following a game without playing in it: what is stored, and when something is due."""

from dataclasses import replace

import pytest

from carcassonne import apply_all
from host.errors import TooManyFollowedError
from host.host import Host
from host.model.follows import MOST_FOLLOWED, Follow, Followed, is_due
from host.model.table_options import TableOptions
from tests.fixtures.builders import building, extending, plain_turns
from tests.fixtures.databases import Place
from tests.fixtures.positions import fast_forward
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, begin, open_host, player, running, seat, take_turns
from tests.host.takeback_turns import SLOW, lay

pytestmark = pytest.mark.both_databases


async def test_who_follows_what_outlives_a_restart(host: Host, place: Place) -> None:
    table = await begin(host, ANN, BOB)
    await host.follows.follow(CID, table, Followed.ROUND)
    await host.follows.follow(DORA, table, Followed.END)
    [cid, dora] = host.follows.of_game(1)
    await host.follows.note_sent(cid, 2)
    await host.close()
    again = await open_host(place)
    assert again.follows.games == [1]
    assert again.follows.of_game(1) == [replace(cid, turn=2), dora]
    assert await again.follows.stop(CID.id) == [1]
    assert await again.follows.stop(CID.id, 1) == []
    await again.privacy.delete(DORA.id)
    assert again.follows.games == []
    assert (await again.privacy.export(DORA.id))["follows"] == []
    await again.close()
    last = await open_host(place)
    assert last.follows.games == []
    await last.close()


async def test_what_is_followed_is_chosen_anew(host: Host) -> None:
    table = await begin(host, ANN, BOB)
    for what in (Followed.END, Followed.ROUND):
        await host.follows.follow(CID, table, what)
    assert [one.what for one in host.follows.of_game(1)] == [Followed.ROUND]


async def test_a_person_follows_only_so_many_games(host: Host) -> None:
    for number in range(1, MOST_FOLLOWED + 2):
        table = await seat(host, ANN, BOB)
        running_table = running((await host.lobby.start(table.venue, ANN, table.number)).after)
        if number <= MOST_FOLLOWED:
            await host.follows.follow(CID, running_table, Followed.END)
        else:
            with pytest.raises(TooManyFollowedError) as error:
                await host.follows.follow(CID, running_table, Followed.END)
            assert error.value.games == tuple(range(1, MOST_FOLLOWED + 1))
    await host.follows.follow(CID, running(await host.tables.load(1)), Followed.ROUND)
    assert len(host.follows.of_person(CID.id)) == MOST_FOLLOWED


async def test_a_round_is_due_when_everybody_who_plays_on_has_had_a_turn(host: Host) -> None:
    table = await begin(host, ANN, BOB, CID)
    round_, end = (Follow(DORA.id, 1, what, table.state.turn) for what in (Followed.ROUND, Followed.END))
    assert not is_due(round_, table)
    assert not is_due(round_, await take_turns(host, table, 2))
    after = (await host.turns.resign(1, CID)).after
    assert is_due(round_, after)
    assert not is_due(end, after)
    over = (await host.turns.resign(1, BOB)).after
    assert is_due(end, over)
    assert is_due(round_, over)


async def test_an_extra_turn_is_nobody_else_s_turn(host: Host) -> None:
    """Traders & Builders: a round counted as over before the last player had had a turn."""
    table = await seat(host, ANN, BOB, CID)
    await host.lobby.start(CHANNEL, ANN, table.number, TableOptions("classic", options=("traders",), takeback=0))
    before = await fast_forward(host, 1, building, until=lambda one: one.seat == 0 and bool(extending(one)))
    follow = Follow(DORA.id, 1, Followed.ROUND, before.state.turn)
    await host.turns.play(1, ANN, extending(before.state), before.ply)
    due = []
    for _ in range(3):
        laid = running(await host.tables.load(1))
        turn = next(one for one in plain_turns(laid.state) if apply_all(laid.state, one).state.seat != laid.state.seat)
        due.append(is_due(follow, (await host.turns.play(1, player(laid.next_seat), turn, laid.ply)).after))
    assert due == [False, False, True]


async def test_no_round_is_due_while_its_last_turn_can_be_taken_back(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    follow = Follow(DORA.id, 1, Followed.ROUND, table.state.turn - 5)
    pending = running((await lay(host, table)).after)
    assert not is_due(follow, pending)
    assert is_due(follow, (await host.turns.finish_turn(1, ANN, pending.ply)).after)
