"""A private game: only its player may name it, and it goes on in any channel."""

import pytest

from host.errors import NoSuchTableError, NoTableError
from host.host import Host
from host.model.controllers import USUAL_COMPUTER, Person
from host.model.server_settings import MOST_OWN
from host.model.table import RunningTable
from host.model.table_errors import TooManyOwnTablesError
from tests.host.tables import ANN, BOB, CHANNEL, OTHER_CHANNEL, OTHER_SERVER, PRIVATE, begin, running, take_turns


async def begin_alone(host: Host, person: Person = ANN) -> RunningTable:
    table = await host.lobby.open(CHANNEL, person, is_private=True)
    played = await host.lobby.start(CHANNEL, person, table.number, computers=[USUAL_COMPUTER], alone=True)
    return running(played.after)


async def test_only_its_player_finds_it(host: Host) -> None:
    table = await begin_alone(host)
    assert [one.number for one in host.tables.private_games(ANN.id)] == [1]
    assert host.tables.near(CHANNEL) == []
    assert host.tables.nameable(CHANNEL, BOB.id) == []
    assert host.tables.find_nameable(1, CHANNEL, BOB.id) is None
    assert host.tables.find_computers_seat(CHANNEL, BOB.id) is None
    with pytest.raises(NoSuchTableError):
        await host.tables.load_visible(1, CHANNEL, BOB.id)
    with pytest.raises(NoTableError):
        await host.tables.find_any(CHANNEL, BOB)
    for venue in (CHANNEL, OTHER_CHANNEL, OTHER_SERVER, PRIVATE):
        assert (await host.tables.find_running(venue, ANN)).table.number == table.number


async def test_where_others_play_a_command_means_their_game(host: Host) -> None:
    await begin_alone(host)
    await begin(host, BOB, Person(9, "Fay"), venue=OTHER_CHANNEL)
    assert (await host.tables.find_started(OTHER_CHANNEL, ANN)).table.number == 2
    assert (await host.tables.find_started(CHANNEL, ANN)).table.number == 1


async def test_only_its_player_finds_it_when_it_is_over(host: Host) -> None:
    await begin_alone(host)
    await host.turns.resign(1, ANN)
    assert [one.number for one in await host.tables.ended_games(CHANNEL, ANN.id, None, 10)] == [1]
    for number in (None, 1):
        assert await host.tables.ended_games(CHANNEL, BOB.id, number, 10) == []
    assert (await host.tables.find_started(CHANNEL, ANN)).table.number == 1
    with pytest.raises(NoTableError):
        await host.tables.find_started(CHANNEL, BOB)
    assert await host.tables.last_computer(ANN.id) == USUAL_COMPUTER
    assert await host.tables.last_computer(BOB.id) is None


async def test_its_rematch_is_private(host: Host) -> None:
    await begin_alone(host)
    await host.turns.resign(1, ANN)
    assert (await host.rematches.join(1, ANN)).is_private


async def test_managers_choices_for_channels_are_not_about_it_but_nobody_has_any_number(host: Host) -> None:
    for _ in range(MOST_OWN):
        await begin_alone(host)
    with pytest.raises(TooManyOwnTablesError):
        await begin_alone(host)
    await begin_alone(host, BOB)
    table = await begin(host, ANN, BOB)
    await take_turns(host, table, 1)
