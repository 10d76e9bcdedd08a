"""Tables with computers: who adds them, who makes room, what is said of them, and a game of one person against one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

from host.model.controllers import LEVEL_NAMES, Computer
from players import LEVELS
from screens.custom_ids import TakeBackId
from screens.lobby import OFFERED_LEVELS, level_choices
from screens.screen import ChoiceField
from screens.text.choices import level_line, level_name
from screens.text.markup import command_mention
from screens.tournaments import computers_form
from tests.cogs.computer_seats import add, lobby, private_answer
from tests.cogs.example_tournaments import running
from tests.cogs.options_panel import choose
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, first_turn, labels, words
from tests.cogs.seats import ask_for_seat
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

BEGINNER, CLUB, STRONG = (Computer(level) for level in (1, 2, 3))


def posted(room: Room, custom_id: str, offered: Sequence[str] | None = None) -> discord.Message:
    """A message of the bot with a component that it may have offered once."""
    forgery.posted(room.env.backend, room.channel.id, custom_id, offered=offered)
    return room.messages()[-1]


def placeholders(panel: Any) -> list[str]:
    """What the menus of a message say while nothing is chosen."""
    return [row["components"][0]["placeholder"] for row in panel.components if "options" in row["components"][0]]


def test_every_level_that_plays_has_a_name_and_a_line() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES[: len(LEVELS)]
    assert [level_name(level) for level in OFFERED_LEVELS] == [*LEVELS]
    assert all(len(level_line(level)) <= 100 for level in range(1, len(LEVEL_NAMES) + 1))
    assert level_name(9) == "9"


def test_a_tournament_offers_levels_by_the_names_that_a_table_has() -> None:
    levels = computers_form(running()).fields[0]
    assert isinstance(levels, ChoiceField)
    assert [replace(one, is_chosen=False) for one in levels.choices] == [*level_choices()]
    assert [one.label for one in levels.choices if one.is_chosen] == ["Club"]


async def test_computers_are_added_and_taken_away(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    panel = await add(room)
    assert panel.content.splitlines() == [
        "Which computer should play at table #1? A game with a computer isn't rated.",
        "Or play right now: **Play the computer** or **Practice**.",
    ]
    assert [one["label"] for one in panel.components[-1]["components"]] == ["Play the computer", "Practice"]
    assert placeholders(panel) == ["How well should it play?"]
    panel = await add(room, 2, 2, 1)
    assert panel.content == "At table #1: 🤖 Club, 🤖 Club 2 and 🤖 Beginner."
    assert placeholders(panel) == ["Add another computer …", "Take a computer away …"]
    leaving = panel.components[1]["components"][0]["options"]
    assert [one["label"] for one in leaving] == ["🤖 Club 2", "🤖 Beginner"]
    assert lobby(room).content.splitlines() == [
        "**Table #1** · 4 of 5 seats taken",
        "▫️ **Ann** (host)",
        "🤖 Club",
        "🤖 Club 2",
        "🤖 Beginner",
        "Rules: Standard",
        "-# No time limit · not rated",
    ]
    assert labels(lobby(room)) == ["Join", "Start", "Computers", "Options"]
    await room.restart()
    panel = await private_answer(room.ann.select(await add(room), ["2"], custom_id="carc:computer-remove:1"))
    assert panel.content == "At table #1: 🤖 Club and 🤖 Beginner."
    panel = await add(room, 3, 3)
    assert [row["components"][0]["custom_id"] for row in panel.components] == ["carc:computer-remove:1"]
    assert lobby(room).content.splitlines()[-1] == "If someone joins, a computer makes room."
    await room.bob.click(lobby(room), label="Join")
    assert room.waiting().computers == (CLUB, BEGINNER, STRONG)


async def test_only_the_host_adds_computers(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.click(lobby(room), label="Join")
    said = await private_answer(room.bob.click(lobby(room), label="Computers"))
    assert said.content == "Only the host of table #1 can change that. Ask Ann."


async def test_what_is_not_possible_any_more_is_a_sentence_each(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    for level, name in (("0", "0"), ("9", "9")):
        message = posted(room, "carc:computer-add:1", [level])
        told = await private_answer(room.ann.select(message, [level], custom_id="carc:computer-add:1"))
        assert told.content == f"“{name}” isn't a choice here. Pick one from the list."
    await room.ann.select(await add(room, 1), ["1"], custom_id="carc:computer-remove:1")
    gone = posted(room, "carc:computer-remove:1", ["1"])
    told = await private_answer(room.ann.select(gone, ["1"], custom_id="carc:computer-remove:1"))
    assert told.content == "That computer isn't at table #1 any more."
    await add(room, 1, 1, 1, 1)
    full = posted(room, "carc:computer-add:1", ["1"])
    told = await private_answer(room.ann.select(full, ["1"], custom_id="carc:computer-add:1"))
    assert told.content == (
        "Table #1 has no free seat for a computer. Wait until someone leaves, or take a computer away."
    )
    told = await choose(room.ann, lobby(room), "edition", "castle")
    assert told.content == "Table #1 has 5 players, but this edition takes 2. Take a computer away first."
    await room.ann.click(lobby(room), label="Start")
    told = await private_answer(room.ann.select(gone, ["1"], custom_id="carc:computer-remove:1"))
    assert told.content == f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
    assert len(room.table().seats) == 5


async def begin_against(room: Room, *levels: int, number: int = 1) -> None:
    """Let Ann play computers of these levels in the channel."""
    await room.ann.slash(room.channel, "join")
    await add(room, *levels)
    await room.ann.click(lobby(room, number), label="Start")


async def test_who_adds_a_computer_and_starts_plays_it_in_the_channel(room: Room) -> None:
    await begin_against(room, 2)
    table = room.table()
    assert not table.is_private
    assert [one.controller for one in table.seats][1:] == [CLUB]
    assert (table.settings.rated, table.settings.takeback) == (False, 0)
    status, turn = room.messages()
    assert turn.content.splitlines()[1] == "Ann against 🤖 Club. Ann begins!"
    assert turn.content.splitlines()[-2:-1] == ["🔴 **Ann** 0 · 🔵 🤖 Club 0"]
    assert "· not rated" in turn.content.splitlines()[-1]
    assert "🤖 Club: 0 points" in str(turn.attachments[0].description)
    assert "🔵 🤖 Club 0 points" in status.content
    said = await words(room.ann.slash(room.channel, "stats"))
    assert said.endswith("on this server yet. A game with a computer isn't rated, and counts apart.")
    await room.play_on(1)
    assert room.messages()[-1].content.startswith("**🤖 Club**'s turn")
    await room.env.advance_time(COMPUTER_PAUSE)
    assert room.to_move() == room.ann


async def test_start_alone_offers_the_computer_first_and_keeps_the_options(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", edition="new-edition", options="river", takeback=60)
    assert offer.response is not None
    assert labels(offer.response) == ["Play the computer", "Practice"]
    assert offer.response.content.endswith("or play right now: **Play the computer** or **Practice**.")
    await room.restart()
    asked = await room.ann.click(offer.response, label="Play the computer")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Strong")
    table = room.table(2)
    assert (table.options, table.settings.takeback, table.is_practice) == (("river",), 60, False)
    assert [one.controller for one in table.seats][1:] == [STRONG]
    assert len(room.waiting(1).people) == 1, "the table stays as it is"


async def test_who_begins_a_game_in_a_thread_is_told_so(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await add(room, 2)
    await room.choose(thread=True)
    begun = await room.ann.slash(room.channel, "start")
    assert begun.response is not None
    assert (begun.response.content, labels(begun.response)) == ("Game #1 begins!", [])
    assert room.table().venue.parent == room.channel.id


async def test_an_offer_of_years_ago_begins_a_private_game_whoever_sits_at_the_table(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    message = posted(room, "carc:computer-game:1:::::::::")
    asked = await private_answer(room.ann.click(message, label="x"))
    assert labels(asked) == ["Beginner", "Club", "Strong", "Expert", "Master"]
    assert len(room.waiting(1).people) == 2


async def test_rules_that_are_not_there_any_more_are_a_sentence(room: Room) -> None:
    message = posted(room, "carc:private-begin:chat-room:river:::::::2")
    told = await private_answer(room.ann.click(message, label="x"))
    assert told.content.startswith("“The River” is only in ")
    assert not room.bot.host.tables.has_live


async def test_a_private_game_begins_even_if_others_wait_nearby(room: Room) -> None:
    """What the welcome's button does, and those of the help and of the guided game."""
    await room.bob.slash(room.channel, "join")
    helped = await room.ann.slash(room.channel, "help")
    assert helped.response is not None
    assert labels(helped.response)[-2:] == ["Play the computer", "Guided game"]
    asked = await room.ann.click(helped.response, label="Play the computer")
    assert asked.response is not None
    begun = await room.ann.click(asked.response, label="Club")
    assert begun.followups == []
    assert [one.name for one in room.table(2).humans] == ["Ann"]
    assert len(room.waiting(1).people) == 1


async def test_in_private_no_table_is_offered(room: Room) -> None:
    helped = await room.ann.user.slash("help")
    assert helped.response is not None
    assert labels(helped.response)[-2:] == ["Play the computer", "Guided game"]


async def test_the_next_game_is_one_press_away_at_the_same_level_or_another(room: Room) -> None:
    await begin_against(room, 2)
    await room.bot.host.turns.resign(1, room.table().humans[0])
    await room.bot.outbox.publish_missed(1)
    over = room.messages()[-1]
    assert over.content.splitlines()[0] == "Carcassonne #1 is over. Ann resigned, so **🤖 Club wins!**"
    assert labels(over) == ["Rematch", "Other level"]
    lines = (await words(room.ann.slash(room.channel, "stats"))).splitlines()
    assert lines[1:] == [
        "0 games, 0 won",
        "With computers, counted apart: 1 game, 0 won, no average yet",
        "- 🤖 Club: 1 game, 0 won",
    ]
    assert [one["name"] for one in await room.ann.autocomplete(room.channel, "log", "game", "")] == [
        "#1 · Ann, 🤖 Club · ended 2026-01-01"
    ]
    menu = await private_answer(room.ann.click(over, label="Other level"))
    assert menu.content == "How well should the computer play? The next game begins when you choose."
    begun = await room.ann.select(menu, ["3"], custom_id="carc:level:1")
    assert (begun.response, begun.followups) == (None, [])
    assert {one.controller for one in room.table(2).seats if one.person is None} == {STRONG}
    await room.env.advance_time(COMPUTER_PAUSE)
    assert labels(room.messages()[-1]) == ["Place", "Board", "Tiles left", "Hint"], "Ann has no turn to undo yet"
    undo = posted(room, str(TakeBackId(2, room.table(2).ply)))
    told = await private_answer(room.ann.click(undo, custom_id=str(TakeBackId(2, room.table(2).ply))))
    assert told.content == "You have no turn to undo in game #2 yet."
    await room.play(first_turn(room.state(2)), 2)
    await room.env.advance_time(COMPUTER_PAUSE)
    assert labels(room.messages()[-1]) == ["Place", "Board", "Tiles left", "Hint", "Undo"]
    menu = await private_answer(room.ann.click(over, label="Other level"))
    told = await private_answer(room.ann.select(menu, ["1"], custom_id="carc:level:1"))
    assert told.content.startswith("This rematch has already begun: Carcassonne #2")


async def test_a_friend_takes_the_computers_seat(room: Room) -> None:
    await begin_against(room, 2)
    shown, turn = room.messages()
    assert shown.pinned
    assert "Take seat" not in labels(turn) + labels(shown)
    asked = (await room.ann.slash(room.channel, "resign")).response
    assert asked is not None
    await room.ann.click(asked, label="Invite")
    await ask_for_seat(room.bob, room.messages()[-1])
    assert [one.name for one in room.table().seats] == ["Ann", "Bob"]


async def test_the_game_ends_when_no_person_is_left(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await add(room, 2, 3)
    await room.ann.click(lobby(room), label="Start")
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    assert asked.response.content == (
        "What do you want to do in Carcassonne #1? None of it can be undone.\n"
        "- **Resign**: the game ends.\n"
        "- **End game**: nobody wins, and the game doesn't count.\n"
        "- **Invite**: others can play on for 🤖 Club and 🤖 Strong."
    )
    await room.ann.click(asked.response, label=labels(asked.response)[0])
    over = room.messages()[-1].content.splitlines()
    assert over[0] == "Carcassonne #1 is over. Nobody is left to play, so nobody wins."
    assert "-# Not rated, because a computer played." in over
