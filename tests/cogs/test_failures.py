"""What people read, and what is logged, when something unexpected goes wrong."""

import logging

import discord
import pytest

import render
from tests.cogs.admin_commands import game_press, manager
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, first_turn, words
from tests.cogs.typed_words import leave
from tests.fixtures.databases import fill, locked, make_room

pytestmark = ON_SIMCORD


def break_turns(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program make a mistake whenever somebody plays."""

    async def play(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(room.bot.host.turns, "play", play)


async def test_an_apology_has_an_id_that_is_in_the_log(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin()
    break_turns(room, monkeypatch)
    said = await words(room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="-"))
    assert said.startswith("Sorry, that didn't work, and it's my fault.")
    [record] = [one for one in caplog.records if one.levelno == logging.ERROR and one.name.startswith("cogs")]
    assert f"error {said.rpartition(' ')[2].rstrip('.')} in place, game 1, ply 1" in record.getMessage()
    assert record.exc_info
    room.expect(ValueError)


async def test_a_button_apologises_too(
    room: Room, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    break_turns(room, monkeypatch)
    assert asked.response is not None
    pressed = await room.ann.click(asked.response, label="nobody")
    [said] = pressed.followups
    assert said.ephemeral
    assert said.content.startswith("Sorry, that didn't work, and it's my fault.")
    assert "in a button, game 1, ply 1" in caplog.text


async def test_a_locked_database_is_told_and_nothing_is_lost(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.begin()
    with locked(room.folder / "test.db"):
        said = await words(room.play("M12 180 knight S"))
    assert said == "Another program has locked my database. Nothing is lost: try again in a minute."
    assert "DatabaseLockedError" in caplog.text
    assert "Traceback" not in caplog.text
    await room.play("M12 180 knight S")
    assert room.messages()[-1].content.startswith("**Bob**'s turn")


async def test_a_full_disk_is_told_and_nothing_is_lost(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    await room.begin()
    await fill(room.bot.host)
    said, played = "", 0
    while not said.startswith("My disk is full") and played < 30:
        said, played = await words(room.play(first_turn(room.state()))), room.state().turn
    assert said == ("My disk is full, so I can't save that. Nothing is lost: ask the bot's owner to make room.")
    assert room.state().turn == played
    assert "Traceback" not in caplog.text
    await make_room(room.bot.host)
    await room.play_on(1)
    assert len((await room.record()).turns) == played + 1


@pytest.mark.parametrize(("status", "code"), [(400, 40060), (404, 10062)])
async def test_an_interaction_that_is_over_is_no_error(
    room: Room, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    """Discord may deliver an interaction twice, or so late that it takes no answer any more."""
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    assert asked.response is not None
    room.env.inject_error("POST", "/interactions/*/callback", status=status, code=code, times=2)
    await room.ann.slash(room.channel, "board")
    await room.ann.click(asked.response, label="nobody")
    assert [one for one in caplog.records if one.levelno >= logging.WARNING and one.name.startswith("cogs")] == []
    room.expect(discord.HTTPException)


@WITH_PICTURES
async def test_a_picture_that_fails_does_not_hold_up_the_game(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no font")

    await room.begin()
    monkeypatch.setattr(render, "draw", fail)
    await room.play("M12 180 -")
    message = room.messages()[-1]
    assert message.attachments == []
    assert message.content.startswith("**Bob**'s turn")
    assert "no picture of game 1, ply 4" in caplog.text
    assert room.table().announced == 4
    await room.bot.host.message_log.mark_announced(1, 1, None)
    await room.restart()
    assert room.messages()[-1].id == message.id


async def test_a_channel_where_the_bot_may_not_post(room: Room) -> None:
    deaf = room.guild.create_text_channel(
        "deaf", overwrites={room.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
    )
    for command in ("join", "start", "oldstart"):
        said = await words(room.ann.slash(deaf, command))
        assert said == (
            "I can't play in this channel yet. Ask a server manager to give me these permissions: Attach Files."
        )


async def test_names_are_safe(room: Room) -> None:
    name = "*_@everyone_* <@1> [x](https://x)"
    frank = room.guild.add_member(room.env.create_user("frank", global_name=name))
    await frank.slash(room.channel, "join")
    await room.ann.slash(room.channel, "join")
    await frank.slash(room.channel, "start")
    for message in room.messages():
        assert "@everyone" not in message.content
        assert "*_" not in message.content.replace("\\*", "").replace("\\_", "")
    assert [one["allowed_mentions"].get("users", []) for one in room.sent()] == [[], [frank.user.id]]
    assert all(one["allowed_mentions"]["parse"] == [] for one in room.sent())


async def test_the_table_is_told_though_the_answer_is_lost(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", "/webhooks/*", status=400, code=0, times=1)
    await room.play("M12 180 knight S")
    assert room.messages()[-1].content.startswith("**Bob**'s turn")


@pytest.mark.parametrize("change", ["start", "resign", "end"])
async def test_the_table_is_told_of_what_begins_or_ends_a_game_though_the_answer_is_lost(
    room: Room, change: str
) -> None:
    if change == "start":
        for one in (room.ann, room.bob):
            await one.slash(room.channel, "join")
        room.env.inject_error("POST", "/webhooks/*", status=400, code=0, times=1)
        await room.ann.slash(room.channel, "start")
    else:
        await room.begin()
        who, label = (room.ann, "Resign") if change == "resign" else (manager(room), "End it")
        if change == "resign":
            asked = await who.slash(room.channel, "resign", game="#1")
        else:
            asked = await game_press(who, room.channel, "End game")
        assert asked.response is not None
        room.env.inject_error("PATCH", "/webhooks/*", status=400, code=0, times=1)
        await who.click(asked.response, label=label)
    table = await room.bot.host.tables.load_started(1)
    assert table.announced == table.ply


async def test_a_table_is_refreshed_although_the_answer_to_who_leaves_is_lost(room: Room) -> None:
    for one in (room.ann, room.bob):
        await one.slash(room.channel, "join")
    room.env.inject_error("POST", "/webhooks/*", status=400, code=0, times=1)
    await leave(room, room.bob)
    [shown] = room.messages()
    assert "Ann" in shown.content
    assert "Bob" not in shown.content


async def test_a_turn_written_in_another_channel_is_shown_though_the_reply_is_lost(room: Room) -> None:
    await room.begin()
    other = room.guild.create_text_channel("other")
    room.env.inject_error("POST", f"/channels/{other.id}/messages", status=400, code=0, times=None)
    await room.ann.send(other, f"<@{room.env.backend.bot_user.id}> #1 M12 180 knight S")
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
