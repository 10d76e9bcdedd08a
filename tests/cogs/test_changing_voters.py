"""Votes on a late turn whose voters change: people resign, leave the server, are deleted, or stay away."""

import asyncio
import itertools
from collections.abc import Collection, Sequence

import pytest

from host.model.clock import VoteChoice
from host.model.notifications import AskedQuestion
from host.services.voting import VoteResult
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, boards, let_time_run_out, pinged, resign, time_messages
from tests.cogs.room import ON_SIMCORD, Room, labels

pytestmark = ON_SIMCORD


async def test_the_vote_says_that_the_late_one_has_left_the_server(room: Room) -> None:
    await room.begin(players=2, pace="24h")
    room.env.backend.remove_member(room.guild.id, room.ann.user.id)
    await room.env.advance_time(DAY + 1)
    assert "Ann has left this server." in time_messages(room)[-1].content


async def test_who_has_left_the_server_has_no_vote_in_the_way_of_the_others(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    room.env.backend.remove_member(room.guild.id, room.chloe.user.id)
    await room.env.advance_time(DAY + 1)
    asked = time_messages(room)[-1]
    assert pinged(asked) == [room.bob.user.id]
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.to_move() == room.bob


async def test_who_gives_up_has_the_open_vote_counted_anew(room: Room) -> None:
    asked = await let_time_run_out(room, players=4)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    await resign(room.chloe, room)
    [standing] = [one for one in time_messages(room) if one.id == asked.id]
    assert "What now, <@" in standing.content
    assert f"<@{room.chloe.user.id}>" not in standing.content
    assert labels(standing)
    await resign(room.dmitri, room)
    [decided] = [one for one in time_messages(room) if one.id == asked.id]
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])
    assert room.to_move() == room.bob
    assert boards(room)[-1].content.startswith("**Bob**'s turn")


async def test_a_vote_that_is_decided_while_its_message_is_drawn_says_how(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await let_time_run_out(room, players=3)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    host, decided, reads = room.bot.host, asyncio.Event(), itertools.count()
    read, recount = host.notifications.with_buttons, host.voting.recount

    async def read_before(number: int) -> Sequence[AskedQuestion]:
        found = await read(number)
        if next(reads) == 1:  # the first looks which messages may have changed, this one is drawn from
            await decided.wait()
        return found

    async def decide(number: int, absent: Collection[int]) -> VoteResult | None:
        voted = await recount(number, absent)
        decided.set()
        return voted

    monkeypatch.setattr(host.notifications, "with_buttons", read_before)
    monkeypatch.setattr(host.voting, "recount", decide)
    await resign(room.chloe, room)
    assert decided.is_set()
    [closed] = [one for one in time_messages(room) if one.id == asked.id]
    assert (closed.content, labels(closed)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])


async def test_the_vote_of_who_has_given_up_is_shown_no_more(room: Room) -> None:
    asked = await let_time_run_out(room, players=4)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    await resign(room.bob, room)
    [standing] = [one for one in time_messages(room) if one.id == asked.id]
    assert "Bob" not in standing.content
    assert f"<@{room.bob.user.id}>" not in standing.content
    assert labels(standing)


async def test_the_vote_of_who_was_deleted_is_shown_no_more(room: Room) -> None:
    asked = await let_time_run_out(room, players=4)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    shown = (await room.bob.slash(room.channel, "privacy")).response
    assert shown is not None
    question = (await room.bob.click(shown, label="Delete …")).followups[-1]
    await room.bob.click(question, label="Delete everything")
    [standing] = [one for one in time_messages(room) if one.id == asked.id]
    assert "Bob" not in standing.content


async def test_two_absent_players_do_not_keep_the_third_from_playing_on(room: Room) -> None:
    asked = await let_time_run_out(room, players=3)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    for _ in range(16):
        await room.env.advance_time(DAY)
    [decided] = [one for one in time_messages(room) if one.id == asked.id]
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])
    assert boards(room)[-1].content.startswith("**Bob**'s turn")
