"""The messages of the guided game: for each task its text, its picture, and buttons with ids that name the task."""

from dataclasses import replace
from functools import partial
from typing import Final, assert_never

from carcassonne import Colour, PlaceTile, State, Turn, apply, format_cell
from render import COMPACT, SMALL, Look, Words, draw, draw_laid_tile, draw_rotations
from screens.custom_ids import OpenTableId, TutorialAction, TutorialChoiceId, TutorialId
from screens.examples import example_words
from screens.lobby import open_computer_game_button
from screens.picker import choice_button
from screens.picker_steps import (
    NOBODY,
    Cell,
    Page,
    Step,
    deployment_choices,
    preview_state,
    rotation_choices,
)
from screens.pictures import DrawIn, Pictures
from screens.screen import (
    Button,
    File,
    Rows,
    Screen,
    Style,
    files,
    row,
    rows,
)
from screens.text.alt_text import example_alt_text
from screens.text.features import deployment_name
from screens.text.i18n import _
from screens.text.labels import AGAIN_LABEL, OPEN_TABLE_LABEL, STOP_LABEL, TUTORIAL_LABEL
from screens.text.picker import deployments_alt_text, rotations_alt_text
from screens.text.tutorial import lesson_text, over_text, player_names, undo_label
from screens.tutorial_script import ROUNDS, TASKS, Task, position

_COLOURS: Final = tuple(Colour)[:2]
"""The colours of the two players, by seat."""
_SUBJECT: Final = "the guided game"
"""What the log calls a picture that could not be drawn."""


def tutorial_button() -> Button:
    """Return the button that begins the guided game in a private message. It can stand below any message."""
    return Button(TutorialId(TutorialAction.BEGIN), _(TUTORIAL_LABEL))


async def tutorial_message(
    pictures: Pictures, number: int, *, is_wrong: bool = False, offers_table: bool = False
) -> Screen:
    """Return the text, the buttons and the picture of a task; after the last task, of the end of the game.

    ``is_wrong`` says that another choice was wanted. ``offers_table`` says that a table can be opened where the learner
    is. There is no picture if drawing failed.
    """
    if number == len(TASKS):
        return await _end(pictures, offers_table=offers_table)
    task = TASKS[number]
    points, place = position(task.round).points(), (number + 1, len(TASKS))
    text = lesson_text(task.lesson, _wanted_words(task), points, place, is_wrong=is_wrong)
    return Screen(text, _view(number, task), files(await _picture(pictures, task)))


async def _end(pictures: Pictures, *, offers_table: bool) -> Screen:
    end = position(len(ROUNDS))
    open_table = Button(OpenTableId(), _(OPEN_TABLE_LABEL), Style.SUCCESS)
    play = [open_computer_game_button(), open_table] if offers_table else []
    text = over_text(end.state, end.points(), end.final_points())
    return Screen(text, row(*play, _again_button()), files(await _board(pictures, end.state)))


def stopped_rows() -> Rows:
    """Return the button below what is left of a guided game that was stopped."""
    return row(_again_button())


def _again_button() -> Button:
    return Button(TutorialId(TutorialAction.AGAIN), _(AGAIN_LABEL))


def _wanted_words(task: Task) -> dict[str, str]:
    """Return what is to be chosen, by its placeholder in the texts."""
    match task.wanted_step:
        case Cell(cell):
            return {"cell": format_cell(cell)}
        case Turn(placement, None):
            return {"rotation": str(placement.rotation)}
        case Turn(_, deployment):
            return {"follower": deployment_name(deployment or NOBODY, task.state.ruleset.terms)}
        case Page():
            return {}
        case _ as never:
            assert_never(never)


def _view(number: int, task: Task) -> Rows:
    """Return a button for each choice, and in the last row the one that stops the game."""
    stop = Button(TutorialId(TutorialAction.STOP), _(STOP_LABEL))
    return rows([_choice(number, task, one) for one in task.choices()], [stop])


def _choice(number: int, task: Task, step: Step) -> Button:
    custom_id = TutorialChoiceId(number, step)
    if task.undoes:
        return Button(custom_id, undo_label(), Style.DANGER)
    return choice_button(custom_id, task.state, step)


async def _picture(pictures: Pictures, task: Task) -> File | None:
    """Return what the picker of a real game shows: the board, the tile in several ways, or the tile and its spots.

    The pictures are so small, whatever size the learner has chosen, that nobody has to scroll between text and buttons.
    """
    state, close_up = task.state, replace(pictures.look, size=SMALL)
    match task.shown_step:
        case Page():
            return await _board(pictures, state)
        case Cell(cell):
            ways = rotation_choices(state, cell)
            placed = [apply(state, PlaceTile(cell, rotation)).state for rotation in ways]
            job = partial(draw_rotations, placed, _picture_words(state))
            return await _file(pictures, job, close_up, rotations_alt_text(state, cell, ways))
        case Turn(placement, None):
            after = apply(state, placement).state
            job = partial(draw_laid_tile, after, _picture_words(after))
            choices = deployment_choices(state, placement)
            return await _file(pictures, job, close_up, deployments_alt_text(placement, after, choices))
        case Turn(placement, deployment):
            return await _board(pictures, preview_state(apply(state, placement).state, deployment or NOBODY))
        case _ as never:
            assert_never(never)


async def _board(pictures: Pictures, state: State) -> File | None:
    job, look = partial(draw, state, _picture_words(state)), replace(pictures.look, size=COMPACT)
    return await _file(pictures, job, look, example_alt_text(state, player_names(), _COLOURS))


async def _file(pictures: Pictures, job: DrawIn, look: Look, alt: str) -> File | None:
    return await pictures.with_look(look).file(_SUBJECT, job, "guided-game", alt)


def _picture_words(state: State) -> Words:
    return example_words(state, player_names())
