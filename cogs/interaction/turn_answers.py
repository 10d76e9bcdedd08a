"""The private answers that can still be changed: the latest confirmation of a turn, and what people choose from.

They are kept in memory only, because Discord allows that for just 15 minutes.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord

from cogs.delivery.errors import trouble_noted
from cogs.delivery.jobs import Jobs
from cogs.discord_screens import edited
from host.model.game import PlayResult
from host.model.table import StartedTable, WaitingTable
from screens.custom_ids import PlyId, TableId
from screens.game_buttons import takeback_rows
from screens.screen import Change
from screens.text.agreements import taken_back_text

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Answer:
    """The answer to a turn that was played just before ``ply``."""

    ply: int
    interaction: discord.Interaction[Any]
    has_buttons: bool


class Confirmations:
    """The private answer to the last turn of each game. Where the turn's message isn't near, it has buttons, too."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._answers: dict[int, _Answer] = {}

    async def show(
        self, text: str, shown: StartedTable, played: PlayResult, interaction: discord.Interaction[Any]
    ) -> None:
        """Give the answer to a turn its last text, and if its player can take the turn back alone, buttons for that.

        ``shown`` is the table once the turn was published. Raise discord.HTTPException.
        """
        buttons = takeback_rows(played.after) if shown.ply == played.after.ply else ()
        if buttons:
            self.remember(shown.number, shown.ply, interaction)
        await interaction.edit_original_response(**edited(Change(text, buttons)))

    def remember(
        self, number: int, ply: int, interaction: discord.Interaction[Any], *, has_buttons: bool = True
    ) -> None:
        """Store by which interaction the answer to a turn can be edited. It was played just before ``ply``."""
        self._answers = {key: one for key, one in self._answers.items() if not one.interaction.is_expired()}
        self._answers[number] = _Answer(ply, interaction, has_buttons)

    def tells_of(self, played: PlayResult, channel_id: int | None) -> bool:
        """Return whether the answer to a turn that was taken back says so, where it had buttons, in this channel."""
        answer = self._answers.get(played.after.number)
        if answer is None or answer.interaction.is_expired() or answer.interaction.channel_id != channel_id:
            return False
        return answer.has_buttons and _is_taken_back(played, answer.ply)

    def note_played(self, played: PlayResult) -> None:
        """Remove the buttons of the answer to the turn before, in the background: they're of no use any more.

        If that turn was taken back, the answer says so. If an edit fails, pressing a button says that the turn is over.
        """
        number = played.after.number
        answer = self._answers.pop(number, None)
        if answer is None or answer.interaction.is_expired():
            return
        is_taken_back = _is_taken_back(played, answer.ply)
        if is_taken_back or answer.has_buttons:
            change = Change(taken_back_text(played.after) if is_taken_back else None, ())
            self._jobs.ask(("answer", number, answer.ply), partial(_try_edit, answer.interaction, number, change))


def _is_taken_back(played: PlayResult, ply: int) -> bool:
    """Return whether the turn before a ply was taken back. Else its answer is about an earlier turn."""
    return played.undo is not None and played.before.ply == ply


async def _try_edit(interaction: discord.Interaction[Any], number: int, change: Change) -> None:
    with trouble_noted(log.info, "game %d: the answer to its turn stays: %s", number):
        await interaction.edit_original_response(**edited(change))


@dataclass(frozen=True, slots=True)
class _OpenChoice:
    """A private message in which somebody chooses something about a table, or at a turn."""

    about: TableId
    interaction: discord.Interaction[Any]
    message: discord.WebhookMessage | discord.InteractionMessage

    @property
    def turn(self) -> tuple[int, int] | None:
        """The table and the person whose turn it is about; None if it is about a waiting table."""
        return (self.about.number, self.interaction.user.id) if isinstance(self.about, PlyId) else None


class OpenChoices:
    """The private messages in which people choose a turn, or what a waiting table is to be. They go when they are of no
    use any more.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._open: list[_OpenChoice] = []

    async def put(
        self,
        about: TableId,
        interaction: discord.Interaction[Any],
        message: discord.WebhookMessage | discord.InteractionMessage,
    ) -> None:
        """Store a message that was just sent. If it is about a turn, delete the person's message before about that.

        If that fails, both work.
        """
        added = _OpenChoice(about, interaction, message)
        self._open = [one for one in self._open if not one.interaction.is_expired()]
        earlier = self._take(lambda one: one.turn is not None and one.turn == added.turn)
        self._open.append(added)
        for one in earlier:
            if one.about == about:
                await _try_delete(one)

    async def close_turn(self, number: int, person_id: int) -> None:
        """Delete a person's picker, because the turn was played in another way. If that fails, it refuses a press."""
        for one in self._take(lambda one: one.turn == (number, person_id)):
            await _try_delete(one)

    def note_played(self, played: PlayResult) -> None:
        """Delete what is open about a table whose game has begun, in the background. If that fails, it refuses."""
        if isinstance(played.before, WaitingTable):
            for one in self._take(lambda one: one.about.number == played.after.number):
                self._jobs.ask(("choice", one.message.id), partial(_try_delete, one))

    def leave_alone(self, message: discord.Message | None) -> None:
        """Forget a message, because it shows something else now."""
        self._take(lambda one: message is not None and one.message.id == message.id)

    def _take(self, is_meant: Callable[[_OpenChoice], bool]) -> list[_OpenChoice]:
        """Return the messages that are meant, and keep the others."""
        taken = [one for one in self._open if is_meant(one)]
        self._open = [one for one in self._open if one not in taken]
        return taken


async def _try_delete(choice: _OpenChoice) -> None:
    if not choice.interaction.is_expired():
        with trouble_noted(log.info, "game %d: a private message with choices stays: %s", choice.about.number):
            await choice.message.delete()
