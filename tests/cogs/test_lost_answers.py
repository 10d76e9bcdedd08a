"""Discord has got a message, but the bot never hears of it: nobody gets the message twice, and nothing is forgotten."""

import discord
import simcord

from host.model.clock import VoteChoice
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, HOUR
from tests.cogs.direct_messages import private_boards
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.settings_panel import fill
from tests.fixtures.held_requests import HeldRequest, hold

pytestmark = ON_SIMCORD


def is_answer_in_private(who: simcord.MemberActor, request: HeldRequest) -> bool:
    return request.is_message and request.is_answer and request.path == f"/channels/{who.user.dm_channel.id}/messages"


async def lose_answers(room: Room, who: simcord.MemberActor, seconds: float, most: int = 1) -> int:
    """Let time pass; the answers to the first messages to somebody are lost. Return how many were."""
    lost = 0

    def is_meant(request: HeldRequest) -> bool:
        nonlocal lost
        if not is_answer_in_private(who, request) or lost == most:
            return False
        lost += 1
        request.lose()
        return True

    with hold(room.env, is_meant):
        await room.env.advance_time(seconds)
    return lost


async def test_a_watcher_gets_each_round_once(room: Room) -> None:
    await room.begin()
    await room.eve.slash(room.channel, "follow", what="round")
    with hold(room.env, lambda one: is_answer_in_private(room.eve, one)) as requests:
        await room.play_on(2)
        [request] = requests.held
        request.lose()
        await requests.rest()
    await room.env.advance_time(HOUR)
    assert len(private_boards(room.eve)) == 1
    await room.play_on(2)
    assert len(private_boards(room.eve)) == 2


async def test_a_watcher_gets_the_end_once(room: Room) -> None:
    await room.begin()
    await room.eve.slash(room.channel, "follow")
    asked = (await room.ann.slash(room.channel, "resign")).response
    assert asked is not None
    with hold(room.env, lambda one: is_answer_in_private(room.eve, one)) as requests:
        await room.ann.click(asked, label="Resign")
        [request] = requests.held
        request.lose()
        await requests.rest()
    await room.env.advance_time(HOUR)
    await room.restart()
    assert [one.content.splitlines()[0] for one in private_boards(room.eve)] == [
        "Carcassonne #1 is over. Ann resigned, so **Bob wins!**"
    ]


async def test_a_daily_list_comes_once(room: Room) -> None:
    await room.begin()
    await fill(room, "Reminders", reminders=["usual"], digest="18:30")
    before = len(room.ann.user.dm_channel.history())
    assert await lose_answers(room, room.ann, DAY) == 1
    await room.env.advance_time(HOUR)
    assert len(room.ann.user.dm_channel.history()) == before + 1


def questions(who: simcord.MemberActor) -> list[discord.Message]:
    """The votes that somebody was asked about in private."""
    return [one for one in who.user.dm_channel.history() if "**Time's up**" in one.content]


async def test_a_vote_comes_once_although_it_reads_differently_later(room: Room) -> None:
    """The votes so far are part of its text."""
    await room.begin(players=4, pace="24h", timeout="vote")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert await lose_answers(room, room.chloe, DAY + 1) == 1
    [question] = questions(room.bob)
    await room.bob.user.click(question, label=VOTE_LABELS[VoteChoice.SKIP])
    await room.env.advance_time(HOUR)
    assert [len(questions(one)) for one in (room.bob, room.chloe, room.dmitri)] == [1, 1, 1]
    assert all(labels(questions(one)[0]) for one in (room.bob, room.chloe, room.dmitri))


def is_answer_in_public(room: Room, request: HeldRequest) -> bool:
    return request.is_message and request.is_answer and request.path == f"/channels/{room.channel.id}/messages"


async def test_a_public_vote_comes_once_although_somebody_votes_before_the_bot_knows_of_it(room: Room) -> None:
    await room.begin(players=4, pace="24h", timeout="vote")
    await room.env.advance_time(DAY - 60)
    with hold(room.env, lambda one: is_answer_in_public(room, one)) as requests:
        await room.env.advance_time(61)
        [request] = requests.held
        asked = room.messages()[-1]
        await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
        request.lose()
        await requests.rest()
    await room.env.advance_time(HOUR)
    assert [one.id for one in room.messages() if "**Time's up**" in one.content] == [asked.id]
    await room.chloe.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    assert [labels(one) for one in room.messages() if one.id == asked.id] == [[]]


async def test_a_question_comes_once_although_somebody_agrees_before_the_bot_knows_of_it(room: Room) -> None:
    await room.begin(players=3)
    await room.play_on(2)
    with hold(room.env, lambda one: is_answer_in_public(room, one)) as requests:
        await room.ann.slash(room.channel, "undo")
        [request] = requests.held
        asked = room.messages()[-1]
        await room.bob.click(asked, label="Agree")
        request.lose()
        await requests.rest()
    await room.env.advance_time(HOUR)
    assert [one.id for one in room.messages() if "wants to undo" in one.content] == [asked.id]
    assert room.messages()[-1].content.endswith(f"Agreed: Ann and Bob. Waiting for: <@{room.chloe.user.id}>.")
    await room.chloe.click(asked, label="Agree")
    assert labels(room.messages()[-1])[0] == "Place"
    assert [labels(one) for one in room.messages() if one.id == asked.id] == [[]]
