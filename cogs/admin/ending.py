"""Ending a game or closing a table: the question to the manager, and the button that confirms it."""

from typing import assert_never

from cogs.delivery.outbox import Outbox
from cogs.interaction.client import Interaction
from cogs.interaction.context import guild_of, note_context
from cogs.interaction.permissions import may_manage
from cogs.interaction.press import Press
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import handles
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.log_replay import QuarantinedGame
from host.model.table import BaseTable, ClosedTable
from screens.custom_ids import EndGameId
from screens.screen import Button, Screen, Style, row
from screens.text.agreements import end_question_text, ended_text, only_managers_text
from screens.text.i18n import _, use_language
from screens.text.labels import END_GAME_LABEL
from screens.text.lobby import table_closed_text
from screens.text.names import table_language


async def ask_to_end(interaction: Interaction, number: int) -> None:
    """Ask a manager whether to end a game or close a table. Raise HostError where that cannot be done."""
    table = await interaction.client.host.administration.table_to_end(guild_of(interaction), number)
    confirm = row(Button(EndGameId(number), _(END_GAME_LABEL), Style.DANGER))
    await answer(interaction, Screen(end_question_text(table), confirm))


@handles(EndGameId)
async def end_game(press: Press, pressed: EndGameId) -> None:
    """End a game or close a table, also one that is paused, and tell the table."""
    interaction, client, person = press.interaction, press.client, press.person
    if not may_manage(interaction):
        await answer(interaction, only_managers_text())
        return
    ended = await client.host.administration.end(guild_of(interaction), person, pressed.number)
    table = _table_of(ended)
    if isinstance(ended, PlayResult):
        note_context(interaction, ended.after)
    await try_answer(table.number, replace_message(interaction, ended_text(table)))
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
