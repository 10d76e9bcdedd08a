"""The server of the chat room, tested without a browser."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
import simcord
import yarl

from sandbox import missing_packages
from sandbox.room import HOST, SETTLE_SECONDS, PortTakenError, run
from sandbox.timers import keep_timers_running
from sandbox.world import MANAGER, PEOPLE
from tests.fixtures.databases import locked, url
from tests.loopback.process import running
from tests.loopback.small_bot import SmallBot
from tests.loopback.world import BOT_PERMISSIONS

GREETING = "Welcome!"


class Room:
    """A running room: its bot, and what its page shows."""

    def __init__(self, bot: SmallBot, address: str, browser: aiohttp.ClientSession) -> None:
        self.bot = bot
        self._address = yarl.URL(address)
        self._browser = browser
        self._page: dict[str, Any] = {}
        self._said = 0

    async def page(self) -> dict[str, Any]:
        """The current page. The first call opens it."""
        headers = {"X-Simcord-Capability": self._address.fragment}
        if not self._page:
            request = self._browser.post(self._address.with_path("/api/pages"), headers=headers, json={})
        else:
            headers["X-Simcord-Context"] = self._page["context"]["id"]
            request = self._browser.get(self._address.with_path("/api/state"), headers=headers)
        async with request as response:
            self._page = await response.json()
        return self._page

    async def shows(self, words: str) -> None:
        """Wait until the page has a message with these words."""
        for _ in range(3000):
            if words in str((await self.page())["messages"]):
                return
            await asyncio.sleep(0.02)
        pytest.fail(f"the page does not show {words!r}")

    def look_back(self, page: dict[str, Any]) -> None:
        """Show the browser an earlier version of the page."""
        self._page = page

    async def say(self, words: str) -> dict[str, Any]:
        """Send a message from the page in its last version; return the room's answer."""
        page = self._page
        self._said += 1
        body = {
            "protocol_version": 3,
            "sequence": self._said,
            "request_id": f"said {self._said}",
            "generation": page["context"]["generation"],
            "bot_generation": page["botGeneration"],
            "published_revision": page["publishedRevision"],
            "kind": "send_message",
            "target_id": None,
            "content": words,
            "reply_to_id": None,
        }
        headers = {"X-Simcord-Capability": self._address.fragment, "X-Simcord-Context": page["context"]["id"]}
        async with self._browser.post(self._address.with_path("/api/action"), headers=headers, json=body) as response:
            answer: dict[str, Any] = await response.json()
            return answer


@contextlib.asynccontextmanager
async def room(bot: SmallBot | None = None) -> AsyncIterator[Room]:
    bot = bot or SmallBot()
    opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(
        run(bot, port=0, greeting=GREETING, bot_permissions=BOT_PERMISSIONS, on_open=opened.set_result)
    )
    async with aiohttp.ClientSession() as browser:
        yield Room(bot, await opened, browser)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert bot.is_closed()


async def test_ids_are_the_same_at_every_start() -> None:
    async with room() as first:
        before = await first.page()
    async with room() as second:
        after = await second.page()

    assert before["channelId"] == after["channelId"]
    assert [one["id"] for one in before["viewers"]] == [one["id"] for one in after["viewers"]]
    assert set(before["messages"]).isdisjoint(after["messages"])


async def test_everybody_is_there_and_one_is_the_manager() -> None:
    async with room() as running_room:
        viewers = (await running_room.page())["viewers"]
        [guild] = running_room.bot.guilds
        people = [viewer for viewer in viewers if viewer["id"].isdigit()]
        members = [await guild.fetch_member(int(person["id"])) for person in people]

    assert {member.name: member.display_name for member in members} == PEOPLE
    assert [member.name for member in members if member.guild_permissions.manage_guild] == [MANAGER]
    assert [viewer["name"] for viewer in viewers[len(people) :]] == ["Ann: direct messages (0)"]


async def test_the_bot_has_the_permissions_of_its_invitation() -> None:
    async with room() as running_room:
        [guild] = running_room.bot.guilds
        assert guild.me.guild_permissions.is_superset(BOT_PERMISSIONS)
        assert not guild.me.guild_permissions.ban_members


async def test_what_the_bot_says_of_its_own_accord_is_published() -> None:
    async with room() as running_room:
        page = await running_room.page()
        channel = running_room.bot.get_partial_messageable(int(page["channelId"]))
        await channel.send("a new turn")
        await running_room.shows("a new turn")


async def test_who_has_not_seen_the_latest_news_may_act() -> None:
    """The page asks for news twice a second. What people send before they see the latest message is not lost."""
    async with room() as running_room:
        seen = await running_room.page()
        channel = running_room.bot.get_partial_messageable(int(seen["channelId"]))
        await channel.send("a new turn")
        await running_room.shows("a new turn")
        running_room.look_back(seen)
        answer = await running_room.say("my move")
        await running_room.shows("my move")

    assert (answer["rejected"], answer["settlement"]) == (False, "settled")


@pytest.mark.parametrize("kind", ["timer", "pause"])
async def test_who_acts_does_not_wait_for_what_is_due_later(kind: str) -> None:
    """A player resigns while another one's time to undo runs, or while a computer pauses before its turn."""
    bot, is_over, pauses = SmallBot(), asyncio.Event(), set[asyncio.Task[None]]()

    async def wait_for_end() -> None:
        await asyncio.sleep(SETTLE_SECONDS - 5)
        is_over.set()

    async def begin_to_wait(_: discord.Message) -> None:
        if kind == "timer":
            asyncio.get_running_loop().call_later(SETTLE_SECONDS - 5, is_over.set)
        else:
            pauses.add(asyncio.create_task(wait_for_end()))

    bot.add_listener(begin_to_wait, "on_message")
    async with room(bot) as running_room:
        await running_room.page()
        answer = await running_room.say("I resign")
        assert not is_over.is_set()

    assert (answer["rejected"], answer["settlement"]) == (False, "settled")


async def test_who_acts_does_not_wait_for_what_was_waited_for_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review takes minutes, one position after the other. Meanwhile a form that somebody asks for must open."""
    monkeypatch.setattr("sandbox.room.SETTLE_SECONDS", 0.5)
    bot, tasks, asked = SmallBot(), set[asyncio.Task[None]](), asyncio.Queue[asyncio.Event]()

    async def work() -> None:
        """Be the process that computes the positions."""
        while True:
            done = await asked.get()
            await asyncio.sleep(0.2)
            done.set()

    async def review() -> None:
        while True:
            done = asyncio.Event()
            asked.put_nowait(done)
            await asyncio.create_task(done.wait())

    async def begin(_: discord.Message) -> None:
        if len(tasks) == 1:
            tasks.add(asyncio.create_task(review()))

    tasks.add(asyncio.create_task(work()))
    bot.add_listener(begin, "on_message")
    async with room(bot) as running_room:
        await running_room.page()
        assert (await running_room.say("review this"))["settlement"] != "settled"
        await running_room.shows("review this")
        answer = await running_room.say("my settings")
    for task in tasks:
        task.cancel()

    assert (answer["rejected"], answer["settlement"]) == (False, "settled")


async def test_the_time_is_the_time_of_day() -> None:
    async with room() as running_room:
        [greeting] = (await running_room.page())["messages"].values()

    age = datetime.now(UTC) - datetime.fromisoformat(greeting["timestamp"])
    assert timedelta(0) <= age < timedelta(seconds=10)


async def test_the_greeting_stands_above_what_the_bot_shows_at_its_start() -> None:
    bot = SmallBot()

    async def show_a_turn() -> None:
        await bot.guilds[0].text_channels[0].send("a turn")

    bot.add_listener(show_a_turn, "on_ready")
    async with room(bot) as running_room:
        await running_room.shows("a turn")
        messages = (await running_room.page())["messages"].values()
    assert [one["content"] for one in sorted(messages, key=lambda one: int(one["id"]))] == [GREETING, "a turn"]


async def test_timers_go_on_though_one_takes_longer_than_simcord_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    async def time_out() -> None:
        raise TimeoutError

    monkeypatch.setattr("sandbox.timers._PAUSE", 0)
    env = simcord.Env(SmallBot(), shard_count=1)
    env._real_advance_task = asyncio.create_task(time_out())
    healing = asyncio.create_task(keep_timers_running(env))
    for _ in range(10):
        await asyncio.sleep(0)
    healing.cancel()
    assert env._real_advance_task is None


async def test_a_taken_port_is_reported_before_the_bot_starts() -> None:
    with socket.create_server((HOST, 0)) as other:
        port = other.getsockname()[1]
        bot = SmallBot()
        with pytest.raises(PortTakenError) as taken:
            await run(bot, port=port, greeting="", bot_permissions=BOT_PERMISSIONS, on_open=print)
        assert taken.value.port == port
        assert not bot.is_ready()


async def test_the_room_opens_without_a_warning_and_a_signal_ends_it_quietly(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'room.db'}"
    async with running(
        "bot.py", environment={"DISCORD_TOKEN": "", "SANDBOX_PORT": "0", "DATABASE_URL": database}
    ) as program:
        await program.line(f"http://{HOST}:")
        assert await program.stop(signal.SIGTERM) == 0
        assert "WARNING" not in program.output
        assert "Traceback" not in program.output


async def test_a_signal_ends_the_room_while_it_waits_for_its_database(tmp_path: Path) -> None:
    file = tmp_path / "room.db"
    with locked(file):
        async with running(
            "bot.py", environment={"DISCORD_TOKEN": "", "SANDBOX_PORT": "0", "DATABASE_URL": url(file)}
        ) as program:
            await program.line("Another program has locked")
            assert await program.stop(signal.SIGTERM) == 0
            assert "Traceback" not in program.output


def test_nothing_is_missing_here() -> None:
    assert missing_packages() == ()
