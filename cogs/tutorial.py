"""The guided game: a short game against a script, for one person, in private.

Nothing is stored: the id of each button has the number of its task.
"""

from typing import Final

from cogs.interaction.client import Client
from cogs.interaction.context import check_rate_limit
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.press import Press
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import handles
from screens.custom_ids import TutorialAction, TutorialChoiceId, TutorialId
from screens.screen import Screen
from screens.text.tutorial import stopped_text
from screens.tutorial import TASKS, stopped_rows, tutorial_message

FIRST_TASK: Final = 0


@handles(TutorialId)
async def begin_or_stop(press: Press, pressed: TutorialId) -> None:
    """Show the first task in private, or what is left of a stopped game."""
    interaction = press.interaction
    match pressed.choice:
        case TutorialAction.BEGIN:
            check_rate_limit(interaction, PICTURE_LIMIT)
            await answer(interaction, await tutorial_message(press.client.pictures_for(press.person.id), FIRST_TASK))
        case TutorialAction.AGAIN:
            await _show_task(press, FIRST_TASK)
        case TutorialAction.STOP:
            await replace_message(interaction, Screen(stopped_text(), stopped_rows()))


@handles(TutorialChoiceId)
async def choose(press: Press, pressed: TutorialChoiceId) -> None:
    """Show the next task, or after a wrong choice the same one with a hint.

    Raise UnknownComponentError if the task does not offer the choice, as after a change of the script.
    """
    if pressed.task >= len(TASKS) or pressed.chosen not in TASKS[pressed.task].choices():
        raise UnknownComponentError(str(pressed))
    is_right = pressed.chosen == TASKS[pressed.task].wanted_step
    await _show_task(press, pressed.task + is_right, is_wrong=not is_right)


async def _show_task(press: Press, number: int, *, is_wrong: bool = False) -> None:
    """Show a task in the message of the button."""
    interaction = press.interaction
    check_rate_limit(interaction, PICTURE_LIMIT)
    pictures, offers_table = press.client.pictures_for(press.person.id), interaction.guild_id is not None
    shown = await tutorial_message(pictures, number, is_wrong=is_wrong, offers_table=offers_table)
    await replace_message(interaction, shown)


async def setup(_bot: Client) -> None:
    """Load the handlers, which the router knows when this is imported."""
