"""What managers are asked and told: ending games, seats that change hands, channels that are gone."""

import discord
import simcord

from tests.cogs.admin_commands import allow_channel, game_press, give_seat, manager, open_game, shown
from tests.cogs.deadlines import boards
from tests.cogs.private_games import practise_in_channel
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.fixtures import forgery

pytestmark = ON_SIMCORD


async def test_a_game_is_ended_after_a_question(room: Room) -> None:
    await room.begin()
    max_ = manager(room)
    question = shown(await game_press(max_, room.channel, "End game"))
    assert question.content == "End Carcassonne #1 without scoring? You can't undo this."
    assert room.table().ply == 1
    await room.restart()
    done = await max_.click(question, label="End it")
    assert done.response is not None
    assert done.response.content == "You ended Carcassonne #1."
    assert room.bot.host.tables.cached(1) is None
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over.")
    assert "End game" not in labels(shown(await open_game(max_, room.channel, "#1")))


async def test_who_may_not_manage_ends_nothing_by_a_forged_button(room: Room) -> None:
    await room.begin()
    backend, channel = room.env.backend, room.channel.id
    message = forgery.posted(backend, channel, "carc:admin-end:1")
    record, event = forgery.component(backend, room.ann.user.id, "carc:admin-end:1", message, channel)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    told = [backend.get_message(channel, one).content for one in record.followup_ids]
    assert told == ["Only this server's managers can do that."]
    assert room.table().ply == 1


async def test_a_manager_elsewhere_ends_nothing_by_a_forged_button(room: Room) -> None:
    await room.begin()
    guild = room.env.create_guild("H")
    managers = guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    channel = guild.create_text_channel("other").id
    ann = guild.add_member(room.ann.user, roles=[managers])
    backend = room.env.backend
    message = forgery.posted(backend, channel, "carc:admin-end:1")
    record, event = forgery.component(backend, ann.user.id, "carc:admin-end:1", message, channel)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    [told] = [backend.get_message(channel, one).content for one in record.followup_ids]
    assert "#1" in told
    assert room.table().ply == 1


async def test_a_seat_given_away_is_not_taken_back_by_its_new_player(room: Room) -> None:
    await room.begin(takeback=60)
    await room.play("M12 180 knight S")
    assert room.table().pending
    said = await give_seat(manager(room), room.channel, 1, room.eve)
    assert said == "Eve has the seat now."
    assert room.table().pending is None
    assert [seat.name for seat in room.table().seats] == ["Eve", "Bob"]
    assert room.to_move() is room.bob
    board = [one for one in room.messages() if one.attachments][-1]
    assert "take" not in " ".join(labels(board)).casefold()
    told = await words(room.eve.slash(room.channel, "undo"))
    assert "no turn" in told or "haven't" in told, told
    await room.play_on(1)


async def test_another_seat_given_away_leaves_the_time_to_take_back(room: Room) -> None:
    await room.begin(takeback=60)
    await room.play("M12 180 knight S")
    await give_seat(manager(room), room.channel, 2, room.eve)
    assert room.table().pending
    assert room.table().can_take_back(room.ann.user.id)


async def test_a_practice_game_given_away_has_the_new_name(room: Room) -> None:
    await practise_in_channel(room)
    board = room.messages()[-1]
    assert "Ann" in board.content
    await give_seat(manager(room), room.channel, 1, room.eve)
    await room.env.settle()
    [shown] = [one for one in room.messages() if one.id == board.id]
    head, opening, *_ = shown.content.splitlines()
    assert head.startswith("**Eve (1)**")
    assert opening == "The practice game begins! First Ann (1), then Ann (2).", "the past stays what it was"
    assert [one.name for one in room.bot.host.tables.of_person(room.eve.user.id)[0].people] == ["Eve"]


async def test_a_name_that_was_not_shown_before_a_stop_is_shown_afterwards(room: Room) -> None:
    await room.begin()
    room.env.inject_error("PATCH", f"/channels/{room.channel.id}/messages/*", status=500, code=0, times=3)
    await give_seat(manager(room), room.channel, 2, room.eve)
    await room.restart()
    await room.env.advance_time(61)
    board = next(one for one in room.messages() if one.attachments)
    assert "First Ann, then Bob." in board.content, "the past stays what it was"
    assert "🔵 Eve 0" in board.content


async def only_channel(room: Room) -> simcord.ChannelHandle:
    """Let tables be opened in the room's channel only; return another channel, the one for Discord's own notices."""
    other = room.guild.create_text_channel("general")
    await allow_channel(manager(room), room.channel)
    return other


def notices(channel: simcord.ChannelHandle) -> list[str]:
    return [one.content for one in channel.history() if "the last channel" in one.content.casefold()]


async def test_when_the_only_channel_is_deleted_managers_are_told_once(room: Room) -> None:
    other = await only_channel(room)
    room.env.backend.get_guild(room.guild.id).system_channel_id = other.id
    await room.restart()
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    [told] = notices(other)
    assert "The last channel for Carcassonne tables was deleted." in told
    room.channel = other
    for _ in range(2):
        await room.restart()
    assert notices(other) == [told]


async def test_who_owns_the_server_is_told_in_private_even_after_a_stop(room: Room) -> None:
    await only_channel(room)
    room.env.backend.get_guild(room.guild.id).owner_id = room.eve.user.id
    await room.bot.close()
    room.env.backend.delete_channel(room.channel.id)
    for _ in range(2):
        await room.restart()
    [told] = [one.content for one in room.eve.user.dm_channel.history()]
    assert told.startswith("**G**: the last channel for Carcassonne tables was deleted.")


async def test_while_another_channel_is_left_nobody_is_told(room: Room) -> None:
    other = await only_channel(room)
    await allow_channel(manager(room), room.channel, other)
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert notices(other) == []


async def test_the_picture_of_the_turn_names_who_has_got_the_seat(room: Room) -> None:
    """Text, picture and description of a message name the same player."""
    await room.begin()
    before = boards(room)[-1]
    assert "Ann" in (before.attachments[0].description or "")
    await give_seat(manager(room), room.channel, 1, room.eve)
    await room.env.advance_time(60)
    board = next(one for one in boards(room) if one.id == before.id)
    assert board.content.startswith("**Eve**'s turn")
    assert "Eve" in (board.attachments[0].description or "")
    assert "Ann" not in (board.attachments[0].description or "")
