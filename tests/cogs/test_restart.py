"""Every turn is shown in the end, and only once, whatever happens in between."""

from typing import Any

import discord
import pytest

from cogs.delivery.errors import NotAnnouncedError
from cogs.delivery.outbox import Outbox
from cogs.recovery import SEARCH_PAUSE
from host.model.controllers import Person
from tests.cogs.options_panel import options, send
from tests.cogs.room import ON_SIMCORD, Room, board_link, labels
from tests.host.tables import player

pytestmark = ON_SIMCORD

MESSAGES = "/channels/*/messages"


def boards(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.attachments]


async def fail_to_send(room: Room, *turns: str) -> None:
    """Play turns that are stored while Discord refuses their messages."""
    room.env.inject_error("POST", MESSAGES, status=403, code=50013, times=len(turns))
    for turn in turns:
        answer = await room.play(turn)
        assert [one.content for one in answer.followups] == [
            f"That's saved, but I can't write in <#{room.channel.id}>. I'll try again later."
        ]
    room.expect(NotAnnouncedError)


async def test_a_message_that_could_not_be_sent_comes_after_a_restart(room: Room) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S")
    assert len(boards(room)) == 1
    await room.restart()
    assert len(boards(room)) == 2
    assert boards(room)[-1].content.splitlines()[:2] == [
        f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
    ]
    assert room.table().announced == room.table().ply
    await room.restart()
    assert len(boards(room)) == 2


async def test_a_server_error_is_not_taken_for_a_missing_permission(room: Room) -> None:
    await room.begin()
    room.env.inject_error("POST", MESSAGES, status=400, code=0, times=1)
    answer = await room.play("M12 180 knight S")
    assert [one.content for one in answer.followups] == [
        f"That's saved, but Discord is having trouble in <#{room.channel.id}>. I'll try again later."
    ]
    room.expect(NotAnnouncedError)


async def test_a_message_that_could_not_be_sent_comes_after_a_while(room: Room) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S")
    await room.env.advance_time(601)
    assert len(boards(room)) == 2


def fail_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the next call of a method of the outbox fail."""
    method, failures = getattr(Outbox, name), iter([ZeroDivisionError()])

    async def failing(*given: Any) -> None:
        for error in failures:
            raise error
        await method(*given)

    monkeypatch.setattr(Outbox, name, failing)


async def test_a_search_that_fails_is_repeated(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S")
    fail_once(monkeypatch, "publish_all_missed")
    await room.restart()
    assert len(boards(room)) == 1
    await room.env.advance_time(SEARCH_PAUSE + 1)
    assert len(boards(room)) == 2


async def test_deadlines_are_met_although_missed_notifications_are_unknown(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin(takeback=300)
    await room.play("M12 180 knight S")
    fail_once(monkeypatch, "notify_missed")
    await room.restart()
    await room.env.advance_time(301)
    assert boards(room)[-1].content.startswith("**Bob**'s turn")


async def test_it_comes_before_the_next_turn_at_the_latest(room: Room) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S")
    await room.play("N13 0 -")
    assert [message.content.splitlines()[1] for message in boards(room)[1:]] == [
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
        "Bob placed tile V at N13 (0°).",
    ]


async def test_every_missed_turn_gets_its_picture_and_only_the_last_a_ping(room: Room) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S", "N13 0 thief S", "M14 180 -")
    await room.restart()
    missed = boards(room)[1:]
    assert [message.attachments[0].filename for message in missed] == [f"game1-{ply}.png" for ply in (4, 7, 10)]
    assert [one["allowed_mentions"].get("users", []) for one in room.sent()[-3:]] == [[], [], [room.bob.user.id]]


async def test_a_message_that_was_sent_is_found_in_the_channel(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.ann.send(room.channel, "nice")
    await room.bot.host.message_log.mark_announced(1, 1, None)
    await room.restart()
    assert len(boards(room)) == 2
    assert room.table().announced == 4
    assert room.table().message == boards(room)[-1].id


async def test_the_end_is_announced_too_with_all_its_scores(room: Room) -> None:
    await room.begin(command="oldstart")
    await room.fast_forward(70)
    room.env.inject_error("POST", MESSAGES, status=403, code=50013, times=1)
    await room.play_on(1)
    room.expect(NotAnnouncedError)
    await room.restart()
    final = room.messages()[-1].content
    assert final.startswith("Carcassonne #1 is over. **")
    assert " in the game + " in final


async def test_a_game_ended_together_is_announced_too(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="End for everyone")
    room.env.inject_error("POST", MESSAGES, status=403, code=50013, times=1)
    pressed = await room.bob.click(room.messages()[-1], label="Agree")
    assert [one.content[:13] for one in pressed.followups] == ["That's saved,"]
    await room.restart()
    assert "Carcassonne #1 is over. The players agreed to end it" in room.messages()[-1].content


async def test_a_turn_that_could_not_be_told_is_told_with_the_end_of_a_game_that_is_ended(room: Room) -> None:
    await room.begin()
    await fail_to_send(room, "M12 180 knight S")
    ann, bob = (player(seat) for seat in room.table().seats)
    await room.bot.host.end_requests.ask(1, ann)
    request = room.table().end_request
    assert request is not None
    await room.bot.host.end_requests.agree(1, bob, request.number)
    await room.restart()
    assert [one.attachments[0].filename for one in boards(room)] == ["game1-1.png", "game1-4-end.png"]
    assert boards(room)[-1].content.splitlines()[:2] == [
        "Carcassonne #1 is over. The players agreed to end it, so nobody wins.",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
    ]


async def test_buttons_work_after_a_restart(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    await room.restart()
    assert asked.response is not None
    pressed = await room.ann.click(asked.response, label="③ thief · road · 1 tile, 2 open ends")
    assert pressed.response is not None
    assert pressed.response.content == f"You placed tile D at M14 (180°) with a thief. {board_link(room)}"


async def test_where_messages_are_not_kept_the_current_turn_is_shown_again(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.play("N13 0 -")
    for message in room.messages():
        await message.delete()
    await room.restart(keeps_messages=False)
    [shown] = room.messages()
    assert shown.content.splitlines()[:2] == [
        f"**Ann**'s turn · Carcassonne #1 · <@{room.ann.user.id}>",
        "Bob placed tile V at N13 (0°).",
    ]


async def test_a_table_that_waits_shows_who_sat_down_just_before_a_crash(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    bob = Person(room.bob.user.id, "Bob")
    await room.bot.host.lobby.join(room.waiting().venue, bob, 1)
    assert "Bob" not in room.messages()[-1].content
    await room.restart()
    assert "2 of 5 seats taken" in room.messages()[-1].content
    assert "Bob" in room.messages()[-1].content


async def test_options_of_before_a_restart_lose_all_that_is_over(room: Room) -> None:
    """The buttons that open a form, too."""
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    shown = await options(room.ann, room.messages()[-1])
    form = await room.ann.click(shown, label="Time limit & more")
    await room.restart()
    await room.ann.slash(room.channel, "start")
    pressed = await room.ann.click(shown, label="Time limit & more")
    assert pressed.followups[-1].content.startswith("Game #1 has already begun. To leave it, use ")
    assert labels(pressed.response) == []
    sent = await send(room.ann, form)
    assert sent.followups[-1].content.startswith("Game #1 has already begun.")
