"""What browsers and processes keep of a game: it is shown again only while it is still so."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from host.host import Host
from host.model.controllers import Computer, Person
from tests.fixtures.positions import fast_forward, random_turns
from tests.host.tables import ANN, BOB, CID, Clock, begin, running
from tests.web.page_turns import place, started
from tests.web.site import Site


async def test_a_game_that_has_not_changed_is_not_sent_again(host: Host, site: Site) -> None:
    number = await started(host)
    async with site.browser(ANN) as ann:
        first = await ann.get(f"/api/games/{number}")
        same = await ann.get(f"/api/games/{number}", If_None_Match=first.headers["ETag"])
        await place(ann, first.json)
        other = await ann.get(f"/api/games/{number}", If_None_Match=first.headers["ETag"])
    assert (same.status, same.body) == (304, b"")
    assert other.status == 200


async def test_what_is_sent_again_has_the_time_that_is_left_now(host: Host, site: Site, clock: Clock) -> None:
    """A browser would show the time of its first answer again: a clock that begins anew with each look."""
    number = await started(host, takeback=120)
    async with site.browser(ANN) as ann:
        await place(ann, await ann.game(number))
        first = await ann.get(f"/api/games/{number}")
        clock.pass_minutes(1)
        later = await ann.get(f"/api/games/{number}", If_None_Match=first.headers.get("ETag", ""))
    assert first.json["you"]["takeBack"]["seconds"] == 120
    assert (later.status, later.json["you"]["takeBack"]["seconds"]) == (200, 60)


async def test_a_deadline_that_a_vacation_puts_off_is_sent_again(host: Host, site: Site, clock: Clock) -> None:
    number = await started(host, pace="24h")
    async with site.browser(BOB) as bob:
        first = await bob.get(f"/api/games/{number}")
        today = clock()
        await host.people.plan_vacation(ANN, f"{today:%Y-%m-%d}", f"{today + timedelta(days=5):%Y-%m-%d}")
        later = await bob.get(f"/api/games/{number}", If_None_Match=first.headers["ETag"])
    assert later.status == 200
    assert later.json["due"] > first.json["due"]


async def test_the_link_leads_to_the_message_that_was_posted_after_a_page_has_asked(host: Host, site: Site) -> None:
    """A page asks as soon as a turn is played; its message is posted a moment later."""
    number = await started(host)
    async with site.browser(ANN) as ann:
        await place(ann, await ann.game(number))
        early = await ann.get(f"/api/games/{number}")
        table = running(await host.tables.load(number))
        await host.message_log.mark_announced(number, table.ply, 77, played_at=table.played_at)
        later = await ann.get(f"/api/games/{number}", If_None_Match=early.headers["ETag"])
    assert (later.status, later.json["link"].rpartition("/")[2]) == (200, "77")


@pytest.mark.parametrize("is_over", [False, True])
async def test_who_is_deleted_is_named_no_more_although_somebody_else_has_the_seat(
    host: Host, site: Site, clock: Clock, *, is_over: bool
) -> None:
    """Then the game itself does not change by the deletion."""
    number = (await begin(host, ANN, BOB, CID)).number
    async with site.browser(ANN) as ann, site.browser(CID) as cid:
        await place(ann, await ann.game(number))
        await host.seats.leave_to_computer(number, ANN, Computer(2))
        if is_over:
            await fast_forward(host, number, random_turns(1))
        paths = [f"/api/games/{number}", f"/api/games/{number}/history"]
        before = [await cid.get(path) for path in paths]
        assert "Ann" in before[1].body.decode()
        assert is_over or before[0].json["said"][0].startswith("Ann placed tile ")
        clock.pass_minutes(1)
        await host.privacy.delete(ANN.id)
        after = [
            await cid.get(path, If_None_Match=one.headers.get("ETag", ""))
            for path, one in zip(paths, before, strict=True)
        ]
    assert [one.status for one in after] == [200, 200]
    assert not any("Ann" in one.body.decode() for one in after)


async def test_of_a_game_that_is_paused_others_hear_nothing(host: Host, site: Site, tmp_path: Path) -> None:
    """Not even that there is such a game, nor its scores."""
    number = await started(host)
    await fast_forward(host, number, random_turns(1))
    host._storage.games._cache.remove(number)
    with sqlite3.connect(tmp_path / "games.db") as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 5")
    async with site.browser(ANN) as ann, site.browser(Person(500, "Zoe")) as zoe:
        for path in (f"/api/games/{number}", f"/api/events?game={number}", f"/api/games/{number}/review"):
            own, other, none = await ann.get(path), await zoe.get(path), await zoe.get(path.replace("1", "2"))
            assert "is paused" in own.json["error"]
            assert (other.status, other.json["error"].replace("1", "2")) == (none.status, none.json["error"])
