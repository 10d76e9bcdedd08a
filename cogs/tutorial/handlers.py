"""The handlers of the guided game's buttons. Nothing is stored: each id has the number of its task."""

from typing import Final

from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import PersistentButton
from cogs.interaction.context import check_rate_limit
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer
from cogs.message.custom_ids import TutorialAction, TutorialChoiceId, TutorialId
from cogs.message.tutorial import stopped_view, tutorial_message
from cogs.message.tutorial_script import TASKS
from cogs.text.tutorial import stopped_text

FIRST_TASK: Final = 0


class TutorialButton(PersistentButton[TutorialId], handles=TutorialId):
    """Begins the guided game, begins it again, or stops it."""

    async def press(self, interaction: Interaction, pressed: TutorialId) -> None:
        """Show the first task in private, or what is left of a stopped game."""
        match pressed.choice:
            case TutorialAction.BEGIN:
                check_rate_limit(interaction, PICTURE_LIMIT)
                pictures = pictures_for(interaction.client, interaction.user.id)
                text, file, view = await tutorial_message(pictures, FIRST_TASK)
                await answer(interaction, text, file=file, view=view)
            case TutorialAction.AGAIN:
                await _show(interaction, FIRST_TASK)
            case TutorialAction.STOP:
                await interaction.edit_original_response(content=stopped_text(), attachments=[], view=stopped_view())


class TutorialChoiceButton(PersistentButton[TutorialChoiceId], handles=TutorialChoiceId):
    """Chooses something in a task."""

    async def press(self, interaction: Interaction, pressed: TutorialChoiceId) -> None:
        """Show the next task, or after a wrong choice the same one with a hint.

        Raise UnknownComponentError if the task does not offer the choice, as after a change of the script.
        """
        if pressed.task >= len(TASKS) or pressed.chosen not in TASKS[pressed.task].choices():
            raise UnknownComponentError(str(pressed))
        is_right = pressed.chosen == TASKS[pressed.task].wanted_step
        await _show(interaction, pressed.task + is_right, is_wrong=not is_right)


TUTORIAL_BUTTONS: Final = (TutorialButton, TutorialChoiceButton)


async def _show(interaction: Interaction, number: int, *, is_wrong: bool = False) -> None:
    """Show a task in the message of the button."""
    check_rate_limit(interaction, PICTURE_LIMIT)
    pictures, offers_table = pictures_for(interaction.client, interaction.user.id), interaction.guild_id is not None
    text, file, view = await tutorial_message(pictures, number, is_wrong=is_wrong, offers_table=offers_table)
    await interaction.edit_original_response(content=text, attachments=[file] if file else [], view=view)
