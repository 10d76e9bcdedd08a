"""What a game's page tells: whoever has a seat hears what happened since their own last turn, others what was last."""

from typing import Any

import pytest

from carcassonne import State
from host.host import Host
from host.model.clock import TimeoutAction
from host.model.game import PlayResult
from host.model.table import RunningTable
from host.model.table_options import TableOptions
from screens.board import told_turns
from screens.turn_reports import recent_turns
from tests.fixtures.positions import fast_forward, first_legal_turn, random_turns
from tests.host import deadlines
from tests.host.tables import ANN, BOB, CHANNEL, CID, DORA, Clock, player, running
from tests.web.site import Site
from web.recent_turns import RecentTurns

EVERYTHING = ("river", "abbot", "inns", "traders")
TURNS = 70


async def started(host: Host, options: tuple[str, ...] = (), takeback: int = 0) -> RunningTable:
    """Begin a game of Ann, Bob and Cid."""
    table, _ = await host.lobby.join(CHANNEL, ANN)
    chosen = TableOptions("new-edition" if options else "classic", options, takeback=takeback)
    await host.lobby.choose_options(CHANNEL, ANN, table.number, chosen)
    for person in (BOB, CID):
        await host.lobby.join(CHANNEL, person, table.number)
    return running((await host.lobby.start(CHANNEL, ANN, table.number, chosen)).after)


async def play(host: Host, number: int, choose: Any = first_legal_turn) -> PlayResult:
    """Play a turn, or answer a question."""
    table = running(await host.tables.load(number))
    return await host.turns.play(number, player(table.next_seat), choose(table.state), table.ply)


async def finish(host: Host, number: int) -> PlayResult:
    """End the time in which the last turn can be taken back."""
    table = running(await host.tables.load(number))
    assert table.pending
    return await host.turns.finish_turn(number, player(table.seats[table.pending.seat]), table.ply)


@pytest.mark.parametrize("is_noted", [True, False], ids=["noted", "from the log"])
async def test_each_player_hears_all_turns_since_their_own(host: Host, site: Site, is_noted: bool) -> None:
    number = (await started(host)).number
    for _ in range(5):
        played = await play(host, number)
        if is_noted:
            site.pages.games.note_played(played)
    said = {}
    for person in (ANN, BOB, CID, DORA):
        async with site.browser(person) as page:
            said[person] = (await page.game(number))["said"]
    ann, bob, cid, watching = said.values()
    assert [line.partition(" placed")[0] for line in cid] == ["Ann", "Bob"]
    assert [line.partition(" placed")[0] for line in ann] == ["Bob"]
    assert ann == bob == watching
    assert cid[-1] == " ".join(bob)


async def test_before_their_first_turn_people_hear_how_it_began_and_then_what_was_played(
    host: Host, site: Site
) -> None:
    number = (await started(host)).number
    async with site.browser(CID) as cid:
        assert (await cid.game(number))["said"] == ["The game begins! Ann goes first."]
        await play(host, number)
        await play(host, number)
        assert [line.partition(" placed")[0] for line in (await cid.game(number))["said"]] == ["Ann", "Bob"]


async def test_whose_turn_was_skipped_hears_of_it_and_of_what_was_before(host: Host, clock: Clock) -> None:
    options = TableOptions(edition="classic", pace="24h", takeback=0, timeout=TimeoutAction.SKIP)
    number = (await deadlines.begin(host, ANN, BOB, CID, table_options=options)).number
    noted = RecentTurns(host)
    for _ in range(4):
        noted.note(await play(host, number))
    *_, skipped = await deadlines.pass_time(host, clock, deadlines.DAY)
    assert skipped.played
    noted.note(skipped.played)
    noted.note(await play(host, number))
    table = running(await host.tables.load(number))
    told = told_turns(table, await noted.since_own(table, BOB.id))
    assert [name for line in told for name in ("Ann", "Bob", "Cid") if name in line] == ["Cid", "Ann", "Bob", "Cid"]
    assert "placed" not in told[2]
    assert told == told_turns(table, await RecentTurns(host).since_own(table, BOB.id))


@pytest.mark.parametrize("takeback", [0, 20])
@pytest.mark.slow
async def test_memory_says_what_the_log_says(host: Host, takeback: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a game with extra turns. No log is replayed for what was played here."""
    table, noted, choose = await started(host, EVERYTHING, takeback), RecentTurns(host), random_turns(10)
    number, twice = table.number, 0
    await noted.since_own(table, ANN.id)
    for _ in range(TURNS):
        noted.note(await play(host, number, choose))
        if takeback and running(await host.tables.load(number)).pending:
            noted.note(await finish(host, number))
        table = running(await host.tables.load(number))
        known = [await without_log(noted, table, person.id, monkeypatch) for person in (ANN, BOB, CID)]
        for person, turns in zip((ANN, BOB, CID), known, strict=True):
            from_log = await RecentTurns(host).since_own(table, person.id)
            assert told_turns(table, turns) == told_turns(table, from_log)
            assert turns[-1].after is table
        twice += max(map(len, known)) > 2
    assert twice > 0


async def without_log(
    noted: RecentTurns, table: RunningTable, person_id: int, monkeypatch: pytest.MonkeyPatch
) -> list[PlayResult]:
    """What is known of a game whose log can't be read."""
    with monkeypatch.context() as patch:
        patch.setattr(noted, "_host", None)
        return await noted.since_own(table, person_id)


async def test_what_was_undone_and_what_was_not_heard_is_read_from_the_log(host: Host) -> None:
    number = (await started(host, takeback=20)).number
    noted = RecentTurns(host)
    for _ in range(2):
        noted.note(await play(host, number))
        noted.note(await finish(host, number))
    await play(host, number)  # elsewhere
    table = running(await host.tables.load(number))
    noted.note(await host.turns.take_back(number, CID, table.ply))
    table = running(await host.tables.load(number))
    for person in (ANN, BOB, CID):
        from_log = await RecentTurns(host).since_own(table, person.id)
        assert told_turns(table, await noted.since_own(table, person.id)) == told_turns(table, from_log)


async def test_of_many_turns_the_shortest_are_left_out_but_never_the_last(host: Host) -> None:
    number = (await started(host)).number
    table = running(await fast_forward(host, number, random_turns(1), until=is_far))
    turns = recent_turns(table, await host.history.replay_log(number), 12)
    lines = [told_turns(table, [one, one])[0] for one in turns]
    told = told_turns(table, turns)
    assert len(turns) == 12
    assert len(told) == len(table.seats) + 1
    assert told == [line for line in lines if line in told]
    assert told[-1] == lines[-1]
    left_out = [line for line in lines if line not in told]
    assert max(map(len, left_out)) <= min(map(len, told[:-1]))


def is_far(state: State) -> bool:
    return state.turn >= 40
