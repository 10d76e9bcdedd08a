"""Turns that are sent in private to those who asked for it, and played there."""

from datetime import timedelta

import discord
import pytest
import simcord

from host.model.controllers import Computer, Person
from host.model.preferences import DmPreference, QuietHours
from tests.cogs.direct_messages import OFF, ON, ask_for_direct_messages, private_boards, refuse_direct_messages
from tests.cogs.room import ON_SIMCORD, Room, board_link, first_turn, near_the_end, words

pytestmark = ON_SIMCORD

DAY = 24 * 3600


async def test_nobody_gets_direct_messages_unasked(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    paths = [one.path for one in room.env.http_requests if one.method == "POST"]
    assert "/users/@me/channels" not in paths


async def test_a_direct_message_is_the_turn_with_picture_words_and_buttons(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin()
    public = room.messages()[-1]
    [private] = private_boards(room.ann)
    assert private.content.startswith(public.content.replace(f" · <@{room.ann.user.id}>", "")), "the rest is the same"
    assert private.content.splitlines()[-1] == (f"-# Table: <#{room.channel.id}> · or type `#1 M14 90 -`")
    assert private.attachments[0].description == public.attachments[0].description
    assert _custom_ids(private)
    assert _custom_ids(private) == _custom_ids(public)


def _custom_ids(message: discord.Message) -> list[str | None]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [button.custom_id for row in rows for button in row.children if isinstance(button, discord.Button)]


async def test_in_quiet_hours_direct_messages_make_no_sound(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    ann = Person(room.ann.user.id, "Ann")
    await room.bot.host.people.choose_preferences(ann, quiet_hours=QuietHours(22 * 60, 7 * 60))
    await room.begin()
    await room.play_on(1)
    assert private_boards(room.ann)[-1].flags.silent
    assert not private_boards(room.bob)[-1].flags.silent


async def test_after_a_restart_direct_messages_still_speak_the_language_that_was_chosen(room: Room) -> None:
    await ask_for_direct_messages(room, room.bob)
    await room.begin()
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), language="de")
    await room.restart()
    await room.play_on(1)
    assert private_boards(room.bob)[-1].content.startswith("**Bob** ist dran")


@pytest.mark.parametrize(("keeps_messages", "openings"), [(True, 1), (False, 2)])
async def test_a_channel_is_opened_once_while_it_lasts(room: Room, keeps_messages: bool, openings: int) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin()
    await room.restart(keeps_messages=keeps_messages)
    await room.play_on(2)
    assert len(private_boards(room.ann)) >= 2
    assert [one.path for one in room.env.http_requests].count("/users/@me/channels") == openings


async def test_a_whole_game_in_direct_messages(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    await room.begin(edition="classic")
    turns = 0
    while room.bot.host.tables.cached(1):
        if turns == 6:
            await room.fast_forward(until=near_the_end)
            await room.play_on(1)
        mover, seat = room.to_move(), room.table().to_move
        assert seat is not None
        assert private_boards(mover)[-1].content.startswith(f"**{seat.name}**'s turn")
        await mover.user.send_dm(first_turn(room.state()))
        turns += 1
    assert turns > 8
    for one in (room.ann, room.bob):
        assert private_boards(one)[-1].content.startswith("Carcassonne #1 is over. ")
    assert len(private_boards(room.ann)) + len(private_boards(room.bob)) == turns + 1 + 2
    assert len([one for one in room.messages() if one.attachments]) == turns + 1 + 1


async def test_a_turn_with_the_buttons_of_a_direct_message(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin()
    picked = await room.ann.user.click(private_boards(room.ann)[-1], label="Place")
    assert picked.response is not None
    assert room.table().ply == 1


async def test_a_command_in_private_plays_the_turn(room: Room) -> None:
    await room.begin()
    line = await words(room.ann.user.slash("place", at="M14", rotation=180, follower="-"))
    assert line == f"You placed tile D at M14 (180°). {board_link(room)}"


async def test_direct_messages_can_be_stopped(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    shown = await room.ann.slash(room.channel, "settings")
    assert shown.response is not None
    assert "- I send you your turns in private too" in shown.response.content
    await room.ann.click(shown.response, label=OFF)
    await room.begin()
    assert private_boards(room.ann) == []


async def test_direct_messages_are_tried_out_before_they_are_promised(room: Room) -> None:
    await room.ann.user.send_dm("hello")
    refuse_direct_messages(room, room.ann)
    shown = await room.ann.slash(room.channel, "settings")
    assert shown.response is not None
    pressed = await room.ann.click(shown.response, label=ON)
    assert pressed.response is not None
    assert "I can't write to you. Allow direct messages in this server's privacy settings" in pressed.response.content
    assert await room.bot.host.people.dm_preference(room.ann.user.id) is DmPreference.OFF


async def test_a_first_message_to_somebody_new_is_counted_and_its_channel_kept(room: Room) -> None:
    await ask_for_direct_messages(room, room.eve)
    channel = room.eve.user.dm_channel.id
    await room.restart()
    assert room.bot.host.people.dm_channel(room.eve.user.id) == channel
    assert len(await room.bot.host.people.dm_openings(room.env.now() - timedelta(hours=1))) == 1


async def test_where_no_conversation_may_begin_they_are_on_and_come_later(room: Room) -> None:
    room.env.inject_error("POST", "/users/@me/channels", status=400, code=40003, times=1)
    shown = await room.eve.slash(room.channel, "settings")
    assert shown.response is not None
    pressed = await room.eve.click(shown.response, label=ON)
    assert pressed.response is not None
    assert pressed.response.content.endswith(
        "It's on, but I can't write to you in private right now, because Discord limits how often I can. "
        "My first message will come later."
    )
    assert await room.bot.host.people.dm_preference(room.eve.user.id) is DmPreference.ON


async def test_direct_messages_that_come_back_are_told_of_once_and_stop(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    refuse_direct_messages(room, room.bob)
    await room.begin()
    await room.play("M14 180 -")
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
    assert [one.display_name for one in room.messages()[-1].mentions] == ["Bob"]
    turn = first_turn(room.state()).split(maxsplit=2)
    played = await room.bob.slash(room.channel, "place", at=turn[0], rotation=int(turn[1]), follower=turn[2])
    assert [one.content.partition(".")[0] for one in played.followups] == [
        "I couldn't write to you in private, so I stopped"
    ]
    tries = len(_tries(room, room.bob))
    await room.play_on(2)
    assert len(_tries(room, room.bob)) == tries
    assert await room.bot.host.people.dm_preference(room.bob.user.id) is DmPreference.OFF


def _tries(room: Room, who: simcord.MemberActor) -> list[object]:
    path = f"/channels/{who.user.dm_channel.id}/messages"
    return [one for one in room.env.http_requests if (one.method, one.path) == ("POST", path)]


async def test_no_direct_message_twice_after_a_restart(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann)
    await room.begin()
    assert len(private_boards(room.ann)) == 1
    await room.restart()
    await room.env.advance_time(1300)
    assert len(private_boards(room.ann)) == 1
    assert await room.bot.host.people.dm_preference(room.ann.user.id) is DmPreference.ON


async def test_a_direct_message_that_discord_refuses_in_passing_comes_later(room: Room) -> None:
    await ask_for_direct_messages(room, room.bob)
    await room.begin()
    path = f"/channels/{room.bob.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=503, code=0, times=1)
    await room.play_on(1)
    assert private_boards(room.bob) == []
    await room.env.advance_time(61)
    assert len(private_boards(room.bob)) == 1
    await room.env.advance_time(DAY)
    assert len(private_boards(room.bob)) == 1


async def test_a_direct_message_that_comes_later_names_nobody_who_was_deleted_meanwhile(room: Room) -> None:
    """Not even if somebody else has their seat by then."""
    await ask_for_direct_messages(room, room.bob)
    await room.begin(3)
    path = f"/channels/{room.bob.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=503, code=0, times=1)
    await room.play_on(1)
    assert private_boards(room.bob) == []
    await room.bot.host.seats.leave_to_computer(1, Person(room.ann.user.id, "Ann"), Computer(2))
    await room.bot.host.privacy.delete(room.ann.user.id)
    await room.env.advance_time(61)
    [told] = private_boards(room.bob)
    assert "\n? placed tile " in told.content
    assert "Ann" not in told.content


async def test_a_direct_message_that_comes_later_does_not_go_to_who_has_the_seat_no_more(room: Room) -> None:
    await ask_for_direct_messages(room, room.bob)
    await room.begin()
    path = f"/channels/{room.bob.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=503, code=0, times=1)
    await room.play_on(1)
    ann, eve = Person(room.ann.user.id, "Ann"), Person(room.eve.user.id, "Eve")
    await room.bot.host.administration.reseat(room.guild.id, ann, 1, 1, eve)
    await room.env.advance_time(61)
    assert private_boards(room.bob) == []


async def test_a_direct_message_about_a_turn_that_is_over_does_not_come_later(room: Room) -> None:
    await ask_for_direct_messages(room, room.bob)
    await room.begin()
    path = f"/channels/{room.bob.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=503, code=0, times=1)
    await room.play_on(2)
    await room.env.advance_time(DAY)
    assert private_boards(room.bob) == []
