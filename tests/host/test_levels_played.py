"""Results by the level of the computer, and the games that tell how strong a person is."""

from pathlib import Path

import pytest

from host.host import Host
from host.model.controllers import Computer, Person
from host.model.results import GameTotals
from host.model.table_options import TableOptions
from host.storage.results import LATEST_GAMES
from tests.host.tables import ANN, AT_ONCE, BOB, CHANNEL, OTHER_SERVER, Clock, open_host, running, seat

pytestmark = pytest.mark.both_databases

BEGINNER, CLUB, STRONG = Computer(1), Computer(2), Computer(3)


async def lose(host: Host, *computers: Computer, people: tuple[Person, ...] = (ANN,), hinted: bool = False) -> int:
    """Play a game that ends because all people resign, the first person last. Return its number."""
    table = await seat(host, *people)
    asked = AT_ONCE if len(people) > 1 else TableOptions()
    number = running(
        (await host.lobby.start(CHANNEL, people[0], table.number, asked, computers=computers)).after
    ).number
    if hinted:
        table_now = await host.tables.load_running(number)
        await host.turns.note_hint(number, people[0], table_now.ply)
    for one in reversed(people):
        await host.turns.resign(number, one)
    return number


async def test_results_are_counted_by_the_strongest_computer(host: Host) -> None:
    await lose(host, CLUB)
    await lose(host, CLUB, STRONG)
    await lose(host, BEGINNER, people=(ANN, BOB))
    stats = await host.statistics.of_person(ANN.id, CHANNEL.guild)
    assert {level: one.games for level, one in stats.levels.items()} == {1: 1, 2: 1, 3: 1}
    assert stats.with_computers == GameTotals(games=3, wins=0)
    assert list(stats.levels) == [1, 2, 3]
    elsewhere = await host.statistics.of_person(ANN.id, OTHER_SERVER.guild)
    assert elsewhere.levels == {}


async def test_games_alone_against_computers_tell_how_strong_somebody_is(host: Host, clock: Clock) -> None:
    await lose(host, CLUB)
    clock.pass_minutes(1)
    await lose(host, CLUB, STRONG)
    assert await host.statistics.duels(ANN.id) == [[(2, 0.0), (3, 0.0)], [(2, 0.0)]], "the latest first"
    assert await host.statistics.duels(BOB.id) == []


async def test_games_with_others_or_with_hints_tell_nothing(host: Host) -> None:
    await lose(host, CLUB, people=(ANN, BOB))
    await lose(host, STRONG, hinted=True)
    assert await host.statistics.duels(ANN.id) == []
    assert (await host.statistics.of_person(ANN.id)).levels[3].games == 1, "it counts as a game"


async def test_a_game_that_somebody_has_left_to_a_computer_tells_nothing(host: Host) -> None:
    table = await seat(host, ANN, BOB)
    begun = running((await host.lobby.start(CHANNEL, ANN, table.number, TableOptions(rated=False, takeback=0))).after)
    first = begun.next_seat.person
    assert first is not None
    from tests.host.tables import take_turns

    await take_turns(host, begun, 2)
    await host.seats.leave_to_computer(begun.number, BOB, CLUB)
    await host.turns.resign(begun.number, ANN)
    assert await host.statistics.duels(ANN.id) == []


async def test_only_the_latest_games_count(path: Path, clock: Clock) -> None:
    host = await open_host(path, clock)
    try:
        for number in range(LATEST_GAMES + 2):
            await lose(host, STRONG if number < 2 else CLUB)
            clock.pass_minutes(1)
        played = await host.statistics.duels(ANN.id)
    finally:
        await host.close()
    assert played == [[(2, 0.0)]] * LATEST_GAMES
