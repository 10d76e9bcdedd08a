"""The private picker: one message that leads through a turn. The id of each button has its step; nothing is stored."""

from typing import assert_never

import discord

from carcassonne import Deployment, PlaceTile, State, Turn, apply, format_cell, legal_deployments
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers
from cogs.message.components import Button, button, row, rows
from cogs.message.custom_id import CustomId
from cogs.message.custom_ids import PickId, TurnId
from cogs.message.picker_steps import (
    NOBODY,
    Cell,
    Page,
    Step,
    cell_pages,
    deployment_choices,
    next_steps,
    preview_state,
    previous_step,
    rotation_choices,
    skip_single_choices,
)
from cogs.message.pictures import Pictures
from cogs.text.i18n import _
from cogs.text.picker import (
    CONFIRM_LABEL,
    cells_text,
    chosen_turn_text,
    deployment_label,
    deployments_alt_text,
    deployments_text,
    rotation_label,
    rotations_alt_text,
    rotations_text,
)
from host.model.table import RunningTable


async def picker_message(
    pictures: Pictures, table: RunningTable, step: Step
) -> tuple[str, discord.File, discord.ui.View]:
    """Return the text, the picture and the buttons of a step. The picture is MISSING if drawing failed."""
    step = skip_single_choices(table.state, step)
    return step_text(table, step), await _picture(pictures, table, step), step_view(table, step)


def step_text(table: RunningTable, step: Step) -> str:
    """Return the text of a step. With the labels of its buttons it is enough to choose by, without the picture."""
    state = table.state
    match step:
        case Page(number):
            return cells_text(number, len(cell_pages(state)))
        case Cell(position):
            return rotations_text(position)
        case Turn(placement, None):
            return deployments_text(table, placement, apply(state, placement).state)
        case Turn(placement):
            return chosen_turn_text(table, step, apply(state, placement).state)
        case _:
            assert_never(step)


def step_view(table: RunningTable, step: Step) -> discord.ui.View:
    """Return the buttons of a step: the choices, then the navigation."""
    state = table.state
    choices, navigation = _choices(table, state, step), _navigation(table, state, step)
    return rows(choices, navigation) if isinstance(step, Page) else rows([*choices, *navigation])


def deployments_view(
    table: RunningTable, placement: PlaceTile, after_placement: State, planned: PlannedAnswers = NO_PLANNED_ANSWERS
) -> discord.ui.View:
    """Return a button for each legal deployment after a placement; nobody is the last. Each button plays the turn."""
    return row(
        *(
            _deployment_button(TurnId(table.number, table.ply, Turn(placement, one), planned), after_placement, one)
            for one in [*legal_deployments(after_placement), NOBODY]
        )
    )


def _choices(table: RunningTable, state: State, step: Step) -> list[Button]:
    if isinstance(step, Turn) and step.deployment is not None:
        return [button(TurnId(table.number, table.ply, step), _(CONFIRM_LABEL), discord.ButtonStyle.success)]
    return [choice_button(PickId(table.number, table.ply, one), state, one) for one in next_steps(state, step)]


def choice_button(custom_id: CustomId, state: State, step: Step) -> Button:
    """Return the button that leads to a step."""
    match step:
        case Page():
            return button(custom_id, _("Back"))
        case Cell(position):
            return button(custom_id, format_cell(position), discord.ButtonStyle.primary)
        case Turn(placement, None):
            return button(custom_id, rotation_label(state, placement.rotation), discord.ButtonStyle.primary)
        case Turn(placement, deployment):
            return _deployment_button(custom_id, apply(state, placement).state, deployment or NOBODY)
        case _:
            assert_never(step)


def _deployment_button(custom_id: CustomId, after_placement: State, deployment: Deployment) -> Button:
    """Return the button of a deployment. Its label names the feature. Nobody has a cross."""
    label = deployment_label(after_placement, deployment)
    if deployment == NOBODY:
        return button(custom_id, label, emoji="✖️")
    return button(custom_id, label, discord.ButtonStyle.primary)


def _navigation(table: RunningTable, state: State, step: Step) -> list[Button]:
    """Return the buttons that lead to other pages, or to the step before."""
    if not isinstance(step, Page):
        before = previous_step(state, step)
        return [button(PickId(table.number, table.ply, before), _("Back"))] if before else []
    last = len(cell_pages(state)) - 1
    targets = [(step.number - 1, _("Nearer cells"), "◀️"), (step.number + 1, _("More cells"), "▶️")]
    return [
        button(PickId(table.number, table.ply, Page(number)), label, emoji=emoji)
        for number, label, emoji in targets
        if 0 <= number <= last
    ]


async def _picture(pictures: Pictures, table: RunningTable, step: Step) -> discord.File:
    state = table.state
    match step:
        case Page(number):
            every_page = cell_pages(state)
            return await pictures.cells(table, every_page[number] if len(every_page) > 1 else None)
        case Cell(position):
            fitting = rotation_choices(state, position)
            ways = [apply(state, PlaceTile(position, rotation)).state for rotation in fitting]
            return await pictures.rotations(table, ways, rotations_alt_text(state, position, fitting))
        case Turn(placement, None):
            after_placement = apply(state, placement).state
            alt = deployments_alt_text(placement, after_placement, deployment_choices(state, placement))
            return await pictures.spots(table, after_placement, alt)
        case Turn(placement, deployment):
            shown = preview_state(apply(state, placement).state, deployment or NOBODY)
            return await pictures.preview(table, shown, placement.position)
        case _:
            assert_never(step)
