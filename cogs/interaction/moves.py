"""Making moves of a person, and what the game asks then: each answer is a button below the public message."""

import logging
import re
from collections.abc import Awaitable, Sequence
from typing import Self

import discord

from carcassonne import Answer, Move, Phase, PlaceTile, PlayWallTile, ScoreFirst, format_move, legal_moves
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, with_answers
from carcassonne.notation import parse_answer
from cogs.interaction.client import Interaction
from cogs.interaction.component_handlers import FACELESS, Face, LastingButton, buttons
from cogs.interaction.requester import InteractionRequester, Requester
from cogs.text.castle import answer_text
from cogs.text.formatting import seat_labels
from cogs.text.settings import refused_text
from host import Played, RunningTable

log = logging.getLogger(__name__)


async def play(
    asker: Requester, number: int, ply: int, moves: Sequence[Move], planned: PlannedAnswers = NO_PLANNED_ANSWERS
) -> Played:
    """Make moves, with the answers planned; raise HostError and IllegalMoveError."""
    host, person = asker.client.host, asker.person
    place = next((move for move in moves if isinstance(move, PlaceTile)), None)
    if table := host.tables.cached_running(number):
        asker.note(table, place)
        if planned != NO_PLANNED_ANSWERS and table.ply == ply and table.is_to_move(person.id):
            moves = with_answers(table.state, moves, planned)
    return await host.turns.play(number, person, moves, ply)


async def show(asker: Requester, played: Played, answer: Awaitable[object]) -> None:
    """Answer who has played, and tell the table, even if the answer is lost; tell them, once, if their letters come
    back. Raise NotAnnouncedError.
    """
    try:
        await answer
    except (discord.HTTPException, OSError) as error:
        log.warning("game %d: the answer to a turn is lost: %s", played.after.number, error)
    asker.keep(played)
    await asker.client.announcer.announce(played)
    if await asker.client.host.people.acknowledge_stopped_dms(asker.person.id):
        await asker.answer(refused_text())


class AnswerButton(LastingButton, template=r"carc:answer:(?P<number>\d+):(?P<ply>\d+):(?P<answer>.+)"):
    """Answers what the game asks; it stands below a public message, and the host knows whose turn it is."""

    def __init__(self, number: int, ply: int, answer: Answer, face: Face = FACELESS) -> None:
        super().__init__(face.with_id(f"carc:answer:{number}:{ply}:{format_move(answer)}"))
        self.number, self.ply, self.answer = number, ply, answer

    @classmethod
    def from_match(cls, match: re.Match[str]) -> Self:
        """Return the button with the answer that its custom id holds."""
        answer = parse_answer(match["answer"])
        assert isinstance(answer, ScoreFirst | PlayWallTile)
        return cls(int(match["number"]), int(match["ply"]), answer)

    async def press(self, interaction: Interaction) -> None:
        """Answer, and take the buttons away; what came of it is told in the next message."""
        asker = InteractionRequester(interaction)
        played = await play(asker, self.number, self.ply, [self.answer])
        await show(asker, played, interaction.edit_original_response(view=None))


def answer_buttons(table: RunningTable) -> discord.ui.View | None:
    """Return a button for each answer to what the game asks; None where it asks nothing."""
    state = table.state
    if state.phase is not Phase.ASK:
        return None
    names = seat_labels(table)
    answers = [move for move in legal_moves(state) if isinstance(move, ScoreFirst | PlayWallTile)]
    faces = [Face(answer_text(state, one, names), discord.ButtonStyle.primary) for one in answers]
    return buttons(
        *(AnswerButton(table.number, table.ply, one, face) for one, face in zip(answers, faces, strict=True))
    )
