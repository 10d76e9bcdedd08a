"""The commands that show a game: its board, the tiles left, the moves so far."""

from dataclasses import replace
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import format_record
from cogs.board.replies import frame_of, replay_panel, show_board, show_position, show_tiles
from cogs.delivery.poster import Post
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, find_started, person_of
from cogs.interaction.game_option import StartedGameArg
from cogs.interaction.option_choices import VIEW_CHOICES
from cogs.interaction.options import AreaArg
from cogs.interaction.rate_limits import CHANNEL_SHARE_LIMIT, PICTURE_LIMIT, SHARE_LIMIT
from cogs.interaction.replies import answer
from host.model.table import StartedTable
from render import Area
from screens.pictures import Frame
from screens.screen import File, Screen, files
from screens.text.admin import audit_log_text
from screens.text.alt_text import position_texts
from screens.text.board import aid_not_allowed_text, log_text, shared_text
from screens.text.channels import other_games_text
from screens.text.choices import BoardView
from screens.text.i18n import N_, _, use_language
from screens.text.names import table_language

MAX_TURNS: Final = 200
"""More than any game has."""
WHOLE_BOARD: Final = "A"
CLOSE_ZOOM: Final = "3"
"""The zoom for a single cell, if no zoom is chosen."""


class Board(commands.Cog):
    """``/board``, ``/tiles``, ``/replay`` and ``/log``: private, unless shared."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description=N_("Look at the board"))
    @app_commands.describe(
        view=N_("What to show: the picture, the position in words, or a hint"),
        zoom=N_("1 to 5 zooms in on the last move or your area; A shows it all"),
        area=N_("A cell like M14, or two corners like K11 P15"),
        share=N_("Show it to everyone in this channel"),
        game=N_("The game's number, if there are several here"),
    )
    @app_commands.choices(view=VIEW_CHOICES)
    async def board(
        self,
        interaction: Interaction,
        view: BoardView = BoardView.NORMAL,
        zoom: Literal["1", "2", "3", "4", "5", "A"] | None = None,
        area: AreaArg | None = None,
        share: bool = False,
        game: StartedGameArg | None = None,
    ) -> None:
        """Show a board."""
        await interaction.response.defer(ephemeral=True)
        found = await find_started(interaction, game)
        if view.is_aid and (reason := aid_not_allowed_text(found.table, is_shared=share)):
            await answer(interaction, reason)
        elif view is BoardView.WORDS:
            await (self._share(interaction, found.table, None) if share else show_position(interaction, found))
        else:
            zoom_level, shown_area = _zoom_and_area(zoom, area)
            if share:
                frame, _ = await frame_of(interaction, found.table, view, zoom_level, shown_area)
                await self._share(interaction, found.table, frame)
            else:
                await show_board(interaction, found, view, zoom_level, shown_area)

    async def _share(self, interaction: Interaction, table: StartedTable, frame: Frame | None) -> None:
        """Send a board to the channel: as a picture, or if ``frame`` is None, in words. Raise RateLimitError."""
        check_rate_limit(interaction, SHARE_LIMIT)
        check_rate_limit(interaction, CHANNEL_SHARE_LIMIT, interaction.channel_id)
        channel, name, poster = interaction.channel, person_of(interaction).name, self.bot.delivery.poster
        assert isinstance(channel, discord.abc.Messageable)  # noqa: S101 (the type checker learns it)
        with use_language(table_language(table)):
            if frame is None:
                for text in (shared_text(table, name), *position_texts(table)):
                    await poster.to_channel(channel, Post(Screen(text)))
            else:
                picture = await self.bot.pictures.board(table, f"board{table.number}", frame)
                await poster.to_channel(channel, Post(Screen(shared_text(table, name), files=files(picture))))
        await answer(interaction, _("Done: everyone here can see it."))

    @app_commands.command(description=N_("See which tiles are left"))
    @app_commands.describe(game=N_("The game's number, if there are several here"))
    async def tiles(self, interaction: Interaction, game: StartedGameArg | None = None) -> None:
        """List the tiles left."""
        await interaction.response.defer(ephemeral=True)
        await show_tiles(interaction, await find_started(interaction, game))

    @app_commands.command(description=N_("Replay a game turn by turn"))
    @app_commands.describe(
        turn=N_("The turn to start at"),
        game=N_("The game's number, if there are several here"),
    )
    async def replay(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, MAX_TURNS] = 0,
        game: StartedGameArg | None = None,
    ) -> None:
        """Show the board after a turn, with buttons that lead to other turns."""
        await interaction.response.defer(ephemeral=True)
        found = await find_started(interaction, game)
        check_rate_limit(interaction, PICTURE_LIMIT)
        shown = await replay_panel(interaction, found.table, turn)
        await answer(interaction, replace(shown, text=shown.text + other_games_text(found)))

    @app_commands.command(description=N_("See the moves and get them as a file"))
    @app_commands.describe(game=N_("The game's number, if there are several here"))
    async def log(self, interaction: Interaction, game: StartedGameArg | None = None) -> None:
        """Show the record of a game."""
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, PICTURE_LIMIT)
        found = await find_started(interaction, game)
        record = await self.bot.host.history.record(found.table.number)
        name = f"carcassonne-{found.table.number}.carc"
        file = File(format_record(record).encode(), name)
        text = log_text(found.table, record, await self.bot.host.seats.substitutions(found.table.number))
        await answer(interaction, Screen(text + other_games_text(found), files=(file,)))
        guild = found.table.venue.guild
        if guild is not None and (entries := await self.bot.host.administration.audit_log(guild, found.table.number)):
            await answer(interaction, audit_log_text(entries))


def _zoom_and_area(zoom: str | None, area: Area | None) -> tuple[int | None, Area | None]:
    """Return the zoom and the area to show. A single cell gets the cells around it, too."""
    if zoom is None and area is not None and area.columns == area.rows == 1:
        zoom = CLOSE_ZOOM
    if zoom is None:
        return None, area
    return (None, None) if zoom == WHOLE_BOARD else (int(zoom), area)
