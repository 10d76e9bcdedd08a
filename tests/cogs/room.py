"""A channel with the bot and five people in it, on SimCord, with the real host on a file of its own."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import discord
import pytest
import simcord
from discord import app_commands

from bot import Bot
from carcassonne import (
    CarcassonneError,
    Deploy,
    DeployNobody,
    Move,
    PlaceTile,
    Recall,
    Replay,
    State,
    Turn,
    format_cell,
    format_deployment,
    format_turn,
    parse_record,
    parse_turn,
    replay,
)
from cogs.delivery.budgets import DISCORD_LIMITS, DiscordLimits
from cogs.delivery.jobs import PAUSES
from cogs.interaction.client import PageServer
from cogs.interaction.thinking import Thinking
from host.errors import HostError
from host.model.clock import TimeoutAction
from host.model.rate_limits import RateLimitError
from host.model.table import RunningTable, Venue, WaitingTable
from host.model.table_options import SeatOrder, TableOptions
from host.model.tournament_boards import TOURNAMENT
from screens.pictures import Pictures
from tests.discord_schema import request_problems
from tests.fixtures.databases import open_host
from tests.fixtures.positions import Policy, fast_forward, first_legal_turn
from tests.fixtures.scripted_thinker import ScriptedThinker
from tests.fixtures.simcord_patches import settle_quickly

NAMES = ("Ann", "Bob", "Chloé", "Dmitri", "Eve")

SETTLE_TIMEOUT = 30
"""Seconds that the bot has to finish its work after somebody did something. The bot waits less long for pictures, so a
busy machine makes a test slow but not red. Timers that end within this time have ended then; nobody waits for them."""

RARE_HEARTBEATS = timedelta(hours=6)
"""How often the bot stores that it runs, in tests where that doesn't matter. Otherwise, most of what a test does while
it lets days pass would be heartbeats.
"""

UNPACED = replace(DISCORD_LIMITS, old_edit_window=timedelta())
"""Without pauses between the edits of old messages, because time stands still in a test."""

RETRY_PAUSES = [pause for pause in PAUSES if pause > SETTLE_TIMEOUT]
"""Seconds until the bot tries again what failed: only pauses that end when a test lets time pass."""

COMPUTER_PAUSE = 60.0
"""Seconds that a computer takes for a turn at least, so that it moves only when a test lets time pass."""

ON_SIMCORD = pytest.mark.simcord(shard_count=1, check_errors=False, settle_timeout=SETTLE_TIMEOUT)
"""`check_errors` is off because refusals reach the command tree as errors. The room sorts them out itself."""

WITH_PICTURES = pytest.mark.pictures
"""A test that looks at pictures. In all others they are blank, because drawing would take a third of the time. Pictures
of every edition are drawn in `tests/render`, and by the whole program in `tests/whole`.
"""

Press: TypeAlias = Callable[..., Awaitable[list[simcord.InteractionResult]]]
"""Lets several people press in the same moment: ``press(room.ann.click(...), room.bob.click(...))``."""

_OF_FORM = ("timeout", "aids", "order", "thread", "rated")
"""The options of a table that only its forms have."""

_REFUSALS = (HostError, CarcassonneError, RateLimitError, app_commands.CheckFailure)


def build_bot(
    folder: Path,
    *,
    seed: int = 0,
    keeps_messages: bool = True,
    refresh_pause: float = 0,
    discord_limits: DiscordLimits = UNPACED,
    pictures: Pictures | None = None,
    thinker: Thinking | None = None,
    heartbeat_interval: timedelta = RARE_HEARTBEATS,
    first: int = 0,
    page_server: PageServer | None = None,
    now: Callable[[], datetime] | None = None,
) -> Bot:
    """A bot with known dice: who joined ``first``, counted from 0, starts every game, and a seed always gives the same
    tiles.
    """
    opened = partial(
        open_host,
        folder / "test.db",
        now=now or discord.utils.utcnow,
        seed=lambda: bytes([seed]) * 32,
        random_below=lambda _: first,
        heartbeat_interval=heartbeat_interval,
    )
    return Bot(
        opened,
        keeps_messages=keeps_messages,
        refresh_pause=refresh_pause,
        discord_limits=discord_limits,
        retry_pauses=RETRY_PAUSES,
        pictures=pictures,
        thinker=thinker or ScriptedThinker(),
        computer_pause=COMPUTER_PAUSE,
        page_server=page_server,
    )


class Room:
    def __init__(self, env: simcord.Env, folder: Path) -> None:
        settle_quickly(env)
        self.env = env
        self.folder = folder
        self._expected: tuple[type[BaseException], ...] = _REFUSALS
        self.guild = env.create_guild("G")
        env.backend.get_guild(self.guild.id).members[env.backend.bot_user.id].joined_at = "2025-01-01T00:00:00+00:00"
        self.channel = self.guild.create_text_channel("table-1")
        self.people = [self.guild.add_member(env.create_user(name.lower(), global_name=name)) for name in NAMES]
        self.ann, self.bob, self.chloe, self.dmitri, self.eve = self.people

    @property
    def bot(self) -> Bot:
        assert isinstance(self.env.bot, Bot)
        return self.env.bot

    def waiting(self, number: int = 1) -> WaitingTable:
        """A table that waits for players."""
        table = self.bot.host.tables.cached(number)
        assert isinstance(table, WaitingTable)
        return table

    def table(self, number: int = 1) -> RunningTable:
        """A table whose game runs."""
        table = self.bot.host.tables.cached(number)
        assert isinstance(table, RunningTable)
        return table

    def state(self, number: int = 1) -> State:
        return self.table(number).state

    def to_move(self, number: int = 1) -> simcord.MemberActor:
        seat = self.table(number).to_move
        assert seat is not None
        return next(one for one in self.people if seat.is_played_by(one.user.id))

    async def begin(self, players: int = 2, command: str = "start", **options: object) -> None:
        """Seat the first people and start their game. Turns cannot be taken back unless `takeback` is given."""
        given = {name: value for name, value in {"takeback": 0, **options}.items() if value is not None}
        for one in self.people[:players]:
            await one.slash(self.channel, "join")
        await self.choose(None, **{name: given.pop(name) for name in [*given] if name in _OF_FORM})
        await self.ann.slash(self.channel, command, **given)

    async def choose(self, number: int | None = None, **options: Any) -> None:
        """Let the host of a table, by default Ann's here, choose options as in its forms, without their messages."""
        if not options:
            return
        kinds: dict[str, Callable[[Any], Any]] = {"timeout": TimeoutAction, "order": SeatOrder}
        chosen = TableOptions(**{name: kinds.get(name, lambda one: one)(one) for name, one in options.items()})
        lobby, venue = self.bot.host.lobby, Venue(self.guild.id, self.channel.id)
        number = lobby.own_waiting_number(venue, self.ann.user.id) if number is None else number
        await lobby.choose_options(self.waiting(number).venue, self.waiting(number).organiser, number, chosen)

    async def play(self, text: str, number: int = 1) -> simcord.InteractionResult:
        """Let the player to move play a turn such as `M14 90 thief E` with `/place`."""
        turn = parse_turn(text)
        options: dict[str, object] = {"at": format_cell(turn.placement.position), "rotation": turn.placement.rotation}
        if turn.deployment is not None:
            options["follower"] = format_deployment(turn.deployment)
        return await self.to_move(number).slash(self.channel, "place", **options, game=f"#{number}")

    async def play_on(self, turns: int, number: int = 1) -> None:
        """Play a number of turns, or to the end, by command: always the first legal one, with a follower if it may."""
        for _ in range(turns):
            turn = self.state(number).turn
            await self.play(first_turn(self.state(number)), number)
            table = self.bot.host.tables.cached(number)
            if table is None:
                return
            assert self.state(number).turn == turn + 1

    async def fast_forward(
        self,
        turns: int | None = None,
        *,
        until: Callable[[State], bool] = lambda state: False,
        choose: Policy = first_legal_turn,
        number: int = 1,
    ) -> None:
        """Play this number of turns, or until a position, without messages.

        Afterwards the bot goes on as if these turns had been announced.
        """
        message = self.table(number).message
        table = await fast_forward(self.bot.host, number, choose, turns, until)
        clock = table.clock if isinstance(table, RunningTable) else None
        await self.bot.host.message_log.mark_announced(number, table.ply, message, clock)

    async def record(self, number: int = 1) -> Replay:
        """The result of replaying the file of `/log`."""
        shown = await self.ann.slash(self.channel, "log", game=f"#{number}")
        assert shown.response is not None
        [file] = shown.response.attachments
        assert file.filename == f"carcassonne-{number}.carc"
        return replay(parse_record((await file.read()).decode()))

    async def open_thread(self, name: str) -> simcord.ChannelHandle:
        """A thread of the channel."""
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        return self.channel.threads[-1]

    async def restart(
        self,
        *,
        keeps_messages: bool = True,
        refresh_pause: float = 0,
        discord_limits: DiscordLimits = UNPACED,
        first: int = 0,
    ) -> None:
        """Stop the bot and start another on the same file."""
        await self.bot.close()
        again = build_bot(
            self.folder,
            keeps_messages=keeps_messages,
            refresh_pause=refresh_pause,
            discord_limits=discord_limits,
            first=first,
            pictures=self.bot.pictures,
            thinker=self.bot.thinker,
        )
        await self.env.restart_bot(again)

    def messages(self) -> list[discord.Message]:
        """All messages in the channel, oldest first, without Discord's own notices."""
        return [message for message in self.channel.history() if not message.is_system()]

    def sent(self) -> list[dict[str, Any]]:
        """The messages that the bot sent to the channel, as it sent them."""
        path = f"/channels/{self.channel.id}/messages"
        return [one.json for one in self.env.http_requests if (one.method, one.path) == ("POST", path) and one.json]

    def unexpected_errors(self) -> list[BaseException]:
        """Errors of the bot that were neither refusals nor expected by the test."""
        return [error for error in map(_cause, self.env.errors) if not isinstance(error, self._expected)]

    def expect(self, kind: type[BaseException]) -> None:
        """Expect errors of this kind."""
        assert any(isinstance(_cause(error), kind) for error in self.env.errors)
        self._expected += (kind,)

    async def forgotten_tournaments(self) -> set[int]:
        """The tournaments where something is to be done that is not due now: nobody would do it before the round's time
        is over.
        """
        host, jobs = self.bot.host, self.bot.jobs
        running = {one.number for one in await host._storage.tournaments.in_rounds(host.shards)}
        undone = running & await host._storage.tournaments.undone() if running else running
        due = {*host.schedule.due_by(host.now(), TOURNAMENT)}
        return {one for one in undone - due if not jobs.has((TOURNAMENT, one))}

    def problems(self) -> list[str]:
        """What Discord would refuse among all that the bot has sent."""
        requests = self.env.http_requests
        return [problem for one in requests for problem in request_problems(one.method, one.path, one.json)]


def _cause(error: BaseException) -> BaseException:
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and error.__cause__ is not None:
        return error.__cause__
    return error


def first_turn(state: State) -> str:
    """The first legal turn in the engine's order, with a follower if one can be placed."""
    return written(first_legal_turn(state))


def written(turn: Sequence[Move]) -> str:
    """A turn in notation, as people type it."""
    place, deployment = turn
    assert isinstance(place, PlaceTile)
    assert isinstance(deployment, Deploy | DeployNobody | Recall)
    return format_turn(Turn(place, deployment))


def near_the_end(state: State) -> bool:
    """Whether the game ends within a few turns."""
    return state.tiles_left <= 4


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons. Private messages hold their components as plain dictionaries."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [button["label"] for row in rows for button in row["components"]]


async def words(result: Awaitable[simcord.InteractionResult]) -> str:
    """The text of the private answer to a command or a button. The bot may have deleted it since."""
    answered = await result
    assert answered.ephemeral
    return answered.response.content if answered.response else deleted_words(answered)


def deleted_words(answered: simcord.InteractionResult) -> str:
    """The last text of an answer that the bot has deleted."""
    env, suffix = answered._env, f"/{answered._interaction.token}"
    *_, last = [
        one.json for one in env.http_requests if one.method == "POST" and one.path.endswith(suffix) and one.json
    ]
    return str(last["content"])


def board_link(room: Room, text: str = "Board") -> str:
    """A link to the newest message with a board."""
    latest = [message for message in room.messages() if message.attachments][-1]
    return f"[{text}](https://discord.com/channels/{room.guild.id}/{room.channel.id}/{latest.id})"
