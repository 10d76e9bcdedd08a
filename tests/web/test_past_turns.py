"""The turns so far on a page: each names who has played it and who has laid the last tile."""

from carcassonne import State
from carcassonne.figures import BUILDER
from host.host import Host
from host.model.clock import TimeoutAction
from host.model.table_options import TableOptions
from screens.board import steps_of
from tests.fixtures.builders import building
from tests.fixtures.positions import fast_forward
from tests.host.deadlines import DAY, pass_time
from tests.host.tables import ANN, BOB, CHANNEL, CID, Clock, begin, running, seat
from tests.web.page_games import play_elsewhere
from tests.web.site import Site


async def test_who_takes_over_the_tile_of_who_has_resigned_has_played_the_turn(host: Host, site: Site) -> None:
    """The turn was shown as that of the seat that had resigned, whose number stood on the tile, too."""
    number = (await begin(host, ANN, BOB, CID, edition="classic")).number
    await host.turns.resign(number, ANN)
    table = await play_elsewhere(host, number)
    assert table.next_seat.person == CID
    steps = steps_of(table, await host.history.replay_log(number), 0)
    assert [one.seat for one in steps] == [None, 1]
    first, second = steps[1].text.splitlines()
    assert first.startswith("Ann resigned. ")
    assert second.startswith("Bob placed tile")
    async with site.browser(BOB) as bob:
        turns = (await bob.get(f"/api/games/{number}/history")).json["turns"]
    assert [one["seat"] for one in turns] == [-1, 1]


async def test_who_resigns_in_another_s_turn_is_told_with_that_turn(host: Host, site: Site) -> None:
    """The cards turned grey, and nothing said why."""
    number = (await begin(host, ANN, BOB, CID, edition="classic")).number
    await play_elsewhere(host, number)
    await host.turns.resign(number, ANN)
    await play_elsewhere(host, number)
    await play_elsewhere(host, number)
    async with site.browser(BOB) as bob:
        turns = (await bob.get(f"/api/games/{number}/history")).json["turns"]
    assert [one["seat"] for one in turns] == [-1, 0, 1, 2]
    assert ["resigned" in one["text"] for one in turns] == [False, False, True, False]
    assert [one["gone"] for one in turns] == [["", "", ""], ["", "", ""], ["resigned", "", ""], ["resigned", "", ""]]


async def test_who_resigns_while_a_turn_can_be_undone_is_told_once(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, CID, edition="classic", takeback=60)).number
    laid = await play_elsewhere(host, number)
    assert laid.pending is not None
    await host.turns.resign(number, ANN)
    table = await play_elsewhere(host, number)
    await host.turns.finish_turn(number, BOB, table.ply)
    async with site.browser(BOB) as bob:
        turns = (await bob.get(f"/api/games/{number}/history")).json["turns"]
    assert [one["seat"] for one in turns] == [-1, 0, 1]
    assert [one["text"].count("resigned") for one in turns] == [0, 1, 0]


async def test_a_turn_that_was_skipped_leaves_the_last_tile_to_who_has_laid_it(
    host: Host, site: Site, clock: Clock
) -> None:
    number = (await seat(host, ANN, BOB)).number
    options = TableOptions("classic", pace="24h", takeback=0, timeout=TimeoutAction.SKIP)
    await host.lobby.start(CHANNEL, ANN, number, options)
    await play_elsewhere(host, number)
    await pass_time(host, clock, DAY)
    table = running(await host.tables.load(number))
    assert (table.state.turn, table.next_seat.person) == (1, ANN)
    async with site.browser(ANN) as ann:
        turns = (await ann.get(f"/api/games/{number}/history")).json["turns"]
    assert [(one["seat"], one["laidBy"]) for one in turns] == [(-1, -1), (0, 0), (1, 0)]


def _has_builder(state: State) -> bool:
    return any(placed.figure == BUILDER for placed in state.figures.values())


async def test_the_figures_that_somebody_has_besides_followers_are_told_of_each_turn(host: Host, site: Site) -> None:
    """Of the expansions' figures, only the picture told who still had one."""
    number = (await seat(host, ANN, BOB)).number
    rules = ("inns", "traders")
    await host.lobby.start(CHANNEL, ANN, number, TableOptions("classic", options=rules, takeback=0))
    await fast_forward(host, number, building, until=_has_builder)
    table = running(await host.tables.load(number))
    async with site.browser(BOB) as bob:
        turns = (await bob.get(f"/api/games/{number}/history")).json["turns"]
    assert all(told.startswith("big follower · builder · pig · ") for told in turns[0]["extra"])
    builder = next(one.seat for one in table.state.figures.values() if one.figure == BUILDER)
    assert "builder" not in turns[-1]["extra"][builder]
    assert "builder" in turns[-1]["extra"][1 - builder]
