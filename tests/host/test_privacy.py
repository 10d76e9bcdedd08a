"""Exporting and deleting what is stored about a person."""

import asyncio
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect

from host.host import Host
from host.model.controllers import Person, is_nameless
from host.model.table import Status
from host.model.table_errors import StillSeatedError
from host.services.people import DELETION, DELETION_PAUSE
from host.storage.personal_data import CHANNEL_COLUMNS, PERSON_COLUMNS, rows_by_game
from tests.fixtures.databases import Place, database_of
from tests.host.tables import (
    ANN,
    AT_ONCE,
    BOB,
    CHANNEL,
    CID,
    OTHER_CHANNEL,
    Clock,
    begin,
    open_host,
    player,
    running,
    seat,
    take_turns,
)

pytestmark = pytest.mark.both_databases

MANAGER = Person(900, "Max")
CHANNELS = {"channel", "channels", "parent"}
NAMES = {"person", "people", "organiser", "manager", "giver", "taker", "owner", "user", "member"}


async def delete(host: Host, person: Person) -> None:
    await host.privacy.withdraw(person)
    await host.privacy.delete(person.id)


def dump(path: Path) -> str:
    """The whole database as text."""
    with sqlite3.connect(path) as database:
        return "\n".join(database.iterdump())


async def test_every_column_that_names_a_person_is_known(host: Host, path: Path) -> None:
    """The schema shows them: by references to the table of people, and by the names of columns."""
    named = {("people", "id")}
    with sqlite3.connect(path) as database:
        for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            keys = database.execute(f"PRAGMA foreign_key_list({table})").fetchall()
            named |= {(table, key[3]) for key in keys if key[2] == "people"}
            columns = database.execute(f"PRAGMA table_info({table})").fetchall()
            named |= {(table, column[1]) for column in columns if NAMES & set(column[1].split("_"))}
    assert {(one.table, one.column) for one in PERSON_COLUMNS} == named


async def test_every_column_that_names_a_channel_is_known(host: Host) -> None:
    """The names of columns show them. A private channel leads to a person as their id does."""
    names = await database_of(host).run(column_names)
    named = {(table, column) for table, column in names if CHANNELS & set(column.split("_"))}
    assert {(one.table, one.column) for one in CHANNEL_COLUMNS} == named


def column_names(connection: Connection) -> list[tuple[str, str]]:
    schema = inspect(connection)
    return [(table, column["name"]) for table in schema.get_table_names() for column in schema.get_columns(table)]


async def test_everything_about_a_person_is_exported(host: Host) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB), 4)
    await host.administration.reseat(1, MANAGER, 1, 1, CID)
    await host.administration.end(1, MANAGER, 1)
    found = json.loads(json.dumps(await host.privacy.export(ANN.id)))
    assert found["people"][0]["name"] == "Ann"
    assert [row["game"] for row in found["seats"]] == [row["game"] for row in found["players"]] == [1]
    own = [entry for entry in await host.history.log(1) if entry.person_id == ANN.id]
    assert len(own) == 4
    assert [(row["ply"], row["at"]) for row in found["moves"]] == [(entry.ply, entry.at.isoformat()) for entry in own]
    assert [row["number"] for row in found["games"]] == [table.number]
    bobs = await host.privacy.export(BOB.id)
    assert [(row["kind"], row["giver"]) for row in bobs["acts"]] == [("reseat", BOB.id)]


async def test_what_belongs_to_a_game_is_told_apart_from_what_is_the_persons_alone(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 200)
    await begin(host, CID, ANN, venue=OTHER_CHANNEL)
    await host.statistics.of_person(ANN.id, 1)
    await host.administration.change_settings(1, ANN, lambda server: replace(server, most_tables=9))
    await host.administration.end(1, ANN, 2)
    found = await host.privacy.export(ANN.id)
    games = rows_by_game(found)
    assert {game: set(rows) for game, rows in games.items()} == {
        None: {"people", "ratings", "acts"},
        1: {"games", "players", "seats", "moves"},
        2: {"players", "seats", "acts"},
    }
    for table, rows in found.items():
        apart = [row for game in games.values() for row in game.get(table, [])]
        assert sorted(map(str, apart)) == sorted(map(str, rows))


async def test_neither_seeds_nor_other_people_are_exported(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 4)
    await host.administration.reseat(1, MANAGER, 1, 1, CID)
    text = json.dumps(await host.privacy.export(BOB.id)) + json.dumps(await host.privacy.export(ANN.id))
    assert "seed" not in text
    assert str(MANAGER.id) not in text
    assert str(CID.id) not in text


async def test_of_a_stranger_nothing_is_stored(host: Host) -> None:
    await begin(host, ANN, BOB)
    assert not any((await host.privacy.export(777)).values())
    await delete(host, Person(777, "Nobody"))


async def test_nothing_of_a_deleted_person_is_left(host: Host, path: Path) -> None:
    secret = Person(123456789, "Xanthippe")
    table = await take_turns(host, await begin(host, secret, BOB), 4)
    await seat(host, secret, CID, venue=OTHER_CHANNEL)
    await host.administration.change_settings(1, secret, lambda server: replace(server, most_tables=9))
    await take_turns(host, await begin(host, BOB, secret, CID), 3)
    await host.statistics.of_person(secret.id, 1)
    assert "Xanthippe" in dump(path)
    await delete(host, secret)
    await host.close()
    text = dump(path)
    assert "Xanthippe" not in text
    assert "123456789" not in text
    again = await open_host(path)
    assert (await again.tables.load_started(table.number)).seats[0].name == "?"
    assert (await again.history.record(table.number)).tags["Players"].values == ("?", "Bob")
    await again.close()


async def test_games_go_on_and_stay(host: Host) -> None:
    with_bob = await take_turns(host, await begin(host, ANN, BOB), 4)
    of_three = await take_turns(host, await begin(host, BOB, ANN, CID), 2)
    waiting = await seat(host, ANN, CID, venue=OTHER_CHANNEL)
    before = await host.history.log(with_bob.number)
    deleted = await host.privacy.withdraw(ANN)
    assert deleted.left == (waiting.number,)
    assert [one.after.number for one in deleted.resigned] == [with_bob.number, of_three.number]
    assert (await host.tables.load(waiting.number)).people == (CID,)
    await host.privacy.delete(ANN.id)
    assert (await host.tables.load(with_bob.number)).status is Status.ENDED
    assert (await host.tables.load(waiting.number)).organiser == CID
    still = await host.tables.load_running(of_three.number)
    assert still.status is Status.RUNNING
    assert [is_nameless(player(one).id) for one in still.seats] == [False, True, False]
    still = running(await take_turns(host, still, 4))
    after = await host.history.log(with_bob.number)
    assert [entry.move for entry in after[: len(before)]] == [entry.move for entry in before]


async def test_all_seats_of_a_practice_game_are_given_up(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    await host.lobby.start(CHANNEL, ANN, table_options=AT_ONCE, practice=True)
    await delete(host, ANN)
    assert (await host.tables.load(1)).status is Status.ENDED
    assert [one.name for one in (await host.tables.load_started(1)).seats] == ["?", "?"]


async def test_deleted_people_are_alike_and_yet_two_at_one_table(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, CID, ANN, venue=OTHER_CHANNEL)
    for person in (ANN, BOB, CID):
        await delete(host, person)
    first, second = [{player(one) for one in (await host.tables.load_started(number)).seats} for number in (1, 2)]
    assert first == second
    assert len(first) == 2


async def test_who_comes_back_is_a_new_person(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 4)
    await delete(host, ANN)
    table, _ = await host.lobby.join(CHANNEL, ANN)
    assert table.people == (ANN,)
    found = await host.privacy.export(ANN.id)
    assert {name: len(rows) for name, rows in found.items() if rows} == {"people": 1, "players": 1, "games": 1}


async def test_nothing_of_the_deleted_is_left_in_the_file_or_beside_it(host: Host, path: Path) -> None:
    person = Person(123_456_789_012_345_678, "Annabella of Middle Earth")
    await take_turns(host, await begin(host, person, BOB, CID), 10)
    await host.people.plan_vacation(person, "2026-12-24", "2026-12-26")
    await delete(host, person)
    for file in path.parent.glob(f"{path.name}*"):
        assert person.name.encode() not in file.read_bytes(), file
        assert person.id.to_bytes(8, "big") not in file.read_bytes(), file


async def test_who_sits_down_meanwhile_is_not_deleted(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.privacy.withdraw(ANN)
    await seat(host, ANN)
    with pytest.raises(StillSeatedError):
        await host.privacy.delete(ANN.id)
    assert (await host.privacy.export(ANN.id))["people"][0]["name"] == "Ann"


async def test_a_held_game_forgets_too(path: Path) -> None:
    host = await open_host(path)
    await take_turns(host, await begin(host, ANN, BOB), 4)
    await host.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE ply = 5")
    host = await open_host(path)
    await delete(host, ANN)
    assert [one.name for one in host.administration.quarantined(1)[0].table.seats] == ["?", "Bob"]
    await host.close()
    assert "Ann" not in dump(path)


async def test_deleted_people_have_no_rating(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 200)
    await host.statistics.of_person(BOB.id, 1)
    await delete(host, ANN)
    assert [one.person for one in await host.statistics.leaderboard(1)] == [BOB]
    table = await begin(host, BOB, CID)
    await begin(host, CID, ANN, venue=OTHER_CHANNEL)
    await delete(host, ANN)
    await host.turns.resign(table.number, BOB)
    assert {one.person for one in await host.statistics.leaderboard(1)} == {BOB, CID}


async def test_whoever_asked_to_be_deleted_is_in_the_schedule_until_it_is_done(place: Place, clock: Clock) -> None:
    """A process that is stopped meanwhile leaves it to the next one."""
    host = await open_host(place, clock)
    await begin(host, ANN, BOB, CID)
    await host.people.ask_deletion(ANN)
    assert host.schedule.at(DELETION, ANN.id) == clock() + DELETION_PAUSE
    await host.close()
    clock.pass_minutes(1)
    host = await open_host(place, clock)
    assert await host.people.find_leaving(ANN.id) == ANN
    assert host.schedule.at(DELETION, ANN.id) is not None
    await delete(host, ANN)
    assert host.schedule.at(DELETION, ANN.id) is None
    assert await host.people.find_leaving(ANN.id) is None
    assert not await host.people.is_stored(ANN.id)
    await host.close()


@pytest.mark.parametrize("other", [BOB, ANN])
async def test_two_deletions_in_the_same_moment_end_one_game(host: Host, other: Person) -> None:
    """Those of both players of a game, or two of one person, who has pressed twice."""
    await begin(host, ANN, BOB)
    both = await asyncio.gather(*(host.privacy.withdraw(one) for one in (ANN, other)))
    assert sorted(len(one.resigned) for one in both) == [0, 1]
    for one in {ANN, other}:
        await host.privacy.delete(one.id)
        assert not any((await host.privacy.export(one.id)).values())
