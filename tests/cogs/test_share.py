"""Sharing a whole game from `/replay`: the file comes in private, and can be posted."""

import pytest
import simcord

from screens.board import steps_of
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels, near_the_end

pytestmark = ON_SIMCORD


async def ask(room: Room, turn: int = 0) -> simcord.ResponseMessage:
    """The question in which form to share the game, after Share was pressed below a turn."""
    shown = await room.bob.slash(room.channel, "replay", turn=turn)
    assert shown.response is not None
    return (await room.bob.click(shown.response, label="Share")).followups[-1]


@WITH_PICTURES
@pytest.mark.parametrize(
    ("label", "name", "begin"),
    [("Animation", "game1.gif", b"GIF89a"), ("Web page from turn 1", "game1.html", b"<!doctype html>")],
)
async def test_the_file_comes_in_private_and_is_posted(room: Room, label: str, name: str, begin: bytes) -> None:
    await room.begin()
    await room.play_on(2)
    asked = await ask(room, turn=1)
    assert "How do you want to show this game?" in asked.content
    before = len(room.messages())
    drawn = (await room.bob.click(asked, label=label)).response
    assert drawn is not None
    assert drawn.content.startswith("Here's the ")
    assert drawn.attachments[0].filename == name
    data = await drawn.attachments[0].read()
    assert data.startswith(begin)
    assert len(room.messages()) == before, "nobody else sees it yet"
    await room.restart()
    posted = (await room.bob.click(drawn, label="Post it in the channel")).response
    assert posted is not None
    assert posted.content == "Done: everyone here can see it."
    public = room.messages()[-1]
    assert public.content.startswith("Bob shares Carcassonne #1 as ")
    assert await public.attachments[0].read() == data


async def test_the_words_of_a_game_tell_who_won_with_names_as_they_are(room: Room) -> None:
    """In a file no character means anything to Discord."""
    await room.begin()
    await room.play_on(1)
    host = room.bot.host
    await room.fast_forward(until=near_the_end)
    await room.play_on(100)
    table = await host.tables.load_started(1)
    steps = steps_of(table, await host.history.replay_log(1), 0)
    assert [step.number for step in steps] == list(range(len(steps)))
    assert [step.seat for step in steps[:4]] == [None, 0, 1, 0]
    assert steps[1].text.startswith("Ann placed tile ")
    best = max(table.state.scores)
    winners = [seat for seat, score in enumerate(table.state.scores) if score == best]
    assert steps[-1].winners == frozenset(winners)
    assert steps[-1].text.splitlines()[-1].endswith(f"with {best} points!" if len(winners) == 1 else "points each!")
    assert all("*" not in step.text for step in steps)
    assert len(steps_of(table, await host.history.replay_log(1), 10_000)) == 1


async def test_below_the_beginning_the_whole_game_is_offered(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    assert labels(await ask(room)) == ["Animation", "Web page"]


@WITH_PICTURES
async def test_what_is_too_much_for_a_file_is_said(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()
    await room.play_on(1)
    asked = await ask(room)
    monkeypatch.setattr("render.share.animation.MAX_BYTES", 10)
    drawn = (await room.bob.click(asked, label="Animation")).response
    assert drawn is not None
    assert drawn.content.startswith("That's too much for one file.")
    assert not drawn.components


async def test_a_drawing_that_fails_is_said(room: Room) -> None:
    """Pictures are blank here, so what comes back is no file."""
    await room.begin()
    await room.play_on(1)
    drawn = (await room.bob.click(await ask(room), label="Animation")).response
    assert drawn is not None
    assert drawn.content.startswith("The drawing didn't work out.")
