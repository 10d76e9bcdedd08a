"""Tournaments as people see them, from the form to the podium. Nobody but players does anything after Start."""

import re

from host.model.tournaments import TournamentStatus
from tests.cogs.options_panel import private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.tournaments import all_people, post, resign, set_up, tournament
from tournaments.kinds import standings_of

pytestmark = ON_SIMCORD


async def test_a_tournament_of_eight_goes_from_sign_up_to_the_podium(room: Room) -> None:
    people = all_people(room, 8)
    message = await post(room)
    for one in people:
        assert await private_words(one, message, "Sign up") == (
            "You're signed up for **Spring Cup**. I'll ping you when your game starts."
        )
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    assert (cup.status, cup.round) == (TournamentStatus.RUNNING, 1)
    rounds = 0
    while cup.status is TournamentStatus.RUNNING:
        rounds += 1
        for board in cup.boards(cup.round):
            assert board.game
            await resign(room, board.game, board.pairing.seats.index(max(board.pairing.seats)))
        await room.env.settle()
        cup = await tournament(room)
    assert rounds == 4
    table = standings_of(cup.course)
    assert cup.person(table[0].entrant).id == room.ann.user.id
    end = next(one for one in reversed(room.messages()) if "wins **Spring Cup**!" in one.content)
    assert end.content.startswith(f"<@{room.ann.user.id}> wins **Spring Cup**!\n🥇 Ann: 4")
    shown = next(one for one in room.messages() if one.id == message.id)
    assert shown.content.startswith("**Spring Cup** is over.\n🥇 Ann: 4")
    assert labels(shown) == ["Standings", "Games", "Mine"]


async def test_each_round_is_told_once_and_pings_those_who_do_not_begin(room: Room) -> None:
    people = all_people(room, 4)
    message = await post(room)
    for one in people:
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    told = [one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**")]
    assert len(told) == 1
    assert re.search(r"Ann – .+: \[#\d\]", told[0].content)
    assert "Who is to move then loses." in told[0].content
    assert cup.told_round == 1


async def test_the_message_shows_who_has_signed_up(room: Room) -> None:
    message = await post(room)
    assert message.pinned
    assert labels(message) == ["Sign up", "Leave", "Start", "Cancel"]
    await room.bob.click(message, label="Sign up")
    await room.chloe.click(message, label="Sign up")
    assert "2 players signed up:\nBob, Chloé" in room.messages()[-1].content
    assert await private_words(room.bob, message, "Leave") == "You've left **Spring Cup**."
    assert "1 player signed up:\nChloé" in room.messages()[-1].content
    assert await private_words(room.bob, message, "Leave") == "You're not in this tournament."


async def test_only_its_host_starts_or_cancels_it(room: Room) -> None:
    message = await post(room)
    assert "Only the host of the tournament" in await private_words(room.bob, message, "Start")
    assert "Only the host of the tournament" in await private_words(room.bob, message, "Cancel")
    assert "at least 3 players" in await private_words(room.ann, message, "Start")
    question = await private(room.ann.click(message, label="Cancel"))
    await room.ann.click(question, label="Cancel tournament")
    assert room.messages()[-1].content == "**Spring Cup** is cancelled."


async def test_the_rules_of_its_games_are_chosen_in_a_second_form(room: Room) -> None:
    draft = await set_up(room, kind=["everybody"], pace=["2d"])
    assert draft.content.startswith("**Spring Cup** · Everyone meets everyone\nStandard, 2 days for a turn\n")
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    chosen = {"edition": ["new-edition"], "options": ["river"], "besides": ["rated"]}
    await room.ann.submit_modal(form, {**chosen, "timeout": ["skip"], "rounds": ["usual"]})
    options = (await tournament(room)).terms.table_options
    assert (options.edition, options.options, options.thread, options.pace) == ("new-edition", ("river",), False, "2d")


async def test_a_tournament_goes_on_after_a_restart(room: Room) -> None:
    people = all_people(room, 4)
    message = await post(room)
    for one in people:
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    first, second = (await tournament(room)).boards(1)
    assert first.game
    assert second.game
    await resign(room, first.game, 1)
    await room.restart()
    await resign(room, second.game, 1)
    await room.env.settle()
    assert (await tournament(room)).round == 2


async def test_the_command_shows_the_latest_and_ones_own(room: Room) -> None:
    assert "no tournament on this server yet" in await words(room.bob.slash(room.channel, "tournament"))
    message = await post(room)
    await room.bob.click(message, label="Sign up")
    assert "1 player signed up" in await words(room.chloe.slash(room.channel, "tournament", what="show"))
    assert (
        await words(room.bob.slash(room.channel, "tournament", what="mine")) == "You're signed up for **Spring Cup**."
    )
    assert await words(room.bob.slash(room.channel, "tournament", what="leave")) == "You've left **Spring Cup**."
    assert "no tournament here" in await words(room.bob.slash(room.channel, "tournament", what="mine"))
