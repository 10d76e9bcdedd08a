"""Somebody asks for the seat of a computer, and those who play answer; nobody asks where somebody plays alone."""

from datetime import timedelta

import discord
import pytest
import simcord

from host.model.controllers import Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from host.model.preferences import DmPreference
from screens.text.markup import command_mention
from tests.cogs.computer_seats import add, lobby
from tests.cogs.deadlines import MINUTE, outcomes, pinged
from tests.cogs.rematches import now
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, board_link, build_bot, labels, words
from tests.cogs.seats import ask_for_seat, offer_of_seat, private_answer, question_of
from tests.fixtures.held_requests import run_as_bot

pytestmark = ON_SIMCORD


async def leave(room: Room, players: int = 3) -> discord.Message:
    """Begin a game, have Ann leave her seat to a computer; return the message that offers it."""
    await room.begin(players)
    asked = (await room.ann.slash(room.channel, "resign")).response
    assert asked is not None
    await room.ann.click(asked, label="Computer")
    return room.messages()[-1]


async def play_alone(room: Room) -> discord.Message:
    """Have Ann begin a game against the computer in the channel; return the message that shows how it stands."""
    await room.ann.slash(room.channel, "join")
    await add(room, 2)
    await room.ann.click(lobby(room), label="Start")
    return room.messages()[0]


async def resign_menu(room: Room, person: simcord.MemberActor, **options: str) -> simcord.ResponseMessage:
    asked = (await person.slash(room.channel, "resign", **options)).response
    assert asked is not None
    return asked


def names(room: Room, number: int = 1) -> list[str]:
    return [one.name for one in room.table(number).seats]


async def test_the_seat_is_shown_before_anybody_is_asked(room: Room) -> None:
    offered = await leave(room)
    shown = await offer_of_seat(room.eve, offered)
    assert shown.content == (
        "Play on for 🤖 Club in Carcassonne #1? The seat has 0 points; 71 tiles to come.\nI'll ask the players first."
    )
    before = len(room.messages())
    declined = private_answer(await room.eve.click(shown, label="No"))
    assert declined.content.startswith("You didn't take the seat in Carcassonne #1. To watch: [board](")
    assert (labels(declined), len(room.messages()), room.table().seat_request) == ([], before, None)


async def test_a_player_lets_somebody_in(room: Room) -> None:
    offered = await leave(room)
    told = private_answer(await ask_for_seat(room.eve, offered))
    assert told.content.startswith(
        f"I've asked the players in <#{room.channel.id}>. Press **No** there if you change your mind.\n"
        "If nobody answers, the seat is yours <t:"
    )
    question = question_of(room)
    assert question.content.startswith(
        f"<@{room.bob.user.id}> <@{room.chloe.user.id}> "
        "**Eve** would like to play on for 🤖 Club in Carcassonne #1. "
        "If nobody answers, Eve gets the seat <t:"
    )
    assert pinged(question) == sorted([room.bob.user.id, room.chloe.user.id])
    refused = await room.dmitri.click(question, label="Let in")
    assert "Carcassonne #1" in refused.followups[0].content or "game #1" in refused.followups[0].content
    assert names(room)[0] == "Computer, club"
    await room.chloe.click(question, label="Let in")
    assert names(room) == ["Eve", "Bob", "Chloé"]
    question = now(room, question)
    assert (question.content, labels(question)) == ("Chloé let Eve into Carcassonne #1.", [])
    assert room.messages()[-1].content.startswith("Eve takes over for 🤖 Club in Carcassonne #1.")


async def test_who_asks_cannot_let_themselves_in(room: Room) -> None:
    offered = await leave(room)
    told = private_answer(await ask_for_seat(room.eve, offered))
    assert told.content.startswith(f"I've asked the players in <#{room.channel.id}>. Press **No** there if ")
    refused = private_answer(await room.eve.click(question_of(room), label="Let in"))
    assert refused.content == (
        "The players of game #1 decide, because you asked for the seat. To take that back, press **No**."
    )
    assert names(room)[0] == "Computer, club"


async def test_a_player_says_no(room: Room) -> None:
    offered = await leave(room)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    await room.bob.click(question, label="No")
    question, told = now(room, question), room.messages()[-1]
    assert (question.content, labels(question)) == (
        f"Bob said no, so <@{room.eve.user.id}> doesn't get a seat in Carcassonne #1.", [],
    )  # fmt: skip
    assert told.content.startswith(
        f"<@{room.eve.user.id}> The players of Carcassonne #1 would rather go on as they are. To watch: [board]("
    )
    assert pinged(told) == [room.eve.user.id]
    assert names(room)[0] == "Computer, club"


async def test_who_wants_private_messages_hears_the_no_there(room: Room) -> None:
    offered = await leave(room)
    eve = Person(room.eve.user.id, "Eve")
    await room.bot.host.people.choose_dm_preference(eve, DmPreference.ON)
    await ask_for_seat(room.eve, offered)
    await room.bob.click(question_of(room), label="No")
    assert (NotificationKind.SEAT_REFUSED, DeliveryOutcome.PRIVATE) in await outcomes(room)
    assert not any("would rather go on" in one.content for one in room.messages())


async def test_who_asks_changes_their_mind(room: Room) -> None:
    offered = await leave(room)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    await room.eve.click(question, label="No")
    assert now(room, question).content == f"<@{room.eve.user.id}> doesn't want a seat in Carcassonne #1 any more."
    assert room.table().seat_request is None
    assert NotificationKind.SEAT_REFUSED not in [kind for kind, _ in await outcomes(room)]


async def test_without_an_answer_the_seat_is_theirs(room: Room) -> None:
    offered = await leave(room)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    await room.env.advance_time(9 * MINUTE)
    assert (names(room)[0], labels(now(room, question))) == ("Computer, club", ["Let in", "No"])
    await room.env.advance_time(MINUTE + 10)
    assert names(room) == ["Eve", "Bob", "Chloé"]
    question = now(room, question)
    assert (question.content, labels(question)) == ("Carcassonne #1: this request for a seat is over.", [])
    assert sum(one.content.startswith("Eve takes over for 🤖 Club") for one in room.messages()) == 1


async def test_after_an_outage_the_question_tells_the_new_time(room: Room) -> None:
    await ask_for_seat(room.eve, await leave(room))
    asked = room.table().seat_request
    assert asked
    await room.bot.close()
    await room.env.advance_time(8 * MINUTE)
    await room.env.restart_bot(build_bot(room.folder))
    await room.env.advance_time(10)
    request, said = room.table().seat_request, question_of(room).content
    assert request
    assert request.due == asked.due + timedelta(minutes=8)
    assert said.endswith(f"gets the seat <t:{int(request.due.timestamp())}:R>.")
    await room.env.advance_time(9 * MINUTE)
    assert "club" in names(room)[0].lower()
    await room.env.advance_time(MINUTE)
    assert names(room)[0] == "Eve"


async def test_the_question_outlives_a_restart_and_the_turns(room: Room) -> None:
    offered = await leave(room)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    await room.restart()
    await room.env.advance_time(COMPUTER_PAUSE)
    await room.play_on(1)
    assert labels(now(room, question)) == ["Let in", "No"]
    await room.bob.click(question, label="Let in")
    assert names(room) == ["Eve", "Bob", "Chloé"]
    assert labels(now(room, question)) == []


@pytest.mark.parametrize("is_answered", [True, False])
async def test_who_has_left_the_server_gets_no_seat(room: Room, *, is_answered: bool) -> None:
    offered = await leave(room)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    room.env.backend.remove_member(room.guild.id, room.eve.user.id)
    if is_answered:
        late = await room.bob.click(question, label="Let in")
        assert late.followups[0].content.startswith("That question in game #1 is closed.")
    else:
        await room.env.advance_time(10 * MINUTE + 10)
    assert (names(room)[0], room.table().seat_request) == ("Computer, club", None)
    assert labels(now(room, question)) == []


async def test_nobody_sits_down_where_somebody_plays_alone(room: Room) -> None:
    shown = await play_alone(room)
    assert labels(shown) == []
    assert [one["name"] for one in await room.eve.autocomplete(room.channel, "join", "game", "")] == []
    joined = (await room.eve.slash(room.channel, "join")).response
    assert joined is not None
    assert (labels(joined), "play on" in joined.content) == ([], False)
    assert await words(room.dmitri.slash(room.channel, "join", game="#1")) == (
        f"Game #1 has already begun. Here's {board_link(room, 'the board now')}."
    )


async def test_an_old_button_says_why_nobody_sits_down(room: Room) -> None:
    shown = await play_alone(room)
    view = discord.ui.View(timeout=None)
    seat = room.table().computer_seats[0].number
    view.add_item(discord.ui.Button(label="Take seat", custom_id=f"carc:take:1:{seat}"))
    message = await run_as_bot(room.env, room.bot.get_partial_messageable(room.channel.id).send("old", view=view))
    pressed = await room.eve.click(now(room, message), label="Take seat")
    assert pressed.followups[0].content == (
        f"Ann plays game #1 alone, but can invite you with {command_mention('resign')}."
    )
    assert labels(now(room, shown)) == []


async def test_who_plays_alone_invites_others(room: Room) -> None:
    shown = await play_alone(room)
    menu = await resign_menu(room, room.ann)
    assert labels(menu) == ["Resign", "End game", "Invite"]
    told = private_answer(await room.ann.click(menu, label="Invite"))
    assert told.content == f"I've invited everybody in <#{room.channel.id}>. There, they can press **Take seat**."
    invitation = room.messages()[-1]
    assert invitation.content.startswith(
        "**Ann** invites you to Carcassonne #1. Press **Take seat** to play on for 🤖 Club. [board]("
    )
    assert (labels(invitation), pinged(invitation)) == (["Take seat"], [])
    await room.env.advance_time(10)
    assert labels(now(room, shown)) == ["Take seat"]
    await room.restart()
    offer = await offer_of_seat(room.eve, now(room, invitation))
    assert "ask the players" not in offer.content
    taken = private_answer(await room.eve.click(offer, label="Take seat"))
    assert taken.content.startswith("You play in Carcassonne #1 now: [board](")
    assert names(room) == ["Ann", "Eve"]
    await room.env.advance_time(10)
    closed = now(room, invitation)
    assert (closed.content, labels(closed)) == ("Carcassonne #1: this seat isn't open any more.", [])


async def test_who_ends_a_game_alone_is_named(room: Room) -> None:
    await play_alone(room)
    await room.ann.click(await resign_menu(room, room.ann), label="End game")
    assert room.messages()[-1].content.splitlines()[0] == "Carcassonne #1 is over. Ann ended it, so nobody wins."


async def test_who_plays_several_games_says_which_one_to_leave(room: Room) -> None:
    await room.begin()
    await room.begin()
    asked = await resign_menu(room, room.ann)
    assert asked.content == "Which game do you mean?"
    question = private_answer(await room.ann.select(asked, ["2"], custom_id="carc:resign-which"))
    assert question.content.splitlines()[0] == "What do you want to do in Carcassonne #2? None of it can be undone."
    assert labels(question) == ["Resign", "Computer", "End for everyone"]
    named = await resign_menu(room, room.ann, game="#2")
    assert named.content == question.content
    await room.ann.click(question, label="Resign")
    assert [one.number for one in room.bot.host.tables.of_person(room.ann.user.id)] == [1]
    assert (await resign_menu(room, room.ann)).content.startswith("What do you want to do in Carcassonne #1?")


async def test_who_is_deleted_asks_no_more(room: Room) -> None:
    await ask_for_seat(room.eve, await leave(room))
    question = question_of(room)
    assert "If nobody answers, Eve gets the seat" in question.content
    shown = await room.eve.slash(room.channel, "privacy")
    for label in ("Delete …", "Delete everything"):
        message = shown.followups[-1] if shown.followups else shown.response
        assert message is not None
        shown = await room.eve.click(message, label=label)
    assert now(room, question).content == "Carcassonne #1: this request for a seat is over."
    assert labels(now(room, question)) == []
