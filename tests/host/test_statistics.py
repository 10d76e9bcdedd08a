"""Statistics of finished games: they follow from the logs alone."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from carcassonne import Kind
from host.host import Host
from host.model.controllers import Computer, Person
from host.model.ratings import ALL_SERVERS, NEWCOMER_RATING, ratings_after
from host.model.results import Standing
from host.model.table import RunningTable, StartedTable, Table
from host.model.table_options import TableOptions
from host.storage.derivations import DerivationRepository
from host.storage.engine.database import Database
from host.storage.results import RESULTS_VERSION, ResultRepository
from tests.fixtures.databases import url
from tests.host.tables import (
    ANN,
    AT_ONCE,
    BOB,
    CHANNEL,
    CID,
    DORA,
    EVE,
    OTHER_CHANNEL,
    OTHER_SERVER,
    Clock,
    begin,
    finished,
    open_host,
    player,
    running,
    seat,
    sit,
    take_turn,
    take_turns,
)

pytestmark = pytest.mark.both_databases

HERE, THERE = CHANNEL.guild, OTHER_SERVER.guild
CLUB = Computer(2)


async def finish(host: Host, clock: Clock, *people: Person, seed: int = 1, **how: object) -> Table:
    """Play a game to the last tile."""
    table = await take_turns(host, await begin(host, *people, **how), 100, seed)  # type: ignore[arg-type]
    clock.pass_minutes(1)
    return table


async def standings(host: Host) -> list[tuple[int, str, int, int]]:
    return [(one.rank, one.person.name, one.games, one.wins) for one in await host.statistics.leaderboard(HERE)]


async def test_nobody_has_played_yet(host: Host) -> None:
    stats = await host.statistics.of_person(ANN.id, HERE)
    assert (stats.total.games, stats.total.average, stats.editions, stats.feature_totals) == (0, None, {}, {})
    assert (stats.here, stats.everywhere) == (None, None)
    assert await host.statistics.leaderboard(HERE) == await host.statistics.leaderboard() == []


async def test_somebody_may_be_deleted_while_results_are_worked_out(
    host: Host, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(host, clock, ANN, BOB)
    save = DerivationRepository.save

    async def delete_and_save(self: DerivationRepository, *worked_out: Any) -> bool:
        monkeypatch.setattr(DerivationRepository, "save", save)
        await host.privacy.delete(BOB.id)
        return await save(self, *worked_out)

    monkeypatch.setattr(DerivationRepository, "save", delete_and_save)
    assert (await host.statistics.of_person(ANN.id)).total.games == 1
    assert [name for _, name, _, _ in await standings(host)] == ["Ann"]


async def test_a_running_game_does_not_count(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 20)
    assert (await host.statistics.of_person(ANN.id)).total.games == 0


async def test_a_finished_game_counts_for_everybody_at_the_table(host: Host, clock: Clock) -> None:
    table = finished(await finish(host, clock, ANN, BOB, CID, edition="classic"))
    assert table.final_scores is not None
    for number, person in enumerate((ANN, BOB, CID)):
        stats = await host.statistics.of_person(person.id, HERE)
        score = table.final_scores[number]
        assert (stats.total.games, stats.total.points, stats.total.average) == (1, score, score)
        assert stats.total.wins == (score == max(table.final_scores))
        assert sum(paid.points for paid in stats.feature_totals.values()) == score
        assert list(stats.editions) == ["classic"]


async def test_games_add_up_by_edition_and_kind(host: Host, clock: Clock) -> None:
    tables = [await finish(host, clock, ANN, BOB, seed=seed) for seed in (1, 2)]
    tables.append(await finish(host, clock, BOB, ANN, edition="castle"))
    stats = await host.statistics.of_person(ANN.id)
    assert {edition: one.games for edition, one in stats.editions.items()} == {"chat-room": 2, "castle": 1}
    scores = [
        (finished(table).final_scores or ())[seat.number]
        for table in tables
        for seat in finished(table).seats_of(ANN.id)
    ]
    assert (stats.total.games, stats.total.points, stats.total.average) == (3, sum(scores), sum(scores) / 3)
    assert {Kind.ROAD, Kind.TOWER} <= stats.feature_totals.keys()
    points = [paid.points for paid in stats.feature_totals.values()]
    assert points == sorted(points, reverse=True)


async def test_what_scores_is_called_as_in_its_edition(host: Host, clock: Clock) -> None:
    await finish(host, clock, ANN, BOB, edition="chat-room-old")
    scored = [(await host.statistics.of_person(one.id)).feature_totals for one in (ANN, BOB)]
    assert any("farmers" in totals for totals in scored)
    assert not any(Kind.FIELD in totals for totals in scored)


async def test_what_was_taken_back_does_not_count(host: Host, clock: Clock) -> None:
    table: StartedTable = await begin(host, ANN, BOB, takeback=20)
    dice = random.Random(1)
    while isinstance(table, RunningTable):
        mover = player(table.next_seat)
        table = (await take_turn(host, table, dice)).after
        if isinstance(table, RunningTable) and table.pending:
            decide = host.turns.take_back if dice.random() < 0.3 else host.turns.finish_turn
            table = (await decide(1, mover, table.ply)).after
    scores = finished(table).final_scores
    assert scores is not None
    stats = await host.statistics.of_person(ANN.id)
    assert stats.total.points == scores[0] == sum(paid.points for paid in stats.feature_totals.values())


async def test_practice_does_not_count(host: Host) -> None:
    await host.lobby.join(CHANNEL, ANN)
    await take_turns(host, (await host.lobby.start(CHANNEL, ANN, table_options=AT_ONCE, practice=True)).after, 100)
    assert (await host.statistics.of_person(ANN.id)).total.games == 0
    assert await host.statistics.leaderboard(HERE) == []


async def test_a_game_given_up_by_agreement_does_not_count(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 20)
    await host.end_requests.ask(1, ANN)
    await host.end_requests.ask(1, BOB)
    assert (await host.statistics.of_person(ANN.id)).total.games == 0
    assert await host.statistics.leaderboard(HERE) == []


async def test_a_game_ended_by_a_manager_does_not_count(host: Host) -> None:
    await begin(host, ANN, BOB)
    await host.administration.end(1, CID, 1)
    assert await host.statistics.leaderboard(HERE) == []


async def test_who_resigns_has_lost_and_no_score_is_counted(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB), 20)
    await host.turns.resign(1, ANN)
    assert await standings(host) == [(1, "Bob", 1, 1), (2, "Ann", 1, 0)]
    total = (await host.statistics.of_person(ANN.id)).total
    assert (total.games, total.wins, total.scored, total.average) == (1, 0, 0, None)


async def test_who_resigns_is_last_though_ahead(host: Host, clock: Clock) -> None:
    table = await take_turns(host, await begin(host, ANN, BOB, CID), 60)
    leader = player(table.seats[table.state.scores.index(max(table.state.scores))])
    await host.turns.resign(1, leader)
    await take_turns(host, await host.tables.load_running(1), 100)
    assert (await host.statistics.leaderboard(HERE))[-1].person == leader


async def test_an_unrated_table_counts_for_the_figures_only(host: Host, clock: Clock) -> None:
    await seat(host, ANN, BOB)
    begun = (await host.lobby.start(CHANNEL, ANN, 1, TableOptions(rated=False, takeback=0))).after
    table = await take_turns(host, begun, 100)
    assert not table.settings.rated
    assert (await host.statistics.of_person(ANN.id)).total.games == 1
    assert await host.statistics.leaderboard(HERE) == []


async def test_an_unrated_game_that_a_computer_ends_for_somebody_is_one_among_people(host: Host) -> None:
    await seat(host, ANN, BOB, CID)
    begun = running((await host.lobby.start(CHANNEL, ANN, 1, TableOptions(rated=False, takeback=0))).after)
    await take_turns(host, begun, 6)
    await host.seats.leave_to_computer(1, CID, CLUB)
    await take_turns(host, await host.tables.load_running(1), 100)
    for person in (ANN, BOB, CID):
        stats = await host.statistics.of_person(person.id, HERE)
        assert (stats.total.games, stats.with_computers.games) == (1, 0), person


async def test_a_game_that_began_with_a_computer_counts_apart_even_once_people_have_all_seats(host: Host) -> None:
    await seat(host, ANN, BOB)
    await host.lobby.start(CHANNEL, ANN, 1, AT_ONCE, computers=(CLUB,))
    await sit(host, 1, CID, 2)
    await host.turns.resign(1, ANN)
    await host.turns.resign(1, BOB)
    for person, won in ((ANN, 0), (BOB, 0), (CID, 1)):
        stats = await host.statistics.of_person(person.id, HERE)
        assert stats.total.games == 0, person
        assert {level: (one.games, one.wins) for level, one in stats.levels.items()} == {CLUB.level: (1, won)}


async def test_every_server_has_a_rating_of_its_own(host: Host, clock: Clock) -> None:
    await finish(host, clock, ANN, BOB)
    await finish(host, clock, ANN, CID, venue=OTHER_SERVER)
    assert {one.person for one in await host.statistics.leaderboard(HERE)} == {ANN, BOB}
    assert {one.person for one in await host.statistics.leaderboard(THERE)} == {ANN, CID}
    assert (await host.statistics.of_person(ANN.id, HERE)).total.games == 1
    assert (await host.statistics.of_person(ANN.id)).total.games == 2


async def test_channels_of_a_server_share_a_rating(host: Host, clock: Clock) -> None:
    await finish(host, clock, ANN, BOB)
    await finish(host, clock, ANN, BOB, venue=OTHER_CHANNEL)
    assert {one.games for one in await host.statistics.leaderboard(HERE)} == {2}


async def test_the_rating_over_all_servers_is_shown_to_who_wants_it(host: Host, clock: Clock) -> None:
    await finish(host, clock, ANN, BOB)
    await finish(host, clock, ANN, CID, venue=OTHER_SERVER)
    assert (await host.statistics.of_person(ANN.id, HERE)).everywhere is None
    assert not await host.statistics.is_ranked_everywhere(ANN.id)
    await host.statistics.rank_everywhere(ANN, is_ranked=True)
    assert await host.statistics.is_ranked_everywhere(ANN.id)
    shown = (await host.statistics.of_person(ANN.id, HERE)).everywhere
    assert isinstance(shown, Standing)
    assert (shown.games, shown.rank) == (2, 1)
    assert await host.statistics.leaderboard() == [shown], "the others have not asked for it"
    await host.statistics.rank_everywhere(ANN, is_ranked=False)
    assert (await host.statistics.of_person(ANN.id, HERE)).everywhere is None


async def test_somebody_new_may_want_it_too(host: Host) -> None:
    await host.statistics.rank_everywhere(EVE, is_ranked=True)
    assert await host.statistics.is_ranked_everywhere(EVE.id)
    assert (await host.statistics.of_person(EVE.id)).everywhere is None


async def test_equal_ratings_share_a_rank(host: Host) -> None:
    for one, other in ((ANN, BOB), (CID, DORA)):
        table = await begin(host, one, other)
        await host.turns.resign(table.number, other)
    assert [(one.rank, one.person.name) for one in await host.statistics.leaderboard(HERE)] == [
        (1, "Ann"), (1, "Cid"), (3, "Bob"), (3, "Dora"),
    ]  # fmt: skip


async def play_various_games(host: Host, clock: Clock) -> None:
    """Play games with different ends, and read the statistics in between."""
    dice = random.Random(5)
    for number in range(8):
        table = await begin(host, *dice.sample([ANN, BOB, CID, DORA], dice.choice([2, 3])))
        if number % 2:
            await take_turns(host, table, 100, number)
        else:
            while not (await host.tables.load(table.number)).status.is_over:
                seats = (await host.tables.load_started(table.number)).seats
                playing = [player(seat) for seat in seats if not seat.resigned]
                await host.turns.resign(table.number, dice.choice(playing))
        clock.pass_minutes(dice.randrange(3))
        if number % 3 == 0:
            await host.statistics.leaderboard(HERE)


async def everything(host: Host) -> list[object]:
    return [
        await host.statistics.leaderboard(HERE),
        *[await host.statistics.of_person(one.id, HERE) for one in (ANN, BOB, CID, DORA)],
    ]


async def test_what_was_stored_game_by_game_is_what_is_worked_out_anew(path: Path, clock: Clock) -> None:
    host = await open_host(path, clock)
    await play_various_games(host, clock)
    before = await everything(host)
    await host.close()
    opened = await Database.open(url(path))
    results = ResultRepository(opened)
    for pool in (HERE, ALL_SERVERS):
        assert pool is not None
        stored = {person.id: rating for person, rating in (await results.ratings(pool)).items()}
        assert stored == ratings_after(await results.rated_games(pool))
        assert len(stored) == 4
    await opened.close()
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM ratings")
        database.execute("DELETE FROM harvests")
        database.execute("DELETE FROM results")
        database.execute("DELETE FROM derivations")
    again = await open_host(path, clock)
    assert await everything(again) == before
    await again.close()


@pytest.mark.parametrize("missing", [1, 4, 8])
async def test_a_game_that_is_missing_takes_its_place_among_the_others(path: Path, clock: Clock, missing: int) -> None:
    host = await open_host(path, clock)
    await play_various_games(host, clock)
    before = await everything(host)
    await host.close()
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM harvests WHERE game = ?", (missing,))
        database.execute("DELETE FROM results WHERE game = ?", (missing,))
        database.execute("DELETE FROM derivations WHERE game = ?", (missing,))
        if missing == 8:
            database.execute("DELETE FROM ratings")
            database.execute("UPDATE derivations SET version = -1 WHERE game = 3")
    again = await open_host(path, clock)
    assert await everything(again) == before
    await again.close()


async def test_what_an_older_program_worked_out_is_worked_out_again(path: Path, clock: Clock) -> None:
    host = await open_host(path, clock)
    await play_various_games(host, clock)
    before = await everything(host)
    await host.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE derivations SET version = ?", (RESULTS_VERSION - 1,))
        database.execute("UPDATE results SET place = 1, score = 500")
        database.execute("UPDATE ratings SET mu = 50")
    again = await open_host(path, clock)
    assert await everything(again) == before
    await again.close()


async def test_a_game_on_hold_does_not_hinder_others(path: Path, clock: Clock) -> None:
    host = await open_host(path, clock)
    await finish(host, clock, ANN, BOB)
    await finish(host, clock, ANN, BOB, seed=2)
    await host.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE moves SET hash = 'x' WHERE game = 1 AND ply = 50")
    again = await open_host(path, clock)
    assert {one.games for one in await again.statistics.leaderboard(HERE)} == {1}
    assert [one.table.number for one in again.message_log.quarantined] == [1]
    await again.close()


async def test_a_substitute_does_not_lose(host: Host) -> None:
    assert HERE is not None
    table = await take_turns(host, await begin(host, ANN, BOB, CID), 10)
    await host.administration.reseat(HERE, EVE, table.number, 0, DORA)
    await take_turns(host, await host.tables.load_running(table.number), 10)
    await host.turns.resign(table.number, DORA)
    await take_turns(host, await host.tables.load_running(table.number), 100)
    ratings = {one.person: one.rating for one in await host.statistics.leaderboard(HERE)}
    assert ratings.keys() == {DORA, BOB, CID}, "who has left the table is not rated"
    assert ratings[DORA] == NEWCOMER_RATING
    assert (await host.statistics.of_person(DORA.id)).total.games == 1


async def test_who_takes_over_a_seat_where_nobody_has_played_is_no_substitute(host: Host) -> None:
    assert HERE is not None
    table = await begin(host, ANN, BOB)
    await host.administration.reseat(HERE, EVE, table.number, 1, DORA)
    await take_turns(host, await host.tables.load_running(table.number), 10)
    await host.turns.resign(table.number, DORA)
    assert (await host.statistics.leaderboard(HERE))[-1].person == DORA
    assert (await host.statistics.leaderboard(HERE))[-1].rating < NEWCOMER_RATING


async def test_who_comes_back_to_a_seat_is_no_substitute(host: Host) -> None:
    """Otherwise one could leave a game that goes badly, and come back for its end."""
    assert HERE is not None
    table = await take_turns(host, await begin(host, ANN, BOB), 10)
    await host.administration.reseat(HERE, EVE, table.number, 0, DORA)
    await take_turns(host, await host.tables.load_running(table.number), 2)
    await host.administration.reseat(HERE, EVE, table.number, 0, ANN)
    await host.turns.resign(table.number, ANN)
    assert (await host.statistics.leaderboard(HERE))[-1].person == ANN
    assert (await host.statistics.leaderboard(HERE))[-1].rating < NEWCOMER_RATING


async def test_names_are_those_last_seen(host: Host, clock: Clock) -> None:
    await finish(host, clock, ANN, BOB)
    await host.lobby.join(CHANNEL, Person(BOB.id, "Robert"))
    assert {one.person.name for one in await host.statistics.leaderboard(HERE)} == {"Ann", "Robert"}
