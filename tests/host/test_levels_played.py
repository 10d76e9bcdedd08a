"""Results by the level of the computer, and the games that tell how strong a person is."""

from pathlib import Path

from carcassonne import ranks
from host.host import Host
from host.model.controllers import Computer, Person
from host.model.results import GameTotals
from host.model.table import FinishedTable, RunningTable
from host.model.table_options import TableOptions
from host.storage.results import LATEST_GAMES
from tests.fixtures.positions import first_legal_turn
from tests.host.tables import ANN, AT_ONCE, BOB, CHANNEL, OTHER_SERVER, Clock, open_host, running, seat, take_turns

BEGINNER, CLUB, STRONG = Computer(1), Computer(2), Computer(3)


async def lose(host: Host, *computers: Computer, people: tuple[Person, ...] = (ANN,), hinted: bool = False) -> int:
    """Play a game that ends because all people resign, the first person last. Return its number."""
    table = await seat(host, *people)
    asked = AT_ONCE if len(people) > 1 else TableOptions()
    begun = running((await host.lobby.start(CHANNEL, people[0], table.number, asked, computers=computers)).after)
    if hinted:
        await host.turns.note_hint(begun.number, people[0], begun.ply)
    for one in reversed(people):
        await host.turns.resign(begun.number, one)
    return begun.number


async def play_with(host: Host, *computers: Computer) -> FinishedTable:
    """Play a game of Ann against computers to its last tile, all by the same script."""
    waiting = await seat(host, ANN)
    table = (await host.lobby.start(CHANNEL, ANN, waiting.number, AT_ONCE, computers=computers)).after
    while isinstance(table, RunningTable):
        if table.computer_to_move:
            play = host.turns.play_as_computer(table.number, first_legal_turn(table.state), table.ply)
        else:
            play = host.turns.play(table.number, ANN, first_legal_turn(table.state))
        table = (await play).after
    return table


async def test_results_are_counted_by_the_strongest_computer(host: Host) -> None:
    await lose(host, CLUB)
    table = await play_with(host, CLUB, STRONG)
    await lose(host, BEGINNER, people=(ANN, BOB))
    stats = await host.statistics.of_person(ANN.id, CHANNEL.guild)
    assert {level: one.games for level, one in stats.levels.items()} == {1: 1, 2: 1, 3: 1}
    points = table.state.scores[0]
    assert stats.levels[3] == GameTotals(1, int(ranks(table.state)[0] == 1), scored=1, points=points)
    assert (stats.with_computers.games, stats.with_computers.points) == (3, points)
    assert list(stats.levels) == [1, 2, 3]
    elsewhere = await host.statistics.of_person(ANN.id, OTHER_SERVER.guild)
    assert elsewhere.levels == {}


async def test_games_alone_against_computers_tell_how_strong_somebody_is(host: Host, clock: Clock) -> None:
    await lose(host, CLUB)
    clock.pass_minutes(1)
    first, *others = ranks((await play_with(host, CLUB, STRONG)).state)
    scores = [0.5 if first == other else float(first < other) for other in others]
    expected = [list(zip((2, 3), scores, strict=True)), [(2, 0.0)]]
    assert await host.statistics.duels(ANN.id) == expected, "the latest first"
    assert await host.statistics.duels(BOB.id) == []


async def test_games_with_others_or_with_hints_tell_nothing(host: Host) -> None:
    await lose(host, CLUB, people=(ANN, BOB))
    await lose(host, STRONG, hinted=True)
    assert await host.statistics.duels(ANN.id) == []
    assert (await host.statistics.of_person(ANN.id)).levels[3].games == 1, "it counts as a game"


async def test_a_game_that_somebody_has_left_to_a_computer_tells_nothing(host: Host) -> None:
    table = await seat(host, ANN, BOB)
    begun = running((await host.lobby.start(CHANNEL, ANN, table.number, TableOptions(rated=False, takeback=0))).after)
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
