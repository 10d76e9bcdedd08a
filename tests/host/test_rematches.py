"""Rematches and series: who is asked, in which order, how a series stands, and what is stored."""

import asyncio
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from carcassonne import Colour
from host.errors import NotOfferedError
from host.host import Host
from host.model.controllers import Computer, Person, is_nameless
from host.model.game import Transition
from host.model.lobby_rules import closed_table, missing_people
from host.model.rematch_rules import series_score
from host.model.table import FinishedTable, StartedTable, Status, Venue
from host.model.table_errors import (
    AlreadySeatedError,
    NobodyLeftError,
    NoSeriesError,
    NotAPlayerError,
    NotInvitedError,
    NotOverError,
    RematchExistsError,
    SeriesRunsError,
    TooManyOwnTablesError,
)
from host.model.table_options import NO_OPTIONS, TableOptions
from tests.fixtures.databases import Place
from tests.host.tables import (
    ANN,
    AT_ONCE,
    BOB,
    CHANNEL,
    CID,
    EVE,
    THREAD,
    Clock,
    begin,
    finished,
    open_host,
    player,
    running,
    seat,
)

HAL = Computer(3)


async def lose(host: Host, number: int, *losers: Person) -> FinishedTable:
    """Let all but one of the players of a game give up."""
    for one in losers:
        await host.turns.resign(number, one)
    return finished(await host.tables.load(number))


async def next_game(host: Host, before: int, *people: Person, best_of: int | None = None) -> int:
    """Let people sit down at a rematch and begin it; return its number."""
    for place, one in enumerate(people):
        table = await host.rematches.join(before, one, best_of=None if place else best_of)
    await host.lobby.start(table.venue, people[0], table.number)
    return table.number


def standing(table: FinishedTable) -> list[tuple[str, int]]:
    score = series_score(table)
    assert score is not None
    return [(person.name, won) for person, won in score.wins]


def players(table: StartedTable) -> list[str]:
    return [one.name for one in table.seats]


async def test_a_rematch_keeps_the_options_and_passes_the_start_on(host: Host) -> None:
    options = TableOptions("new-edition", ("river",), pace="24h", takeback=0, aids=False, rated=False)
    table = await seat(host, ANN, BOB, CID, venue=THREAD)
    await host.lobby.take_colour(THREAD, BOB, table.number, Colour.BLACK)
    first = running((await host.lobby.start(THREAD, ANN, table.number, options)).after)
    await lose(host, 1, ANN, BOB)
    await host.rematches.join(1, CID)
    await host.rematches.join(1, ANN)
    waiting = await host.rematches.join(1, BOB)
    assert waiting.people == (BOB, CID, ANN)
    assert waiting.organiser == CID
    assert waiting.venue == THREAD
    second = running((await host.lobby.start(THREAD, BOB, waiting.number)).after)
    assert players(second) == ["Bob", "Cid", "Ann"]
    assert {one.name: one.colour for one in second.seats} == {one.name: one.colour for one in first.seats}
    assert (second.edition, second.options) == (first.edition, first.options)
    changed = {name for name in ("pace", "aids", "takeback", "thread", "language", "rated", "timeout")
               if getattr(second.settings, name) != getattr(first.settings, name)}  # fmt: skip
    assert changed == set()


async def test_a_rematch_has_the_time_to_undo_that_the_last_resignation_took_away(host: Host) -> None:
    await seat(host, ANN, BOB, CID)
    await host.lobby.start(CHANNEL, ANN, 1)
    await lose(host, 1, ANN, BOB)
    assert (await host.tables.load_started(1)).settings.takeback == 0
    waiting = await host.rematches.join(1, CID)
    assert waiting.settings.takeback == 20


async def test_only_its_players_repeat_a_game(host: Host) -> None:
    await begin(host, ANN, BOB)
    with pytest.raises(NotOverError):
        await host.rematches.join(1, ANN)
    await lose(host, 1, BOB)
    for best_of in (None, 3):
        with pytest.raises(NotAPlayerError):
            await host.rematches.join(1, EVE, best_of=best_of)
    table = await host.rematches.join(1, ANN)
    with pytest.raises(NotInvitedError):
        await host.lobby.join(CHANNEL, EVE, table.number)
    with pytest.raises(AlreadySeatedError):
        await host.rematches.join(1, ANN)
    own, is_new = await host.lobby.join(CHANNEL, EVE)
    assert is_new
    assert own.number != table.number
    await host.lobby.leave(CHANNEL, EVE)
    assert (await host.lobby.join(CHANNEL, BOB))[0].people == (BOB, ANN)


async def test_two_people_who_press_at_once_sit_at_one_table(host: Host) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    tables = await asyncio.gather(host.rematches.join(1, ANN), host.rematches.join(1, BOB))
    assert {table.number for table in tables} == {2}
    assert (await host.tables.load_waiting(2)).people == (BOB, ANN)


async def test_a_rematch_that_is_closed_at_this_moment_is_opened_anew(host: Host) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    waiting, games = await host.rematches.join(1, ANN), host.rematches._games
    async with games.lock(waiting.number):
        joining = asyncio.create_task(host.rematches.join(1, BOB))
        await asyncio.sleep(0.02)
        assert not joining.done()
        await games.save(Transition(waiting, closed_table(waiting, waiting.moved_at)))
    opened = await joining
    assert opened.number != waiting.number
    assert opened.people == (BOB,)


async def test_a_game_has_one_rematch_at_a_time(host: Host) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    await host.rematches.join(1, ANN)
    with pytest.raises(RematchExistsError):
        await host.rematches.join(1, BOB, best_of=3)
    await host.lobby.leave(CHANNEL, ANN, 2)
    assert await next_game(host, 1, ANN, BOB) == 3
    with pytest.raises(RematchExistsError):
        await host.rematches.join(1, ANN)


async def test_those_who_are_gone_get_no_seat(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await lose(host, 1, BOB, CID)
    with pytest.raises(NobodyLeftError):
        await host.rematches.join(1, ANN, absent={BOB.id, CID.id})
    table = await host.rematches.join(1, ANN, absent={BOB.id})
    assert [one.name for one in missing_people(table)] == ["Cid"]
    await host.privacy.delete(CID.id)
    table = await host.tables.load_waiting(table.number)
    assert missing_people(table) == ()
    assert table.invitation is not None
    assert [is_nameless(one.id) for one in table.invitation.people] == [True, False]


async def test_a_colour_that_is_taken_is_not_insisted_on(host: Host) -> None:
    await begin(host, ANN, BOB)
    ann = finished(await lose(host, 1, BOB)).seats[0]
    assert player(ann) == ANN
    await host.rematches.join(1, BOB)
    await host.lobby.take_colour(CHANNEL, BOB, 2, ann.colour)
    table = await host.rematches.join(1, ANN)
    assert table.colours == {BOB.id: ann.colour}


async def test_whoever_keeps_too_many_tables_opens_no_rematch(host: Host) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    for channel in range(20, 25):
        await host.lobby.join(Venue(1, channel), ANN)
    with pytest.raises(TooManyOwnTablesError):
        await host.rematches.join(1, ANN)
    assert (await host.rematches.join(1, BOB)).people == (BOB,)


async def test_computers_play_again(host: Host) -> None:
    table = await seat(host, ANN)
    await host.lobby.start(CHANNEL, ANN, table.number, AT_ONCE, computers=(HAL,))
    await host.turns.resign(1, ANN)
    waiting = await host.rematches.join(1, ANN)
    again = running((await host.lobby.start(CHANNEL, ANN, waiting.number)).after)
    assert [one.controller for one in again.seats] == [HAL, ANN]
    await host.turns.resign(waiting.number, ANN)
    with pytest.raises(NoSeriesError):
        await host.rematches.join(waiting.number, ANN, best_of=3)


async def test_computers_keep_their_places_and_colours(host: Host) -> None:
    table = await seat(host, ANN, BOB)
    club, strong = Computer(2), Computer(3)
    mixed = await host.lobby.start(CHANNEL, ANN, table.number, AT_ONCE, computers=(club, strong, club))
    before = {one.colour: one.controller for one in running(mixed.after).seats}
    await host.turns.resign(1, ANN)
    await host.turns.resign(1, BOB)
    again = await host.tables.load_running(await next_game(host, 1, BOB, ANN))
    assert [one.controller for one in again.seats] == [BOB, club, strong, replace(club, number=2), ANN]
    assert {one.colour: one.controller for one in again.seats} == before, "each keeps its colour and its number"


async def is_rated(host: Host, number: int) -> bool:
    """Return whether a game is stored as one that counts for the ratings."""
    return (await host.tables.load(number)).settings.rated


async def play_the_computer(host: Host, number: int, options: TableOptions = NO_OPTIONS) -> None:
    """Let Ann begin a game with a computer, whose seat Bob takes, and let him lose it."""
    begun = running((await host.lobby.start(CHANNEL, ANN, number, options, computers=(HAL,))).after)
    await host.seats.invite(number, ANN)
    await host.seats.ask(number, BOB, [one.controller for one in begun.seats].index(HAL))
    await lose(host, number, BOB)


@pytest.mark.parametrize("is_chosen", [True, False])
async def test_a_rematch_among_people_is_rated_as_they_chose_although_a_computer_began_the_game_before(
    place: Place, clock: Clock, is_chosen: bool
) -> None:
    host = await open_host(place, clock)
    await seat(host, ANN)
    await play_the_computer(host, 1, TableOptions(takeback=0, rated=is_chosen))
    await host.close()
    host = await open_host(place, clock)
    second = await next_game(host, 1, ANN, BOB)
    await lose(host, second, ANN)
    third = (await host.rematches.join(second, ANN)).number
    await play_the_computer(host, third)
    fourth = await next_game(host, third, ANN, BOB)
    rated = [await is_rated(host, one) for one in (1, second, third, fourth)]
    assert rated == [False, is_chosen, False, is_chosen]
    await host.close()


async def test_a_rematch_is_the_same_after_a_restart(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    await begin(host, ANN, BOB, CID)
    await lose(host, 1, BOB, CID)
    before = await host.rematches.join(1, BOB, best_of=5)
    await host.close()
    host = await open_host(place, clock)
    assert await host.tables.load_waiting(2) == before
    assert await next_game(host, 1, ANN, CID) == 2
    live = host.tables.running_summary(2)
    await host.close()
    host = await open_host(place, clock)
    assert host.tables.running_summary(2) == live
    table = await lose(host, 2, ANN, CID)
    assert standing(table) == [("Ann", 1), ("Bob", 1), ("Cid", 0)]
    await host.close()
    host = await open_host(place, clock)
    again = finished(await host.tables.load(2))
    assert (again.rematch, standing(again)) == (table.rematch, standing(table))
    await host.close()


@pytest.mark.parametrize(
    ("best_of", "winners", "winner"),
    [
        (3, "AA", "Ann"), (3, "ABB", "Bob"), (3, "A-A", "Ann"), (3, "A-BA", "Ann"), (3, "AB", None), (3, "A--", None),
        (5, "AA", None), (5, "AAA", "Ann"), (5, "ABABB", "Bob"), (5, "AAB", None), (5, "AABA", "Ann"),
    ],
)  # fmt: skip
async def test_a_series_is_won_when_nobody_can_catch_up(
    host: Host, best_of: int, winners: str, winner: str | None
) -> None:
    """A game that is ended together counts for nobody, as a shared victory does."""
    number = (await begin(host, ANN, BOB)).number
    for place, won in enumerate(winners):
        if won == "-":
            await host.administration.end(1, EVE, number)
        else:
            await host.turns.resign(number, BOB if won == "A" else ANN)
        if place < len(winners) - 1:
            number = await next_game(host, number, ANN, BOB, best_of=None if place else best_of)
    score = series_score(finished(await host.tables.load(number)))
    assert score is not None
    assert (score.winner and score.winner.name) == winner
    assert sum(won for _, won in score.wins) == len(winners.replace("-", ""))


async def test_among_three_the_most_wins_decide_and_a_tie_goes_on(host: Host) -> None:
    number = (await begin(host, ANN, BOB, CID)).number
    for place, losers in enumerate([(BOB, CID), (ANN, CID), (ANN, BOB), (BOB, CID)]):
        table = await lose(host, number, *losers)
        if place < 3:
            score = series_score(table)
            assert score is None or score.winner is None
            number = await next_game(host, number, ANN, BOB, CID, best_of=None if place else 3)
    score = series_score(table)
    assert score is not None
    assert score.winner == ANN
    assert standing(table) == [("Ann", 2), ("Bob", 1), ("Cid", 1)]


async def test_after_a_series_the_next_begins_at_nothing(host: Host) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    assert await next_game(host, 1, ANN, BOB, best_of=3) == 2
    await lose(host, 2, BOB)
    assert await next_game(host, 2, ANN, BOB) == 3
    assert series_score(await host.tables.load(3)) is None
    await lose(host, 3, ANN)
    assert await next_game(host, 3, ANN, BOB, best_of=3) == 4
    assert standing(await lose(host, 4, ANN)) == [("Bob", 2), ("Ann", 0)]


async def test_whoever_does_not_play_the_next_game_is_out_of_the_series(host: Host) -> None:
    await begin(host, ANN, BOB, CID)
    await lose(host, 1, ANN, BOB)
    assert await next_game(host, 1, ANN, BOB, best_of=3) == 2
    table = await lose(host, 2, ANN)
    assert standing(table) == [("Bob", 1), ("Ann", 0)]
    assert table.invitation is not None
    assert table.invitation.people == (BOB, ANN)


async def test_what_a_series_refuses(host: Host) -> None:
    await begin(host, ANN, BOB)
    with pytest.raises(NotOverError):
        await host.rematches.end_series(1, ANN)
    await lose(host, 1, BOB)
    with pytest.raises(NotOfferedError):
        await host.rematches.join(1, ANN, best_of=4)
    with pytest.raises(NoSeriesError):
        await host.rematches.end_series(1, ANN)
    assert host.tables.summary(2) is None
    await next_game(host, 1, ANN, BOB, best_of=5)
    await lose(host, 2, BOB)
    with pytest.raises(SeriesRunsError):
        await host.rematches.join(2, ANN, best_of=3)
    await next_game(host, 2, ANN, BOB)
    with pytest.raises(RematchExistsError):
        await host.rematches.end_series(2, ANN)


async def test_a_series_that_is_ended_stays_so(place: Place, clock: Clock) -> None:
    host = await open_host(place, clock)
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    await next_game(host, 1, ANN, BOB, best_of=5)
    await lose(host, 2, BOB)
    await host.rematches.join(2, ANN)
    ended = await host.rematches.end_series(2, BOB)
    assert standing(ended.last) == [("Ann", 2), ("Bob", 0)]
    assert ended.waiting is not None
    for _ in range(2):
        assert series_score(await host.tables.load(2)) is None
        assert series_score(await host.tables.load(3)) is None
        with pytest.raises(NoSeriesError):
            await host.rematches.end_series(2, ANN)
        await host.close()
        host = await open_host(place, clock)
    assert (await host.rematches.join(2, BOB)).status is Status.OPEN
    await host.close()


async def test_what_is_kept_for_a_rematch_is_exported_and_deleted(host: Host, path: Path) -> None:
    await begin(host, ANN, BOB, CID)
    await lose(host, 1, BOB, CID)
    await next_game(host, 1, ANN, BOB, best_of=3)
    exported = json.loads(json.dumps(await host.privacy.export(BOB.id)))["rematch_seats"]
    assert [(row["game"], row["person"], row["wins"]) for row in exported] == [(2, BOB.id, 0)]
    await lose(host, 2, ANN)
    await host.privacy.delete(BOB.id)
    with sqlite3.connect(path) as database:
        people = [row[0] for row in database.execute("SELECT person FROM rematch_seats ORDER BY place")]
        seats = [row[0] for row in database.execute("SELECT person FROM seats WHERE game = 2 ORDER BY number")]
    assert people == seats
    assert [is_nameless(one) for one in people] == [True, False]
    with pytest.raises(NobodyLeftError):
        await host.rematches.join(2, ANN)


async def test_outside_a_series_nothing_is_kept_once_the_rematch_has_begun(host: Host, path: Path) -> None:
    await begin(host, ANN, BOB)
    await lose(host, 1, BOB)
    await next_game(host, 1, ANN, BOB)
    with sqlite3.connect(path) as database:
        assert database.execute("SELECT COUNT(*) FROM rematch_seats").fetchone() == (0,)
