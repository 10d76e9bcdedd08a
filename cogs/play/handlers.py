"""The handlers of a turn's buttons: the public ones, those of the private picker, and those of a pending turn."""

from typing import Final

from carcassonne import DeployNobody
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import person_of
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.replies import answer_deferred, finish_message, is_message_private
from cogs.interaction.requester import InteractionRequester
from cogs.interaction.turns import play_moves, report_played
from cogs.message.custom_ids import AnswerId, DoneId, PickId, PlaceId, TakeBackId, TurnId
from cogs.message.picker import picker_message
from cogs.message.picker_steps import Page
from cogs.text.picker import first_turn_text
from cogs.text.turn import turn_confirmation_text, turn_done_text
from host.model.table import StartedTable


class PlaceButton(PersistentButton[PlaceId], handles=PlaceId):
    """Opens the picker for the player to move."""

    async def press(self, interaction: Interaction, pressed: PlaceId) -> None:
        """Show the first page of cells in private. It replaces what was shown for the same turn before."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(pressed.number, person, pressed.ply)
        text, file, view = await picker_message(pictures_for(client, person.id), table, Page(0))
        if not await client.host.history.has_moved(person.id):
            text += f"\n{first_turn_text(table.state.ruleset)}"
        message = await answer_deferred(interaction, text, file=file, view=view)
        await client.open_pickers.put(pressed, interaction, message)


class PickButton(PersistentButton[PickId], handles=PickId):
    """Leads to a step of the picker."""

    async def press(self, interaction: Interaction, pressed: PickId) -> None:
        """Show the step in the same message."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(pressed.number, person, pressed.ply)
        text, file, view = await picker_message(pictures_for(client, person.id), table, pressed.step)
        await interaction.edit_original_response(content=text, attachments=[file] if file else [], view=view)


class TurnButton(PersistentButton[TurnId], handles=TurnId):
    """Plays a turn that the player has seen in the picker."""

    async def press(self, interaction: Interaction, pressed: TurnId) -> None:
        """Play the turn."""
        turn, requester = pressed.turn, InteractionRequester(interaction)
        moves = [turn.placement, turn.deployment or DeployNobody()]
        played = await play_moves(requester, pressed.number, pressed.ply, moves, pressed.planned)

        async def conclude(shown: StartedTable) -> None:
            if is_message_private(interaction):
                text = turn_done_text(played, shown)
                await interaction.client.confirmations.show(text, shown, played, interaction)

        await report_played(requester, played, finish_message(interaction, turn_confirmation_text(played)), conclude)


class AnswerButton(PersistentButton[AnswerId], handles=AnswerId):
    """Answers a question of the game. The button is public; the host checks who may answer."""

    async def press(self, interaction: Interaction, pressed: AnswerId) -> None:
        """Answer, and remove the buttons. The next message shows the result."""
        requester = InteractionRequester(interaction)
        played = await play_moves(requester, pressed.number, pressed.ply, [pressed.answer])
        await report_played(requester, played, interaction.edit_original_response(view=None))


class TakeBackButton(PersistentButton[TakeBackId], handles=TakeBackId):
    """Takes a turn back: one that is pending, or where nobody else plays the last one."""

    async def press(self, interaction: Interaction, pressed: TakeBackId) -> None:
        """Take the turn back, and publish that."""
        client = interaction.client
        played = await client.host.turns.take_back(pressed.number, person_of(interaction), pressed.ply)
        _remember_answer(interaction, pressed)
        await client.outbox.publish(played)


class DoneButton(PersistentButton[DoneId], handles=DoneId):
    """Ends the time in which a turn can be taken back."""

    async def press(self, interaction: Interaction, pressed: DoneId) -> None:
        """Draw the next tile, and publish the turn."""
        client = interaction.client
        played = await client.host.turns.finish_turn(pressed.number, person_of(interaction), pressed.ply)
        _remember_answer(interaction, pressed)
        await client.outbox.publish(played)


def _remember_answer(interaction: Interaction, pressed: TakeBackId | DoneId) -> None:
    """Keep the private answer to a turn whose button was pressed: the bot may have started since it was sent."""
    if interaction.message and interaction.message.flags.ephemeral:
        interaction.client.confirmations.remember(pressed.number, pressed.ply, interaction)


PLAY_BUTTONS: Final = (PlaceButton, PickButton, TurnButton, AnswerButton, TakeBackButton, DoneButton)
