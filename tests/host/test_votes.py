"""Votes about a turn whose time has run out: who is asked, which choice wins, and what it changes."""

import asyncio
from datetime import timedelta

import pytest

from carcassonne import DeployNobody, PlaceTile, legal_placements
from host.errors import HostError
from host.host import Host
from host.model.clock import ReminderStage, TimeoutAction, VoteChoice
from host.model.game import PlayResult
from host.model.notifications import DeliveryOutcome, Notification, NotificationKind
from host.model.table import MessageRef, RunningTable, Status
from host.model.table_errors import (
    GameOverError,
    NotLateError,
    NotSeatedError,
    OwnTurnLateError,
    SeatTakenError,
    SitsThereError,
    VoteOverError,
)
from host.model.table_options import TableOptions
from host.services.deadlines import DEADLINE
from host.services.voting import DecidedVote, OpenVote, VoteResult
from tests.fixtures.databases import Place
from tests.host.deadlines import DAY, begin, late, pass_time, round_of
from tests.host.tables import ANN, BOB, CID, DORA, EVE, Clock, open_host, running, sit, take_turns
from tests.host.takeback_turns import lay


async def test_a_table_that_skips_skips(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, table_options=TableOptions(pace="24h", takeback=0, timeout=TimeoutAction.SKIP))
    *_, skipped = await pass_time(host, clock, DAY)
    assert skipped.played is not None
    after = running(skipped.played.after)
    assert after.is_to_move(BOB.id)
    assert after.state.tiles_left == 70
    assert after.clock is not None
    assert after.clock.stage is ReminderStage.NOTHING


async def test_a_skip_keeps_a_tile_that_was_placed(host: Host, clock: Clock) -> None:
    table = await begin(host, ANN, BOB, table_options=TableOptions(pace="24h", takeback=0, timeout=TimeoutAction.SKIP))
    laid = (await host.turns.play(1, ANN, [PlaceTile(*legal_placements(table.state)[0])])).after
    assert laid.is_to_move(ANN.id)
    *_, passed = await pass_time(host, clock, DAY)
    assert passed.played is not None
    assert passed.played.moves[0] == DeployNobody()
    assert passed.played.after.is_to_move(BOB.id)


async def test_a_table_that_skips_ends_when_nobody_plays(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, table_options=TableOptions(pace="24h", takeback=0, timeout=TimeoutAction.SKIP))
    await pass_time(host, clock, 100 * DAY)
    assert (await host.tables.load(1)).status is Status.FINISHED


async def test_a_majority_of_three_decides(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    first = await host.voting.vote(1, BOB, round_of(table), VoteChoice.SKIP)
    assert still_open(first).voters == {BOB.id, CID.id}
    second = decided(await host.voting.vote(1, CID, round_of(table), VoteChoice.SKIP))
    assert second.choice is VoteChoice.SKIP
    assert isinstance(second.outcome, PlayResult)
    assert second.table.is_to_move(BOB.id)
    assert round_of(running(second.table)) == round_of(table) + 1


async def test_a_vote_can_be_changed(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)
    await host.voting.vote(1, CID, round_of(table), VoteChoice.MORE_TIME)
    changed = decided(await host.voting.vote(1, BOB, round_of(table), VoteChoice.MORE_TIME))
    assert changed.choice is VoteChoice.MORE_TIME
    after = running(changed.table).clock
    assert after is not None
    assert after.due == clock() + timedelta(days=1)
    assert changed.table.is_to_move(ANN.id)
    assert isinstance(changed.outcome, Notification)


async def test_who_has_not_played_for_long_is_not_waited_for(host: Host, clock: Clock) -> None:
    table = running(await begin(host, ANN, BOB, CID))
    table = running(await take_turns(host, table, 3))
    clock.pass_minutes(13 * DAY)
    await pass_time(host, clock, 0)
    table = running(await take_turns(host, await host.tables.load_running(1), 2))  # Ann and Bob; Cid is to move
    clock.pass_minutes(3 * DAY)
    await pass_time(host, clock, 0)
    voted = await host.voting.vote(1, ANN, round_of(await host.tables.load_running(1)), VoteChoice.MORE_TIME)
    assert still_open(voted).voters == {ANN.id, BOB.id}
    assert table.is_to_move(CID.id)


async def test_spectators_and_the_late_one_cannot_vote(host: Host, clock: Clock) -> None:
    table = running(await late(host, clock))
    for person, code in ((DORA, NotSeatedError), (ANN, OwnTurnLateError)):
        with pytest.raises(HostError) as caught:
            await host.voting.vote(1, person, round_of(table), VoteChoice.END)
        assert type(caught.value) is code
    assert (await host.voting.status(1)).table.clock == table.clock


async def test_the_turn_played_the_vote_is_over(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)
    after = running(await take_turns(host, await host.tables.load_running(1), 1))
    assert after.clock is not None
    assert after.clock.votes == {}
    with pytest.raises(VoteOverError):
        await host.voting.vote(1, CID, round_of(table), VoteChoice.END)


async def test_votes_outlive_a_restart(host: Host, clock: Clock, place: Place) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)
    await host.close()
    again = await open_host(place, clock)
    try:
        voted = decided(await again.voting.vote(1, CID, round_of(table), VoteChoice.END))
        assert (voted.choice, voted.table.status) == (VoteChoice.END, Status.ENDED)
    finally:
        await again.close()


async def opened(host: Host, clock: Clock) -> RunningTable:
    """A game in which Ann's seat is open to everybody."""
    table = await late(host, clock, ANN, BOB)
    return running((await host.voting.vote(1, BOB, round_of(table), VoteChoice.REPLACE)).table)


def still_open(voted: VoteResult | None) -> OpenVote:
    assert isinstance(voted, OpenVote), voted
    return voted


def decided(voted: VoteResult | None) -> DecidedVote:
    assert isinstance(voted, DecidedVote), voted
    return voted


async def test_an_open_seat_is_taken(host: Host, clock: Clock) -> None:
    table = await opened(host, clock)
    assert [seat.is_open for seat in table.seats] == [True, False]
    taken, notification = await sit(host, 1, EVE, 0)
    assert taken.is_to_move(EVE.id)
    assert not taken.has_player(ANN.id)
    assert notification is not None
    assert (notification.kind, notification.person_id) == (NotificationKind.SEAT_TAKEN, EVE.id)
    assert host.tables.of_person(ANN.id) == []
    after = await take_turns(host, taken, 1)
    assert [entry.person_id for entry in await host.history.log(1) if entry.person_id] == [EVE.id, EVE.id]
    assert after.is_to_move(BOB.id)


async def test_who_comes_back_has_the_seat_again(host: Host, clock: Clock) -> None:
    after = await take_turns(host, await opened(host, clock), 1)
    assert not after.seats[0].is_open
    with pytest.raises(SeatTakenError):
        await sit(host, 1, EVE, 0)


async def test_nobody_has_two_seats(host: Host, clock: Clock) -> None:
    await opened(host, clock)
    with pytest.raises(SitsThereError):
        await sit(host, 1, BOB, 0)


async def test_nobody_is_voted_on_in_time(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB)
    with pytest.raises(NotLateError):
        await host.voting.open(1, BOB)


async def test_without_a_pace_there_is_a_vote_after_a_week(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, table_options=TableOptions(takeback=0))
    assert host.schedule.upcoming(DEADLINE) == []
    clock.pass_minutes(7 * DAY)
    notification = await host.voting.open(1, BOB)
    assert notification is not None
    assert notification.kind is NotificationKind.VOTE
    voted = await host.voting.vote(1, BOB, notification.round, VoteChoice.SKIP)
    assert voted.table.is_to_move(BOB.id)


async def test_without_a_pace_a_vacation_puts_the_vote_off(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, table_options=TableOptions(takeback=0))
    vacation = await host.people.plan_vacation(ANN, "", (clock() + timedelta(days=10)).date().isoformat())
    clock.pass_minutes(7 * DAY)
    with pytest.raises(NotLateError) as caught:
        await host.voting.open(1, BOB)
    assert caught.value.at == vacation.until + timedelta(days=7)
    clock.time = vacation.until + timedelta(days=7)
    assert await host.voting.open(1, BOB)
    await host.people.plan_vacation(ANN, "", (clock() + timedelta(days=2)).date().isoformat())
    assert (await host.voting.status(1)).voters == {BOB.id}, "what can be voted on stays so"


async def test_where_all_the_other_seats_are_open_their_owners_decide(host: Host, clock: Clock) -> None:
    await opened(host, clock)
    await pass_time(host, clock, DAY)
    skipped = (await host.voting.vote(1, BOB, round_of(await host.tables.load_running(1)), VoteChoice.SKIP)).table
    assert skipped.is_to_move(BOB.id)
    await pass_time(host, clock, DAY)
    assert (await host.voting.status(1)).voters == {ANN.id}
    voted = await host.voting.vote(1, ANN, round_of(running(skipped)), VoteChoice.END)
    assert voted.table.status is Status.ENDED


async def test_whose_seat_is_open_is_not_waited_for_but_heard(host: Host, clock: Clock) -> None:
    table = await late(host, clock, ANN, BOB, CID)
    for person in (BOB, CID):
        table = running((await host.voting.vote(1, person, round_of(table), VoteChoice.REPLACE)).table)
    await pass_time(host, clock, DAY)
    for person in (BOB, CID):
        round_ = round_of(await host.tables.load_running(1))
        table = running((await host.voting.vote(1, person, round_, VoteChoice.SKIP)).table)
    assert table.is_to_move(BOB.id)
    await pass_time(host, clock, DAY)
    assert (await host.voting.status(1)).voters == {CID.id}
    assert still_open(await host.voting.vote(1, ANN, round_of(table), VoteChoice.END)).voters == {ANN.id, CID.id}


async def test_a_tie_decides_nothing(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)
    tied = still_open(await host.voting.vote(1, CID, round_of(table), VoteChoice.SKIP))
    assert tied.table.is_to_move(ANN.id)
    assert tied.clock.votes == {BOB.id: VoteChoice.END, CID.id: VoteChoice.SKIP}


async def test_clicks_at_the_same_moment_decide_once(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    clicks = [host.voting.vote(1, person, round_of(table), VoteChoice.SKIP) for person in (BOB, CID, BOB, CID)]
    results = await asyncio.gather(*clicks, return_exceptions=True)
    assert [type(one) for one in results if not isinstance(one, BaseException)] == [OpenVote, DecidedVote]
    assert [type(one) for one in results if isinstance(one, HostError)] == [VoteOverError] * 2
    assert (await host.tables.load_running(1)).is_to_move(BOB.id)


async def test_of_two_at_the_same_moment_one_gets_the_seat(host: Host, clock: Clock) -> None:
    await opened(host, clock)
    results = await asyncio.gather(*(sit(host, 1, one, 0) for one in (EVE, DORA)), return_exceptions=True)
    assert [type(one) for one in results if isinstance(one, HostError)] == [SeatTakenError]
    assert (await host.tables.load_running(1)).is_to_move(EVE.id)


async def test_when_all_but_one_of_those_asked_resign_that_one_decides(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.turns.resign(1, CID)
    voted = await host.voting.vote(1, BOB, round_of(table), VoteChoice.SKIP)
    assert decided(voted).choice is VoteChoice.SKIP


async def test_when_all_who_are_asked_resign_the_game_is_over(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.turns.resign(1, CID)
    await host.turns.resign(1, BOB)
    assert (await host.tables.load(1)).status is Status.ENDED
    with pytest.raises(GameOverError):
        await host.voting.vote(1, BOB, round_of(table), VoteChoice.SKIP)


async def test_while_a_turn_can_be_taken_back_the_vote_rests(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, table_options=TableOptions(pace="24h", takeback=60))
    await pass_time(host, clock, DAY)
    table = await host.tables.load_running(1)
    played = await lay(host, table)
    with pytest.raises(VoteOverError):
        await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)
    await host.turns.take_back(1, ANN, played.after.ply)
    assert decided(await host.voting.vote(1, BOB, round_of(table), VoteChoice.END)).choice is VoteChoice.END


async def test_the_table_is_asked_once(host: Host, clock: Clock) -> None:
    await late(host, clock)
    [*_, notification] = await host.notifications.claim_unsent()
    assert notification.kind is NotificationKind.OUT
    assert await host.voting.open(1, BOB) is None, "it is being asked"
    await host.notifications.mark_delivered(notification, DeliveryOutcome.LOST)
    again = await host.voting.open(1, BOB)
    assert again is not None
    assert again.kind is NotificationKind.VOTE
    assert await host.voting.open(1, CID) is None
    await host.notifications.mark_delivered(again, DeliveryOutcome.SENT, {MessageRef(1, 2): "en"}, has_buttons=True)
    assert await host.voting.open(1, CID) is None
    [asked] = await host.notifications.with_buttons(1)
    assert (asked.notification, asked.message, asked.language) == (again, MessageRef(1, 2), "en")


async def test_two_absent_players_do_not_keep_the_third_from_playing_on(host: Host, clock: Clock) -> None:
    table = await late(host, clock)
    await host.voting.vote(1, BOB, round_of(table), VoteChoice.SKIP)
    clock.pass_minutes(13 * DAY)
    assert (await host.voting.status(1)).voters == {BOB.id, CID.id}
    still_open(await host.voting.recount(1))
    clock.pass_minutes(DAY + 1)
    assert decided(await host.voting.recount(1)).choice is VoteChoice.SKIP


async def test_who_is_asked_after_a_long_time_has_time_to_vote(host: Host, clock: Clock) -> None:
    await begin(host, ANN, BOB, CID, table_options=TableOptions(pace="24h", takeback=0, timeout=TimeoutAction.WAIT))
    await pass_time(host, clock, 30 * DAY)
    notification = await host.voting.open(1, BOB)
    assert notification
    voted = await host.voting.vote(1, BOB, notification.round, VoteChoice.SKIP)
    assert still_open(voted).voters == {BOB.id, CID.id}
