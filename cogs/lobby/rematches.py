"""The handlers of the buttons and the menu that lead from a game to the next one: a rematch, or a series."""

from functools import partial

from cogs.interaction.beginnings import absent_players, show_and_start
from cogs.interaction.context import check_bot_permissions, check_rate_limit, note_context
from cogs.interaction.private_games import open_message, show_in_answer
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import Press, handles
from cogs.lobby.starting import conclude_start
from host.model.controllers import Computer
from host.model.lobby_rules import missing_people
from host.model.rematch_rules import is_series_open
from host.model.table import RunningTable, WaitingTable
from host.model.table_errors import NoSeriesError, RematchExistsError, SeriesRunsError
from screens import custom_ids as ids
from screens.game_buttons import end_series_screen, level_screen, series_screen
from screens.lobby import offered_computer
from screens.text.host_errors import host_error_text
from screens.text.lobby import joined_text
from screens.text.series import series_ended_text, series_opened_text, series_over_text


@handles(ids.RematchId)
async def join_rematch(press: Press, pressed: ids.TableId) -> None:
    try:
        await _join_rematch(press, pressed.number)
    except RematchExistsError as error:
        if not (error.table.is_private and isinstance(error.table, RunningTable)):
            raise
        await show_in_answer(press.interaction, error.table)


@handles(ids.SeriesId)
async def ask_series(press: Press, pressed: ids.TableId) -> None:
    table = await press.host.rematches.load_first_of_series(pressed.number, press.person.id)
    await answer(press.interaction, series_screen(table))


@handles(ids.BeginSeriesId)
async def begin_series(press: Press, pressed: ids.BeginSeriesId) -> None:
    """Open the table of the next game, where the person sits. The answer replaces the question in any case."""
    try:
        table = await _join_rematch(press, pressed.number, pressed.best_of)
        text = series_opened_text(table, pressed.best_of)
    except (RematchExistsError, SeriesRunsError, NoSeriesError) as error:  # since the question was asked
        text = host_error_text(error)
    await replace_message(press.interaction, text)


@handles(ids.AskEndSeriesId)
async def ask_end_series(press: Press, pressed: ids.TableId) -> None:
    table = await press.host.rematches.load_played(pressed.number, press.person.id)
    if not is_series_open(table):
        raise NoSeriesError(table)
    await answer(press.interaction, end_series_screen(table))


@handles(ids.EndSeriesId)
async def end_series(press: Press, pressed: ids.TableId) -> None:
    """End the series, tell everybody, and show the buttons of a game that belongs to no series."""
    client, interaction = press.client, press.interaction
    ended = await client.host.rematches.end_series(pressed.number, press.person)
    note_context(interaction, ended.last)
    await try_answer(ended.last.number, replace_message(interaction, series_over_text(ended.last)))
    await client.outbox.refresh_last_message(pressed.number)
    if ended.waiting:
        client.outbox.refresh(ended.waiting.number)
    await client.outbox.post_notice(ended.last, partial(series_ended_text, ended.last, press.person.name))


@handles(ids.AskLevelId)
async def ask_level(press: Press, pressed: ids.TableId) -> None:
    table = await press.host.rematches.load_played(pressed.number, press.person.id)
    await answer(press.interaction, level_screen(table))


@handles(ids.LevelId)
async def choose_level(press: Press, pressed: ids.TableId) -> None:
    """Take a seat at the rematch against computers of a level. The answer replaces the question.

    The game begins immediately if nobody else has played.
    """
    interaction, computer = press.interaction, offered_computer(press.chosen)
    try:
        table = await _join_rematch(press, pressed.number, computer=computer)
    except RematchExistsError as error:  # since the question was asked
        await replace_message(interaction, host_error_text(error))
        return
    if missing_people(table):
        await replace_message(interaction, joined_text(table))
    elif not table.is_private:
        await conclude_start(interaction, table.number)


async def _join_rematch(
    press: Press, number: int, best_of: int | None = None, computer: Computer | None = None
) -> WaitingTable:
    """Give the person a seat at the rematch of a game, show its table, and begin when everybody is there.

    Raise HostError and NotAnnouncedError.
    """
    interaction, client, person = press.interaction, press.client, press.person
    check_rate_limit(interaction, SEAT_LIMIT)
    played = await client.host.rematches.load_played(number, person.id)
    if interaction.guild_id is not None and not played.is_private:
        check_bot_permissions(interaction)
    absent = await absent_players(client, played, person)
    table = await client.host.rematches.join(number, person, absent=absent, best_of=best_of, computer=computer)
    note_context(interaction, table)
    if table.is_private:  # the last picture of the game before stays, the question about the level goes
        await open_message(interaction, table.number, replaces=computer is not None)
    shown = await show_and_start(client, table, person, interaction)
    return shown if isinstance(shown, WaitingTable) else table
