"""Messages to people who follow a game: its end, or each round.

What is due follows from what is stored, so nothing is lost at a stop: the next start sends it.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.jobs import LONGEST_MESSAGE_PAUSE
from cogs.delivery.poster import Post
from host.errors import HostError
from host.model.follows import Follow, is_due
from host.model.log_replay import QuarantinedGame
from host.model.table import RunningTable, SeatedTable, StartedTable
from screens.pictures import picture_name
from screens.screen import File, Screen, files
from screens.text.games import followed_text, unreadable_end_text
from screens.text.names import table_language

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Report:
    """What the watchers of a game are told."""

    table: SeatedTable
    state: str
    """A word for the state of the game, for the nonce."""
    turn: int | None
    """How many turns the game has had; None if it is over, so that nobody is told more."""
    is_due: Callable[[Follow], bool]
    content: Callable[[int], Awaitable[tuple[str, File | None]]]
    """Makes the text and the picture for a person; None where no position is known."""


def tell_watchers(bot: BotParts, number: int) -> None:
    """Send what is due to the watchers of a game, in the background, one after the other."""
    table = bot.host.tables.summary(number)
    if bot.host.follows.of_game(number) and (table is None or bot.host.is_home(table.venue)):
        venue = table.venue if table else None
        bot.jobs.ask(("watchers", number), partial(_send_due, bot, number), venue=venue, longest=LONGEST_MESSAGE_PAUSE)


def tell_all_watchers(bot: BotParts) -> None:
    """Send what is due to the watchers of all games, in the background."""
    for number in bot.host.follows.games:
        tell_watchers(bot, number)


async def _send_due(bot: BotParts, number: int) -> None:
    """Send what is due to each watcher. Raise the last of the errors because of which it has to be tried again."""
    report, failure = await _report(bot, number), None
    if report is None:
        return
    for follow in filter(report.is_due, bot.host.follows.of_game(number)):
        try:
            await _tell(bot, follow, report)
        except Exception as error:
            failure = error
    if failure:
        raise failure


async def _report(bot: BotParts, number: int) -> Report | None:
    """Return what the watchers of a game are told; None if its moves can't be read and it isn't over."""
    try:
        table = await bot.host.tables.load_started(number)
    except HostError as error:
        ended = bot.host.tables.find_quarantined(number)
        if ended and ended.is_over and bot.host.is_home(ended.table.venue):
            return Report(ended.table, "held", None, lambda _: True, partial(_unreadable_end, ended))
        log.info("game %d: its watchers are told nothing: %r", number, error)
        return None
    if not bot.host.is_home(table.venue):
        return None  # another process tells them
    turn = table.state.turn if isinstance(table, RunningTable) else None
    return Report(table, table.status, turn, partial(is_due, table=table), partial(_position, bot, table))


async def _tell(bot: BotParts, follow: Follow, report: Report) -> None:
    """Send a message to a watcher, unless they or the bot have left the server, and store that.

    Who has left, takes no messages, was told the end, or plays by now follows the game no more.
    """
    channels, follows, venue = bot.channels, bot.host.follows, report.table.venue
    is_told = channels.is_here(venue) and not report.table.has_player(follow.person_id)
    is_told = is_told and not await channels.has_left(venue, follow.person_id)
    try:
        if is_told:
            await _send(bot, follow, report)
    except (discord.Forbidden, discord.NotFound):
        log.warning("game %d: a watcher takes no direct messages", follow.game)
        is_told = False
    if is_told and report.turn is not None:
        await follows.note_sent(follow, report.turn)
    else:
        await follows.stop(follow.person_id, follow.game)


async def _send(bot: BotParts, follow: Follow, report: Report) -> None:
    person_id, table = follow.person_id, report.table

    async def make() -> Post:
        text, picture = await report.content(person_id)
        key = ("follow", person_id, table.number, table.ply, str(table.played_at), report.state)
        return Post(Screen(text, files=files(picture)), key=key, silent=bot.host.people.is_turn_silent(person_id))

    await bot.poster.to_person(person_id, table_language(table), make)


async def _position(bot: BotParts, table: StartedTable, person_id: int) -> tuple[str, File | None]:
    """Return how a game stands, or how it ended."""
    text = followed_text(bot.host.deadlines.with_expected_deadline(table))
    return text, await bot.pictures_for(person_id).board(table, picture_name(table))


async def _unreadable_end(ended: QuarantinedGame, _person_id: int) -> tuple[str, File | None]:
    return unreadable_end_text(ended), None
