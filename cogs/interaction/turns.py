"""Taking a turn: one service for commands and messages."""

from collections.abc import Sequence

import discord
from discord.utils import MISSING

from carcassonne import DeployNobody, Move, Phase, PlaceTile, State, apply, legal_deployments, legal_moves
from carcassonne.castle.planned_answers import PlannedAnswers
from cogs.interaction.moves import play, show
from cogs.interaction.personal_pictures import pictures_for
from cogs.interaction.requester import Requester
from cogs.interaction.turn_request import TurnRequest
from cogs.message.picker import followers_view
from cogs.text.picker import followers_alt_text, followers_text
from cogs.text.turn import placed_text
from host import Found, RunningTable


async def take_turn(asker: Requester, line: TurnRequest) -> None:
    """Play what somebody asks for, answer them and tell the table; raise HostError, IllegalMoveError.

    Where nothing was said about a follower and one could be placed, nothing is stored: they are asked who.
    """
    found = await asker.find(line.game)
    table = found.table
    if line.placement is not None and line.deployment is None and table.is_to_move(asker.person.id):
        asker.note(table, line.placement)
        laid = apply(table.state, line.placement).state
        if legal_deployments(laid):
            await _ask_who(asker, found, line.placement, laid, line.planned)
            return
    played = await play(asker, table.number, table.ply, _moves(line, table.state), line.planned)
    await show(asker, played, asker.confirm(placed_text(played) + asker.others(found), played.after))


def _moves(line: TurnRequest, state: State) -> Sequence[Move]:
    if line.placement is not None:
        return [line.placement, line.deployment or DeployNobody()]
    if state.phase is Phase.ASK:
        return legal_moves(state)[:1]
    return [DeployNobody()]


async def _ask_who(
    asker: Requester, found: Found[RunningTable], place: PlaceTile, laid: State, planned: PlannedAnswers
) -> None:
    """Offer the followers as buttons, in private with a picture of where each would stand."""
    table, choices = found.table, [*legal_deployments(laid), DeployNobody()]
    file: discord.File = MISSING
    if asker.is_private:
        pictures = pictures_for(asker.client, asker.person.id)
        file = await pictures.spots(table, laid, followers_alt_text(place, laid, choices))
    words = followers_text(table, place, laid) + asker.others(found)
    await asker.answer(words, file=file, view=followers_view(table, place, laid, planned))
