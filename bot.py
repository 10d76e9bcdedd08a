"""The bot and its command line: ``python bot.py``.

With DISCORD_TOKEN set it connects to Discord; without, it opens a chat room in the browser and plays there.
"""

import gc

if __name__ == "__main__":
    gc.disable()  # until main: what imports make stays, so to search it for garbage took a tenth of the start

import argparse
import asyncio
import contextlib
import importlib
import logging
import os
import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands
from pythonjsonlogger.json import JsonFormatter

import compiled
import sandbox
from cogs.delivery.budgets import DISCORD_LIMITS, DiscordLimits, EditBudget
from cogs.delivery.channels import INVITE_PERMISSIONS, Channels, PrivateChannels
from cogs.delivery.jobs import PAUSES, Jobs, Pauses
from cogs.delivery.outbox import REFRESH_PAUSE, Outbox
from cogs.delivery.poster import Poster
from cogs.delivery.timer import Timer
from cogs.interaction.client import PageServer
from cogs.interaction.command_tree import CommandTree
from cogs.interaction.log_filters import GameFields, LibraryLogFilter
from cogs.interaction.router import route_use
from cogs.interaction.startup import Startup
from cogs.interaction.suggestions import Suggestions
from cogs.interaction.thinking import Thinking, process_thinkers
from cogs.interaction.turn_answers import Confirmations, OpenChoices
from connection import ServedBot, SessionStarts, connect, note_reason, open_when_possible, waiting_health
from environment import (
    SettingError,
    command_line,
    metrics_port_problem,
    read_backup_plan,
    read_page_server,
    read_port,
    read_sandbox_database,
    read_sandbox_pages,
    read_sandbox_port,
    read_settings_file,
    read_shards,
    read_workers,
)
from host.errors import HostError, StorageError
from host.host import Host
from host.model.rate_limits import RateLimits
from host.model.shards import ALL_SHARDS, ShardGroup
from host.services.backups import Backups
from host.storage.engine.database_url import check_address
from sandbox import endpoint
from screens.pictures import Pictures, drawing_processes
from screens.text.host_errors import host_error_text
from screens.text.markup import set_command_ids

log = logging.getLogger("bot")

SWITCH_INTERVAL: Final = 0.0001
"""Seconds that the event loop waits for a thread that draws. With the default, people notice that ten games go on."""

GARBAGE_THRESHOLDS: Final = (10_000, 10, 10)
"""How many more objects than before make Python search the youngest for garbage, and how many searches of one age lead
to one of the next. With Python's own figures a fifth of the time went into it, and people waited up to 190 ms."""

FINISHING_SECONDS: Final = 3.0
"""How long the bot may take to finish what has begun, when it is told to stop."""
LOCKED_SECONDS: Final = 0.5
"""How long commands may still begin to wait then for a program that has locked the database. Each waits two seconds."""
CLOSING_SECONDS: Final = 1.0
"""How long the connections may take to close after that."""
HANDLER_NAMES: Final = ("CommandTree-invoker", "discord.py: on_")
"""How the names begin that discord.py gives to the tasks of commands and listeners."""

GREETING = """\
Welcome! This chat room is on your own computer. At "Viewing as" you choose which of six people you are.
Press the buttons, or type a command like `/join`: pick it from the list, then send it with the arrow at the right. \
`/help` tells you more."""

EXTENSIONS: Final = (
    "cogs.lobby",
    "cogs.tournaments",
    "cogs.private_games",
    "cogs.play",
    "cogs.hints",
    "cogs.typed_turns",
    "cogs.board",
    "cogs.games",
    "cogs.stats",
    "cogs.settings",
    "cogs.help",
    "cogs.welcome",
    "cogs.computers",
    "cogs.decisions",
    "cogs.admin",
    "cogs.privacy",
    "cogs.recovery",
    "cogs.deadlines",
    "cogs.digests",
    "cogs.derivations",
    "cogs.puzzles",
    "cogs.reviews",
    "cogs.metrics",
    "cogs.web",
)

COMPUTER_PAUSE: Final = 3.0
"""Seconds that a computer takes for a turn at least, so that people can follow."""
SANDBOX_COMPUTER_PAUSE: Final = 1.0


class Bot(ServedBot):
    """The bot, not yet connected. All its parts are built and wired in ``setup_hook``, in order, when it logs in.

    If ``keeps_messages`` is false, the messages of an earlier run are gone, and running games are shown again.
    ``refresh_pause`` is the time, in seconds, from a change in a game to the edits of its messages that show it.
    ``computer_pause`` is how many seconds a computer takes for a turn at least. ``shards`` are those that this process
    serves; None for as many as Discord recommends, all of them here. ``open_host`` adds to the ``reasons`` what it
    waits for.
    """

    def __init__(
        self,
        open_host: Callable[[], Awaitable[Host]],
        *,
        keeps_messages: bool = True,
        refresh_pause: float = REFRESH_PAUSE,
        discord_limits: DiscordLimits = DISCORD_LIMITS,
        retry_pauses: Pauses = PAUSES,
        pictures: Pictures | None = None,
        thinker: Thinking | None = None,
        computer_pause: float = COMPUTER_PAUSE,
        backups: Backups | None = None,
        metrics_port: int | None = None,
        page_server: PageServer | None = None,
        shards: ShardGroup | None = None,
        reasons: Sequence[str] = (),
    ) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.messages = True
        super().__init__(
            commands.when_mentioned,
            tree_cls=CommandTree,
            intents=intents,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        )
        if shards:
            self.shard_ids, self.shard_count = list(shards.numbers), shards.total
        self.displaced = asyncio.Event()
        self.session_starts = SessionStarts()
        self.languages = {}
        self.metrics_port = metrics_port
        self.page_server = page_server
        self.page_url = page_server.url if page_server else None
        self.pictures = pictures or Pictures()
        self.thinker = thinker or Thinking()
        self.computer_pause = computer_pause
        self._open_host = open_host
        self._keeps_messages = keeps_messages
        self._refresh_pause = refresh_pause
        self._discord_limits = discord_limits
        self._retry_pauses = retry_pauses
        self._backups = backups
        self._reasons = reasons
        self._resources = contextlib.AsyncExitStack()

    async def setup_hook(self) -> None:
        """Open the host, load the commands and register them.

        It first loads all that takes time: the host may have to wait for another process that serves the shards.
        """
        self._resources.push_async_callback(self.pictures.close)
        self._resources.push_async_callback(self.thinker.close)
        for extension in EXTENSIONS:
            importlib.import_module(extension)
        problems: list[str] = []
        async with waiting_health(self.metrics_port, problems, self._reasons):
            self.host = await open_when_possible(self._open_host, problems)
        self._resources.push_async_callback(self.host.close)
        self.host.lost.add(self.displaced.set)
        log.info("Serving %s", "all servers" if self.shard_ids is None else f"shards {self.host.shards}")
        if self._backups:
            self._resources.push_async_callback(cancelled, asyncio.create_task(self._backups.run()))
        if not self._keeps_messages:
            await self.host.message_log.forget_messages()
            await self.host.people.forget_dm_channels()
            if not self.host.tables.has_live:  # a welcome would come below the tables that are shown again
                await self.host.welcomes.forget_all()
        private_channels = await PrivateChannels.load(self, self.host, self._discord_limits)
        self.channels, edits = Channels(self, self.host.shards), EditBudget(self._discord_limits)
        self.poster = Poster(self.host, self.channels, private_channels, edits, self.languages)
        self.jobs = Jobs(self._retry_pauses)
        self._resources.push_async_callback(self.jobs.close)
        self.timer = Timer(self.host, self.jobs)
        self.outbox = Outbox(self, refresh_pause=self._refresh_pause)
        self.startup = Startup()
        self.confirmations = Confirmations(self.jobs)
        self.outbox.played.add(self.confirmations.note_played)
        self.open_choices = OpenChoices(self.jobs)
        self.outbox.played.add(self.open_choices.note_played)
        self.limits = RateLimits()
        self.suggestions = Suggestions()
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        self.add_listener(route_use, "on_interaction")
        await self._set_up_commands()
        await self.pictures.start()  # last: the processes load beside what comes next, not beside what came before

    async def _set_up_commands(self) -> None:
        """Register the commands, or learn their ids if another process does that. It may not have done it yet."""
        assert isinstance(self.tree, CommandTree)  # noqa: S101 (the type checker learns it)
        if self.host.shards.has_private:
            set_command_ids(await self.tree.register())
            return
        set_command_ids(await self.tree.read_ids())
        self._resources.push_async_callback(cancelled, asyncio.create_task(self.tree.learn_missing()))

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell listeners of an event, but not of what is asked while somebody types: the command tree answers that."""
        if event_name == "interaction" and args[0].type is discord.InteractionType.autocomplete:
            return
        super().dispatch(event_name, *args, **kwargs)

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore text commands: the bot has none."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord lets a session of a shard begin."""
        await self.session_starts.wait(shard_id or 0)

    async def close(self) -> None:
        """Finish what has begun, disconnect, then close what was opened, the database last.

        This takes five seconds at most. When the database is closed, a standby takes over. A bot that has lost its
        shards has nothing to finish: another process does that.
        """
        if hasattr(self, "host"):
            hurrying = asyncio.create_task(self._hurry())
            self._resources.push_async_callback(cancelled, hurrying)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISHING_SECONDS):
                await self._finish()
        if hasattr(self, "jobs"):
            await self.jobs.close()  # what is left must not go on without a connection
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await super().close()
        await self._resources.aclose()

    async def _hurry(self) -> None:
        """After a moment, let no command wait any more for a program that has locked the database."""
        await asyncio.sleep(LOCKED_SECONDS)
        await self.host.stop_waiting()

    async def _finish(self) -> None:
        """Take no more commands, nor turns of pages and computers. Wait until what has begun is done, and sent."""
        ending = [*map(self.remove_cog, ("WebSite", "ComputerTurns")), *(s.disconnect() for s in self.shards.values())]
        await asyncio.wait([asyncio.create_task(one) for one in ending], timeout=CLOSING_SECONDS)
        if handlers := running_handlers():
            try:
                await asyncio.wait(handlers, timeout=0 if self.displaced.is_set() else None)
            finally:
                for handler in handlers:
                    handler.cancel()
        if hasattr(self, "jobs") and not self.displaced.is_set():
            await self.jobs.finish()


def running_handlers() -> set[asyncio.Task[Any]]:
    """Return the tasks in which discord.py runs commands, buttons, forms and listeners."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    return {task for task in others if task.get_name().startswith(HANDLER_NAMES)}


async def cancelled(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait until it has ended."""
    task.cancel()
    await asyncio.wait([task])


def build_bot(
    database: str,
    *,
    keeps_messages: bool = True,
    refresh_pause: float = REFRESH_PAUSE,
    computer_pause: float = COMPUTER_PAUSE,
    page_server: PageServer | None = None,
    shards: ShardGroup | None = None,
) -> Bot:
    """Return a bot on a database, its URL as in SQLAlchemy, with real time and real dice. See ``Bot``.

    Raise SettingError for what the environment says of backups, metrics and pages, and what ``check_address`` raises.
    """
    check_address(database, shards or ALL_SHARDS)
    reasons = list[str]()
    open_host = partial(
        Host.open,
        database,
        now=discord.utils.utcnow,
        seed=partial(secrets.token_bytes, 32),
        random_below=secrets.randbelow,
        new_token=lambda: os.urandom(16).hex(),
        new_secret=lambda: os.urandom(32).hex(),
        shards=shards or ALL_SHARDS,
        waits=True,
        tell=partial(note_reason, reasons),
    )
    plan = read_backup_plan(os.environ)
    return Bot(
        open_host,
        keeps_messages=keeps_messages,
        refresh_pause=refresh_pause,
        pictures=Pictures(workers=drawing_processes(read_workers(os.environ, "PICTURE_WORKERS"))),
        thinker=Thinking(process_thinkers(read_workers(os.environ, "COMPUTER_WORKERS"))),
        computer_pause=computer_pause,
        backups=Backups(database, plan, discord.utils.utcnow) if plan else None,
        metrics_port=read_port(os.environ, "METRICS_PORT"),
        page_server=page_server or read_page_server(os.environ),
        shards=shards,
        reasons=reasons,
    )


async def play_in_sandbox(bot: Bot, port: int) -> str | None:
    """Run the bot in a chat room of this machine, shown in the browser; return what went wrong, if anything."""
    # discord.py warns of what the simulated Discord lacks, and of intents that a client lacks which SimCord tries out.
    logging.getLogger("discord").setLevel(logging.ERROR)
    from sandbox import room  # needs packages that a host with a token does not have

    show_address = partial(print, "The chat room is open:", flush=True)  # at once, even if the output is a pipe
    try:
        await room.run(bot, port=port, greeting=GREETING, bot_permissions=INVITE_PERMISSIONS, on_open=show_address)
    except room.PortTakenError:
        return f"Another program is using port {port}. Set SANDBOX_PORT to a free one."
    return None


def run(given: argparse.Namespace) -> str | None:
    """Run the bot as the command line and the environment say; return what went wrong, if anything."""
    token, database = os.environ.get("DISCORD_TOKEN"), os.environ.get("DATABASE_URL")
    if given.command == "check":
        from first_contact import program  # only who asks for it needs it

        return program.run(build_bot, token, given.channel, given.patience)
    shards = read_shards(os.environ, given.shards)
    if token:
        asyncio.run(connect(partial(build_bot, database or "sqlite:///carcassonne.db", shards=shards), token))
        return None
    if shards:
        return "--shards needs a DISCORD_TOKEN: the sandbox has no shards."
    if sandbox.missing_packages():
        needed = ".venv/bin/pip install -r requirements-sandbox.txt"
        return f"There's no DISCORD_TOKEN, and the sandbox needs more packages. Install them: {needed}"
    port = read_sandbox_port(os.environ)
    # The page waits for edits that the bot will make within seconds. Without a pause, nobody has to wait for them.
    bot = build_bot(
        read_sandbox_database(os.environ),
        keeps_messages=False,
        refresh_pause=0,
        computer_pause=SANDBOX_COMPUTER_PAUSE,
        page_server=read_sandbox_pages(os.environ, port),
    )
    bot.makes_puzzles_ahead = False  # the page waits for each step of the search
    return asyncio.run(play_in_sandbox(bot, port))


def set_up_logging(form: str) -> None:
    """Write the log as lines for people (``text``), or as JSON, one object a line; raise SettingError."""
    match form:
        case "text":
            discord.utils.setup_logging()
        case "json":
            names, handler = {"asctime": "time", "levelname": "level", "name": "logger"}, logging.StreamHandler()
            handler.addFilter(GameFields())
            formatter = JsonFormatter((*names, "message"), rename_fields=names)
            discord.utils.setup_logging(handler=handler, formatter=formatter)
        case _:
            raise SettingError("LOG_FORMAT", "text or json", form)
    for one in logging.getLogger().handlers:
        one.addFilter(LibraryLogFilter())


def main(arguments: Sequence[str] = ()) -> str | None:
    """Run the bot until it is stopped; return what went wrong, if anything. ``--help`` and wrong options end here."""
    given = command_line().parse_args(arguments)
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    gc.freeze()
    gc.enable()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot does not use voice channels
    try:
        read_settings_file()
        set_up_logging(os.environ.get("LOG_FORMAT") or "text")
        if compiled.is_built():
            log.info("The rules are compiled")
        return run(given)
    except SettingError as error:
        return str(error)
    except (asyncio.CancelledError, KeyboardInterrupt):
        log.info("Stopped")
        return None
    except StorageError as error:
        return f"{error.path}: {host_error_text(error)}"
    except HostError as error:
        return host_error_text(error)
    except commands.ExtensionFailed as error:
        return metrics_port_problem(os.environ, error)
    except endpoint.NotLoopbackError as error:
        return f"DISCORD_API_BASE must be a server on this machine, not {error.url}."
    except discord.LoginFailure:
        return "Discord doesn't know this DISCORD_TOKEN. Copy it again from your application's page, under Bot."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
