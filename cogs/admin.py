"""The commands of server managers: the settings of their server, and what looks after games."""

import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, TypeAlias, assert_never

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import CarcassonneError, format_record, parse_record
from carcassonne.record import MAX_RECORD_LENGTH, read_record
from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.watcher_messages import tell_watchers
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import (
    check_rate_limit,
    guild_of,
    load_context,
    may_manage,
    note_context,
    only_on_servers,
    parse_game,
    person_of,
    venue_of,
)
from cogs.interaction.options import (
    CHANNELS_CHOICES,
    CHOICE_NAME_LENGTH,
    LANGUAGE_CHOICES,
    LEVEL_CHOICES,
    ServerGameArg,
    ServerLiveGameArg,
    ServerRunningGameArg,
    ServerStartedGameArg,
)
from cogs.interaction.rate_limits import FILE_LIMIT
from cogs.interaction.replies import answer, replace_message, try_answer
from cogs.interaction.router import Press, handles
from cogs.interaction.table_options import takes_players, takes_table_options
from host.errors import HostError
from host.model.controllers import USUAL_COMPUTER, Controller, Person
from host.model.game import PlayResult
from host.model.log_replay import QuarantinedGame
from host.model.server_settings import MOST_OWN, ServerSettings, with_table_options
from host.model.table import BaseTable, ClosedTable, FinishedTable, RunningSummary, RunningTable, Table
from host.model.table_errors import TurnPendingError
from host.model.table_options import NO_OPTIONS, TableOptions
from render import scripts_without_font
from screens import custom_ids as ids
from screens.lobby import offered_computer
from screens.screen import Button, File, Screen, Style, row
from screens.text import admin as texts
from screens.text.agreements import end_question_text, ended_text, only_managers_text
from screens.text.i18n import N_, _
from screens.text.labels import Label
from screens.text.lobby import table_closed_text
from screens.text.move_errors import wrong_line_text
from screens.text.names import game_name, seat_labels

MAX_TABLES: Final = 1000
GAME_DESCRIPTION: Final = N_("The game's number, like #12")
PLAYER_DESCRIPTION: Final = N_("Who had this seat; the name in the log if you leave it out")


class SeatOption(app_commands.Transformer[Any]):
    """A seat of the game in the option ``game``. The first seat is 1 for people."""

    @property
    def type(self) -> discord.AppCommandOptionType:
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


def _named_game(interaction: Interaction) -> RunningSummary | None:
    """Return the running game that the option ``game`` names, from memory; None if this server has none."""
    try:
        table = interaction.client.host.tables.running_summary(parse_game(interaction.namespace.game or ""))
    except HostError:
        return None
    return table if table and table.venue.guild == interaction.guild_id else None


SeatArg: TypeAlias = app_commands.Transform[int, SeatOption]


@only_on_servers
@app_commands.default_permissions(manage_guild=True)
class Admin(
    commands.GroupCog,
    group_name="carcassonne-admin",
    group_description=N_("For server managers: games and settings"),
):
    """``/carcassonne-admin``. Discord checks who may use it; servers can change that in their settings."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.since = discord.utils.utcnow()

    # The settings of the server

    @app_commands.command(description=N_("Show this server's settings"))
    async def settings(self, interaction: Interaction) -> None:
        await _change_server(interaction, lambda server: server)

    @app_commands.command(description=N_("Choose the channels where tables can open"))
    @app_commands.describe(change=N_("all: any channel again"), channel=N_("This channel if you leave it out"))
    @app_commands.choices(change=CHANNELS_CHOICES)
    async def channels(
        self,
        interaction: Interaction,
        change: Literal["add", "remove", "all"],
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Allow or forbid new tables in a channel. Existing tables play on."""
        administration, number = self.bot.host.administration, channel.id if channel else venue_of(interaction).home
        match change:
            case "add":
                await _change_server(interaction, lambda server: replace(server, channels=server.channels | {number}))
            case "all":
                await _change_server(interaction, lambda server: replace(server, channels=frozenset()))
            case "remove" if number in administration.server(guild_of(interaction)).channels:
                await _change_server(interaction, lambda server: replace(server, channels=server.channels - {number}))
            case "remove":
                await answer(interaction, texts.not_listed_text(number))

    @app_commands.command(description=N_("Limit how many tables can wait or run at a time"))
    @app_commands.describe(most=N_("How many; 0 for no limit"))
    async def tables(self, interaction: Interaction, most: app_commands.Range[int, 0, MAX_TABLES]) -> None:
        """Limit the number of tables of the server. Existing tables play on."""
        await _change_server(interaction, lambda server: replace(server, most_tables=most or None))

    @app_commands.command(description=N_("Choose how new tables begin; leave out what should stay"))
    @app_commands.describe(language=N_("Language of public messages"), reset=N_("Go back to the defaults first"))
    @app_commands.choices(language=LANGUAGE_CHOICES)
    @takes_table_options()
    async def defaults(
        self, interaction: Interaction, chosen: TableOptions, language: str | None = None, reset: bool = False
    ) -> None:
        """Choose the options of new tables. Their organisers can still change them."""

        def change(server: ServerSettings) -> ServerSettings:
            start = replace(server, table_options=NO_OPTIONS, language=None) if reset else server
            return with_table_options(start, chosen, language)

        await _change_server(interaction, change)

    # What looks after games

    @app_commands.command(description=N_("End a game or close a table, without scoring"))
    @app_commands.describe(game=GAME_DESCRIPTION)
    async def end(self, interaction: Interaction, game: ServerLiveGameArg) -> None:
        """Ask whether to end a game or close a table of this server, also one on hold."""
        await interaction.response.defer(ephemeral=True)
        table = await self.bot.host.administration.table_to_end(guild_of(interaction), game)
        confirm = row(Button(ids.EndGameId(game), _(Label.END_GAME), Style.DANGER))
        await answer(interaction, Screen(end_question_text(table), confirm))

    @app_commands.command(description=N_("Give a player's seat in a running game to another member"))
    @app_commands.describe(game=GAME_DESCRIPTION, seat=N_("Whose seat"), to=N_("Who takes over"))
    async def seat(
        self, interaction: Interaction, game: ServerRunningGameArg, seat: SeatArg, to: discord.Member
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        if to.bot:
            await answer(interaction, texts.bot_cannot_play_text(to.display_name))
            return
        await self._reseat(interaction, game, seat, Person(to.id, to.display_name))

    @app_commands.command(description=N_("Have a computer play on for somebody in a running game"))
    @app_commands.describe(game=GAME_DESCRIPTION, seat=N_("Whose seat"), level=N_("How well the computer plays"))
    @app_commands.choices(level=LEVEL_CHOICES)
    async def computer(
        self, interaction: Interaction, game: ServerRunningGameArg, seat: SeatArg, level: int = USUAL_COMPUTER.level
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        await self._reseat(interaction, game, seat, offered_computer(str(level)))

    async def _reseat(self, interaction: Interaction, game: int, seat: int, new_player: Controller) -> None:
        administration, guild, manager = self.bot.host.administration, guild_of(interaction), person_of(interaction)
        try:
            table, notification = await administration.reseat(guild, manager, game, seat, new_player)
        except TurnPendingError:  # only its own player may take a turn back
            if played := await administration.finish_turn(guild, game):
                with suppress(NotAnnouncedError):  # it is tried again later
                    await self.bot.outbox.publish(played)
            table, notification = await administration.reseat(guild, manager, game, seat, new_player)
        note_context(interaction, table)
        await self.bot.outbox.notify(notification)
        outcome = await self.bot.host.notifications.outcome(notification)
        await answer(interaction, texts.seat_given_reply(table, table.seats[seat].controller, outcome))

    @app_commands.command(description=N_("List games that are paused because their saved turns are damaged"))
    async def held(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        quarantined = self.bot.host.administration.quarantined(guild_of(interaction))
        await answer(interaction, texts.quarantined_games_text(quarantined))

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
        await try_answer(table.number, answer(interaction, texts.retried_text(table, was_quarantined=was_quarantined)))
        if was_quarantined and isinstance(table, RunningTable):
            write = partial(texts.resumed_text, table, manager.name)
            await self.bot.outbox.post_notice(table, write, pinged=_ids_to_move(table))

    async def _show_again(self, table: Table) -> Table:
        """Send what was not announced of a table, and refresh its status. Return the table. Raise NotAnnouncedError."""
        self.bot.jobs.wake(lambda venue: venue.home == table.venue.home, after_first_pause=True)
        if isinstance(table, RunningTable | FinishedTable):
            await self.bot.outbox.publish_missed(table.number)
        return await self.bot.outbox.show_status(table.number)

    @app_commands.command(description=N_("List what managers have done here"))
    @app_commands.describe(game=N_("Only in this game, like #12"))
    async def acts(self, interaction: Interaction, game: ServerGameArg | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        entries = await self.bot.host.administration.audit_log(guild_of(interaction), game)
        await answer(interaction, texts.audit_log_text(entries))

    @app_commands.command(description=N_("Get the log of any game on this server as a file"))
    @app_commands.describe(game=GAME_DESCRIPTION)
    async def export(self, interaction: Interaction, game: ServerStartedGameArg) -> None:
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
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, FILE_LIMIT)
        named = [one.id for one in members if one]
        if len(set(named)) < len(named):
            await answer(interaction, texts.two_seats_text())
        elif file.size > MAX_RECORD_LENGTH:
            await answer(interaction, texts.file_too_long_text(file.filename, MAX_RECORD_LENGTH))
        else:
            people = [Person(one.id, one.display_name) if one else None for one in members]
            await answer(interaction, await self._import_record(interaction, file, people))

    async def _import_record(
        self, interaction: Interaction, file: discord.Attachment, people: Sequence[Person | None]
    ) -> str:
        """Store the game of a record. Return the answer: its result, or what is wrong with the file."""
        text = (await file.read()).decode(errors="replace")
        if not read_record(text).tags:
            return texts.no_record_text(file.filename)
        venue, administration = venue_of(interaction), self.bot.host.administration
        try:
            guild, manager, record = guild_of(interaction), person_of(interaction), parse_record(text)
            table = await administration.import_record(guild, manager, venue, record, people)
        except CarcassonneError as error:
            return wrong_line_text(error, await load_context(interaction))
        return texts.imported_text(table)

    @app_commands.command(description=N_("Bot status"))
    async def health(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        administration = self.bot.host.administration
        versions = {"Python": platform.python_version(), "discord.py": discord.__version__}
        quarantined = administration.quarantined(guild_of(interaction))
        health = await administration.health()
        missing = scripts_without_font()
        await answer(
            interaction, texts.health_text(health, self.since, self.bot.latency, versions, quarantined, missing)
        )


def _ids_to_move(table: RunningTable) -> list[int]:
    """Return the id of the person to move; empty if a computer is to move, or if a turn is pending."""
    person = table.to_move.person if table.to_move else None
    return [person.id] if person else []


async def _change_server(interaction: Interaction, change: Callable[[ServerSettings], ServerSettings]) -> None:
    """Change the settings of the server, and show all of them."""
    await interaction.response.defer(ephemeral=True)
    administration = interaction.client.host.administration
    server = await administration.change_settings(guild_of(interaction), person_of(interaction), change)
    await answer(interaction, texts.server_text(server, MOST_OWN))


@handles(ids.EndGameId)
async def end_game(press: Press, pressed: ids.EndGameId) -> None:
    interaction, outbox = press.interaction, press.client.outbox
    if not may_manage(interaction):
        await answer(interaction, only_managers_text())
        return
    ended = await press.host.administration.end(guild_of(interaction), press.person, pressed.number)
    table: BaseTable
    match ended:
        case PlayResult():
            table = ended.after
            note_context(interaction, ended.after)
        case ClosedTable():
            table = ended
        case QuarantinedGame():
            table = ended.table
        case _:
            assert_never(ended)
    await try_answer(table.number, replace_message(interaction, ended_text(table)))
    if isinstance(ended, PlayResult):
        await outbox.publish(ended)
        return
    if isinstance(ended, ClosedTable):
        await outbox.show_status(table.number)
    else:
        tell_watchers(press.client, table.number)
    await outbox.post_notice(table, partial(table_closed_text, table.number, press.person.name))


async def setup(bot: Client) -> None:
    await bot.add_cog(Admin(bot))
