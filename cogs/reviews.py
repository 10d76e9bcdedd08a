"""Reviews of games that are over: they are made where computers think, and shown to whoever may see the game."""

import logging
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, note_context, person_of, venue_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.options import EndedGameArg
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, answer_deferred, progress_told, replace_message
from cogs.interaction.router import Press, handles
from host.model.game import opening_state
from host.model.log_replay import FinishedGame
from host.model.table import FinishedTable, StartedTable
from host.services.reviews import REVIEW_LIMIT, Listener
from players.review_file import REVIEW_VERSION
from screens.custom_ids import TableId
from screens.review import ReviewedGame, read_review, review_screen, reviewed_turn_screen, whose_turns
from screens.review_ids import ReviewId, ReviewPageId, ReviewPlayerId, ReviewTurnId
from screens.screen import Change, Screen, parse_choice
from screens.text import review as texts
from screens.text.i18n import N_

log = logging.getLogger(__name__)

AFTER_PRESS: Final = 0.1
"""Seconds until a review is begun that somebody has asked for: the answer is there then."""


class Reviews(commands.Cog):
    """``/review``: private."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        bot.host.reviews.begin(REVIEW_VERSION, self.make)

    async def make(self, game: FinishedGame, listener: Listener) -> str | None:
        """Make the review of a game, unless the bot is about to stop."""
        table = game.logged.table
        moves, jobs = game.logged.replayed.moves, self.bot.jobs
        return await self.bot.thinker.review(
            opening_state(table), moves, table.number, listener, lambda: not jobs.is_finishing
        )

    @app_commands.command(description=N_("See what each turn of a finished game cost, and what luck did"))
    @app_commands.describe(game=N_("The game's number, if there are several here, like #12"))
    async def review(self, interaction: Interaction, game: EndedGameArg | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        table = await interaction.client.host.tables.find_ended(venue_of(interaction), person_of(interaction), game)
        note_context(interaction, table)
        await _open(interaction, table)


@handles(ReviewId)
async def open_review(press: Press, pressed: TableId) -> None:
    """Show a game in review. Raise RateLimitError, StillRunsError or NoReviewError."""
    await _open(press.interaction, press.started)


async def _open(interaction: Interaction, table: StartedTable) -> None:
    """Answer with a game in review. If it has to be made, the answer says so, and a job shows it when it's there."""
    check_rate_limit(interaction, PICTURE_LIMIT)
    reviews = interaction.client.host.reviews
    if content := await reviews.find(table):
        await answer(interaction, await _whole(interaction, table, content))
        return
    _check_may_ask(interaction, table)
    shown = PrivateAnswer(interaction, await answer_deferred(interaction, texts.waiting_text()))
    work = partial(_show_when_made, interaction, shown, table)
    interaction.client.jobs.ask(("review", table.number, interaction.id), work, after=AFTER_PRESS, needs_slot=False)


def _check_may_ask(interaction: Interaction, table: StartedTable) -> None:
    """Raise RateLimitError for who has had too many reviews made. One that others wait for costs nothing."""
    if not interaction.client.host.reviews.is_asked_for(table.number):
        check_rate_limit(interaction, REVIEW_LIMIT)


async def _show_when_made(interaction: Interaction, shown: PrivateAnswer, table: StartedTable) -> None:
    """Have a review made, and show it in an answer, which says meanwhile how far it is."""
    async with progress_told(shown, texts.progress_text) as listener:
        content = await interaction.client.host.reviews.make(table, listener)
    screen = await _whole(interaction, table, content) if content else Screen(texts.no_review_now_text())
    try:
        await shown.edit(Change(screen.text, screen.rows, screen.files))
    except discord.HTTPException as error:  # whoever asked can ask again
        log.info("the review of game %d could not be shown: %s", table.number, error)


@handles(ReviewPageId)
async def show_review(press: Press, pressed: ReviewPageId) -> None:
    """Show the whole game again, in the same message."""
    await _replace_with_whole(press, pressed.whose)


@handles(ReviewPlayerId)
async def show_player(press: Press, pressed: TableId) -> None:
    """Offer the turns of the player who was chosen."""
    await _replace_with_whole(press, parse_choice(int, press.chosen))


@handles(ReviewTurnId)
async def show_reviewed_turn(press: Press, pressed: ReviewTurnId) -> None:
    """Show the turn that was chosen, in the same message. Raise UnknownComponentError if it doesn't stand out."""
    number = parse_choice(int, press.chosen)
    if game := await _reviewed(press):
        turn = next((one for one in game.turns(pressed.whose) if one.number == number), None)
        if turn is None:
            raise UnknownComponentError(pressed)
        pictures = press.client.pictures_for(press.person.id)
        await replace_message(press.interaction, await reviewed_turn_screen(pictures, game, pressed.whose, turn))


async def _replace_with_whole(press: Press, whose: int) -> None:
    if game := await _reviewed(press):
        pictures = press.client.pictures_for(press.person.id)
        await replace_message(press.interaction, await review_screen(pictures, game, whose))


async def _reviewed(press: Press) -> ReviewedGame | None:
    """Return the game of a press in review; if it can't be made now, say so and return None.

    Raise RateLimitError, StillRunsError or NoReviewError.
    """
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    content = await press.host.reviews.find(press.started)
    if not content:
        _check_may_ask(press.interaction, press.started)
        content = await press.host.reviews.make(press.started)
    if content:
        return await _read(press.interaction, press.started, content)
    await answer(press.interaction, texts.no_review_now_text())
    return None


async def _whole(interaction: Interaction, table: StartedTable, content: str) -> Screen:
    """Return the whole game, with the turns of whoever asks."""
    game = await _read(interaction, table, content)
    pictures = interaction.client.pictures_for(interaction.user.id)
    return await review_screen(pictures, game, whose_turns(game.table, interaction.user.id))


async def _read(interaction: Interaction, table: StartedTable, content: str) -> ReviewedGame:
    assert isinstance(table, FinishedTable)  # noqa: S101 (only such games have reviews)
    history = await interaction.client.host.history.replay_log(table.number)
    return read_review(table, history, content)


async def setup(bot: Client) -> None:
    await bot.add_cog(Reviews(bot))
