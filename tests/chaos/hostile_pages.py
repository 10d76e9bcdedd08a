"""Hostile requests to the pages: of each kind, what no page sends."""

import asyncio
import hashlib
import json
import sqlite3
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.chaos.counts import Progress
from tests.chaos.hostile import TEXTS
from tests.chaos.page_world import COOKIE, JSON, PageWorld
from tests.fixtures.raw_http import HOST, PATIENCE, request, send

TOGETHER: Final = 20
"""How many requests are under way at once."""
MOST_STREAMS: Final = 12
"""How many streams of events a person may have open."""
MOST_AT_ONCE: Final = 500
"""How many connections are open in the same moment: what the bot is made for. More are the work of a proxy."""
MOST_GROWTH: Final = 40.0
"""Megabytes that the bot's memory may grow after each kind was tried ``WARM_UP`` times."""
WARM_UP: Final = 500
"""How often each kind is tried before memory is measured. Large bodies leave gaps, which the C library keeps for later:
it grew by 47 MB with 500 of them, by 66 with 2,000, and no more until 7,000. What leaks grows on.
"""
_OF_GAME: Final = ("", "/history", "/feature?at=M14&x=0.5&y=0.5", "/view?name=owners", "/spots?ply=3&at=M14&rotation=0")
_PLAYING: Final = ("turn", "answer", "takeback", "done", "rematch")

Kind: TypeAlias = Callable[[], Awaitable[None]]


class HostilePages(PageWorld):
    """A bot whose pages are abused."""

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """What is tried, by name."""
        return {
            "guessed codes": self.guess_code,
            "codes used twice": self.use_code_again,
            "expired codes": self.use_expired_code,
            "forged cookies": self.forge_cookie,
            "games of others": self.look_at_foreign_game,
            "private games": self.look_at_private_game,
            "foreign origins": self.come_from_elsewhere,
            "other types of content": self.send_other_type,
            "huge bodies": self.send_huge_body,
            "malformed JSON": self.send_malformed_json,
            "malformed parameters": self.send_malformed_parameters,
            "paths to other files": self.leave_folder,
            "old plies": self.play_old_ply,
            "turns of others": self.play_for_others,
            "other methods": self.use_other_method,
            "what is no HTTP": self.send_garbage,
        }

    async def run(self, amount: int, progress: Progress) -> None:
        """Try each kind so often; then slow readers and a flood of streams. Honest people play on meanwhile.

        Nobody else plays anything.
        """
        await self.prepare()
        for kind in self.kinds.values():
            await self.often(kind, min(amount, WARM_UP))
        await self.play_honestly()
        before = memory(self.program.process_id)
        stored = self.moves()
        for name, kind in self.kinds.items():
            await self.often(kind, amount)
            self.counts.did(name, amount)
            self.counts.check(self.moves() == stored, "moves for others", f"after {name}")
            await self.play_honestly()
            progress(self.counts)
        await self.be_slow(min(amount, MOST_AT_ONCE))
        await self.open_many_streams(max(min(amount, MOST_AT_ONCE), 2 * MOST_STREAMS))
        grown = memory(self.program.process_id) - before
        self.counts.measured("memory that the pages' abuse has taken", grown, "MB", f"at most {MOST_GROWTH:.0f} MB")
        self.counts.check(grown < MOST_GROWTH, "memory grown", f"by {grown:.0f} MB")

    async def often(self, kind: Kind, amount: int) -> None:
        """Do something hostile so often, some at a time."""
        for done in range(0, amount, TOGETHER):
            await asyncio.gather(*(self.honestly(kind) for _ in range(min(TOGETHER, amount - done))))

    async def honestly(self, kind: Kind) -> None:
        """Do something hostile, and count it if the server does not answer at all."""
        try:
            await kind()
        except TimeoutError:
            self.counts.went_wrong("wrong answers of pages", f"no answer: {kind.__name__}")

    # Signing in

    async def guess_code(self) -> None:
        chance, used = self.chance, self.chance.choice(self.codes)
        guess: Any = chance.choice(
            [
                chance.randbytes(32).hex(),
                used[:-1] + ("0" if used[-1] != "0" else "1"),
                used.upper(),
                used[:10],
                hashlib.sha256(used.encode()).hexdigest(),
                self.cookies["Ann"],
                chance.choice(TEXTS),
                chance.choice([None, 1, True, [used], {"code": used}, 1e308]),
            ]
        )
        reply = await self.post("/api/session", {"code": guess, "game": self.game, "person": 1}, **self.some_cookie())
        self.judge(f"code {str(guess)[:40]!r}", reply, (400, 401, 413, 429))

    def some_cookie(self) -> dict[str, str]:
        return self.chance.choice([{}, {"Cookie": f"{COOKIE}={self.cookies['Mallory']}"}])

    async def use_code_again(self) -> None:
        reply = await self.post("/api/session", {"code": self.chance.choice(self.codes)}, **self.some_cookie())
        self.judge("a used code", reply, (401, 429))

    async def use_expired_code(self) -> None:
        """A code whose time is over, as if ten minutes had passed."""
        code = self.chance.randbytes(32).hex()
        with closing(sqlite3.connect(self.database, timeout=30)) as database:
            row = (hashlib.sha256(code.encode()).hexdigest(), self.server.people["Ann"].id, "2020-01-01T00:00:00+00:00")
            database.execute("INSERT INTO web_codes (hash, person, until_at) VALUES (?, ?, ?)", row)
            database.commit()
        self.judge("an expired code", await self.post("/api/session", {"code": code}), (401, 429))

    async def forge_cookie(self) -> None:
        chance, real = self.chance, self.cookies["Ann"]
        forged = chance.choice(
            [
                chance.randbytes(32).hex(),
                real[:-1],
                real + "0",
                real.swapcase(),
                hashlib.sha256(real.encode()).hexdigest(),
                chance.choice(self.codes),
                str(self.server.people["Ann"].id),
                "x" * 7000,
                '"' + real,
                "; carcassonne=".join(chance.randbytes(4).hex() for _ in range(20)),
                "%00",
                "\x01é",
            ]
        )
        target = chance.choice([f"/api/games/{self.game}", "/api/games", f"/api/events?game={self.game}"])
        reply = await self.ask(target, Cookie=f"{COOKIE}={forged}")
        self.judge(f"cookie {forged[:40]!r}", reply, (400, 401, 429))
        reply = await self.post(f"/api/games/{self.game}/turn", self.legal_turn(), Cookie=f"{COOKIE}={forged}")
        self.judge(f"a turn with cookie {forged[:40]!r}", reply, (400, 401, 429))

    # Seeing and playing

    def legal_turn(self) -> dict[str, Any]:
        """Return a turn at the present ply of the game."""
        with closing(sqlite3.connect(self.database)) as database:
            [(ply,)] = database.execute("SELECT ply FROM games WHERE number = ?", (self.game,))
        return {"ply": ply, "turn": self.chance.choice(["M12 0 -", "L13 90 -", "M14 0 thief E", "N13 180 -"])}

    async def look_at(self, number: int, name: str) -> None:
        """Try to see a game, to hear of it, and to play in it."""
        target = f"/api/games/{number}{self.chance.choice(_OF_GAME)}"
        self.judge(f"{name} at {target}", await self.ask(target, name), (404, 429))
        self.judge(f"{name} listens", await self.ask(f"/api/events?game={number}", name), (404, 429))
        picture = f"/pictures/{self.chance.randbytes(16).hex()}.webp?game={number}"
        self.judge(f"{name} at {picture}", await self.ask(picture, name), (404, 429))
        target = f"/api/games/{number}/{self.chance.choice(_PLAYING)}"
        self.judge(f"{name} at {target}", await self.post(target, self.legal_turn(), name), (400, 404, 429))

    async def look_at_foreign_game(self) -> None:
        await self.look_at(self.game, "Mallory")
        listed = await self.ask("/api/games", "Mallory")
        self.judge("Mallory's games", listed, (200, 429))

    async def look_at_private_game(self) -> None:
        await self.look_at(self.private, self.chance.choice(["Bob", "Eve", "Mallory"]))

    async def come_from_elsewhere(self) -> None:
        origin = self.chance.choice(
            ["", "null", "https://evil.example", self.url + ".evil.example", self.url + "/", self.url.upper(), "*",
             self.url.replace("http", "https"), self.url + ":1", f"{self.url}, {self.url}", "file://"]
        )  # fmt: skip
        headers = self.headers(self.mover) | JSON | {"Origin": origin}
        if not origin:
            del headers["Origin"]
        target = self.chance.choice([f"/api/games/{self.game}/turn", "/api/session"])
        body = {"code": "x"} if target == "/api/session" else self.legal_turn()
        reply = await send(self.port, request("POST", target, headers, json.dumps(body).encode()))
        self.judge(f"origin {origin!r}", reply, (403, 429))

    async def send_other_type(self) -> None:
        kind = self.chance.choice(
            ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html", "",
             "application/jsonp", "application/json-patch+json", "image/png", "application/json/x", "\tx"]
        )  # fmt: skip
        turn = json.dumps(self.legal_turn()).encode()
        reply = await self.post(f"/api/games/{self.game}/turn", turn, self.mover, **{"Content-Type": kind})
        self.judge(f"content of type {kind!r}", reply, (400, 413, 415, 429))

    @property
    def mover(self) -> str:
        """The one who is to move, whose browser is made to do what they don't want."""
        with closing(sqlite3.connect(self.database)) as database:
            [(person,)] = database.execute("SELECT person FROM seats WHERE game = ? AND number = 0", (self.game,))
        return next(name for name in ("Ann", "Bob") if self.server.people[name].id == person)

    async def send_huge_body(self) -> None:
        """Bodies that are longer than any turn: at once, in chunks, packed, or only announced."""
        target, headers = f"/api/games/{self.game}/turn", self.headers("Ann") | JSON
        padded = json.dumps(self.legal_turn() | {"x": "y" * self.chance.choice([5_000, 100_000, 3_000_000])}).encode()
        way = self.chance.randrange(4)
        if way == 0:
            sent = request("POST", target, headers, padded)
        elif way == 1:
            chunks = (padded[place : place + 4000] for place in range(0, len(padded), 4000))
            body = b"".join(b"%x\r\n%b\r\n" % (len(one), one) for one in chunks) + b"0\r\n\r\n"
            sent = request("POST", target, headers | {"Transfer-Encoding": "chunked"}) + body
        elif way == 2:
            packed = zlib.compress(b" " * 30_000_000 + padded)
            sent = request("POST", target, headers | {"Content-Encoding": "deflate"}, packed)
        else:
            sent = (
                request("POST", target, headers | {"Content-Length": str(10 ** self.chance.randrange(4, 20))}) + padded
            )
        self.judge(f"a huge body, {way}", await send(self.port, sent), (0, 400, 413, 429))

    async def send_malformed_json(self) -> None:
        chance, turn = self.chance, self.legal_turn()
        spoiled: list[Any] = [None, "", [], {}, True, -1, 0, 1.5, 10**30, "9" * 400, {"x": []}, [[[]]]]
        body: Any = chance.choice(
            [
                b"", b"{", b"[" * 2000, b"{\"ply\":" * 400, b"\xff\xfe", b"null", b"[]", b"1" * 4000, b"NaN", b'"x"',
                b'{"ply": 1e999, "turn": "M12 0 -"}', json.dumps(turn).encode("utf-16"), b'{"ply": Infinity}',
                turn | {"turn": chance.choice(TEXTS)[:1000]},
                turn | {"turn": chance.choice(spoiled)},
                turn | {"ply": chance.choice([one for one in spoiled if one != turn["ply"]])},
                {"turn": turn["turn"]}, {"ply": turn["ply"]},
            ]
        )  # fmt: skip
        target = f"/api/games/{self.game}/{chance.choice(_PLAYING[:2])}"
        if target.endswith("answer") and isinstance(body, dict) and "turn" in body:
            body["answer"] = body.pop("turn")
        reply = await self.post(target, body, chance.choice(["Ann", "Bob"]))
        self.judge(f"{target} {str(body)[:100]}", reply, (400, 409, 413, 429), may_read=True)

    async def send_malformed_parameters(self) -> None:
        chance = self.chance
        hostile = [one for one in TEXTS if one != "evening"] + [
            "nan",
            "inf",
            "-0.5",
            "1e400",
            "0x1",
            "M",
            "M0",
            "A" * 2000,
            "٣٣",
            "%",
            "%zz",
            "%ff",
            "%00",
        ]
        text = "".join(f"%{byte:02x}" for byte in chance.choice(hostile)[:1500].encode("utf-8", "replace"))
        if chance.random() < 0.2:
            text = chance.choice(["%", "%zz", "%ff%fe", "%00", "%ed%a0%80"])
        target = chance.choice(
            [
                f"/api/games/{text}", f"/api/games/{self.game}/view?name={text}", f"/api/events?game={text}",
                f"/api/games/{self.game}/feature?at={text}&x=0.5&y=0.5",
                f"/api/games/{self.game}/feature?at=M14&x={text}&y=2",
                f"/api/games/{self.game}/spots?ply={text}&at=M14&rotation=0",
                f"/api/games/{self.game}/spots?ply=1&at={text}&rotation={text}",
                f"/api/games/{self.game}/view?name=owners&theme={text}", f"/pictures/{text}.webp",
                f"/pictures/{'0' * 32}.webp?game={text}", f"/api/{text}", f"/x{text}", f"/static/{text}",
            ]
        )  # fmt: skip
        reply = await self.ask(target, "Ann", **{"Accept-Language": chance.choice(TEXTS)[:200].replace("\n", "")})
        self.judge(target[:200], reply, (400, 404, 409, 414, 429), may_read=True)

    async def leave_folder(self) -> None:
        chance = self.chance
        up = chance.choice(
            ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "..;/", "%252e%252e%252f"]
        )
        file = chance.choice(
            [".env", "bot.py", "whole.db", "etc/passwd", "pyproject.toml", "web/app.py", "__init__.py"]
        )
        base = chance.choice(
            ["/static/", "/pictures/", "/shared/", "/", "//", "/api/", "/static/%00", "/metrics/", "/health/"]
        )
        if chance.random() < 0.1:
            base = chance.choice(["http://evil.example/static/", "file:///", "/metrics", "/static/?/"])
        target = base + up * chance.randrange(8) + file
        self.judge(target, await self.ask(target, chance.choice(["Ann", None])), (400, 404, 429))

    async def play_old_ply(self) -> None:
        turn = self.legal_turn()
        turn["ply"] -= self.chance.randrange(1, turn["ply"] + 1)
        target = f"/api/games/{self.game}/{self.chance.choice(_PLAYING)}"
        reply = await self.post(target, turn | {"answer": "wall -"}, self.chance.choice(["Ann", "Bob"]))
        self.judge(f"{target} at ply {turn['ply']}", reply, (400, 409, 429), may_read=True)

    async def play_for_others(self) -> None:
        """Whoever is not to move tries, also those who only watch."""
        name = self.chance.choice(["Eve", "Ann" if self.mover == "Bob" else "Bob"])
        body = self.legal_turn() | {
            "answer": "wall -",
            "seat": 0,
            "person": self.server.people["Ann"].id,
            "user": "Ann",
        }
        target = f"/api/games/{self.game}/{self.chance.choice(_PLAYING)}"
        self.judge(f"{name} at {target}", await self.post(target, body, name), (400, 404, 409, 429), may_read=True)

    async def use_other_method(self) -> None:
        method = self.chance.choice(
            ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "POST", "GET", "BREW", "get"]
        )
        target = self.chance.choice(
            [
                f"/api/games/{self.game}",
                f"/api/games/{self.game}/turn",
                "/api/session",
                "/api/games",
                "/",
                "/static/x.js",
            ]
        )
        if (method, target) in {("GET", "/"), ("GET", "/api/games"), ("GET", f"/api/games/{self.game}"),
                                ("POST", "/api/session"), ("POST", f"/api/games/{self.game}/turn")}:  # fmt: skip
            method = "PUT"
        others = {"Access-Control-Request-Method": "POST", "X-HTTP-Method-Override": "POST"}
        headers = self.headers("Ann", **others) | JSON
        reply = await send(self.port, request(method, target, headers, json.dumps(self.legal_turn()).encode()))
        self.judge(f"{method} {target}", reply, (0, 400, 404, 405, 429))

    async def send_garbage(self) -> None:
        chance, good = self.chance, request("GET", "/api/games", self.headers("Ann"))
        sent: bytes = chance.choice(
            [
                chance.randbytes(chance.choice([1, 60, 5000])) + b"\r\n\r\n",
                b"\x16\x03\x01\x02\x00" + chance.randbytes(500),
                good.replace(b"HTTP/1.1", chance.choice([b"HTTP/9.9", b"HTTP", b""])),
                good.replace(b"\r\n\r\n", b"\r\nX: " + b"y" * 100_000 + b"\r\n\r\n"),
                good.replace(b"\r\n\r\n", b"".join(b"\r\nX%d: y" % one for one in range(5000)) + b"\r\n\r\n"),
                good.replace(
                    b"\r\n\r\n", b"\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / "
                ),
                good.replace(b"\r\n\r\n", b"\r\nContent-Length: -5\r\n\r\n"),
                good.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef"),
                good.replace(b"Host: ", b"Host : "),
                good.replace(b"\r\n\r\n", b"\r\nX\x00y: z\r\n\r\n"),
                good.replace(b"\r\n\r\n", b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n" + b"\xff" * 50),
                b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
                b"\r\n" * 1000,
            ]
        )
        with suppress(TimeoutError):  # a server may wait for the rest; be_slow looks for how long
            reply = await send(self.port, sent, patience=3)
            self.judge(f"bytes {sent[:60]!r}", reply, (0, 200, 400, 401, 405, 414, 429, 431, 505), may_read=True)

    # Many connections

    async def be_slow(self, amount: int) -> None:
        """Send nothing, half a request, or a body byte by byte, and read nothing. Others are served meanwhile."""
        begun = self.headers("Ann") | JSON | {"Content-Length": "100"}
        sent = (
            b"", b"GET /api/ga", request("POST", f"/api/games/{self.game}/turn", begun) + b"{",
            request("GET", f"/api/games/{self.game}/history", self.headers("Ann")),
            request("GET", f"/api/games/{self.game}", self.headers("Ann")) * 20,
        )  # fmt: skip
        opened = [await asyncio.open_connection(HOST, self.port, limit=1) for _ in range(amount)]
        try:
            for number, (_, writer) in enumerate(opened):
                writer.write(sent[number % len(sent)])
            async with asyncio.timeout(PATIENCE):
                await self.play_honestly()
            self.counts.did("slow readers", amount)
        except TimeoutError:
            self.counts.went_wrong("wrong answers of pages", "slow readers hold up the others")
        finally:
            await _hang_up(opened)

    async def open_many_streams(self, amount: int) -> None:
        """Open more streams of events than a page needs. Others hear of changes meanwhile."""
        sent = request("GET", f"/api/events?game={self.game}", self.headers("Ann"))
        opened = [await asyncio.open_connection(HOST, self.port) for _ in range(amount)]
        heard = await asyncio.open_connection(HOST, self.port)
        try:
            for _, writer in opened:
                writer.write(sent)
            starts = await asyncio.gather(*(reader.readuntil(b"\r\n") for reader, _ in opened))
            taken = sum(b" 200 " in one for one in starts)
            self.counts.check(
                0 < taken <= MOST_STREAMS, "wrong answers of pages", f"{taken} streams of {amount} are open"
            )
            heard[1].write(request("GET", f"/api/events?game={self.honest}", self.headers("Eve")))
            await heard[0].readuntil(b"\n\n")
            await self.play_honestly()
            async with asyncio.timeout(PATIENCE):
                await heard[0].readuntil(b"event: game")
            self.counts.did("streams of events", amount)
        except (TimeoutError, asyncio.IncompleteReadError) as error:
            self.counts.went_wrong("wrong answers of pages", f"streams hold up the others: {error!r}")
        finally:
            await _hang_up([*opened, heard])


async def _hang_up(opened: Sequence[tuple[asyncio.StreamReader, asyncio.StreamWriter]]) -> None:
    for _, writer in opened:
        writer.transport.abort()
    await asyncio.sleep(0)


def memory(process: int) -> float:
    """Return the megabytes that a process has in memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    [line] = [one for one in lines if one.startswith("VmRSS")]
    return int(line.split()[1]) / 1024
