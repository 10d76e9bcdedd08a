"""Deleting a person while other things happen: seats change hands, and messages to them are on their way."""

import asyncio
from collections.abc import Iterable

import pytest

from host.host import Host
from host.model.controllers import Computer, Person, is_nameless
from host.model.follows import Followed
from host.model.lobby_rules import missing_people
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind, is_current
from host.model.preferences import Digest
from host.model.table import MessageRef, Venue
from host.model.table_errors import StillSeatedError
from host.services.consent import OpenRequest
from host.services.people import DIGEST
from host.storage.engine.statements import Statement
from tests.fixtures.databases import Place, database_of
from tests.fixtures.stored_values import places_of
from tests.host.deadlines import DAY, pass_time
from tests.host.deadlines import begin as begin_with_limit
from tests.host.tables import Clock, begin, open_host, player, sit, take_turns

pytestmark = pytest.mark.both_databases

ANN, BOB, CID, DORA = (
    Person(123_456_789_000 + number, name) for number, name in enumerate(("Ann", "Bob", "Cid", "Dora"))
)
"""People with ids that nothing else in a database is equal to."""
DM_CHANNEL = 987_654_321_000
CLUB = Computer(2)


async def delete(host: Host, person: Person) -> None:
    await host.privacy.withdraw(person)
    await host.privacy.delete(person.id)


async def assert_forgotten(host: Host, person: Person) -> None:
    """Fail if anything in the database leads to a person."""
    assert await places_of(database_of(host), person.id, person.name, DM_CHANNEL) == {}


async def asked(host: Host, person: Person) -> Notification:
    """Begin a game of three, and have a person ask the others to undo a turn. Return the notification."""
    await take_turns(host, await begin(host, ANN, BOB, CID), 6)
    question = await host.undo_requests.ask(1, person)
    assert isinstance(question, OpenRequest)
    return question.notification


async def reminded(host: Host, clock: Clock) -> Notification:
    """Begin a game of three with a time limit, and let half of Ann's time pass. Return the reminder."""
    await begin_with_limit(host, ANN, BOB, CID)
    [due] = await pass_time(host, clock, DAY // 2)
    assert due.notification
    return due.notification


def delete_after_commit(host: Host, person: Person) -> list["asyncio.Task[None]"]:
    """Delete a person when the next transaction is stored, before whoever stored it knows. Return the task, in a list
    that is filled then.
    """
    database, deleting, tried = database_of(host), list[asyncio.Task[None]](), asyncio.Event()
    commit = database.commit

    async def watched_commit(statements: Iterable[Statement]) -> None:
        if not deleting:
            await commit(statements)
            deleting.append(asyncio.create_task(host.privacy.delete(person.id)))
            await tried.wait()
            return
        try:
            await commit(statements)
        finally:
            tried.set()

    database.commit = watched_commit  # type: ignore[method-assign]
    return deleting


async def test_a_third_person_can_be_deleted_after_the_places_at_the_table_have_shifted(host: Host) -> None:
    table = await begin(host, ANN, BOB, CID, DORA)
    await take_turns(host, table, 4)
    await delete(host, BOB)
    await host.seats.leave_to_computer(1, ANN, CLUB)
    await delete(host, CID)
    await delete(host, DORA)
    controllers = [one.controller for one in (await host.tables.load_started(1)).seats]
    assert controllers[0] == CLUB
    assert len(set(controllers)) == 4, "everybody is a different nameless person"
    for person in (BOB, CID, DORA):
        await assert_forgotten(host, person)


async def test_of_a_private_conversation_nothing_is_left(host: Host, clock: Clock) -> None:
    notification = await reminded(host, clock)
    await host.people.save_dm_channel(ANN.id, DM_CHANNEL, is_new=True)
    sent = {MessageRef(DM_CHANNEL, 8): "en"}
    await host.notifications.mark_delivered(notification, DeliveryOutcome.PRIVATE, sent, has_buttons=True)
    assert [one.message for one in await host.notifications.with_buttons(1)] == list(sent)
    await delete(host, ANN)
    await assert_forgotten(host, ANN)


async def test_of_a_game_played_in_private_nothing_leads_there(host: Host) -> None:
    venue = Venue(None, DM_CHANNEL)
    await host.lobby.join(venue, ANN)
    await host.message_log.mark_status_message(1, MessageRef(DM_CHANNEL, 8))
    await host.lobby.start(venue, ANN, practice=True)
    await delete(host, ANN)
    await host.message_log.mark_status_message(1, MessageRef(DM_CHANNEL, 9))  # it was on its way
    await assert_forgotten(host, ANN)
    assert [table.number for table in await host.message_log.unannounced()] == []


async def test_of_a_private_channel_that_is_gone_nothing_is_kept(host: Host, clock: Clock) -> None:
    """Else nothing would tell whose channel it was, when the person is deleted."""
    notification = await reminded(host, clock)
    await host.people.save_dm_channel(ANN.id, DM_CHANNEL, is_new=True)
    sent = {MessageRef(DM_CHANNEL, 8): "en"}
    await host.notifications.mark_delivered(notification, DeliveryOutcome.PRIVATE, sent, has_buttons=True)
    await host.people.forget_dm_channel(ANN.id)
    assert await places_of(database_of(host), DM_CHANNEL) == {}


async def test_what_is_sent_to_the_quiet_names_nobody_who_was_deleted_meanwhile(host: Host, clock: Clock) -> None:
    notification = await asked(host, ANN)
    await delete(host, ANN)
    quiet = await host.notifications.mark_delivered(notification, DeliveryOutcome.SENT, quiet_at=clock())
    assert quiet
    assert is_nameless(quiet.person_id)
    assert [(one.kind, outcome) for one, outcome in await host.notifications.of_game(1)] == [
        (NotificationKind.UNDO, DeliveryOutcome.SENT), (NotificationKind.UNDO_QUIET, None)
    ]  # fmt: skip
    await assert_forgotten(host, ANN)


async def test_a_private_message_that_was_on_its_way_is_not_noted(host: Host, clock: Clock) -> None:
    notification = await reminded(host, clock)
    await host.people.save_dm_channel(ANN.id, DM_CHANNEL, is_new=True)
    await delete(host, ANN)
    sent = {MessageRef(DM_CHANNEL, 8): "en"}
    await host.notifications.mark_delivered(notification, DeliveryOutcome.PRIVATE, sent, has_buttons=True)
    await host.people.save_dm_channel(ANN.id, DM_CHANNEL, is_new=True)
    await assert_forgotten(host, ANN)
    assert await host.notifications.outcome(notification) is DeliveryOutcome.PRIVATE
    assert host.people.dm_channel(ANN.id) is None


async def test_a_notification_about_somebody_deleted_is_sent_as_it_is_stored(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB, CID), 3)
    _, notification = await host.seats.leave_to_computer(1, ANN, CLUB)
    await delete(host, ANN)
    claimed = await host.notifications.claim(notification)
    assert claimed
    assert is_current(claimed, await host.tables.load(1))
    left = await host.seats.successor(1, claimed.person_id)
    assert left
    assert (left.giver.name, left.taker) == ("?", CLUB)


@pytest.mark.sqlite
async def test_who_takes_a_seat_at_that_moment_is_not_deleted(host: Host, place: Place) -> None:
    await begin(host, ANN, BOB, CID)
    await host.seats.leave_to_computer(1, BOB, CLUB)
    deleting = delete_after_commit(host, DORA)
    table, _ = await sit(host, 1, DORA, 1)
    [refused] = await asyncio.gather(*deleting, return_exceptions=True)
    assert isinstance(refused, StillSeatedError)
    assert player(table.seats[1]) == DORA
    await host.close()
    again = await open_host(place)
    assert player((await again.tables.load_running(1)).seats[1]) == DORA
    await again.close()


@pytest.mark.parametrize("what", ["list", "channel", "follow"])
async def test_what_is_being_stored_about_somebody_comes_into_no_memory(host: Host, clock: Clock, what: str) -> None:
    """It is stored when the deletion begins, but whoever stores it has not gone on yet."""
    table = await begin(host, ANN, BOB)
    await host.people.choose_preferences(DORA, digest=Digest(60, clock()))
    await host.follows.follow(DORA, table, Followed.ROUND)
    [follow] = host.follows.of_person(DORA.id)
    storing = {
        "list": lambda: host.people.note_digest(DORA.id, clock()),
        "channel": lambda: host.people.save_dm_channel(DORA.id, DM_CHANNEL, is_new=True),
        "follow": lambda: host.follows.note_sent(follow, 7),
    }
    lock = host.follows.lock if what == "follow" else host.people.lock
    database, deleting = database_of(host), list[asyncio.Task[None]]()
    commit = database.commit

    async def commit_and_delete(statements: Iterable[Statement]) -> None:
        await commit(statements)
        if not deleting:
            deleting.append(asyncio.create_task(host.privacy.delete(DORA.id)))
            while not (deleting[0].done() or lock._waiters):  # noqa: ASYNC110 (a lock tells nobody who waits)
                await asyncio.sleep(0)

    database.commit = commit_and_delete  # type: ignore[method-assign]
    await storing[what]()
    await asyncio.gather(*deleting)
    assert host.schedule.upcoming(DIGEST) == []
    assert host.follows.games == []
    assert host.people.dm_channel(DORA.id) is None


async def test_people_who_are_asked_to_a_rematch_can_be_deleted(host: Host) -> None:
    table = await begin(host, ANN, BOB, CID)
    for person in (ANN, BOB):
        await host.turns.resign(table.number, person)
    waiting = await host.rematches.join(table.number, ANN)
    for person in (BOB, CID):
        await delete(host, person)
        await assert_forgotten(host, person)
    assert missing_people(await host.tables.load_waiting(waiting.number)) == ()
