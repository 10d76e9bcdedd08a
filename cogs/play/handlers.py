"""What the buttons of a turn do: the public ones, those of the private picker, and those of a turn that is pending."""

from typing import Final

from carcassonne import DeployNobody
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import person_of
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.replies import answer, finish_message
from cogs.interaction.requester import InteractionRequester
from cogs.interaction.turns import play_moves, report_played
from cogs.message.custom_ids import AnswerId, DoneId, PickId, PlaceId, TakeBackId, TurnId
from cogs.message.picker import picker_message
from cogs.message.picker_steps import Page
from cogs.text.picker import first_turn_text
from cogs.text.turn import turn_confirmation_text


class PlaceButton(PersistentButton[PlaceId], handles=PlaceId):
    """Opens the picker, for the player to move."""

    async def press(self, interaction: Interaction, pressed: PlaceId) -> None:
        """Ask privately where the tile goes."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(pressed.number, person, pressed.ply)
        text, file, view = await picker_message(pictures_for(client, person.id), table, Page(0))
        if not await client.host.history.has_moved(person.id):
            text += f"\n{first_turn_text()}"
        await answer(interaction, text, file=file, view=view)


class PickButton(PersistentButton[PickId], handles=PickId):
    """Leads to a step of the picker."""

    async def press(self, interaction: Interaction, pressed: PickId) -> None:
        """Show the step in place of the one before."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(pressed.number, person, pressed.ply)
        text, file, view = await picker_message(pictures_for(client, person.id), table, pressed.step)
        await interaction.edit_original_response(content=text, attachments=[file] if file else [], view=view)


class TurnButton(PersistentButton[TurnId], handles=TurnId):
    """Plays a turn that was shown before."""

    async def press(self, interaction: Interaction, pressed: TurnId) -> None:
        """Play the turn."""
        turn, requester = pressed.turn, InteractionRequester(interaction)
        moves = [turn.placement, turn.deployment or DeployNobody()]
        played = await play_moves(requester, pressed.number, pressed.ply, moves, pressed.planned)
        await report_played(requester, played, finish_message(interaction, turn_confirmation_text(played)))


class AnswerButton(PersistentButton[AnswerId], handles=AnswerId):
    """Answers what the game asks; it stands below a public message, and the host knows whose turn it is."""

    async def press(self, interaction: Interaction, pressed: AnswerId) -> None:
        """Answer, and take the buttons away; what came of it is told in the next message."""
        requester = InteractionRequester(interaction)
        played = await play_moves(requester, pressed.number, pressed.ply, [pressed.answer])
        await report_played(requester, played, interaction.edit_original_response(view=None))


class TakeBackButton(PersistentButton[TakeBackId], handles=TakeBackId):
    """Takes a turn back while its time runs."""

    async def press(self, interaction: Interaction, pressed: TakeBackId) -> None:
        """Take the turn back, tell the table, and say so in the private answer to it as well."""
        client = interaction.client
        played = await client.host.turns.take_back(pressed.number, person_of(interaction), pressed.ply)
        await client.outbox.publish(played)
        await client.confirmations.show_taken_back(played)


class DoneButton(PersistentButton[DoneId], handles=DoneId):
    """Does not wait for the time to be over in which a turn can be taken back."""

    async def press(self, interaction: Interaction, pressed: DoneId) -> None:
        """Let the next tile be drawn; the channel is told, and who pressed sees it there."""
        client = interaction.client
        await client.outbox.publish(
            await client.host.turns.finish_turn(pressed.number, person_of(interaction), pressed.ply)
        )


PLAY_BUTTONS: Final = (PlaceButton, PickButton, TurnButton, AnswerButton, TakeBackButton, DoneButton)
