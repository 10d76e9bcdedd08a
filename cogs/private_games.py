"""Games of one person alone, in private answers: against a computer, and practice. And ``/play``, the front door."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import CarcassonneError, find_ruleset
from cogs.delivery.poster import Post
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import (
    check_bot_permissions,
    check_rate_limit,
    guild_of,
    server_language,
)
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.private_games import open_message, show_in_answer, show_in_message
from cogs.interaction.rate_limits import CHANNEL_SHARE_LIMIT, SEAT_LIMIT, SHARE_LIMIT
from cogs.interaction.replies import answer, answer_in_place
from cogs.interaction.router import Press, handles
from cogs.interaction.startup import Stage
from host.errors import HostError
from host.model.controllers import USUAL_COMPUTER, Computer
from host.model.game import PlayResult
from host.model.table import FinishedTable, Table
from host.model.table_errors import AlreadyStartedError, GameOverError, NotOverError
from host.model.table_options import DEFAULT_EDITION, DEFAULT_SETTINGS, NO_OPTIONS, TableOptions, check_options
from players.fitting import Fit, fitting_level
from screens import custom_ids as ids
from screens.custom_id import CustomId
from screens.game_buttons import next_game_rows
from screens.lobby import offered_computer
from screens.pictures import picture_name
from screens.private_game import level_screen, play_screen, still_playing_screen
from screens.screen import Screen, files
from screens.text.board import done_text
from screens.text.i18n import N_, current_language, use_language
from screens.text.names import table_language
from screens.text.private_game import shown_text

BEGINNING: Final = timedelta(minutes=1)
"""How long it takes at most to begin a game once its table is open."""
PATIENCE: Final = 1.0
"""How long somebody who chooses a level waits for games that are not counted yet, in seconds."""


class PrivateGames(commands.Cog):
    """``/play``."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.startup.add(Stage.REMATCHES, self.close_cut_off)

    async def close_cut_off(self) -> None:
        """Close the private tables whose games have not begun: the program ended in between, and nobody can begin them.

        A rematch has been begun before.
        """
        host = self.bot.host
        for table in host.tables.waiting():
            is_cut_off = host.now() - table.opened_at > BEGINNING and table.rematch is None
            if table.is_private and is_cut_off:
                with suppress(AlreadyStartedError, GameOverError):  # another process was slow, or its player is deleted
                    await host.lobby.leave(table.venue, table.organiser, table.number)

    @app_commands.command(description=N_("Play: go on, open a table, play the computer, or learn"))
    async def play(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        host, person_id = interaction.client.host, interaction.user.id
        tables = [host.deadlines.with_expected_deadline(one) for one in host.tables.of_person(person_id)]
        waiting = next_game_rows(tables, person_id, interaction.client.channels.is_known)
        own, on_server = host.tables.private_games(person_id), interaction.guild_id is not None
        await answer(interaction, play_screen(waiting, own, offers_table=on_server))


# How a game begins


@handles(ids.OpenComputerGameId)
async def ask_level(press: Press, pressed: CustomId) -> None:
    await _ask_first(press, NO_OPTIONS, ids.NewComputerGameId)


@handles(ids.ComputerGameId)
async def ask_level_at_table(press: Press, pressed: ids.OptionsId) -> None:
    """The same with the rules of a table, which stays as it is."""
    await _ask_first(press, _with_rules_of(press.table, pressed.options), ids.NewComputerGameId)


@handles(ids.OpenPracticeId)
async def practise(press: Press, pressed: CustomId) -> None:
    await _ask_first(press, NO_OPTIONS, ids.NewPracticeId)


@handles(ids.PracticeId)
async def practise_at_table(press: Press, pressed: ids.OptionsId) -> None:
    """The same with the rules of a table, which stays as it is."""
    await _ask_first(press, _with_rules_of(press.table, pressed.options), ids.NewPracticeId)


@handles(ids.NewComputerGameId)
async def ask_level_of_new(press: Press, pressed: ids.PrivateGameId) -> None:
    await _ask_level(press, pressed.options)


@handles(ids.NewPracticeId)
async def practise_anew(press: Press, pressed: ids.PrivateGameId) -> None:
    await _begin(press, pressed.options, None)


@handles(ids.BeginPrivateGameId)
async def play_computer(press: Press, pressed: ids.BeginPrivateGameId) -> None:
    await _begin(press, pressed.options, offered_computer(str(pressed.level)))


async def _ask_first(press: Press, options: TableOptions, new: type[ids.PrivateGameId]) -> None:
    """Do what a button for a new game is for. Somebody who plays a private game already is asked first."""
    options = _checked(options)
    press.client.open_choices.leave_alone(press.interaction.message)
    if running := press.host.tables.private_games(press.person.id):
        await answer_in_place(press.interaction, still_playing_screen(running[0], new(options)))
    elif new is ids.NewPracticeId:
        await _begin(press, options, None)
    else:
        await _ask_level(press, options)


async def _ask_level(press: Press, options: TableOptions) -> None:
    options, fit = _checked(options), await _fit(press)
    computer = Computer(fit.level) if fit else await _known_computer(press)
    await answer_in_place(press.interaction, level_screen(options, computer, fit))


async def _fit(press: Press) -> Fit | None:
    """Return the level at which the person would win about half; None if they have played too few games."""
    return fitting_level(await press.host.statistics.duels(press.person.id, patience=PATIENCE))


async def _known_computer(press: Press) -> Computer:
    """Return the computer that the person has played last; else the one for a first game, or the usual one."""
    if last := await press.host.tables.last_computer(press.person.id):
        return last
    return USUAL_COMPUTER if await press.host.history.has_moved(press.person.id) else Computer(1)


async def _begin(press: Press, options: TableOptions, computer: Computer | None) -> None:
    """Begin a game against a computer, or without one a practice game. Raise TooManyOwnTablesError.

    A second press of the same button shows the game that the first one has begun, or is about to begin.
    """
    interaction, private = press.interaction, press.client.outbox.private
    async with private.beginning(press.person.id):
        begun = _begun_in(press)
        if begun is None:
            check_rate_limit(interaction, SEAT_LIMIT)
            played = await _started(press, options, computer)
            await open_message(interaction, played.after.number)
    if begun is None:
        await press.client.outbox.publish(played)
    else:
        await show_in_message(interaction, await press.host.tables.load_started(begun))


def _begun_in(press: Press) -> int | None:
    """Return the number of the person's own game that the message shows whose button was pressed; None for no game."""
    message = press.interaction.message
    begun = press.client.outbox.private.shown_by(message.id) if message else None
    own = {one.number for one in press.host.tables.private_games(press.person.id)}  # never somebody else's
    return begun if begun in own else None


async def _started(press: Press, options: TableOptions, computer: Computer | None) -> PlayResult:
    """Open a table that only the person sees, and start its game."""
    lobby, venue, person = press.host.lobby, press.venue, press.person
    table = await lobby.open(venue, person, language=_language(press.interaction), is_private=True)
    try:
        return await lobby.start(
            venue,
            person,
            table.number,
            options,
            practice=computer is None,
            computers=[computer] if computer else [],
            alone=True,
        )
    except (HostError, CarcassonneError):  # an old button may offer what there is not any more
        await lobby.leave(venue, person, table.number)
        raise


def _checked(chosen: TableOptions) -> TableOptions:
    """Return options with each rule once, so that they fit into an id. Raise NotOfferedError, NotationError."""
    check_options(chosen)
    rules = find_ruleset(chosen.edition or DEFAULT_EDITION, chosen.options or ())
    return replace(chosen, options=rules.options or None)


def _language(interaction: Interaction) -> str:
    return server_language(interaction) if interaction.guild_locale else current_language()


def _with_rules_of(table: Table | None, chosen: TableOptions) -> TableOptions:
    """Return the options of a table, with those that somebody has chosen for a game there in their place."""
    assert table  # noqa: S101 (the id names one)
    edition, rules, takeback = chosen.edition or table.edition, chosen.options, chosen.takeback
    if rules is None and edition == table.edition:
        rules = table.options or None
    if takeback is None and table.settings.takeback != DEFAULT_SETTINGS.takeback:
        takeback = table.settings.takeback
    aids = table.settings.aids if chosen.aids is None else chosen.aids
    order = chosen.order or table.settings.order
    return TableOptions(edition=edition, options=rules, aids=aids, takeback=takeback, order=order)


# A game that is there


@handles(ids.ShowGameId)
async def show_game(press: Press, pressed: ids.TableId) -> None:
    """Show a game where the person is. It takes the place of the private message whose button was pressed.

    Raise UnknownComponentError for a game that has a channel: nobody is offered this there.
    """
    _check_private(press, pressed)
    message, is_in_message = press.interaction.message, False
    if message:
        is_in_message = message.flags.ephemeral or press.client.outbox.private.shown_by(message.id) == pressed.number
    await (show_in_message if is_in_message else show_in_answer)(press.interaction, press.started)


def _check_private(press: Press, pressed: ids.TableId) -> None:
    """Raise UnknownComponentError unless a game is shown to its player alone. The router checks whose it is."""
    if not press.started.is_private:
        raise UnknownComponentError(pressed)


@handles(ids.ShowHereId)
async def show_here(press: Press, pressed: ids.TableId) -> None:
    """Post the last picture of a game in the channel where the button is pressed.

    Raise NoPrivateMessage, BotMissingPermissions, RateLimitError, NotOverError, and UnknownComponentError as above.
    """
    _check_private(press, pressed)
    interaction, table, channel = press.interaction, press.started, press.interaction.channel
    guild_of(interaction)
    check_bot_permissions(interaction)
    if not isinstance(table, FinishedTable):
        raise NotOverError(table)
    check_rate_limit(interaction, SHARE_LIMIT)
    check_rate_limit(interaction, CHANNEL_SHARE_LIMIT, interaction.channel_id)
    assert isinstance(channel, discord.abc.Messageable)  # noqa: S101 (the type checker learns it)
    with use_language(table_language(table)):
        picture = await press.client.pictures.board(table, picture_name(table))
        screen = Screen(shown_text(table, press.person.name), files=files(picture))
    post = Post(screen, key=("shown", table.number, channel.id))  # whoever presses twice shows it once
    await press.client.poster.to_channel(channel, post)
    await answer(interaction, done_text())


async def setup(bot: Client) -> None:
    await bot.add_cog(PrivateGames(bot))
