"""`/privacy` exports what is stored about a person, and deletes it after a confirmation."""

import io
import json
from typing import Any
from zipfile import ZipFile

import pytest
import simcord
import simcord.interactions
from simcord.interactions import base_payload

from host.errors import DatabaseAwayError
from host.model.controllers import Person
from host.model.table_errors import StillSeatedError
from tests.cogs.rematches import lobby, resign
from tests.cogs.room import ON_SIMCORD, Room, words

pytestmark = ON_SIMCORD


async def press(person: simcord.MemberActor, room: Room, *labels: str) -> simcord.InteractionResult:
    """Use the command, and press these buttons in turn."""
    shown = await person.slash(room.channel, "privacy")
    assert shown.ephemeral
    message = shown.response
    for label in labels:
        assert message is not None
        shown = await person.click(message, label=label)
        message = shown.followups[-1] if shown.followups else shown.response
    return shown


async def test_what_is_kept_is_said(room: Room) -> None:
    said = await words(room.ann.slash(room.channel, "privacy"))
    assert said.startswith("**What I keep about you**\n- Your Discord id")
    assert (await words(room.ann.user.slash("privacy"))) == said


async def test_what_is_kept_is_a_list_with_a_paragraph_below(room: Room) -> None:
    head, _, closing = (await words(room.ann.slash(room.channel, "privacy"))).partition("\n\n")
    assert all(line.startswith("- ") for line in head.splitlines()[1:])
    assert closing.startswith("I only read messages that mention me")
    for kept in ("votes", "vacations", "reminded", "follow", "rematch", "private conversation", "took over"):
        assert kept in head


async def test_everything_is_exported_as_a_file(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    shown = await press(room.ann, room, "Export")
    [sent] = shown.followups
    assert sent.ephemeral
    [file] = sent.attachments
    assert file.filename == "carcassonne-about-me.zip"
    files = unpacked(await file.read())
    assert set(files) == {"me.json", "games/1.json"}
    assert files["me.json"]["id"] == room.ann.user.id
    assert [row["name"] for row in files["me.json"]["people"]] == ["Ann"]
    assert [row["ply"] for row in files["games/1.json"]["moves"]] == [2, 3]


async def test_what_is_too_large_for_one_file_comes_in_several(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        await room.begin()
        await room.ann.slash(room.channel, "resign")
    whole = await press(room.ann, room, "Export")
    most = room_for(monkeypatch, len(await whole.followups[0].attachments[0].read()) // 2)
    shown = await press(room.ann, room, "Export")
    count = len(shown.followups)
    assert count > 1
    found: dict[str, Any] = {}
    for number, sent in enumerate(shown.followups, 1):
        assert sent.ephemeral
        assert f"\nIt's too much for one file: this is file {number} of {count}.\n" in sent.content
        [file] = sent.attachments
        content = await file.read()
        assert len(content) <= most
        assert file.filename == f"carcassonne-about-me-{number}.zip"
        found |= unpacked(content)
    assert found == unpacked(await whole.followups[0].attachments[0].read())


def room_for(monkeypatch: pytest.MonkeyPatch, most: int) -> int:
    """Set the largest file that Discord takes."""

    def smaller(*args: Any, **more: Any) -> Any:
        record, payload = base_payload(*args, **more)
        return record, {**payload, "attachment_size_limit": most}

    monkeypatch.setattr(simcord.interactions, "base_payload", smaller)
    return most


def unpacked(content: bytes) -> dict[str, Any]:
    """The contents of a zip's files, by name."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


async def test_deleting_is_asked_about_and_can_be_left(room: Room) -> None:
    await room.begin()
    await room.ann.slash(room.guild.create_text_channel("other"), "join")
    question = (await press(room.ann, room, "Delete …")).followups[-1]
    assert question.ephemeral
    assert question.content.splitlines()[-2:] == [
        "- You resign from your running games right away: #1.",
        "- You leave your waiting tables: #2.",
    ]
    kept = await room.ann.click(question, label="Keep everything")
    assert kept.response is not None
    assert kept.response.content == "Nothing was deleted."
    assert room.table().has_player(room.ann.user.id)


async def test_a_deleted_person_has_resigned_and_has_no_name(room: Room) -> None:
    other = room.guild.create_text_channel("other")
    await room.begin(3)
    await room.play_on(3)
    await room.ann.slash(other, "join")
    done = await press(room.ann, room, "Delete …", "Delete everything")
    assert done.response is not None
    assert done.response.content == "Everything about you is deleted. Thanks for playing!"
    assert done.response.components == []
    assert "? resigned." in room.messages()[-1].content
    assert [one.name for one in room.table().seats] == ["?", "Bob", "Chloé"]
    assert room.bot.host.tables.cached(2) is None
    await room.play_on(1)
    assert "Ann" not in room.messages()[-1].content
    assert "🔴 ? 2 (resigned) · " in room.messages()[-1].content
    found = await room.bot.host.privacy.export(room.ann.user.id)
    assert not any(found.values())


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("takeback", [0, 300])
async def test_nothing_that_is_said_of_the_resignation_names_who_is_deleted(
    room: Room, players: int, takeback: int
) -> None:
    await room.begin(players, takeback=takeback)
    said = len(room.messages())
    await press(room.ann, room, "Delete …", "Delete everything")
    [news] = room.messages()[said:]
    assert "? resigned" in news.content
    [picture] = news.attachments
    assert "?: 0 points, resigned" in (picture.description or "")
    assert not any("Ann" in text for text in (news.content, picture.description or ""))
    assert "Ann" not in room.messages()[0].content, "what shows the game as it stands"


async def test_the_buttons_work_after_a_restart_and_in_private(room: Room) -> None:
    await room.begin()
    shown = await room.ann.user.slash("privacy")
    await room.restart()
    assert shown.response is not None
    question = await room.ann.user.click(shown.response, label="Delete …")
    await room.ann.user.click(question.followups[-1], label="Delete everything")
    assert room.bot.host.tables.cached(1) is None
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. ? resigned, so **Bob wins!**")


async def test_where_the_bot_was_removed_the_next_player_is_told_in_private(room: Room) -> None:
    await room.begin(3)
    shown = (await room.ann.user.slash("privacy")).response
    assert shown is not None
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.env.settle()
    question = await room.ann.user.click(shown, label="Delete …")
    await room.ann.user.click(question.followups[-1], label="Delete everything")
    [told] = room.bob.user.dm_channel.history()
    assert "? resigned." in told.content


async def test_who_has_never_played_may_ask_as_well(room: Room) -> None:
    done = await press(room.eve, room, "Delete …", "Delete everything")
    assert done.response is not None
    assert done.response.content.startswith("Everything about you is deleted.")


async def test_what_one_channel_refuses_keeps_the_name_in_no_other(room: Room) -> None:
    others = [room.guild.create_text_channel(name) for name in ("one", "two")]
    for other in others:
        await room.ann.slash(other, "join")
        await room.bob.slash(other, "join")
    room.env.inject_error("PATCH", f"/channels/{others[0].id}/messages/*", status=400, code=0, times=1)
    await press(room.ann, room, "Delete …", "Delete everything")
    assert "Ann" in others[0].history()[0].content
    assert "Ann" not in others[1].history()[0].content


async def test_at_the_end_of_a_game_nobody_looks_for_deleted_people(room: Room) -> None:
    await room.begin(3)
    await press(room.ann, room, "Delete …", "Delete everything")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    other = room.guild.create_text_channel("other")
    question = (await room.bob.slash(other, "resign", game="#1")).response
    assert question is not None
    await room.bob.click(question, label="Resign")
    assert room.bot.host.tables.cached(1) is None
    await room.env.advance_time(601)
    asked = [one.json for one in room.env.http_requests if one.path == "/users/@me/channels"]
    assert {int(one["recipient_id"]) for one in asked if one} == {room.bob.user.id, room.chloe.user.id}
    job = room.bot.jobs._jobs["turn", 1]
    assert (job.failures, job.timer) == (1, None)  # it waits for a change


async def stop_while_ann_is_deleted(room: Room) -> None:
    """She has left her tables, and the bot is stopped before the rest is done."""
    ann = Person(room.ann.user.id, "Ann")
    await room.bot.host.people.ask_deletion(ann)
    await room.bot.host.privacy.withdraw(ann)
    await room.env.advance_time(1)
    await room.restart()


async def test_a_deletion_that_a_crash_cuts_off_is_finished_at_the_next_start(room: Room) -> None:
    await room.begin(3)
    await room.ann.slash(room.guild.create_text_channel("other"), "join")
    shown = await press(room.ann, room, "Delete …")
    await stop_while_ann_is_deleted(room)
    assert "? resigned." in room.messages()[-1].content
    assert not any("Ann" in one.content for one in room.messages() if one.components or one.pinned), "none names her"
    assert [one.name for one in room.table().seats] == ["?", "Bob", "Chloé"]
    assert not any((await room.bot.host.privacy.export(room.ann.user.id)).values())
    kept = await room.ann.click(shown.followups[-1], label="Keep everything")
    assert kept.response is not None
    assert kept.response.content == "Nothing is stored about you any more."


async def test_a_deletion_that_was_cut_off_before_anything_was_done_is_finished(room: Room) -> None:
    await room.begin()
    await room.bot.host.people.ask_deletion(Person(room.ann.user.id, "Ann"))
    await room.env.advance_time(1)
    await room.restart()
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. ? resigned, so **Bob wins!**")
    assert "Ann" not in room.messages()[0].content, "the message of the table"
    assert not any((await room.bot.host.privacy.export(room.ann.user.id)).values())


async def test_a_deletion_that_fails_is_tried_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin(3)
    real = room.bot.host.privacy.delete

    async def fail(_: int) -> None:
        raise DatabaseAwayError("the database")

    monkeypatch.setattr(room.bot.host.privacy, "delete", fail)
    await press(room.ann, room, "Delete …", "Delete everything")
    assert any((await room.bot.host.privacy.export(room.ann.user.id)).values())
    monkeypatch.setattr(room.bot.host.privacy, "delete", real)
    await room.env.advance_time(31)
    assert not any((await room.bot.host.privacy.export(room.ann.user.id)).values())
    assert room.unexpected_errors() == []


async def test_two_who_are_deleted_at_a_start_are_named_by_no_message_about_the_other(room: Room) -> None:
    await room.begin(4)
    for one, name in ((room.ann, "Ann"), (room.bob, "Bob")):
        await room.bot.host.people.ask_deletion(Person(one.user.id, name))
    await room.env.advance_time(1)
    said = len(room.messages())
    await room.restart()
    news = room.messages()[said:]
    texts = [text for one in news for text in (one.content, *(str(file.description) for file in one.attachments))]
    assert "resigned." in news[-1].content
    assert not any(name in text for name in ("Ann", "Bob") for text in texts)
    assert not any(name in room.messages()[0].content for name in ("Ann", "Bob"))


@pytest.mark.parametrize("error", [StillSeatedError(tables=()), RuntimeError()])
async def test_a_deletion_that_is_refused_is_not_done_later(
    room: Room, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """By then, the person may play again."""
    real, ann = room.bot.host.privacy.delete, room.ann.user.id

    async def fail(_: int) -> None:
        raise error

    await room.begin(3)
    monkeypatch.setattr(room.bot.host.privacy, "delete", fail)
    await press(room.ann, room, "Delete …", "Delete everything")
    monkeypatch.setattr(room.bot.host.privacy, "delete", real)
    await room.ann.slash(room.guild.create_text_channel("other"), "join")
    await room.env.advance_time(31)
    await room.restart()
    assert room.bot.host.tables.of_person(ann)
    assert any((await room.bot.host.privacy.export(ann)).values())


async def test_a_rematch_that_waited_for_a_deleted_person_does_not_say_to_press_start(room: Room) -> None:
    """Start said that nobody else was there any more."""
    await room.begin()
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    await press(room.bob, room, "Delete …", "Delete everything")
    said = "Nobody else is here any more. You can play the computer, or all seats yourself."
    assert lobby(room, 2).content.splitlines()[-1] == said
    assert (await room.ann.click(lobby(room, 2), label="Start")).followups[-1].content == said
