"""The private picker: one message that leads through a turn. Each button holds its step; nothing else is kept."""

import re
from typing import Self, assert_never

import discord

from carcassonne import PlaceTile, State, Turn, apply, format_cell
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import FACELESS, Face, LastingButton, button_rows
from cogs.interaction.context import person_of
from cogs.interaction.replies import answer
from cogs.interaction.turn_handlers import TurnButton, follower_face
from cogs.message.looks import pictures_for
from cogs.message.picker_steps import (
    NOBODY,
    Cell,
    Page,
    Step,
    back,
    followers,
    format_step,
    offered,
    onward,
    pages,
    parse_step,
    rotations,
    standing,
)
from cogs.message.pictures import Pictures
from cogs.text.i18n import _
from cogs.text.picker import (
    cells_text,
    first_turn_text,
    followers_alt_text,
    followers_text,
    rotation_label,
    rotations_alt_text,
    rotations_text,
    turn_text,
)
from cogs.text.turn import PLACE
from host import RunningTable


class PickButton(LastingButton, template=r"carc:pick:(?P<number>\d+):(?P<ply>\d+):(?P<step>.+)"):
    """Leads to a step of the picker: what has been chosen so far stands in the custom id."""

    def __init__(self, number: int, ply: int, step: Step, face: Face = FACELESS) -> None:
        super().__init__(face.with_id(f"carc:pick:{number}:{ply}:{format_step(step)}"))
        self.number, self.ply, self.step = number, ply, step

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the step that its custom id holds."""
        return cls(int(match["number"]), int(match["ply"]), parse_step(match["step"]))

    async def press(self, interaction: Interaction) -> None:
        """Show the step in place of the one before."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(self.number, person, self.ply)
        text, file, view = await panel(pictures_for(client, person.id), table, self.step)
        await interaction.edit_original_response(content=text, attachments=[file] if file else [], view=view)


class PlaceButton(LastingButton, template=r"carc:place:(?P<number>\d+):(?P<ply>\d+)"):
    """Opens the picker, for the player to move."""

    def __init__(self, number: int, ply: int) -> None:
        face = Face(_(PLACE), discord.ButtonStyle.success)
        super().__init__(face.with_id(f"carc:place:{number}:{ply}"))
        self.number, self.ply = number, ply

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button of a turn."""
        return cls(int(match["number"]), int(match["ply"]))

    async def press(self, interaction: Interaction) -> None:
        """Ask privately where the tile goes."""
        client, person = interaction.client, person_of(interaction)
        table = await client.host.turns.table_to_play(self.number, person, self.ply)
        text, file, view = await panel(pictures_for(client, person.id), table, Page(0))
        if not await client.host.history.has_moved(person.id):
            text += f"\n{first_turn_text()}"
        await answer(interaction, text, file=file, view=view)


async def panel(pictures: Pictures, table: RunningTable, step: Step) -> tuple[str, discord.File, discord.ui.View]:
    """Return the message of a step: its text, its picture (MISSING where drawing failed), its buttons."""
    step = onward(table.state, step)
    return step_text(table, step), await _picture(pictures, table, step), step_view(table, step)


def step_text(table: RunningTable, step: Step) -> str:
    """Return the words of a step, which are enough to choose by."""
    state = table.state
    match step:
        case Page(number):
            return cells_text(state, number, len(pages(state)))
        case Cell(position):
            return rotations_text(state, position)
        case Turn(place, None):
            return followers_text(table, place, apply(state, place).state)
        case Turn(place):
            return turn_text(table, step, apply(state, place).state)
        case _:
            assert_never(step)


def step_view(table: RunningTable, step: Step) -> discord.ui.View:
    """Return the buttons of a step: what can be chosen, then where else one can go."""
    state = table.state
    choices, ways_out = _choices(table, state, step), _ways_out(table, state, step)
    return button_rows(choices, ways_out) if isinstance(step, Page) else button_rows([*choices, *ways_out])


def _choices(table: RunningTable, state: State, step: Step) -> list[LastingButton]:
    if isinstance(step, Turn) and step.deployment is not None:
        return [TurnButton(table.number, table.ply, step, face=Face(_("Confirm"), discord.ButtonStyle.success))]
    return [PickButton(table.number, table.ply, one, _face(state, one)) for one in offered(state, step)]


def _face(state: State, step: Step) -> Face:
    """Return what a step looks like to somebody who may choose it."""
    match step:
        case Page():
            return Face(_("Back"))
        case Cell(position):
            return Face(format_cell(position), discord.ButtonStyle.primary)
        case Turn(place, None):
            return Face(rotation_label(state, place.rotation), discord.ButtonStyle.primary)
        case Turn(place, follower):
            return follower_face(apply(state, place).state, follower or NOBODY)
        case _:
            assert_never(step)


def _ways_out(table: RunningTable, state: State, step: Step) -> list[LastingButton]:
    """Return the buttons to other pages, or to the step before."""
    if not isinstance(step, Page):
        return [PickButton(table.number, table.ply, back(state, step), Face(_("Back")))]
    last = len(pages(state)) - 1
    ways = [(step.number - 1, _("Nearer cells"), "◀️"), (step.number + 1, _("More cells"), "▶️")]
    return [
        PickButton(table.number, table.ply, Page(number), Face(label, emoji=emoji))
        for number, label, emoji in ways
        if 0 <= number <= last
    ]


async def _picture(pictures: Pictures, table: RunningTable, step: Step) -> discord.File:
    state = table.state
    match step:
        case Page(number):
            several = pages(state)
            return await pictures.cells(table, several[number] if len(several) > 1 else None)
        case Cell(position):
            turns = rotations(state, position)
            laid = [apply(state, PlaceTile(position, rotation)).state for rotation in turns]
            return await pictures.ways(table, laid, rotations_alt_text(state, position, turns))
        case Turn(place, None):
            laid_so = apply(state, place).state
            return await pictures.spots(table, laid_so, followers_alt_text(place, laid_so, followers(state, place)))
        case Turn(place, follower):
            shown = standing(apply(state, place).state, follower or NOBODY)
            return await pictures.preview(table, shown, place.position)
        case _:
            assert_never(step)
