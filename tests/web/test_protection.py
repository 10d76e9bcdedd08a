"""What protects the pages: what answers say to browsers, who is let in, and who may see and play what."""

import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack

import pytest

from host.host import Host
from host.model.browsers import CODE_LIFETIME, SESSION_LIFETIME
from host.model.controllers import Person
from tests.fixtures.raw_http import PATIENCE, Reply, parse_reply
from tests.host.tables import Clock
from tests.web.hostile import ANN, BOB, COMMANDS, EVE, GAME, MO, NONE, PRIVATE, SECRET, World, new_world, read_to_end
from tests.web.site import Site
from web.pages import COOKIE, MOST_PAGES

QUESTIONS = ("", "/spots?ply=1&at=M14&rotation=0", "/feature?at=M13&x=0.5&y=0.5", "/view?name=owners", "/history")


@pytest.fixture
async def world(site: Site, host: Host, clock: Clock) -> World:
    return await new_world(site, host, clock)


# What each answer says to browsers


async def answers(world: World) -> AsyncIterator[Reply]:
    """Yield answers of each sort."""
    for target in ("/", "/static/none.js", "/none", "/api/none", "/api/games", "/api/texts"):
        yield await world.get(target)
    for target in (f"/api/games/{GAME}", "/api/games", f"/api/games/{NONE}", "/pictures/00.webp", "/api/events?game=9"):
        yield await world.get(target, ANN)
    yield await world.ask("PUT", f"/api/games/{GAME}", ANN, b"", {"Origin": world.site.url})
    yield await world.post("/api/session", {"code": "x"})
    yield await world.post("/api/session", {"code": "x"}, None, {"Origin": "https://evil.example"})
    yield await world.post(f"/api/games/{GAME}/turn", {"ply": 0, "turn": "M14 90 -"}, ANN)
    yield await world.post(f"/api/games/{GAME}/turn", b"x" * 5000, ANN)
    yield await world.post(f"/api/games/{GAME}/turn", b"{", ANN)
    async with world.connected(f"/api/events?game={GAME}", ANN) as (reader, _):
        yield parse_reply(await reader.readuntil(b"\r\n\r\n"))


@pytest.mark.parametrize("part", ["static/icon.svg", "static/live.js", "page/page.css"])
async def test_a_part_of_the_page_forbids_everything_in_few_words(world: World, part: str) -> None:
    """A board has a hundred pictures."""
    reply = await world.get(f"/{part}")
    assert reply.status == 200
    assert not reply.header("server")
    assert reply.header("content-security-policy") == "default-src 'none'"
    assert reply.header("x-content-type-options") == "nosniff"
    assert reply.header("cross-origin-resource-policy") == "same-origin"


async def test_every_answer_forbids_what_comes_from_elsewhere(world: World) -> None:
    statuses = set()
    async for reply in answers(world):
        statuses.add(reply.status)
        policy = dict(one.strip().partition(" ")[::2] for one in reply.header("content-security-policy").split(";"))
        assert policy["default-src"] == "'none'", reply
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert "unsafe" not in reply.header("content-security-policy")
        assert reply.header("x-content-type-options") == "nosniff"
        assert reply.header("referrer-policy") == "no-referrer"
        assert reply.header("access-control-allow-origin") == ""
        assert reply.header("set-cookie") == ""
    assert statuses == {200, 400, 401, 403, 404, 405, 409, 413}


async def test_the_page_has_nothing_that_the_policy_forbids(world: World) -> None:
    page = (await world.get("/")).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", page) == []
    assert re.findall(r"(?:src|href)=\"(?:https?:)?//", page) == []


async def test_what_only_one_person_may_see_is_kept_by_nobody_else(world: World) -> None:
    for target in (f"/api/games/{GAME}", "/api/games", "/api/texts", f"/api/games/{GAME}{QUESTIONS[2]}"):
        kept = (await world.get(target, ANN)).header("cache-control")
        assert "no-store" in kept or "private" in kept, target


# Signing in


async def cookie_of(world: World, code: str, headers: Mapping[str, str] | None = None) -> str:
    reply = await world.post("/api/session", {"code": code}, None, headers)
    assert (reply.status, reply.json) == (200, {"game": GAME})
    return reply.header("set-cookie")


async def test_a_code_becomes_a_cookie_that_scripts_and_other_sites_never_have(world: World) -> None:
    flags = (await cookie_of(world, await world.host.browsers.new_code(ANN, GAME))).split("; ")
    assert flags[0].startswith(f"{COOKIE}=")
    age = int(SESSION_LIFETIME.total_seconds())
    assert sorted(one for one in flags[1:] if not one.startswith("expires")) == [
        "HttpOnly", f"Max-Age={age}", "Path=/", "SameSite=Strict"
    ]  # fmt: skip


async def test_the_cookie_of_an_encrypted_site_is_never_sent_unencrypted(world: World) -> None:
    world.site.pages.url, world.site.pages.is_secure = "https://play.example", True
    code = await world.host.browsers.new_code(ANN, GAME)
    assert "Secure" in (await cookie_of(world, code, {"Origin": "https://play.example"})).split("; ")


async def test_a_code_works_once_and_not_for_long(world: World) -> None:
    used, late = await world.host.browsers.new_code(ANN, GAME), await world.host.browsers.new_code(ANN)
    await cookie_of(world, used)
    world.clock.time += CODE_LIFETIME
    for code in (used, late, "x", "", used.upper(), world.cookies[ANN]):
        reply = await world.post("/api/session", {"code": code})
        assert (reply.status, reply.header("set-cookie")) == (401, ""), code


async def test_a_code_in_the_address_is_none(world: World) -> None:
    """There, it would be in logs and in the browser's history."""
    code = await world.host.browsers.new_code(ANN, GAME)
    assert (await world.post(f"/api/session?code={code}", {})).status == 400
    assert (await world.get(f"/api/session?code={code}")).status in (404, 405)
    await cookie_of(world, code)


async def test_a_new_code_replaces_who_was_signed_in(world: World) -> None:
    code = await world.host.browsers.new_code(ANN)
    reply = await world.post("/api/session", {"code": code}, MO)
    assert reply.status == 200
    assert (await world.get("/api/games", MO)).status == 401
    assert await world.host.browsers.person_of(reply.cookie) == ANN


async def test_a_browser_that_was_signed_out_is_out(world: World) -> None:
    assert (await world.get(f"/api/games/{GAME}", ANN)).status == 200
    await world.host.browsers.end_all(ANN.id)
    for target in (f"/api/games/{GAME}", "/api/games", f"/api/events?game={GAME}"):
        assert (await world.get(target, ANN)).status == 401
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)).status == 401
    assert await world.is_unchanged()


async def test_neither_codes_nor_cookies_are_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = await world.host.browsers.new_code(ANN, GAME)
    cookie = (await cookie_of(world, code)).partition("=")[2].partition(";")[0]
    await world.get(f"/api/games/{GAME}", None, {"Cookie": f"{COOKIE}={cookie}"})
    await world.post("/api/session", {"code": code})
    await world.post(f"/api/games/{GAME}/turn", b"{", ANN, {"Cookie": f"{COOKIE}={cookie}"})
    assert code not in caplog.text
    assert cookie not in caplog.text


# Who may see and play


async def test_a_stranger_gets_nothing(world: World) -> None:
    targets = [f"/api/games/{GAME}{one}" for one in QUESTIONS] + ["/api/games", f"/api/events?game={GAME}"]
    for target in targets:
        for cookie in ("", f"{COOKIE}=x", f"other={world.cookies[ANN]}"):
            reply = await world.get(target, None, {"Cookie": cookie})
            assert reply.status == 401, target
            assert SECRET not in reply.text
    for command in COMMANDS:
        assert (await world.post(f"/api/games/{GAME}/{command}", await world.turn())).status == 401
    assert await world.is_unchanged()


@pytest.mark.parametrize(("person", "number"), [(MO, GAME), (BOB, PRIVATE), (EVE, PRIVATE), (MO, PRIVATE)])
async def test_a_game_that_somebody_may_not_see_is_like_none(world: World, person: Person, number: int) -> None:
    """Not even the answer tells whether there is such a game."""
    for question in (*QUESTIONS, "?"):
        reply = await world.get(f"/api/games/{number}{question}", person)
        none = await world.get(f"/api/games/{NONE}{question}", person)
        assert (reply.status, reply.text) == (none.status, none.text.replace(f"#{NONE}", f"#{number}"))
        assert (reply.status, SECRET in reply.text) == (404, False)
    for target in (f"/api/events?game={number}", f"/pictures/00.webp?game={number}"):
        assert (await world.get(target, person)).status == 404
    for command in COMMANDS:
        reply = await world.post(f"/api/games/{number}/{command}", {**await world.turn(), "answer": "wall -"}, person)
        assert reply.status == 404
    assert str(number) not in [one["number"] for one in (await world.get("/api/games", person)).json["games"]]
    assert await world.is_unchanged()


async def test_who_leaves_the_server_sees_nothing_more(world: World) -> None:
    for person in (EVE, BOB):  # one watches, one plays
        assert (await world.get(f"/api/games/{GAME}", person)).status == 200
    etag = (await world.get(f"/api/games/{GAME}", EVE)).header("etag")
    world.site.bot.servers[1] -= {EVE.id}
    for question in QUESTIONS:
        assert (await world.get(f"/api/games/{GAME}{question}", EVE, {"If-None-Match": etag})).status == 404
    assert (await world.get(f"/api/events?game={GAME}", EVE)).status == 404


async def test_who_only_watches_plays_nothing(world: World) -> None:
    for person in (EVE, BOB):  # Bob isn't to move
        for command in COMMANDS:
            body = {**await world.turn(), "answer": "wall -", "seat": 0, "person": ANN.id}
            assert (await world.post(f"/api/games/{GAME}/{command}", body, person)).status in (400, 409)
    assert (await world.get(f"/api/games/{GAME}", EVE)).json["cells"] == []
    assert await world.is_unchanged()


async def test_the_one_to_move_plays(world: World) -> None:
    """What the tests above and below refuse is possible where it is right."""
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)).status == 200
    assert not await world.is_unchanged()


async def test_an_old_ply_plays_nothing(world: World) -> None:
    turn = await world.turn()
    for ply in (0, int(str(turn["ply"])) - 1, int(str(turn["ply"])) + 1, -1, 10**18):
        assert (await world.post(f"/api/games/{GAME}/turn", turn | {"ply": ply}, ANN)).status == 409
    assert await world.is_unchanged()


@pytest.mark.parametrize("leaves", ["server", "browser", "busy server"])
async def test_who_leaves_hears_nothing_more(world: World, monkeypatch: pytest.MonkeyPatch, leaves: str) -> None:
    """Also where so much happens that nothing else is ever said."""
    monkeypatch.setattr("web.events.CHECK_SECONDS", 0.0)
    monkeypatch.setattr("web.events.ALIVE_SECONDS", PATIENCE if leaves == "busy server" else 0.01)
    async with world.connected(f"/api/events?game={GAME}", EVE) as (reader, _):
        await reader.readuntil(b"retry: 1000\n\n")
        if leaves == "browser":
            await world.host.browsers.end_all(EVE.id)
        else:
            world.site.bot.servers[1] -= {EVE.id}
        await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)
        heard = await read_to_end(reader)
        assert leaves != "busy server" or "event: game" not in heard


async def test_a_person_has_only_so_many_pages_open(world: World) -> None:
    async with AsyncExitStack() as opened:
        for _ in range(MOST_PAGES):
            reader, _ = await opened.enter_async_context(world.connected("/api/events", ANN))
            await reader.readuntil(b"retry: 1000\n\n")
        assert (await world.get("/api/events", ANN)).status == 429
        reader, _ = await opened.enter_async_context(world.connected("/api/events", BOB))
        assert b" 200 " in await reader.readuntil(b"\r\n")


async def test_a_picture_is_drawn_for_nobody_unknown(world: World) -> None:
    for target in (f"/pictures/00.webp?game={GAME}", "/pictures/00.webp?game=x", "/pictures/00.webp"):
        for cookie in ("", f"{COOKIE}=x"):
            assert (await world.get(target, None, {"Cookie": cookie})).status in (400, 401, 404)
