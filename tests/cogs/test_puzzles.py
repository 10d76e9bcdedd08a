"""The puzzle of the day: one tries it once, then sees the solution; servers have lists, and posts each day."""

import re
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from carcassonne import DeployNobody, PlaceTile, Turn, format_turn, parse_cell
from cogs.delivery.lull import QUIET
from cogs.puzzles.answering import TELL_PAUSE
from cogs.puzzles.posting import LONGEST_PAUSE
from host.errors import DatabaseAwayError
from host.model.puzzles import DAY, PuzzleAnswer
from screens.hints import turn_of
from screens.puzzle import choice_of
from tests.cogs.admin_commands import manager, panel, press, shown
from tests.cogs.room import ON_SIMCORD, RETRY_PAUSES, Press, Room, build_bot, labels
from tests.fixtures.scripted_thinker import ScriptedThinker
from tests.fixtures.stored_puzzle import stored_puzzle

pytestmark = ON_SIMCORD

HOUR = 3_600


def scripted(room: Room) -> ScriptedThinker:
    assert isinstance(room.bot.thinker, ScriptedThinker)
    return room.bot.thinker


async def opened(room: Room, actor: Any) -> Any:
    """The private answer to ``/puzzle``."""
    used = await actor.slash(room.channel, "puzzle")
    assert used.ephemeral
    assert used.response is not None
    return used.response


async def chosen(actor: Any, message: Any, place: int) -> Any:
    """Choose the turn with a rank, from 0, step by step as with every picker; return the message before Confirm."""
    while "Confirm" not in labels(message):
        message = shown(await actor.click(message, custom_id=next_id(message, place)))
    return message


def next_id(message: Any, place: int) -> str:
    """The id of the button that leads on to a turn."""
    written = format_turn(turn_of(stored_puzzle().choices[place].moves))
    ids = [one["custom_id"] for row in message.components for one in row["components"]]
    return next(str(one) for one in ids if f"{written} ".startswith(one.split(":", 3)[-1] + " "))


async def answered(room: Room, actor: Any, place: int) -> list[str]:
    """What somebody reads after answering with the turn of a rank."""
    message = await chosen(actor, await opened(room, actor), place)
    done = shown(await actor.click(message, label="Confirm"))
    return str(done.content).splitlines()


def day_of(room: Room) -> str:
    return room.bot.host.puzzles.today().isoformat()


async def pass_day(room: Room) -> None:
    """Let the next day come."""
    await room.env.advance_time(24 * HOUR)


# Answering


async def test_the_front_door_leads_to_the_puzzle(room: Room) -> None:
    door = await room.ann.slash(room.channel, "play")
    assert door.response is not None
    assert "Something new each day: **Puzzle**." in door.response.content
    assert labels(door.response) == ["Open a table", "Play the computer", "Guided game", "Practice", "Puzzle"]
    used = await room.ann.click(door.response, label="Puzzle")
    [puzzle] = used.followups
    assert puzzle.flags.ephemeral
    assert puzzle.content.startswith("**Puzzle of ")


async def test_a_puzzle_is_answered_once_with_the_ordinary_picker(room: Room) -> None:
    message = await opened(room, room.ann)
    head, rules, question = str(message.content).splitlines()
    assert head == f"**Puzzle of {day_of(room)}**: find the best turn. You have one try."
    assert rules == "-# You play on from a game of the expert computer. Rules: Standard."
    assert question == "Where does this tile go?"
    assert [one.filename for one in message.attachments] == ["cells.png"]
    confirming = await chosen(room.ann, message, 0)
    assert labels(confirming)[0] == "Confirm"
    done = shown(await room.ann.click(confirming, label="Confirm"))
    assert done.content.startswith("**You found the best turn!**")
    assert [one.filename for one in done.attachments] == ["solution.png"]
    assert labels(done) == ["Who solves puzzles"]
    again = await opened(room, room.ann)
    assert again.content == done.content, "the second time, the solution is shown"
    assert room.messages() == [], "nobody else sees it"


async def test_the_solution_says_what_turns_are_worth_why_and_who_chose_them(room: Room) -> None:
    await answered(room, room.ann, 0)
    await answered(room, room.bob, 1)
    told = await answered(room, room.chloe, 9)
    puzzle = stored_puzzle()
    lost = puzzle.lost(puzzle.choices[9])
    assert told[0] == f"**Not the best turn**: yours loses {lost:.1f} points."
    assert told[1] == "The best turns, with your lead at the end and who chose them:"
    ranked = [line for line in told if re.match(r"\d+\\\. ", line)]
    assert [line.split("\\")[0] for line in ranked] == ["1", "2", "3", "4", "10"]
    assert ranked[0].endswith("**−14.5** · 33 %")
    assert ranked[1].endswith("· 33 %")
    assert ranked[4].endswith("· 33 % · yours")
    assert told[6] == "…"
    assert told[8].startswith("At first sight, the best turn is **G11 (0°)** · ① farmer. The better turn ")
    assert told[9:] == ["-# 3 people have answered.", "-# Days in a row: 1 (most: 1) · solved: 0 of 1"]


async def test_every_turn_of_the_picker_has_its_worth(room: Room) -> None:
    """One that is none of the position is refused."""
    message = await opened(room, room.ann)
    puzzle = stored_puzzle()
    outside = Turn(PlaceTile(parse_cell("A1"), 0), DeployNobody())
    assert choice_of(puzzle, outside) is None
    day = room.bot.host.puzzles.today()
    forged = await press_forged(room, message, f"carc:puzzle-turn:{day:%Y%m%d}:{format_turn(outside)}")
    assert "isn't there any more" in forged or "button" in forged
    assert await room.bot.host.puzzles.answers(room.ann.user.id) == []


async def test_a_puzzle_of_tomorrow_is_no_puzzle_yet(room: Room) -> None:
    message = await opened(room, room.ann)
    await room.env.advance_time(2 * QUIET)
    tomorrow = room.bot.host.puzzles.today() + DAY
    assert await room.bot.host.puzzles.load(tomorrow)
    written = format_turn(turn_of(stored_puzzle().choices[0].moves))
    await press_forged(room, message, f"carc:puzzle-turn:{tomorrow:%Y%m%d}:{written}")
    assert await room.bot.host.puzzles.answers(room.ann.user.id) == []


async def press_forged(room: Room, message: Any, custom_id: str) -> str:
    """Press a button that a private answer doesn't have, and return what Ann reads then."""
    stored = room.env.backend.get_message(room.channel.id, message.id)
    stored.components = [{"type": 1, "components": [{"type": 2, "style": 2, "label": "?", "custom_id": custom_id}]}]
    pressed = await room.ann.click(message, custom_id=custom_id)
    return str(pressed.followups[0].content)


async def test_who_answers_twice_in_the_same_moment_has_one_answer(room: Room, press: Press) -> None:
    first = await chosen(room.ann, await opened(room, room.ann), 0)
    second = await chosen(room.ann, await opened(room, room.ann), 1)
    await press(room.ann.click(first, label="Confirm"), room.ann.click(second, label="Confirm"))
    assert len(await room.bot.host.puzzles.answers(room.ann.user.id)) == 1


async def test_on_the_next_day_an_old_picker_shows_the_solution_and_counts_no_more(room: Room) -> None:
    message = await chosen(room.ann, await opened(room, room.ann), 0)
    await pass_day(room)
    done = shown(await room.ann.click(message, label="Confirm"))
    assert done.content.startswith("The day of this puzzle is over, so your turn doesn't count.")
    assert await room.bot.host.puzzles.answers(room.ann.user.id) == []
    assert str((await opened(room, room.ann)).content).startswith(f"**Puzzle of {day_of(room)}**")


async def test_answers_on_days_in_a_row_are_a_streak(room: Room) -> None:
    for days in (1, 2):
        told = await answered(room, room.ann, 0)
        assert told[-1] == f"-# Days in a row: {days} (most: {days}) · solved: {days} of {days}"
        await pass_day(room)
    await pass_day(room)
    told = await answered(room, room.ann, 5)
    assert told[-1] == "-# Days in a row: 1 (most: 2) · solved: 2 of 3"


async def test_three_answer_one_deletes_themselves_and_the_next_day_comes(room: Room) -> None:
    for actor, place in ((room.ann, 0), (room.bob, 1), (room.chloe, 0)):
        await answered(room, actor, place)
    await room.bot.host.privacy.delete(room.chloe.user.id)
    told = (await opened(room, room.ann)).content.splitlines()
    assert "-# 2 people have answered." in told
    assert await listed(room, room.ann) == [
        "**Puzzles this week**", "1\\. Ann: 1 of 1 solved, 0.0 points lost",
        "2\\. Bob: 0 of 1 solved, 5.5 points lost",
        "**Puzzles this month**", "1\\. Ann: 1 of 1 solved, 0.0 points lost",
        "2\\. Bob: 0 of 1 solved, 5.5 points lost",
    ]  # fmt: skip
    await pass_day(room)
    assert str((await opened(room, room.chloe)).content).startswith(f"**Puzzle of {day_of(room)}**")


async def listed(room: Room, actor: Any) -> list[str]:
    """The lists of the server, from the button below the solution."""
    pressed = await actor.click(await opened(room, actor), label="Who solves puzzles")
    return str(pressed.followups[0].content).splitlines()


async def test_what_was_answered_elsewhere_is_in_no_list_of_the_server(room: Room) -> None:
    other = room.env.create_guild("Other")
    channel = other.create_text_channel("there")
    member = other.add_member(room.bob.user)
    message = shown(await member.slash(channel, "puzzle"))
    await member.click(await chosen(member, message, 0), label="Confirm")
    await answered(room, room.ann, 0)
    assert not any("Bob" in line for line in await listed(room, room.ann))
    assert "-# 2 people have answered." in (await opened(room, room.ann)).content, "but the shares have it"


# Making


async def test_while_it_is_made_one_sentence_says_so_and_then_it_shows(room: Room) -> None:
    scripted(room).finds_puzzles = False
    message = await opened(room, room.ann)
    assert message.content == "I'm still making today's puzzle. It takes some minutes, and then it shows up here."
    scripted(room).finds_puzzles = True
    await room.env.advance_time(RETRY_PAUSES[0])
    now = room.env.backend.get_message(room.channel.id, message.id)
    assert now.content.startswith("**Puzzle of")


async def test_who_waits_sees_that_the_search_goes_on(room: Room) -> None:
    room.bot.makes_puzzles_ahead = False
    scripted(room).steps = 100_000
    message = await opened(room, room.ann)
    for _ in range(2):
        await room.env.advance_time(TELL_PAUSE)
        now = room.env.backend.get_message(room.channel.id, message.id)
        assert now.content.startswith("I'm still making today's puzzle. ")
        assert re.search(r"Positions looked at so far: about [1-9]\d*\.$", now.content)
    scripted(room).steps = 0
    await room.env.advance_time(TELL_PAUSE)
    now = room.env.backend.get_message(room.channel.id, message.id)
    assert now.content.startswith("**Puzzle of")


async def test_all_who_wait_are_shown_it_although_the_database_is_away_for_a_moment(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(room).finds_puzzles = False
    waiting = [await opened(room, one) for one in (room.ann, room.bob)]
    scripted(room).finds_puzzles = True
    answers, failures = room.bot.host.puzzles.answers, [DatabaseAwayError("puzzles")]

    async def away_at_first(person_id: int) -> list[PuzzleAnswer]:
        if failures:
            raise failures.pop()
        return await answers(person_id)

    monkeypatch.setattr(room.bot.host.puzzles, "answers", away_at_first)
    for pause in RETRY_PAUSES[:2]:
        await room.env.advance_time(pause)
    assert not failures
    for message in waiting:
        now = room.env.backend.get_message(room.channel.id, message.id)
        assert now.content.startswith("**Puzzle of")


async def test_tomorrows_is_made_while_nobody_plays(room: Room) -> None:
    await opened(room, room.bob)
    today = room.bot.host.puzzles.today()
    await room.begin()
    for _ in range(5):
        await room.play_on(1)
        await room.env.advance_time(QUIET / 3)
        assert await room.bot.host.puzzles.missing() == today + DAY
    await room.env.advance_time(3 * QUIET)
    assert await room.bot.host.puzzles.missing() is None
    assert len(scripted(room).hunts) == 2
    await pass_day(room)
    assert await room.bot.host.puzzles.load(today + DAY), "at midnight there is one"
    assert await room.bot.host.puzzles.load(today + 2 * DAY), "and the next one is made"


async def test_where_none_is_made_ahead_the_first_who_asks_begins_it(room: Room) -> None:
    """So it is in the sandbox."""
    room.bot.makes_puzzles_ahead = False
    await room.env.advance_time(2 * QUIET)
    assert scripted(room).hunts == []
    assert str((await opened(room, room.ann)).content).startswith("**Puzzle of")
    await room.env.advance_time(2 * QUIET)
    assert len(scripted(room).hunts) == 1
    await pass_day(room)
    assert str((await opened(room, room.ann)).content).startswith("**Puzzle of")
    assert len(scripted(room).hunts) == 2


async def test_a_restart_makes_nothing_anew(room: Room) -> None:
    await opened(room, room.ann)
    before = await room.bot.host.puzzles.load(room.bot.host.puzzles.today())
    seeds = list(scripted(room).hunts)
    await room.restart()
    assert str((await opened(room, room.ann)).content).startswith("**Puzzle of")
    assert await room.bot.host.puzzles.load(room.bot.host.puzzles.today()) == before
    assert seeds == scripted(room).hunts


# What managers have posted


async def have_posted(room: Room) -> simcord.MemberActor:
    """Have a manager choose the channel for puzzles."""
    max_ = manager(room)
    page = shown(await press(max_, room.channel, "Puzzle"))
    assert page.content == "The puzzle of each day isn't posted. Choose a channel for it."
    done = shown(await max_.select(page, [room.channel], custom_id="carc:admin-puzzle-channel"))
    assert done.content.startswith(f"The puzzle of each day is posted in <#{room.channel.id}>, at midnight UTC")
    await room.env.advance_time(3 * QUIET)
    return max_


async def test_a_manager_has_it_posted_each_day_with_yesterdays_solution_hidden(room: Room) -> None:
    await have_posted(room)
    [first] = room.messages()
    assert first.content == f"**Puzzle of {day_of(room)}**: what's the best turn here?"
    assert labels(first) == ["Puzzle"]
    pressed = await room.ann.click(first, label="Puzzle")
    [private] = pressed.followups
    assert private.flags.ephemeral
    message = await chosen(room.ann, private, 0)
    await room.ann.click(message, label="Confirm")
    await pass_day(room)
    second = room.messages()[-1]
    assert second.content.splitlines()[0].startswith(f"**Puzzle of {day_of(room)}**")
    assert re.fullmatch(
        r"Yesterday's solution: \|\|\*\*I11 \(0°\)\*\* · nobody\. At first sight, .+\|\| 1 of 1 person found it\.",
        second.content.splitlines()[1],
    )
    assert [one.filename.split("-")[0] for one in second.attachments] == ["puzzle", "SPOILER_solution"]
    assert len(room.messages()) == 2


async def test_a_restart_posts_nothing_twice_and_what_was_missed(room: Room) -> None:
    await have_posted(room)
    await room.restart()
    await room.env.advance_time(3 * QUIET)
    assert len(room.messages()) == 1
    await room.bot.close()
    await pass_day(room)
    await room.env.restart_bot(build_bot(room.folder))
    await room.env.advance_time(3 * QUIET)
    assert len(room.messages()) == 2


async def test_a_channel_that_is_gone_gets_none_and_another_one_does(room: Room) -> None:
    max_ = await have_posted(room)
    other = room.guild.create_text_channel("puzzles")
    room.env.backend.delete_channel(room.channel.id)
    await pass_day(room)
    await pass_day(room)
    page = await panel(max_, other)
    page = shown(await max_.click(page, label="Puzzle"))
    await max_.select(page, [other], custom_id="carc:admin-puzzle-channel")
    await pass_day(room)
    assert [one.content.splitlines()[0][:12] for one in other.history()] == ["**Puzzle of "]


async def test_without_the_permission_it_is_tried_again(room: Room) -> None:
    await have_posted(room)
    forbid(room, denied=True)
    await pass_day(room)
    assert len(room.messages()) == 1
    forbid(room, denied=False)
    await room.env.advance_time(2 * LONGEST_PAUSE)
    assert len(room.messages()) == 2


async def test_a_channel_where_the_bot_may_not_write_is_refused(room: Room) -> None:
    forbid(room, denied=True)
    max_ = manager(room)
    page = shown(await press(max_, room.guild.create_text_channel("elsewhere"), "Puzzle"))
    refused = await max_.select(page, [room.channel], custom_id="carc:admin-puzzle-channel")
    assert "Send Messages" in refused.followups[0].content
    assert room.bot.host.administration.server(room.guild.id).puzzle_channel is None


def forbid(room: Room, *, denied: bool) -> None:
    """Let the bot write in the channel no more, or again."""
    channel = room.env.backend.get_channel(room.channel.id)
    assert room.bot.user is not None
    permission = discord.Permissions(send_messages=True).value
    channel.overwrites = [Overwrite(room.bot.user.id, OverwriteType.MEMBER, 0, permission)] if denied else []
    room.env.backend.announce_channel_update(channel.id)


async def test_switched_off_nothing_is_posted(room: Room) -> None:
    max_ = await have_posted(room)
    await press(max_, room.channel, "Puzzle", "Post none")
    await pass_day(room)
    assert len(room.messages()) == 1
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert len(entries) == 2
