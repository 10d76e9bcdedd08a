"""The button that plays a whole turn."""

import re
from typing import Self

import discord

from carcassonne import DeployNobody, Follower, State, Turn, format_turn, parse_turn
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import FACELESS, Face, LastingButton
from cogs.interaction.moves import play, show
from cogs.interaction.planned_answers import (
    NOTHING_FORESEEN,
    Foreseen,
    format_first,
    format_wall,
    parse_first,
    parse_wall,
)
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
        foreseen: Foreseen = NOTHING_FORESEEN,
        face: Face = FACELESS,
    ) -> None:
        custom_id = f"carc:turn:{number}:{ply}:{format_turn(turn)}{_foreseen_text(foreseen)}"
        super().__init__(face.with_id(custom_id))
        self.number, self.ply, self.turn, self.foreseen = number, ply, turn, foreseen

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the turn that its custom id holds."""
        foreseen = Foreseen(
            parse_wall(match["wall"]) if match["wall"] else None, parse_first(match["first"]) if match["first"] else ()
        )
        return cls(int(match["number"]), int(match["ply"]), parse_turn(match["turn"]), foreseen)

    async def press(self, interaction: Interaction) -> None:
        """Play the turn."""
        moves = [self.turn.place, self.turn.follower or DeployNobody()]
        asker = InteractionRequester(interaction)
        played = await play(asker, self.number, self.ply, moves, self.foreseen)
        await show(asker, played, close(interaction, placed_text(played)))


def follower_face(laid: State, follower: Follower) -> Face:
    """Return what a button for a follower looks like: what it would stand on; a cross for nobody."""
    label = follower_label(laid, follower)
    return Face(label, emoji="✖️") if follower == DeployNobody() else Face(label, discord.ButtonStyle.primary)


def _foreseen_text(foreseen: Foreseen) -> str:
    if foreseen == NOTHING_FORESEEN:
        return ""
    wall = "" if foreseen.wall is None else format_wall(foreseen.wall)
    return f";{wall};{format_first(foreseen.first)}"
