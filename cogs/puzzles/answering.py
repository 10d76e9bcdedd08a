"""``/puzzle`` and its buttons: the position with the ordinary picker, the solution, and who has solved most."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import date
from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.delivery.errors import trouble_noted
from cogs.delivery.jobs import Later
from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import check_rate_limit, person_of
from cogs.interaction.errors import UnknownComponentError
from cogs.interaction.rate_limits import PICTURE_LIMIT
from cogs.interaction.replies import answer, answer_deferred, replace_message
from cogs.interaction.router import Press, handles
from cogs.puzzles.making import PuzzleMaker
from cogs.puzzles.stored import puzzle_of
from host.model.puzzles import PuzzleAnswer
from players.puzzles import STEPS
from screens.custom_id import CustomId
from screens.picker_steps import Page
from screens.puzzle import PuzzleOfDay, choice_of, question_screen, solution_screen, written_turn
from screens.puzzle_ids import OpenPuzzleId, PuzzleDayId, PuzzleListId, PuzzleStepId, PuzzleTurnId
from screens.screen import Change, Screen
from screens.text import puzzle as texts
from screens.text.i18n import N_, current_language, use_language

log = logging.getLogger(__name__)

_KEY: Final = ("puzzle waited for",)
TELL_PAUSE: Final = 10.0
"""Seconds between two edits that say how far the search is."""
LOOK_PAUSE: Final = 60.0
"""Seconds after which somebody who waits for a puzzle looks whether another process has made it."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Somebody who has asked for a puzzle that was not there yet, and the answer that will show it."""

    interaction: Interaction
    shown: PrivateAnswer
    language: str


class PuzzleCommand(commands.Cog):
    """``/puzzle``."""

    def __init__(self, bot: Client, maker: PuzzleMaker) -> None:
        self.bot = bot
        self._maker = maker
        self._waiting: list[_Waiting] = []
        self._told_at = 0.0
        maker.made.add(self._look)
        maker.stepped.add(self._tell)

    @app_commands.command(description=N_("Find the best turn in the puzzle of the day"))
    async def puzzle(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await self.open(interaction)

    async def open(self, interaction: Interaction) -> None:
        """Answer with the puzzle of today, or with its solution if the person has answered it.

        If it isn't there yet, say so, and show it when it is.
        """
        check_rate_limit(interaction, PICTURE_LIMIT)
        if of_day := await puzzle_of(self.bot.host, self.bot.host.puzzles.today()):
            await answer(interaction, await _screen(interaction, of_day))
            return
        shown = PrivateAnswer(interaction, await answer_deferred(interaction, texts.being_made_text()))
        self._waiting.append(_Waiting(interaction, shown, current_language()))
        self._maker.want()
        self._look()

    def _look(self) -> None:
        if self._waiting:
            self.bot.jobs.ask(_KEY, self._show_to_waiting)

    def _tell(self) -> None:
        """Say how far the search is, but not after every step."""
        now = asyncio.get_running_loop().time()
        if now >= self._told_at + TELL_PAUSE:
            self._told_at = now
            self._look()

    async def _show_to_waiting(self) -> None:
        """Show the puzzle of today to those who wait, as long as Discord allows that.

        If it's missing, tell them how far the search is, and raise Later. Whoever isn't shown it, as where the database
        is away, waits on.
        """
        self._waiting = [one for one in self._waiting if not one.shown.is_expired]
        of_day = await puzzle_of(self.bot.host, self.bot.host.puzzles.today())
        if of_day is None:
            if self._waiting:
                await self._tell_waiting()
                raise Later(LOOK_PAUSE)
            return
        for one in [*self._waiting]:
            with trouble_noted(log.info, "a puzzle could not be shown: %s"), use_language(one.language):
                screen = await _screen(one.interaction, of_day)
                await one.shown.edit(Change(screen.text, screen.rows, screen.files))
            self._waiting.remove(one)

    async def _tell_waiting(self) -> None:
        if not self._maker.steps:
            return
        for one in self._waiting:
            with trouble_noted(log.info, "nobody can be told of a puzzle: %s"), use_language(one.language):
                await one.shown.edit(Change(texts.being_searched_text(self._maker.steps * STEPS)))


async def _screen(interaction: Interaction, of_day: PuzzleOfDay) -> Screen:
    """Return the first step of a puzzle, or its solution if the person has answered it."""
    person = person_of(interaction)
    if given := await _answer_of(interaction, of_day.day):
        return await _solution(interaction, of_day, given)
    pictures = interaction.client.pictures_for(person.id)
    return await question_screen(pictures, of_day, person, Page(0))


async def _answer_of(interaction: Interaction, day: date) -> PuzzleAnswer | None:
    answers = await interaction.client.host.puzzles.answers(interaction.user.id)
    return next((one for one in answers if one.day == day), None)


async def _solution(interaction: Interaction, of_day: PuzzleOfDay, given: PuzzleAnswer | None) -> Screen:
    client, person = interaction.client, person_of(interaction)
    return await solution_screen(
        client.pictures_for(person.id),
        of_day,
        person,
        given,
        await client.host.puzzles.streaks(person.id),
        offers_list=interaction.guild_id is not None,
    )


@handles(OpenPuzzleId)
async def open_puzzle(press: Press, pressed: CustomId) -> None:
    cog = press.client.get_cog(PuzzleCommand.__cog_name__)
    assert isinstance(cog, PuzzleCommand)  # noqa: S101 (this feature has added it)
    await cog.open(press.interaction)


@handles(PuzzleStepId)
async def show_puzzle_step(press: Press, pressed: PuzzleStepId) -> None:
    """Show a step of the picker, in the same message."""
    if of_day := await _unanswered(press, pressed):
        pictures = press.client.pictures_for(press.person.id)
        await replace_message(press.interaction, await question_screen(pictures, of_day, press.person, pressed.step))


@handles(PuzzleTurnId)
async def answer_puzzle(press: Press, pressed: PuzzleTurnId) -> None:
    """Store an answer, and show the solution in the same message. Raise UnknownComponentError for no such turn."""
    if of_day := await _unanswered(press, pressed):
        choice = choice_of(of_day.puzzle, pressed.turn)
        if choice is None:
            raise UnknownComponentError(str(pressed))
        given = PuzzleAnswer(pressed.day, written_turn(choice.moves), of_day.puzzle.lost(choice))
        await press.host.puzzles.answer(press.person, given, press.interaction.guild_id)
        await _show_solution(press, pressed)


async def _unanswered(press: Press, pressed: PuzzleDayId) -> PuzzleOfDay | None:
    """Return a puzzle that the person may answer now. If they have, or its day is over, show its solution instead.

    Raise RateLimitError, and UnknownComponentError for a day without a puzzle, or one to come.
    """
    check_rate_limit(press.interaction, PICTURE_LIMIT)
    puzzles = press.host.puzzles
    of_day = await puzzle_of(press.host, pressed.day)
    if of_day is None or pressed.day > puzzles.today():
        raise UnknownComponentError(str(pressed))
    if pressed.day == puzzles.today() and await _answer_of(press.interaction, pressed.day) is None:
        return of_day
    await _show_solution(press, pressed)
    return None


async def _show_solution(press: Press, pressed: PuzzleDayId) -> None:
    of_day, given = await puzzle_of(press.host, pressed.day), await _answer_of(press.interaction, pressed.day)
    assert of_day  # noqa: S101 (it was there before)
    await replace_message(press.interaction, await _solution(press.interaction, of_day, given))


@handles(PuzzleListId)
async def show_list(press: Press, pressed: CustomId) -> None:
    """Show who has solved most puzzles on the server, in another private answer."""
    guild, puzzles = press.interaction.guild_id, press.host.puzzles
    if guild is None:
        await answer(press.interaction, texts.no_server_text())
        return
    await answer(press.interaction, texts.lists_text(await puzzles.of_week(guild), await puzzles.of_month(guild)))
