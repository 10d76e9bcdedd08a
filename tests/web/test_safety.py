"""Who is signed in, and what is refused: codes, cookies, other sites, large and odd requests, too many of them."""

import asyncio
from datetime import timedelta
from http.cookies import Morsel
from typing import Any

import pytest

from host.host import Host
from host.model.rate_limits import RateLimit
from tests.host.tables import ANN, BOB, Clock, begin
from tests.web.site import Browser, Site
from web import pages as limits
from web.app import HEADERS, MOST_BODY
from web.pages import COOKIE


def cookie_of(browser: Browser) -> Morsel[str]:
    [cookie] = browser.session.cookie_jar
    return cookie


async def test_a_code_signs_in_once(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    code = await host.browsers.new_code(ANN, number)
    async with site.browser() as first, site.browser() as second:
        assert (await first.get("/api/games")).status == 401
        opened = await first.sign_in(code)
        assert (opened.status, opened.json) == (200, {"game": number})
        assert (await first.get("/api/games")).json["name"] == "Ann"
        again = await second.sign_in(code)
        assert again.status == 401
        assert again.json["error"].startswith("This link doesn't work any more.")
        assert (await second.get("/api/games")).status == 401


async def test_a_code_is_good_for_ten_minutes(host: Host, site: Site, clock: Clock) -> None:
    code = await host.browsers.new_code(ANN)
    clock.pass_minutes(11)
    async with site.browser() as browser:
        assert (await browser.sign_in(code)).status == 401


async def test_the_cookie_is_for_this_site_alone(site: Site) -> None:
    async with site.browser(ANN) as browser:
        cookie = cookie_of(browser)
        assert (cookie.key, cookie["httponly"], cookie["samesite"], cookie["path"]) == (COOKIE, True, "Strict", "/")
        assert int(cookie["max-age"]) == timedelta(days=30).total_seconds()
        assert not cookie["secure"]


async def test_over_https_the_cookie_is_secure(host: Host, site: Site) -> None:
    site.pages.is_secure = True
    async with site.browser() as browser:
        answer = await browser.sign_in(await host.browsers.new_code(ANN))
        assert "Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("cookie", ["", "x", "secret-1", "ü", "a" * 3000, "101", "0" * 64])
async def test_a_forged_cookie_is_nobodys(site: Site, cookie: str) -> None:
    async with site.browser() as browser:
        answer = await browser.get("/api/games", Cookie=f"{COOKIE}={cookie}")
        assert answer.status == 401
        assert answer.json["error"].startswith("This browser isn't signed in.")


async def test_a_session_ends_after_30_days_and_when_it_is_ended(host: Host, site: Site, clock: Clock) -> None:
    async with site.browser(ANN) as browser, site.browser(ANN) as other:
        await host.browsers.end(ANN.id, (await host.browsers.sessions(ANN.id))[0].number)
        statuses = [(await one.get("/api/games")).status for one in (browser, other)]
        assert sorted(statuses) == [200, 401]
        clock.time += timedelta(days=31)
        assert [(await one.get("/api/games")).status for one in (browser, other)] == [401, 401]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1.evil.example"])
async def test_other_sites_do_nothing_here(host: Host, site: Site, origin: str) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as ann:
        game = await ann.game(number)
        turn = {"ply": game["ply"], "turn": f"{game['cells'][0]['cell']} {game['cells'][0]['rotations'][0]} -"}
        for path, body in ((f"/api/games/{number}/turn", turn), ("/api/session", {"code": "x"})):
            refused = await ann.post(path, body, Origin=origin)
            assert refused.status == 403, path
        async with ann.session.post(f"{site.url}/api/games/{number}/turn", json=turn) as response:
            assert response.status == 403  # without an origin
        assert (await ann.game(number))["ply"] == game["ply"]


@pytest.mark.parametrize("content", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
async def test_a_form_of_another_site_is_not_read(site: Site, content: str) -> None:
    async with site.browser() as browser:
        sent = browser.session.post(
            f"{site.url}/api/session", data=b'{"code": "x"}', headers={"Origin": site.url, "Content-Type": content}
        )
        async with sent as response:
            assert response.status == 400


async def test_a_large_body_is_refused(site: Site) -> None:
    async with site.browser() as browser:
        assert (await browser.post("/api/session", {"code": "x" * MOST_BODY})).status == 413


ODD: list[Any] = [[], "x", 1, None, True, {}, {"code": 1}, {"code": None}, {"code": ["x"]}, {"Code": "x"}]


@pytest.mark.parametrize("body", ODD)
async def test_an_odd_body_is_refused(site: Site, body: Any) -> None:
    async with site.browser() as browser:
        assert (await browser.post("/api/session", body)).status == 400


TURNS: list[Any] = [
    {"ply": "1", "turn": "M14 0 -"}, {"ply": 1.5, "turn": "M14 0 -"}, {"ply": True, "turn": "M14 0 -"}, {"ply": 1},
    {"turn": "M14 0 -"}, {"ply": 1, "turn": 5}, {"ply": 1, "turn": ""}, {"ply": 1, "turn": "M14"},
    {"ply": 1, "turn": "M14 45 -"}, {"ply": 1, "turn": "x" * 2000}, {"ply": 1, "turn": "M14 0 dragon"}, [],
]  # fmt: skip


async def test_odd_turns_are_refused(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as ann:
        for body in TURNS:
            assert (await ann.post(f"/api/games/{number}/turn", body)).status == 400, body
        for body in ({"ply": -1, "turn": "M14 0 -"}, {"ply": 10**18, "turn": "M14 0 -"}):
            assert (await ann.post(f"/api/games/{number}/turn", body)).status == 409, body
        for answer in ("", "wall", "first A1", "wall 99", "draw B", "skip"):
            assert (await ann.post(f"/api/games/{number}/answer", {"ply": 1, "answer": answer})).status in (400, 409)
    assert site.bot.published == []


ASKED = [
    "/spots", "/spots?ply=1&at=M14", "/spots?ply=x&at=M14&rotation=0", "/spots?ply=1&at=..&rotation=0",
    "/spots?ply=1&at=M14&rotation=45", "/feature?at=M13", "/feature?at=M13&x=2&y=0", "/feature?at=M13&x=nan&y=0",
    "/view", "/view?name=normal", "/view?name=owners&theme=../x",
]  # fmt: skip


async def test_odd_questions_are_refused(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    async with site.browser(ANN) as ann:
        for path in ASKED:
            assert (await ann.get(f"/api/games/{number}{path}")).status == 400, path
        for path in ("/api/games/12345678901", "/api/events?game=x", "/api/events?game=-1"):
            assert (await ann.get(path)).status == 400, path
        for path in ("/api/games/x", "/pictures/x.png", "/pictures/../web/app.py", "/static/../app.py", "/api/admin"):
            assert (await ann.get(path)).status == 404, path
        assert (await ann.get(f"/pictures/{'0' * 24}.webp")).status == 404
        assert (await ann.get(f"/pictures/{'0' * 24}.webp?game={number}")).status == 404
        assert (await ann.get(f"/pictures/{'0' * 24}.webp?game=99")).status == 404


async def test_each_answer_has_the_headers_that_protect_it(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    files, asked = ("/", "/page/board.js", "/nothing"), ("/api/games", "/api/texts", "/api/nothing", "/api/games/999")
    paths = (*files, *asked, f"/api/games/{number}", f"/pictures/{'0' * 24}.webp")
    async with site.browser(ANN) as ann:
        for path in paths:
            answer = await ann.get(path)
            for name, value in HEADERS.items():
                assert answer.headers.get(name) == value, (path, name)
        for path in ("/api/games", f"/api/games/{number}"):
            assert "public" not in (await ann.get(path)).headers["Cache-Control"]
        async with ann.events() as events:
            assert all(events.response.headers.get(name) == value for name, value in HEADERS.items())


async def test_too_many_questions_have_to_wait(
    host: Host, site: Site, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.signing_in.ASK_LIMIT", RateLimit("asked", 3, 60))
    async with site.browser(ANN) as ann, site.browser(BOB) as bob:
        statuses = [(await ann.get("/api/games")).status for _ in range(4)]
        refused = await ann.get("/api/games")
        assert statuses == [200, 200, 200, 429]
        assert refused.headers["Retry-After"] == "60"
        assert "2026-11-21 12:01 UTC" in refused.json["error"]
        assert (await bob.get("/api/games")).status == 200
        clock.pass_minutes(1)
        assert (await ann.get("/api/games")).status == 200


async def test_codes_cannot_be_guessed_in_a_hurry(host: Host, site: Site) -> None:
    async with site.browser() as browser:
        tried = [(await browser.sign_in(f"guess {number}")).status for number in range(limits.CODE_LIMIT.times + 5)]
        assert tried[-1] == 429
        assert set(tried) == {401, 429}
        code = await host.browsers.new_code(ANN)
        elsewhere = await browser.post("/api/session", {"code": code}, X_Forwarded_For="203.0.113.9")
        assert elsewhere.status == 200  # behind a proxy, addresses are told apart


async def test_strangers_are_slowed_down(site: Site) -> None:
    async with site.browser() as browser:
        tried = {(await browser.get("/api/games", Cookie=f"{COOKIE}=x{number}")).status for number in range(130)}
        assert tried == {401, 429}


async def test_no_code_and_no_token_is_in_the_log(host: Host, site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    code = await host.browsers.new_code(ANN)
    async with site.browser() as browser:
        await browser.sign_in(code)
        token = cookie_of(browser).value
        await browser.get("/api/games")
    assert code not in caplog.text
    assert token not in caplog.text


async def test_who_reads_slowly_holds_up_nobody(host: Host, site: Site) -> None:
    number = (await begin(host, ANN, BOB)).number
    address = site.url.removeprefix("http://").split(":")
    async with site.browser(ANN) as ann:
        slow = [await asyncio.open_connection(address[0], int(address[1])) for _ in range(20)]
        for _, writer in slow:
            asked = f"GET /api/games/{number} HTTP/1.1\r\nHost: x\r\nCookie: {COOKIE}={cookie_of(ann).value}\r\n\r\n"
            writer.write(asked.encode() * 5)
        async with asyncio.timeout(20):
            assert (await ann.game(number))["number"] == number
        for _, writer in slow:
            writer.close()
