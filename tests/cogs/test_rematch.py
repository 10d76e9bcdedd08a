"""Over is not the end: a rematch of the same people."""

from dataclasses import replace

import pytest

from carcassonne import Colour
from cogs.interaction import beginnings
from cogs.interaction.client import Client
from cogs.lobby import starting
from host.model.clock import TimeoutAction
from host.model.controllers import Computer, Person
from host.model.game import PlayResult
from host.model.preferences import QuietHours
from host.model.table import Status, WaitingTable
from host.model.table_options import SeatOrder, TableOptions
from screens.text.markup import command_mention
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.options_panel import leave
from tests.cogs.private_games import practise_in_channel
from tests.cogs.rematches import (
    finished,
    last_of,
    lobby,
    now,
    play_again,
    post_button,
    private_words,
    resign,
    seat_names,
)
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.fixtures import forgery

pytestmark = ON_SIMCORD


DAY = 24 * 3600


async def test_two_people_play_again_with_the_same_options_and_colours(room: Room) -> None:
    await room.ann.slash(room.channel, "join", colour="yellow")
    await room.bob.slash(room.channel, "join", colour="black")
    await room.choose(aids=False, timeout="skip")
    await room.ann.slash(room.channel, "start", edition="new-edition", takeback=0)
    end = await resign(room, room.bob, 1)
    assert labels(end) == ["Rematch", "Series"]
    await room.ann.click(end, label="Rematch")
    invitation = lobby(room, 2)
    assert [one.id for one in invitation.mentions] == [room.bob.user.id]
    assert "Rematch of game #1. Bob goes first.\n" in invitation.content
    assert invitation.content.endswith(
        f"<@{room.bob.user.id}>: press **Join**. The game starts when everyone is here, or with **Start**."
    )
    await room.bob.click(invitation, label="Join")
    assert [(seat.name, seat.colour) for seat in room.table(2).seats] == [("Bob", Colour.BLACK), ("Ann", Colour.YELLOW)]
    table, before = room.table(2), await finished(room, 1)
    assert (table.edition, table.options) == ("new-edition", before.options)
    assert (table.settings.takeback, table.settings.aids, table.settings.timeout) == (0, False, TimeoutAction.SKIP)
    assert labels(now(room, invitation)) == []
    await room.play_on(1, 2)


async def test_a_rematch_of_a_rematch_passes_the_start_on_again(room: Room) -> None:
    await room.begin(3)
    for number, expected in ((1, ["Bob", "Chloé", "Ann"]), (2, ["Chloé", "Ann", "Bob"])):
        await resign(room, room.ann, number)
        end = await resign(room, room.bob, number)
        for one in (room.ann, room.chloe, room.bob):
            await one.click(end, label="Rematch")
        assert seat_names(room, number + 1) == expected


async def test_the_third_comes_two_days_later_after_a_restart(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.bob.click(end, label="Rematch")
    await room.ann.click(now(room, end), label="Rematch")
    assert room.waiting(2).status is Status.OPEN
    assert labels(lobby(room, 2))[:2] == ["Join", "Start"]
    await room.env.advance_time(2 * DAY)
    await room.restart()
    assert sum(bool(sent["allowed_mentions"].get("users")) for sent in room.sent() if "Rematch" in sent["content"]) == 1
    await room.chloe.click(lobby(room, 2), label="Join")
    assert seat_names(room, 2) == ["Bob", "Chloé", "Ann"]
    assert [one.id for one in room.messages()[-1].mentions] == [room.bob.user.id]


async def test_if_the_bot_is_killed_before_the_start_the_game_begins_when_it_is_back(room: Room) -> None:
    await room.begin(3, thread=True)
    for who in (room.ann, room.bob):
        asked = await who.slash(room.channel, "resign", game="#1")
        assert asked.response is not None
        await who.click(asked.response, label="Resign")
    venue = (await finished(room, 1)).venue
    for who, name in ((room.bob, "Bob"), (room.ann, "Ann")):
        await room.bot.host.rematches.join(1, Person(who.user.id, name))
    await room.restart()
    assert len(room.waiting(2).people) == 2, "Chloé has not pressed"
    await room.bot.host.rematches.join(1, Person(room.chloe.user.id, "Chloé"))
    for _ in range(2):
        await room.restart()
        assert seat_names(room, 2) == ["Bob", "Chloé", "Ann"]
    [thread] = [one for one in room.channel.threads if one.id == venue.channel]
    opened = [one for one in thread.history() if "Carcassonne #2" in one.content and one.attachments]
    assert [[one.id for one in message.mentions] for message in opened] == [[room.bob.user.id]]
    assert room.table(2).announced == room.table(2).ply


@pytest.mark.parametrize("is_left", [False, True])
async def test_after_a_start_each_rematch_is_looked_at_by_itself(
    room: Room, monkeypatch: pytest.MonkeyPatch, is_left: bool
) -> None:
    """At the first of two complete rematches something goes wrong, and the other one may be left meanwhile."""
    players = [Person(one.user.id, name) for one, name in ((room.ann, "Ann"), (room.bob, "Bob"), (room.chloe, "Chloé"))]
    host = room.bot.host
    for number in (1, 2):
        await room.begin(3)
        for person in players[:2]:
            await host.turns.resign(number, person)
    for game in (1, 2):
        for person in players:
            await host.rematches.join(game, person)
    seen: list[int] = []
    begin_when_complete = beginnings.begin_when_complete

    async def fail_at_the_first(client: Client, table: WaitingTable, person: Person) -> PlayResult | None:
        seen.append(table.number)
        if table.number == 3:
            if is_left:
                await host.lobby.leave(table.venue, players[2], 4)
            raise ZeroDivisionError
        return await begin_when_complete(client, table, person)

    monkeypatch.setattr(starting, "begin_when_complete", fail_at_the_first)
    await starting.start_complete_rematches(room.bot)
    assert seen == ([3] if is_left else [3, 4])
    assert isinstance(host.tables.summary(4), WaitingTable) is is_left


async def test_the_game_begins_even_if_its_table_cannot_be_shown(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    message = f"/channels/{room.channel.id}/messages/{lobby(room, 2).id}"
    room.env.inject_error("PATCH", message, status=400, code=0, times=1)
    assert (await private_words(room.bob, end, "Rematch")).startswith("That's saved, but ")
    assert seat_names(room, 2) == ["Bob", "Ann"]
    assert [one.id for one in last_of(room, 2).mentions] == [room.bob.user.id]


async def test_the_one_who_pressed_starts_with_those_who_are_there(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    await room.bob.slash(room.channel, "join")
    await room.ann.click(lobby(room, 2), label="Start")
    assert seat_names(room, 2) == ["Bob", "Ann"]
    assert await private_words(room.chloe, end, "Rematch") == (
        f"This rematch has already begun: Carcassonne #2 ([board]({last_of(room, 2).jump_url})). "
        "When it's over, press **Rematch** or **Series** there."
    )


async def test_an_outsider_is_told_what_they_can_do(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    join = command_mention("join")
    for label in ("Rematch", "Series"):
        assert await private_words(room.eve, end, label) == (
            f"Only the players of Carcassonne #1 can press that. {join} gets you a seat at another table."
        )
    assert room.bot.host.tables.summary(2) is None
    await room.ann.click(end, label="Rematch")
    assert await private_words(room.eve, lobby(room, 2), "Join") == (
        f"Table #2 is a rematch for Bob and Ann. {join} gets you a seat at another table."
    )
    await room.eve.slash(room.channel, "join")
    assert [one.name for one in room.waiting(3).people] == ["Eve"]
    assert [one.name for one in room.waiting(2).people] == ["Ann"]


async def test_pressing_twice_changes_nothing(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    count = len(room.messages())
    assert "Wait for Bob" in await private_words(room.ann, end, "Rematch")
    assert (len(room.messages()), room.bot.host.tables.summary(3)) == (count, None)


async def test_a_table_that_waits_in_the_channel_is_left_alone(room: Room) -> None:
    await room.begin()
    await room.eve.slash(room.channel, "join")
    end = await resign(room, room.bob, 1)
    await play_again(room, room.bob, room.ann, label="Rematch", end=end)
    assert seat_names(room, 3) == ["Bob", "Ann"]
    assert [one.name for one in room.waiting(2).people] == ["Eve"]


async def test_a_rematch_that_was_left_by_all_can_be_asked_for_again(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    await leave(room.ann, lobby(room, 2))
    await play_again(room, room.bob, room.ann, label="Rematch", end=end)
    assert seat_names(room, 3) == ["Bob", "Ann"]


async def test_where_managers_allow_no_tables_any_more(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    other = room.guild.create_text_channel("other")
    host, manager = room.bot.host, Person(room.ann.user.id, "Ann")
    await host.administration.change_settings(
        room.guild.id, manager, lambda server: replace(server, channels=frozenset({other.id}))
    )
    assert await private_words(room.ann, end, "Rematch") == f"On this server you can open tables only in <#{other.id}>."
    assert host.tables.summary(2) is None


async def test_who_has_left_the_server_is_not_asked(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    room.guild.remove_member(room.chloe)
    await room.ann.click(end, label="Rematch")
    assert [one.id for one in lobby(room, 2).mentions] == [room.bob.user.id]
    await room.bob.click(end, label="Rematch")
    assert seat_names(room, 2) == ["Bob", "Ann"]


async def test_who_leaves_the_server_afterwards_is_not_waited_for(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    room.guild.remove_member(room.chloe)
    await room.bob.click(end, label="Rematch")
    assert seat_names(room, 2) == ["Bob", "Ann"]


async def test_when_nobody_is_left_to_play_with(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    room.guild.remove_member(room.bob)
    sentence = f"Nobody else from this game can be asked any more. {command_mention('join')} opens a new table."
    assert await private_words(room.ann, end, "Rematch") == sentence
    assert room.bot.host.tables.summary(2) is None


async def test_who_was_deleted_is_not_asked(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    await room.bot.host.privacy.delete(room.chloe.user.id)
    await room.bob.click(end, label="Rematch")
    assert seat_names(room, 2) == ["Bob", "Ann"]
    end = await resign(room, room.ann, 2)
    await room.bot.host.privacy.delete(room.bob.user.id)
    assert (await private_words(room.ann, end, "Rematch")).startswith("Nobody else from this game")


async def test_below_a_game_whose_other_player_was_deleted_both_buttons_say_the_same(room: Room) -> None:
    """Its message was posted before, so it has the buttons still. The last message of its rematch has none."""
    await room.begin()
    end = await resign(room, room.bob, 1)
    await play_again(room, room.ann, room.bob, label="Rematch", end=end)
    old = await resign(room, room.bob, 2)
    series = await post_button(room, "carc:series:2")
    await room.bot.host.privacy.delete(room.bob.user.id)
    sentence = f"Nobody else from this game can be asked any more. {command_mention('join')} opens a new table."
    assert await private_words(room.ann, old, "Rematch") == sentence
    assert await private_words(room.ann, series, "x") == sentence
    assert await private_words(room.ann, end, "Rematch") == (
        f"This rematch is over: Carcassonne #2 ([board]({old.jump_url})). Nobody else from it can be asked any more."
    )


async def test_a_series_of_whom_one_was_deleted_points_to_the_rematch(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    await resign(room, room.bob, 1)
    series = await post_button(room, "carc:series:1")
    await room.bot.host.privacy.delete(room.chloe.user.id)
    assert await private_words(room.ann, series, "x") == (
        "Not everyone from this game can be asked any more. **Rematch** plays it again with the others."
    )


async def test_a_practice_game_begins_again_at_once(room: Room) -> None:
    await practise_in_channel(room, TableOptions(takeback=0))
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    end = last_of(room, 1)
    assert labels(end) == ["Rematch"]
    await room.ann.click(end, label="Rematch")
    assert room.table(2).is_practice
    assert [seat.name for seat in room.table(2).seats] == ["Ann", "Ann"]


async def test_starting_alone_changes_nothing(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    assert room.waiting(2).settings.order is SeatOrder.JOINED
    assert await words(room.ann.slash(room.channel, "start", pace="24h", game="#2")) == (
        "Nobody else is here yet. Wait for Bob, play the computer, or play all seats yourself."
    )
    assert room.waiting(2).settings.order is SeatOrder.JOINED
    await room.bob.click(end, label="Rematch")
    assert seat_names(room, 2) == ["Bob", "Ann"]


async def test_who_sleeps_is_asked_without_a_sound(room: Room) -> None:
    await room.begin()
    hour = room.env.now().hour
    night = QuietHours(60 * hour, 60 * hour + 60)
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), quiet_hours=night)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    assert lobby(room, 2).flags.silent


async def test_a_game_that_runs_has_no_rematch(room: Room) -> None:
    await room.begin()
    assert await private_words(room.ann, await post_button(room, "carc:rematch:1"), "x") == (
        f"Carcassonne #1 isn't over yet ([board]({last_of(room, 1).jump_url})). Ask for a rematch after the last turn."
    )


async def test_in_private_the_end_has_the_same_buttons(room: Room) -> None:
    await room.begin()
    await ask_for_direct_messages(room, room.ann)
    await resign(room, room.bob, 1)
    letter = private_boards(room.ann)[-1]
    assert labels(letter) == ["Rematch", "Series"]
    await room.ann.user.click(letter, label="Rematch")
    assert [one.name for one in room.waiting(2).people] == ["Ann"]
    assert lobby(room, 2).channel.id == room.channel.id


async def test_a_game_in_a_thread_is_repeated_there(room: Room) -> None:
    await room.begin(thread=True)
    place = room.table().venue
    asked = await room.bob.slash(room.channel, "resign", game="#1")
    assert asked.response is not None
    await room.bob.click(asked.response, label="Resign")
    [handle] = [one for one in room.channel.threads if one.id == place.channel]
    end = [one for one in handle.history() if one.attachments][-1]
    for one in (room.ann, room.bob):
        await one.click(end, label="Rematch")
    assert room.table(2).venue == place


async def test_the_message_of_a_rematch(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    await room.ann.click(await resign(room, room.bob, 1), label="Rematch")
    first, second, *_, last = lobby(room, 2).content.splitlines()
    assert "1" in first
    assert "3" in first
    assert second == "Rematch of game #1. Bob goes first."
    assert last == (
        f"<@{room.bob.user.id}> and <@{room.chloe.user.id}>: press **Join**. "
        "The game starts when everyone is here, or with **Start**."
    )
    await leave(room.ann, lobby(room, 2))
    await room.restart()
    assert room.bot.host.tables.summary(2) is None


async def test_the_order_can_still_be_drawn(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    for one in (room.ann, room.bob):
        await one.click(end, label="Rematch")
    await room.choose(2, order="shuffled")
    await room.ann.slash(room.channel, "start", game="#2")
    assert room.table(2).settings.order is SeatOrder.SHUFFLED
    assert seat_names(room, 2) == ["Bob", "Ann"]  # this room's dice always draw the first


async def test_all_press_at_once(room: Room) -> None:
    """One table is opened, and one game begins there."""
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    backend, channel = room.env.backend, room.channel.id
    message = backend.get_message(channel, end.id)
    for one in (room.ann, room.bob, room.chloe):
        _record, event = forgery.component(backend, one.user.id, "carc:rematch:1", message, channel)
        backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert seat_names(room, 2) == ["Bob", "Chloé", "Ann"]
    assert room.bot.host.tables.summary(3) is None
    assert sum("The game begins!" in one.content for one in room.messages()) == 2
    assert not any("Sorry" in one.content for one in room.messages())


async def test_where_a_computer_goes_first_the_rematch_says_so(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    table = room.waiting()
    await room.bot.host.lobby.add_computer(table.venue, table.organiser, 1, Computer(2))
    await room.choose(order="joined")
    await room.ann.slash(room.channel, "start", takeback=0)
    for number, expected in ((1, "Bob"), (2, "🤖 Club")):
        assert isinstance(await end(room, number), PlayResult)
        await room.ann.click(last_of(room, number), label="Rematch")
        assert f"Rematch of game #{number}. {expected} goes first.\n" in lobby(room, number + 1).content
        await room.bob.click(lobby(room, number + 1), label="Join")
        first = room.table(number + 1).seats[0]
        assert (first.name if first.person else "🤖 Club") == expected


async def end(room: Room, number: int) -> PlayResult:
    """Let everybody agree to end a game."""
    host, played = room.bot.host, None
    for one in room.table(number).humans:
        played = await host.end_requests.ask(number, one)
    assert isinstance(played, PlayResult)
    await room.bot.outbox.publish(played)
    return played


async def test_a_rematch_waits_no_more_for_who_was_deleted(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    over = await resign(room, room.bob, 1)
    for one in (room.ann, room.bob):
        await one.click(now(room, over), label="Rematch")
    invitation = lobby(room, 2)
    assert f"<@{room.chloe.user.id}>: press **Join**" in invitation.content
    shown = await room.chloe.slash(room.channel, "privacy")
    for label in ("Delete …", "Delete everything"):
        message = shown.followups[-1] if shown.followups else shown.response
        assert message is not None
        shown = await room.chloe.click(message, label=label)
    assert str(room.chloe.user.id) not in now(room, invitation).content
    assert seat_names(room, 2) == ["Bob", "Ann"]
