"""Requests to the pages that no page makes: they are refused, cost little, and are no news in the log."""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web

from host.host import Host
from render.share import live
from tests.fixtures.raw_http import HOST, PATIENCE, read_reply, request, send
from tests.host.tables import Clock
from tests.web.hostile import ANN, BOB, COMMANDS, EVE, GAME, JSON, World, new_world
from tests.web.site import Site
from web.app import make_app
from web.http_server import MOST_CONNECTIONS, HttpServer, most_connections
from web.pages import CODE_LIMIT, COOKIE, PLAY_LIMIT, STRANGER_LIMIT, VIEW_LIMIT


@pytest.fixture
async def world(site: Site, host: Host, clock: Clock) -> World:
    return await new_world(site, host, clock)


# Requests that no page makes


@pytest.mark.parametrize(
    "origin", ["null", "https://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "{url}/", "{url}.evil.example",
               "https://127.0.0.1:{port}", "", "{url}, {url}"]
)  # fmt: skip
async def test_a_page_of_another_site_does_nothing_here(world: World, origin: str) -> None:
    said = origin.format(url=world.site.url, port=world.port)
    code = await world.host.browsers.new_code(ANN)
    for target, body in ((f"/api/games/{GAME}/turn", await world.turn()), ("/api/session", {"code": code})):
        assert (await world.post(target, body, ANN, {"Origin": said})).status == 403
    await world.host.browsers.open_session(code)  # it was not used
    assert await world.is_unchanged()


async def test_without_an_origin_nothing_is_done(world: World) -> None:
    for command in COMMANDS:
        body = json.dumps(await world.turn()).encode()
        assert (await world.ask("POST", f"/api/games/{GAME}/{command}", ANN, body, JSON)).status == 403
    assert await world.is_unchanged()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
async def test_only_json_is_read(world: World, kind: str) -> None:
    """Forms of other sites can send these without being asked first."""
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN, {"Content-Type": kind})).status == 400
    assert await world.is_unchanged()


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
    assert (await world.post(target, b"{", ANN, {"Content-Length": str(10**15)})).status == 413
    chunks = b"%x\r\n%b\r\n0\r\n\r\n" % (5000, b" " * 5000)
    headers = {**world.cookie(ANN), "Origin": world.site.url, **JSON}
    sent = request("POST", target, headers | {"Transfer-Encoding": "chunked"}) + chunks
    assert (await send(world.port, sent)).status == 413
    assert await world.is_unchanged()


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
    assert (await world.post("/api/session", {"code": "x"}, None, {"X-Forwarded-For": "198.51.100.7"})).status == 401
    world.clock.time += timedelta(seconds=CODE_LIMIT.seconds)
    assert (await world.post("/api/session", {"code": code})).status == 200


async def test_a_proxy_may_say_where_somebody_is_in_a_line_of_its_own(world: World) -> None:
    """As HAProxy does. The first line is what the asker has sent: who wrote another one each time was never counted."""
    for number in range(CODE_LIMIT.times + 1):
        said = {"X-Forwarded-For": f"198.51.100.{number}", "x-forwarded-for": "203.0.113.1"}
        status = (await world.post("/api/session", {"code": "x"}, None, said)).status
        assert status == (401 if number < CODE_LIMIT.times else 429)


@pytest.mark.parametrize(
    ("said", "others"),
    [
        ("x", "y"),  # no addresses
        ("198.51.100.7, 203.0.113.1", "198.51.100.8, 203.0.113.1"),  # the last one is the proxy's word
        ("2001:db8::1", "2001:db8::2:3"),  # one network
    ],
)
async def test_who_says_to_be_somewhere_else_is_counted_all_the_same(world: World, said: str, others: str) -> None:
    for _ in range(CODE_LIMIT.times):
        assert (await world.post("/api/session", {"code": "x"}, None, {"X-Forwarded-For": said})).status == 401
    assert (await world.post("/api/session", {"code": "x"}, None, {"X-Forwarded-For": others})).status == 429
    assert (await world.post("/api/session", {"code": "x"}, None, {"X-Forwarded-For": "192.0.2.99"})).status == 401


async def test_a_view_is_drawn_once_and_a_person_looks_only_so_often(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often it is asked for: a late game's takes a second, for which the pictures of turns wait."""
    drawn, draw = list[object](), live.draw_view

    def draw_view(*args: Any, **more: Any) -> Any:
        drawn.append(args)
        return draw(*args, **more)

    monkeypatch.setattr(live, "draw_view", draw_view)
    target = f"/api/games/{GAME}/view?name=owners"
    for _ in range(VIEW_LIMIT.times):
        assert (await world.get(target, EVE)).status == 200
    assert (await world.get(target, EVE)).status == 429
    assert (await world.get(target, BOB)).status == 200
    assert len(drawn) == 1


async def test_a_person_plays_only_so_often(world: World) -> None:
    for _ in range(PLAY_LIMIT.times):
        await world.post(f"/api/games/{GAME}/turn", {}, BOB)
    assert (await world.post(f"/api/games/{GAME}/turn", {}, BOB)).status == 429
    assert (await world.post(f"/api/games/{GAME}/turn", await world.turn(), ANN)).status == 200


async def test_strangers_are_slowed_down_and_nobody_else(world: World) -> None:
    for _ in range(STRANGER_LIMIT.times):
        assert (await world.get("/api/games", None, {"Cookie": f"{COOKIE}=x"})).status == 401
    assert (await world.get("/api/games", None, {"Cookie": f"{COOKIE}=x"})).status == 429
    assert (await world.get("/api/games", ANN)).status == 200


async def test_a_body_that_does_not_come_is_not_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.requests.MOST_SECONDS_OF_A_BODY", 0.05)
    reply = await world.post(f"/api/games/{GAME}/turn", b"{", ANN, {"Content-Length": "100"})
    assert reply.status == 400


async def test_who_hangs_up_in_the_middle_is_no_news(world: World, caplog: pytest.LogCaptureFixture) -> None:
    headers = world.cookie(ANN) | JSON | {"Origin": world.site.url, "Content-Length": "99", "Expect": "100-continue"}
    async with world.opened(request("POST", f"/api/games/{GAME}/turn", headers)) as (reader, writer):
        assert b" 100 " in await reader.readuntil(b"\r\n\r\n")  # it is being read
        writer.write(b"{")
    await world.get("/")
    assert caplog.text == ""


async def test_a_packed_body_is_not_unpacked(world: World) -> None:
    packed = zlib.compress(b" " * 10_000_000 + json.dumps(await world.turn()).encode())
    reply = await world.post(f"/api/games/{GAME}/turn", packed[:4000], ANN, {"Content-Encoding": "deflate"})
    assert reply.status == 400
    assert await world.is_unchanged()


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


@asynccontextmanager
async def only(world: World, connections: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[HttpServer]:
    """Serve the pages on another port, for so few connections."""
    monkeypatch.setattr("web.http_server.MOST_CONNECTIONS", connections)
    server = HttpServer(make_app(world.site.pages), 0)
    await server.start()
    yield server
    await server.close()


async def test_connections_that_are_too_many_are_closed_and_the_others_go_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes one of the files that the bot may open."""
    async with only(world, 3, monkeypatch) as server:
        opened = [await asyncio.open_connection(HOST, server.port) for _ in range(3)]
        assert (await send(server.port, request("GET", "/"))).status == 0
        opened[0][1].write(request("GET", "/"))
        assert (await read_reply(opened[0][0])).status == 200
        assert (await send(server.port, request("GET", "/"))).status == 200
        for _, writer in opened:
            writer.transport.abort()


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost:"])
async def test_a_connection_on_which_nothing_is_asked_is_closed(
    world: World, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr("web.http_server.IDLE_SECONDS", 0.05)
    async with only(world, 10, monkeypatch) as server:
        assert (await send(server.port, sent)).status == 0


def test_a_process_with_few_files_has_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr("resource.getrlimit", lambda _: (256, 1024))
    monkeypatch.setattr("resource.setrlimit", lambda _, wanted: limits.append(wanted))
    assert (most_connections(), limits) == (512, [(1024, 1024)])
    monkeypatch.setattr("resource.getrlimit", lambda _: (-1, -1))
    assert most_connections() == MOST_CONNECTIONS


BAD_BYTES = (
    b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"GET /" + b"a" * 20_000,
    b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
)  # fmt: skip


@pytest.mark.parametrize("sent", BAD_BYTES)
async def test_what_is_no_http_is_no_news(world: World, sent: bytes, caplog: pytest.LogCaptureFixture) -> None:
    assert (await send(world.port, sent)).status == 400
    assert caplog.text == ""
