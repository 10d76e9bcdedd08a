"""Making the moves of a person, and telling what came of them."""

import logging
from collections.abc import Awaitable, Sequence

import discord

from carcassonne import Move, PlaceTile
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, with_answers
from cogs.interaction.requester import Requester
from cogs.text.settings import refused_text
from host import Played

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
