"""A turn: laying the tile and deciding who goes onto it."""

import re
from collections.abc import Sequence
from typing import Self

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import (
    DeployNobody,
    Move,
    PlaceTile,
    State,
    Turn,
    apply,
    format_turn,
    legal_deployments,
    parse_turn,
)
from cogs.shared.answers import answer
from cogs.shared.buttons import LastingButton, buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.options import At, Game, Turned, Who
from cogs.shared.subjects import find_table, note_subject, person_of
from cogs.shared.words.features import follower_name, spot_text
from cogs.shared.words.tables import others_text
from cogs.shared.words.turns import placed_text, placement_text
from host import Found, Played, Table

LABEL = 80
"""The characters that a button's label may have."""


class FollowerButton(LastingButton, template=r"carc:turn:(?P<number>\d+):(?P<ply>\d+):(?P<turn>.+)"):
    """Plays a turn that was shown before: all of it stands in the custom id, with the ply that it was made for."""

    def __init__(self, number: int, ply: int, turn: Turn, label: str | None = None) -> None:
        is_nobody = turn.follower == DeployNobody()
        super().__init__(
            discord.ui.Button(
                label=label,
                emoji="✖️" if is_nobody else None,
                style=discord.ButtonStyle.secondary if is_nobody else discord.ButtonStyle.primary,
                custom_id=f"carc:turn:{number}:{ply}:{format_turn(turn)}",
            )
        )
        self.number, self.ply, self.turn = number, ply, turn

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the turn that its custom id holds."""
        return cls(int(match["number"]), int(match["ply"]), parse_turn(match["turn"]))

    async def press(self, interaction: Interaction) -> None:
        """Play the turn."""
        moves = [self.turn.place, self.turn.follower or DeployNobody()]
        played = await play(interaction, self.number, self.ply, moves)
        await interaction.edit_original_response(content=placed_text(played), view=None, attachments=[])
        await interaction.client.announcer.announce(played)


async def play(interaction: Interaction, number: int, ply: int, moves: Sequence[Move]) -> Played:
    """Make a turn's moves; raise HostError and IllegalMoveError."""
    host = interaction.client.host
    place = next((move for move in moves if isinstance(move, PlaceTile)), None)
    if table := host.cached(number):
        note_subject(interaction, table, place)
    return await host.play(number, person_of(interaction), moves, ply)


class Play(commands.Cog):
    """``/place`` and ``/pass``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Lay your tile, and put a follower onto it")
    @app_commands.describe(
        at="The cell, such as M14",
        rotation="Degrees clockwise",
        follower="Who goes onto the tile, such as thief E; - for nobody",
        game="The game's number, if you play several here",
    )
    async def place(
        self, interaction: Interaction, at: At, rotation: Turned, follower: Who | None = None, game: Game | None = None
    ) -> None:
        """Play a turn; without a follower, where one could be placed, ask who it should be."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        place = PlaceTile(at, rotation)
        if follower is None and found.table.is_to_move(interaction.user.id):
            note_subject(interaction, found.table, place)
            assert found.table.state is not None
            laid = apply(found.table.state, place).state
            if legal_deployments(laid):
                await self._ask(interaction, found, place, laid)
                return
        await self._finish(interaction, found, [place, follower or DeployNobody()])

    @app_commands.command(name="pass", description="Lay your tile and put nobody onto it")
    @app_commands.describe(
        at="The cell, such as M14", rotation="Degrees clockwise", game="The game's number, if you play several here"
    )
    async def pass_(
        self,
        interaction: Interaction,
        at: At | None = None,
        rotation: Turned | None = None,
        game: Game | None = None,
    ) -> None:
        """Play a turn without a follower; without a cell, answer with nobody what the game asks, if it does."""
        await interaction.response.defer(ephemeral=True)
        found = await find_table(interaction, game)
        laid = [] if at is None or rotation is None else [PlaceTile(at, rotation)]
        await self._finish(interaction, found, [*laid, DeployNobody()])

    async def _finish(self, interaction: Interaction, found: Found, moves: Sequence[Move]) -> None:
        played = await play(interaction, found.table.number, found.table.ply, moves)
        await answer(interaction, placed_text(played) + others_text(found))
        await self.bot.announcer.announce(played)

    async def _ask(self, interaction: Interaction, found: Found, place: PlaceTile, laid: State) -> None:
        table = found.table
        await answer(
            interaction,
            f"{placement_text(place)}: who goes onto it? Nothing is stored yet.{others_text(found)}",
            file=await self.bot.pictures.preview(table, laid),
            view=follower_buttons(table, place, laid),
        )


def follower_buttons(table: Table, place: PlaceTile, laid: State) -> discord.ui.View:
    """Return a button for each follower that may go onto the tile, and one for nobody."""
    terms = laid.ruleset.terms
    items = [
        FollowerButton(table.number, table.ply, Turn(place, follower), spot_text(laid, follower, terms)[:LABEL])
        for follower in legal_deployments(laid)
    ]
    nobody = DeployNobody()
    items.append(FollowerButton(table.number, table.ply, Turn(place, nobody), follower_name(nobody, terms)))
    return buttons(*items)


async def setup(bot: Client) -> None:
    """Load the commands."""
    bot.add_dynamic_items(FollowerButton)
    await bot.add_cog(Play(bot))
