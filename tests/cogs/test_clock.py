"""Time as the channel sees it: deadlines, reminders, votes, seats that are open; over restarts and outages."""

import sqlite3
from datetime import UTC, datetime
from typing import Any

import discord
import pytest
import simcord

from carcassonne import Phase, format_move, legal_moves
from carcassonne.castle import Asking
from cogs.shared.crier import cry
from cogs.shared.words.votes import LABELS
from host import Choice, Outcome, Person, PingKind, Preferences, Quiet, Undo
from tests.cogs import castle_table
from tests.cogs.room import ON_SIMCORD, Room, build_bot, labels, words

pytestmark = ON_SIMCORD

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


def about_time(room: Room) -> list[discord.Message]:
    """The messages that are no boards, since the game began."""
    messages = room.messages()
    first = next(number for number, message in enumerate(messages) if message.attachments)
    return [message for message in messages[first:] if not message.attachments]


def boards(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.attachments]


def pinged(message: discord.Message) -> list[int]:
    return sorted(one.id for one in message.mentions)


async def outcomes(room: Room) -> list[tuple[PingKind, Outcome | None]]:
    return [(ping.kind, outcome) for ping, outcome in await room.bot.host.timekeeper.pings(1)]


async def let_time_go_by(room: Room, players: int = 3, out: str = "vote") -> discord.Message:
    """Let Ann's time go by; return what is said then."""
    await room.begin(players=players, pace="24h", timeout=out)
    await room.env.advance_time(DAY + 1)
    return about_time(room)[-1]


async def test_the_message_of_the_turn_tells_the_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    due = int(room.env.now().timestamp()) + DAY
    head = room.messages()[-1].content.splitlines()[0]
    assert head == f"**Ann** to move · Carcassonne #1 · <@{room.ann.user.id}> · due <t:{due}:R>"


async def test_reminders_reply_to_it_at_half_and_nine_tenths(room: Room) -> None:
    await room.begin(pace="24h")
    turn = room.messages()[-1]
    await room.env.advance_time(12 * HOUR + 1)
    [half] = about_time(room)
    assert half.content.startswith(f"<@{room.ann.user.id}> Half of the time for your turn in Carcassonne #1 is over")
    assert half.reference is not None
    assert half.reference.message_id == turn.id
    assert pinged(half) == [room.ann.user.id]
    assert not half.flags.silent
    await room.env.advance_time(10 * HOUR)
    assert len(about_time(room)) == 2
    assert await outcomes(room) == [(PingKind.HALF, Outcome.SENT), (PingKind.NEARLY, Outcome.SENT)]


async def test_who_plays_in_time_is_not_reminded(room: Room) -> None:
    await room.begin(pace="24h")
    await room.play_on(1)
    await room.env.advance_time(11 * HOUR)
    assert about_time(room) == []


async def test_in_quiet_hours_pings_make_no_sound(room: Room) -> None:
    await room.begin(pace="24h")
    person = room.table().seats[0].person
    await room.bot.host.people.choose(person, Preferences(quiet=Quiet(11 * 60, 13 * 60)))
    await room.env.advance_time(22 * HOUR)
    half, nearly = about_time(room)
    assert (half.flags.silent, nearly.flags.silent) == (True, False)


async def test_a_restart_between_reminder_and_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(13 * HOUR)
    await room.restart()
    assert len(about_time(room)) == 1
    await room.env.advance_time(12 * HOUR)
    assert len(about_time(room)) == 3
    assert labels(about_time(room)[-1]) == list(LABELS.values())


async def test_after_an_outage_the_deadline_is_as_far_as_it_was(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(HOUR)
    await room.bot.close()
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    assert about_time(room) == [], "no burst"
    await room.env.advance_time(10 * HOUR)
    assert about_time(room) == []
    await room.env.advance_time(HOUR + 660)
    assert len(about_time(room)) == 1


async def test_a_ping_that_could_not_be_sent_comes_later_once(room: Room) -> None:
    await room.begin(pace="24h")
    room.env.inject_error("POST", "/channels/*/messages", status=400, code=0, times=1)
    await room.env.advance_time(12 * HOUR + 1)
    assert about_time(room) == []
    assert await outcomes(room) == [(PingKind.HALF, None)]
    await room.restart()
    assert len(about_time(room)) == 1
    await room.env.advance_time(HOUR)
    assert len(about_time(room)) == 1
    assert await outcomes(room) == [(PingKind.HALF, Outcome.SENT)]


async def test_a_ping_that_was_sent_before_a_crash_is_found(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(12 * HOUR + 1)
    [(ping, _)] = await room.bot.host.timekeeper.pings(1)
    await room.bot.cry(ping)
    assert len(about_time(room)) == 2, "nobody looked for it"
    await cry(room.bot, ping, is_new=False)
    assert len(about_time(room)) == 2


async def test_the_others_decide_when_the_time_is_out(room: Room) -> None:
    asked = await let_time_go_by(room)
    assert asked.content.startswith("**The time is out**: Ann has been to move in Carcassonne #1 since ")
    assert pinged(asked) == sorted([room.bob.user.id, room.chloe.user.id])
    await room.bob.click(asked, label=LABELS[Choice.SKIP])
    asked = about_time(room)[-1]
    assert asked.content.splitlines()[-1] == "- Skip the turn: Bob"
    await room.chloe.click(asked, label=LABELS[Choice.SKIP])
    [*_, decided] = about_time(room)
    assert (decided.content, labels(decided)) == ("Carcassonne #1: the table skips Ann's turn.", [])
    skipped = room.messages()[-1]
    assert skipped.content.splitlines()[0].startswith("**Bob** to move")
    assert skipped.content.splitlines()[1] == "The time for Ann's turn is out: tile D leaves the game."
    assert "fits nowhere" not in skipped.content


async def test_spectators_and_the_late_one_are_told_in_private(room: Room) -> None:
    asked = await let_time_go_by(room)
    pressed = await room.dmitri.click(asked, label=LABELS[Choice.END])
    assert [one.content for one in pressed.followups] == ["You don't play in game #1: Ann, Bob and Chloé do."]
    pressed = await room.ann.click(asked, label=LABELS[Choice.MORE_TIME])
    assert "lay your tile" in pressed.followups[0].content
    assert about_time(room)[-1].content == asked.content


async def test_more_time_pings_the_player(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.MORE_TIME])
    told = about_time(room)[-1]
    due = int(room.env.now().timestamp()) + DAY
    assert told.content.startswith(
        f"<@{room.ann.user.id}> The table gives you more time for your turn in Carcassonne #1: it is due <t:{due}:R>"
    )
    assert pinged(told) == [room.ann.user.id]
    await room.play_on(1)


async def test_an_open_seat_is_taken_by_a_click(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    offered = about_time(room)[-1]
    assert offered.content.startswith("Ann's seat in Carcassonne #1 is open")
    await room.restart()
    refused = await room.bob.click(offered, label="Take the seat")
    assert "nobody plays two" in refused.followups[0].content
    await room.eve.click(offered, label="Take the seat")
    closed, told = about_time(room)[-2:]
    assert (closed.id, closed.content) == (offered.id, "Carcassonne #1: this seat is not open any more.")
    assert labels(closed) == []
    assert told.content.startswith(
        f"Eve plays on for Ann in Carcassonne #1. <@{room.eve.user.id}> It is your turn. [board]("
    )
    assert pinged(told) == [room.eve.user.id]
    assert room.to_move() is room.eve
    assert boards(room)[-1].content.startswith(f"**Eve** to move · Carcassonne #1 · <@{room.eve.user.id}> · due <t:")
    await room.play_on(2)


async def test_the_log_says_who_plays_on_for_whom(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    await room.eve.click(about_time(room)[-1], label="Take the seat")
    said = await words(room.bob.slash(room.channel, "log"))
    assert said.splitlines()[1] == "Eve has played on for Ann since ply 1."


async def test_who_is_too_late_for_a_seat_is_told_who_has_it(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    offered = about_time(room)[-1]
    room.env.inject_error("PATCH", f"/channels/*/messages/{offered.id}", status=403, code=50013)  # the button stays
    await room.eve.click(offered, label="Take the seat")
    late_click = await room.dmitri.click(offered, label="Take the seat")
    assert late_click.followups[0].content == "That seat in game #1 is not open any more: Eve has it."


async def test_who_plays_on_is_told_even_after_a_crash(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    eve = Person(room.eve.user.id, "Eve")
    await room.bot.host.voting.take_seat(1, eve, 0)  # stored; then the program dies
    assert "plays on" not in about_time(room)[-1].content
    await room.restart()
    assert about_time(room)[-1].content.startswith("Eve plays on for Ann in Carcassonne #1. ")
    await room.restart()
    assert sum("plays on" in one.content for one in about_time(room)) == 1


async def test_who_takes_a_seat_that_is_not_to_move_is_told_of_without_a_ping(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    offered = about_time(room)[-1]
    await room.env.advance_time(DAY + 1)
    await room.bob.click(about_time(room)[-1], label=LABELS[Choice.SKIP])
    assert room.to_move() is room.bob
    await room.eve.click(offered, label="Take the seat")
    told = about_time(room)[-1]
    assert (told.content, pinged(told)) == ("Eve plays on for Ann in Carcassonne #1.", [])


async def test_the_vote_wakes_those_who_are_awake(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    night = Preferences(quiet=Quiet(23 * 60, 1 * 60))
    await room.bot.host.people.choose(room.table().seats[1].person, night)
    await room.env.advance_time(DAY + 1)
    asked, whisper = about_time(room)[-2:]
    assert (asked.flags.silent, whisper.flags.silent) == (False, True)
    assert room.sent()[-2]["allowed_mentions"]["users"] == [room.chloe.user.id]
    assert room.sent()[-1]["allowed_mentions"]["users"] == [room.bob.user.id]
    assert whisper.reference is not None
    assert whisper.reference.message_id == asked.id
    assert await outcomes(room) == [
        (PingKind.HALF, Outcome.SENT), (PingKind.NEARLY, Outcome.SENT), (PingKind.OUT, Outcome.SENT),
        (PingKind.OUT_ASLEEP, Outcome.SENT),
    ]  # fmt: skip


async def test_who_sleeps_is_asked_even_after_a_crash_in_between(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    night = Preferences(quiet=Quiet(23 * 60, 1 * 60))
    await room.bot.host.people.choose(room.table().seats[1].person, night)
    await room.env.advance_time(DAY + 1)
    asked, whisper = about_time(room)[-2:]
    await whisper.delete()
    with sqlite3.connect(room.folder / "test.db") as database:  # as if the program had died after the first message
        database.execute("DELETE FROM pings WHERE kind = 'out-asleep'")
        database.execute("UPDATE pings SET outcome = NULL WHERE kind = 'out'")
    await room.restart()
    again, whisper = about_time(room)[-2:]
    assert again.id == asked.id
    assert whisper.content.startswith(f"<@{room.bob.user.id}> This is a question to you, too")
    await room.restart()
    assert about_time(room)[-1].id == whisper.id


@pytest.mark.parametrize("seed", [11])
async def test_who_does_not_answer_the_castle_is_given_the_first_answer(room: Room) -> None:
    await castle_table.begin(room)
    plan = await castle_table.play_to(room, Asking.ORDER)
    mover = room.to_move()
    await room.play(castle_table.written(plan))
    first = format_move(legal_moves(room.state())[0])
    await room.env.advance_time(7 * DAY)
    other = room.bob if mover == room.ann else room.ann
    await other.slash(room.channel, "vote")
    await other.click(about_time(room)[-1], label=LABELS[Choice.SKIP])
    assert room.state().phase is Phase.PLACE
    assert first in [
        format_move(entry.move) for entry in await room.bot.host.log(1) if not isinstance(entry.move, Undo)
    ]


async def test_what_is_decided_is_done_though_the_vote_cannot_tell_it(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    room.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, times=1)
    await room.bob.click(asked, label=LABELS[Choice.SKIP])
    assert room.messages()[-1].content.startswith("**Bob** to move")
    [closed] = [one for one in about_time(room) if one.id == asked.id]
    assert (closed.content, labels(closed)) == ("Carcassonne #1: this vote is over.", [])


async def test_while_discord_is_deaf_the_table_is_asked_once(room: Room) -> None:
    await room.begin(players=2, pace="24h")
    await room.env.advance_time(DAY - 60)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=None)
    await room.env.advance_time(61)
    shown = await room.bob.slash(room.channel, "vote")
    assert shown.response is not None
    assert shown.response.content.startswith("**The time is out**")
    room.env.backend.faults.clear()
    await room.env.advance_time(120)
    assert sum(one.content.startswith("**The time is out**") for one in about_time(room)) == 1


async def test_where_the_channel_is_deleted_the_vote_goes_on_in_another(room: Room) -> None:
    await let_time_go_by(room, players=2)
    other = room.guild.create_text_channel("other")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    shown = await room.bob.slash(other, "vote", game="#1")
    assert shown.response is not None
    await room.bob.click(shown.response, label=LABELS[Choice.SKIP])
    assert room.to_move() is room.bob


async def test_a_vote_rests_while_the_turn_can_be_taken_back(room: Room) -> None:
    await room.begin(players=2, pace="24h", takeback=300)
    await room.env.advance_time(DAY + 1)
    asked = about_time(room)[-1]
    await room.play("M12 180 knight S")
    pressed = await room.bob.click(asked, label=LABELS[Choice.END])
    assert pressed.followups[0].content.startswith("That vote of game #1 is over")
    await room.ann.click(boards(room)[0], label="Take back")
    await room.bob.click(about_time(room)[-1], label=LABELS[Choice.END])
    assert room.bot.host.cached(1) is None


async def test_the_vote_says_that_the_late_one_has_left_the_server(room: Room) -> None:
    await room.begin(players=2, pace="24h")
    room.env.backend.remove_member(room.guild.id, room.ann.user.id)
    await room.env.advance_time(DAY + 1)
    assert "Ann is not on this server any more." in about_time(room)[-1].content


async def test_who_has_left_the_server_has_no_vote_in_the_way_of_the_others(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    room.env.backend.remove_member(room.guild.id, room.chloe.user.id)
    await room.env.advance_time(DAY + 1)
    asked = about_time(room)[-1]
    assert pinged(asked) == [room.bob.user.id]
    await room.bob.click(asked, label=LABELS[Choice.SKIP])
    assert room.to_move() == room.bob


async def test_when_the_turn_is_played_the_vote_goes(room: Room) -> None:
    asked = await let_time_go_by(room)
    await room.play_on(1)
    [closed] = [one for one in about_time(room) if one.id == asked.id]
    assert (closed.content, labels(closed)) == ("Carcassonne #1: this vote is over.", [])


async def test_who_gives_up_has_the_open_vote_counted_anew(room: Room) -> None:
    asked = await let_time_go_by(room, players=4)
    await room.bob.click(asked, label=LABELS[Choice.SKIP])
    await resign(room.chloe, room)
    [standing] = [one for one in about_time(room) if one.id == asked.id]
    assert "Voting: <@" in standing.content
    assert f"<@{room.chloe.user.id}>" not in standing.content
    assert labels(standing)
    await resign(room.dmitri, room)
    [decided] = [one for one in about_time(room) if one.id == asked.id]
    assert (decided.content, labels(decided)) == ("Carcassonne #1: the table skips Ann's turn.", [])
    assert room.to_move() == room.bob
    assert boards(room)[-1].content.startswith("**Bob** to move")


async def resign(person: simcord.MemberActor, room: Room) -> None:
    asked = (await person.slash(room.channel, "resign")).response
    assert asked is not None
    await person.click(asked, label="Resign")


async def test_ending_by_vote(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.END])
    assert room.bot.host.cached(1) is None
    assert about_time(room)[-1].content == "Carcassonne #1: the table ends the game."


async def test_a_table_that_waits_votes_when_it_is_asked_to(room: Room) -> None:
    told = await let_time_go_by(room, players=2, out="wait")
    assert "the table waits for you" in told.content
    assert pinged(told) == [room.ann.user.id]
    assert await words(room.bob.slash(room.channel, "vote")) == f"The others are asked in <#{room.channel.id}>."
    asked = about_time(room)[-1]
    assert labels(asked) == list(LABELS.values())
    again = await room.bob.slash(room.channel, "vote")
    assert again.response is not None
    assert again.response.content.startswith("**The time is out**")
    assert len(about_time(room)) == 4


async def test_a_table_that_skips_skips(room: Room) -> None:
    await room.begin(pace="1h", timeout="skip")
    await room.env.advance_time(HOUR + 1)
    assert room.to_move() is room.bob


async def test_there_is_nothing_to_vote_on_in_time(room: Room) -> None:
    await room.begin(pace="24h")
    answer = await words(room.bob.slash(room.channel, "vote"))
    assert answer.startswith("In game #1 it is Ann's turn, and there is time until <t:")
    assert "You don't play" in await words(room.eve.slash(room.channel, "vote"))


async def test_where_the_channel_is_gone_it_is_told_in_private(room: Room) -> None:
    await room.begin(pace="24h")
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=404, code=10003, times=None)
    await room.env.advance_time(DAY + 1)
    assert [outcome for _, outcome in await outcomes(room)] == [Outcome.PRIVATE] * 3
    private = list(room.bob.user.dm_channel.history())
    assert "I can't write to the channel" in private[-1].content
    assert labels(private[-1]) == list(LABELS.values())


async def test_on_vacation_nobody_is_reminded(room: Room) -> None:
    await room.begin(pace="24h")
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    form = await room.ann.click(panel.response, label="Go on vacation")
    await room.ann.submit_modal(form, {"start": "", "until": "2026-01-10"})
    for _ in range(10):
        await room.env.advance_time(DAY - 1)
        assert about_time(room) == []
    await room.env.advance_time(12 * HOUR + 60)
    assert len(about_time(room)) == 1


def due_in(message: discord.Message) -> int:
    """The deadline that the message of a turn tells."""
    return int(message.content.splitlines()[0].rsplit("due <t:", 1)[1].partition(":")[0])


async def test_a_vacation_in_the_middle_of_a_turn_is_told_with_the_deadline_as_it_will_be(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    form = await room.ann.click(panel.response, label="Go on vacation")
    await room.env.advance_time(HOUR)
    await room.ann.submit_modal(form, {"start": "", "until": "2026-01-10"})
    await room.env.advance_time(MINUTE)
    back = int(datetime(2026, 1, 11, tzinfo=UTC).timestamp())
    [away] = boards(room)
    assert due_in(away) == back + DAY - HOUR
    assert away.content.endswith(f"Ann is on vacation until <t:{back}:D>; the time for this turn stands still so long.")
    assert f"<t:{back + DAY - HOUR}:R>" in (await words(room.ann.slash(room.channel, "games")))

    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    await room.env.advance_time(HOUR)
    await room.ann.click(panel.response, label="End the vacation")
    await room.env.advance_time(MINUTE)
    [again] = boards(room)
    assert due_in(turn) + HOUR < due_in(again) < due_in(turn) + HOUR + 3 * MINUTE
    assert "vacation" not in again.content


async def test_after_an_outage_the_message_of_the_turn_tells_the_new_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    await room.bot.close()
    await room.env.advance_time(10 * DAY)
    await room.env.restart_bot(build_bot(room.folder))
    [now] = boards(room)
    assert now.id == turn.id
    assert due_in(now) == due_in(turn) + 10 * DAY
    assert [one.id for one in now.attachments] == [one.id for one in turn.attachments]
    assert labels(now) == labels(turn)
    edits = sum(one.path.endswith(str(turn.id)) for one in room.env.http_requests)
    await room.restart()
    assert sum(one.path.endswith(str(turn.id)) for one in room.env.http_requests) == edits, "it tells the truth already"


async def test_what_could_not_be_edited_is_edited_at_the_next_start(room: Room) -> None:
    await room.begin(pace="24h")
    [turn] = boards(room)
    await room.bot.close()
    await room.env.advance_time(DAY)
    room.env.inject_error("PATCH", f"/channels/*/messages/{turn.id}", status=400, code=0)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[0]) == due_in(turn)
    room.env.backend.faults.clear()
    await room.restart()
    assert due_in(boards(room)[0]) == due_in(turn) + DAY


async def test_more_time_stands_in_the_message_of_the_turn(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    [turn] = boards(room)
    await room.bob.click(asked, label=LABELS[Choice.MORE_TIME])
    [now] = boards(room)
    assert now.id == turn.id
    assert due_in(now) == int(room.env.now().timestamp()) + DAY
    assert now.content.splitlines()[1:] == turn.content.splitlines()[1:]


async def test_a_turn_that_is_over_tells_no_deadline(room: Room) -> None:
    await room.begin(pace="24h")
    await room.play_on(1)
    old, new = boards(room)
    assert "<t:" not in old.content
    assert due_in(new) == int(room.env.now().timestamp()) + DAY


async def test_an_open_seat_can_be_taken_below_the_turn_too(room: Room) -> None:
    asked = await let_time_go_by(room, players=2)
    await room.bob.click(asked, label=LABELS[Choice.REPLACE])
    [turn] = boards(room)
    assert labels(turn)[-1] == "Take the seat"
    await room.eve.click(turn, label="Take the seat")
    [turn] = boards(room)
    assert "Take the seat" not in labels(turn)
    assert turn.content.startswith("**Eve** to move")


async def test_after_a_stop_the_deadline_grows_by_the_outage_and_no_more(room: Room) -> None:
    await room.begin(pace="24h")
    due = due_in(boards(room)[0])
    await room.env.advance_time(9 * 60)
    await room.bot.close()
    await room.env.advance_time(HOUR)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[0]) == due + HOUR


async def test_after_a_crash_it_counts_from_the_last_move(room: Room) -> None:
    await room.begin(pace="24h")
    await room.env.advance_time(9 * 60)
    await room.play_on(1)
    due = due_in(boards(room)[-1])
    await room.bot.host.close()  # nothing can be noted any more
    await room.bot.close()
    await room.env.advance_time(HOUR)
    await room.env.restart_bot(build_bot(room.folder))
    assert due_in(boards(room)[-1]) == due + HOUR


async def test_without_a_connection_the_deadline_grows_by_just_that_time(room: Room) -> None:
    await room.begin(pace="24h")
    due = due_in(boards(room)[0])
    await room.env.advance_time(9 * 60)
    clock: Any = room.bot.get_cog("Clock")
    await clock.on_shard_disconnect(0)
    await room.env.advance_time(HOUR)
    await clock.on_shard_resumed(0)
    now = room.table().clock
    assert now is not None
    assert now.due == datetime.fromtimestamp(due + HOUR, UTC)
