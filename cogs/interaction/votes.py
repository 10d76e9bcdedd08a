"""Questions to the other players of a game: how they are asked, the vote on a late turn, and who asks no more."""

from cogs.interaction.client import Client
from host.model.controllers import Person
from host.model.notifications import Notification
from host.model.table import BaseRunningTable, RunningTable
from screens.game_buttons import vote_rows
from screens.screen import Screen
from screens.text.agreements import asked_elsewhere_text
from screens.text.deadlines import vote_opened_text, vote_text


async def ask_others(client: Client, question: Notification, table: RunningTable, told: str) -> str:
    """Ask the other players a question. Return ``told``, or how they were asked if it was not in the channel."""
    await client.outbox.notify(question)
    return asked_elsewhere_text(table, await client.host.notifications.outcome(question)) or told


async def vote_screen(client: Client, table: RunningTable, person: Person) -> Screen:
    """Ask the table to vote on the turn under way. Return the answer: if it was asked already, the votes so far.

    Raise HostError.
    """
    notification = await client.host.voting.open(table.number, person)
    if notification is not None:
        return Screen(await ask_others(client, notification, table, vote_opened_text(table)))
    vote = await client.host.voting.status(table.number, await client.channels.absent_players(table))
    return Screen(vote_text(vote), vote_rows(table.number, vote.clock.round))


async def drop_if_gone(client: Client, number: int) -> None:
    """Drop the request for a seat if whoever has asked has left the server. Raise HostError."""
    table = client.host.tables.running_summary(number)
    request = table.seat_request if table else None
    if table and request and await client.channels.has_left(table.venue, request.person.id):
        await client.host.seats.drop_request(number, request.number)


def may_vote(client: Client, table: BaseRunningTable, person_id: int) -> bool:
    """Return whether a person may vote on the turn under way."""
    return client.host.voting.is_late(table) and table.has_player(person_id) and not table.is_to_move(person_id)
