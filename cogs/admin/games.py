"""The pages of the managers' panel about games: which there are, and what managers may do with one."""

from contextlib import suppress
from functools import partial
from typing import Final, assert_never

from carcassonne import format_record
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.watcher_messages import tell_watchers
from cogs.discord_screens import modal_of
from cogs.interaction.context import check_rate_limit, guild_of, note_context, parse_game
from cogs.interaction.rate_limits import FILE_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import Press, handles, receives
from host.errors import QuarantinedError
from host.model.controllers import Controller
from host.model.game import PlayResult
from host.model.log_replay import QuarantinedGame
from host.model.table import BaseTable, ClosedTable, FinishedTable, RunningTable, Table
from host.model.table_errors import TurnPendingError
from screens import admin as screens
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.lobby import offered_computer
from screens.screen import File, Screen, one_value
from screens.text import admin as texts
from screens.text.agreements import ended_text
from screens.text.i18n import _
from screens.text.lobby import table_closed_text
from screens.text.names import game_name

MOST_LIVE: Final = 1_000
"""How many waiting and running tables are listed."""
MOST_ENDED: Final = 200
"""How many finished games are listed, the latest first. Earlier ones are found by their numbers."""


@handles(ids.AdminGamesId)
async def show_games(press: Press, pressed: ids.AdminGamesId) -> None:
    """Show a page of the games of the server: those that are paused, the tables that wait or run, finished games."""
    guild, administration = guild_of(press.interaction), press.host.administration
    quarantined = administration.quarantined(guild)
    live = administration.tables(guild, most=MOST_LIVE)
    ended = await administration.ended_games(guild, None, MOST_ENDED)
    await replace_message(press.interaction, screens.games_screen(quarantined, live, ended, pressed.page))


@handles(ids.ChooseGameId)
async def choose_game(press: Press, pressed: CustomId) -> None:
    await _show_game(press, parse_game(press.chosen))


@handles(ids.FindGameId, opens_form=True)
async def open_find(press: Press, pressed: CustomId) -> None:
    await press.interaction.response.send_modal(modal_of(screens.find_game_form()))


@receives(ids.FindGameId)
async def find_game(press: Press, submitted: CustomId) -> None:
    await _show_game(press, parse_game(one_value(press.fields, "game")))


@handles(ids.AdminGameId)
async def show_game(press: Press, pressed: ids.ServerGameId) -> None:
    await _show_game(press, pressed.number)


async def _show_game(press: Press, number: int, *notes: str) -> None:
    await replace_message(press.interaction, screens.game_screen(await _load(press, number), *notes))


async def _load(press: Press, number: int) -> Table | QuarantinedGame:
    """Return a game of the server, also one that is paused. Raise NoTableError; GameOverError for one that was ended
    while it was paused.
    """
    guild, administration = guild_of(press.interaction), press.host.administration
    paused = next((one for one in administration.quarantined(guild) if one.table.number == number), None)
    try:
        return paused or await administration.listed_table(guild, number)
    except QuarantinedError:
        await administration.table_to_end(guild, number)
        raise


# Ending a game


@handles(ids.AskEndGameId)
async def ask_to_end(press: Press, pressed: ids.ServerGameId) -> None:
    """Ask whether to end a game or close a table of this server, also one that is paused."""
    table = await press.host.administration.table_to_end(guild_of(press.interaction), pressed.number)
    await replace_message(press.interaction, screens.end_screen(table))


@handles(ids.EndGameId)
async def end_game(press: Press, pressed: ids.ServerGameId) -> None:
    interaction, outbox = press.interaction, press.client.outbox
    ended = await press.host.administration.end(guild_of(interaction), press.person, pressed.number)
    table: BaseTable
    match ended:
        case PlayResult():
            table = ended.after
            note_context(interaction, ended.after)
        case ClosedTable():
            table = ended
        case QuarantinedGame():
            table = ended.table
        case _:
            assert_never(ended)
    await try_answer(table.number, replace_message(interaction, screens.done_screen(ended_text(table))))
    if isinstance(ended, PlayResult):
        await outbox.publish(ended)
        return
    if isinstance(ended, ClosedTable):
        await outbox.show_status(table.number)
    else:
        tell_watchers(press.client, table.number)
    await outbox.post_notice(table, partial(table_closed_text, table.number, press.person.name))


# Giving a seat to somebody else


@handles(ids.ChooseSeatId)
async def choose_seat(press: Press, pressed: ids.ServerGameId) -> None:
    """Ask who gets a seat of a running game."""
    seat, table = int(press.chosen), await press.host.administration.table(guild_of(press.interaction), pressed.number)
    if isinstance(table, RunningTable) and seat < len(table.seats):
        await replace_message(press.interaction, screens.seat_screen(table, seat))
    else:
        await _show_game(press, pressed.number)


@handles(ids.SeatToMemberId)
async def give_seat(press: Press, pressed: ids.ServerSeatId) -> None:
    """Give a seat to a member of the server. Raise NotAMemberError and HostError."""
    member = press.chosen_member
    if member.is_bot:
        await _show_game(press, pressed.number, texts.bot_cannot_play_text(member.person.name))
    else:
        await _reseat(press, pressed, member.person)


@handles(ids.SeatToComputerId)
async def give_seat_to_computer(press: Press, pressed: ids.ServerSeatId) -> None:
    await _reseat(press, pressed, offered_computer(press.chosen))


async def _reseat(press: Press, pressed: ids.ServerSeatId, new_player: Controller) -> None:
    administration, guild, manager = press.host.administration, guild_of(press.interaction), press.person
    try:
        table, notification = await administration.reseat(guild, manager, pressed.number, pressed.seat, new_player)
    except TurnPendingError:  # only its own player may take a turn back
        if played := await administration.finish_turn(guild, pressed.number):
            with suppress(NotAnnouncedError):  # it is tried again later
                await press.client.outbox.publish(played)
        table, notification = await administration.reseat(guild, manager, pressed.number, pressed.seat, new_player)
    note_context(press.interaction, table)
    await press.client.outbox.notify(notification)
    outcome = await press.host.notifications.outcome(notification)
    told = texts.seat_given_reply(table, table.seats[pressed.seat].controller, outcome)
    await try_answer(table.number, _show_game(press, table.number, told))


# Paused games, logs, what managers have done


@handles(ids.RetryGameId)
async def retry_game(press: Press, pressed: ids.ServerGameId) -> None:
    """Resume a paused game if its log is right again. Send what could not be shown of any game."""
    administration, guild, manager = press.host.administration, guild_of(press.interaction), press.person
    was_quarantined = any(one.table.number == pressed.number for one in administration.quarantined(guild))
    table = await administration.retry(guild, manager, pressed.number)
    note_context(press.interaction, table)
    table = await _show_again(press, table)
    told = texts.retried_text(table, was_quarantined=was_quarantined)
    await try_answer(table.number, _show_game(press, table.number, told))
    if was_quarantined and isinstance(table, RunningTable):
        write = partial(texts.resumed_text, table, manager.name)
        await press.client.outbox.post_notice(table, write, pinged=_ids_to_move(table))


async def _show_again(press: Press, table: Table) -> Table:
    """Send what was not announced of a table, and refresh its status. Return the table. Raise NotAnnouncedError."""
    client = press.client
    client.jobs.wake(lambda venue: venue.home == table.venue.home, after_first_pause=True)
    if isinstance(table, RunningTable | FinishedTable):
        await client.outbox.publish_missed(table.number)
    return await client.outbox.show_status(table.number)


def _ids_to_move(table: RunningTable) -> list[int]:
    """Return the id of the person to move; empty if a computer is to move, or if a turn is pending."""
    person = table.to_move.person if table.to_move else None
    return [person.id] if person else []


@handles(ids.GameActsId)
async def show_acts(press: Press, pressed: ids.ServerGameId) -> None:
    entries = await press.host.administration.audit_log(guild_of(press.interaction), pressed.number)
    await _show_game(press, pressed.number, texts.audit_log_text(entries))


@handles(ids.GameFileId)
async def give_file(press: Press, pressed: ids.ServerGameId) -> None:
    """Give out the log of a game that has begun, in another private answer. Raise RateLimitError and HostError."""
    check_rate_limit(press.interaction, FILE_LIMIT)
    table = await press.host.administration.table(guild_of(press.interaction), pressed.number)
    record = format_record(await press.host.history.record(table.number))
    text = _("Here's the log of {game}.").format(game=game_name(table))
    await answer(press.interaction, Screen(text, files=(File(record.encode(), f"carcassonne-{table.number}.carc"),)))
