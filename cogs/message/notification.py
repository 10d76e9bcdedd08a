"""What is said for a ping, to whom, and with which buttons."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Final

import discord

from cogs.delivery.membership import absent, has_left
from cogs.interaction.client import Client
from cogs.message.components import row
from cogs.message.questions import end_view, take_seat_button, undo_view, vote_view
from cogs.text.admin import reseated_text
from cogs.text.clock import asked_too_text, ping_text, taken_text
from cogs.text.end_by_agreement import end_question
from cogs.text.undo import undo_question
from cogs.text.votes import vote_text
from host import (
    ASLEEP,
    AWAKE,
    VOTING,
    HostError,
    Notification,
    NotificationKind,
    RunningTable,
    Timeout,
    UndoRequest,
)


@dataclass(frozen=True, slots=True)
class Cry:
    """What is sent for a ping, and who is pinged by it."""

    ping: Notification
    table: RunningTable
    text: str
    people: tuple[int, ...]
    view: discord.ui.View | None = None

    @property
    def nonce(self) -> str:
        """What Discord knows a ping by, so that it does not appear twice; 25 characters at most."""
        return f"c{self.ping.game}-{self.ping.round}-{_SHORT.get(self.ping.kind, self.ping.kind)}"


_SHORT: Final = {asleep: f"{awake}~" for awake, asleep in ASLEEP.items()}


async def cry_of(client: Client, ping: Notification, table: RunningTable) -> Cry:
    """Return what is sent for a ping that is current at a table, in the language spoken."""
    match ping.kind:
        case kind if kind in AWAKE:
            return await _quiet_cry(client, ping, table)
        case NotificationKind.UNDO if table.undo_request:
            return await _undo_cry(client, ping, table, table.undo_request)
        case NotificationKind.ENDING if table.end_request:
            request = table.end_request
            return _consent_cry(ping, table, end_question(table, request), request.agreed, end_view(table))
        case NotificationKind.UNDO | NotificationKind.ENDING:
            raise ValueError(ping)  # it is not current
        case NotificationKind.TAKEN:
            return await _taken_cry(client, ping, table)
        case NotificationKind.GIVEN:
            return await _given_cry(client, ping, table)
        case kind if kind in VOTING and not _only_waits(ping, table):
            return await _vote_cry(client, ping, table)
        case _:
            return _timely_cry(client, ping, table)


def _only_waits(ping: Notification, table: RunningTable) -> bool:
    return ping.kind is NotificationKind.OUT and table.settings.timeout is Timeout.WAIT


def _timely_cry(client: Client, ping: Notification, table: RunningTable) -> Cry:
    view = None
    if ping.kind is NotificationKind.OPEN:
        view = row(take_seat_button(table.number, table.next_seat.number))
    return Cry(ping, table, ping_text(ping, table), (ping.person_id,), view)


async def _vote_cry(client: Client, ping: Notification, table: RunningTable) -> Cry:
    try:
        vote = await client.host.voting.status(ping.game, await absent(client, table))
    except HostError:  # played meanwhile
        return _timely_cry(client, ping, table)
    text = vote_text(vote, is_gone=await has_left(client, table, ping.person_id))
    return Cry(ping, table, text, tuple(sorted(vote.voters)), vote_view(table.number, ping.round))


async def _undo_cry(client: Client, ping: Notification, table: RunningTable, request: UndoRequest) -> Cry:
    text = undo_question(table, request, await client.host.history.state_at(table.number, request.ply))
    return _consent_cry(ping, table, text, request.agreed, undo_view(table))


def _consent_cry(
    ping: Notification, table: RunningTable, text: str, agreed: Set[int], view: discord.ui.View | None
) -> Cry:
    """Ask those who have yet to agree."""
    people = tuple(person.id for person in table.players if person.id not in agreed)
    return Cry(ping, table, text, people, view)


async def _taken_cry(client: Client, ping: Notification, table: RunningTable) -> Cry:
    """Say who plays on for whom; it pings only who is to move then."""
    giver = await client.host.voting.predecessor(table.number, ping.person_id)
    [taker, *_] = [seat.person for seat in table.seats_of(ping.person_id)]
    text = taken_text(table, giver.name if giver else "?", taker)
    return Cry(ping, table, text, (taker.id,) if table.is_to_move(taker.id) else ())


async def _given_cry(client: Client, ping: Notification, table: RunningTable) -> Cry:
    """Say which manager has given whose seat to whom, and ping them: they did nothing for it."""
    act = await client.host.administration.reseat_entry(table.number, ping.person_id)
    if act is None or act.reseat is None:
        return await _taken_cry(client, ping, table)
    return Cry(ping, table, reseated_text(table, act.reseat, act.manager.name), (act.reseat.taker.id,))


async def _quiet_cry(client: Client, ping: Notification, table: RunningTable) -> Cry:
    """Tell those who were in their quiet hours when the others were asked."""
    asked = await cry_of(client, _awake(ping), table)
    people = tuple(one for one in asked.people if client.host.people.is_quiet(one, ping.at))
    return Cry(ping, table, asked_too_text(people), people)


def _awake(ping: Notification) -> Notification:
    return Notification(ping.game, ping.round, AWAKE[ping.kind], ping.person_id, ping.at, ping.due)
