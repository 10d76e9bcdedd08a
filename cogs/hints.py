"""Hints: what expert would play, for people who play alone, and in the guided game. Only who asks sees them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from carcassonne import State
from cogs.interaction.client import Client
from cogs.interaction.context import check_rate_limit
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, replace_message
from cogs.interaction.router import Press, handles
from players import ValuedTurn
from screens import custom_ids as ids
from screens.courses import course_at
from screens.hints import course_hint_screen, hint_screen
from screens.private_game import back_button
from screens.screen import rows
from screens.text.hints import no_hint_text


@handles(ids.HintId)
async def show_hint(press: Press, pressed: ids.PlyId) -> None:
    """Show expert's best turns. In a private game they take the place of the picture, as the picker does.

    That the game had a hint is stored before it is shown.
    """
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    turns = press.host.turns
    table = await turns.table_for_hint(pressed.number, press.person, pressed.ply)
    if not (hinted := await _think(press, table.state, table.number)):
        return
    await turns.note_hint(table.number, press.person, table.ply)
    shown = await hint_screen(press.client.pictures_for(press.person.id), table, hinted)
    if table.is_private:
        back = [*chain(*shown.rows), back_button(table.number)]
        await replace_message(press.interaction, replace(shown, rows=rows(back)))
    else:
        await answer(press.interaction, shown)


@handles(ids.TutorialHintId)
async def show_course_hint(press: Press, pressed: ids.TutorialHintId) -> None:
    """Show expert's best turns in a task of the guided game, below it. Raise UnknownComponentError for no task."""
    course = course_at(pressed.task)
    if course is None or pressed.task == course.end:
        raise UnknownComponentError(str(pressed))
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    state = course.state(course.tasks[pressed.task - course.first])
    if hinted := await _think(press, state, press.person.id):
        await answer(press.interaction, course_hint_screen(state, hinted))


async def _think(press: Press, state: State, place: int) -> Sequence[ValuedTurn]:
    """Return expert's best turns; if that fails, say so and return none. See ``Thinking.hint`` for ``place``."""
    hinted = await press.client.thinker.hint(state, place)
    if not hinted:
        await answer(press.interaction, no_hint_text())
    return hinted


async def setup(_: Client) -> None:
    """There is nothing to add: the handlers of buttons are found when the module is imported."""
