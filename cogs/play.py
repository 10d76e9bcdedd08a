"""A turn: laying the tile, deciding who goes onto it, answering what the game asks."""

from collections.abc import Sequence

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
    legal_deployments,
    legal_moves,
)
from cogs.shared.answers import answer
from cogs.shared.buttons import buttons
from cogs.shared.client import Client, Interaction
from cogs.shared.foreseen import NOTHING_FORESEEN, Foreseen
from cogs.shared.options import At, First, Game, Turned, WallTiles, Who
from cogs.shared.questions import play
from cogs.shared.subjects import find_table, note_subject
from cogs.shared.turn_button import TurnButton, follower_face
from cogs.shared.words.picking import followers_alt_text, followers_text
from cogs.shared.words.speech import marked
from cogs.shared.words.tables import others_text
from cogs.shared.words.turns import placed_text
from host import Found


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
        table, choices = found.table, [*legal_deployments(laid), DeployNobody()]
        followers = (
            TurnButton(table.number, table.ply, Turn(place, one), foreseen, follower_face(laid, one)) for one in choices
        )
        await answer(
            interaction,
            followers_text(table, place, laid) + others_text(found),
            file=await self.bot.pictures.spots(table, laid, followers_alt_text(place, laid, choices)),
            view=buttons(*followers),
        )


async def setup(bot: Client) -> None:
    """Load the commands."""
    await bot.add_cog(Play(bot))
