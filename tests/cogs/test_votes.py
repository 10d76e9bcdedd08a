"""When the time for a turn has run out: votes, open seats and skipped turns, as a channel sees them."""

import sqlite3
from datetime import UTC, datetime

import pytest

from carcassonne import Phase, format_move, legal_moves
from carcassonne.castle import Asking
from host.model.clock import VoteChoice
from host.model.controllers import Person
from host.model.game_log import Undo
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import QuietHours
from screens.text.labels import VOTE_LABELS
from screens.text.markup import command_mention
from tests.cogs import castle_table
from tests.cogs.deadlines import DAY, HOUR, boards, let_time_run_out, outcomes, pinged, resign, time_messages
from tests.cogs.room import ON_SIMCORD, Room, labels, words, written
from tests.cogs.seats import ask_for_seat
from tests.cogs.typed_words import pressed, typed, vote
from tests.host.tables import player

pytestmark = ON_SIMCORD


async def test_the_others_decide_when_the_time_is_out(room: Room) -> None:
    asked = await let_time_run_out(room)
    assert asked.content.startswith("**Time's up** in Carcassonne #1: it's been Ann's turn since ")
    assert pinged(asked) == sorted([room.bob.user.id, room.chloe.user.id])
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    asked = time_messages(room)[-1]
    assert asked.content.splitlines()[-1] == "- Skip turn: Bob"
    await room.chloe.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    [*_, decided] = time_messages(room)
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])
    skipped = room.messages()[-1]
    assert skipped.content.splitlines()[0].startswith("**Bob**'s turn")
    assert skipped.content.splitlines()[1] == "Ann ran out of time, so tile D is out of the game."
    assert "doesn't fit anywhere" not in skipped.content


async def test_spectators_and_the_late_one_are_told_in_private(room: Room) -> None:
    asked = await let_time_run_out(room)
    pressed = await room.dmitri.click(asked, label=VOTE_LABELS[VoteChoice.END])
    assert [one.content for one in pressed.followups] == [
        "You aren't in game #1: Ann, Bob and Chloé are playing it. Press **Board** to watch."
    ]
    pressed = await room.ann.click(asked, label=VOTE_LABELS[VoteChoice.MORE_TIME])
    assert "Play it, and the vote is over" in pressed.followups[0].content
    assert time_messages(room)[-1].content == asked.content


async def test_more_time_pings_the_player(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.MORE_TIME])
    message = time_messages(room)[-1]
    due = int(room.env.now().timestamp()) + DAY
    assert message.content.startswith(
        f"<@{room.ann.user.id}> The table gives you more time: your turn in Carcassonne #1 is now due <t:{due}:R>"
    )
    assert pinged(message) == [room.ann.user.id]
    await room.play_on(1)


async def test_an_open_seat_is_taken_by_a_click(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    offered = time_messages(room)[-1]
    assert offered.content.startswith("Ann's seat in Carcassonne #1 is open")
    await room.restart()
    refused = await room.bob.click(offered, label="Take seat")
    assert refused.followups[0].content == "You already have a seat in game #1."
    await ask_for_seat(room.eve, offered)
    closed, message = time_messages(room)[-2:]
    assert (closed.id, closed.content) == (offered.id, "Carcassonne #1: this seat isn't open any more.")
    assert labels(closed) == []
    assert message.content.startswith(
        f"Eve takes over for Ann in Carcassonne #1. <@{room.eve.user.id}> It's your turn. [board]("
    )
    assert pinged(message) == [room.eve.user.id]
    assert room.to_move() is room.eve
    assert boards(room)[-1].content.startswith(f"**Eve**'s turn · Carcassonne #1 · <@{room.eve.user.id}> · due <t:")
    await room.play_on(2)


async def test_who_has_resigned_takes_no_seat(room: Room) -> None:
    asked = await let_time_run_out(room, players=3)
    await resign(room.chloe, room)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    refused = await room.chloe.click(time_messages(room)[-1], label="Take seat")
    assert refused.followups[0].content == (
        f"You resigned from game #1, so you can't rejoin it. Open another table with {command_mention('join')}."
    )


async def test_the_log_says_who_plays_on_for_whom(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    await ask_for_seat(room.eve, time_messages(room)[-1])
    said = await words(room.bob.slash(room.channel, "log"))
    assert "🔴 Eve took over from Ann before the first turn." in said.splitlines()


async def test_who_is_too_late_for_a_seat_is_told_who_has_it(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    offered = time_messages(room)[-1]
    room.env.inject_error("PATCH", f"/channels/*/messages/{offered.id}", status=403, code=50013)  # the button stays
    await ask_for_seat(room.eve, offered)
    late_click = await room.dmitri.click(offered, label="Take seat")
    assert late_click.followups[0].content == (
        f"That seat in game #1 is taken: Eve has it. Open another table with {command_mention('join')}."
    )


async def test_who_plays_on_is_told_even_after_a_crash(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    eve = Person(room.eve.user.id, "Eve")
    await room.bot.host.seats.ask(1, eve, 0)  # stored, but the program crashes before it is shown
    assert "takes over" not in time_messages(room)[-1].content
    await room.restart()
    assert time_messages(room)[-1].content.startswith("Eve takes over for Ann in Carcassonne #1. ")
    await room.restart()
    assert sum("takes over" in one.content for one in time_messages(room)) == 1


async def test_who_takes_a_seat_that_is_not_to_move_is_told_of_without_a_ping(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    offered = time_messages(room)[-1]
    await room.env.advance_time(DAY + 1)
    await room.bob.click(time_messages(room)[-1], label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.to_move() is room.bob
    await ask_for_seat(room.eve, offered)
    message = time_messages(room)[-1]
    assert (message.content, pinged(message)) == ("Eve takes over for Ann in Carcassonne #1.", [])


async def test_the_vote_makes_a_sound_only_for_those_who_are_awake(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    night = QuietHours(23 * 60, 1 * 60)
    await room.bot.host.people.choose_preferences(player(room.table().seats[1]), quiet_hours=night)
    await room.env.advance_time(DAY + 1)
    asked, whisper = time_messages(room)[-2:]
    assert (asked.flags.silent, whisper.flags.silent) == (False, True)
    assert room.sent()[-2]["allowed_mentions"]["users"] == [room.chloe.user.id]
    assert room.sent()[-1]["allowed_mentions"]["users"] == [room.bob.user.id]
    assert whisper.reference is not None
    assert whisper.reference.message_id == asked.id
    assert await outcomes(room) == [
        (NotificationKind.HALF, DeliveryOutcome.SENT),
        (NotificationKind.NEARLY, DeliveryOutcome.SENT),
        (NotificationKind.OUT, DeliveryOutcome.SENT),
        (NotificationKind.OUT_QUIET, DeliveryOutcome.SENT),
    ]  # fmt: skip


async def test_who_sleeps_is_asked_even_after_a_crash_in_between(room: Room) -> None:
    await room.begin(players=3, pace="24h", timeout="vote")
    night = QuietHours(23 * 60, 1 * 60)
    await room.bot.host.people.choose_preferences(player(room.table().seats[1]), quiet_hours=night)
    await room.env.advance_time(DAY + 1)
    asked, whisper = time_messages(room)[-2:]
    await whisper.delete()
    with sqlite3.connect(room.folder / "test.db") as database:  # as if the program had crashed after the first message
        database.execute("DELETE FROM pings WHERE kind = 'out-asleep'")
        database.execute("UPDATE pings SET outcome = NULL WHERE kind = 'out'")
    await room.restart()
    again, whisper = time_messages(room)[-2:]
    assert again.id == asked.id
    assert whisper.content.startswith(f"<@{room.bob.user.id}> This question is for you too")
    await room.restart()
    assert time_messages(room)[-1].id == whisper.id


@pytest.mark.parametrize("seed", [11])
async def test_who_does_not_answer_the_castle_is_given_the_first_answer(room: Room) -> None:
    await castle_table.begin(room)
    plan = await castle_table.play_to(room, Asking.ORDER)
    mover = room.to_move()
    await room.play(written(plan))
    first = format_move(legal_moves(room.state())[0])
    await room.env.advance_time(7 * DAY)
    other = room.bob if mover == room.ann else room.ann
    await vote(room, other)
    await other.click(time_messages(room)[-1], label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.state().phase is Phase.PLACE
    assert first in [
        format_move(entry.move) for entry in await room.bot.host.history.log(1) if not isinstance(entry.move, Undo)
    ]


@pytest.mark.parametrize("seed", [11])
async def test_who_does_not_answer_the_castle_in_time_is_not_said_to_have_chosen(room: Room) -> None:
    await room.begin(edition="castle", pace="1h", timeout="skip")
    plan = await castle_table.play_to(room, Asking.ORDER)
    await room.play(written(plan))
    late, asked_at = room.to_move().user.name.capitalize(), room.table().ply
    await room.env.advance_time(HOUR + 1)
    sentence = f"{late} didn't answer in time, so the first answer counts."
    assert boards(room)[-1].content.splitlines()[1].startswith(f"{sentence} ")
    await boards(room)[-1].delete()
    with sqlite3.connect(room.folder / "test.db") as database:  # as if the program had crashed before it was sent
        database.execute("UPDATE games SET announced = ?", (asked_at,))
    await room.restart()
    assert boards(room)[-1].content.splitlines()[1].startswith(f"{sentence} "), "it is told from the log, too"
    await room.env.advance_time(HOUR + 1)
    assert sentence in boards(room)[-2].content
    assert sentence not in boards(room)[-1].content


async def test_what_is_decided_is_done_though_the_vote_cannot_tell_it(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    room.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008, times=1)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    [closed] = [one for one in time_messages(room) if one.id == asked.id]
    assert (closed.content, labels(closed)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])


async def test_while_discord_fails_the_table_is_asked_once(room: Room) -> None:
    await room.begin(players=2, pace="24h")
    await room.env.advance_time(DAY - 60)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=400, code=0, times=None)
    await room.env.advance_time(61)
    shown = await vote(room, room.bob)
    assert shown.startswith("**Time's up**")
    room.env.backend.faults.clear()
    await room.env.advance_time(120)
    assert sum(one.content.startswith("**Time's up**") for one in time_messages(room)) == 1


async def test_where_the_channel_is_deleted_the_vote_goes_on_in_another(room: Room) -> None:
    await let_time_run_out(room, players=2)
    other = room.guild.create_text_channel("other")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    clock = room.table().clock
    assert clock is not None
    assert (await vote(room, room.bob, other)).startswith("**Time's up**")
    await pressed(room, room.bob, f"carc:vote:1:{clock.round}:skip", other)
    assert room.to_move() is room.bob


async def test_a_vote_rests_while_the_turn_can_be_taken_back(room: Room) -> None:
    await room.begin(players=2, pace="24h", takeback=300)
    await room.env.advance_time(DAY + 1)
    asked = time_messages(room)[-1]
    await room.play("M12 180 knight S")
    pressed = await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.END])
    assert pressed.followups[0].content.startswith("That vote in game #1 is over")
    await room.ann.click(boards(room)[0], label="Undo")
    await room.bob.click(time_messages(room)[-1], label=VOTE_LABELS[VoteChoice.END])
    assert room.bot.host.tables.cached(1) is None


async def test_when_the_turn_is_played_the_vote_goes(room: Room) -> None:
    asked = await let_time_run_out(room)
    await room.play_on(1)
    [closed] = [one for one in time_messages(room) if one.id == asked.id]
    assert (closed.content, labels(closed)) == ("Carcassonne #1: this vote is over.", [])


async def test_ending_by_vote(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.END])
    assert room.bot.host.tables.cached(1) is None
    assert time_messages(room)[-1].content == "Carcassonne #1: you voted to end the game."
    over = "Carcassonne #1 is over. The players agreed to end it, so nobody wins."
    assert boards(room)[-1].content.splitlines()[0] == over
    await room.restart()
    shown = await words(room.bob.slash(room.channel, "board", game="#1"))
    assert shown.splitlines()[0] == over, "no manager has ended it"


async def test_a_table_that_waits_votes_when_it_is_asked_to(room: Room) -> None:
    message = await let_time_run_out(room, players=2, out="wait")
    assert "the others are waiting" in message.content
    assert pinged(message) == [room.ann.user.id]
    assert await vote(room, room.bob) == f"I've asked the others in <#{room.channel.id}>."
    asked = time_messages(room)[-1]
    assert labels(asked) == list(VOTE_LABELS.values())
    again = await vote(room, room.bob)
    assert again.startswith("**Time's up**")
    assert len(time_messages(room)) == 4


async def test_of_several_games_that_is_voted_on_where_the_time_is_out(room: Room) -> None:
    for number in (1, 2):
        for one in (room.ann, room.bob):
            await one.slash(room.channel, "join")
        await room.choose(number, timeout="wait")
        await room.ann.slash(room.channel, "start", game=f"#{number}", takeback=0, pace="24h")
    await room.env.advance_time(DAY + 1)
    await room.play_on(1, number=1)
    assert room.to_move(1) is room.bob
    assert await typed(room, room.bob, "vote") == "", "the question itself is the answer"
    assert "in Carcassonne #2: it's been Ann's turn" in time_messages(room)[-1].content


async def test_where_a_late_player_is_shown_stands_a_button_that_opens_the_vote(room: Room) -> None:
    message = await let_time_run_out(room, players=3, out="wait")
    assert message.content.endswith("With **Vote**, the others can decide what happens.")
    assert labels(message) == ["Vote"]
    opened = await room.bob.click(message, label="Vote")
    assert [one.content for one in opened.followups] == [f"I've asked the others in <#{room.channel.id}>."]
    assert labels(time_messages(room)[-1]) == list(VOTE_LABELS.values())
    again = await room.chloe.click(message, label="Vote")
    assert [one.content.startswith("**Time's up**") for one in again.followups] == [True]
    await room.play_on(1)
    [waiting] = [one for one in time_messages(room) if one.id == message.id]
    assert (waiting.content, labels(waiting)) == (message.content, []), "nobody was asked to vote by it"


async def test_a_message_that_only_offers_a_vote_stays_one_after_a_restart(room: Room) -> None:
    message = await let_time_run_out(room, players=3, out="wait")
    await room.restart()
    await room.env.advance_time(DAY)
    [waiting] = [one for one in time_messages(room) if one.id == message.id]
    assert (waiting.content, labels(waiting)) == (message.content, ["Vote"])


async def test_the_list_of_games_has_a_button_for_each_late_one(room: Room) -> None:
    await room.begin(players=3)
    listed = await room.bob.slash(room.channel, "games")
    assert listed.response is not None
    assert labels(listed.response) == []
    await room.env.advance_time(7 * DAY + 1)
    listed = await room.bob.slash(room.channel, "games")
    assert listed.response is not None
    assert labels(listed.response) == ["Vote in #1"]
    await room.bob.click(listed.response, label="Vote in #1")
    assert labels(time_messages(room)[-1]) == list(VOTE_LABELS.values())
    mine = await room.ann.slash(room.channel, "games")
    assert mine.response is not None
    assert "Vote in #1" not in labels(mine.response), "it is Ann's turn"


async def test_a_table_that_skips_skips(room: Room) -> None:
    await room.begin(pace="1h", timeout="skip")
    await room.env.advance_time(HOUR + 1)
    assert room.to_move() is room.bob


async def test_there_is_nothing_to_vote_on_in_time(room: Room) -> None:
    await room.begin(pace="24h")
    answer = await vote(room, room.bob)
    assert answer.startswith("Ann still has until <t:")
    assert "You aren't in game" in await vote(room, room.eve)


async def test_a_vote_asked_too_early_is_told_the_deadline_that_the_turn_tells(room: Room) -> None:
    await room.begin(pace="24h")
    panel = await room.ann.slash(room.channel, "settings")
    assert panel.response is not None
    form = await room.ann.click(panel.response, label="Vacation")
    await room.ann.submit_modal(form, {"start": "", "until": "2026-01-10"})
    await room.env.advance_time(HOUR)
    due = int(datetime(2026, 1, 12, tzinfo=UTC).timestamp())
    assert f"due <t:{due}:R>" in boards(room)[-1].content
    answer = await vote(room, room.bob)
    assert answer == f"Ann still has until <t:{due}:f> to play in game #1. You can vote after that."
