"""Plays turns for commands, buttons and messages: reads what is meant, plays it, answers, and publishes it."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from carcassonne import (
    CarcassonneError,
    DeploymentChoice,
    DeployNobody,
    Move,
    Phase,
    PlaceTile,
    SpotChoice,
    State,
    apply,
    chosen_deployment,
    legal_deployments,
    legal_moves,
)
from carcassonne.castle.planned_answers import NO_PLANNED_ANSWERS, PlannedAnswers, with_answers
from cogs.interaction.client import Client
from cogs.interaction.context import action_context
from cogs.interaction.replies import try_answer
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.table import RunningTable, StartedTable, Table, Venue
from host.model.table_lookup import FoundTable
from screens.picker import deployments_rows
from screens.screen import File, Screen, files
from screens.text.move_errors import rejection_text
from screens.text.picker import deployments_alt_text, deployments_text
from screens.text.private_game import not_here_text
from screens.text.settings import dms_stopped_text
from screens.text.spots import deployments_by_number
from screens.text.turns import turn_confirmation_text


class Requester(ABC):
    """A person who asks for a turn, the place where they asked, and how to answer them."""

    client: Client
    person: Person
    venue: Venue
    is_private: bool
    """Whether only the person sees the answers."""

    @abstractmethod
    def note_context(self, table: Table, placement: PlaceTile | None = None) -> None:
        """Store what the request is about, for the texts of errors."""

    @abstractmethod
    async def answer(self, screen: Screen | str) -> None:
        """Answer the person."""

    async def ask(self, table: RunningTable, question: Screen) -> None:
        """Ask for what is missing of a turn; by default, like any other answer."""
        await self.answer(question)

    async def show_private_game(self, number: int) -> None:
        """Show a private game in the answer from now on; by default, do nothing."""
        return

    async def confirm(self, text: str) -> None:
        """Confirm that a turn is stored, before it is published; by default, do nothing."""
        return

    @abstractmethod
    async def conclude(self, played: PlayResult, others: str, shown: StartedTable) -> None:
        """Conclude the answer to a turn that is public now. In the channel of its message, say nothing twice.

        ``others`` is what ``other_games_text`` returned; ``shown`` is the table once the turn was published.
        """

    @abstractmethod
    def other_games_text(self, found: FoundTable[RunningTable]) -> str:
        """Return which of several games was meant and how to name another; empty if there was only one."""

    async def find(self, number: int | None) -> FoundTable[RunningTable]:
        """Return the running game that the person means, and store it as context. Raise HostError."""
        found = await self.client.host.tables.find_running(self.venue, self.person, number)
        self.note_context(found.table)
        return found


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a person wants to play. None means that they did not say it.

    A request without ``placement`` is a pass: it deploys nobody, or gives the first answer to a question of the game.
    ``game`` is the number of the table.
    """

    placement: PlaceTile | None = None
    deployment: DeploymentChoice | None = None
    planned: PlannedAnswers = NO_PLANNED_ANSWERS
    game: int | None = None


async def take_turn(requester: Requester, request: TurnRequest) -> None:
    """Play the turn of a request, answer the person, and publish the turn.

    If the request names no deployment but one is legal, play nothing and ask for it. Where another game may have been
    meant, the answer to an illegal turn says so, too. Raise HostError, CarcassonneError and NotAnnouncedError.
    """
    found = await requester.find(request.game)
    try:
        await _take_turn(requester, request, found)
    except CarcassonneError as error:
        if not found.others:
            raise
        text = rejection_text(error, action_context(found.table, request.placement))
        await requester.answer(text + requester.other_games_text(found))


async def _take_turn(requester: Requester, request: TurnRequest, found: FoundTable[RunningTable]) -> None:
    """Play the turn at the table that was found, or ask for the deployment."""
    if found.table.is_private and not requester.is_private:
        await requester.answer(not_here_text(found.table))
        return
    table, placement = found.table, request.placement
    needs_tile = request.deployment is None or isinstance(request.deployment, SpotChoice)
    if placement is not None and needs_tile and table.is_to_move(requester.person.id):
        requester.note_context(table, placement)
        after_placement = apply(table.state, placement).state
        if request.deployment is None and legal_deployments(after_placement):
            await _ask_deployment(requester, found, placement, after_placement, request.planned)
            return
    moves = _moves(request, table.state, is_own=table.is_to_move(requester.person.id))
    played = await _play(requester, table, table.number, table.ply, moves, request.planned)
    others = requester.other_games_text(found)
    answered = requester.confirm(turn_confirmation_text(played) + others)
    await requester.client.open_choices.close_turn(table.number, requester.person.id)
    await report_played(requester, played, answered, partial(requester.conclude, played, others))


async def play_moves(
    requester: Requester, number: int, ply: int, moves: Sequence[Move], planned: PlannedAnswers = NO_PLANNED_ANSWERS
) -> PlayResult:
    """Play moves, then the planned answers to the questions of the game. Raise HostError and IllegalMoveError."""
    table = await requester.client.host.tables.load_if_running(number)
    return await _play(requester, table, number, ply, moves, planned)


async def _play(
    requester: Requester,
    table: RunningTable | None,
    number: int,
    ply: int,
    moves: Sequence[Move],
    planned: PlannedAnswers,
) -> PlayResult:
    """Play moves at a table as it was read last; the host refuses what is out of date."""
    host, person = requester.client.host, requester.person
    placement = next((move for move in moves if isinstance(move, PlaceTile)), None)
    if table:
        requester.note_context(table, placement)
        if planned != NO_PLANNED_ANSWERS and table.ply == ply and table.is_to_move(person.id):
            moves = with_answers(table.state, moves, planned)
    return await host.turns.play(number, person, moves, ply)


async def report_played(
    requester: Requester,
    played: PlayResult,
    answer: Awaitable[object],
    conclude: Callable[[StartedTable], Awaitable[object]] | None = None,
) -> None:
    """Await ``answer`` to the person, then publish what was played, even if the answer failed. Raise NotAnnouncedError.

    When everybody can see the turn, call ``conclude`` with the table: it removes or shortens the answer. If direct
    messages to the person were stopped because they failed, say so once.
    """
    client = requester.client
    await try_answer(played.after.number, answer)
    if played.after.is_private:
        await try_answer(played.after.number, requester.show_private_game(played.after.number))
    await client.outbox.publish(played)
    if conclude:
        shown = await client.host.tables.known_started(played.after.number)
        if not client.host.is_home(shown.venue):
            shown = replace(shown, message=None)  # another process sends the turn's message a moment later
        await try_answer(played.after.number, conclude(shown))
    if await client.host.people.acknowledge_stopped_dms(requester.person.id):
        await requester.answer(dms_stopped_text())


def _moves(request: TurnRequest, state: State, *, is_own: bool) -> Sequence[Move]:
    """Return the moves of a request. Raise NotationError for a spot that the tile doesn't have, and IllegalMoveError.

    The host refuses the moves of somebody else's turn, whatever they are.
    """
    if request.placement is not None:
        choice = request.deployment or DeployNobody()
        deployment = chosen_deployment(choice, state, request.placement) if is_own else DeployNobody()
        return [request.placement, deployment]
    if state.phase is Phase.ASK:
        return legal_moves(state)[:1]
    return [DeployNobody()]


async def _ask_deployment(
    requester: Requester,
    found: FoundTable[RunningTable],
    placement: PlaceTile,
    after_placement: State,
    planned: PlannedAnswers,
) -> None:
    """Answer with a button for each legal deployment. A private answer has a picture of their spots, too."""
    table, choices = found.table, [*deployments_by_number(after_placement), DeployNobody()]
    picture: File | None = None
    if requester.is_private:
        pictures = requester.client.pictures_for(requester.person.id)
        picture = await pictures.spots(
            table, after_placement, deployments_alt_text(placement, after_placement, choices)
        )
    text = deployments_text(table, placement, after_placement) + requester.other_games_text(found)
    shown = Screen(text, deployments_rows(table, placement, after_placement, planned), files(picture))
    await requester.ask(table, shown)
