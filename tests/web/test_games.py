"""A game on its page: what it shows to whom, and how one plays there."""

import random
from datetime import datetime
from functools import partial

import pytest

from carcassonne import (
    EDITIONS,
    FOLLOWER,
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    Role,
    SegmentRef,
    State,
    Turn,
    apply,
    format_cell,
    format_turn,
    legal_moves,
    parse_cell,
)
from carcassonne.castle import Asking
from host.host import Host
from host.model.table import FinishedTable, RunningTable
from host.model.table_options import TableOptions
from screens.text.picker import deployment_notes, deployments_text
from screens.text.tile_notes import tile_notes
from tests.cogs.castle_table import best_turn, is_asked
from tests.fixtures.builders import building, extending
from tests.fixtures.cases import slow_but
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, CHANNEL, CID, OTHER_SERVER, Clock, begin, running
from tests.web.page_turns import place, started
from tests.web.site import Browser, Site


async def test_whoever_is_to_move_sees_where_the_tile_fits(host: Host, site: Site) -> None:
    number = await started(host)
    state = running(await host.tables.load(number)).state
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        hers, his = await ann.game(number), await bob.game(number)
    assert hers["status"] == "Your turn."
    assert his["status"] == "Ann's turn."
    assert (hers["you"]["seat"], hers["you"]["isToMove"]) == (0, True)
    assert (his["you"]["seat"], his["you"]["isToMove"], his["cells"]) == (1, False, [])
    assert hers["cells"]
    assert state.tile is not None
    assert hers["hand"]["name"] == state.tile.name
    assert set(hers["hand"]["pictures"]) == {"0", "90", "180", "270"}
    assert [one["name"] for one in hers["players"]] == ["Ann", "Bob"]
    assert [one["isYou"] for one in his["players"]] == [False, True]
    assert hers["said"] == ["The game begins! First Ann, then Bob."]
    names = {name for name, *_ in hers["board"]["items"]}
    assert names == set(hers["board"]["pictures"])


async def test_the_first_tile_stays_where_it_is(host: Host, site: Site) -> None:
    number = await started(host)
    async with site.browser(ANN) as ann:
        first = await ann.game(number)
        await fast_forward(host, number, random_turns(1), 30)
        later = await ann.game(number)
    tiles = [[x, y] for _, layer, x, y, _ in first["board"]["items"] if layer == 1]
    assert tiles == [[0, 0]]
    assert [0, 0] in [[x, y] for _, layer, x, y, _ in later["board"]["items"] if layer == 1]


async def test_a_turn_is_played_and_told(host: Host, site: Site) -> None:
    number = await started(host)
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        before = await ann.game(number)
        answer = await place(ann, before)
        his = await bob.game(number)
    assert answer.status == 200
    assert answer.json["said"].startswith("You placed tile ")
    assert his["status"] == "Your turn."
    assert his["said"][0].startswith("Ann placed tile ")
    assert his["version"] != before["version"]
    assert [played.after.number for played in site.bot.published] == [number]
    assert len(his["board"]["last"]) == 1
    assert his["board"]["last"][0]["seat"] == 0


async def test_nobody_plays_on_an_old_position(host: Host, site: Site) -> None:
    number = await started(host)
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        old = await ann.game(number)
        await place(ann, old)
        again = await place(ann, old)
        assert again.status == 409
        await place(bob, await bob.game(number))
        stale = await ann.post(f"/api/games/{number}/turn", {"ply": old["ply"], "turn": "M14 0 -"})
    assert stale.status == 409
    assert "error" in stale.json
    assert len(site.bot.published) == 2


async def test_a_refusal_names_no_channel_by_its_number(host: Host, site: Site) -> None:
    """The first message of a rematch may be there later than its page, which said "Here's <#10>."."""
    number = await started(host)
    async with site.browser(ANN) as ann:
        game = await ann.game(number)
        assert running(await host.tables.load(number)).message is None
        assert (await place(ann, game)).status == 200
        late = await ann.post(f"/api/games/{number}/turn", {"ply": game["ply"], "turn": "M14 0 -"})
    assert (late.status, late.json["error"]) == (409, "That turn of game #1 is over. Here's the board now.")


async def test_a_refusal_says_what_would_work_in_the_readers_language(host: Host, site: Site) -> None:
    number = await started(host)
    site.bot.languages[ANN.id] = "de"
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        game = await ann.game(number)
        wrong = await ann.post(f"/api/games/{number}/turn", {"ply": game["ply"], "turn": "A1 0 -"})
        other = await bob.post(f"/api/games/{number}/turn", {"ply": game["ply"], "turn": "A1 0 -"})
    assert game["language"] == "de"
    assert game["status"] == "Du bist am Zug."
    assert (wrong.status, other.status) == (409, 409)
    assert "A1" in wrong.json["error"]
    assert "passt" in wrong.json["error"] or "grenzt" in wrong.json["error"] or "liegt" in wrong.json["error"]
    assert "Ann" in other.json["error"]
    assert "**" not in other.json["error"]


async def test_a_turn_can_be_undone_while_there_is_time(host: Host, site: Site, clock: Clock) -> None:
    number = await started(host, takeback=20)
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        before = await ann.game(number)
        await place(ann, before)
        pending, his = await ann.game(number), await bob.game(number)
        assert (pending["status"], his["status"]) == ("You can still undo your turn.", "Ann can still undo the turn.")
        assert datetime.fromisoformat(pending["you"]["takeBack"]["until"]) > clock()
        assert 0 < pending["you"]["takeBack"]["seconds"] <= 20
        assert his["you"]["takeBack"] is None
        refused = await bob.post(f"/api/games/{number}/takeback", {"ply": pending["ply"]})
        assert refused.status == 409
        undone = await ann.post(f"/api/games/{number}/takeback", {"ply": pending["ply"]})
        assert (undone.status, undone.json["said"]) == (200, "Your turn is undone.")
        again = await ann.game(number)
        assert again["hand"] == before["hand"]
        assert again["cells"] == before["cells"]
        await place(ann, again)
        done = await ann.post(f"/api/games/{number}/done", {"ply": (await ann.game(number))["ply"]})
        assert done.status == 200
        assert (await bob.game(number))["you"]["isToMove"]


async def test_only_what_one_could_see_is_seen(host: Host, site: Site) -> None:
    number = await started(host)
    elsewhere = (await begin(host, CID, BOB, venue=OTHER_SERVER)).number
    asked = ("", "/spots?ply=1&at=M14&rotation=0", "/feature?at=M13&x=0.5&y=0.5", "/view?name=owners", "/history")
    async with site.browser(ANN) as ann, site.browser(CID) as cid:
        for path in asked:
            assert (await ann.get(f"/api/games/{elsewhere}{path}")).status == 404
            assert (await ann.get(f"/api/games/999{path}")).status == 404
        for name, body in (
            ("turn", {"turn": "M14 0 -"}),
            ("answer", {"answer": "wall 1"}),
            ("takeback", {}),
            ("done", {}),
        ):
            refused = await ann.post(f"/api/games/{elsewhere}/{name}", {"ply": 1, **body})
            assert refused.status == 404, name
        assert (await ann.get(f"/api/events?game={elsewhere}")).status == 404
        watching = await cid.game(number)  # on the same server, without a seat
        assert (watching["you"]["seat"], watching["cells"]) == (None, [])
        assert (await cid.post(f"/api/games/{number}/turn", {"ply": 1, "turn": "M14 0 -"})).status == 409
        site.bot.servers[1].remove(CID.id)
        assert (await cid.get(f"/api/games/{number}")).status == 404
    assert site.bot.published == []


async def test_a_table_that_waits_has_no_board(host: Host, site: Site) -> None:
    table, _ = await host.lobby.join(CHANNEL, ANN)
    async with site.browser(ANN) as ann:
        answer = await ann.get(f"/api/games/{table.number}")
        games = (await ann.get("/api/games")).json["games"]
    assert answer.status == 409
    assert [(one["number"], one["isOpen"], one["status"]) for one in games] == [
        (table.number, False, "Waiting for players")
    ]


async def test_ones_games_are_listed_those_that_wait_first(host: Host, site: Site, clock: Clock) -> None:
    first = (await begin(host, BOB, ANN)).number
    clock.pass_minutes(1)
    second = (await begin(host, ANN, BOB, venue=OTHER_SERVER)).number
    async with site.browser(ANN) as ann:
        games = (await ann.get("/api/games")).json["games"]
    assert [(one["number"], one["waitsForYou"], one["status"]) for one in games] == [
        (second, True, "Your turn."), (first, False, "Bob's turn.")
    ]  # fmt: skip
    assert games[0]["server"] == "Server 2"


async def test_a_finished_game_shows_who_won(host: Host, site: Site) -> None:
    number = await started(host)
    table = await fast_forward(host, number, random_turns(4))
    assert isinstance(table, FinishedTable)
    async with site.browser(ANN) as ann:
        game = await ann.game(number)
        history = (await ann.get(f"/api/games/{number}/history")).json
    assert game["isOver"]
    assert game["status"].split()[0] in ("Ann", "Bob")
    assert any(one["hasWon"] for one in game["players"])
    assert (game["hand"], game["cells"], game["you"]["isToMove"]) == (None, [], False)
    assert len(history["turns"]) == history["last"] + 1 == table.state.turn + 1
    assert {stay[0] for stay in history["stays"]} == set(history["pictures"])
    assert history["area"] == game["board"]["area"]


OFFERED = {"classic": ("inns", "traders"), "new-edition": ("river", "abbot", "inns", "traders")}


LAST_TURNS = 16


@pytest.mark.parametrize("edition", slow_but(3, EDITIONS))
async def test_a_game_is_played_to_its_end_on_pages(host: Host, site: Site, edition: str) -> None:
    """Whoever is to move plays what the page offers."""
    options = OFFERED.get(edition, ())
    number, dice = await started(host, edition, options), random.Random(7)
    await fast_forward(host, number, random_turns(5), until=lambda state: state.tiles_left < LAST_TURNS)
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        pages, table = {ANN.id: ann, BOB.id: bob}, await host.tables.load(number)
        while isinstance(table, RunningTable):
            assert table.next_seat.person
            await play_any(pages[table.next_seat.person.id], number, dice)
            table = await host.tables.load(number)
        assert (await ann.game(number))["isOver"]


async def play_any(page: Browser, number: int, dice: random.Random) -> None:
    """Play any turn that the page offers, or give any answer."""
    game = await page.game(number)
    assert game["you"]["isToMove"]
    if question := game["you"]["question"]:
        chosen = {"answer": dice.choice(question["choices"])["answer"]}
    else:
        cell = dice.choice(game["cells"])
        where = f"ply={game['ply']}&at={cell['cell']}&rotation={dice.choice(cell['rotations'])}"
        spots = (await page.get(f"/api/games/{number}/spots?{where}")).json
        keys = [one["key"] for one in spots["spots"]]
        assert len(set(keys)) == len(keys)
        chosen = {"turn": dice.choice([*(one["turn"] for one in spots["spots"]), spots["nobody"]])}
    kind = next(iter(chosen))
    answer = await page.post(f"/api/games/{number}/{kind}", {"ply": game["ply"], **chosen})
    assert answer.status == 200, answer.body


def tile_notes_in(state: State) -> list[str]:
    return [*tile_notes(state.tile)] if state.tile else []


async def test_what_signs_and_figures_do_is_said_where_they_can_go(host: Host, site: Site) -> None:
    number = await started(host, "new-edition", ("inns", "traders"))
    await fast_forward(
        host, number, random_turns(1), until=lambda state: bool(state.tile and [*tile_notes(state.tile)])
    )
    table = running(await host.tables.load(number))
    assert table.next_seat.person
    async with site.browser(table.next_seat.person) as page:
        game = await page.game(number)
        cell = game["cells"][0]
        where = f"ply={game['ply']}&at={cell['cell']}&rotation={cell['rotations'][0]}"
        spots = (await page.get(f"/api/games/{number}/spots?{where}")).json
    placed = apply(table.state, PlaceTile(parse_cell(cell["cell"]), cell["rotations"][0])).state
    notes = [one for one in spots["notes"] if not one.startswith("Already taken: ")]
    assert notes == [*tile_notes_in(table.state), *deployment_notes(placed)]
    assert len(notes) > len(game["hand"]["notes"]) > 0


async def test_what_is_taken_already_is_said_beside_the_choices(host: Host, site: Site) -> None:
    """As the picker on Discord says it."""
    number, told = await started(host, "classic"), set[str]()
    await fast_forward(host, number, random_turns(1), 30)
    table = running(await host.tables.load(number))
    assert table.next_seat.person
    async with site.browser(table.next_seat.person) as page:
        game = await page.game(number)
        for cell in game["cells"]:
            where = f"ply={game['ply']}&at={cell['cell']}&rotation={cell['rotations'][0]}"
            notes = (await page.get(f"/api/games/{number}/spots?{where}")).json["notes"]
            placement = PlaceTile(parse_cell(cell["cell"]), cell["rotations"][0])
            picker = deployments_text(table, placement, apply(table.state, placement).state)
            taken = [line for line in picker.splitlines() if line.startswith("Already taken: ")]
            assert notes[: len(taken)] == taken
            told.update(taken)
    assert any("(Ann)" in line for line in told), told


async def test_a_page_says_that_no_follower_is_left(host: Host, site: Site) -> None:
    """It offered nobody alone, or an abbot, and nothing said why."""
    number = await started(host, "new-edition", ("abbot",))

    def lacks_a_follower(state: State) -> bool:
        return state.phase is Phase.PLACE and not state.supply[FOLLOWER][state.seat]

    await fast_forward(host, number, random_turns(1), until=lacks_a_follower)
    person = running(await host.tables.load(number)).next_seat.person
    assert person
    async with site.browser(person) as page:
        game = await page.game(number)
        cells = [(one["cell"], rotation) for one in game["cells"] for rotation in one["rotations"]]
        offered = [
            (await page.get(f"/api/games/{number}/spots?ply={game['ply']}&at={cell}&rotation={rotation}")).json
            for cell, rotation in cells
        ]
    assert any("You have no followers left." in spots["notes"] for spots in offered)


async def test_the_castle_asks_on_the_page(host: Host, site: Site) -> None:
    number = await started(host, "castle")

    def choose(state: State) -> list[Move]:
        return best_turn(state, Asking.DOUBLE) if state.phase is Phase.PLACE else legal_moves(state)[:1]

    table = running(await fast_forward(host, number, choose, until=partial(is_asked, wanted=Asking.DOUBLE)))
    assert table.next_seat.person
    asked, other = (ANN, BOB) if table.next_seat.person == ANN else (BOB, ANN)
    async with site.browser(asked) as page, site.browser(other) as watching:
        game, seen = await page.game(number), await watching.game(number)
        question = game["you"]["question"]
        assert question["text"]
        assert len(question["choices"]) > 1
        assert (seen["you"]["question"], game["cells"]) == (None, [])
        answer = {"ply": game["ply"], "answer": question["choices"][0]["answer"]}
        assert (await watching.post(f"/api/games/{number}/answer", answer)).status == 409
        assert (await page.post(f"/api/games/{number}/answer", {**answer, "ply": 1})).status == 409
        assert (await page.post(f"/api/games/{number}/answer", answer)).status == 200
        assert (await page.game(number))["you"]["question"] != question


async def test_a_builder_brings_an_extra_turn(host: Host, site: Site) -> None:
    number = await started(host, "classic", ("traders",))
    table = running(
        await fast_forward(host, number, building, until=lambda one: one.seat == 0 and bool(extending(one)))
    )
    placement, deployment = extending(table.state)
    assert isinstance(placement, PlaceTile)
    assert isinstance(deployment, DeployNobody)
    turn = format_turn(Turn(placement, deployment))
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        await ann.post(f"/api/games/{number}/turn", {"ply": table.ply, "turn": turn})
        hers, his = await ann.game(number), await bob.game(number)
    assert (hers["status"], hers["you"]["isToMove"]) == ("Your turn.", True)
    assert his["status"] == "Ann's turn."


async def test_hints_are_off_where_the_table_says_so(host: Host, site: Site) -> None:
    table, _ = await host.lobby.join(CHANNEL, ANN)
    await host.lobby.join(CHANNEL, BOB, table.number)
    await host.lobby.start(CHANNEL, ANN, table.number, TableOptions(aids=False, takeback=0))
    await fast_forward(host, table.number, random_turns(1), 10)
    async with site.browser(ANN) as ann:
        game = await ann.game(table.number)
        view = await ann.get(f"/api/games/{table.number}/view?name=owners")
    assert (game["canUseAids"], game["views"]) == (False, [])
    assert (view.status, list(view.json)) == (409, ["error"])


@pytest.mark.parametrize("name", ["owners", "fields", "score", "dead"])
async def test_a_view_shows_the_board_in_another_way(host: Host, site: Site, name: str) -> None:
    number = await started(host)
    await fast_forward(host, number, random_turns(2), 20)
    async with site.browser(ANN) as ann:
        normal = (await ann.game(number))["board"]
        view = (await ann.get(f"/api/games/{number}/view?name={name}&theme=day")).json
    tiles = {(x, y) for _, layer, x, y, _ in normal["items"] if layer == 1}
    assert {(x, y) for _, layer, x, y, _ in view["board"]["items"] if layer == 1} == tiles
    assert view["notes"]
    assert all(len(stray) == 2 for stray in view["board"]["dead"])


async def test_a_feature_says_who_holds_it_and_what_it_pays(host: Host, site: Site) -> None:
    number = await started(host)

    def knights(state: State) -> list[SegmentRef]:
        return [ref for ref, one in state.figures.items() if one.role is Role.KNIGHT and one.seat == 0]

    table = running(await fast_forward(host, number, random_turns(3), until=lambda state: bool(knights(state))))
    cell = format_cell(knights(table.state)[0].position)
    async with site.browser(ANN) as ann:
        found = [
            (await ann.get(f"/api/games/{number}/feature?at={cell}&x={x / 10}&y={y / 10}")).json
            for x in range(1, 10)
            for y in range(1, 10)
        ]
        nowhere = (await ann.get(f"/api/games/{number}/feature?at=A1&x=0.5&y=0.5")).json
    texts = {one["text"] for one in found}
    assert any("Ann holds it." in (text or "") and "If the game ended now: Ann" in (text or "") for text in texts)
    assert nowhere["text"] is None
