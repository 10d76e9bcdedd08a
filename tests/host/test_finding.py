"""Which game a command means if it names none: a scenario for every rule."""

import pytest

from host.errors import NoTableError
from host.host import Host
from host.model.controllers import Person
from host.model.table import RunningTable, Venue
from host.model.table_errors import GameOverError, NoTableHereError, NotStartedError
from tests.host.tables import (
    ANN,
    BOB,
    CHANNEL,
    CID,
    DORA,
    OTHER_CHANNEL,
    OTHER_SERVER,
    PRIVATE,
    SISTER_THREAD,
    THREAD,
    Clock,
    begin,
    seat,
    take_turns,
)


async def numbers(host: Host, venue: Venue, person: Person, number: int | None = None) -> tuple[int, list[int]]:
    found = await host.tables.find_running(venue, person, number)
    return found.table.number, [table.number for table in found.others]


async def pass_on(host: Host, table: RunningTable, clock: Clock) -> None:
    """Let the player to move play, a minute later."""
    clock.pass_minutes(1)
    await take_turns(host, table, 1)


async def test_the_game_of_this_thread(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, ANN, BOB, venue=THREAD)
    await begin(host, ANN, BOB, venue=SISTER_THREAD)
    assert await numbers(host, THREAD, ANN) == (2, [])


async def test_the_game_of_this_thread_even_if_others_play_it(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, CID, DORA, venue=THREAD)
    assert await numbers(host, THREAD, ANN) == (2, [])


async def test_in_a_thread_without_a_game_those_of_its_channel_and_sister_threads(host: Host) -> None:
    await begin(host, BOB, ANN, venue=SISTER_THREAD)
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    assert await numbers(host, THREAD, ANN) == (1, [])


async def test_in_a_channel_its_threads_count(host: Host) -> None:
    await begin(host, BOB, ANN, venue=THREAD)
    assert await numbers(host, CHANNEL, ANN) == (1, [])


async def test_the_one_where_i_am_to_move(host: Host, clock: Clock) -> None:
    await begin(host, BOB, ANN)
    clock.pass_minutes(1)
    await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    await begin(host, BOB, ANN)
    assert await numbers(host, CHANNEL, ANN) == (2, [])


async def test_where_i_am_to_move_in_several_the_one_that_has_waited_longest(host: Host, clock: Clock) -> None:
    first = await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    await begin(host, BOB, ANN)
    assert await numbers(host, CHANNEL, ANN) == (1, [2])
    await pass_on(host, first, clock)
    await pass_on(host, await host.tables.load_running(1), clock)
    assert await numbers(host, CHANNEL, ANN) == (2, [1])


async def test_a_game_of_this_channel_before_one_of_its_threads_that_has_waited_longer(
    host: Host, clock: Clock
) -> None:
    await begin(host, ANN, BOB, venue=THREAD)
    clock.pass_minutes(1)
    await begin(host, ANN, BOB)
    assert await numbers(host, CHANNEL, ANN) == (2, [1])


async def test_my_only_one_though_i_am_not_to_move(host: Host) -> None:
    await begin(host, BOB, CID)
    await begin(host, BOB, ANN)
    assert await numbers(host, CHANNEL, ANN) == (2, [])


async def test_where_i_am_nowhere_to_move_the_one_waiting_longest_and_the_others_are_told(
    host: Host, clock: Clock
) -> None:
    for _ in range(3):
        await begin(host, BOB, ANN)
        clock.pass_minutes(1)
    assert await numbers(host, CHANNEL, ANN) == (1, [2, 3])


async def test_in_private_all_of_mine_wherever_they_are(host: Host, clock: Clock) -> None:
    await begin(host, BOB, ANN)
    clock.pass_minutes(1)
    await begin(host, CID, DORA)
    await begin(host, BOB, ANN, venue=OTHER_SERVER)
    assert await numbers(host, PRIVATE, ANN) == (1, [3])
    with pytest.raises(NoTableError):
        await host.tables.find_running(PRIVATE, Person(200, "Gil"))


async def test_games_of_other_channels_are_not_meant(host: Host) -> None:
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    with pytest.raises(NoTableHereError) as caught:
        await host.tables.find_running(CHANNEL, ANN)
    elsewhere = (host.tables.summary(1),)
    assert (caught.value.here, caught.value.elsewhere) == ((), elsewhere)


async def test_the_last_game_here_is_over(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.turns.resign(1, ANN)
    with pytest.raises(GameOverError) as caught:
        await host.tables.find_running(CHANNEL, ANN)
    assert caught.value.table.number == 1
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    with pytest.raises(NoTableHereError) as elsewhere:
        await host.tables.find_running(CHANNEL, ANN)
    assert [table.number for table in elsewhere.value.elsewhere] == [2], "the game that runs is meant"


async def test_a_spectator_chooses_among_all_games_here(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    clock.pass_minutes(1)
    await begin(host, CID, BOB)
    assert await numbers(host, CHANNEL, DORA) == (1, [2])


async def test_a_game_that_i_gave_up_is_no_longer_mine(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, CID)
    clock.pass_minutes(1)
    await begin(host, BOB, ANN)
    await host.turns.resign(1, ANN)
    assert await numbers(host, CHANNEL, ANN) == (2, [])
    assert [table.number for table in host.tables.of_person(ANN.id)] == [2]


async def test_a_table_that_waits_for_players_is_not_meant(host: Host) -> None:
    await seat(host, ANN, BOB)
    with pytest.raises(NotStartedError):
        await host.tables.find_running(CHANNEL, ANN)


async def test_a_table_where_others_wait_hides_none_of_mine(host: Host) -> None:
    mine = await seat(host, ANN, BOB, venue=OTHER_CHANNEL)
    theirs = await seat(host, CID, DORA)
    with pytest.raises(NoTableHereError) as caught:
        await host.tables.find_running(CHANNEL, ANN)
    assert (caught.value.here, [table.number for table in caught.value.elsewhere]) == ((), [mine.number])
    with pytest.raises(NotStartedError) as unseated:
        await host.tables.find_running(CHANNEL, Person(200, "Gil"))
    assert unseated.value.table.number == theirs.number


async def test_a_number_means_that_table_from_any_channel_of_the_server(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, CID, DORA)
    assert await numbers(host, OTHER_CHANNEL, ANN, 2) == (2, [])


async def test_a_number_of_another_server_means_a_table_only_to_those_who_sit_there(host: Host) -> None:
    await begin(host, ANN, BOB)
    assert await numbers(host, OTHER_SERVER, ANN, 1) == (1, [])
    assert await numbers(host, PRIVATE, BOB, 1) == (1, [])
    for venue in (OTHER_SERVER, PRIVATE):
        with pytest.raises(NoTableError):
            await host.tables.find_running(venue, CID, 1)


async def test_a_number_of_a_game_that_does_not_run(host: Host) -> None:
    await seat(host, ANN, BOB)
    for find in (host.tables.find_running, host.tables.find_started):
        with pytest.raises(NotStartedError):
            await find(CHANNEL, ANN, 1)
    await host.lobby.start(CHANNEL, ANN)
    await host.administration.end(1, ANN, 1)
    with pytest.raises(GameOverError):
        await host.tables.find_running(CHANNEL, ANN, 1)
    assert (await host.tables.find_started(CHANNEL, ANN, 1)).table.number == 1


@pytest.mark.parametrize(("venue", "expected"), [(CHANNEL, 3), (THREAD, 2), (SISTER_THREAD, 3), (PRIVATE, 1)])
async def test_for_looking_back_the_game_that_ended_last_here(
    host: Host, clock: Clock, venue: Venue, expected: int
) -> None:
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    await begin(host, CID, BOB, venue=THREAD)
    await begin(host, CID, BOB)
    for number in (2, 1, 3):
        clock.pass_minutes(1)
        await host.administration.end(1, ANN, number)
    found = await host.tables.find_started(venue, ANN)
    assert (found.table.number, found.others) == (expected, ())
    with pytest.raises(GameOverError):
        await host.tables.find_running(venue, ANN)


async def test_for_looking_back_a_running_game_comes_first(host: Host) -> None:
    await begin(host, ANN, BOB)
    await begin(host, ANN, BOB)
    await host.administration.end(1, ANN, 2)
    assert (await host.tables.find_started(CHANNEL, ANN)).table.number == 1


async def test_completion_knows_the_game_only_of_who_is_to_move(host: Host) -> None:
    await begin(host, ANN, BOB)
    found = host.tables.to_move(CHANNEL, ANN.id)
    assert found is not None
    assert found.number == 1
    assert host.tables.to_move(CHANNEL, BOB.id) is None
    assert host.tables.to_move(CHANNEL, CID.id) is None
    assert host.tables.to_move(OTHER_CHANNEL, ANN.id) is None


async def test_the_tables_of_a_channel_and_of_a_thread(host: Host) -> None:
    await begin(host, ANN, BOB)
    await seat(host, CID, venue=THREAD)
    await begin(host, ANN, BOB, venue=OTHER_CHANNEL)
    found = {venue: [table.number for table in host.tables.near(venue)] for venue in (CHANNEL, THREAD)}
    assert found == {CHANNEL: [1, 2], THREAD: [2]}
