"""Private games where their player is: they go on in the private message whose button is pressed, or in an answer."""

from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction.client import Interaction
from cogs.interaction.replies import answer_deferred, is_message_private
from host.model.table import RunningTable, StartedTable, Table
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.text.private_game import begins_text

_OF_GAME = (ids.PlyId, ids.BoardId, ids.TilesId)
"""The ids of the buttons on a message that shows a game, or on a step of the picker."""


async def show_in_answer(interaction: Interaction, table: StartedTable) -> None:
    """Answer a deferred interaction with a private game as it stands. It goes on in this answer."""
    private = interaction.client.outbox.private
    screen = await private.screen(table, is_on_server=interaction.guild_id is not None)
    private.take(table.number, PrivateAnswer(interaction, await answer_deferred(interaction, screen)))
    await private.note_shown(table)


async def show_in_message(interaction: Interaction, table: StartedTable) -> None:
    """Show a private game in the message whose button was pressed. It goes on there."""
    private = interaction.client.outbox.private
    private.take(table.number, PrivateAnswer(interaction))
    await private.show(table.number)


async def show_if_lost(interaction: Interaction, table: StartedTable) -> None:
    """Show a private game once more after the answer to a command, if no message shows it any more."""
    client = interaction.client
    if table.is_private and not client.outbox.private.is_alive(table.number):
        await show_in_answer(interaction, await client.host.tables.known_started(table.number))


async def open_message(interaction: Interaction, number: int, *, replaces: bool = True) -> None:
    """Let the private message whose button was pressed show a game that begins. Where there is none, or if it does not
    ``replace`` that, it is a new answer.
    """
    opened = None
    if not (replaces and is_message_private(interaction)):
        opened = await answer_deferred(interaction, begins_text())
    interaction.client.outbox.private.take(number, PrivateAnswer(interaction, opened))


async def goes_on_here(interaction: Interaction, table: Table, pressed: CustomId) -> bool:
    """Let a private game go on in the message whose button was pressed, for 15 minutes more.

    Return whether that is all: the button is for a turn that is over, and now the message shows the game as it stands.
    """
    message = interaction.message
    is_meant = table.is_private and isinstance(pressed, _OF_GAME) and is_message_private(interaction)
    if not is_meant or message is None or not isinstance(table, StartedTable):
        return False
    private = interaction.client.outbox.private
    is_over = isinstance(pressed, ids.PlyId) and (pressed.ply != table.ply or not isinstance(table, RunningTable))
    if is_over or not (isinstance(pressed, ids.PlyId) or private.shown_by(message.id) == table.number):
        await show_in_message(interaction, table)
    else:
        private.take(table.number, PrivateAnswer(interaction))
    return is_over
