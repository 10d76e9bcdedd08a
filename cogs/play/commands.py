"""The commands that play a turn, and answer questions of the game."""

from discord import app_commands
from discord.ext import commands

from carcassonne import DeployNobody, PlaceTile
from carcassonne.castle.planned_answers import PlannedAnswers
from cogs.interaction.client import Client, Interaction
from cogs.interaction.game_option import OwnGameArg
from cogs.interaction.options import CellArg, FollowerArg, RotationArg
from cogs.interaction.replies import deferred_if_slow
from cogs.interaction.requester import InteractionRequester
from cogs.interaction.turn_request import TurnRequest
from cogs.interaction.turns import take_turn
from cogs.play.castle_options import ScoreOrderArg, WallTilesArg
from cogs.text.i18n import N_


class Play(commands.Cog):
    """``/place`` and ``/pass``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Place your tile, with a follower if you like"))
    @app_commands.describe(
        at=N_("The cell, like M14"),
        rotation=N_("Degrees clockwise"),
        follower=N_("Who and where: thief E, monk … or - for nobody"),
        game=N_("The game's number, if you play several here"),
        wall=N_("The Castle only: wall tiles to play, - for none"),
        first=N_("The Castle only: score this first, like C4 N"),
    )
    async def place(
        self,
        interaction: Interaction,
        at: CellArg,
        rotation: RotationArg,
        follower: FollowerArg | None = None,
        game: OwnGameArg | None = None,
        wall: WallTilesArg | None = None,
        first: ScoreOrderArg = (),
    ) -> None:
        """Play a turn. If no deployment is chosen but one is legal, ask for it."""
        request = TurnRequest(PlaceTile(at, rotation), follower, PlannedAnswers(wall, first), game)
        await _take_turn(interaction, request)

    @app_commands.command(name="pass", description=N_("Place your tile without a follower"))
    @app_commands.describe(
        at=N_("The cell, like M14"),
        rotation=N_("Degrees clockwise"),
        game=N_("The game's number, if you play several here"),
    )
    async def pass_(
        self,
        interaction: Interaction,
        at: CellArg | None = None,
        rotation: RotationArg | None = None,
        game: OwnGameArg | None = None,
    ) -> None:
        """Play a turn and deploy nobody. Without a cell, give the first answer to a question of the game."""
        placement = None if at is None or rotation is None else PlaceTile(at, rotation)
        await _take_turn(interaction, TurnRequest(placement, DeployNobody(), game=game))


async def _take_turn(interaction: Interaction, request: TurnRequest) -> None:
    async with deferred_if_slow(interaction):
        await take_turn(InteractionRequester(interaction), request)
