"""Playing turns: ``/place``, and the buttons of a turn, of the private picker, and of a pending turn."""

from dataclasses import replace
from itertools import chain

from discord import app_commands
from discord.ext import commands

from carcassonne import (
    DeployNobody,
    PlaceTile,
)
from cogs.delivery.private_answers import PrivateAnswer
from cogs.interaction.client import Client, Interaction
from cogs.interaction.context import note_context, person_of, venue_of
from cogs.interaction.options import CellArg, FollowerArg, OwnGameArg, RotationArg
from cogs.interaction.replies import (
    answer,
    answer_deferred,
    deferred_if_slow,
    finish_message,
    is_message_private,
    replace_message,
    try_answer,
)
from cogs.interaction.router import Press, handles
from cogs.interaction.turns import Requester, TurnRequest, play_moves, report_played, take_turn
from host.model.game import PlayResult
from host.model.table import RunningTable, StartedTable, Table
from host.model.table_lookup import FoundTable
from screens import custom_ids as ids
from screens.picker import picker_screen
from screens.picker_steps import Page, Step
from screens.private_game import back_button
from screens.screen import Screen, rows
from screens.text.channels import other_games_text
from screens.text.i18n import N_
from screens.text.markup import truncate
from screens.text.picker import first_turn_text
from screens.text.turns import turn_confirmation_text, turn_done_text
from screens.text.typed_input import NOTHING_SAID

# The commands


class Play(commands.Cog):
    """``/place``."""

    @app_commands.command(description=N_("Place your tile, with a follower if you like"))
    @app_commands.describe(
        at=N_("The cell, like M14"),
        rotation=N_("Turned clockwise, like 90"),
        follower=N_("The number of a spot, like 2, or - for nobody"),
        game=N_("The game's number, if you play several here, like #12"),
    )
    async def place(
        self,
        interaction: Interaction,
        at: CellArg,
        rotation: RotationArg,
        follower: FollowerArg = NOTHING_SAID,
        game: OwnGameArg | None = None,
    ) -> None:
        """Play a turn. If no deployment is chosen but one is legal, ask for it."""
        async with deferred_if_slow(interaction):
            request = TurnRequest(PlaceTile(at, rotation), follower.deployment, follower.planned, game)
            await take_turn(InteractionRequester(interaction), request)


class InteractionRequester(Requester):
    """A person who gave a command or used a component. The answers are private."""

    is_private = True

    def __init__(self, interaction: Interaction) -> None:
        self._interaction = interaction
        self.client = interaction.client
        self.person = person_of(interaction)
        self.venue = venue_of(interaction)

    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        note_context(self._interaction, table, placement)

    async def answer(self, screen: Screen | str) -> None:
        await answer(self._interaction, screen)

    async def ask(self, table: RunningTable, question: Screen) -> None:
        """Ask in private. The question goes when the turn is played in another way, as the picker does."""
        await self.answer(question)
        if not table.is_private:
            await try_answer(table.number, self._note_question(ids.PlaceId(table.number, table.ply)))

    async def _note_question(self, about: ids.PlyId) -> None:
        message = await self._interaction.original_response()
        await self.client.open_choices.put(about, self._interaction, message)

    async def confirm(self, text: str) -> None:
        """Answer in private, because a command must have an answer."""
        await self.answer(text)

    async def conclude(self, played: PlayResult, others: str, shown: StartedTable) -> None:
        """Outside the channel of the table, add a link to the public message and the buttons of the turn.

        A private game is shown in the answer.
        """
        if shown.is_private:
            return
        if shown.venue.channel != self.venue.channel:
            text = truncate(turn_done_text(played, shown) + others)
            await self.client.confirmations.show(text, shown, played, self._interaction)
        elif shown.ply == played.after.ply:
            self.client.confirmations.remember(shown.number, shown.ply, self._interaction, has_buttons=False)

    async def show_private_game(self, number: int) -> None:
        """Show it in the answer to a command. A button's message shows it already."""
        if self._interaction.message is None:
            answered = await self._interaction.original_response()
            self.client.outbox.private.take(number, PrivateAnswer(self._interaction, answered))

    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        return other_games_text(found)


# The buttons


@handles(ids.PlaceId)
async def open_picker(press: Press, pressed: ids.PlyId) -> None:
    """Show the first page of cells in private. It replaces what was shown for the same turn before."""
    client, person = press.client, press.person
    table = await client.host.turns.table_to_play(pressed.number, person, pressed.ply)
    shown = await _step_screen(press, table, Page(0))
    if not await client.host.history.has_moved(person.id):
        shown = replace(shown, text=f"{shown.text}\n{first_turn_text(table.state.ruleset)}")
    if table.is_private:
        await replace_message(press.interaction, shown)
        return
    message = await answer_deferred(press.interaction, shown)
    await client.open_choices.put(pressed, press.interaction, message)


@handles(ids.PickId)
async def show_step(press: Press, pressed: ids.PickId) -> None:
    table = await press.host.turns.table_to_play(pressed.number, press.person, pressed.ply)
    await replace_message(press.interaction, await _step_screen(press, table, pressed.step))


async def _step_screen(press: Press, table: RunningTable, step: Step) -> Screen:
    """Return a step of the picker. In a private game, the same message shows the game, so the cells lead back to it."""
    shown = await picker_screen(press.client.pictures_for(press.person.id), table, step)
    if not (table.is_private and isinstance(step, Page)):
        return shown
    cells, *others = shown.rows
    return replace(shown, rows=rows(cells, [*chain(*others), back_button(table.number)]))


@handles(ids.TurnId)
async def play_turn(press: Press, pressed: ids.TurnId) -> None:
    interaction, turn, requester = press.interaction, pressed.turn, InteractionRequester(press.interaction)
    moves = [turn.placement, turn.deployment or DeployNobody()]
    played = await play_moves(requester, pressed.number, pressed.ply, moves, pressed.planned)

    async def conclude(shown: StartedTable) -> None:
        if is_message_private(interaction) and not shown.is_private:
            await press.client.confirmations.show(turn_done_text(played, shown), shown, played, interaction)

    await report_played(requester, played, finish_message(interaction, turn_confirmation_text(played)), conclude)


@handles(ids.AnswerId)
async def answer_question(press: Press, pressed: ids.AnswerId) -> None:
    """Answer a question of the game, and remove the buttons. The next message shows the result.

    The button is public; the host checks who may answer.
    """
    requester = InteractionRequester(press.interaction)
    played = await play_moves(requester, pressed.number, pressed.ply, [pressed.answer])
    await report_played(requester, played, press.interaction.edit_original_response(view=None))


@handles(ids.TakeBackId)
async def take_back(press: Press, pressed: ids.PlyId) -> None:
    """Take a turn back, and publish that: one that is pending, or where nobody else plays the last one."""
    await _publish(press, pressed, await press.host.turns.take_back(pressed.number, press.person, pressed.ply))


@handles(ids.DoneId)
async def finish_turn(press: Press, pressed: ids.PlyId) -> None:
    """End the time in which a turn can be taken back: draw the next tile, and publish the turn."""
    await _publish(press, pressed, await press.host.turns.finish_turn(pressed.number, press.person, pressed.ply))


async def _publish(press: Press, pressed: ids.PlyId, played: PlayResult) -> None:
    """Publish what a button has done. If it stands below the private answer to the turn, that changes then, too: the
    bot may have started since it was sent.
    """
    message = press.interaction.message
    if message and message.flags.ephemeral and not played.after.is_private:
        press.client.confirmations.remember(pressed.number, pressed.ply, press.interaction)
    await press.client.outbox.publish(played)


async def setup(bot: Client) -> None:
    await bot.add_cog(Play())
