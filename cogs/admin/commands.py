"""The commands of server managers that look after games."""

import platform
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import CarcassonneError, format_record, parse_record
from carcassonne.record import MAX_RECORD_LENGTH, read_record
from cogs.admin.ending import ask_to_end
from cogs.admin.server_defaults import ServerDefaults
from cogs.delivery.errors import NotAnnouncedError
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import (
    check_rate_limit,
    guild_of,
    load_context,
    note_context,
    parse_game,
    person_of,
    venue_of,
)
from cogs.interaction.game_option import ServerGameArg, ServerLiveGameArg, ServerRunningGameArg, ServerStartedGameArg
from cogs.interaction.option_choices import LEVEL_CHOICES
from cogs.interaction.options import CHOICE_NAME_LENGTH
from cogs.interaction.permissions import only_on_servers
from cogs.interaction.player_options import takes_players
from cogs.interaction.rate_limits import FILE_LIMIT
from cogs.interaction.replies import answer, try_answer
from host.errors import HostError
from host.model.controllers import USUAL_COMPUTER, Controller, Person
from host.model.table import FinishedTable, RunningSummary, RunningTable, Table
from host.model.table_errors import TurnPendingError
from render import scripts_without_font
from screens.lobby import offered_computer
from screens.screen import File, Screen
from screens.text.admin import (
    audit_log_text,
    bot_cannot_play_text,
    file_too_long_text,
    health_text,
    imported_text,
    no_record_text,
    quarantined_games_text,
    resumed_text,
    retried_text,
    seat_given_reply,
    two_seats_text,
)
from screens.text.i18n import N_, _, use_language
from screens.text.move_errors import wrong_line_text
from screens.text.names import game_name, seat_labels, table_language

GAME_DESCRIPTION: Final = N_("The game's number, like #12")
PLAYER_DESCRIPTION: Final = N_("Who had this seat; the name in the log if you leave it out")


class SeatOption(app_commands.Transformer[Any]):
    """A seat of the game in the option ``game``. The first seat is 1 for people."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The type that Discord shows: a whole number."""
        return discord.AppCommandOptionType.integer

    async def transform(self, interaction: Interaction, value: int, /) -> int:
        """Return the seat, counted from 0. The host checks whether it exists."""
        return value - 1

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[app_commands.Choice[Any]]:
        """Offer the seats of the game with the names of their players."""
        table = _named_game(interaction)
        labels = seat_labels(table) if table else ()
        return [
            app_commands.Choice(name=f"{number} · {label}"[:CHOICE_NAME_LENGTH], value=number)
            for number, label in enumerate(labels, 1)
        ]


SeatArg: TypeAlias = app_commands.Transform[int, SeatOption]


@only_on_servers
@app_commands.default_permissions(manage_guild=True)
class Admin(
    ServerDefaults,
    commands.GroupCog,
    group_name="carcassonne-admin",
    group_description=N_("For server managers: games and settings"),
):
    """``/carcassonne-admin``. Discord checks who may use it; servers can change that in their settings."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.since = discord.utils.utcnow()

    @app_commands.command(description=N_("End a game or close a table, without scoring"))
    @app_commands.describe(game=GAME_DESCRIPTION)
    async def end(self, interaction: Interaction, game: ServerLiveGameArg) -> None:
        """Ask whether to end a game or close a table of this server, also one on hold."""
        await interaction.response.defer(ephemeral=True)
        await ask_to_end(interaction, game)

    @app_commands.command(description=N_("Give a player's seat in a running game to another member"))
    @app_commands.describe(game=GAME_DESCRIPTION, seat=N_("Whose seat"), to=N_("Who takes over"))
    async def seat(
        self, interaction: Interaction, game: ServerRunningGameArg, seat: SeatArg, to: discord.Member
    ) -> None:
        """Give a seat to another person, and tell the table."""
        await interaction.response.defer(ephemeral=True)
        if to.bot:
            await answer(interaction, bot_cannot_play_text(to.display_name))
            return
        await self._reseat(interaction, game, seat, Person(to.id, to.display_name))

    @app_commands.command(description=N_("Have a computer play on for somebody in a running game"))
    @app_commands.describe(game=GAME_DESCRIPTION, seat=N_("Whose seat"), level=N_("How well the computer plays"))
    @app_commands.choices(level=LEVEL_CHOICES)
    async def computer(
        self, interaction: Interaction, game: ServerRunningGameArg, seat: SeatArg, level: int = USUAL_COMPUTER.level
    ) -> None:
        """Give a seat to a computer, and tell the table."""
        await interaction.response.defer(ephemeral=True)
        await self._reseat(interaction, game, seat, offered_computer(str(level)))

    async def _reseat(self, interaction: Interaction, game: int, seat: int, new_player: Controller) -> None:
        administration, guild, manager = self.bot.host.administration, guild_of(interaction), person_of(interaction)
        try:
            table, notification = await administration.reseat(guild, manager, game, seat, new_player)
        except TurnPendingError:  # only its own player may take a turn back
            await self._finish_turn(guild, game)
            table, notification = await administration.reseat(guild, manager, game, seat, new_player)
        note_context(interaction, table)
        await self.bot.outbox.notify(notification)
        outcome = await self.bot.host.notifications.outcome(notification)
        await answer(interaction, seat_given_reply(table, table.seats[seat].controller, outcome))

    async def _finish_turn(self, guild: int, game: int) -> None:
        """End the time in which the last turn of a game can be taken back."""
        if played := await self.bot.host.administration.finish_turn(guild, game):
            with suppress(NotAnnouncedError):  # it is tried again later
                await self.bot.outbox.publish(played)

    @app_commands.command(description=N_("List games that are paused because their saved moves are damaged"))
    async def held(self, interaction: Interaction) -> None:
        """List the games on hold, each with the first ply that is wrong."""
        await interaction.response.defer(ephemeral=True)
        quarantined = self.bot.host.administration.quarantined(guild_of(interaction))
        await answer(interaction, quarantined_games_text(quarantined))

    @app_commands.command(description=N_("Resume a paused game, or post what wasn't shown"))
    @app_commands.describe(game=GAME_DESCRIPTION)
    async def retry(self, interaction: Interaction, game: ServerLiveGameArg) -> None:
        """Resume a game on hold if its record is right again. Send what could not be shown of any game."""
        await interaction.response.defer(ephemeral=True)
        administration, guild, manager = self.bot.host.administration, guild_of(interaction), person_of(interaction)
        was_quarantined = any(one.table.number == game for one in administration.quarantined(guild))
        table = await administration.retry(guild, manager, game)
        note_context(interaction, table)
        table = await self._show_again(table)
        await try_answer(table.number, answer(interaction, retried_text(table, was_quarantined=was_quarantined)))
        if was_quarantined and isinstance(table, RunningTable):
            with use_language(table_language(table)):
                text = resumed_text(table, manager.name)
            await self.bot.outbox.post_notice(table, text, pinged=_ids_to_move(table))

    async def _show_again(self, table: Table) -> Table:
        """Send what was not announced of a table, and refresh its status. Return the table. Raise NotAnnouncedError."""
        self.bot.delivery.jobs.wake(lambda venue: venue.home == table.venue.home, after_first_pause=True)
        if isinstance(table, RunningTable | FinishedTable):
            await self.bot.outbox.publish_missed(table.number)
        return await self.bot.outbox.show_status(table.number)

    @app_commands.command(description=N_("List what managers have done here"))
    @app_commands.describe(game=N_("Only in this game, like #12"))
    async def acts(self, interaction: Interaction, game: ServerGameArg | None = None) -> None:
        """List what managers have done."""
        await interaction.response.defer(ephemeral=True)
        entries = await self.bot.host.administration.audit_log(guild_of(interaction), game)
        await answer(interaction, audit_log_text(entries))

    @app_commands.command(description=N_("Get the log of any game on this server as a file"))
    @app_commands.describe(game=GAME_DESCRIPTION)
    async def export(self, interaction: Interaction, game: ServerStartedGameArg) -> None:
        """Send the record of a game as a file."""
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, FILE_LIMIT)
        table = await self.bot.host.administration.table(guild_of(interaction), game)
        record = format_record(await self.bot.host.history.record(game))
        text = _("Here's the log of {game}.").format(game=game_name(table))
        await answer(interaction, Screen(text, files=(File(record.encode(), f"carcassonne-{game}.carc"),)))

    @app_commands.command(name="import", description=N_("Import a finished game from its log"))
    @app_commands.describe(file=N_("A game log from /log"))
    @takes_players(PLAYER_DESCRIPTION)
    async def import_record_file(
        self, interaction: Interaction, file: discord.Attachment, members: Sequence[discord.Member | None]
    ) -> None:
        """Check a record by replaying it, and store it."""
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, FILE_LIMIT)
        named = [one.id for one in members if one]
        if len(set(named)) < len(named):
            await answer(interaction, two_seats_text())
        elif file.size > MAX_RECORD_LENGTH:
            await answer(interaction, file_too_long_text(file.filename, MAX_RECORD_LENGTH))
        else:
            people = [Person(one.id, one.display_name) if one else None for one in members]
            await answer(interaction, await self._import_record(interaction, file, people))

    async def _import_record(
        self, interaction: Interaction, file: discord.Attachment, people: Sequence[Person | None]
    ) -> str:
        """Store the game of a record. Return the answer: its result, or what is wrong with the file."""
        text = (await file.read()).decode(errors="replace")
        if not read_record(text).tags:
            return no_record_text(file.filename)
        venue, administration = venue_of(interaction), self.bot.host.administration
        try:
            guild, manager, record = guild_of(interaction), person_of(interaction), parse_record(text)
            table = await administration.import_record(guild, manager, venue, record, people)
        except CarcassonneError as error:
            return wrong_line_text(error, await load_context(interaction))
        return imported_text(table)

    @app_commands.command(description=N_("Bot status"))
    async def health(self, interaction: Interaction) -> None:
        """Show uptime, latency, numbers of tables, the size of the database, unsent turns, and versions."""
        await interaction.response.defer(ephemeral=True)
        administration = self.bot.host.administration
        versions = {"Python": platform.python_version(), "discord.py": discord.__version__}
        quarantined = administration.quarantined(guild_of(interaction))
        health = await administration.health()
        missing = scripts_without_font()
        await answer(interaction, health_text(health, self.since, self.bot.latency, versions, quarantined, missing))


def _ids_to_move(table: RunningTable) -> list[int]:
    """Return the id of the person to move; empty if a computer is to move, or if a turn is pending."""
    person = table.to_move.person if table.to_move else None
    return [person.id] if person else []


def _named_game(interaction: Interaction) -> RunningSummary | None:
    """Return the running game that the option ``game`` names, from memory; None if this server has none."""
    try:
        table = interaction.client.host.tables.running_summary(parse_game(interaction.namespace.game or ""))
    except HostError:
        return None
    return table if table and table.venue.guild == interaction.guild_id else None
