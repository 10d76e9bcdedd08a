"""Odd requests: forged cookies, turns and questions that no page sends, and too many of them."""

from typing import Any

import pytest

from host.host import Host
from host.model.rate_limits import RateLimit
from tests.host.tables import ANN, BOB, Clock, begin
from tests.web.site import Site
from web.pages import COOKIE


@pytest.mark.parametrize("cookie", ["", "x", "secret-1", "ü", "a" * 3000, "101", "0" * 64])
async def test_a_forged_cookie_is_nobodys(site: Site, cookie: str) -> None:
    async with site.browser() as browser:
        answer = await browser.get("/api/games", Cookie=f"{COOKIE}={cookie}")
        assert answer.status == 401
        assert answer.json["error"].startswith("This browser isn't signed in.")


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
