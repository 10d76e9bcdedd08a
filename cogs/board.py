"""Looking at a game: its board, the tiles left, the moves so far, an earlier turn; and showing it to others."""

import asyncio
import contextlib
from dataclasses import replace
from functools import partial
from typing import Final, Literal

import discord
from discord import app_commands
from discord.ext import commands

from carcassonne import Position, format_record
from cogs.delivery.poster import Post
from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, find_started, person_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.options import VIEW_CHOICES, AreaArg, StartedGameArg
from cogs.interaction.page_links import page_link_screen
from cogs.interaction.private_games import show_if_lost
from cogs.interaction.rate_limits import CHANNEL_SHARE_LIMIT, FILE_LIMIT, PICTURE_LIMIT, SHARE_LIMIT
from cogs.interaction.replies import answer, progress_told, replace_message
from cogs.interaction.router import Press, handles
from host.model.game_log import GameHistory, tiles_since_own
from host.model.table import FinishedTable, StartedTable
from host.model.table_lookup import FoundTable
from render import Area, View
from render.share.steps import PageReview, TooLargeToShowError
from screens import custom_ids as ids
from screens.board import (
    area_at,
    board_rows,
    packed_page,
    post_rows,
    replay_message,
    share_rows,
    shared_file,
    steps_of,
    zoom_of,
)
from screens.pictures import Frame, part_shown, window_of
from screens.review import page_review, read_review
from screens.screen import File, Screen, files, parse_choice
from screens.text import board as texts
from screens.text.admin import audit_log_text
from screens.text.alt_text import position_texts, shown_part_text
from screens.text.channels import other_games_text
from screens.text.choices import BoardView, SharedForm, ZoomLevel
from screens.text.i18n import N_, _, use_language
from screens.text.names import table_language

MAX_TURNS: Final = 200
"""More than any game has."""
WHOLE_BOARD: Final = "A"
CLOSE_ZOOM: Final = "3"
"""The zoom for a single cell, if no zoom is chosen."""
REVIEW_PATIENCE: Final = 60.0
"""Seconds that the page of a finished game waits for its review. Then it's made without."""


class Board(commands.Cog):
    """``/board``, ``/tiles``, ``/replay`` and ``/log``: private, unless shared."""

    @app_commands.command(description=N_("Look at the board"))
    @app_commands.describe(
        view=N_("What to show, like the position in words, or a hint"),
        zoom=N_("How near to the last turn or your area, like 5; A shows it all"),
        area=N_("A cell like M14, or two corners like K11 P15"),
        share=N_("Show it to everyone in this channel"),
        link=N_("Get a link to it in your browser"),
        game=N_("The game's number, if there are several here, like #12"),
    )
    @app_commands.choices(view=VIEW_CHOICES)
    async def board(
        self,
        interaction: Interaction,
        view: BoardView = BoardView.NORMAL,
        zoom: Literal["1", "2", "3", "4", "5", "A"] | None = None,
        area: AreaArg | None = None,
        share: bool = False,
        link: bool = False,
        game: StartedGameArg | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await find_started(interaction, game)
        if link:
            shown = await page_link_screen(interaction.client, person_of(interaction), found.table.number)
            await answer(interaction, replace(shown, text=shown.text + other_games_text(found)))
        elif view.is_aid and (reason := texts.aid_not_allowed_text(found.table, is_shared=share)):
            await answer(interaction, reason)
        elif view is BoardView.WORDS:
            await (_share(interaction, found.table, None) if share else _show_position(interaction, found))
        else:
            zoom_level, shown_area = _zoom_and_area(zoom, area)
            if share:
                frame, _ = await _frame_of(interaction, found.table, view, zoom_level, shown_area)
                await _share(interaction, found.table, frame)
            else:
                await _show_board(interaction, found, view, zoom_level, shown_area)
                await show_if_lost(interaction, found.table)

    @app_commands.command(description=N_("See which tiles are left"))
    @app_commands.describe(game=N_("The game's number, if there are several here, like #12"))
    async def tiles(self, interaction: Interaction, game: StartedGameArg | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        await _show_tiles(interaction, await find_started(interaction, game))

    @app_commands.command(description=N_("Replay a game turn by turn"))
    @app_commands.describe(
        turn=N_("The turn to start at, like 10"),
        game=N_("The game's number, if there are several here, like #12"),
    )
    async def replay(
        self,
        interaction: Interaction,
        turn: app_commands.Range[int, 0, MAX_TURNS] = 0,
        game: StartedGameArg | None = None,
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        found = await find_started(interaction, game)
        check_rate_limit(interaction, PICTURE_LIMIT)
        shown = await _replay_panel(interaction, found.table, turn)
        await answer(interaction, replace(shown, text=shown.text + other_games_text(found)))

    @app_commands.command(description=N_("See the turns and get them as a file"))
    @app_commands.describe(game=N_("The game's number, if there are several here, like #12"))
    async def log(self, interaction: Interaction, game: StartedGameArg | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        check_rate_limit(interaction, PICTURE_LIMIT)
        found = await find_started(interaction, game)
        host = interaction.client.host
        record = await host.history.record(found.table.number)
        name = f"carcassonne-{found.table.number}.carc"
        file = File(format_record(record).encode(), name)
        changes = await host.seats.substitutions(found.table.number)
        states = (await host.history.replay_log(found.table.number)).states if changes else ()
        text = texts.log_text(found.table, record, [(one, states[one.ply].turn) for one in changes])
        await answer(interaction, Screen(text + other_games_text(found), files=(file,)))
        guild = found.table.venue.guild
        if guild is not None and (entries := await host.administration.audit_log(guild, found.table.number)):
            await answer(interaction, audit_log_text(entries))


def _zoom_and_area(zoom: str | None, area: Area | None) -> tuple[int | None, Area | None]:
    """Return the zoom and the area to show. A single cell gets the cells around it, too."""
    if zoom is None and area is not None and area.columns == area.rows == 1:
        zoom = CLOSE_ZOOM
    if zoom is None:
        return None, area
    return (None, None) if zoom == WHOLE_BOARD else (int(zoom), area)


async def _share(interaction: Interaction, table: StartedTable, frame: Frame | None) -> None:
    """Send a board to the channel: as a picture, or if ``frame`` is None, in words. Raise RateLimitError."""
    check_rate_limit(interaction, SHARE_LIMIT)
    check_rate_limit(interaction, CHANNEL_SHARE_LIMIT, interaction.channel_id)
    channel, name = interaction.channel, person_of(interaction).name
    pictures, poster = interaction.client.pictures, interaction.client.poster
    assert isinstance(channel, discord.abc.Messageable)  # noqa: S101 (the type checker learns it)
    with use_language(table_language(table)):
        if frame is None:
            for text in (texts.shared_text(table, name), *position_texts(table)):
                await poster.to_channel(channel, Post(Screen(text)))
        else:
            picture = await pictures.board(table, f"board{table.number}", frame)
            await poster.to_channel(channel, Post(Screen(texts.shared_text(table, name), files=files(picture))))
    await answer(interaction, _("Done: everyone here can see it."))


async def _show_board(
    interaction: Interaction,
    found: FoundTable[StartedTable],
    view: BoardView = BoardView.NORMAL,
    zoom: int | None = None,
    area: Area | None = None,
) -> None:
    """Answer with a board, and buttons that show more or less of it. The interaction is deferred.

    Raise RateLimitError.
    """
    shown = await _board_panel(interaction, found.table, view, zoom, area)
    await answer(interaction, replace(shown, text=shown.text + other_games_text(found)))


async def _board_panel(
    interaction: Interaction,
    table: StartedTable,
    view: BoardView,
    zoom: int | None,
    area: Area | None,
    middle: Position | None = None,
) -> Screen:
    """Return a board with its buttons. There is no picture if drawing fails.

    ``middle`` is the cell that the buttons keep for later if the whole board is shown now. Raise RateLimitError.
    """
    check_rate_limit(interaction, PICTURE_LIMIT)
    frame, notes = await _frame_of(interaction, table, view, zoom, area)
    picture = await interaction.client.pictures_for(interaction.user.id).board(table, f"board{table.number}", frame)
    if picture and (part := part_shown(table, frame)):
        notes.append(shown_part_text(part))
    below = board_rows(table, view, frame, window_of(table, frame).middle if area else middle)
    lines = [texts.board_text(table, BoardView(frame.view.value)), *notes, texts.sizes_text()]
    return Screen("\n".join(lines), below, files(picture))


async def _frame_of(
    interaction: Interaction, table: StartedTable, view: BoardView, zoom: int | None, area: Area | None
) -> tuple[Frame, list[str]]:
    """Return which part of a board is shown and how, and what is said about that."""
    if view is not BoardView.SINCE:
        return Frame(View(view.value), zoom, area), []
    log = await interaction.client.host.history.log(table.number)
    laid = log[: table.ply]  # the game may have gone on
    recent = tiles_since_own(laid, interaction.user.id, len(table.seats))
    changes = await interaction.client.host.seats.substitutions(table.number)
    return Frame(View.NORMAL, zoom, area, len(recent.moves)), [texts.since_text(table, recent, changes)]


async def _show_position(interaction: Interaction, found: FoundTable[StartedTable]) -> None:
    *earlier, last = position_texts(found.table)
    for page in earlier:
        await answer(interaction, page)
    await answer(interaction, last + other_games_text(found))


async def _show_tiles(interaction: Interaction, found: FoundTable[StartedTable]) -> None:
    """Answer with the tiles left, or say that the table forbids that.

    The interaction is deferred. Raise RateLimitError.
    """
    if reason := texts.aid_not_allowed_text(found.table):
        await answer(interaction, reason)
        return
    check_rate_limit(interaction, PICTURE_LIMIT)
    state, others = found.table.state, other_games_text(found)
    pictures = interaction.client.pictures_for(interaction.user.id)
    if picture := await pictures.tiles(found.table, texts.tiles_alt_text(state)):
        await answer(interaction, Screen(texts.tiles_headline(state) + others, files=(picture,)))
        return
    *earlier, last = texts.tiles_texts(state)
    for page in earlier:
        await answer(interaction, page)
    await answer(interaction, last + others)


async def _replay_panel(interaction: Interaction, table: StartedTable, turn: int) -> Screen:
    pictures = interaction.client.pictures_for(interaction.user.id)
    return await replay_message(pictures, table, await interaction.client.host.history.replay_log(table.number), turn)


# The buttons


@handles(ids.BoardId)
async def show_current_board(press: Press, pressed: ids.TableId) -> None:
    await _show_board(press.interaction, FoundTable(press.started))


@handles(ids.ZoomId)
async def show_part(press: Press, pressed: ids.ZoomId) -> None:
    """Show another part of the current board, in the same message.

    Raise RateLimitError, and UnknownComponentError for a view that is no picture.
    """
    if pressed.view is BoardView.WORDS:
        raise UnknownComponentError(pressed)
    await _replace_board(press, pressed.view, pressed.level, pressed.middle)


@handles(ids.ViewId)
async def show_view(press: Press, pressed: ids.ViewId) -> None:
    """Show the same part in the view that was chosen, in the same message; the position in words below it.

    Raise RateLimitError.
    """
    view = parse_choice(BoardView, press.chosen)
    if view is BoardView.WORDS:
        await _show_position(press.interaction, FoundTable(press.started))
    else:
        await _replace_board(press, view, pressed.level, pressed.middle)


async def _replace_board(press: Press, view: BoardView, level: ZoomLevel, middle: Position | None) -> None:
    interaction, table = press.interaction, press.started
    if view.is_aid and (reason := texts.aid_not_allowed_text(table)):
        await answer(interaction, reason)
        return
    shown = await _board_panel(interaction, table, view, zoom_of(level), area_at(level, middle), middle)
    await replace_message(interaction, shown)


@handles(ids.TilesId)
async def show_tiles_left(press: Press, pressed: ids.TableId) -> None:
    await _show_tiles(press.interaction, FoundTable(press.started))


@handles(ids.ReplayId)
async def show_turn(press: Press, pressed: ids.ReplayId) -> None:
    """Go to a turn in the replay, or open it. Raise RateLimitError."""
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    shown = await _replay_panel(press.interaction, press.started, pressed.turn)
    show = answer if pressed.jump is ids.Jump.OPEN else replace_message
    await show(press.interaction, shown)


# Showing a whole game to others: drawn as a file for the one who asks, who then posts it


@handles(ids.ShareId)
async def ask_form(press: Press, pressed: ids.ShareId) -> None:
    await answer(press.interaction, Screen(texts.share_text(), share_rows(pressed.number, pressed.turn)))


@handles(ids.DrawSharedId)
async def draw_shared(press: Press, pressed: ids.DrawSharedId) -> None:
    """Draw a game from a turn on in the form that was chosen, and show the file in place of the question.

    Its words are in the table's language, because it is made to be shown to others. Raise RateLimitError.
    """
    interaction, table, form = press.interaction, press.started, pressed.form
    check_rate_limit(interaction, FILE_LIMIT)
    await replace_message(interaction, texts.drawing_text(form))
    history = await press.host.history.replay_log(table.number)
    try:
        with use_language(table_language(table)):
            steps = await asyncio.to_thread(steps_of, table, history, pressed.first)
        async with progress_told(
            PrivateAnswer(interaction), partial(_turn_text, steps[0].number, steps[-1].number)
        ) as listener:
            review = await _review_of(press.client, table, history) if form is SharedForm.PAGE else None
            with use_language(table_language(table)):
                file = await shared_file(press.client.pictures, table, steps, form, listener, review)
    except TooLargeToShowError:
        await replace_message(interaction, texts.too_long_text())
        return
    if file is None:
        await replace_message(interaction, texts.not_drawn_text())
        return
    await replace_message(interaction, Screen(texts.drawn_text(table, form), post_rows(table.number, form), (file,)))


async def _review_of(client: Client, table: StartedTable, history: GameHistory) -> PageReview | None:
    """Return a finished game in review, in the table's language; None if it has no review, or can't have it now."""
    if not isinstance(table, FinishedTable) or not table.has_review:
        return None
    content = ""
    with contextlib.suppress(TimeoutError):  # it's still made, for whoever asks later
        async with asyncio.timeout(REVIEW_PATIENCE):
            content = await client.host.reviews.make(table)
    if not content:
        return None
    with use_language(table_language(table)):
        return await page_review(client.pictures, read_review(table, history, content))


def _turn_text(first: int, last: int, done: int, total: int) -> str:
    """Return the text for ``done`` of ``total`` frames of a game from one turn to another. A long game has fewer."""
    return texts.progress_text(first + (last - first) * (done - 1) // max(1, total - 1), last)


@handles(ids.PostSharedId)
async def post_file(press: Press, pressed: ids.PostSharedId) -> None:
    """Post the file of the private message where the person is.

    Raise RateLimitError, and UnknownComponentError if the message has no file.
    """
    interaction, table = press.interaction, press.started
    message, channel = interaction.message, interaction.channel
    if message is None or not message.attachments or not isinstance(channel, discord.abc.Messageable):
        raise UnknownComponentError(pressed)
    check_rate_limit(interaction, SHARE_LIMIT)
    check_rate_limit(interaction, CHANNEL_SHARE_LIMIT, interaction.channel_id)
    attached = message.attachments[0]
    file = File(await attached.read(), attached.filename, attached.description)
    if file.name == texts.page_name(table):  # an older message has the page as it is
        file = await packed_page(table, file)
    with use_language(table_language(table)):
        post = Post(Screen(texts.posted_text(table, pressed.form, press.person.name), files=(file,)))
        await press.client.poster.to_channel(channel, post)
    await replace_message(interaction, texts.done_text())


async def setup(bot: Client) -> None:
    await bot.add_cog(Board())
