"""Before a game: seats, tables, settings."""

from collections.abc import Awaitable

import discord
import pytest
import simcord

from host.model.clock import TimeoutAction
from host.model.table import Status
from host.model.table_options import SeatOrder, TableSettings
from screens.text.markup import command_mention
from tests.cogs.admin_commands import end_game
from tests.cogs.options_panel import choose, chosen_in, custom_ids, fill, leave, open_form, options, private, send
from tests.cogs.room import ON_SIMCORD, Room, board_link, labels, words
from tests.cogs.typed_words import old_button
from tests.fixtures import forgery

pytestmark = ON_SIMCORD


def texts(room: Room) -> list[str]:
    return [message.content for message in room.messages()]


def roster(room: Room, number: int = 1) -> list[str]:
    """The lines of the players in a table's message, with the marks of their colours."""
    return [line for line in lobby(room, number).content.splitlines() if line[0] in "▫🔴🔵🟡⚫⚪"]


async def private_answer(result: Awaitable[simcord.InteractionResult]) -> str:
    """The private answer to a button on a public message."""
    return (await private(result)).content


def lobby(room: Room, number: int = 1) -> discord.Message:
    """The current status message of a table."""
    table = room.bot.host.tables.cached(number)
    assert table is not None
    message_ref = table.status_message
    assert message_ref is not None
    return next(message for message in room.messages() if message.id == message_ref.message)


async def test_joining_is_seen_by_all_in_one_message_and_pings_nobody(room: Room) -> None:
    said = await words(room.ann.slash(room.channel, "join"))
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{lobby(room).id}"
    assert said == f"You're at table #1. Friends find it [with this link]({link})."
    assert await words(room.bob.slash(room.channel, "join")) == "You're at table #1."
    assert texts(room) == [
        "**Table #1** · 2 of 5 seats taken\n▫️ **Ann** (host)\n▫️ Bob\nRules: Standard\n-# No time limit"
    ]
    assert all(message.mentions == [] for message in room.messages())


async def test_a_table_of_one_waits_for_company(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    assert texts(room)[0].splitlines()[0] == "**Table #1** · 1 of 5 seats taken"
    assert texts(room)[0].splitlines()[-1] == "Who's in? Press **Join**, then **Start**."
    offer = await private_answer(room.ann.click(lobby(room), label="Start"))
    assert offer.startswith("You're the only one here so far.")
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{lobby(room).id}"
    assert offer.endswith(f"Invite friends with {link}, or play right now: **Play the computer** or **Practice**.")
    assert room.waiting().status is Status.OPEN


async def test_leaving(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    await leave(room.ann, lobby(room))
    assert roster(room) == ["▫️ **Bob** (host)"]
    await leave(room.bob, lobby(room))
    assert texts(room) == ["Table #1 is closed."]
    assert room.messages()[0].components == []


async def test_joining_leaving_and_starting_with_buttons(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for one in (room.bob, room.chloe):
        await one.click(lobby(room), label="Join")
    left = await leave(room.bob, lobby(room))
    assert left.response is not None
    assert (left.response.content, labels(left.response)) == ("You've left table #1.", [])
    assert roster(room) == ["▫️ **Ann** (host)", "▫️ Chloé"]
    await room.ann.click(lobby(room), label="Start")
    assert [seat.name for seat in room.table().seats] == ["Ann", "Chloé"]
    begun, turn = room.messages()
    assert begun.content.startswith("**Carcassonne #1** · Standard\nAnn's turn, started <t:")
    assert f"[board]({turn.jump_url})" in begun.content
    assert begun.components == []
    assert "**Ann**'s turn" in turn.content


async def test_a_button_that_outlived_the_start_says_so(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.click(lobby(room), label="Join")
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=1)
    await room.ann.slash(room.channel, "start")
    assert lobby(room).components
    told = await private_answer(room.chloe.click(lobby(room), label="Join"))
    assert told == f"Game #1 has already begun. Here's {board_link(room, 'the board now')}."
    assert lobby(room).components == []


async def test_nobody_is_seated_by_what_others_do(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for action in ("leave", "start", "choose", "options", "time", "seats", "computers", "start-anyway"):
        custom_id = f"carc:{action}:1" + ":::::::::" * (action == "start-anyway")
        pressed = room.bob.click(old_button(room, custom_id), custom_id=custom_id)
        assert await private_answer(pressed) == "You aren't at table #1. Press **Join** to take a seat."
    assert [person.name for person in room.waiting().people] == ["Ann"]


async def test_the_host_chooses_the_edition_in_a_menu_and_the_rest_in_one_form(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    panel = await choose(room.ann, lobby(room), "edition", "new-edition")
    form = await room.ann.click(panel, label="Time limit & more")
    await room.restart()
    chosen = {
        "options": ["river"], "pace": ["2d"], "timeout": ["skip"], "takeback": ["60"], "besides": ["thread"],
    }  # fmt: skip
    await room.ann.submit_modal(form, chosen)
    check_settings(room)


async def test_forms_that_were_open_before_the_bot_changed_are_stored(room: Room) -> None:
    """There were two, one with the edition and the rule options of all editions, and one with the time."""
    await room.ann.slash(room.channel, "join")
    rules = {"edition": ["new-edition"], "options": ["river"], "besides": ["thread"]}
    time = {"pace": ["2d"], "timeout": ["skip"], "takeback": ["60"]}
    for custom_id, filled in (("carc:options:1", rules), ("carc:time:1", time)):
        _, event = forgery.form(room.env.backend, room.ann.user.id, custom_id, room.channel.id, filled)
        room.env.backend.emit("INTERACTION_CREATE", event)
        await room.env.settle()
    check_settings(room)


def check_settings(room: Room) -> None:
    table = room.waiting()
    assert (table.edition, table.options) == ("new-edition", ("river",))
    assert table.settings == TableSettings(
        "2d", aids=False, takeback=60, thread=True, rated=False, timeout=TimeoutAction.SKIP
    )
    assert texts(room)[0].splitlines()[2:4] == [
        "Rules: Carcassonne, new edition with The River",
        "-# 2 days a turn · the turn is skipped when time's up · 1 minute to undo"
        " · hints off · in its own thread · not rated",
    ]


@pytest.mark.parametrize("custom_id", ["carc:options:1", "carc:time:1"])
async def test_the_form_shows_what_is_chosen(room: Room, custom_id: str) -> None:
    await room.ann.slash(room.channel, "join")
    for _ in range(2):
        form = (await room.ann.click(old_button(room, custom_id), custom_id=custom_id)).modal or {}
        assert chosen_in(form) == {
            "pace": ["none"], "timeout": ["vote"], "takeback": ["20"], "besides": ["rated", "aids"],
        }  # fmt: skip
    assert len(form["title"]) <= 45
    assert all(len(one["label"]) <= 45 for one in form["components"])


async def test_the_form_shows_rule_options_only_where_the_edition_has_some(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await fill(room.ann, lobby(room), edition=["new-edition"], options=["river"], besides=["aids", "rated"])
    form = (await open_form(room.ann, lobby(room))).modal or {}
    assert chosen_in(form)["options"] == ["river"]
    assert form["components"][0]["label"] == "Rule options"
    for edition in ("chat-room", "chat-room-old", "travel", "castle"):
        await choose(room.ann, lobby(room), "edition", edition)
        form = (await open_form(room.ann, lobby(room))).modal or {}
        assert [*chosen_in(form)] == ["pace", "besides", "timeout", "takeback"], "what counts is seen without scrolling"
    assert room.waiting().options == (), "they belonged to the other edition"


async def test_a_big_game_is_one_choice(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await choose(room.ann, lobby(room), "edition", "big-game")
    assert (room.waiting().edition, room.waiting().options) == ("new-edition", ("river", "abbot", "inns", "traders"))
    panel = await options(room.ann, lobby(room))
    [rules] = [row["components"][0] for row in panel.components if "edition" in row["components"][0]["custom_id"]]
    assert [one["label"] for one in rules["options"] if one.get("default")] == ["Big game"]


async def test_a_table_has_four_buttons(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for _ in range(2):
        rows = [[button["label"] for button in row.to_dict()["components"]] for row in lobby(room).components]  # type: ignore[typeddict-item]
        assert rows == [["Join", "Start", "Computers", "Options"]]
        await room.bob.slash(room.channel, "join")


async def test_the_message_of_a_usual_table_has_six_lines_on_a_telephone(room: Room) -> None:
    """A telephone shows about forty characters a line."""
    for one in (room.ann, room.bob, room.chloe):
        await one.slash(room.channel, "join")
    await fill(room.ann, lobby(room), pace=["24h"], timeout=["vote"], takeback=["60"], besides=["aids", "rated"])
    lines = lobby(room).content.splitlines()
    assert lines[-1] == "-# 24 hours a turn · 1 minute to undo"
    assert sum(-(-len(line.replace("*", "").removeprefix("-# ")) // 40) for line in lines) <= 6


async def test_everybody_finds_colour_and_leave_behind_options_and_the_host_the_rest(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    panel = await options(room.ann, lobby(room))
    assert panel.content == "Your colour: any that's free. You're the host: choose who goes first, and the rules."
    own = [f"carc:{one}:1" for one in ("colour", "order", "edition", "options", "leave")]
    assert custom_ids(panel) == own
    await room.bob.slash(room.channel, "join")
    assert custom_ids(await options(room.ann, lobby(room))) == [*own[:3], "carc:successor:1", *own[3:]]
    guest = await options(room.bob, lobby(room))
    assert guest.content == "Your colour: any that's free."
    assert custom_ids(guest) == ["carc:colour:1", "carc:leave:1"]


async def test_the_old_buttons_of_a_table_still_work(room: Room) -> None:
    """They stand below messages that were posted before, until these are shown anew."""
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    panel = await private(room.bob.click(old_button(room, "carc:seats:1"), custom_id="carc:seats:1"))
    assert custom_ids(panel) == ["carc:colour:1", "carc:leave:1"]
    left = await room.bob.click(old_button(room, "carc:leave:1"), custom_id="carc:leave:1")
    assert left.followups == [], "the table's message says it"
    assert roster(room) == ["▫️ **Ann** (host)"]


async def test_the_button_behind_computers_begins_a_practice_game(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    assert await private_answer(room.ann.click(lobby(room), label="Join")) == (
        "You're already at table #1. Wait for friends, or play right now: **Play the computer** or **Practice**."
    )
    waiting = lobby(room)
    offer = await private(room.ann.click(waiting, label="Computers"))
    assert offer.content.splitlines()[-1] == "Or play right now: **Play the computer** or **Practice**."
    await room.ann.click(offer, label="Practice")
    assert room.table(2).is_practice
    assert [message.id for message in room.messages()] == [waiting.id]
    assert len(room.waiting().people) == 1


async def test_what_does_not_go_together_is_left_out_and_the_rest_is_stored(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await choose(room.ann, lobby(room), "edition", "new-edition")
    form = await open_form(room.ann, lobby(room))
    await choose(room.ann, lobby(room), "edition", "castle")
    assert await private_answer(send(room.ann, form, options=["river", "abbot"], besides=["thread"])) == (
        "The table plays Carcassonne: The Castle. "
        "I left out what's only in Carcassonne, new edition: The River, The Abbot."
    )
    table = room.waiting()
    assert (table.edition, table.options, table.settings.thread) == ("castle", (), True)
    chosen = {"edition": ["new-edition"], "options": ["abbot", "start-tile"], "besides": []}
    assert await private_answer(fill(room.ann, lobby(room), **chosen)) == (
        "The option “start tile in the bag” needs “The River”. Choose both."
    )
    assert (room.waiting().edition, room.waiting().options) == ("new-edition", ("abbot",))


async def test_the_menu_of_the_rules_says_what_each_edition_is(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    panel = await options(room.ann, lobby(room))
    [rules] = [row["components"][0] for row in panel.components if "edition" in row["components"][0]["custom_id"]]
    assert [one["description"].partition(" · ")[0] for one in rules["options"]] == [
        *["72 tiles"] * 4, "60 tiles", "72 tiles", "new edition with the river, the abbot and both expansions"
    ]  # fmt: skip
    assert all(len(one["description"]) <= 100 for one in rules["options"])


async def test_only_the_organiser_chooses(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    for action in ("options", "time", "computers"):
        message = old_button(room, f"carc:{action}:1")
        said = await private_answer(room.bob.click(message, custom_id=f"carc:{action}:1"))
        assert said == "Only the host of table #1 can change that. Ask Ann."


async def test_what_was_chosen_is_played_unless_the_command_says_otherwise(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    await fill(
        room.ann, lobby(room), edition=["new-edition"], options=["abbot"], pace=["2d"], timeout=["wait"],
        takeback=["0"], besides=["aids", "rated"],
    )  # fmt: skip
    asked = await room.bob.slash(room.channel, "start", pace="3d")
    assert asked.response is not None
    await room.restart()
    await room.bob.click(asked.response, label="Start")
    table = room.table()
    assert (table.edition, table.options) == ("new-edition", ("abbot",))
    assert table.settings == TableSettings("3d", takeback=0, timeout=TimeoutAction.WAIT)


async def test_colours_of_ones_choice(room: Room) -> None:
    await room.ann.slash(room.channel, "join", colour="black")
    await room.bob.slash(room.channel, "join")
    menus = await options(room.bob, lobby(room))
    assert menus.content == "Your colour: any that's free."
    await room.restart()
    chosen = await room.bob.select(menus, ["yellow"], custom_id="carc:colour:1")
    assert chosen.response is not None
    assert chosen.response.content.startswith("Your colour: 🟡 yellow.")
    assert roster(room) == ["⚫ **Ann** (host)", "🟡 Bob"]
    assert await words(room.chloe.slash(room.channel, "join", colour="black")) == (
        "At table #1, black is taken. Still free: red, blue or white."
    )
    await room.chloe.click(lobby(room), label="Join")
    await room.ann.slash(room.channel, "start")
    turn = room.messages()[-1]
    assert turn.content.splitlines()[-2].startswith("⚫ **Ann**")
    assert "🟡 Bob" in turn.content
    assert "🔴 Chloé" in turn.content
    assert "Ann: 0 points, 7 followers, in black" in str(turn.attachments[0].description)


async def test_who_sits_already_changes_colour_by_command(room: Room) -> None:
    for colour in ("red", "white"):
        await room.ann.slash(room.channel, "join", colour=colour)
    assert roster(room) == ["⚪ **Ann** (host)"]


async def test_the_organiser_orders_the_seats_and_hands_over(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    panel = await room.ann.select(await options(room.ann, lobby(room)), ["joined"], custom_id="carc:order:1")
    assert room.waiting().settings.order is SeatOrder.JOINED
    assert panel.response is not None
    panel = await room.ann.select(panel.response, [str(room.bob.user.id)], custom_id="carc:successor:1")
    assert roster(room) == ["▫️ Ann", "▫️ **Bob** (host)"]
    assert panel.response is not None
    assert custom_ids(panel.response) == ["carc:colour:1", "carc:leave:1"]
    assert (await open_form(room.bob, lobby(room))).modal


async def test_a_successor_who_has_left(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    panel = await options(room.ann, lobby(room))
    await leave(room.bob, lobby(room))
    said = await private_answer(room.ann.select(panel, [str(room.bob.user.id)], custom_id="carc:successor:1"))
    assert said == "That player has left table #1, so you're still the host. Choose someone else."


async def test_a_message_that_was_deleted_is_sent_once_more(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    deleted = lobby(room)
    await deleted.delete()
    await room.bob.slash(room.channel, "join")
    assert len(texts(room)) == 1
    assert lobby(room).id != deleted.id
    assert roster(room) == ["▫️ **Ann** (host)", "▫️ Bob"]


async def test_where_the_bot_may_not_write_the_person_is_told(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    before = len(room.env.http_requests)
    said = await room.bob.click(lobby(room), label="Join")
    assert said.followups[-1].content == (
        f"That's saved, but I can't write in <#{room.channel.id}>. I'll try again later."
    )
    tried = [one for one in room.env.http_requests[before:] if "/messages" in one.path and "webhooks" not in one.path]
    assert len(tried) == 2
    assert len(room.waiting().people) == 2


async def test_in_a_place_without_memory_the_message_is_shown_again(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.restart(keeps_messages=False)
    assert len(texts(room)) == 2
    await room.bob.click(lobby(room), label="Join")
    assert roster(room) == ["▫️ **Ann** (host)", "▫️ Bob"]


async def test_a_manager_closes_a_table(room: Room) -> None:
    managers = room.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    manager = room.guild.add_member(room.env.create_user("mia", global_name="Mia"), roles=[managers])
    await room.ann.slash(room.channel, "join")
    await end_game(manager, room.channel)
    assert texts(room) == ["Table #1 is closed.", "Mia closed table #1."]


async def test_a_table_for_two_is_full_with_two(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await choose(room.ann, lobby(room), "edition", "castle")
    await room.bob.click(lobby(room), label="Join")
    assert texts(room)[0].splitlines()[0] == "**Table #1** · 2 of 2 seats taken"
    assert await private_answer(room.chloe.click(lobby(room), label="Join")) == (
        f"Table #1 is full: it has 2 seats. Open another table with {command_mention('join')}."
    )
    said = await words(room.chloe.slash(room.channel, "join", colour="red"))
    assert said.startswith("Table #1 is full, so you've opened table #2. Friends find it ")
    assert await words(room.eve.slash(room.channel, "join")) == "You're at table #2."


async def test_settings_are_kept(room: Room) -> None:
    await room.begin(edition="new-edition", options="Abbot, River", pace="3d", takeback=60)
    table = room.table()
    assert table.settings == TableSettings("3d", aids=True, takeback=60)
    assert (table.edition, table.options) == ("new-edition", ("river", "abbot"))


async def test_practice_keeps_the_settings_of_the_command(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.choose(timeout="skip", aids=False, order="shuffled", rated=False)
    offer = await room.ann.slash(room.channel, "start", edition="new-edition", options="river", pace="24h", takeback=0)
    await room.restart()
    assert offer.response is not None
    begun = await room.ann.click(offer.response, label="Practice")
    table = room.table(2)
    assert (table.edition, table.options, table.is_practice) == ("new-edition", ("river",), True)
    assert table.settings == TableSettings(aids=False, takeback=0, order=SeatOrder.SHUFFLED, private=True)
    assert begun.response is not None
    first = begun.response.content.splitlines()
    assert first[1] == "The practice game begins! First Ann (1), then Ann (2)."
    assert first[-1].startswith("-# Rules: Carcassonne, new edition with The River (")
    assert "🔴" not in begun.response.content, "there is no room for points with names, and nobody has any"
    assert "Rules: Standard" in texts(room)[0], "the table keeps its own"


async def test_an_option_that_was_typed_again_and_again_counts_once(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", edition="new-edition", options="river " * 60)
    assert offer.response is not None
    await room.ann.click(offer.response, label="Practice")
    assert room.table(2).options == ("river",)


async def test_a_second_table_beside_a_running_game(room: Room) -> None:
    await room.begin()
    await room.ann.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    assert room.table(2).status is Status.RUNNING
    said = await words(room.ann.slash(room.channel, "place", at="M12", rotation=180, follower="-"))
    assert said == "You placed tile D at M12 (180°). (This is game #1. For #2, use the option `game`.)"


async def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    twin = room.guild.add_member(room.env.create_user("other", global_name="ann"))
    for one in (room.ann, twin):
        await one.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    assert texts(room)[-1].startswith("**Ann (1)**'s turn")
    assert "First Ann (1), then ann (2)." in texts(room)[-1]
