"""What protects the pages: who is let in, what is refused, and what each answer says to browsers."""

import asyncio
import json
import logging
import re
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TypeAlias

import pytest
import pytest_asyncio
from aiohttp import web

from host.host import Host
from host.model.browsers import CODE_LIFETIME, SESSION_LIFETIME
from host.model.controllers import USUAL_COMPUTER, Person
from screens.pictures import Pictures
from tests.fixtures.raw_http import HOST, PATIENCE, Reply, parse_reply, request, send
from tests.host.tables import CHANNEL, Clock, begin, open_host
from tests.web.site import BotWithoutDiscord, Site, open_site
from web.app import make_app
from web.http_server import HttpServer
from web.pages import CODE_LIMIT, COOKIE, MOST_PAGES, PLAY_LIMIT, STRANGER_LIMIT

ANN, BOB, EVE, MO = (Person(101 + number, f"{name} Quix") for number, name in enumerate(("Ann", "Bob", "Eve", "Mo")))
SECRET = "Quix"
GAME, PRIVATE, NONE = 1, 2, 3
"""A game of Ann and Bob, a private one of Ann, and one that there isn't."""
JSON = {"Content-Type": "application/json"}
QUESTIONS = ("", "/spots?ply=1&at=M14&rotation=0", "/feature?at=M13&x=0.5&y=0.5", "/view?name=owners", "/history")
Connection: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]
COMMANDS = ("turn", "answer", "takeback", "done")


@dataclass
class World:
    """Pages of a bot, its clock, and the cookies of those who are signed in."""

    site: Site
    host: Host
    clock: Clock
    cookies: dict[Person, str]

    @property
    def port(self) -> int:
        return int(self.site.url.rpartition(":")[2])

    async def get(self, target: str, person: Person | None = None, **headers: str) -> Reply:
        return await self.ask("GET", target, person, **headers)

    async def ask(self, method: str, target: str, person: Person | None, body: bytes = b"", **headers: str) -> Reply:
        cookie = {"Cookie": f"{COOKIE}={self.cookies[person]}"} if person else {}
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        return await send(self.port, request(method, target, cookie | named, body))

    async def post(self, target: str, value: object, person: Person | None = None, **headers: str) -> Reply:
        """Send what a page sends; ``headers`` replace its own."""
        sent = value if isinstance(value, bytes) else json.dumps(value).encode()
        return await self.ask("POST", target, person, sent, **({"Origin": self.site.url} | JSON | headers))

    @asynccontextmanager
    async def connected(self, target: str, person: Person) -> AsyncIterator[Connection]:
        """Ask for something, and keep the connection."""
        reader, writer = await asyncio.open_connection(HOST, self.port, limit=1 << 16)
        writer.write(request("GET", target, {"Cookie": f"{COOKIE}={self.cookies[person]}"}))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def turn(self) -> dict[str, object]:
        """Return a turn that Ann may play now."""
        table = await self.host.tables.load_running(GAME)
        return {"ply": table.ply, "turn": "M14 90 -"}


@pytest_asyncio.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Ann is to move. Eve is on the server, too; Mo is on another one."""
    clock, pictures = Clock(), Pictures()
    host = await open_host(tmp_path / "games.db", clock)
    await begin(host, ANN, BOB)
    table = await host.lobby.open(CHANNEL, ANN, is_private=True)
    await host.lobby.start(CHANNEL, ANN, table.number, computers=[USUAL_COMPUTER], alone=True)
    bot = BotWithoutDiscord(host, pictures, {1: {ANN.id, BOB.id, EVE.id}, 2: {MO.id}})
    cookies = {}
    for person in (ANN, BOB, EVE, MO):
        cookies[person] = (await host.browsers.open_session(await host.browsers.new_code(person))).token
    await pictures.start()
    async with open_site(bot) as site:
        yield World(site, host, clock, cookies)
    await host.close()
    await pictures.close()
    assert bot.errors == []


async def is_unchanged(world: World) -> bool:
    """Return whether nobody has played yet."""
    return (await world.host.tables.load_running(GAME)).state.turn == 0 and not world.site.bot.published


# What each answer says to browsers


async def answers(world: World) -> AsyncIterator[Reply]:
    """Yield answers of each sort."""
    for target in ("/", "/static/none.js", "/page/page.css", "/none", "/api/none", "/api/games", "/api/texts"):
        yield await world.get(target)
    for target in (f"/api/games/{GAME}", "/api/games", f"/api/games/{NONE}", "/pictures/00.webp", "/api/events?game=9"):
        yield await world.get(target, ANN)
    yield await world.ask("PUT", f"/api/games/{GAME}", ANN, Origin=world.site.url)
    yield await world.post("/api/session", {"code": "x"})
    yield await world.post("/api/session", {"code": "x"}, Origin="https://evil.example")
    yield await world.post(f"/api/games/{GAME}/turn", {"ply": 0, "turn": "M14 90 -"}, ANN)
    yield await world.post(f"/api/games/{GAME}/turn", b"x" * 5000, ANN)
    yield await world.post(f"/api/games/{GAME}/turn", b"{", ANN)
    async with world.connected(f"/api/events?game={GAME}", ANN) as (reader, _):
        yield parse_reply(await reader.readuntil(b"\r\n\r\n"))


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


async def cookie_of(world: World, code: str, **headers: str) -> str:
    reply = await world.post("/api/session", {"code": code}, **headers)
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
    assert "Secure" in (await cookie_of(world, code, Origin="https://play.example")).split("; ")


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
    assert await is_unchanged(world)


async def test_neither_codes_nor_cookies_are_logged(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    code = await world.host.browsers.new_code(ANN, GAME)
    cookie = (await cookie_of(world, code)).partition("=")[2].partition(";")[0]
    await world.get(f"/api/games/{GAME}", Cookie=f"{COOKIE}={cookie}")
    await world.post("/api/session", {"code": code})
    await world.post(f"/api/games/{GAME}/turn", b"{", ANN, Cookie=f"{COOKIE}={cookie}")
    assert code not in caplog.text
    assert cookie not in caplog.text


# Who may see and play


async def test_a_stranger_gets_nothing(world: World) -> None:
    targets = [f"/api/games/{GAME}{one}" for one in QUESTIONS] + ["/api/games", f"/api/events?game={GAME}"]
    for target in targets:
        for cookie in ("", f"{COOKIE}=x", f"other={world.cookies[ANN]}"):
            reply = await world.get(target, Cookie=cookie)
            assert reply.status == 401, target
            assert SECRET not in reply.text
    for command in COMMANDS:
        assert (await world.post(f"/api/games/{GAME}/{command}", await world.turn())).status == 401
    assert await is_unchanged(world)


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
    assert await is_unchanged(world)


async def test_who_leaves_the_server_sees_nothing_more(world: World) -> None:
    for person in (EVE, BOB):  # one watches, one plays
        assert (await world.get(f"/api/games/{GAME}", person)).status == 200
    etag = (await world.get(f"/api/games/{GAME}", EVE)).header("etag")
    world.site.bot.servers[1] -= {EVE.id}
    for question in QUESTIONS:
        assert (await world.get(f"/api/games/{GAME}{question}", EVE, If_None_Match=etag)).status == 404
    assert (await world.get(f"/api/events?game={GAME}", EVE)).status == 404


async def test_who_only_watches_plays_nothing(world: World) -> None:
    for person in (EVE, BOB):  # Bob isn't to move
        for command in COMMANDS:
            body = {**await world.turn(), "answer": "wall -", "seat": 0, "person": ANN.id}
            assert (await world.post(f"/api/games/{GAME}/{command}", body, person)).status in (400, 409)
    assert (await world.get(f"/api/games/{GAME}", EVE)).json["cells"] == []
    assert await is_unchanged(world)


async def test_the_one_to_move_plays(world: World) -> None:
    """What the tests above and below refuse is possible where it is right."""
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)).status == 200
    assert not await is_unchanged(world)


async def test_an_old_ply_plays_nothing(world: World) -> None:
    turn = await world.turn()
    for ply in (0, int(str(turn["ply"])) - 1, int(str(turn["ply"])) + 1, -1, 10**18):
        assert (await world.post(f"/api/games/{GAME}/turn", turn | {"ply": ply}, ANN)).status == 409
    assert await is_unchanged(world)


async def read_to_end(reader: asyncio.StreamReader) -> str:
    """Return what a stream of events says until it is closed."""
    async with asyncio.timeout(PATIENCE):
        return (await reader.read()).decode()


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
            assert (await world.get(target, Cookie=cookie)).status in (400, 401, 404)


# Requests that no page makes


@pytest.mark.parametrize(
    "origin", ["null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "{url}/", "{url}.evil.example",
               "https://127.0.0.1:{port}", "", "{url}, {url}", "{url} "]
)  # fmt: skip
async def test_a_page_of_another_site_does_nothing_here(world: World, origin: str) -> None:
    said = origin.format(url=world.site.url, port=world.port)
    if said.strip() == world.site.url:
        pytest.skip("spaces around a header do not count")
    code = await world.host.browsers.new_code(ANN)
    for target, body in ((f"/api/games/{GAME}/turn", await world.turn()), ("/api/session", {"code": code})):
        assert (await world.post(target, body, ANN, Origin=said)).status == 403
    await world.host.browsers.open_session(code)  # it was not used
    assert await is_unchanged(world)


async def test_without_an_origin_nothing_is_done(world: World) -> None:
    for command in COMMANDS:
        body = json.dumps(await world.turn()).encode()
        assert (await world.ask("POST", f"/api/games/{GAME}/{command}", ANN, body, **JSON)).status == 403
    assert await is_unchanged(world)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_only_json_is_read(world: World, kind: str) -> None:
    """Forms of other sites can send these without being asked first."""
    assert (
        await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN, **{"Content-Type": kind})
    ).status == 400
    assert await is_unchanged(world)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"[" * 4000, b"1" * 4000, b'{"ply": NaN}', b'{"ply": 1}',
             b'{"ply": true, "turn": "M14 90 -"}', b'{"ply": "1", "turn": "M14 90 -"}', b'{"ply": 1, "turn": []}',
             b'{"ply": 1, "turn": "\\ud800"}', b'{"ply": 1, "turn": "' + b"9" * 3000 + b'"}']
)  # fmt: skip
async def test_what_is_malformed_is_a_sentence(world: World, body: bytes) -> None:
    reply = await world.post(f"/api/games/{GAME}/turn", body, ANN)
    assert reply.status in (400, 409)
    assert reply.json["error"]


async def test_long_bodies_are_not_read(world: World) -> None:
    target, turn = f"/api/games/{GAME}/turn", await world.turn()
    assert (await world.post(target, turn | {"x": "y" * 5000}, ANN)).status == 413
    assert (await world.post(target, b"{", ANN, **{"Content-Length": str(10**15)})).status == 413
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (5000, b" " * 5000)
    headers = {"Cookie": f"{COOKIE}={world.cookies[ANN]}", "Origin": world.site.url, **JSON}
    sent = request("POST", target, headers | {"Transfer-Encoding": "chunked"}) + chunks
    assert (await send(world.port, sent)).status == 413
    assert await is_unchanged(world)


@pytest.mark.parametrize(
    "target", ["/static/../bot.py", "/static/%2e%2e/bot.py", "/static/..%2f..%2fbot.py", "/page/../../pyproject.toml",
               "//etc/passwd", "/static//etc/passwd", "/pictures/../bot.webp", "/pictures/..%2fx.webp", "/web/app.py",
               "/static/index.html%00.js", "/static/", "/static", "/metrics", "/static/.%2e/app.py", "/.env"]
)  # fmt: skip
async def test_no_other_file_is_served(world: World, target: str) -> None:
    assert (await world.get(target)).status == 404


# How much and how often


async def test_codes_are_tried_only_so_often_from_an_address(world: World) -> None:
    code = await world.host.browsers.new_code(ANN)
    for _ in range(CODE_LIMIT.times):
        assert (await world.post("/api/session", {"code": "x"})).status == 401
    refused = await world.post("/api/session", {"code": code})
    assert refused.status == 429
    assert 0 < int(refused.header("retry-after")) <= CODE_LIMIT.seconds
    assert (await world.post("/api/session", {"code": "x"}, X_Forwarded_For="198.51.100.7")).status == 401
    world.clock.time += timedelta(seconds=CODE_LIMIT.seconds)
    assert (await world.post("/api/session", {"code": code})).status == 200


async def test_a_person_plays_only_so_often(world: World) -> None:
    for _ in range(PLAY_LIMIT.times):
        await world.post(f"/api/games/{GAME}/turn", {}, BOB)
    assert (await world.post(f"/api/games/{GAME}/turn", {}, BOB)).status == 429
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)).status == 200


async def test_strangers_are_slowed_down_and_nobody_else(world: World) -> None:
    for _ in range(STRANGER_LIMIT.times):
        assert (await world.get("/api/games", Cookie=f"{COOKIE}=x")).status == 401
    assert (await world.get("/api/games", Cookie=f"{COOKIE}=x")).status == 429
    assert (await world.get("/api/games", ANN)).status == 200


async def test_a_body_that_does_not_come_is_not_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.requests.MOST_SECONDS_OF_A_BODY", 0.05)
    reply = await world.post(f"/api/games/{GAME}/turn", b"{", ANN, **{"Content-Length": "100"})
    assert reply.status == 400


async def test_a_packed_body_is_not_unpacked(world: World) -> None:
    packed = zlib.compress(b" " * 10_000_000 + json.dumps(await world.turn()).encode())
    reply = await world.post(f"/api/games/{GAME}/turn", packed[:4000], ANN, **{"Content-Encoding": "deflate"})
    assert reply.status == 400
    assert await is_unchanged(world)


async def test_who_takes_no_answer_is_hung_up_on(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is longer than what the system keeps for a connection."""
    monkeypatch.setattr("web.app.MOST_SECONDS_TO_TAKE", 0.05)
    asked: list[web.Request] = []

    async def much(request: web.Request) -> web.Response:
        asked.append(request)
        return web.Response(body=bytes(50_000_000))

    app = make_app(world.site.pages)
    app.router.add_get("/much", much)
    server = HttpServer(app, 0)
    await server.start()
    _, writer = await asyncio.open_connection(HOST, server.port, limit=1)
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(request("GET", "/much"))
    async with asyncio.timeout(PATIENCE):
        while not asked or asked[0].transport is not None:  # noqa: ASYNC110 (the server tells nobody)
            await asyncio.sleep(0.01)
    writer.transport.abort()
    await server.close()
