"""How often people are reminded, and one list a day instead of single pings."""

import discord
import pytest
import simcord

from cogs.delivery.budgets import DISCORD_LIMITS
from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import Digest, Preferences, QuietHours, Reminders
from tests.cogs.deadlines import DAY, HOUR, MINUTE, outcomes, time_messages
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards, refuse_direct_messages
from tests.cogs.private_games import begin_alone
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.settings_panel import chosen, fill, said

pytestmark = ON_SIMCORD

LABEL = "Reminders"


async def choose(room: Room, digest: str = "", reminders: str = "usual") -> str:
    return said(await fill(room, LABEL, reminders=[reminders], digest=digest))


def lists(who: simcord.MemberActor) -> list[discord.Message]:
    return [one for one in who.user.dm_channel.history() if "your turn in" in one.content]


@pytest.mark.parametrize(("often", "count"), [("usual", 2), ("once", 1), ("never", 0)])
async def test_how_often_a_person_is_reminded(room: Room, often: str, count: int) -> None:
    text = await choose(room, reminders=often)
    assert "- Reminders before time runs out: " in text
    await room.begin(pace="24h", timeout="wait")
    await room.env.advance_time(DAY - 60)
    assert len(time_messages(room)) == count
    await room.restart()
    assert chosen(room).reminders is Reminders(often)
    await room.env.advance_time(120)
    assert len(time_messages(room)) == count + 1, "that the time is out is said to all"


async def test_one_list_a_day_instead_of_pings(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    text = await choose(room, digest="18:30")
    assert "- Each day at 18:30 I send you one list in private" in text
    await room.begin()
    [board] = [one for one in room.messages() if one.attachments]
    assert room.sent()[-1]["allowed_mentions"].get("users", []) == []
    assert board.flags.silent
    assert lists(room.ann) == []
    await room.env.advance_time(18 * HOUR + 31 * MINUTE)
    [listed] = lists(room.ann)
    assert listed.content.startswith("It's your turn in 1 game.")
    assert board.jump_url in listed.content
    await room.restart()
    await room.env.advance_time(HOUR)
    assert len(lists(room.ann)) == 1
    await room.env.advance_time(DAY)
    assert len(lists(room.ann)) == 2
    await room.play_on(1)
    await room.env.advance_time(DAY)
    assert len(lists(room.ann)) == 2, "nothing waits for Ann"
    await room.play_on(1)
    assert room.sent()[-1]["allowed_mentions"].get("users", []) == []


async def test_a_list_that_was_due_while_the_bot_was_away_is_sent_once(room: Room) -> None:
    await choose(room, digest="6")
    await room.begin()
    await room.bot.close()
    await room.env.advance_time(3 * DAY)
    for _ in range(2):
        await room.restart()
    assert len(lists(room.ann)) == 1


async def test_a_list_keeps_to_the_time_zone_and_the_language(room: Room) -> None:
    await room.bot.host.people.choose_preferences(Person(room.ann.user.id, "Ann"), language="en", zone="Europe/Berlin")
    await choose(room, digest="18:30")
    await room.begin()
    await room.env.advance_time(17 * HOUR + 29 * MINUTE)
    assert lists(room.ann) == []
    await room.env.advance_time(2 * MINUTE)
    assert len(lists(room.ann)) == 1


async def test_private_turns_are_silent_beside_a_list(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await choose(room, digest="18:30")
    await room.begin()
    [board] = private_boards(room.ann)
    assert board.flags.silent


async def test_a_reminder_beside_a_list_is_silent(room: Room) -> None:
    await choose(room, digest="23:59")
    await room.begin(pace="24h")
    await room.env.advance_time(DAY // 2 + 60)
    [reminder] = time_messages(room)
    assert reminder.flags.silent
    assert room.sent()[-1]["allowed_mentions"].get("users", []) == []
    assert await outcomes(room) == [(NotificationKind.HALF, DeliveryOutcome.SENT)], "it isn't tried again"


async def test_who_takes_no_list_is_pinged_again_and_told_so(room: Room) -> None:
    await choose(room, digest="18:30")
    await room.begin()
    refuse_direct_messages(room, room.ann)
    await room.env.advance_time(DAY)
    notice = room.messages()[-1]
    assert notice.content.startswith(f"<@{room.ann.user.id}>, I couldn't send your daily list in private")
    assert [one.id for one in notice.mentions] == [room.ann.user.id]
    assert chosen(room).digest is None
    await room.play_on(2)
    assert room.sent()[-1]["allowed_mentions"]["users"] == [room.ann.user.id]


async def test_who_takes_no_list_hears_nothing_of_it_in_quiet_hours(room: Room) -> None:
    ann = Person(room.ann.user.id, "Ann")
    await room.bot.host.people.choose_preferences(ann, quiet_hours=QuietHours(18 * 60, 20 * 60))
    await choose(room, digest="18:30")
    await room.begin()
    refuse_direct_messages(room, room.ann)
    await room.env.advance_time(18 * HOUR + 31 * MINUTE)
    notice = room.messages()[-1]
    assert "I couldn't send your daily list in private" in notice.content
    assert notice.flags.silent


async def test_who_takes_no_list_is_told_so_where_others_play(room: Room) -> None:
    await choose(room, digest="18:30")
    await begin_alone(room)
    await room.env.advance_time(MINUTE)
    await room.begin()
    refuse_direct_messages(room, room.ann)
    await room.env.advance_time(DAY)
    assert room.messages()[-1].content.startswith(f"<@{room.ann.user.id}>, I couldn't send your daily list in private")


async def test_who_chooses_a_later_time_gets_another_list_that_day(room: Room) -> None:
    await choose(room, digest="6")
    await room.begin()
    await room.env.advance_time(6 * HOUR + MINUTE)
    assert len(lists(room.ann)) == 1
    await choose(room, digest="18:30")
    await room.env.advance_time(12 * HOUR + 30 * MINUTE)
    assert len(lists(room.ann)) == 2


async def test_while_discord_is_away_a_list_waits(room: Room) -> None:
    await choose(room, digest="18:30")
    await room.begin()
    room.env.inject_error("POST", f"/channels/{room.ann.user.dm_channel.id}/messages", status=503, code=0, times=5)
    await room.env.advance_time(18 * HOUR + 31 * MINUTE)
    assert lists(room.ann) == []
    await room.env.advance_time(2 * HOUR)
    assert len(lists(room.ann)) == 1


async def test_a_list_that_cannot_be_sent_holds_up_nobody_elses(room: Room) -> None:
    bob = Person(room.bob.user.id, "Bob")
    digest = Digest(18 * 60 + 4, room.env.now())
    await room.bot.host.people.choose_preferences(bob, digest=digest)
    await choose(room, digest="18:00")
    await room.begin()
    await room.play_on(1)
    await room.begin(2)  # another game, where Ann is to move
    room.env.inject_error("POST", f"/channels/{room.ann.user.dm_channel.id}/messages", status=400, code=0, times=99)
    await room.env.advance_time(18 * HOUR + 5 * MINUTE)
    assert lists(room.ann) == []
    assert len(lists(room.bob)) == 1


async def test_where_the_first_message_does_not_arrive_no_list_is_chosen(room: Room) -> None:
    refuse_direct_messages(room, room.ann)
    assert "I can't write to you" in await choose(room, digest="18:30")
    assert chosen(room).digest is None


@pytest.mark.parametrize("text", ["25:00", "noon", "18:75", "7-9"])
async def test_a_time_that_is_none_is_refused(room: Room, text: str) -> None:
    assert "Try `18:30`." in await choose(room, digest=text)
    assert chosen(room) == Preferences()


async def test_a_list_is_given_up_by_an_empty_field(room: Room) -> None:
    await choose(room, digest="18:30")
    assert "- I ping you at the table only" in await choose(room)
    await room.begin()
    assert room.sent()[-1]["allowed_mentions"]["users"] == [room.ann.user.id]


async def test_where_no_conversation_may_begin_the_list_waits(room: Room) -> None:
    ann, digest = Person(room.ann.user.id, "Ann"), Digest(18 * 60 + 30, room.env.now())
    await room.bot.host.people.choose_preferences(ann, digest=digest)
    await room.begin()
    await room.restart()
    room.env.inject_error("POST", "/users/@me/channels", status=400, code=40003, times=1)
    await room.env.advance_time(18 * HOUR + 31 * MINUTE)
    assert lists(room.ann) == []
    assert chosen(room).digest is not None
    await room.env.advance_time(DISCORD_LIMITS.dm_pause.total_seconds() + 1300)
    assert len(lists(room.ann)) == 1
