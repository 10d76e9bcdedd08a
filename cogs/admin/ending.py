"""Ending a game or closing a table: the question to the manager, and the button that confirms it."""

from typing import assert_never

from cogs.delivery.outbox import Outbox
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import guild_of, note_context, person_of
from cogs.interaction.permissions import may_manage
from cogs.interaction.replies import answer, try_answer
from cogs.message.admin import end_game_view
from cogs.message.personal_ids import EndGameId
from cogs.text.ending import end_question_text, ended_text, only_managers_text
from cogs.text.i18n import use_language
from cogs.text.lobby import table_closed_text
from cogs.text.table import table_language
from host.model.controllers import Person
from host.model.game_history import PlayResult
from host.model.log_replay import QuarantinedGame
from host.model.table import BaseTable, ClosedTable


async def ask_to_end(interaction: Interaction, number: int) -> None:
    """Ask a manager whether to end a game or close a table. Raise HostError where that cannot be done."""
    table = await interaction.client.host.administration.table_to_end(guild_of(interaction), number)
    await answer(interaction, end_question_text(table), view=end_game_view(number))


class EndGameButton(PersistentButton[EndGameId], handles=EndGameId):
    """Ends a game or closes a table, also one that is paused."""

    async def press(self, interaction: Interaction, pressed: EndGameId) -> None:
        """End it, and tell the table."""
        if not may_manage(interaction):
            await answer(interaction, only_managers_text())
            return
        client, person = interaction.client, person_of(interaction)
        ended = await client.host.administration.end(guild_of(interaction), person, pressed.number)
        table = _table_of(ended)
        if isinstance(ended, PlayResult):
            note_context(interaction, ended.after)
        await try_answer(table.number, interaction.edit_original_response(content=ended_text(table), view=None))
        match ended:
            case PlayResult():
                await client.outbox.publish(ended)
            case ClosedTable():
                await client.outbox.show_status(table.number)
                await _tell_closed(client.outbox, table, person)
            case QuarantinedGame():
                client.outbox.watchers.send_in_background(table.number)
                await _tell_closed(client.outbox, table, person)
            case _:
                assert_never(ended)


def _table_of(ended: PlayResult | ClosedTable | QuarantinedGame) -> BaseTable:
    match ended:
        case PlayResult():
            return ended.after
        case ClosedTable():
            return ended
        case QuarantinedGame():
            return ended.table
        case _:
            assert_never(ended)


async def _tell_closed(outbox: Outbox, table: BaseTable, manager: Person) -> None:
    with use_language(table_language(table)):
        text = table_closed_text(table.number, manager.name)
    await outbox.post_notice(table, text)
