"""The managers' panel: who may use it, and what leads where. What it does is tried in test_admin, test_managers …"""

from typing import Any

import pytest
import simcord
from simcord.backend import serializers

from host.model.controllers import Person
from screens.custom_ids import ManagerId
from screens.text.markup import command_mention
from tests.cogs.admin_commands import ADMIN, buttons, manager, open_game, panel, press, shown, told
from tests.cogs.custom_id_kinds import KINDS
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.typed_words import pressed
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

FOR_MANAGERS = [kind for kind in KINDS if issubclass(kind, ManagerId)]


def some_id(kind: type[ManagerId]) -> str:
    """An id about game 1 and its first seat."""
    values = {"number": "1", "seat": "0", "page": "0" if kind.action == "admin-games" else "server", "form": "rules"}
    return ":".join(["carc", kind.action, *(values[name] for name in kind.parts)])


@pytest.mark.parametrize("kind", FOR_MANAGERS)
async def test_who_manages_nothing_is_refused_each_button_of_the_panel(room: Room, kind: type[ManagerId]) -> None:
    await room.begin()
    before = room.bot.host.administration.server(room.guild.id)
    [answer] = await pressed(room, room.ann, some_id(kind))
    assert answer.content == "Only this server's managers can do that."
    assert room.bot.host.administration.server(room.guild.id) == before
    assert room.table().ply == 1


async def test_a_form_of_the_panel_is_taken_from_nobody_else(room: Room) -> None:
    """A form comes with the message below which it was opened. Any answer to one's own command is not enough."""
    backend = room.env.backend
    shown_ = await room.ann.slash(room.channel, "help")
    assert shown_.response is not None
    own = backend.get_message(room.channel.id, shown_.response.id)
    for message in (None, own):
        record, event = forgery.form(
            backend, room.ann.user.id, "carc:admin-form:tables", room.channel.id, {"most": "1"}
        )
        if message is not None:
            event["message"] = dict(serializers.message_payload(backend, message))
        backend.emit("INTERACTION_CREATE", event)
        await room.env.settle()
        [answer] = [backend.get_message(room.channel.id, one).content for one in record.followup_ids]
        assert answer == "Only this server's managers can do that."
    assert room.bot.host.administration.server(room.guild.id).most_tables is None


async def test_whom_the_server_lets_use_the_command_may_use_its_panel(room: Room) -> None:
    """Discord checks who may give the command: a server can let others do that."""
    page = await panel(manager(room), room.channel)
    stored = room.env.backend.get_message(room.channel.id, page.id)
    helper = room.guild.add_member(room.env.create_user("helper"))
    record, event = forgery.component(room.env.backend, helper.user.id, "carc:admin:health", stored, room.channel.id)
    event["message"]["interaction_metadata"]["user"]["id"] = str(helper.user.id)
    room.env.backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert record.followup_ids == []
    assert room.env.backend.get_message(room.channel.id, page.id).content.startswith("Started <t:")


async def test_a_game_is_chosen_from_the_menu_and_acted_upon(room: Room) -> None:
    await room.begin()
    max_ = manager(room)
    games = shown(await press(max_, room.channel, "Games"))
    page = shown(await max_.select(games, ["#1"], custom_id="carc:admin-choose"))
    assert page.content.startswith(f"**Carcassonne #1** in <#{room.channel.id}>\nAnn and Bob · Ann's turn, started <t:")
    assert [one["label"] for one in buttons(page)] == [
        "What was done here", "End game", "Post again", "Log as a file", "Games", "Settings", "Bot status",
        "What managers did", "Puzzle",
    ]  # fmt: skip
    asked = shown(await max_.click(page, label="End game"))
    assert asked.content == "End Carcassonne #1 without scoring? You can't undo this."
    back = shown(await max_.click(asked, label="Back"))
    assert back.content == page.content
    menu = [one for row in back.components for one in row["components"] if one["type"] == 3]
    seat = shown(await max_.select(back, ["1"], custom_id=menu[0]["custom_id"]))
    assert seat.content == "Who plays on for Bob in Carcassonne #1?"


async def test_many_games_stand_on_several_pages(room: Room) -> None:
    for number in range(27):
        room.channel = room.guild.create_text_channel(f"c{number}")
        person = room.guild.add_member(room.env.create_user(f"p{number}"))
        await person.slash(room.channel, "join")
    max_ = manager(room)
    first = shown(await press(max_, room.channel, "Games"))
    assert len(offered(first)) == 25
    second = shown(await max_.click(first, label="More games"))
    assert len(offered(second)) == 2
    assert "More games" not in [one["label"] for one in buttons(second)]
    again = shown(await max_.click(second, label="Previous games"))
    assert offered(again) == offered(first)


def offered(message: simcord.ResponseMessage) -> list[str]:
    [menu] = [one for row in message.components for one in row["components"] if one["type"] == 3]
    return [one["value"] for one in menu["options"]]


async def test_a_number_that_is_no_game_is_refused(room: Room) -> None:
    max_ = manager(room)
    assert told(await open_game(max_, room.channel, "#7")).startswith("I can't see a game #7 here")
    assert "seven" in told(await open_game(max_, room.channel, "seven"))


async def test_who_played_needs_the_file(room: Room) -> None:
    said = await words(manager(room).slash(room.channel, ADMIN, player1=room.ann))
    assert said == "Who played is about the game of a file: give its log as `file`, too."


# What a Discord that has run for days still offers

GONE: dict[str, tuple[list[dict[str, Any]], str]] = {
    "pass": ([], "`/pass` is gone: press **Place**, or give {place} with `-` as the follower."),
    "leave": ([], "`/leave` is gone: press **Leave** at the table, or mention me with `leave`."),
    "vote": ([{"name": "game", "type": 3, "value": "#1"}],
             "`/vote` is gone: press **Vote** in {games}, or mention me with `vote`."),
    "start": ([{"name": "thread", "type": 5, "value": True}],
              "`thread` is gone from `/start`: press **Options** at the table before you start."),
    "place": ([{"name": "at", "type": 3, "value": "M14"}, {"name": "wall", "type": 3, "value": "1"}],
              "`wall` is gone from {place}: type it behind the follower, like `- wall:1 2 first:C4 N`."),
    "carcassonne-admin": ([{"name": "end", "type": 1, "options": [{"name": "game", "type": 3, "value": "#1"}]}],
                          "`end` is gone: give {admin} alone. Its panel has everything as buttons and menus."),
}  # fmt: skip


async def answer_to_gone(room: Room, name: str, options: list[dict[str, Any]]) -> Any:
    """What Ann reads who gives a command as it was once."""
    backend = room.env.backend
    record, event = forgery.command(backend, room.ann.user.id, room.channel.id, "help", [])
    event["data"] |= {"name": name, "options": options}
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    [answer] = [backend.get_message(room.channel.id, one) for one in (record.message_id, *record.followup_ids) if one]
    return answer


@pytest.mark.parametrize("name", GONE)
async def test_what_was_typed_for_weeks_says_where_it_went(room: Room, name: str) -> None:
    await room.begin()
    options, text = GONE[name]
    answer = await answer_to_gone(room, name, options)
    named = {one: command_mention(one) for one in ("place", "games")} | {"admin": command_mention(ADMIN)}
    assert answer.content == text.format(**named)
    assert answer.is_ephemeral
    assert room.table().ply == 1


@pytest.mark.parametrize(("name", "button"), [("pass", "Place"), ("start", "Options"), ("vote", "Abstimmen")])
async def test_it_names_a_button_as_it_stands_where_it_is(room: Room, name: str, button: str) -> None:
    """All see the buttons at a table, here in English; those of a private answer are in the reader's language."""
    await room.begin()
    await room.bot.host.people.choose_preferences(Person(room.ann.user.id, "Ann"), language="de")
    assert f"**{button}**" in (await answer_to_gone(room, name, GONE[name][0])).content


async def test_options_that_never_were_are_not_gone(room: Room) -> None:
    backend = room.env.backend
    options = [{"name": "x", "type": 3, "value": "1"}]
    record, event = forgery.command(backend, room.ann.user.id, room.channel.id, "start", options)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    [answer] = [backend.get_message(room.channel.id, one) for one in (record.message_id, *record.followup_ids) if one]
    assert answer.content == "This command has just changed. Try again in a minute."
    assert labels(answer) == []
