"""A turn: laying the tile, deciding who goes onto it, answering what the game asks."""

import re
from collections.abc import Sequence
from typing import Self

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import (
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    State,
    Turn,
    apply,
    format_turn,
    legal_deployments,
    legal_moves,
    parse_turn,
)
from cogs.shared.answers import answer
from cogs.shared.buttons import LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.foreseen import NOTHING_FORESEEN, Foreseen, format_first, format_wall, parse_first, parse_wall
from cogs.shared.options import At, First, Game, Turned, WallTiles, Who
from cogs.shared.questions import LABEL, AnswerButton, play
from cogs.shared.subjects import find_table, note_subject
from cogs.shared.words.features import follower_name, spot_text
from cogs.shared.words.speech import marked
from cogs.shared.words.tables import others_text
from cogs.shared.words.turns import placed_text, who_text
from host import Found, Table


class FollowerButton(
    LastingButton,
    template=r"carc:turn:(?P<number>\d+):(?P<ply>\d+):(?P<turn>[^;]+)(?:;(?P<wall>[^;]*);(?P<first>[^;]*))?",
):
    """Plays a turn that was shown before: all of it stands in the custom id, with the ply that it was made for."""

    def __init__(self, number: int, ply: int, turn: Turn, foreseen: Foreseen, label: str | None = None) -> None:
        is_nobody = turn.follower == DeployNobody()
        super().__init__(
            discord.ui.Button(
                label=label,
                emoji="✖️" if is_nobody else None,
                style=discord.ButtonStyle.secondary if is_nobody else discord.ButtonStyle.primary,
                custom_id=f"carc:turn:{number}:{ply}:{format_turn(turn)}{_foreseen_text(foreseen)}",
            )
        )
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
        played = await play(interaction, self.number, self.ply, moves, self.foreseen)
        await interaction.edit_original_response(content=placed_text(played), view=None, attachments=[])
        await interaction.client.announcer.announce(played)


def _foreseen_text(foreseen: Foreseen) -> str:
    if foreseen == NOTHING_FORESEEN:
        return ""
    wall = "" if foreseen.wall is None else format_wall(foreseen.wall)
    return f";{wall};{format_first(foreseen.first)}"


class Play(commands.Cog):
    """``/place`` and ``/pass``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=marked("Lay your tile, and put a follower onto it"))
    @app_commands.describe(
        at=marked("The cell, such as M14"),
        rotation=marked("Degrees clockwise"),
        follower=marked("Who: thief E, monk …; - for nobody"),
        wall=marked("The Castle: wall tiles to use; - for none"),
        first=marked("The Castle: score this first, as C4 N"),
        game=marked("The game's number, if you play several here"),
    )
    async def place(
        self,
        interaction: Interaction,
        at: At,
        rotation: Turned,
        follower: Who | None = None,
        wall: WallTiles | None = None,
        first: First = (),
        game: Game | None = None,
    ) -> None:
        """Play a turn; without a follower, where one could be placed, ask who it should be."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        place, foreseen = PlaceTile(at, rotation), Foreseen(wall, first)
        if follower is None and found.table.is_to_move(interaction.user.id):
            note_subject(interaction, found.table, place)
            assert found.table.state is not None
            laid = apply(found.table.state, place).state
            if legal_deployments(laid):
                await self._ask(interaction, found, place, laid, foreseen)
                return
        await self._finish(interaction, found, [place, follower or DeployNobody()], foreseen)

    @app_commands.command(
        name="pass", description=marked("Lay your tile with nobody; alone: the first answer to what the game asks")
    )
    @app_commands.describe(
        at=marked("The cell, such as M14"),
        rotation=marked("Degrees clockwise"),
        game=marked("The game's number, if you play several here"),
    )
    async def pass_(
        self,
        interaction: Interaction,
        at: At | None = None,
        rotation: Turned | None = None,
        game: Game | None = None,
    ) -> None:
        """Play a turn without a follower; without a cell, give the first answer to what the game asks."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        state = found.table.state
        if at is not None and rotation is not None:
            moves: list[Move] = [PlaceTile(at, rotation), DeployNobody()]
        elif state is not None and state.phase is Phase.ASK:
            moves = legal_moves(state)[:1]
        else:
            moves = [DeployNobody()]
        await self._finish(interaction, found, moves)

    async def _finish(
        self, interaction: Interaction, found: Found, moves: Sequence[Move], foreseen: Foreseen = NOTHING_FORESEEN
    ) -> None:
        played = await play(interaction, found.table.number, found.table.ply, moves, foreseen)
        await answer(interaction, placed_text(played) + others_text(found))
        await self.bot.announcer.announce(played)

    async def _ask(
        self, interaction: Interaction, found: Found, place: PlaceTile, laid: State, foreseen: Foreseen
    ) -> None:
        table = found.table
        await answer(
            interaction,
            who_text(place) + others_text(found),
            file=await self.bot.pictures.preview(table, laid),
            view=follower_buttons(table, place, laid, foreseen),
        )


def follower_buttons(table: Table, place: PlaceTile, laid: State, foreseen: Foreseen) -> discord.ui.View:
    """Return a button for each follower that may go onto the tile, and one for nobody."""
    terms, nobody = laid.ruleset.terms, DeployNobody()
    named = [(follower, spot_text(laid, follower, terms)[:LABEL]) for follower in legal_deployments(laid)]
    return buttons(
        *(
            FollowerButton(table.number, table.ply, Turn(place, follower), foreseen, label)
            for follower, label in [*named, (nobody, follower_name(nobody, terms))]
        )
    )


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(FollowerButton, AnswerButton)
    await bot.add_cog(Play(bot))
