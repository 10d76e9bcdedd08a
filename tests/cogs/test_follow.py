"""`/follow` sends people who don't play a game's end, or each round, in private."""

import pytest
import simcord

from cogs.delivery.budgets import DISCORD_LIMITS
from host.model.controllers import Person
from host.model.follows import MOST_FOLLOWED, Follow, Followed
from host.model.preferences import QuietHours
from tests.cogs.admin_commands import end_game, give_seat, manager
from tests.cogs.direct_messages import private_boards, refuse_direct_messages
from tests.cogs.room import ON_SIMCORD, Room, near_the_end, words

pytestmark = ON_SIMCORD


async def follow(room: Room, who: simcord.MemberActor | None = None, **options: str) -> str:
    return await words((who or room.eve).slash(room.channel, "follow", **options))


def private_texts(who: simcord.MemberActor) -> list[str]:
    return [one.content for one in who.user.dm_channel.history()]


async def test_a_watcher_gets_the_end_with_a_picture_and_a_link(room: Room) -> None:
    await room.begin()
    said = await follow(room)
    assert said.startswith("I'll tell you in private how Carcassonne #1 ends.")
    assert private_texts(room.eve) == ["You're following Carcassonne #1. I'll write to you here."]
    await room.play_on(4)
    assert private_boards(room.eve) == []
    await room.restart()
    await room.fast_forward(until=near_the_end)
    await room.play_on(100)
    [end] = private_boards(room.eve)
    assert end.content.startswith("Carcassonne #1 is over.")
    assert room.messages()[-1].jump_url in end.content
    assert end.mentions == []
    for _ in range(2):
        await room.restart()
    assert len(private_boards(room.eve)) == 1
    assert room.bot.host.follows.games == []


async def test_a_watcher_gets_each_round_once(room: Room) -> None:
    await room.begin(3)
    said = await follow(room, what="round")
    assert said.startswith("I'll show you Carcassonne #1 in private after each round.")
    await room.play_on(2)
    assert private_boards(room.eve) == []
    await room.play_on(1)
    [shown] = private_boards(room.eve)
    assert shown.content.startswith("**Carcassonne #1** · ")
    assert shown.content.endswith("`what:nothing` stops it.")
    await room.restart()
    await room.play_on(2)
    assert len(private_boards(room.eve)) == 1
    await room.play_on(4)
    assert len(private_boards(room.eve)) == 3
    await end_game(manager(room), room.channel)
    assert "is over" in private_boards(room.eve)[-1].content
    assert len(private_boards(room.eve)) == 4


async def test_a_round_is_shown_only_when_its_last_turn_stays(room: Room) -> None:
    await room.begin(takeback=60)
    await follow(room, what="round")
    await room.play("M12 180 knight S")
    await room.env.advance_time(61)
    turn = room.state().turn
    mover = room.to_move()
    cell = (await mover.autocomplete(room.channel, "place", "at", ""))[0]["value"]
    rotation = (await mover.autocomplete(room.channel, "place", "rotation", "", at=cell))[0]["value"]
    await mover.slash(room.channel, "place", at=cell, rotation=rotation, follower="-")
    assert room.table().pending
    assert private_boards(room.eve) == []
    await room.env.advance_time(61)
    assert room.state().turn == turn + 1
    assert len(private_boards(room.eve)) == 1


async def test_what_was_due_at_a_stop_is_sent_at_the_start(room: Room) -> None:
    await room.begin()
    await follow(room)
    await room.bot.host.administration.end(room.guild.id, Person(room.ann.user.id, "Ann"), 1)
    assert private_boards(room.eve) == []
    await room.restart()
    assert len(private_boards(room.eve)) == 1


async def test_following_is_stopped(room: Room) -> None:
    await room.begin()
    await follow(room, what="round")
    assert await follow(room, what="nothing", game="#1") == "You're no longer following #1."
    assert await follow(room, what="nothing") == "You weren't following, so there's nothing to stop."
    await room.play_on(4)
    assert private_boards(room.eve) == []


async def test_who_has_left_the_server_is_sent_nothing_more(room: Room) -> None:
    await room.begin()
    await follow(room, what="round")
    room.guild.remove_member(room.eve)
    await room.play_on(2)
    assert private_boards(room.eve) == []
    assert room.bot.host.follows.games == []


async def test_who_may_not_see_a_game_cannot_follow_it(room: Room) -> None:
    await room.begin()
    user = room.env.create_user("mallory", global_name="Mallory")
    other = room.env.create_guild("Other")
    channel = other.create_text_channel("elsewhere")
    mallory = other.add_member(user)
    said = await words(mallory.slash(channel, "follow", game="#1"))
    assert said.startswith("I can't see a game #1 here.")
    assert room.bot.host.follows.games == []


async def test_who_takes_no_direct_messages_is_told_at_once(room: Room) -> None:
    await room.begin()
    refuse_direct_messages(room, room.eve)
    assert (await follow(room)).startswith("I can't write to you.")
    assert room.bot.host.follows.games == []


async def test_who_takes_none_later_is_followed_no_more(room: Room) -> None:
    await room.begin()
    await follow(room, what="round")
    refuse_direct_messages(room, room.eve)
    await room.play_on(2)
    assert room.bot.host.follows.games == []


@pytest.mark.parametrize("status", [503, 500])
async def test_while_discord_is_away_a_message_waits(room: Room, status: int) -> None:
    await room.begin()
    await follow(room, what="round")
    room.env.inject_error("POST", f"/channels/{room.eve.user.dm_channel.id}/messages", status=status, code=0, times=5)
    await room.play_on(2)
    assert private_boards(room.eve) == []
    await room.env.advance_time(3600)
    assert len(private_boards(room.eve)) == 1


async def test_what_fails_again_and_again_is_tried_once_at_a_time(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.begin()
    await follow(room, what="round")
    room.env.inject_error("POST", f"/channels/{room.eve.user.dm_channel.id}/messages", status=400, code=0, times=99)
    for _ in range(3):
        await room.play_on(2)
        await room.env.advance_time(60)
    for _ in range(2):
        caplog.clear()
        await room.env.advance_time(601)
        assert caplog.text.count("watchers: not done") <= 1


async def test_where_no_conversation_may_begin_the_message_waits(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", "/users/@me/channels", status=400, code=40003, times=1)
    assert (await follow(room, what="round")).startswith("I'll show you")
    await room.play_on(2)
    assert private_boards(room.eve) == []
    await room.env.advance_time(DISCORD_LIMITS.dm_pause.total_seconds() + 1300)
    assert len(private_boards(room.eve)) == 1


async def test_a_person_follows_only_so_many_games(room: Room) -> None:
    await room.begin()
    follows, eve = room.bot.host.follows, room.eve.user.id
    for number in range(2, 2 + MOST_FOLLOWED):
        follows._follows[eve, number] = Follow(eve, number, Followed.END, 0)
    said = await follow(room)
    assert said.startswith(f"You're following {MOST_FOLLOWED} games already: #2, #3")
    assert not follows.of_game(1)


async def test_deleting_oneself_ends_following(room: Room) -> None:
    await room.begin()
    await follow(room)
    assert (await room.bot.host.privacy.export(room.eve.user.id))["follows"][0]["game"] == 1
    await room.bot.host.privacy.delete(room.eve.user.id)
    assert room.bot.host.follows.games == []
    await room.restart()
    assert room.bot.host.follows.games == []


async def test_a_watcher_with_a_daily_list_or_quiet_hours_hears_nothing(room: Room) -> None:
    await room.bot.host.people.choose_preferences(Person(room.eve.user.id, "Eve"), quiet_hours=QuietHours(0, 1439))
    await room.begin()
    await follow(room, what="round")
    await room.play_on(2)
    [shown] = private_boards(room.eve)
    assert shown.flags.silent


async def test_who_plays_a_game_follows_it_no_more(room: Room) -> None:
    await room.begin()
    await follow(room, what="round")
    await give_seat(manager(room), room.channel, 2, room.eve)
    await room.play_on(4)
    assert private_boards(room.eve) == []
    assert room.bot.host.follows.games == []
