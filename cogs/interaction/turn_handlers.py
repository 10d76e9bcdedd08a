"""The button that plays a whole turn."""

import re
from typing import Self

import discord

from carcassonne import Deployment, DeployNobody, State, Turn, format_turn, parse_turn
from carcassonne.castle.planned_answers import (
    NO_PLANNED_ANSWERS,
    PlannedAnswers,
    format_first,
    format_wall,
    parse_first,
    parse_wall,
)
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import FACELESS, Face, LastingButton
from cogs.interaction.moves import play, show
from cogs.interaction.replies import close
from cogs.interaction.requester import InteractionRequester
from cogs.text.picker import follower_label
from cogs.text.turn import placed_text


class TurnButton(
    LastingButton,
    template=r"carc:turn:(?P<number>\d+):(?P<ply>\d+):(?P<turn>[^;]+)(?:;(?P<wall>[^;]*);(?P<first>[^;]*))?",
):
    """Plays a turn that was shown before: all of it stands in the custom id, with the ply that it was made for."""

    def __init__(
        self,
        number: int,
        ply: int,
        turn: Turn,
        planned: PlannedAnswers = NO_PLANNED_ANSWERS,
        face: Face = FACELESS,
    ) -> None:
        custom_id = f"carc:turn:{number}:{ply}:{format_turn(turn)}{_planned_text(planned)}"
        super().__init__(face.with_id(custom_id))
        self.number, self.ply, self.turn, self.planned = number, ply, turn, planned

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the turn that its custom id holds."""
        planned = PlannedAnswers(
            parse_wall(match["wall"]) if match["wall"] else None, parse_first(match["first"]) if match["first"] else ()
        )
        return cls(int(match["number"]), int(match["ply"]), parse_turn(match["turn"]), planned)

    async def press(self, interaction: Interaction) -> None:
        """Play the turn."""
        moves = [self.turn.placement, self.turn.deployment or DeployNobody()]
        asker = InteractionRequester(interaction)
        played = await play(asker, self.number, self.ply, moves, self.planned)
        await show(asker, played, close(interaction, placed_text(played)))


def follower_face(laid: State, follower: Deployment) -> Face:
    """Return what a button for a follower looks like: what it would stand on; a cross for nobody."""
    label = follower_label(laid, follower)
    return Face(label, emoji="✖️") if follower == DeployNobody() else Face(label, discord.ButtonStyle.primary)


def _planned_text(planned: PlannedAnswers) -> str:
    if planned == NO_PLANNED_ANSWERS:
        return ""
    wall = "" if planned.wall is None else format_wall(planned.wall)
    return f";{wall};{format_first(planned.first)}"
