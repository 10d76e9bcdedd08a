"""The messages of a tournament: one that is kept up to date, one for each round, and one for the end.

Each is drawn from what is stored when its job runs.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import discord

from cogs.delivery.bot_parts import BotParts
from cogs.delivery.errors import ChannelGoneError, deleted_channel_named, is_channel_deleted, trouble_noted
from cogs.delivery.jobs import Key
from cogs.delivery.poster import Post, Sent
from host.errors import HostError
from host.model.controllers import is_nameless
from host.model.table import BaseTable
from host.model.tournament_rules import turned_away
from host.model.tournaments import END_TOLD, OrganisedTournament, TournamentStatus
from screens.screen import Change, File, Screen, files
from screens.text.i18n import use_language
from screens.text.tournament_hand import turned_away_text
from screens.text.tournaments import channel_gone_text, end_text, round_text, tournament_text
from screens.tournament_pictures import podium_file, round_files
from screens.tournaments import look_rows, tournament_rows

log = logging.getLogger(__name__)

MESSAGE: Final = "tournament message"
"""The kind of the job that shows how a tournament stands."""
_MOST_PINGED: Final = 100
"""How many people a message can ping: Discord refuses one that is to ping more."""
_PINGED_AT_ONCE: Final = 50
"""How many people one message tells that they can't come in: a message has no room for more than some 80 mentions."""


def refresh(bot: BotParts, number: int) -> None:
    """Bring the message of a tournament up to date, in the background."""
    bot.jobs.ask((MESSAGE, number), partial(show, bot, number))


async def show(bot: BotParts, number: int) -> None:
    """Bring the message of a tournament up to date, and then the one that announced the round under way. If the first
    isn't there, send one and pin it. If the channel is gone, there is nothing to show.

    Raise Later if an edit has to wait; discord.HTTPException, OSError.
    """
    await _show_standing(bot, number)
    tournament = await bot.host.tournaments.load(number)
    if tournament.shown_round is not None:
        change = partial(_round_change, bot, tournament)
        with suppress(discord.NotFound):  # somebody has deleted it, or the channel
            await bot.poster.edit(None, tournament.shown_round, change, language=tournament.language)


async def _round_change(bot: BotParts, before: OrganisedTournament) -> Change:
    """Return the text of a round's announcement as things are now; as they were where the next one is announced
    already. Its picture stays as it was when the round began.
    """
    now = await bot.host.tournaments.load(before.number)
    tournament = now if now.shown_round == before.shown_round else before
    tables = await known_tables(bot, tournament)
    pings = pinged_by_round(tournament, tables, bot.host.people.wants_digest)
    return Change(round_text(tournament, tables, pings))


async def _show_standing(bot: BotParts, number: int) -> None:
    tournament = await bot.host.tournaments.load(number)
    if tournament.status is TournamentStatus.DRAFT or (tournament.message is None and not tournament.status.is_live):
        return
    if tournament.message is not None:
        try:
            await bot.poster.edit(None, tournament.message, partial(_change, bot, number), language=tournament.language)
        except discord.NotFound as error:
            if is_channel_deleted(error):
                return
        else:
            return
    with suppress(ChannelGoneError):
        await _post(bot, tournament)


async def _change(bot: BotParts, number: int) -> Change:
    tournament = await bot.host.tournaments.load(number)
    return Change(tournament_text(tournament), tournament_rows(tournament))


async def _post(bot: BotParts, tournament: OrganisedTournament) -> None:
    replaced = tournament.message.message if tournament.message else 0
    with use_language(tournament.language):
        screen = Screen(tournament_text(tournament), tournament_rows(tournament))
    post = Post(screen, key=("tournament", tournament.number, replaced), has_own_buttons=True)
    sent = await _send(bot, tournament, post)
    await bot.host.tournaments.note_message(tournament.number, sent.ref)
    await bot.poster.try_pin(sent.ref, f"tournament {tournament.number}")


async def tell(bot: BotParts, tournament: OrganisedTournament) -> None:
    """Announce the round under way, or the end, unless that was done.

    Who begins a game in the channel is pinged by its first turn, unless they have chosen one list a day, and everybody
    by a game's own thread. So the announcement pings the others.
    """
    if not tournament.is_untold:
        return
    is_round = tournament.status is TournamentStatus.RUNNING
    told = tournament.round if is_round else END_TOLD
    tables = await known_tables(bot, tournament)
    pings = pinged_by_round(tournament, tables, bot.host.people.wants_digest) if is_round else ()
    with use_language(tournament.language):
        text = round_text(tournament, tables, pings) if is_round else end_text(tournament)
        screen = Screen(text, look_rows(tournament), await _pictures(bot, tournament))
    post = Post(
        screen,
        key=("tournament round", tournament.number, told),
        pings=pings,
        silent=any(bot.host.people.is_quiet(one) for one in pings),
    )
    message = None
    try:
        message = (await _send(bot, tournament, post)).ref
        await _tell_turned_away(bot, tournament)
    except ChannelGoneError:
        await _tell_host(bot, tournament)
    await bot.host.tournaments.note_told(tournament.number, told, message if is_round else None)


async def _tell_turned_away(bot: BotParts, tournament: OrganisedTournament) -> None:
    """Tell those who still wait that nobody can come in any more. Raise ChannelGoneError, discord.HTTPException."""
    people = [one for one in turned_away(tournament) if not is_nameless(one.id)]
    for first in range(0, len(people), _PINGED_AT_ONCE):
        told = people[first : first + _PINGED_AT_ONCE]
        with use_language(tournament.language):
            screen = Screen(turned_away_text(tournament, told))
        pings = tuple(one.id for one in told)
        key: Key = ("turned away", tournament.number, *((first,) if first else ()))
        await _send(bot, tournament, Post(screen, key, pings, silent=any(map(bot.host.people.is_quiet, pings))))


async def _tell_host(bot: BotParts, tournament: OrganisedTournament) -> None:
    """Tell the host of a tournament in private that its channel is gone, once, if they take direct messages."""
    organiser = tournament.organiser.id
    if is_nameless(organiser):
        return

    async def make() -> Post:
        return Post(Screen(channel_gone_text(tournament)), key=("tournament channel", tournament.number))

    with trouble_noted(log.info, "tournament %d: its host is not told that its channel is gone: %s", tournament.number):
        await bot.poster.to_person(organiser, tournament.language, make)


async def announce(bot: BotParts, tournament: OrganisedTournament, text: str, pings: Sequence[int] = ()) -> None:
    """Say something in the channel of a tournament, once. If Discord does not take it, the audit log has it.

    The text mentions those whom it pings. It makes no sound where one of them has quiet hours.
    """
    post = Post(Screen(text), pings=tuple(pings), silent=any(map(bot.host.people.is_quiet, pings)))
    with trouble_noted(log.warning, "tournament %d: not told of a change: %s", tournament.number):
        await bot.poster.to_channel(bot.channels.messageable(tournament.venue), post)


async def _pictures(bot: BotParts, tournament: OrganisedTournament) -> tuple[File, ...]:
    """Return the podium at the end, and with each round what shows how the tournament stands."""
    match tournament.status:
        case TournamentStatus.OVER:
            return files(await podium_file(bot.pictures, tournament))
        case TournamentStatus.RUNNING:
            return tuple(await round_files(bot.pictures, tournament))
        case _:
            return ()


async def known_tables(
    bot: BotParts, tournament: OrganisedTournament, number: int | None = None
) -> dict[int, BaseTable]:
    """Return the tables of a round, or of the round under way, by their numbers."""
    found: dict[int, BaseTable] = {}
    for board in tournament.boards(number or tournament.round):
        for game in board.tables:
            try:
                found[game] = await bot.host.tables.known(game)
            except HostError as error:
                log.info("game %d of tournament %d is not shown: %r", game, tournament.number, error)
    return found


def pinged_by_round(
    tournament: OrganisedTournament, tables: dict[int, BaseTable], wants_digest: Callable[[int], bool]
) -> tuple[int, ...]:
    """Return whom a round's announcement pings: who plays, and is pinged neither by a turn nor by a thread; of too many
    the first ones. No turn pings whoever ``wants_digest``, by their id.
    """
    found = list[int]()
    for board in tournament.boards(tournament.round):
        table = tables.get(board.game or 0)
        has_thread = table is not None and table.venue.parent is not None and table.venue != tournament.venue
        if not has_thread and not board.pairing.is_over:
            first, *others = board.pairing.seats
            found += [first, *others] if wants_digest(tournament.person(first).id) else others
    people = [tournament.person(one).id for one in found]
    return tuple(one for one in people if not is_nameless(one))[:_MOST_PINGED]


async def _send(bot: BotParts, tournament: OrganisedTournament, post: Post) -> Sent:
    with deleted_channel_named():
        return await bot.poster.to_channel(bot.channels.messageable(tournament.venue), post)
