"""Commands that meet a change by another process: they are carried out again, with what is stored now."""

from datetime import timedelta

import pytest

from host.host import Host
from host.model.clock import VoteChoice
from host.model.game import PlayResult
from host.model.game_log import Undo
from host.model.table_errors import StaleError
from host.services.consent import OpenRequest
from host.services.service import CommandRunner, Service, ServiceContext, uncancellable
from host.services.voting import DecidedVote
from host.storage.engine.statements import ConflictError
from tests.fixtures.databases import execute, fetch
from tests.host.deadlines import DAY, late, round_of
from tests.host.deadlines import begin as begin_paced
from tests.host.tables import ANN, AT_ONCE, BOB, CHANNEL, CID, DORA, Clock, begin, finished, running, seat, take_turns

pytestmark = pytest.mark.both_databases

CHANGED = "UPDATE games SET token = 'elsewhere'"


async def elsewhere(host: Host, *statements: str, **values: int) -> None:
    """Change the database as another process would."""
    for sql in statements:
        used = {name: value for name, value in values.items() if f":{name}" in sql}
        await execute(host._storage._database, sql, **used)


async def stored_token(host: Host) -> str:
    [row] = await fetch(host._storage._database, "SELECT token FROM games")
    return str(row["token"])


async def test_each_change_of_a_game_has_a_token_in_memory_and_in_the_database(host: Host) -> None:
    tokens = [(await seat(host, ANN)).token]
    joined, _ = await host.lobby.join(CHANNEL, BOB, 1)
    begun = running((await host.lobby.start(CHANNEL, ANN, 1, AT_ONCE)).after)
    played = running(await take_turns(host, begun, 1))
    await host.message_log.mark_announced(1, played.ply, 7)
    assert await stored_token(host) == played.token, "what only tells of messages is no change"
    moved = await host.message_log.move(1, CHANNEL)
    assert running(await host.tables.load(1)) == moved
    tokens += [joined.token, begun.token, played.token, moved.token]
    assert len(set(tokens)) == 5
    assert await stored_token(host) == moved.token


async def test_a_consent_given_elsewhere_counts(host: Host) -> None:
    await take_turns(host, await begin(host, ANN, BOB, CID), 4)
    question = await host.undo_requests.ask(1, ANN)
    assert isinstance(question, OpenRequest)
    undo = Undo(question.request.ply)
    await elsewhere(host, CHANGED, "UPDATE players SET is_undoing = 1 WHERE person = :bob", bob=BOB.id)
    assert isinstance(await host.undo_requests.agree(1, CID, question.table.ply, undo), PlayResult)


async def test_a_vote_cast_elsewhere_counts(host: Host, clock: Clock) -> None:
    round_ = round_of(await late(host, clock, ANN, BOB, CID, DORA))
    vote = "INSERT INTO votes (game, round, person, choice, at) VALUES (1, :round, :cid, 'skip', '2026-11-22')"
    await elsewhere(host, CHANGED, vote, cid=CID.id, round=round_)
    assert isinstance(await host.voting.vote(1, BOB, round_, VoteChoice.SKIP), DecidedVote)


async def test_a_reminder_for_an_old_clock_is_not_stored(host: Host, clock: Clock) -> None:
    await begin_paced(host, ANN, BOB)
    clock.pass_minutes(DAY // 2)
    later = (clock() + timedelta(days=9)).isoformat()
    await elsewhere(host, CHANGED, f"UPDATE clocks SET due_at = '{later}'")
    assert await host.deadlines.process_due(1) is None
    assert await host.notifications.of_game(1) == []


async def test_a_number_given_to_a_table_elsewhere_is_not_given_again(host: Host) -> None:
    await seat(host, ANN)
    copied = (
        "INSERT INTO games (number, channel, status, organiser, edition, options, rules, seed, is_practice,"
        " ply, announced, opened_at, moved_at) SELECT number + 1, 99, 'ended', organiser, edition, options,"
        " rules, seed, is_practice, ply, announced, opened_at, moved_at FROM games"
    )
    await elsewhere(host, copied)
    assert (await host.lobby.open(CHANNEL, BOB)).number == 3


async def test_a_place_is_changed_only_as_it_was_read(host: Host) -> None:
    table = finished(await take_turns(host, await begin(host, ANN, BOB), 100))
    await elsewhere(host, CHANGED)
    moved = await host.message_log.move(1, CHANNEL)
    assert moved.token == await stored_token(host) not in (table.token, "elsewhere")


class Command(Service):
    """A command that meets another change each time."""

    def __init__(self, host: Host, error: StaleError | None) -> None:
        super().__init__(ServiceContext(host._storage, CommandRunner(), host.now))
        self.error = error
        self.tries = 0

    @uncancellable
    async def carry_out(self) -> None:
        self.tries += 1
        raise ConflictError("games", self.error)


async def test_a_command_that_always_meets_another_one_ends(host: Host) -> None:
    stale = StaleError(await seat(host, ANN))
    command = Command(host, stale)
    with pytest.raises(StaleError) as caught:
        await command.carry_out()
    assert caught.value is stale
    assert command.tries == 5
    with pytest.raises(ConflictError):
        await Command(host, None).carry_out()
