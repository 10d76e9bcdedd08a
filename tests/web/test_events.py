"""What open pages are told: each change of their game, whoever makes it, and games that begin to wait."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

import pytest

from host.errors import DatabaseAwayError
from host.host import Host
from host.model.controllers import Computer
from host.model.shards import ShardGroup
from host.model.table import Venue
from screens.pictures import Pictures
from tests.fixtures import postgresql
from tests.fixtures.positions import fast_forward, first_legal_turn, random_turns
from tests.host.tables import ANN, BOB, CID, OTHER_CHANNEL, Clock, begin, open_host, running
from tests.web.site import BotWithoutDiscord, Events, Site, open_site
from web import events as event_module
from web.hub import Subscription

PROMPT = 5.0
"""Seconds in which a page of these tests hears of a change, or it never does."""


async def told(events: Events) -> tuple[str, Any]:
    """The next thing that a page is told."""
    async with asyncio.timeout(PROMPT):
        return await events.next()


async def play(host: Host, number: int) -> None:
    """Play any turn, as from Discord."""
    table = running(await host.tables.load(number))
    assert table.next_seat.person
    await host.turns.play(number, table.next_seat.person, first_legal_turn(table.state), table.ply)


async def test_a_page_is_told_each_change_of_its_game(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB, takeback=20)).number
    async with site.browser(CID) as browser, browser.events(number) as events:
        shown = (await browser.game(number))["version"]

        async def is_told() -> None:
            nonlocal shown
            name, data = await told(events)
            stored = (await browser.game(number))["version"]
            assert (name, data) == ("game", {"number": number, "version": stored})
            assert stored != shown
            shown = stored

        await play(host, number)
        await is_told()
        table = running(await host.tables.load(number))
        await host.turns.take_back(number, ANN, table.ply)
        await is_told()
        await play(host, number)
        await is_told()
        await host.turns.finish_turn(number, ANN, running(await host.tables.load(number)).ply)
        await is_told()
        await host.turns.resign(number, ANN)
        await is_told()
        assert (await browser.game(number))["isOver"]


async def test_a_game_that_is_played_to_its_end_is_told(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as browser, browser.events(number) as events:
        await fast_forward(host, number, random_turns(1))
        assert (await told(events))[0] == "game"
        assert (await browser.game(number))["isOver"]


async def test_a_change_is_told_while_the_database_is_away(
    host: Host, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page then asks for the game until it gets it."""
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as browser, browser.events(number) as events:
        shown = (await browser.game(number))["version"]

        async def away(_: int) -> Any:
            raise DatabaseAwayError("games")

        with monkeypatch.context() as patched:
            patched.setattr(host.tables, "known", away)
            await play(host, number)
            name, data = await told(events)
        assert (name, data["number"]) == ("game", number)
        assert data["version"] != shown
        await play(host, number)
        assert (await told(events))[1]["version"] == (await browser.game(number))["version"]


async def test_what_changes_in_one_moment_is_told_once(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as browser, browser.events(number) as events:
        [subscription] = site.pages.hub._by_game[number]
        await play(host, number)
        for _ in range(1_000):
            subscription.note(game=True)
        name, data = await told(events)
        assert (name, data["version"]) == ("game", (await browser.game(number))["version"])
        await play(host, number)
        assert (await told(events))[1]["version"] == (await browser.game(number))["version"]


async def test_another_game_that_begins_to_wait_is_told_to_its_player_only(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    other = (await begin(host, ANN, BOB, venue=OTHER_CHANNEL)).number
    async with AsyncExitStack() as stack:
        bob = await stack.enter_async_context(site.browser(BOB))
        cid = await stack.enter_async_context(site.browser(CID))
        his = await stack.enter_async_context(bob.events(number))
        others = await stack.enter_async_context(cid.events(number))
        await play(host, other)
        assert await told(his) == ("games", {})
        assert [one["waitsForYou"] for one in (await bob.get("/api/games")).json["games"]] == [True, False]
        await play(host, number)
        assert (await told(others))[0] == "game"


async def test_a_page_that_shows_no_game_hears_of_its_readers_games(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(BOB) as bob, bob.events() as events:
        await play(host, number)
        assert await told(events) == ("games", {})


async def test_after_a_restart_a_page_hears_that_a_game_waits_no_more(host: Host, site: Site) -> None:
    """The pages before the restart have heard of the turns until then."""
    number = (await begin(host, ANN, BOB)).number
    async with AsyncExitStack() as stack:
        again = await stack.enter_async_context(open_site(BotWithoutDiscord(host, site.bot.pictures)))
        ann = await stack.enter_async_context(again.browser(ANN))
        events = await stack.enter_async_context(ann.events())
        assert [one["waitsForYou"] for one in (await ann.get("/api/games")).json["games"]] == [True]
        await play(host, number)
        assert await told(events) == ("games", {})


async def test_a_page_hears_that_the_connection_is_there(
    host: Host, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_module, "ALIVE_SECONDS", 0.01)
    async with site.browser(ANN) as ann, ann.events() as events:
        async with asyncio.timeout(PROMPT):
            while b"event: alive\n" not in await events.response.content.readline():
                pass
    assert events.response.headers["Content-Type"] == "text/event-stream"


async def test_a_page_hears_that_too_where_its_game_has_not_changed_after_all(
    host: Host, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a turn is marked as announced. Else the next sign would come so late that the page connects again."""
    monkeypatch.setattr(event_module, "ALIVE_SECONDS", 60.0)
    table = await begin(host, ANN, BOB)
    async with site.browser(ANN) as ann, ann.events(table.number) as events:
        await host.message_log.mark_announced(table.number, table.ply, 77, played_at=table.played_at)
        async with asyncio.timeout(PROMPT):
            while b"event: alive\n" not in await events.response.content.readline():
                pass


async def test_pages_that_are_closed_are_forgotten(host: Host, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_module, "ALIVE_SECONDS", 0.01)
    number, closed, close = (await begin(host, ANN, BOB)).number, asyncio.Event(), site.pages.hub.close

    def note_closed(subscription: Subscription) -> None:
        close(subscription)
        closed.set()

    monkeypatch.setattr(site.pages.hub, "close", note_closed)
    async with site.browser(ANN) as ann, ann.events(number):
        assert site.pages.hub.count_of(ANN.id) == 1
    async with asyncio.timeout(PROMPT):
        await closed.wait()
    assert not site.pages.hub._by_game
    assert not site.pages.hub._by_person


async def test_the_end_of_the_program_ends_what_is_told(host: Host) -> None:
    pictures = Pictures()
    async with AsyncExitStack() as stack:
        async with open_site(BotWithoutDiscord(host, pictures)) as site:
            browser = await stack.enter_async_context(site.browser(ANN))
            events = await stack.enter_async_context(browser.events())
        with pytest.raises(EOFError):
            await told(events)
    await pictures.close()


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_any_process_serves_any_page(clock: Clock) -> None:
    """A page of one process hears what is played in the other, plays there itself, and finds all pictures."""
    place = postgresql.migrated_database()
    async with AsyncExitStack() as stack:
        hosts, sites = [], []
        for shard in ("0/2", "1/2"):
            host = await open_host(place, clock, shards=ShardGroup.parse(shard))
            stack.push_async_callback(host.close)
            pictures = Pictures()
            stack.push_async_callback(pictures.close)
            hosts.append(host)
            sites.append(await stack.enter_async_context(open_site(BotWithoutDiscord(host, pictures, {1: {CID.id}}))))
        number = (await begin(hosts[0], ANN, BOB, venue=Venue(1 << 22, 10))).number
        ann = await stack.enter_async_context(sites[1].browser(ANN))
        [cookie] = ann.session.cookie_jar
        bob = await stack.enter_async_context(sites[0].browser(BOB))
        heard = await stack.enter_async_context(ann.events(number))
        hers = await ann.game(number)
        cell = hers["cells"][0]
        turn = {"ply": hers["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        his = await stack.enter_async_context(bob.events(number))
        assert (await ann.post(f"/api/games/{number}/turn", turn)).status == 200
        assert (await told(his))[0] == "game"
        assert (await told(heard))[0] == "game"
        assert (await bob.game(number))["you"]["isToMove"]
        await play(hosts[0], number)
        assert (await told(heard))[0] == "game"
        shown = await ann.game(number)
        assert shown["you"]["isToMove"]
        ann.site = sites[0]  # the next request reaches the other process
        ann.session.cookie_jar.update_cookies({cookie.key: cookie.value})
        lost = [name for name in shown["board"]["pictures"] if sites[0].pages.drawing.store.data(name) is None]
        for name in shown["board"]["pictures"]:
            assert (await ann.get(f"/pictures/{name}.webp?game={number}")).status == 200
        assert lost, "each process has drawn all by itself: the test shows nothing"
        assert (await ann.game(number))["version"] == shown["version"]


async def test_a_page_is_right_again_after_a_restart(host: Host, clock: Clock) -> None:
    number = (await begin(host, ANN, BOB)).number
    pictures = Pictures()
    async with AsyncExitStack() as stack:
        async with open_site(BotWithoutDiscord(host, pictures)) as site:
            ann = await stack.enter_async_context(site.browser(ANN))
            before = await ann.game(number)
            port = int(site.url.rpartition(":")[2])
        await play(host, number)
        async with open_site(BotWithoutDiscord(host, pictures), port):
            after = await ann.game(number)
            assert after["version"] != before["version"]
            stale = await ann.post(f"/api/games/{number}/turn", {"ply": before["ply"], "turn": "M14 0 -"})
            assert stale.status == 409
    await pictures.close()


@pytest.mark.skipif(postgresql.why_not() is not None, reason=postgresql.why_not() or "")
async def test_a_process_names_nobody_who_was_deleted_in_another_one(clock: Clock) -> None:
    """Not even if it has never known who had the seat before."""
    place = postgresql.migrated_database()
    async with AsyncExitStack() as stack:
        here = await open_host(place, clock, shards=ShardGroup.parse("0/2"))
        stack.push_async_callback(here.close)
        number = (await begin(here, ANN, BOB, CID)).number
        await play(here, number)
        await here.seats.leave_to_computer(number, ANN, Computer(2))
        there = await open_host(place, clock, shards=ShardGroup.parse("1/2"))
        stack.push_async_callback(there.close)
        pictures = Pictures()
        stack.push_async_callback(pictures.close)
        site = await stack.enter_async_context(open_site(BotWithoutDiscord(there, pictures, {1: {CID.id}})))
        cid, deleted = await stack.enter_async_context(site.browser(CID)), asyncio.Event()
        assert (await cid.game(number))["said"][0].startswith("Ann placed tile ")
        there.person_deleted.add(deleted.set)
        await here.privacy.delete(ANN.id)
        async with asyncio.timeout(PROMPT):
            await deleted.wait()
        assert "Ann" not in str(await cid.game(number))
