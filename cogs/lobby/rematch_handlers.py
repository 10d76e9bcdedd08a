"""The handlers of the buttons and the menu that lead from a game to the next one: a rematch, or a series."""

import logging
from typing import Final

from cogs.delivery.errors import is_discord_trouble
from cogs.delivery.membership import who_has_left
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton, PersistentMenu
from cogs.interaction.context import check_rate_limit, note_context, person_of
from cogs.interaction.permissions import check_bot_permissions
from cogs.interaction.rate_limits import SEAT_LIMIT
from cogs.interaction.replies import answer, try_answer
from cogs.lobby.starting import conclude_start, show_and_start
from cogs.message.computers import offered_computer
from cogs.message.custom_ids import (
    AskEndSeriesId,
    AskLevelId,
    BeginSeriesId,
    EndSeriesId,
    LevelId,
    RematchId,
    SeriesId,
)
from cogs.message.rematch import end_series_view, level_view, series_view
from cogs.message.turn import turn_view
from cogs.text.host_errors import host_error_text
from cogs.text.i18n import use_language
from cogs.text.lobby import joined_text
from cogs.text.rematch import (
    end_series_question,
    level_question,
    series_ended_text,
    series_opened_text,
    series_over_text,
    series_question,
)
from cogs.text.table import table_language
from host.model.controllers import Computer
from host.model.invitation_rules import missing_people
from host.model.rematch_errors import NoSeriesError, RematchExistsError, SeriesRunsError
from host.model.rematch_rules import is_series_open
from host.model.table import FinishedTable, MessageRef, WaitingTable

log = logging.getLogger(__name__)


class RematchButton(PersistentButton[RematchId], handles=RematchId):
    """Takes a seat at the rematch of a game, or at the next game of its series."""

    async def press(self, interaction: Interaction, pressed: RematchId) -> None:
        """Give the person a seat, and begin when everybody is there."""
        await _join_rematch(interaction, pressed.number)


class SeriesButton(PersistentButton[SeriesId], handles=SeriesId):
    """Asks how long a series is to be."""

    async def press(self, interaction: Interaction, pressed: SeriesId) -> None:
        """Ask a person who has played the game."""
        table = await interaction.client.host.rematches.load_first_of_series(pressed.number, interaction.user.id)
        await answer(interaction, series_question(table), view=series_view(pressed.number))


class BeginSeriesButton(PersistentButton[BeginSeriesId], handles=BeginSeriesId):
    """Begins a series."""

    async def press(self, interaction: Interaction, pressed: BeginSeriesId) -> None:
        """Open the table of the next game, where the person sits. The answer replaces the question in any case."""
        try:
            table = await _join_rematch(interaction, pressed.number, pressed.best_of)
            text = series_opened_text(table, pressed.best_of)
        except (RematchExistsError, SeriesRunsError, NoSeriesError) as error:  # since the question was asked
            text = host_error_text(error)
        await interaction.edit_original_response(content=text, view=None)


class AskEndSeriesButton(PersistentButton[AskEndSeriesId], handles=AskEndSeriesId):
    """Asks whether to end a series."""

    async def press(self, interaction: Interaction, pressed: AskEndSeriesId) -> None:
        """Ask a person who has played the game."""
        table = await _load_played(interaction, pressed.number)
        if not is_series_open(table):
            raise NoSeriesError(table)
        await answer(interaction, end_series_question(table), view=end_series_view(pressed.number))


class EndSeriesButton(PersistentButton[EndSeriesId], handles=EndSeriesId):
    """Ends a series."""

    async def press(self, interaction: Interaction, pressed: EndSeriesId) -> None:
        """End the series, tell everybody, and show the buttons of a game that belongs to no series."""
        client, person = interaction.client, person_of(interaction)
        ended = await client.host.rematches.end_series(pressed.number, person)
        note_context(interaction, ended.last)
        await try_answer(ended.last.number, interaction.edit_original_response(content=series_over_text(), view=None))
        await _show_buttons(interaction, pressed.number)
        if ended.waiting:
            client.outbox.refresh(ended.waiting.number)
        with use_language(table_language(ended.last)):
            text = series_ended_text(ended.last, person.name)
        await client.outbox.post_notice(ended.last, text)


class AskLevelButton(PersistentButton[AskLevelId], handles=AskLevelId):
    """Asks which level the computer is to have at the rematch."""

    async def press(self, interaction: Interaction, pressed: AskLevelId) -> None:
        """Ask a person who has played the game."""
        await _load_played(interaction, pressed.number)
        await answer(interaction, level_question(), view=level_view(pressed.number))


class LevelMenu(PersistentMenu[LevelId], handles=LevelId):
    """Begins the rematch against computers of a level."""

    async def press(self, interaction: Interaction, pressed: LevelId) -> None:
        """Take a seat; the game begins at once if nobody else has played. The answer replaces the question."""
        computer = offered_computer(self.chosen)
        try:
            table = await _join_rematch(interaction, pressed.number, computer=computer)
        except RematchExistsError as error:  # since the question was asked
            await interaction.edit_original_response(content=host_error_text(error), view=None)
            return
        if missing_people(table):
            await interaction.edit_original_response(content=joined_text(table), view=None)
        else:
            await conclude_start(interaction, table.number)


REMATCH_HANDLERS: Final = (
    RematchButton, SeriesButton, BeginSeriesButton, AskEndSeriesButton, EndSeriesButton, AskLevelButton, LevelMenu,
)  # fmt: skip


async def _load_played(interaction: Interaction, number: int) -> FinishedTable:
    """Return a game that is over and that the person has played. Raise HostError."""
    return await interaction.client.host.rematches.load_played(number, interaction.user.id)


async def _join_rematch(
    interaction: Interaction, number: int, best_of: int | None = None, computer: Computer | None = None
) -> WaitingTable:
    """Give the person a seat at the rematch of a game, show its table, and begin when everybody is there.

    Raise HostError and NotAnnouncedError.
    """
    if interaction.guild_id is not None:
        check_bot_permissions(interaction)
    check_rate_limit(interaction, SEAT_LIMIT)
    client, person = interaction.client, person_of(interaction)
    played = await _load_played(interaction, number)
    others = [one for one in played.people if one.id != person.id]
    absent = await who_has_left(client.delivery, played, others)
    table = await client.host.rematches.join(number, person, absent=absent, best_of=best_of, computer=computer)
    note_context(interaction, table)
    shown = await show_and_start(interaction, table)
    return shown if isinstance(shown, WaitingTable) else table


async def _show_buttons(interaction: Interaction, number: int) -> None:
    """Bring the buttons below the last message of a game up to date. If Discord refuses, the old ones still answer."""
    client = interaction.client
    table = await client.host.tables.load_started(number)
    if table.message is None:
        return
    message = client.delivery.channels.message(MessageRef(table.venue.channel, table.message))
    try:
        with use_language(table_language(table)):
            await message.edit(view=turn_view(table))
    except Exception as error:
        if not is_discord_trouble(error):
            raise
        log.info("game %d: its last message keeps its buttons: %s", number, error)
