"""Before a game: seats, tables, settings."""

from collections.abc import Awaitable

import discord
import pytest
import simcord

from host.model.clock import TimeoutAction
from host.model.draws import commitment
from host.model.table import Status
from host.model.table_options import SeatOrder, TableSettings
from screens.text.markup import command_mention
from tests.cogs.admin_commands import end_game
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.typed_words import leave

pytestmark = ON_SIMCORD


def texts(room: Room) -> list[str]:
    return [message.content for message in room.messages()]


def roster(room: Room, number: int = 1) -> list[str]:
    """The lines of the players in a table's message, with the marks of their colours."""
    return [line for line in lobby(room, number).content.splitlines() if line[0] in "▫🔴🔵🟡⚫⚪"]


async def private_answer(result: Awaitable[simcord.InteractionResult]) -> str:
    """The private answer to a button on a public message."""
    answered = await result
    shown = answered.followups[-1] if answered.followups else answered.response
    assert shown is not None
    assert shown.ephemeral
    return shown.content


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
    assert said == f"You're at table #1. Invite friends with this link: {link}"
    assert await words(room.bob.slash(room.channel, "join")) == "You're at table #1."
    assert texts(room) == [
        "**Table #1** · 2 of 5 seats taken\n"
        "▫️ **Ann** (host)\n"
        "▫️ Bob\n"
        "Rules: Chat room\n"
        "-# No time limit · 20 seconds to undo · hints on"
        " · random first player, then in order of joining\n"
        "Anyone else? Press **Join**, or **Start** to begin."
    ]
    assert all(message.mentions == [] for message in room.messages())


async def test_a_table_of_one_waits_for_company(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    assert texts(room)[0].splitlines()[0] == "**Table #1** · 1 of 5 seats taken"
    assert texts(room)[0].splitlines()[-2:] == [
        "Who's in? Press **Join**, then **Start**, or play right now: **Play the computer** or **Practice**.",
        "Press **Add a computer** to choose how many computers play, and how well.",
    ]
    offer = await private_answer(room.ann.click(lobby(room), label="Start"))
    assert offer.startswith("You're the only one here so far.")
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{lobby(room).id}"
    assert offer.endswith(f"Invite friends with {link}, or play right now: **Play the computer** or **Practice**.")
    assert room.waiting().status is Status.OPEN


async def test_leaving(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    assert await leave(room, room.ann) == ""
    assert roster(room) == ["▫️ **Bob** (host)"]
    await leave(room, room.bob)
    assert texts(room) == ["Table #1 is closed."]
    assert room.messages()[0].components == []


async def test_joining_leaving_and_starting_with_buttons(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for one in (room.bob, room.chloe):
        await one.click(lobby(room), label="Join")
    await room.bob.click(lobby(room), label="Leave")
    assert roster(room) == ["▫️ **Ann** (host)", "▫️ Chloé"]
    old = lobby(room)
    await room.chloe.click(old, label="Start")
    assert [seat.name for seat in room.table().seats] == ["Ann", "Chloé"]
    begun, turn = room.messages()
    assert begun.content.startswith("**Carcassonne #1** · Chat room\nAnn's turn, started <t:")
    assert f"[board]({turn.jump_url})" in begun.content
    assert begun.components == []
    assert "**Ann**'s turn" in turn.content


async def test_a_button_that_outlived_the_start_says_so(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.click(lobby(room), label="Join")
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001, times=1)
    await room.ann.slash(room.channel, "start")
    assert lobby(room).components
    assert await private_answer(room.chloe.click(lobby(room), label="Join")) == (
        f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
    )
    assert lobby(room).components == []


async def test_nobody_is_seated_by_what_others_do(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for label in ("Leave", "Start", "Practice", "Options", "Time limit", "Colour & seats"):
        assert await private_answer(room.bob.click(lobby(room), label=label)) == (
            "You aren't at table #1. Press **Join** to take a seat."
        )
    assert [person.name for person in room.waiting().people] == ["Ann"]


async def test_the_organiser_chooses_what_is_played_in_one_form_and_the_time_in_another(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    forms = [await room.ann.click(lobby(room), label=label) for label in ("Options", "Time limit")]
    await room.restart()
    await room.ann.submit_modal(forms[0], {"edition": ["new-edition"], "options": ["river"], "besides": ["thread"]})
    await room.ann.submit_modal(forms[1], {"pace": ["2d"], "timeout": ["skip"], "takeback": ["60"]})
    table = room.waiting()
    assert (table.edition, table.options) == ("new-edition", ("river",))
    assert table.settings == TableSettings(
        "2d", aids=False, takeback=60, thread=True, rated=False, timeout=TimeoutAction.SKIP
    )
    assert texts(room)[0].splitlines()[2:4] == [
        "Rules: Carcassonne, new edition with The River",
        "-# 2 days a turn · the turn is skipped when time's up · 1 minute to undo"
        " · hints off · random first player, then in order of joining · in its own thread"
        " · not rated",
    ]


@pytest.mark.parametrize(
    ("label", "chosen"),
    [
        ("Options", {"edition": ["chat-room"], "options": [], "besides": ["aids", "rated"]}),
        ("Time limit", {"pace": ["none"], "timeout": ["vote"], "takeback": ["20"]}),
    ],
)
async def test_a_form_shows_what_is_chosen(room: Room, label: str, chosen: dict[str, list[str]]) -> None:
    await room.ann.slash(room.channel, "join")
    for _ in range(2):
        form = (await room.ann.click(lobby(room), label=label)).modal or {}
        fields = {one["component"]["custom_id"]: one["component"]["options"] for one in form["components"]}
        assert chosen == {
            name: [one["value"] for one in options if one.get("default")] for name, options in fields.items()
        }
    assert len(form["title"]) <= 45
    assert all(len(one["label"]) <= 45 for one in form["components"])


async def test_the_buttons_to_play_stand_above_those_to_choose(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    rows = [[button["label"] for button in row.to_dict()["components"]] for row in lobby(room).components]  # type: ignore[typeddict-item]
    assert rows == [
        ["Join", "Leave", "Start", "Play the computer", "Practice"],
        ["Colour & seats", "Options", "Time limit", "Add a computer"],
    ]
    await room.bob.slash(room.channel, "join")
    assert labels(lobby(room))[:4] == ["Join", "Leave", "Start", "Colour & seats"]


async def test_the_button_below_the_table_begins_a_practice_game(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    assert await private_answer(room.ann.click(lobby(room), label="Join")) == (
        "You're already at table #1. Wait for friends, or play right now: **Play the computer** or **Practice**."
    )
    waiting = lobby(room)
    await room.ann.click(waiting, label="Practice")
    assert room.table().is_practice
    [status] = [message for message in room.messages() if message.id == waiting.id]
    assert status.content.startswith("**Carcassonne #1** · Chat room\n")
    assert status.components == []


async def test_what_does_not_go_together_is_left_out_and_the_rest_is_stored(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    form = await room.ann.click(lobby(room), label="Options")
    chosen: dict[str, list[str]] = {"edition": ["castle"], "options": ["river", "abbot"], "besides": ["thread"]}
    assert await private_answer(room.ann.submit_modal(form, chosen)) == (
        "The table plays Carcassonne: The Castle. "
        "I left out what's only in Carcassonne, new edition: The River, The Abbot."
    )
    table = room.waiting()
    assert (table.edition, table.options, table.settings.thread) == ("castle", (), True)
    form = await room.ann.click(lobby(room), label="Options")
    chosen = {"edition": ["new-edition"], "options": ["abbot", "start-tile"], "besides": []}
    assert await private_answer(room.ann.submit_modal(form, chosen)) == (
        "The option “start tile in the bag” needs “The River”. Choose both."
    )
    assert (room.waiting().edition, room.waiting().options) == ("new-edition", ("abbot",))


async def test_the_menu_of_the_rules_says_what_each_edition_is(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    form = (await room.ann.click(lobby(room), label="Options")).modal or {}
    [rules] = [one["component"] for one in form["components"] if one["component"]["custom_id"] == "edition"]
    assert [one["description"].partition(" · ")[0] for one in rules["options"]] == [
        *["72 tiles"] * 4, "60 tiles", "72 tiles"
    ]  # fmt: skip
    assert all(len(one["description"]) <= 100 for one in rules["options"])


async def test_only_the_organiser_chooses(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    for label in ("Options", "Time limit"):
        said = await private_answer(room.bob.click(lobby(room), label=label))
        assert said == "Only the host of table #1 can change that. Ask Ann."


async def test_what_was_chosen_is_played_unless_the_command_says_otherwise(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    form = await room.ann.click(lobby(room), label="Options")
    await room.ann.submit_modal(form, {"edition": ["new-edition"], "options": ["abbot"], "besides": ["aids", "rated"]})
    form = await room.ann.click(lobby(room), label="Time limit")
    await room.ann.submit_modal(form, {"pace": ["2d"], "timeout": ["wait"], "takeback": ["0"]})
    await room.bob.slash(room.channel, "start", pace="3d")
    table = room.table()
    assert (table.edition, table.options) == ("new-edition", ("abbot",))
    assert table.settings == TableSettings("3d", takeback=0, timeout=TimeoutAction.WAIT)


async def test_colours_of_ones_choice(room: Room) -> None:
    await room.ann.slash(room.channel, "join", colour="black")
    await room.bob.slash(room.channel, "join")
    panel = await room.bob.click(lobby(room), label="Colour & seats")
    [menus] = panel.followups
    assert menus.ephemeral
    assert menus.content == ("At table #1 you get any free colour.")
    await room.restart()
    chosen = await room.bob.select(menus, ["yellow"], custom_id="carc:colour:1")
    assert chosen.response is not None
    assert chosen.response.content.startswith("At table #1 you play 🟡 yellow.")
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
    assert "Ann: 0 points, 7 figures, in black" in str(turn.attachments[0].description)


async def test_who_sits_already_changes_colour_by_command(room: Room) -> None:
    for colour in ("red", "white"):
        await room.ann.slash(room.channel, "join", colour=colour)
    assert roster(room) == ["⚪ **Ann** (host)"]


async def test_the_organiser_orders_the_seats_and_hands_over(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    panel = await room.ann.click(lobby(room), label="Colour & seats")
    panel = await room.ann.select(panel.followups[-1], ["joined"], custom_id="carc:order:1")
    assert room.waiting().settings.order is SeatOrder.JOINED
    assert panel.response is not None
    panel = await room.ann.select(panel.response, [str(room.bob.user.id)], custom_id="carc:successor:1")
    assert roster(room) == ["▫️ Ann", "▫️ **Bob** (host)"]
    assert panel.response is not None
    assert [row["components"][0]["custom_id"] for row in panel.response.components] == ["carc:colour:1"]
    assert (await room.bob.click(lobby(room), label="Options")).modal


async def test_a_successor_who_has_left(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    panel = await room.ann.click(lobby(room), label="Colour & seats")
    await leave(room, room.bob)
    said = await private_answer(
        room.ann.select(panel.followups[-1], [str(room.bob.user.id)], custom_id="carc:successor:1")
    )
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
    form = await room.ann.click(lobby(room), label="Options")
    await room.ann.submit_modal(form, {"edition": ["castle"], "options": [], "besides": []})
    await room.bob.click(lobby(room), label="Join")
    assert texts(room)[0].splitlines()[-1] == "The table is full. Press **Start** to begin."
    assert await private_answer(room.chloe.click(lobby(room), label="Join")) == (
        f"Table #1 is full: it has 2 seats. Open another table with {command_mention('join')}."
    )


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
    await room.ann.click(offer.response, label="Practice")
    table = room.table()
    assert (table.edition, table.options, table.is_practice) == ("new-edition", ("river",), True)
    assert table.settings == TableSettings(
        "24h", aids=False, takeback=0, order=SeatOrder.SHUFFLED, rated=False, timeout=TimeoutAction.SKIP
    )
    first = texts(room)[-1].splitlines()
    assert first[1] == "The practice game begins! First Ann (1), then Ann (2)."
    rules = f"-# Rules: Carcassonne, new edition with The River ({command_mention('rules')})"
    assert first[-1] == f"{rules} · Shuffle: `{commitment(bytes(32))[:16]}…` ({command_mention('log')})"


async def test_an_option_that_was_typed_again_and_again_counts_once(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", edition="new-edition", options="river " * 60)
    assert offer.response is not None
    await room.ann.click(offer.response, label="Practice")
    assert room.table().options == ("river",)


async def test_a_second_table_beside_a_running_game(room: Room) -> None:
    await room.begin()
    await room.ann.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "start")
    assert room.table(2).status is Status.RUNNING
    said = await words(room.ann.slash(room.channel, "place", at="M12", rotation=180, follower="-"))
    assert said == "You placed tile D at M12 (180°). (This is game #1. For #2, use the option `game`.)"


async def test_two_people_of_one_name_are_told_apart(room: Room) -> None:
    twin = room.guild.add_member(room.env.create_user("other", global_name="ann"))
    for one in (room.ann, twin):
        await one.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    assert texts(room)[-1].startswith("**Ann (1)**'s turn")
    assert "· 🔵 ann (2) 0" in texts(room)[-1]
