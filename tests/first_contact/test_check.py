"""``bot.py check``, run as a program against the loopback Discord."""

import errno
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import discord
import pytest

from cogs.delivery.channels import PIN_PERMISSIONS, THREAD_PERMISSIONS
from connection import ServedBot
from first_contact import program
from first_contact.report import REPORT_FILE
from tests.fixtures.cases import slow_but
from tests.fixtures.project_modules import ROOT
from tests.loopback import LoopbackDiscord
from tests.loopback.process import Process, running
from tests.loopback.server import TOKEN
from tests.whole.fork import seeded_bot
from tests.whole.program import BLANK_PICTURES


@pytest.fixture
async def server() -> AsyncIterator[LoopbackDiscord]:
    async with LoopbackDiscord() as server:
        server.rest.budget = {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "5",
            "X-RateLimit-Reset-After": "1.0",
            "X-RateLimit-Bucket": "bucket",
        }
        yield server


async def check(server: LoopbackDiscord, folder: Path, channel: int | None = None) -> str:
    """Run the check while the host is away; return the report. It starts quickly, and its pictures are blank."""
    arguments = ("check", "--channel", str(channel or server.channel), "--patience", "0.01")
    async with seeded_bot({**server.environment, **BLANK_PICTURES}, *arguments, folder=folder) as program:
        await program.wait()
    return report_of(server, program, folder)


def report_of(server: LoopbackDiscord, program: Process, folder: Path) -> str:
    """Return the report of a check that has ended."""
    assert "Traceback" not in program.output
    report = (folder / REPORT_FILE).read_text("utf-8")
    assert all(line in program.output for line in report.splitlines()[3:19])
    assert TOKEN not in program.output + report
    assert not re.search(r"\d{15}", report), "ids"
    assert not any(name in report for name in server.people), "names"
    return report


async def do_what_it_asks(server: LoopbackDiscord, program: Process) -> None:
    host = server.people["Ann"]
    await program.line("Press **Press me**")
    message = server.world.messages(server.channel)[0]
    await server.press(host, message, message.components[0]["components"][0]["custom_id"])
    await program.line("Type /start")
    await server.autocomplete(host, server.channel, "start", "options")


async def test_all_is_fine_and_nothing_is_left(server: LoopbackDiscord, tmp_path: Path) -> None:
    """The host does what the check asks for. This is the program as people start it, with pictures."""
    arguments = (str(ROOT / "bot.py"), "check", "--channel", str(server.channel), "--patience", "60")
    environment = {**server.environment, "PICTURE_WORKERS": "1", "COMPUTER_WORKERS": "0"}
    async with running(*arguments, environment=environment, folder=tmp_path) as program:
        await do_what_it_asks(server, program)
        await program.wait()
    report = report_of(server, program, tmp_path)
    assert "Answer your press: answered after 0." in report
    assert "Answer what you type: answered after 0." in report
    assert "left out" not in report
    assert "Discord said" not in report
    assert "POST /api/v10/channels/{id}/messages: 5 in 1.0 s" in report
    assert "Remove it all: all but the thread" in report
    assert not server.world.messages(server.channel)
    assert not server.world.messages(server.world.direct(server.people["Ann"]))


async def test_a_host_who_is_away(server: LoopbackDiscord, tmp_path: Path) -> None:
    """All the rest is tried, and nothing stays in the channel."""
    report = await check(server, tmp_path)
    assert "Answer your press: No answer came. There was no answer in time. Run the check again." in report
    assert not server.world.messages(server.channel)


async def test_permissions_that_are_missing_are_called_as_in_the_settings(
    server: LoopbackDiscord, tmp_path: Path
) -> None:
    needed_by_simcord = discord.Permissions(manage_messages=True)
    server.world.forbid_bot(server.channel, PIN_PERMISSIONS | THREAD_PERMISSIONS | needed_by_simcord)
    report = await check(server, tmp_path)
    assert "The bot lacks Create Public Threads and Pin Messages. Allow it that" in report
    assert "Pin it: Discord said 403 Missing Permissions (code 50013). Allow the bot Pin Messages, in the" in report
    assert "Open a thread and write there: Discord said 403" in report
    assert "Allow the bot Create Public Threads, in the channel's settings under Permissions." in report
    assert "Remove it all: nothing is left" in report


async def test_a_channel_that_the_bot_does_not_see(server: LoopbackDiscord, tmp_path: Path) -> None:
    server.world.forbid_bot(server.channel, discord.Permissions(view_channel=True))
    report = await check(server, tmp_path)
    assert "View Channel" in report
    assert "Look for it: left out. It needs the message." in report


async def test_what_discord_does_not_delete_keeps_nothing_else_from_it(server: LoopbackDiscord, tmp_path: Path) -> None:
    """The reply stays, and the host is told of it; the message itself and the one in private are gone."""
    server.fail(
        "DELETE", "/channels/*/messages/*", status=403, code=50013, times=4
    )  # first unpinning, and two lines of Discord's
    report = await check(server, tmp_path)
    assert "Remove it all: Discord didn't delete 1 message. Delete what says" in report
    assert all("This is a check" not in one.content for one in server.world.messages(server.channel))
    assert not server.world.messages(server.world.direct(server.people["Ann"]))


async def test_a_channel_that_is_none(server: LoopbackDiscord, tmp_path: Path) -> None:
    report = await check(server, tmp_path, channel=123456789012345678)
    assert "Find the channel: Discord said 404 Unknown Channel (code 10003). Discord knows no such channel." in report


MESSAGES = "/channels/*/messages"
MESSAGE = "/channels/*/messages/*"
THREADS = "/channels/*/messages/*/threads"
DIRECT = "/users/@me/channels"
REFUSALS = (
    (
        ("PUT", "/applications/*/commands", 400, 30034, "Register the commands", "Try again tomorrow"),
        ("GET", "/applications/*/commands", 403, 50001, "Read the commands back", "Invite the bot again"),
        ("GET", "/guilds/*/members/*", 404, 10007, "Find you", "Join the server"),
        ("GET", MESSAGES, 403, 50013, "Look for it", "Allow the bot Read Message History"),
        ("PATCH", MESSAGE, 404, 10008, "Edit it", "Somebody has deleted it"),
        ("PUT", "/channels/*/messages/pins/*", 400, 30003, "Pin it", "Unpin one"),
        ("POST", THREADS, 400, 160006, "Open a thread", "Archive one"),
    ),
    (
        ("PATCH", MESSAGE, 400, 30046, "Edit it", "in an hour"),
        ("POST", THREADS, 400, 50024, "Open a thread", "Choose a text channel"),
        ("POST", DIRECT, 403, 40003, "Write to you directly", "in an hour"),
    ),
    (
        ("PATCH", MESSAGE, 400, 50035, "Edit it", "Attach the report to an issue"),
        ("POST", DIRECT, 403, 20026, "Write to you directly", "flagged"),
    ),
    (("POST", MESSAGES, 403, 50013, "Post a message", "Allow the bot"),),
    (("POST", MESSAGES, 413, 40005, "Post a message", "too large"),),
    (("POST", MESSAGES, 400, 20028, "Post a message", "too fast"),),
)
"""By run: the request that is refused, status and code, the step, and what the host is told to do."""


@pytest.mark.parametrize("refused", slow_but(3, ((one,) for one in REFUSALS)))
async def test_each_step_refused(
    server: LoopbackDiscord, tmp_path: Path, refused: tuple[tuple[str, str, int, int, str, str], ...]
) -> None:
    """One sentence says what Discord said, one what to do; the other steps go on, and all is removed."""
    for method, path, status, code, _, _ in refused:
        server.fail(method, path, status=status, code=code)
    report = (await check(server, tmp_path)).splitlines()
    for *_, step, words in refused:
        (line,) = [line for line in report if line.startswith(step)]
        assert words in line
    assert any(line.startswith("Answer what you type: ") for line in report)
    assert not server.world.messages(server.channel)


def test_a_report_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the folder of the systemd unit, which only root may write. All was tried, and then came lines of Python."""

    class Tried:
        results, budgets = (), dict[str, object]()

        def __init__(self, *_: object, **__: object) -> None: ...

        async def run(self, _: str) -> None: ...

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), REPORT_FILE)

    monkeypatch.setattr(program, "Check", Tried)
    monkeypatch.setattr(program, "write_report", refuse)
    monkeypatch.delenv("DISCORD_API_BASE", raising=False)
    said = program.run(lambda _: cast("ServedBot", None), TOKEN, channel=1, patience=0)
    assert (
        said == f"The report {REPORT_FILE} can't be written here: Permission denied. Start the check in another folder."
    )
