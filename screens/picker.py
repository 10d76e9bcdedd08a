"""The private picker: one message that leads through a turn. The id of each button has its step; nothing is stored."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, assert_never

from carcassonne import Deploy, Deployment, PlaceTile, SegmentRef, State, Turn, apply, format_cell
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers
from host.model.table import RunningTable
from screens import custom_ids as ids
from screens import picker_steps as steps
from screens.custom_id import CustomId
from screens.pictures import WHOLE_FRAME, Frame, Pictures, area_around
from screens.screen import Button, File, Rows, Screen, Style, files, rows
from screens.text import picker as texts
from screens.text.features import rotation_choices
from screens.text.i18n import _
from screens.text.labels import Label
from screens.text.spots import spot_segment


@dataclass(frozen=True, slots=True)
class PickerIds:
    """What the buttons of the picker do: lead to a step, and take the turn that was chosen."""

    step: Callable[[steps.Step], CustomId]
    turn: Callable[[Turn], CustomId]


def ids_at(table: RunningTable) -> PickerIds:
    """Return what the buttons do at a table: they work until the next move."""
    return PickerIds(partial(ids.PickId, table.number, table.ply), partial(ids.TurnId, table.number, table.ply))


PREVIEW_MARGIN: Final = 3
"""The number of cells shown around a move, so that it is large enough on a phone."""


async def picker_screen(
    pictures: Pictures, table: RunningTable, step: steps.Step, buttons: PickerIds | None = None
) -> Screen:
    """Return the text, the buttons and the picture of a step. There is no picture if drawing failed.

    ``buttons`` are those of the table if none are given.
    """
    step = steps.skip_single_choices(table.state, step)
    return Screen(step_text(table, step), step_rows(table, step, buttons), files(await _picture(pictures, table, step)))


def step_text(table: RunningTable, step: steps.Step) -> str:
    """Return the text of a step. With the labels of its buttons it is enough to choose by, without the picture."""
    state = table.state
    match step:
        case steps.Page(number):
            return texts.with_notes(texts.cells_text(number, len(steps.cell_pages(state))), state)
        case steps.Cell(position):
            return texts.with_notes(texts.rotations_text(position), state)
        case Turn(placement, None):
            return texts.deployments_text(table, placement, apply(state, placement).state)
        case Turn(placement):
            return texts.chosen_turn_text(table, step, apply(state, placement).state)
        case _:
            assert_never(step)


def step_rows(table: RunningTable, step: steps.Step, buttons: PickerIds | None = None) -> Rows:
    state, buttons = table.state, buttons or ids_at(table)
    choices, navigation = _choices(state, step, buttons), _navigation(state, step, buttons)
    return rows(choices, navigation) if isinstance(step, steps.Page) else rows([*choices, *navigation])


def deployments_rows(
    table: RunningTable, placement: PlaceTile, after_placement: State, planned: PlannedAnswers = NO_PLANNED_ANSWERS
) -> Rows:
    """Return a button for each legal deployment after a placement; nobody is the last. Each button plays the turn."""
    return rows(
        [
            _deployment_button(ids.TurnId(table.number, table.ply, Turn(placement, one), planned), after_placement, one)
            for one in steps.deployment_choices(after_placement)
        ]
    )


def _choices(state: State, step: steps.Step, buttons: PickerIds) -> list[Button]:
    if isinstance(step, Turn) and step.deployment is not None:
        return [Button(buttons.turn(step), _(Label.CONFIRM), Style.SUCCESS)]
    return [choice_button(buttons.step(one), state, one) for one in steps.next_steps(state, step)]


def choice_button(custom_id: CustomId, state: State, step: steps.Step) -> Button:
    match step:
        case steps.Page():
            return Button(custom_id, _("Back"))
        case steps.Cell(position):
            return Button(custom_id, format_cell(position), Style.PRIMARY)
        case Turn(placement, None):
            return Button(custom_id, texts.rotation_label(state, placement.rotation), Style.PRIMARY)
        case Turn(placement, deployment):
            return _deployment_button(custom_id, apply(state, placement).state, deployment or steps.NOBODY)
        case _:
            assert_never(step)


def _deployment_button(custom_id: CustomId, after_placement: State, deployment: Deployment) -> Button:
    label = texts.deployment_label(after_placement, deployment)
    if deployment == steps.NOBODY:
        return Button(custom_id, label, emoji="✖️")
    return Button(custom_id, label, Style.PRIMARY)


def _navigation(state: State, step: steps.Step, buttons: PickerIds) -> list[Button]:
    if not isinstance(step, steps.Page):
        before = steps.previous_step(state, step)
        return [Button(buttons.step(before), _("Back"))] if before else []
    last = len(steps.cell_pages(state)) - 1
    targets = [(step.number - 1, _("Nearer cells"), "◀️"), (step.number + 1, _("More cells"), "▶️")]
    return [
        Button(buttons.step(steps.Page(number)), label, emoji=emoji)
        for number, label, emoji in targets
        if 0 <= number <= last
    ]


async def _picture(pictures: Pictures, table: RunningTable, step: steps.Step) -> File | None:
    state = table.state
    match step:
        case steps.Page(number):
            pages = steps.cell_pages(state)
            frame = Frame(area=area_around(pages[number], 1)) if len(pages) > 1 else WHOLE_FRAME
            return await pictures.board(table, "cells", frame)
        case steps.Cell(position):
            fitting = rotation_choices(state, position)
            ways = [apply(state, PlaceTile(position, rotation)).state for rotation in fitting]
            return await pictures.rotations(table, ways, texts.rotations_alt_text(state, position, fitting))
        case Turn(placement, None):
            after_placement = apply(state, placement).state
            alt = texts.deployments_alt_text(placement, after_placement, steps.deployment_choices(after_placement))
            return await pictures.spots(table, after_placement, alt)
        case Turn():
            return await turn_picture(pictures, table, step, "preview")
        case _:
            assert_never(step)


async def turn_picture(pictures: Pictures, table: RunningTable, turn: Turn, name: str) -> File | None:
    """Return a picture of a whole turn, before anything is scored, with the cells around it."""
    placement, deployment = turn.placement, turn.deployment
    after_placement = apply(table.state, placement).state
    shown = replace(table, state=steps.preview_state(after_placement, deployment or steps.NOBODY))
    area = area_around([placement.position], PREVIEW_MARGIN)
    return await pictures.board(shown, name, Frame(area=area, spot=_spot(shown.state, deployment)))


def _spot(laid: State, deployment: Deployment | None) -> SegmentRef | None:
    """Return the spot of the tile just laid where a figure is deployed; None if none is."""
    if not isinstance(deployment, Deploy) or laid.last is None:
        return None
    return SegmentRef(laid.last, spot_segment(laid.cells[laid.last].turned, deployment))
