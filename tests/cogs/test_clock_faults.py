"""The clock while something is broken: the connection, a channel or a game."""

from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import discord
import pytest

from host.errors import DatabaseAwayError, QuarantinedError
from host.model.clock import VoteChoice
from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import DmPreference, QuietHours
from host.services.deadlines import HEARTBEAT_INTERVAL
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, HOUR, boards, outcomes, send
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.typed_words import vote
from tests.fixtures.databases import database_of

pytestmark = ON_SIMCORD
with_real_heartbeats = pytest.mark.parametrize("heartbeat_interval", [HEARTBEAT_INTERVAL], ids=["real"])


async def dispatch_event(room: Room, event: str, *details: object) -> None:
    """Dispatch an event of the connection from within the bot. Only then does SimCord run the timers that it starts."""
    await dispatch_events(room, (event, *details))


async def dispatch_events(room: Room, *events: tuple[object, ...]) -> None:
    """Dispatch events that come in the same moment."""

    async def dispatch(_: discord.Message) -> None:
        for event, *details in events:
            room.bot.dispatch(str(event), *details)

    room.bot.add_listener(dispatch, "on_message")
    await room.eve.send(room.channel, "Hello")
    room.bot.remove_listener(dispatch, "on_message")


def time_messages(room: Room) -> list[discord.Message]:
    """The bot's messages without a board, except for the first, which is the status message."""
    assert room.bot.user is not None
    said = [one for one in room.messages() if one.author.id == room.bot.user.id and not one.attachments]
    return said[1:]


@with_real_heartbeats
async def test_nothing_falls_due_while_the_bot_is_disconnected(room: Room) -> None:
    await room.begin(pace="24h", timeout="skip")
    await dispatch_event(room, "shard_disconnect", 0)
    await room.env.advance_time(2 * DAY)
    assert (time_messages(room), len(boards(room))) == ([], 1)
    await dispatch_event(room, "shard_resumed", 0)
    await room.env.advance_time(11 * HOUR)
    assert (time_messages(room), len(boards(room))) == ([], 1)
    await room.env.advance_time(HOUR + 1)
    [half] = time_messages(room)
    assert "Half your time" in half.content


@with_real_heartbeats
async def test_after_a_break_of_seconds_what_was_due_in_it_comes(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR - 30)
    await dispatch_event(room, "shard_disconnect", 0)
    await room.env.advance_time(60)
    assert time_messages(room) == []
    await dispatch_event(room, "shard_resumed", 0)
    await room.env.advance_time(1)
    assert len(time_messages(room)) == 1


@with_real_heartbeats
async def test_who_had_ten_minutes_is_not_skipped_right_after_a_break_of_eight(room: Room) -> None:
    await room.begin(pace="10m", timeout="skip")
    await room.env.advance_time(3 * 60)
    await dispatch_event(room, "shard_disconnect", 0)
    await room.env.advance_time(8 * 60)
    await dispatch_event(room, "shard_resumed", 0)
    await room.env.advance_time(6 * 60 + 50)
    assert len(boards(room)) == 1
    await room.env.advance_time(20)
    assert len(boards(room)) == 2


@with_real_heartbeats
@pytest.mark.parametrize("left", [60, 599])
async def test_who_could_not_play_while_the_database_was_away_is_not_skipped_when_it_is_back(
    room: Room, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """What was due meanwhile was tried again before the heartbeat was stored that moves all deadlines."""

    async def away(work: Coroutine[Any, Any, Any]) -> None:
        work.close()
        raise DatabaseAwayError("server")

    await room.begin(pace="24h", timeout="skip")
    await room.env.advance_time(DAY - left)
    with monkeypatch.context() as patched:
        patched.setattr(database_of(room.bot.host), "_do", away)
        await room.env.advance_time(3 * HOUR)
    await room.env.advance_time(70)
    assert len(boards(room)) == 1
    await room.env.advance_time(11 * 60)
    assert len(boards(room)) == 2


@with_real_heartbeats
async def test_who_could_not_play_while_the_machine_slept_is_not_skipped_when_it_wakes(room: Room) -> None:
    """Its timers stood still meanwhile, so the heartbeat that makes up for it was minutes away."""
    await room.begin(pace="24h", timeout="skip")
    await room.env.advance_time(20 * HOUR + 60)
    database_of(room.bot.host).backend.clock.ahead += timedelta(hours=8)
    room.bot.timer.look()  # as when somebody plays elsewhere
    await room.env.advance_time(1)
    assert len(boards(room)) == 1
    await room.env.advance_time(3 * HOUR)
    assert len(boards(room)) == 1
    await room.env.advance_time(HOUR + 10 * 60)  # no more than ten minutes too many
    assert len(boards(room)) == 2


@with_real_heartbeats
async def test_a_connection_that_is_back_while_its_loss_is_stored_is_not_taken_for_lost(
    room: Room,
) -> None:
    await room.begin(pace="24h")
    await dispatch_events(room, ("shard_disconnect", 0), ("shard_resumed", 0))
    await room.env.advance_time(12 * HOUR + 1)
    [half] = time_messages(room)
    assert "Half your time" in half.content


@with_real_heartbeats
async def test_time_goes_on_when_every_connection_is_there_again(room: Room) -> None:
    """With several connections, a new one sends no second "ready", and a resumed one tells nothing of the others."""
    await room.begin(pace="24h")
    await room.env.advance_time(HOUR)
    for shard in (0, 1):
        await dispatch_event(room, "shard_disconnect", shard)
    await room.env.advance_time(DAY)
    await dispatch_event(room, "shard_resumed", 1)
    await room.env.advance_time(DAY)
    assert time_messages(room) == []
    await dispatch_event(room, "shard_connect", 0)
    await room.env.advance_time(11 * HOUR - 1)
    assert time_messages(room) == []
    await room.env.advance_time(2)
    assert len(time_messages(room)) == 1


async def test_a_reminder_in_private_before_a_crash_is_found(room: Room) -> None:
    await room.begin(pace="24h")
    await room.bot.host.people.choose_dm_preference(Person(room.ann.user.id, "Ann"), DmPreference.ON)
    await room.env.advance_time(12 * HOUR + 1)
    [(notification, outcome)] = await room.bot.host.notifications.of_game(1)
    assert outcome is DeliveryOutcome.PRIVATE
    sent = len(list(room.ann.user.dm_channel.history()))
    await send(room, notification, is_new=False)
    assert len(list(room.ann.user.dm_channel.history())) == sent
    await send(room, notification, is_new=True)
    assert len(list(room.ann.user.dm_channel.history())) == sent + 1, "nobody looked for it"


async def test_a_reminder_in_private_speaks_the_language_that_was_chosen(room: Room) -> None:
    ann = Person(room.ann.user.id, "Ann")
    await room.begin(pace="24h")
    await room.bot.host.people.choose_preferences(ann, language="de")
    await room.bot.host.people.choose_dm_preference(ann, DmPreference.ON)
    await room.restart()
    await room.env.advance_time(12 * HOUR + 1)
    [half] = room.ann.user.dm_channel.history()
    assert half.content.startswith(f"<@{ann.id}> Die Hälfte")
    [(notification, _)] = await room.bot.host.notifications.of_game(1)
    await send(room, notification, is_new=False)
    assert len(list(room.ann.user.dm_channel.history())) == 1, "it is found in whatever language it was sent"


async def test_a_vote_in_private_speaks_to_each_in_the_own_language(room: Room) -> None:
    await room.begin(players=3, pace="24h")
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), language="fr")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=404, code=10003, times=None)
    await room.env.advance_time(DAY + 1)
    [to_bob], [to_chloe] = (person.user.dm_channel.history() for person in (room.bob, room.chloe))
    assert "Temps écoulé" in to_bob.content
    assert labels(to_bob)[0] != VOTE_LABELS[VoteChoice.MORE_TIME]
    assert "Time's up" in to_chloe.content
    assert labels(to_chloe)[0] == VOTE_LABELS[VoteChoice.MORE_TIME]


async def test_a_vote_in_private_reaches_once_who_was_not_reached_at_first(room: Room) -> None:
    await room.begin(players=3, pace="24h")
    await room.env.advance_time(23 * HOUR)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=404, code=10003, times=None)
    await room.bob.user.slash("games")  # opens the private channel
    bob = room.bob.user.dm_channel
    await room.chloe.user.slash("games")
    chloe = room.chloe.user.dm_channel
    room.env.inject_error("POST", f"/channels/{chloe.id}/messages", status=400, code=0, times=1)
    before = len(list(bob.history()))
    await room.env.advance_time(HOUR + 1)
    assert (await outcomes(room))[-1] == (NotificationKind.OUT, None)
    await room.env.advance_time(120)
    assert (await outcomes(room))[-1] == (NotificationKind.OUT, DeliveryOutcome.PRIVATE)
    assert len(list(bob.history())) == before + 1
    assert "Time's up" in list(chloe.history())[-1].content


async def test_a_new_connection_tries_nothing_that_is_being_tried(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.begin(players=3, pace="24h")
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), quiet_hours=QuietHours(0, 60))
    await room.env.advance_time(23 * HOUR)
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=0, times=1)
    await room.env.advance_time(HOUR + 1)
    before = len(time_messages(room))
    await dispatch_event(room, "ready")
    await room.env.advance_time(300)
    assert len(time_messages(room)) == before + 2
    pinged = [one["allowed_mentions"]["users"] for one in room.sent()[-2:]]
    assert pinged == [[room.chloe.user.id], [room.bob.user.id]]
    assert [outcome for _, outcome in await outcomes(room)] == [DeliveryOutcome.SENT] * 4
    assert sum("not done" in one.message for one in caplog.records) == 1, "it was tried in vain once"


async def test_a_game_where_nothing_can_be_done_is_tried_once_a_minute(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin(pace="24h")
    other = room.guild.create_text_channel("other")
    for one in (room.chloe, room.dmitri):
        await one.slash(other, "join")
    await room.chloe.slash(other, "start", takeback=0, pace="12h")
    tries = []

    async def refuse(number: int) -> None:
        tries.append(number)
        raise QuarantinedError(number, ply=1, scores=None)

    await room.env.advance_time(11 * HOUR)
    for _ in range(5):
        await room.play_on(1, 2)
    monkeypatch.setattr(room.bot.host.deadlines, "process_due", refuse)
    await room.env.advance_time(HOUR + 30)
    for _ in range(5):
        await room.play_on(1, 2)
    await room.env.advance_time(600)
    assert 9 <= len(tries) <= 12


async def test_what_was_said_a_week_ago_is_said_once_more(room: Room) -> None:
    await room.begin(pace=None)
    for weeks in (1, 2):
        await room.env.advance_time(7 * DAY + 1)
        await vote(room, room.bob)
        if weeks == 2:
            room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=1)
        await room.bob.click(time_messages(room)[-1], label=VOTE_LABELS[VoteChoice.MORE_TIME])
    await room.env.advance_time(61)
    given = [one for one in time_messages(room) if "gives you more time" in one.content]
    assert len(given) == 2
    assert given[0].content == given[1].content
