"""Over is not the end: rematches, and series of three or five."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import simcord

from carcassonne import Colour, DeployNobody, Move, State
from cogs.text.commands import command_mention
from host import FinishedTable, Person, Preferences, QuietHours, SeatOrder, Status, TimeoutAction
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.room import ON_SIMCORD, Room, labels, near_the_end
from tests.fixtures.positions import first_legal_turn

pytestmark = ON_SIMCORD

DAY = 24 * 3600


async def resign(room: Room, person: simcord.MemberActor, number: int) -> discord.Message:
    """Let somebody give up a game; return the message that follows."""
    asked = await person.slash(room.channel, "resign", game=f"#{number}")
    assert asked.response is not None
    if labels(asked.response):
        await person.click(asked.response, label="Resign")
    return last_of(room, number)


def last_of(room: Room, number: int) -> discord.Message:
    """The newest message of a game's turns."""
    return [one for one in room.messages() if f"Carcassonne #{number}" in one.content and one.attachments][-1]


def lobby(room: Room, number: int) -> discord.Message:
    """The message of a waiting table."""
    ref = room.waiting(number).status_message
    assert ref is not None
    return next(one for one in room.messages() if one.id == ref.message)


def now(room: Room, message: discord.Message) -> discord.Message:
    return next(one for one in room.messages() if one.id == message.id)


def seat_names(room: Room, number: int) -> list[str]:
    return [seat.name for seat in room.table(number).seats]


async def private_words(person: simcord.MemberActor, message: discord.Message, label: str) -> str:
    """The private answer to a button."""
    answered = await person.click(message, label=label)
    assert answered.followups, answered
    assert answered.followups[-1].ephemeral
    return answered.followups[-1].content


async def begin_series(room: Room, person: simcord.MemberActor, end: discord.Message, length: int = 3) -> str:
    """Press Series below the end of a game, and choose a length; return the private answer."""
    asked = (await person.click(end, label="Series")).followups[-1]
    assert asked.ephemeral
    assert labels(asked) == ["Best of 3", "Best of 5"]
    answered = await person.click(asked, label=f"Best of {length}")
    assert answered.response is not None
    return answered.response.content


async def play_again(room: Room, *people: simcord.MemberActor, label: str = "Next game", end: discord.Message) -> None:
    for one in people:
        await one.click(end, label=label)


def without_followers(state: State) -> Sequence[Move]:
    place, *rest = first_legal_turn(state)
    return [place, DeployNobody()] if rest else [place]


async def finished(room: Room, number: int) -> FinishedTable:
    table = await room.bot.host.tables.load(number)
    assert isinstance(table, FinishedTable)
    return table


async def test_two_people_play_again_with_the_same_options_and_colours(room: Room) -> None:
    await room.ann.slash(room.channel, "join", colour="yellow")
    await room.bob.slash(room.channel, "join", colour="black")
    await room.ann.slash(room.channel, "start", edition="new-edition", takeback=0, aids=False, timeout="skip")
    end = await resign(room, room.bob, 1)
    assert labels(end) == ["Rematch", "Series"]
    await room.ann.click(end, label="Rematch")
    invitation = lobby(room, 2)
    assert [one.id for one in invitation.mentions] == [room.bob.user.id]
    assert "Rematch of game #1\nBob goes first.\n" in invitation.content
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
    assert labels(lobby(room, 2))[:3] == ["Join", "Leave", "Start"]
    await room.env.advance_time(2 * DAY)
    await room.restart()
    assert sum(bool(sent["allowed_mentions"].get("users")) for sent in room.sent() if "Rematch" in sent["content"]) == 1
    await room.chloe.click(lobby(room, 2), label="Join")
    assert seat_names(room, 2) == ["Bob", "Chloé", "Ann"]
    assert [one.id for one in room.messages()[-1].mentions] == [room.bob.user.id]


async def test_the_one_who_pressed_starts_with_those_who_are_there(room: Room) -> None:
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    await room.bob.slash(room.channel, "join")
    await room.ann.click(lobby(room, 2), label="Start")
    assert seat_names(room, 2) == ["Bob", "Ann"]
    assert await private_words(room.chloe, end, "Rematch") == (
        f"This rematch has begun already: Carcassonne #2 ([board]({last_of(room, 2).jump_url}))."
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
    assert "already at table #2" in await private_words(room.ann, end, "Rematch")
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
    await room.ann.click(lobby(room, 2), label="Leave")
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
    sentence = f"Nobody else from this game is on this server any more. {command_mention('join')} opens a new table."
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


async def test_a_practice_game_begins_again_at_once(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", takeback=0)
    assert offer.response is not None
    await room.ann.click(offer.response, label="Practice")
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    end = last_of(room, 1)
    assert labels(end) == ["Rematch"]
    await room.ann.click(end, label="Rematch")
    assert room.table(2).is_practice
    assert [seat.name for seat in room.table(2).seats] == ["Ann", "Ann"]


async def test_the_host_may_change_the_order(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    assert room.waiting(2).settings.order is SeatOrder.JOINED
    await room.ann.slash(room.channel, "start", order="drawn", game="#2")
    assert room.waiting(2).settings.order is SeatOrder.JOINED  # alone, so nothing was begun or changed
    await room.bob.click(end, label="Rematch")
    assert seat_names(room, 2) == ["Bob", "Ann"]


async def test_who_sleeps_is_asked_without_a_sound(room: Room) -> None:
    await room.begin()
    hour = room.env.now().hour
    night = Preferences(quiet_hours=QuietHours(60 * hour, 60 * hour + 60))
    await room.bot.host.people.choose_preferences(Person(room.bob.user.id, "Bob"), night)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    assert lobby(room, 2).flags.silent


async def post_button(room: Room, custom_id: str) -> discord.Message:
    """A message of the bot with a button that it would not post there."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="x", custom_id=custom_id))
    return now(room, await room.bot.get_partial_messageable(room.channel.id).send("?", view=view))


async def test_a_game_that_runs_has_no_rematch(room: Room) -> None:
    await room.begin()
    assert await private_words(room.ann, await post_button(room, "carc:rematch:1"), "x") == (
        f"Carcassonne #1 isn't over yet ([board]({last_of(room, 1).jump_url})). Ask for a rematch after the last turn."
    )


async def test_a_series_of_three(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    told = await begin_series(room, room.ann, end)
    link = lobby(room, 2).jump_url
    assert told == f"The series is on, best of 3. You have a seat for the next game: [table]({link})."
    assert "Series, best of 3: Ann 1 : 0 Bob." in lobby(room, 2).content
    await room.bob.click(lobby(room, 2), label="Join")

    end = await resign(room, room.ann, 2)
    assert "Series, best of 3: Ann 1 : 1 Bob." in end.content
    assert labels(end) == ["Next game", "End series"]
    await play_again(room, room.ann, room.bob, end=end)
    assert seat_names(room, 3) == ["Ann", "Bob"]

    await room.fast_forward(choose=without_followers, until=near_the_end, number=3)
    while room.bot.host.tables.cached(3):
        turn = without_followers(room.state(3))
        await room.bot.host.turns.play(3, person_of(room, 3), list(turn), room.table(3).ply)
    await room.restart()  # the last turns were played without messages
    end = last_of(room, 3)
    assert "share the victory" in end.content
    assert "Series, best of 3: Ann 1 : 1 Bob." in end.content
    await play_again(room, room.bob, room.ann, end=end)

    end = await resign(room, room.ann, 4)
    assert "**Bob wins the series**, best of 3: Bob 2 : 1 Ann." in end.content
    assert labels(end) == ["Rematch", "Series"]
    await play_again(room, room.bob, room.ann, label="Rematch", end=end)
    assert "Series" not in (await resign(room, room.ann, 5)).content


def person_of(room: Room, number: int) -> Person:
    person = room.table(number).next_seat.person
    assert person is not None
    return person


async def test_a_series_of_five_among_three(room: Room) -> None:
    await room.begin(3)
    for number, losers in enumerate([(room.ann, room.bob), (room.ann, room.chloe), (room.ann, room.bob)], 1):
        for one in losers:
            end = await resign(room, one, number)
        if number == 1:
            await begin_series(room, room.bob, end, length=5)
            await play_again(room, room.chloe, room.ann, label="Rematch", end=end)
        elif number == 2:
            assert "Series, best of 5: Bob 1, Chloé 1, Ann 0." in end.content
            await play_again(room, room.ann, room.bob, room.chloe, end=end)
    assert "Series, best of 5: Chloé 2, Bob 1, Ann 0." in end.content


async def test_a_player_ends_the_series_for_all(room: Room) -> None:
    await room.begin()
    await begin_series(room, room.ann, await resign(room, room.bob, 1), length=5)
    await room.bob.click(lobby(room, 2), label="Join")
    end = await resign(room, room.bob, 2)
    await room.ann.click(end, label="Next game")
    assert "Only the players" in await private_words(room.eve, end, "End series")
    asked = (await room.bob.click(end, label="End series")).followups[-1]
    assert asked.content == "End the series for everyone? It stands at Ann 2 : 0 Bob."
    told = await room.bob.click(asked, label="End series")
    assert told.response is not None
    assert told.response.content == "The series is over. **Rematch** or **Series** starts a new one."
    assert room.messages()[-1].content == "**Bob** ended the series. It stood at Ann 2 : 0 Bob."
    assert labels(now(room, end)) == ["Rematch", "Series"]
    assert "Series, best of" not in lobby(room, 3).content
    await room.restart()
    old = await post_button(room, "carc:series-ask-end:2")
    assert await private_words(room.ann, old, "x") == (
        "This series is over. **Rematch** or **Series** starts a new one."
    )
    await room.bob.click(lobby(room, 3), label="Join")
    assert "Series" not in (await resign(room, room.bob, 3)).content


async def test_the_other_player_of_a_series_leaves_the_server(room: Room) -> None:
    await room.begin()
    await begin_series(room, room.ann, await resign(room, room.bob, 1))
    await room.bob.click(lobby(room, 2), label="Join")
    end = await resign(room, room.ann, 2)
    room.guild.remove_member(room.bob)
    assert (await private_words(room.ann, end, "Next game")).startswith("Nobody else from this game")
    asked = (await room.ann.click(end, label="End series")).followups[-1]
    await room.ann.click(asked, label="End series")
    assert labels(now(room, end)) == ["Rematch", "Series"]


async def test_a_series_where_a_rematch_waits_or_a_series_is_on(room: Room) -> None:
    await room.begin()
    end = await resign(room, room.bob, 1)
    asked = (await room.ann.click(end, label="Series")).followups[-1]
    await room.bob.click(end, label="Rematch")
    link = lobby(room, 2).jump_url
    answered = await room.ann.click(asked, label="Best of 5")
    assert answered.followups[-1].content == (
        f"A rematch is waiting already: [table]({link}). Join it there, or press **Leave** there first."
    )
    await room.bob.click(lobby(room, 2), label="Leave")
    assert "best of 5" in await begin_series(room, room.ann, end, length=5)
    await room.bob.click(end, label="Rematch")
    assert (await private_words(room.bob, end, "Rematch")).startswith("This rematch has begun already: Carcassonne #3")
    over = await resign(room, room.bob, 3)
    assert "Series, best of 5: Ann 2 : 0 Bob." in over.content
    assert (await private_words(room.bob, end, "Rematch")).startswith("This rematch is over: Carcassonne #3")
    assert await private_words(room.ann, await post_button(room, "carc:series:3"), "x") == (
        "A series is on already. Press **Next game**, or **End series** first."
    )
    assert "“7”" in await private_words(room.ann, await post_button(room, "carc:series-begin:3:7"), "x")
    assert room.bot.host.tables.summary(4) is None


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
