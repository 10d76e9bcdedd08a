"""What everybody else has of a game that somebody plays alone: nothing."""

from dataclasses import replace

import pytest

from host.errors import NoSuchTableError
from host.model.controllers import Person
from host.model.table import FinishedTable, Status
from host.model.table_options import NO_OPTIONS
from screens.custom_ids import BeginPrivateGameId
from screens.text.markup import command_mention
from tests.cogs.admin_commands import end_game, manager, open_game, shown
from tests.cogs.private_games import Alone, begin_alone, practise_in_channel
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, first_turn, labels, near_the_end, words
from tests.cogs.typed_words import old_button
from tests.fixtures import forgery

pytestmark = ON_SIMCORD


@pytest.mark.slow
async def test_ten_people_play_alone_and_the_channel_has_not_one_message(room: Room) -> None:
    people = [*room.people, *(room.guild.add_member(room.env.create_user(f"p{one}")) for one in range(5))]
    games = [await begin_alone(room, one, number=number) for number, one in enumerate(people, 1)]
    room.people = people
    for _ in range(4):
        for game in games:
            await game.take_turn()
        await room.env.advance_time(COMPUTER_PAUSE)
    assert [room.table(game.number).state.turn for game in games] == [8] * 10
    assert all(game.labels == ["Place", "Board", "Tiles left", "Hint", "Undo"] for game in games)
    assert room.messages() == []
    assert [one for one in room.env.http_requests if "/pins" in one.path or "/threads" in one.path] == []
    assert room.sent() == []


async def test_nobody_else_finds_the_game(room: Room) -> None:
    game = await begin_alone(room)
    await game.take_turn()
    assert await words(room.bob.slash(room.channel, "games", scope="here")) == (
        f"Nobody's playing here. Open a table with {command_mention('join')}."
    )
    for command in ("board", "follow", "replay", "log", "tiles", "rules"):
        said = await words(room.bob.slash(room.channel, command, game="#1"))
        assert said == f"I can't see a game #1 here. Find yours with {command_mention('games')}."
        assert await room.bob.autocomplete(room.channel, command, "game", "1") == []
    assert "#1" not in await words(room.bob.slash(room.channel, "board"))
    joined = await words(room.bob.slash(room.channel, "join"))
    assert "#1" not in joined
    assert "Take seat" not in joined
    own = await room.ann.autocomplete(room.channel, "board", "game", "")
    assert [one["value"] for one in own] == ["#1"]
    room.table()


async def test_nobody_else_finds_a_game_that_is_over(room: Room) -> None:
    await begin_alone(room)
    await room.bot.host.turns.resign(1, room.table().humans[0])
    assert "#1" not in await words(room.bob.slash(room.channel, "board"))
    assert "I can't see a game #1" in await words(room.bob.slash(room.channel, "replay", game="#1"))
    assert await room.bob.autocomplete(room.channel, "log", "game", "") == []
    assert await room.bob.autocomplete(room.channel, "log", "game", "1") == []
    assert [one["value"] for one in await room.ann.autocomplete(room.channel, "log", "game", "")] == ["#1"]
    replayed = await room.ann.slash(room.channel, "replay", game="#1")
    assert replayed.response is not None
    assert replayed.response.attachments
    await room.record()


async def test_a_turn_written_in_the_channel_shows_nothing_of_the_game(room: Room) -> None:
    await begin_alone(room)
    turn = first_turn(room.state())
    await room.ann.send(room.channel, f"<@{room.env.backend.bot_user.id}> {turn}")
    said = [one.content for one in room.messages() if one.author.bot]
    assert said == [f"Game #1 is private. Play it with {command_mention('place')} or {command_mention('play')}."]
    assert room.state().turn == 0
    await room.ann.user.send_dm(turn)
    assert room.state().turn == 1


async def test_a_turn_written_in_the_channel_is_for_the_public_game(room: Room) -> None:
    await room.begin()
    await begin_alone(room, number=2)
    await room.ann.send(room.channel, f"<@{room.env.backend.bot_user.id}> {first_turn(room.state(1))}")
    assert (room.state(1).turn, room.state(2).turn) == (1, 0)


async def test_managers_can_end_it_but_seat_nobody_there(room: Room) -> None:
    await begin_alone(room)
    host, ann = room.bot.host, room.table().humans[0]
    with pytest.raises(NoSuchTableError):
        await host.administration.reseat(room.guild.id, ann, 1, 1, Person(room.bob.user.id, "Bob"))
    assert [one.number for one in host.administration.tables(room.guild.id)] == [1]


async def test_a_manager_ends_it_from_the_list(room: Room) -> None:
    game, max_ = await begin_alone(room), manager(room)
    page = shown(await open_game(max_, room.channel, "#1"))
    assert "Log as a file" not in str(page.components)
    assert "Post again" not in str(page.components)
    assert "carc:admin-seats:1" not in str(page.components)
    assert "Carcassonne #1" in (await end_game(max_, room.channel))[0]
    assert "Carcassonne #1 is over." in game.text
    assert "I can't see a game #1" in (await end_game(max_, room.channel))[0]
    assert room.messages() == []


async def test_a_manager_ends_it_and_nothing_is_said_in_the_channel(room: Room) -> None:
    game = await begin_alone(room)
    table = room.table()
    await room.bot.host.administration.end(room.guild.id, table.humans[0], 1)
    await room.bot.outbox.publish_missed(1)
    over = await room.bot.host.tables.load(1)
    assert isinstance(over, FinishedTable)
    assert over.status is Status.ENDED
    assert "Carcassonne #1 is over." in game.text
    assert room.messages() == []


@pytest.mark.parametrize("is_alive", [True, False])
async def test_a_lost_turn_is_said_to_the_player_alone(room: Room, *, is_alive: bool) -> None:
    game = await begin_alone(room)
    if not is_alive:
        await room.restart()
    table = room.table()
    state = table.state.copy()
    state.turn += 1
    lost = replace(table, ply=table.ply + 3, state=state)
    assert await room.bot.host.changes_elsewhere.store_loss(lost)
    [(notification, _)] = await room.bot.host.notifications.of_game(1)
    await room.bot.outbox.notify(notification)
    said = "The server lost what was played last in game #1; it's your turn again."
    if not is_alive:
        assert said not in game.text
        shown = await room.ann.slash(room.channel, "play")
        assert shown.response is not None
        game = Alone(room, room.ann, shown.response)
        await game.press("Go to #1")
    assert game.text.splitlines()[0] == said
    await game.take_turn()
    assert said not in game.text
    assert room.messages() == []


async def test_a_public_game_of_an_earlier_version_plays_on_in_the_channel(room: Room) -> None:
    await practise_in_channel(room)
    await room.restart()
    await room.play_on(2)
    assert len([one for one in room.messages() if one.attachments]) == 3
    assert not room.table().is_private


async def test_at_the_end_the_last_picture_can_be_shown_to_everybody(room: Room) -> None:
    game = await begin_alone(room)
    await room.fast_forward(until=lambda state: near_the_end(state) and state.seat == 0)  # nobody wakes the computer
    while room.bot.host.tables.running_summary(1):
        if room.table().computer_to_move:
            await game.let_computer_play()
        else:
            played = await room.play(first_turn(room.state()))
            game = Alone(room, room.ann, played.response)
    assert "Carcassonne #1 is over." in game.text
    assert game.labels == ["Rematch", "Other level", "Review", "Replay", "Share", "Show it here"]
    assert room.messages() == []
    told = await game.press("Show it here")
    assert [one.content for one in told.followups] == ["Done: everyone here can see it."]
    [shown] = room.messages()
    assert shown.content.startswith("Ann played alone: Carcassonne #1 is over.")
    assert len(shown.attachments) == 1
    assert not shown.components
    begun = await game.press("Rematch")
    [again] = begun.followups
    assert "Ann against 🤖 Club." in again.content
    assert room.table(2).is_private
    assert len(room.messages()) == 1
    twice = await game.press("Rematch")
    assert "Carcassonne #2" in twice.followups[-1].content


@pytest.mark.parametrize("action", ["private", "private-share"])
async def test_no_forged_button_makes_a_game_in_a_channel_private(room: Room, action: str) -> None:
    await room.begin()
    forged = old_button(room, f"carc:{action}:1")
    pressed = await room.bob.click(forged, custom_id=f"carc:{action}:1")
    assert pressed.followups[-1].content.startswith("This button, menu or form is out of date.")
    assert not room.bot.outbox.private.is_alive(1)


async def test_no_forged_button_shows_the_game_that_somebody_else_has_begun_in_that_message(room: Room) -> None:
    game, backend, channel = await begin_alone(room), room.env.backend, room.channel.id
    button = str(BeginPrivateGameId(options=NO_OPTIONS, level=2))
    message = backend.get_message(channel, game.message.id)
    message.components = forgery.posted(backend, channel, button).components
    record, event = forgery.component(backend, room.bob.user.id, button, message, channel)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert record.user_id == room.bob.user.id
    assert "Bob against 🤖 Club" in backend.get_message(channel, record.message_id or 0).content


async def test_nobody_can_be_invited_to_a_game_that_nobody_else_sees(room: Room) -> None:
    await begin_alone(room)
    asked = (await room.ann.slash(room.channel, "resign")).response
    assert asked is not None
    assert labels(asked) == ["Resign", "End game"]
    assert "Invite" not in asked.content
