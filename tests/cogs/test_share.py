"""Sharing a whole game from `/replay`: the file comes in private, and can be posted."""

import io
import json
import re
from typing import Any
from zipfile import ZipFile

import discord
import pytest
import simcord

from cogs import board
from screens.board import steps_of
from tests.cogs.rematches import resign
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels, near_the_end
from tests.fixtures.positions import random_turns
from tests.fixtures.scripted_thinker import ScriptedThinker

pytestmark = ON_SIMCORD


def page_in(data: bytes) -> bytes:
    """The only file in a zip."""
    with ZipFile(io.BytesIO(data)) as archive:
        [name] = archive.namelist()
        assert name == "game1.html"
        return archive.read(name)


async def ask(room: Room, turn: int = 0) -> simcord.ResponseMessage:
    """The question in which form to share the game, after Share was pressed below a turn."""
    shown = await room.bob.slash(room.channel, "replay", turn=turn)
    assert shown.response is not None
    return (await room.bob.click(shown.response, label="Share")).followups[-1]


@WITH_PICTURES
@pytest.mark.parametrize(
    ("label", "name", "begin"),
    [("Animation", "game1.gif", b"GIF89a"), ("Web page from turn 2", "game1.zip", b"PK")],
)
async def test_the_file_comes_in_private_and_is_posted(room: Room, label: str, name: str, begin: bytes) -> None:
    await room.begin()
    await room.play_on(3)
    asked = await ask(room, turn=2)
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


@WITH_PICTURES
async def test_a_page_comes_in_a_zip_because_the_chat_would_show_the_first_lines_of_a_text(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    drawn = (await room.bob.click(await ask(room), label="Web page")).response
    assert drawn is not None
    assert drawn.content == "Here's the web page. Download the zip, then open game1.html from it in your browser."
    await room.bob.click(drawn, label="Post it in the channel")
    public = room.messages()[-1]
    assert public.content == (
        "Bob shares Carcassonne #1 as a web page. Download the zip, then open game1.html from it in your browser."
    )
    assert page_in(await public.attachments[0].read()).startswith(b"<!doctype html>")


async def test_a_page_that_an_older_message_has_unpacked_is_posted_in_a_zip(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Post it in the channel", custom_id="carc:share-post:1:page"))
    file = discord.File(io.BytesIO(b"<!doctype html>"), "game1.html")
    channel = room.bot.get_partial_messageable(room.channel.id)
    drawn = await channel.send("Here's the web page.", file=file, view=view)
    await room.bob.click(drawn, label="Post it in the channel")
    [attached] = room.messages()[-1].attachments
    assert attached.filename == "game1.zip"
    assert page_in(await attached.read()) == b"<!doctype html>"


@WITH_PICTURES
async def test_an_animation_says_who_plays_and_what_it_shows(room: Room) -> None:
    await room.begin()
    await room.play_on(2)
    drawn = (await room.bob.click(await ask(room), label="Animation")).response
    assert drawn is not None
    words = "Animation of Carcassonne #1, from turn 0 to 2. Players: Ann and Bob."
    assert drawn.attachments[0].description == words
    await room.bob.click(drawn, label="Post it in the channel")
    assert room.messages()[-1].attachments[0].description == words
    await resign(room, room.bob, 1)
    drawn = (await room.bob.click(await ask(room), label="Animation")).response
    assert drawn is not None
    assert (drawn.attachments[0].description or "").endswith("Players: Ann and Bob. Ann wins.")


@pytest.mark.parametrize("turn", [0, 1])
async def test_at_the_beginning_the_whole_game_is_offered_and_nothing_else(room: Room, turn: int) -> None:
    await room.begin()
    await room.play_on(2)
    assert labels(await ask(room, turn)) == ["Animation", "Web page"]
    assert labels(await ask(room, 2)) == ["Animation", "Web page", "Animation from turn 2", "Web page from turn 2"]


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


def review_in(page: bytes) -> Any:
    found = re.search(r'<script type="application/json" id="review">(.*?)</script>', page.decode(), re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.slow
@WITH_PICTURES
async def test_the_page_of_a_finished_game_has_its_review_in_the_language_of_the_table(room: Room) -> None:
    await room.begin()
    await room.play_on(1)
    running = (await room.bob.click(await ask(room), label="Web page")).response
    assert running is not None
    assert review_in(page_in(await running.attachments[0].read())) is None, "a game that runs is never reviewed"
    await room.fast_forward(until=near_the_end, choose=random_turns(3))
    while room.bot.host.tables.cached(1):
        await room.play_on(1)
    drawn = (await room.bob.click(await ask(room), label="Web page")).response
    assert drawn is not None
    review = review_in(page_in(await drawn.attachments[0].read()))
    assert review["whole"]["text"].startswith("Carcassonne #1 in review\nAnn gave away ")
    assert review["whole"]["picture"]["src"].startswith("data:image/")
    assert review["words"] == {"review": "Review", "turns": "Turns that stand out", "close": "Close"}
    assert len(review["turns"]) == 6
    for turn in review["turns"]:
        assert turn["text"].startswith(f"Turn {turn['number']}: ")
        assert "Why: The better turn " in turn["text"]
        assert turn["picture"]["alt"].startswith("The board after ")


@WITH_PICTURES
async def test_a_page_is_shared_without_a_review_that_cannot_be_made_now(room: Room) -> None:
    await room.begin()
    await room.fast_forward(until=near_the_end, choose=random_turns(3))
    while room.bot.host.tables.cached(1):
        await room.play_on(1)
    assert isinstance(room.bot.thinker, ScriptedThinker)
    room.bot.thinker.can_review = False
    drawn = (await room.bob.click(await ask(room), label="Web page")).response
    assert drawn is not None
    assert review_in(page_in(await drawn.attachments[0].read())) is None


@WITH_PICTURES
async def test_a_page_does_not_wait_for_ever_for_its_review(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "REVIEW_PATIENCE", 0.0)
    await room.begin()
    await room.fast_forward(until=near_the_end, choose=random_turns(3))
    while room.bot.host.tables.cached(1):
        await room.play_on(1)
    assert isinstance(room.bot.thinker, ScriptedThinker)
    room.bot.thinker.may_review.clear()
    drawn = (await room.bob.click(await ask(room), label="Web page")).response
    room.bot.thinker.may_review.set()
    assert drawn is not None
    assert review_in(page_in(await drawn.attachments[0].read())) is None
