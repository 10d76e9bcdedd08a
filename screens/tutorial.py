"""The messages of the guided game and of the lessons after it: the text, the buttons and the picture of a task."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final, assert_never

from carcassonne import PlaceTile, State, Turn, apply, format_cell
from render import COMPACT, draw, draw_laid_tile, draw_rotations
from screens import custom_ids as ids
from screens import picker_steps as steps
from screens.courses import BUILDER_COURSE, GUIDED, INNS_COURSE, LEARNER, Course, Task, course_at, position
from screens.lobby import open_computer_game_button, open_table_button
from screens.picker import choice_button
from screens.pictures import DrawIn, Pictures, example_words
from screens.screen import Button, File, Rows, Screen, Style, files, row, rows
from screens.text.alt_text import example_alt_text
from screens.text.features import deployment_name, drawn_tile, rotation_choices
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.picker import deployments_alt_text, rotations_alt_text
from screens.text.tutorial import Lesson, lesson_text, over_text, player_names, undo_label

LESSONS: Final[Mapping[ids.TutorialAction, Course]] = {
    ids.TutorialAction.INNS: INNS_COURSE,
    ids.TutorialAction.BUILDER: BUILDER_COURSE,
}
"""The short lessons that the end of the guided game offers, by what their buttons do."""


def tutorial_button() -> Button:
    return Button(ids.TutorialId(ids.TutorialAction.BEGIN), _(Label.TUTORIAL))


async def tutorial_message(
    pictures: Pictures, number: int, *, is_wrong: bool = False, offers_table: bool = False
) -> Screen:
    """Return the text, the buttons and the picture of a task; after the last task, of the end of the game.

    ``is_wrong`` says that another choice was wanted. ``offers_table`` says that a table can be opened where the learner
    is. There is no picture if drawing failed.
    """
    course = course_at(number)
    if course is None:
        raise ValueError(number)
    if number == course.end:
        return await _end(pictures, course, offers_table=offers_table)
    task = course.tasks[number - course.first]
    points, place = position(course, task.round).points(), (number - course.first + 1, len(course.tasks))
    text = lesson_text(task.lesson, _(course.label), _wanted_words(course, task), points, place, is_wrong=is_wrong)
    return Screen(text, _view(number, course, task), files(await _picture(pictures, course, task)))


async def _end(pictures: Pictures, course: Course, *, offers_table: bool) -> Screen:
    end = position(course, len(course.rounds))
    play = [open_computer_game_button(Style.SUCCESS), *([open_table_button(Style.SECONDARY)] if offers_table else [])]
    lessons = [Button(ids.TutorialId(action), _(one.label)) for action, one in LESSONS.items() if one is not course]
    text = over_text(course.over, end.state, end.points(), end.final_points())
    return Screen(text, rows(play, [*lessons, _again_button()]), files(await _board(pictures, end.state)))


def stopped_rows() -> Rows:
    """Return the button below what is left of a guided game that was stopped."""
    return row(_again_button())


def _again_button() -> Button:
    return Button(ids.TutorialId(ids.TutorialAction.AGAIN), _(Label.AGAIN))


def _wanted_words(course: Course, task: Task) -> dict[str, str]:
    """Return what is to be chosen, by its placeholder in the texts."""
    match task.wanted_step:
        case steps.Cell(cell):
            return {"cell": format_cell(cell)}
        case Turn(placement, None):
            return {"rotation": str(placement.rotation)}
        case Turn(placement, deployment):
            state = course.state(task)
            turned = drawn_tile(state).turned[placement.rotation]
            return {"follower": deployment_name(deployment or steps.NOBODY, turned, state.ruleset.terms)}
        case steps.Page():
            return {}
        case _ as never:
            assert_never(never)


def _view(number: int, course: Course, task: Task) -> Rows:
    stop = Button(ids.TutorialId(ids.TutorialAction.STOP), _(Label.STOP))
    if course.undoes(task):
        return rows([Button(ids.TutorialChoiceId(number, task.wanted_step), undo_label(), Style.DANGER)], [stop])
    state, choices = course.state(task), course.choices(task)
    hint = Button(ids.TutorialHintId(number), _(Label.HINT))
    return rows([choice_button(ids.TutorialChoiceId(number, one), state, one) for one in choices], [hint, stop])


async def _picture(pictures: Pictures, course: Course, task: Task) -> File | None:
    """Return what the picker of a real game shows: the board, the tile in several ways, or the tile and its spots."""
    state = course.state(task)
    match task.shown_step:
        case steps.Page():
            return await _board(pictures, state, shows_spots=knows_spots(task))
        case steps.Cell(cell):
            ways = rotation_choices(state, cell)
            placed = [apply(state, PlaceTile(cell, rotation)).state for rotation in ways]
            job = partial(draw_rotations, placed, example_words(state, player_names()), shows_spots=knows_spots(task))
            return await _file(pictures, job, rotations_alt_text(state, cell, ways))
        case Turn(placement, None):
            after = apply(state, placement).state
            job = partial(draw_laid_tile, after, example_words(after, player_names()))
            alt = deployments_alt_text(placement, after, steps.deployment_choices(after))
            return await _file(pictures, job, alt)
        case Turn(placement, deployment):
            return await _board(
                pictures, steps.preview_state(apply(state, placement).state, deployment or steps.NOBODY)
            )
        case _ as never:
            assert_never(never)


def knows_spots(task: Task) -> bool:
    """Return whether the learner has been told what the numbers on a tile are."""
    lessons = [one.lesson for one in GUIDED.tasks]
    return task.lesson not in lessons or lessons.index(task.lesson) > lessons.index(Lesson.THIEF)


async def _board(pictures: Pictures, state: State, *, shows_spots: bool = True) -> File | None:
    words = example_words(state, player_names())
    job = partial(draw, state, words, shows_spots=shows_spots)
    return await _file(pictures, job, example_alt_text(state, words.names, words.colours, LEARNER))


async def _file(pictures: Pictures, job: DrawIn, alt: str) -> File | None:
    """Return a picture of one size for all steps, whatever size the learner has chosen.

    On a phone it's readable, and nobody has to scroll between the text and the buttons.
    """
    look = replace(pictures.look, size=COMPACT)
    return await pictures.with_look(look).file("the guided game", job, "guided-game", alt)
