"""Games in threads of their own."""

import discord
import pytest
import simcord

from cogs.delivery.errors import NotAnnouncedError
from host.errors import DatabaseAwayError
from host.model.clock import VoteChoice
from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome
from host.model.preferences import Digest, QuietHours
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import DAY, outcomes
from tests.cogs.room import ON_SIMCORD, Room, first_turn, near_the_end

pytestmark = ON_SIMCORD


def thread_of(room: Room) -> simcord.ChannelHandle:
    """The only thread of the channel."""
    [thread] = room.channel.threads
    return thread


def boards(where: simcord.ChannelHandle) -> list[discord.Message]:
    return [one for one in where.history() if one.attachments]


async def test_a_whole_game_in_a_thread(room: Room) -> None:
    await room.begin(edition="classic", thread=True)
    thread = thread_of(room)
    assert thread.name == "Carcassonne #1: Ann, Bob"
    opening = next(one for one in thread.history() if one.content)
    assert opening.content == f"This is the thread for game #1: <@{room.ann.user.id}> and <@{room.bob.user.id}>."
    assert {one.display_name for one in opening.mentions} == {"Ann", "Bob"}
    turns = 0
    while room.bot.host.tables.cached(1):
        if room.state().turn == 6:
            await room.fast_forward(until=near_the_end)
        turn = room.state().turn
        place, rotation, follower = first_turn(room.state()).split(maxsplit=2)
        await room.to_move().slash(thread, "place", at=place, rotation=int(rotation), follower=follower)
        turns += 1
        table = room.bot.host.tables.cached(1)
        assert table is None or room.state().turn == turn + 1
    assert len(boards(thread)) == turns + 1 > 8
    assert boards(room.channel) == []
    assert boards(thread)[-1].content.startswith("Carcassonne #1 is over. ")


async def test_it_opens_without_a_sound_where_somebody_sleeps(room: Room) -> None:
    sleeper = Person(room.bob.user.id, "Bob")
    await room.bot.host.people.choose_preferences(sleeper, quiet_hours=QuietHours(0, 23 * 60))
    await room.begin(thread=True)
    [opening, turn, *_] = [one for one in thread_of(room).history() if not one.is_system()]
    assert (opening.flags.silent, turn.flags.silent) == (True, False)


async def test_who_begins_is_pinged_once(room: Room) -> None:
    """By the first turn. The others are pinged when the thread opens."""
    await room.begin(3, thread=True)
    path, begins = f"/channels/{thread_of(room).id}/messages", room.to_move().user.id
    sent = [one.json for one in room.env.http_requests if (one.method, one.path) == ("POST", path) and one.json]
    opening, turn = [set(map(int, one["allowed_mentions"].get("users", ()))) for one in sent]
    assert turn == {begins}
    assert opening == {one.user.id for one in room.people[:3]} - {begins}


async def test_who_begins_and_wants_a_daily_list_learns_of_the_thread(room: Room) -> None:
    await room.bot.host.people.choose_preferences(
        Person(room.ann.user.id, "Ann"), digest=Digest(8 * 60, room.env.now())
    )
    await room.begin(thread=True)
    path = f"/channels/{thread_of(room).id}/messages"
    sent = [one.json for one in room.env.http_requests if (one.method, one.path) == ("POST", path) and one.json]
    pinged = [set(map(int, one["allowed_mentions"].get("users", ()))) for one in sent]
    assert pinged == [{room.ann.user.id, room.bob.user.id}, set()]


async def test_the_thread_is_kept_as_long_as_discord_allows(room: Room) -> None:
    await room.begin(thread=True)
    [request] = [one for one in room.env.http_requests if one.path == f"/channels/{room.channel.id}/threads"]
    assert request.json is not None
    assert request.json["auto_archive_duration"] == 10_080


async def test_commands_in_the_channel_find_the_game_of_the_thread(room: Room) -> None:
    await room.begin(thread=True)
    await room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="-")
    assert [one.content.splitlines()[0][:7] for one in boards(thread_of(room))] == ["**Ann**", "**Bob**"]


async def test_without_the_permission_the_game_stays_in_the_channel(room: Room) -> None:
    no_threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = room.guild.create_text_channel("plain", overwrites={room.guild.default_role: no_threads})
    for one in (room.ann, room.bob):
        await one.slash(channel, "join")
    await room.choose(room.bot.host.tables.of_person(room.ann.user.id)[-1].number, thread=True)
    begun = await room.ann.slash(channel, "start")
    shown = [one for one in (begun.response, *begun.followups) if one]
    assert [one.content for one in shown] == ["I can't open a thread in this channel, so you're playing here."]
    assert channel.threads == []
    assert len(boards(channel)) == 1
    assert not [one for one in room.env.http_requests if one.path.endswith("/threads")]


async def test_a_thread_that_discord_refuses_costs_no_game(room: Room) -> None:
    room.env.inject_error("POST", f"/channels/{room.channel.id}/threads", status=400, code=160006, times=1)
    await room.begin(thread=True)
    assert len(boards(room.channel)) == 1


async def test_a_game_begun_in_a_thread_stays_there(room: Room) -> None:
    thread = await room.open_thread("ours")
    for one in (room.ann, room.bob):
        await one.slash(thread, "join")
    await room.choose(1, thread=True)
    await room.ann.slash(thread, "start")
    assert len(room.channel.threads) == 1
    assert len(boards(thread)) == 1


async def test_a_game_goes_on_in_an_archived_thread(room: Room) -> None:
    # Discord reopens a thread when somebody writes there; SimCord leaves it archived.
    await room.begin(thread=True)
    await _channel(room).edit(archived=True)
    await room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="-")
    assert len(boards(thread_of(room))) == 2
    assert room.table().venue.parent is not None


async def test_a_deleted_thread_sends_the_game_to_the_channel(room: Room) -> None:
    await room.begin(thread=True)
    await _channel(room).delete()
    await room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="-")
    word, turn = room.messages()[-2:]
    assert word.content == "I can't reach the thread of game #1 any more. The game goes on here."
    assert turn.content.startswith("**Bob**'s turn")
    assert room.table().venue.parent is None
    await room.play_on(1)
    assert len([one for one in room.messages() if "the thread of game" in one.content]) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 50083), (400, 160005)])
async def test_a_closed_thread_is_tried_once(room: Room, status: int, code: int) -> None:
    await room.begin(thread=True)
    path = f"/channels/{thread_of(room).id}/messages"
    room.env.inject_error("POST", path, status=status, code=code, times=None)
    before = len(room.env.http_requests)
    await room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="-")
    await room.play_on(2)
    tries = [one for one in room.env.http_requests[before:] if (one.method, one.path) == ("POST", path)]
    assert len(tries) == 1
    assert len(boards(room.channel)) == 3


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (400, 50083), (400, 160005)])
async def test_whose_time_goes_by_in_a_closed_thread_is_told_in_private(room: Room, status: int, code: int) -> None:
    await room.begin(thread=True, pace="24h")
    path = f"/channels/{thread_of(room).id}/messages"
    room.env.inject_error("POST", path, status=status, code=code, times=None)
    await room.env.advance_time(DAY + 1)
    assert [outcome for _, outcome in await outcomes(room)] == [DeliveryOutcome.PRIVATE] * 3
    [_half, nearly] = room.ann.user.dm_channel.history()
    assert f"<@{room.ann.user.id}> Your turn in Carcassonne #1 is due" in nearly.content
    [asked] = room.bob.user.dm_channel.history()
    await room.bob.user.click(asked, label=VOTE_LABELS[VoteChoice.SKIP])
    assert room.to_move() is room.bob


async def test_the_game_is_still_in_its_thread_after_a_restart(room: Room) -> None:
    await room.begin(thread=True)
    thread = thread_of(room)
    await room.restart()
    await room.ann.slash(thread, "place", at="M14", rotation=180, follower="-")
    assert len(boards(thread)) == 2


def _channel(room: Room) -> discord.Thread:
    channel = room.bot.get_channel(thread_of(room).id)
    assert isinstance(channel, discord.Thread)
    return channel


@pytest.mark.parametrize("cut_off", ["opening", "venue"])
async def test_a_bot_that_is_stopped_while_it_opens_a_thread_goes_on_with_it(
    room: Room, monkeypatch: pytest.MonkeyPatch, cut_off: str
) -> None:
    """It is stopped before the first message there, or before it is stored where the game is played."""

    async def stop(*_: object, **__: object) -> None:
        raise DatabaseAwayError("the database")

    if cut_off == "opening":
        monkeypatch.setattr(room.bot.poster, "to_table", stop)
    else:
        monkeypatch.setattr(room.bot.host.message_log, "move", stop)
    await room.begin(3, thread=True)
    room.expect(NotAnnouncedError)
    await room.restart()
    texts = [one.content for one in thread_of(room).history() if one.content and not one.is_system()]
    assert [text.startswith("This is the thread for game #1") for text in texts] == [True, False]
    assert room.table().venue.channel == thread_of(room).id
    assert boards(room.channel) == []


async def test_a_thread_of_another_database_is_left_alone(room: Room) -> None:
    earlier = await room.open_thread("Carcassonne #1: Ann, Bob")
    await room.env.advance_time(3_600)
    await room.begin(thread=True)
    assert room.table().venue.channel == room.channel.threads[-1].id != earlier.id


async def test_a_turn_in_a_thread_whose_message_is_deleted_is_shown_again(room: Room) -> None:
    await room.begin(thread=True)
    [turn] = boards(thread_of(room))
    await turn.delete()
    await room.env.settle()
    [again] = boards(thread_of(room))
    assert again.id != turn.id
    assert again.content == turn.content


async def test_the_thread_of_a_game_is_found_whose_player_is_deleted_meanwhile(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stop(*_: object, **__: object) -> None:
        raise DatabaseAwayError("the database")

    monkeypatch.setattr(room.bot.poster, "to_table", stop)
    await room.begin(3, thread=True)
    room.expect(NotAnnouncedError)
    await room.bot.host.people.ask_deletion(Person(room.bob.user.id, "Bob"))
    await room.env.advance_time(1)
    await room.restart()
    texts = [one.content for one in thread_of(room).history() if one.content and not one.is_system()]
    assert texts[0].startswith("This is the thread for game #1")
    assert len(texts) > 1
    assert room.table().venue.channel == thread_of(room).id
