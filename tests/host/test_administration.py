"""What server managers can do: end games, replace players, change settings; and the log of it all."""

import re
from collections.abc import Awaitable
from dataclasses import replace
from typing import TypeVar

import pytest

from carcassonne import CarcassonneError, Record, format_record, parse_record
from carcassonne.record import Tag
from host.errors import ChannelClosedError, HostError, NoSuchPlayerError, NoSuchTableError, NotFinishedError
from host.host import Host
from host.model.audit_log import AuditAction, AuditEntry
from host.model.controllers import Person
from host.model.game import PlayResult
from host.model.server_settings import MOST_OWN, ServerSettings
from host.model.substitution import Substitution
from host.model.table import Status, Venue
from host.model.table_errors import (
    AlreadyImportedError,
    GameOverError,
    NoSuchSeatError,
    NotStartedError,
    SeatResignedError,
    ServerFullError,
    SitsThereError,
    TooManyOwnTablesError,
    TurnPendingError,
)
from host.model.table_options import TableOptions
from host.model.turn_clock import is_message_current
from host.storage.engine.schema_version import newest_version
from tests.fixtures.databases import Place
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    EVE,
    OTHER_CHANNEL,
    OTHER_SERVER,
    ROOT,
    THREAD,
    Clock,
    begin,
    open_host,
    running,
    seat,
    take_turns,
)
from tests.host.takeback_turns import SLOW, lay

pytestmark = pytest.mark.both_databases

ErrorT = TypeVar("ErrorT", bound=HostError)

GUILD = 1
MANAGER = Person(900, "Max")


async def refused(command: Awaitable[object], kind: type[ErrorT]) -> ErrorT:
    """Return the error of this kind that a command raises."""
    with pytest.raises(kind) as caught:
        await command
    return caught.value


# Ending


async def test_a_manager_ends_a_game_alone(host: Host) -> None:
    await begin(host, ANN, BOB)
    ended = await host.administration.end(GUILD, MANAGER, 1)
    assert isinstance(ended, PlayResult)
    assert ended.after.status is Status.ENDED
    await refused(host.administration.end(GUILD, MANAGER, 1), GameOverError)


async def test_a_manager_closes_a_waiting_table(host: Host) -> None:
    await seat(host, ANN, BOB)
    await host.administration.end(GUILD, MANAGER, 1)
    assert host.tables.near(CHANNEL) == []


async def test_other_servers_have_no_such_game(host: Host) -> None:
    await begin(host, ANN, BOB)
    for command in (
        host.administration.end(2, MANAGER, 1),
        host.administration.reseat(2, MANAGER, 1, 0, CID),
        host.administration.audit_log(2, 1),
        host.administration.table(2, 1),
        host.administration.end(GUILD, MANAGER, 7),
    ):
        await refused(command, NoSuchTableError)
    assert (await host.tables.load(1)).status is Status.RUNNING


# Handing over


async def test_a_seat_handed_over_is_played_on_by_the_other(host: Host, place: Place) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 3)
    assert table.is_to_move(BOB.id)
    after, _ = await host.administration.reseat(GUILD, MANAGER, 1, 1, CID)
    assert [one.person for one in after.seats] == [ANN, CID]
    assert after.is_to_move(CID.id)
    assert after.ply == table.ply
    await take_turns(host, after, 4)
    movers = [entry.person_id for entry in await host.history.log(1)]
    assert BOB.id in movers[: table.ply]
    assert BOB.id not in movers[table.ply :]
    assert CID.id in movers[table.ply :]
    await host.close()
    again = await open_host(place)
    assert [one.person for one in (await again.tables.load_started(1)).seats] == [ANN, CID]
    assert (await again.history.record(1)).tags["Players"].values == ("Ann", "Cid")
    await again.close()


async def test_who_gave_a_seat_away_agrees_to_nothing_any_more(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.end_requests.ask(1, ANN)
    after, _ = await host.administration.reseat(GUILD, MANAGER, 1, 0, CID)
    assert after.agreed_to_end == frozenset()
    assert after.organiser == CID


async def test_all_seats_of_a_practice_game_go_together(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    await host.lobby.start(CHANNEL, ANN, practice=True)
    after, _ = await host.administration.reseat(GUILD, MANAGER, 1, 1, BOB)
    assert [one.person for one in after.seats] == [BOB, BOB]
    assert after.people == (BOB,)


async def test_seats_that_cannot_be_handed_over(host: Host) -> None:
    await seat(host, ANN, BOB, CID)
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, DORA), NotStartedError)
    await host.lobby.start(CHANNEL, ANN)
    await host.turns.resign(1, BOB)
    assert (await refused(host.administration.reseat(GUILD, MANAGER, 1, 3, DORA), NoSuchSeatError)).seat == 3
    await refused(host.administration.reseat(GUILD, MANAGER, 1, -1, DORA), NoSuchSeatError)
    assert (await refused(host.administration.reseat(GUILD, MANAGER, 1, 1, DORA), SeatResignedError)).seat.person == BOB
    assert (await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, CID), SitsThereError)).person == CID
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, BOB), SitsThereError)  # who has resigned stays out
    await host.administration.end(GUILD, MANAGER, 1)
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, DORA), GameOverError)
    assert [one.person for one in (await host.tables.load_started(1)).seats] == [ANN, BOB, CID]


# Records from elsewhere


async def record_of_another_server(host: Host, turns: int = 200) -> Record:
    """The record of a game of another server."""
    table = await take_turns(host, await begin(host, EVE, DORA, venue=OTHER_SERVER), turns)
    return await host.history.record(table.number)


async def test_a_finished_game_is_imported_from_its_record(host: Host, place: Place, clock: Clock) -> None:
    record = await record_of_another_server(host)
    played = clock()
    clock.pass_minutes(60 * 24 * 3)
    table = await host.administration.import_record(1, MANAGER, CHANNEL, record, [ANN, None])
    assert (table.number, table.status, table.announced) == (2, Status.FINISHED, table.ply)
    assert [seat.name for seat in table.seats] == ["Ann", "Dora"]
    assert table.moved_at.date() == played.date()
    assert [act.action for act in await host.administration.audit_log(GUILD, 2)] == [AuditAction.IMPORT]
    assert [table.number for table in await host.message_log.unannounced()] == [1]
    await host.close()
    again = await open_host(place)
    kept = await again.history.record(2)
    assert kept.entries == record.entries
    assert kept.tags["Date"].values == record.tags["Date"].values
    assert (await again.statistics.of_person(ANN.id, GUILD)).here is None, "it is not rated"
    await again.close()


async def test_a_game_counts_once_for_everybody(host: Host) -> None:
    record = await record_of_another_server(host)
    await refused(host.administration.import_record(1, MANAGER, CHANNEL, record, [EVE]), AlreadyImportedError)
    await host.administration.import_record(1, MANAGER, CHANNEL, record, [ANN])
    await refused(host.administration.import_record(1, MANAGER, CHANNEL, record, [None, ANN]), AlreadyImportedError)
    await host.administration.import_record(1, MANAGER, CHANNEL, record, [None, BOB])
    assert [(await host.statistics.of_person(one.id)).total.games for one in (EVE, ANN, BOB)] == [1, 1, 1]


async def test_records_that_cannot_be_imported_change_nothing(host: Host) -> None:
    record = await record_of_another_server(host)
    await refused(host.administration.import_record(1, MANAGER, CHANNEL, record, [ANN, None, BOB]), NoSuchPlayerError)
    begun = replace(record, entries=record.entries[:5], result="*", tags={**record.tags, "Result": Tag(("*",))})
    await refused(host.administration.import_record(1, MANAGER, CHANNEL, begun, []), NotFinishedError)
    wrong = parse_record(format_record(replace(record, entries=(*record.entries[:3], *record.entries[4:]))))
    with pytest.raises(CarcassonneError) as caught:
        await host.administration.import_record(1, MANAGER, CHANNEL, wrong, [])
    assert caught.value.data["line"] > 5
    assert await host.administration.audit_log(GUILD) == []
    await refused(host.tables.load(2), NoSuchTableError)


# The log of actions


async def test_every_action_is_logged_with_who_what_and_when(host: Host, clock: Clock) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 2)
    await host.administration.reseat(GUILD, MANAGER, 1, 1, CID)
    clock.pass_minutes(5)
    await host.administration.change_settings(
        GUILD, MANAGER, lambda server: replace(server, most_tables=7, language="de")
    )
    await host.administration.change_settings(
        GUILD, MANAGER, lambda server: server
    )  # nothing has changed, so nothing is logged
    clock.pass_minutes(5)
    await host.administration.end(GUILD, MANAGER, 1)
    reseat = AuditEntry(
        GUILD,
        MANAGER,
        AuditAction.RESEAT,
        clock.start,
        game=1,
        ply=table.ply,
        reseat=Substitution(table.ply, 1, BOB, CID),
    )
    ended = AuditEntry(GUILD, MANAGER, AuditAction.END, clock(), game=1, ply=table.ply)
    assert await host.administration.audit_log(GUILD, 1) == [reseat, ended]
    [last, choice, first] = await host.administration.audit_log(GUILD)
    assert (last, first) == (ended, reseat)
    assert (choice.action, choice.game, choice.detail) == (AuditAction.CHOICE, None, "most_tables=7, language=de")
    assert await host.administration.audit_log(2) == []


async def test_a_refused_action_is_not_logged(host: Host) -> None:
    await begin(host, ANN, BOB)
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, BOB), SitsThereError)
    assert await host.administration.audit_log(GUILD) == []


def test_audit_entries_are_only_added() -> None:
    files = [path for path in (ROOT / "host" / "storage").rglob("*.*") if path.suffix in (".py", ".sql")]
    changes = re.compile(r"(UPDATE|DELETE FROM|REPLACE INTO) acts|(update|delete|upsert)\(acts")
    assert not any(changes.search(path.read_text("utf-8")) for path in files)


# Settings of a server

EVERYTHING = ServerSettings(
    GUILD,
    frozenset({10, 20}),
    3,
    TableOptions("new-edition", ("river",), "3d", aids=False, takeback=0, thread=True),
    "fr",
)


async def test_what_was_chosen_outlives_a_restart(host: Host, place: Place) -> None:
    assert host.administration.server(GUILD) == ServerSettings(GUILD)
    assert await host.administration.change_settings(GUILD, MANAGER, lambda _: EVERYTHING) == EVERYTHING
    await host.close()
    again = await open_host(place)
    assert again.administration.server(GUILD) == EVERYTHING
    assert again.administration.server(2) == ServerSettings(2)
    await again.close()


async def test_new_tables_are_set_up_as_chosen(host: Host) -> None:
    await host.administration.change_settings(GUILD, MANAGER, lambda _: EVERYTHING)
    table, _ = await host.lobby.join(CHANNEL, ANN, language="de")
    assert (table.edition, table.options) == ("new-edition", ("river",))
    assert (table.settings.pace, table.settings.aids, table.settings.takeback) == ("3d", False, 0)
    assert (table.settings.thread, table.settings.language) == (True, "fr")
    elsewhere, _ = await host.lobby.join(OTHER_SERVER, ANN, language="de")
    assert (elsewhere.edition, elsewhere.settings.language) == ("chat-room", "de")


async def test_tables_are_opened_only_where_they_may(host: Host) -> None:
    await host.administration.change_settings(GUILD, MANAGER, lambda server: replace(server, channels=frozenset({10})))
    assert (await refused(host.lobby.join(OTHER_CHANNEL, ANN), ChannelClosedError)).channels == (10,)
    await seat(host, ANN, BOB, venue=THREAD)
    await seat(host, CID, venue=OTHER_SERVER)
    assert [table.number for table in host.tables.of_person(ANN.id)] == [1]


async def test_a_channel_closed_later_lets_its_tables_play_on(host: Host) -> None:
    table = await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    await seat(host, CID, venue=OTHER_CHANNEL)
    await host.administration.change_settings(GUILD, MANAGER, lambda server: replace(server, channels=frozenset({10})))
    await take_turns(host, table, 2)
    await host.lobby.join(OTHER_CHANNEL, DORA, 2)
    assert (await host.lobby.start(OTHER_CHANNEL, CID, 2)).after.status is Status.RUNNING


async def test_no_more_tables_than_the_managers_allow(host: Host) -> None:
    await host.administration.change_settings(GUILD, MANAGER, lambda server: replace(server, most_tables=2))
    await begin(host, ANN, BOB)
    await seat(host, CID, venue=OTHER_CHANNEL)
    assert (await refused(host.lobby.join(CHANNEL, EVE), ServerFullError)).most == 2
    await host.lobby.join(OTHER_CHANNEL, EVE)  # a table that exists already
    await seat(host, EVE, venue=OTHER_SERVER)
    await host.administration.end(GUILD, MANAGER, 1)
    assert (await host.lobby.join(CHANNEL, EVE))[1]


async def test_one_person_keeps_only_so_many_tables_alone(host: Host) -> None:
    channels = [Venue(GUILD, 100 + number) for number in range(MOST_OWN)]
    for number, venue in enumerate(channels, 1):
        await host.lobby.join(venue, ANN)
        if number == 1:
            await host.lobby.start(venue, ANN, practice=True)
    error = await refused(host.lobby.join(CHANNEL, ANN), TooManyOwnTablesError)
    assert [table.number for table in error.tables] == [1, 2, 3, 4, 5]
    assert (await host.lobby.join(OTHER_SERVER, ANN))[1]
    assert (await host.lobby.join(CHANNEL, BOB))[1]
    await host.lobby.join(channels[1], CID)
    await host.lobby.start(channels[1], ANN)  # a game with others is not a table kept alone
    assert (await host.lobby.join(THREAD, ANN, 7))[1] is False
    assert (await host.lobby.join(OTHER_CHANNEL, ANN))[1]


# Health


async def test_health(host: Host) -> None:
    await begin(host, ANN, BOB)
    await seat(host, CID)
    health = await host.administration.health()
    assert (health.waiting, health.running, health.quarantined, health.unannounced) == (1, 1, 0, 1)
    assert health.size > 10_000
    assert health.schema == newest_version()


# The time in which a turn can be taken back


async def test_a_seat_whose_turn_can_be_taken_back_is_given_away_only_when_the_turn_stays(host: Host) -> None:
    table = await begin(host, ANN, BOB, takeback=SLOW)
    pending = running((await lay(host, table)).after)
    await refused(host.administration.reseat(GUILD, MANAGER, 1, 0, CID), TurnPendingError)
    assert running(await host.tables.load(1)) == pending
    assert await host.administration.finish_turn(GUILD, 1)
    assert await host.administration.finish_turn(GUILD, 1) is None
    after, _ = await host.administration.reseat(GUILD, MANAGER, 1, 0, CID)
    assert after.pending is None
    assert after.is_to_move(BOB.id)
    await refused(host.administration.finish_turn(2, 1), NoSuchTableError)


async def test_a_message_with_an_old_name_counts_as_outdated_after_a_restart_too(host: Host, place: Place) -> None:
    await host.lobby.join(CHANNEL, ANN)
    started = (await host.lobby.start(CHANNEL, ANN, practice=True)).after
    await host.message_log.mark_announced(1, started.ply, 7)
    assert is_message_current(await host.tables.load_started(1))
    await host.administration.reseat(GUILD, MANAGER, 1, 0, BOB)
    await host.close()
    again = await open_host(place)
    assert not is_message_current(await again.tables.load_started(1))
    await again.message_log.mark_shown(1, None)
    assert is_message_current(await again.tables.load_started(1))
    await again.close()


async def test_that_no_channel_is_left_is_told_once_until_managers_choose_anew(host: Host, place: Place) -> None:
    note = host.administration.note_told_closed
    assert not await note(GUILD), "nothing is chosen there"
    await host.administration.change_settings(GUILD, MANAGER, lambda server: replace(server, channels=frozenset({1})))
    assert [await note(GUILD), await note(GUILD)] == [True, False]
    await host.close()
    again = await open_host(place)
    assert not await again.administration.note_told_closed(GUILD)
    await again.administration.change_settings(GUILD, MANAGER, lambda server: replace(server, channels=frozenset({2})))
    assert await again.administration.note_told_closed(GUILD)
    await again.close()
