"""Messages that are under way while something else happens: in the end they show what is stored."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord
import pytest
import simcord

from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, HOUR, boards, let_time_run_out, outcomes, resign, time_messages
from tests.cogs.rematches import now
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, UNPACED, Room, first_turn, labels
from tests.cogs.seats import offer_of_seat, question_of
from tests.fixtures.held_requests import HeldRequest, HeldRequests, hold, run_as_bot

pytestmark = ON_SIMCORD

SKIP, REPLACE = VOTE_LABELS[VoteChoice.SKIP], VOTE_LABELS[VoteChoice.REPLACE]


def is_edit_of(message: discord.Message, request: HeldRequest) -> bool:
    """Whether the bot edits a message, not by the token of an interaction."""
    return request.is_edit and not request.is_answer and request.path.endswith(f"/messages/{message.id}")


def is_new_answer(request: HeldRequest) -> bool:
    """Whether Discord has got a message and the bot doesn't know yet."""
    return request.is_message and request.is_answer


async def refresh_all(room: Room, times: int = 1) -> None:
    """Refresh everything, as a start after an outage does twice."""

    async def refresh() -> None:
        for _ in range(times):
            room.bot.outbox.refresh_all()

    await run_as_bot(room.env, refresh())


async def let_go_one_by_one(requests: HeldRequests) -> None:
    await requests.let_go(lambda held: held[0])


# Turns


@pytest.mark.parametrize("refreshes", [0, 1, 2])
async def test_turns_are_announced_in_order_while_everything_is_refreshed(room: Room, refreshes: int) -> None:
    await room.begin(pace="24h")
    announced = []
    with hold(room.env, is_new_answer) as requests:
        await room.play(first_turn(room.state()))
        assert requests.held
        for _ in range(refreshes):
            await refresh_all(room)
        await room.play(first_turn(room.state()))
        while requests.held:
            requests.held[-1].let_go()
            await requests.rest()
            announced.append(room.table().announced)
    await room.env.settle()
    assert announced == sorted(announced), "what was announced stays announced"
    await room.env.advance_time(HOUR)
    table = room.table()
    assert (table.announced, table.message) == (table.ply, boards(room)[-1].id)
    assert boards(room)[-1].content.startswith("**Ann**'s turn")
    assert [labels(one)[:1] for one in boards(room)] == [[], [], ["Place"]]
    assert len(boards(room)) == 3, "none is sent twice"


async def test_a_late_refresh_of_a_turn_does_not_bring_its_buttons_back(room: Room) -> None:
    await room.begin(pace="24h")
    first = boards(room)[-1]
    today = room.env.now().date()
    ann = Person(room.ann.user.id, "Ann")
    await room.bot.host.people.plan_vacation(ann, f"{today}", f"{today + timedelta(days=3)}")
    with hold(room.env, partial(is_edit_of, first)) as requests:
        await refresh_all(room)
        assert requests.held, "the deadline on the message changes"
        held = requests.held[0]
        await room.play(first_turn(room.state()))
        for one in [one for one in requests.held if one is not held]:
            one.let_go()
        await requests.rest()
        await let_go_one_by_one(requests)
    await room.env.settle()
    assert [labels(one)[:1] for one in boards(room)] == [[], ["Place"]]


async def test_a_turn_that_waits_for_the_message_before_names_nobody_who_was_deleted_meanwhile(room: Room) -> None:
    """Not even if somebody else has their seat by then."""
    await room.begin(3)
    await room.play_on(2)
    before = len(boards(room))
    with hold(room.env, is_new_answer) as requests:
        await room.play(first_turn(room.state()))
        assert requests.held
        await room.play(first_turn(room.state()))
        await run_as_bot(room.env, leave_and_be_deleted(room, room.ann))
        await let_go_one_by_one(requests)
    await room.env.settle()
    assert not any("Ann placed" in one.content for one in boards(room)[before:])
    assert "? placed tile " in boards(room)[-1].content


async def test_a_turn_that_waits_for_the_message_before_tells_of_no_resignation_that_came_after_it(room: Room) -> None:
    """It said that somebody had resigned whose turn it was."""
    await room.begin(3)
    before = len(boards(room))
    with hold(room.env, lambda request: is_new_answer(request) and request.path.startswith("/channels/")) as requests:
        await room.play(first_turn(room.state()))
        assert requests.held
        await room.play(first_turn(room.state()))
        await resign(room.ann, room)
        await let_go_one_by_one(requests)
    await room.env.settle()
    first, second, resigned = [one.content for one in boards(room)[before:]]
    assert "(resigned)" not in first + second
    assert "Ann 2 (resigned)" in resigned


async def leave_and_be_deleted(room: Room, actor: simcord.MemberActor) -> None:
    await room.bot.host.seats.leave_to_computer(1, Person(actor.user.id, actor.user.name), Computer(2))
    await room.bot.host.privacy.delete(actor.user.id)


# Votes


async def test_a_vote_that_is_counted_again_while_it_is_decided_has_no_buttons(room: Room) -> None:
    asked = await let_time_run_out(room)
    await room.bob.click(asked, label=SKIP)
    with hold(room.env, partial(is_edit_of, asked)) as requests:
        await refresh_all(room)
        await room.chloe.click(asked, label=SKIP)
        await let_go_one_by_one(requests)
    await room.env.settle()
    decided = now(room, asked)
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])


async def test_an_edit_that_waits_because_the_message_is_old_shows_what_is_stored_then(room: Room) -> None:
    asked = await let_time_run_out(room, players=4)
    await room.bob.click(asked, label=SKIP)
    await room.env.advance_time(2 * HOUR)
    await room.restart(discord_limits=replace(UNPACED, old_edit_pause=timedelta(minutes=5)))
    path = f"/channels/{room.channel.id}/messages/{asked.id}"
    room.env.inject_error("PATCH", path, status=429, code=30046)
    await refresh_all(room)
    assert room.env.backend.faults == [], "the edit was refused, and is tried again in five minutes"
    await room.chloe.click(now(room, asked), label=SKIP)
    await room.env.advance_time(DAY)
    decided = now(room, asked)
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])


@pytest.mark.parametrize("times", [1, 2])
async def test_what_a_new_count_decides_is_told_however_often_everything_is_refreshed(room: Room, times: int) -> None:
    asked = await let_time_run_out(room)
    await room.bob.click(asked, label=REPLACE)
    room.env.backend.remove_member(room.guild.id, room.chloe.user.id)  # now Bob is the only one who may vote
    with hold(room.env, partial(is_edit_of, asked)) as requests:
        for _ in range(times):
            await refresh_all(room)
        await let_go_one_by_one(requests)
    await room.env.advance_time(2 * DAY)
    assert (NotificationKind.SEAT_OPEN, DeliveryOutcome.SENT) in await outcomes(room)
    offered = [one for one in time_messages(room) if one.content.startswith("Ann's seat in Carcassonne #1 is open")]
    assert [labels(one) for one in offered] == [["Take seat"]]
    assert labels(now(room, asked)) == []


# Seats


def is_private_edit(request: HeldRequest) -> bool:
    return request.is_edit and request.path.startswith("/webhooks/") and not request.is_answer


async def menu_to_leave(room: Room) -> simcord.ResponseMessage:
    menu = (await room.ann.slash(room.channel, "resign")).response
    assert menu is not None
    return menu


async def test_who_leaves_a_seat_to_a_computer_is_told_of_though_their_answer_is_lost(room: Room) -> None:
    await room.begin(3)
    menu = await menu_to_leave(room)
    with hold(room.env, is_private_edit) as requests:
        await room.ann.click(menu, label="Computer")
        for one in requests.held:
            one.lose()
        await requests.rest()
    await room.env.settle()
    assert room.messages()[-1].content.startswith("A computer plays on for Ann in Carcassonne #1.")
    assert await outcomes(room) == [(NotificationKind.SEAT_LEFT, DeliveryOutcome.SENT)]


async def test_who_takes_a_seat_is_told_of_though_their_answer_is_lost(room: Room) -> None:
    await room.begin()
    await room.ann.click(await menu_to_leave(room), label="Computer")
    offered = (await room.eve.slash(room.channel, "join")).response
    assert offered is not None
    question = await offer_of_seat(room.eve, offered)
    with hold(room.env, is_private_edit) as requests:
        await room.eve.click(question, label="Take seat")
        for one in requests.held:
            one.lose()
        await requests.rest()
    await room.env.settle()
    await room.bob.click(question_of(room), label="Let in")
    assert sum(one.content.startswith("Eve takes over for 🤖 Club") for one in room.messages()) == 1
    assert (NotificationKind.SEAT_TAKEN, DeliveryOutcome.SENT) in await outcomes(room)


# Computers, threads


async def test_a_computer_that_begins_moves_in_the_thread_of_its_game(room: Room) -> None:
    """The thread takes Discord longer than the computer takes to think."""
    await room.restart(first=1)
    await room.ann.slash(room.channel, "join")
    menus = (await room.ann.click(room.messages()[0], label="Computers")).followups[-1]
    await room.ann.select(menus, ["1"], custom_id="carc:computer-add:1")
    with hold(room.env, lambda one: one.path.endswith("/threads") and not one.is_answer) as requests:
        await room.choose(thread=True)
        await room.ann.slash(room.channel, "start", takeback=0)
        assert requests.held
        assert room.table().computer_to_move
        await room.env.advance_time(COMPUTER_PAUSE)
        await let_go_one_by_one(requests)
    await room.env.advance_time(COMPUTER_PAUSE)
    assert room.to_move() is room.ann
    assert boards(room) == []
    [thread] = room.channel.threads
    shown = [one for one in thread.history() if one.attachments]
    assert [labels(one)[:1] for one in shown] == [[], ["Place"]]
