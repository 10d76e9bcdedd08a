"""Two people answer a question, take a seat or want a rematch in the same moment.

Whatever arrives first: in the end each public message shows what is stored, and nobody is refused without a reason.
"""

import discord
import simcord

from host.model.clock import VoteChoice
from screens.text.labels import VOTE_LABELS
from tests.cogs.deadlines import boards, let_time_run_out, time_messages
from tests.cogs.rematches import finished, last_of, lobby, now, resign, seat_names
from tests.cogs.room import ON_SIMCORD, Press, Room, labels
from tests.cogs.seats import ask_for_seat, offer_of_seat, question_of
from tests.fixtures.held_requests import run_as_bot

pytestmark = ON_SIMCORD

SKIP = VOTE_LABELS[VoteChoice.SKIP]
CLOSED = "That question in game #1 is closed."


def told(pressed: simcord.InteractionResult) -> str:
    """What a person is told in private after pressing a button of a public message; empty if nothing."""
    assert pressed.acknowledged
    assert all(one.ephemeral for one in pressed.followups)
    return "\n".join(one.content for one in pressed.followups)


def shown(room: Room) -> list[tuple[int, str, list[str]]]:
    return [(one.id, one.content, labels(one)) for one in room.messages()]


async def check_up_to_date(room: Room, *open_messages: discord.Message) -> None:
    """Check that nothing changes when everything is refreshed, and who has buttons: the newest turn, the message of the
    game, and the questions that are still open.
    """
    before = shown(room)

    async def refresh() -> None:
        room.bot.outbox.refresh_all()

    await run_as_bot(room.env, refresh())
    assert shown(room) == before
    allowed = {boards(room)[-1].id, *(one.id for one in open_messages)}
    assert [one for one in room.messages() if labels(one) and one.id not in allowed] == []


async def ask_to_undo(room: Room, players: int = 3) -> discord.Message:
    """Let Ann ask to undo two turns; return the question."""
    await room.begin(players)
    await room.play_on(2)
    await room.ann.slash(room.channel, "undo")
    return room.messages()[-1]


async def test_the_last_two_agree_to_an_undo(room: Room, press: Press) -> None:
    question = await ask_to_undo(room)
    pressed = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Agree"))
    assert [told(one) for one in pressed] == ["", ""]
    question = now(room, question)
    assert (question.content, labels(question)) == ("Everyone agreed to undo Ann's last turn in Carcassonne #1.", [])
    last = room.messages()[-1]
    assert last.content.splitlines()[:2] == [
        f"**Ann**'s turn · Carcassonne #1 · <@{room.ann.user.id}>", "2 turns are undone.",
    ]  # fmt: skip
    assert labels(last)[0] == "Place"
    assert sum("undone" in one.content for one in room.messages()) == 1
    await check_up_to_date(room)


async def test_one_agrees_to_an_undo_while_another_refuses(room: Room, press: Press) -> None:
    question = await ask_to_undo(room)
    agreed, refused = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Refuse"))
    assert told(refused) == ""
    assert told(agreed) == "" or told(agreed).startswith(CLOSED)
    question = now(room, question)
    assert (question.content, labels(question)) == ("Bob said no, so Ann's last turn in Carcassonne #1 stands.", [])
    assert room.table().ply == 7
    await check_up_to_date(room)


async def test_two_of_three_agree_to_an_undo(room: Room, press: Press) -> None:
    question = await ask_to_undo(room, players=4)
    pressed = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Agree"))
    assert [told(one) for one in pressed] == ["", ""]
    question = now(room, question)
    assert question.content.endswith(f"Agreed: Ann, Bob and Chloé. Waiting for: <@{room.dmitri.user.id}>.")
    assert labels(question) == ["Agree", "Refuse"]
    await check_up_to_date(room, question)


async def test_an_undo_is_withdrawn_while_the_last_one_agrees(room: Room, press: Press) -> None:
    question = await ask_to_undo(room, players=2)
    ply = room.table().ply
    withdrawn, agreed = await press(room.ann.click(question, label="Refuse"), room.bob.click(question, label="Agree"))
    assert sorted(bool(told(one)) for one in (withdrawn, agreed)) == [False, True], "one of them came too late"
    question = now(room, question)
    if told(agreed):
        assert told(agreed).startswith(CLOSED)
        assert (question.content, room.table().ply) == ("Ann withdrew the undo request in Carcassonne #1.", ply)
    else:
        assert told(withdrawn).startswith(CLOSED)
        assert question.content == "Everyone agreed to undo Ann's last turn in Carcassonne #1."
    assert labels(question) == []
    await check_up_to_date(room)


async def test_the_next_turn_is_played_while_somebody_agrees_to_an_undo(room: Room, press: Press) -> None:
    question = await ask_to_undo(room, players=2)
    played, agreed = await press(
        room.ann.slash(room.channel, "place", at="N12", rotation=180), room.bob.click(question, label="Agree")
    )
    assert played.acknowledged
    assert told(agreed) == "" or told(agreed).startswith(CLOSED)
    assert labels(now(room, question)) == []
    await check_up_to_date(room)


async def test_two_ask_to_undo(room: Room, press: Press) -> None:
    await room.begin(3)
    await room.play_on(2)
    asked = await press(room.ann.slash(room.channel, "undo"), room.bob.slash(room.channel, "undo"))
    said = sorted(text_of(one) for one in asked)
    assert said[0].endswith("has already asked to undo a turn of game #1. Answer that first.")
    assert said[1].startswith("I've asked the others in ")
    [question] = [one for one in room.messages() if "wants to undo" in one.content]
    assert labels(question) == ["Agree", "Refuse"]
    await check_up_to_date(room, question)


async def test_the_last_two_votes(room: Room, press: Press) -> None:
    asked = await let_time_run_out(room)
    pressed = await press(room.bob.click(asked, label=SKIP), room.chloe.click(asked, label=SKIP))
    assert [told(one) for one in pressed] == ["", ""]
    decided = now(room, asked)
    assert (decided.content, labels(decided)) == ("Carcassonne #1: you voted to skip Ann's turn.", [])
    assert boards(room)[-1].content.splitlines()[1] == "Ann ran out of time, so tile D is out of the game."
    assert sum("out of the game" in one.content for one in room.messages()) == 1
    await check_up_to_date(room)


async def test_two_votes_that_decide_nothing(room: Room, press: Press) -> None:
    asked = await let_time_run_out(room, players=4)
    end = VOTE_LABELS[VoteChoice.END]
    pressed = await press(room.bob.click(asked, label=SKIP), room.chloe.click(asked, label=end))
    assert [told(one) for one in pressed] == ["", ""]
    still = now(room, asked)
    assert {f"- {SKIP}: Bob", f"- {end}: Chloé"} <= set(still.content.splitlines())
    assert labels(still) == labels(asked)
    await check_up_to_date(room, still)


async def test_the_turn_is_played_while_the_last_one_votes(room: Room, press: Press) -> None:
    asked = await let_time_run_out(room, players=2)
    played, voted = await press(
        room.ann.slash(room.channel, "place", at="M12", rotation=180, follower="knight S"),
        room.bob.click(asked, label=SKIP),
    )
    assert played.acknowledged
    closed = now(room, asked)
    if told(voted):
        assert told(voted).startswith("That vote in game #1 is over")
        assert "Ann placed tile D" in boards(room)[-1].content
    else:
        assert closed.content == "Carcassonne #1: you voted to skip Ann's turn."
        assert "Ann ran out of time" in boards(room)[-1].content
    assert labels(closed) == []
    assert room.to_move() is room.bob
    await check_up_to_date(room)


async def ask_to_end(room: Room, players: int = 3) -> discord.Message:
    """Let Ann ask to end the game; return the question."""
    await room.begin(players)
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="End for everyone")
    return room.messages()[-1]


async def test_the_last_two_agree_to_end_the_game(room: Room, press: Press) -> None:
    question = await ask_to_end(room)
    pressed = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Agree"))
    assert [told(one) for one in pressed] == ["", ""]
    assert labels(now(room, question)) == []
    assert now(room, question).content.endswith("Agreed: Ann, Bob and Chloé.")
    [over] = [one for one in boards(room) if "The players agreed to end it" in one.content]
    assert labels(over) == ["Rematch", "Series"]
    await finished(room, 1)
    await check_up_to_date(room)


async def test_one_agrees_to_end_the_game_while_another_refuses(room: Room, press: Press) -> None:
    question = await ask_to_end(room)
    agreed, refused = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Refuse"))
    assert told(refused) == ""
    assert told(agreed) == "" or told(agreed).startswith(CLOSED)
    assert now(room, question).content.startswith("Bob ")
    assert labels(now(room, question)) == []
    assert room.table().end_request is None
    await check_up_to_date(room)


async def test_two_of_three_agree_to_end_the_game(room: Room, press: Press) -> None:
    question = await ask_to_end(room, players=4)
    pressed = await press(room.chloe.click(question, label="Agree"), room.bob.click(question, label="Agree"))
    assert [told(one) for one in pressed] == ["", ""]
    question = now(room, question)
    assert question.content.endswith(f"Agreed: Ann, Bob and Chloé. Waiting for: <@{room.dmitri.user.id}>.")
    assert labels(question) == ["Agree", "Refuse"]
    await check_up_to_date(room, question)


async def test_two_ask_to_end_the_game(room: Room, press: Press) -> None:
    await room.begin(3)
    menus = [(await one.slash(room.channel, "resign")).response for one in (room.ann, room.bob)]
    assert menus[0] is not None
    assert menus[1] is not None
    pressed = await press(
        room.ann.click(menus[0], label="End for everyone"), room.bob.click(menus[1], label="End for everyone")
    )
    assert all("I've asked the others" in text_of(one) for one in pressed)
    questions = [one for one in room.messages() if "wants to end" in one.content and labels(one)]
    assert len(questions) == 1
    assert questions[0].content.endswith(f"Agreed: Ann and Bob. Waiting for: <@{room.chloe.user.id}>.")
    await check_up_to_date(room, *questions)


def text_of(answered: simcord.InteractionResult) -> str:
    """The private answer to a command, or to a button of a private message."""
    assert answered.response is not None
    return answered.response.content


async def leave_to_computer(room: Room, *people: simcord.MemberActor) -> list[simcord.ResponseMessage]:
    """Let people ask to resign; return what offers them that a computer plays on."""
    asked = [(await one.slash(room.channel, "resign")).response for one in people]
    return [one for one in asked if one is not None]


async def computers_seat(room: Room, players: int = 2) -> discord.Message:
    """Have Ann leave her seat to a computer; return the message that offers it."""
    await room.begin(players)
    [asked] = await leave_to_computer(room, room.ann)
    await room.ann.click(asked, label="Computer")
    return room.messages()[-1]


async def test_two_ask_for_one_seat(room: Room, press: Press) -> None:
    offered = await computers_seat(room)
    for_eve, for_dmitri = await offer_of_seat(room.eve, offered), await offer_of_seat(room.dmitri, offered)
    pressed = await press(room.eve.click(for_eve, label="Take seat"), room.dmitri.click(for_dmitri, label="Take seat"))
    request = room.table().seat_request
    assert request
    name = request.person.name
    refused, first = pressed if name == "Dmitri" else pressed[::-1]
    assert text_of(first).startswith(f"I've asked the players in <#{room.channel.id}>. Press **No** there if ")
    assert told(refused) == f"{name} has already asked for a seat in game #1. Try again in ten minutes."
    question = question_of(room)
    assert question.content.startswith(f"<@{room.bob.user.id}> **{name}** would like to play on for 🤖 Club in ")
    assert sum("would like to play on" in one.content for one in room.messages()) == 1
    await check_up_to_date(room, question, offered, room.messages()[0])


async def test_two_let_somebody_in(room: Room, press: Press) -> None:
    offered = await computers_seat(room, players=3)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    pressed = await press(room.bob.click(question, label="Let in"), room.chloe.click(question, label="Let in"))
    assert sorted(told(one).startswith(CLOSED) for one in pressed) == [False, True]
    question = now(room, question)
    by = "Bob" if told(pressed[0]) == "" else "Chloé"
    assert (question.content, labels(question)) == (f"{by} let Eve into Carcassonne #1.", [])
    assert sum(one.content.startswith("Eve takes over for 🤖 Club") for one in room.messages()) == 1
    assert [seat.name for seat in room.table().seats] == ["Eve", "Bob", "Chloé"]
    await check_up_to_date(room)


async def test_one_lets_somebody_in_while_another_refuses(room: Room, press: Press) -> None:
    offered = await computers_seat(room, players=3)
    await ask_for_seat(room.eve, offered)
    question = question_of(room)
    let_in, refused = await press(room.bob.click(question, label="Let in"), room.chloe.click(question, label="No"))
    assert sorted(told(one).startswith(CLOSED) for one in (let_in, refused)) == [False, True]
    question, still = now(room, question), [offered, room.messages()[0]]
    if told(let_in):
        assert question.content == f"Chloé said no, so <@{room.eve.user.id}> doesn't get a seat in Carcassonne #1."
        assert room.table().seats[0].person is None
    else:
        assert question.content == "Bob let Eve into Carcassonne #1."
        still = []
    assert labels(question) == []
    await check_up_to_date(room, *still)


async def test_two_take_the_seat_that_a_vote_has_opened(room: Room, press: Press) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.REPLACE])
    offered = time_messages(room)[-1]
    for_eve, for_dmitri = await offer_of_seat(room.eve, offered), await offer_of_seat(room.dmitri, offered)
    pressed = await press(room.eve.click(for_eve, label="Take seat"), room.dmitri.click(for_dmitri, label="Take seat"))
    name = room.table().seats[0].name
    assert name in ("Eve", "Dmitri")
    refused, taken = pressed if name == "Dmitri" else pressed[::-1]
    assert told(taken) == ""
    assert told(refused).startswith(f"That seat in game #1 is taken: {name} has it.")
    closed = now(room, offered)
    assert (closed.content, labels(closed)) == ("Carcassonne #1: this seat isn't open any more.", [])
    assert sum(one.content.startswith(f"{name} takes over for Ann in Carcassonne #1.") for one in room.messages()) == 1
    assert boards(room)[-1].content.startswith(f"**{name}**'s turn · Carcassonne #1 · <@")
    await check_up_to_date(room)


async def test_two_leave_their_seats_to_computers(room: Room, press: Press) -> None:
    await room.begin(3)
    for_bob, for_chloe = await leave_to_computer(room, room.bob, room.chloe)
    pressed = await press(room.bob.click(for_bob, label="Computer"), room.chloe.click(for_chloe, label="Computer"))
    assert all(text_of(one).startswith("A computer plays on for you in Carcassonne #1.") for one in pressed)
    offers = [one for one in time_messages(room) if one.content.startswith("A computer plays on for ")]
    assert sorted(one.content.split()[5] for one in offers) == ["Bob", "Chloé"]
    status = room.messages()[0]
    assert [len(labels(one)) for one in (*offers, status)] == [1, 1, 2]
    await check_up_to_date(room, *offers, status)


async def test_one_is_let_in_while_another_leaves_their_seat(room: Room, press: Press) -> None:
    offered = await computers_seat(room, players=3)
    [for_bob] = await leave_to_computer(room, room.bob)
    await ask_for_seat(room.eve, offered)
    let_in, left = await press(
        room.chloe.click(question_of(room), label="Let in"), room.bob.click(for_bob, label="Computer")
    )
    assert told(let_in) == ""
    assert text_of(left).startswith("A computer plays on for you")
    assert [seat.person and seat.name for seat in room.table().seats] == ["Eve", None, "Chloé"]
    told_all = [one.content for one in time_messages(room)]
    assert sum(text.startswith("Eve takes over for 🤖 Club") for text in told_all) == 1
    assert sum(text.startswith("A computer plays on for Bob in Carcassonne #1.") for text in told_all) == 1
    status, offer = room.messages()[0], next(one for one in time_messages(room) if " for Bob " in one.content)
    assert [labels(one) for one in (offer, status)] == [["Take seat"], ["Take seat"]]
    await check_up_to_date(room, offered, offer, status)


async def end_of_game(room: Room, players: int = 2) -> discord.Message:
    await room.begin(players)
    for one in (room.bob, room.chloe)[: players - 1]:
        await resign(room, one, 1)
    return last_of(room, 1)


def begun(room: Room, number: int) -> list[discord.Message]:
    """The messages of a game with a board."""
    return [one for one in boards(room) if f"Carcassonne #{number}" in one.content]


async def test_both_want_a_rematch(room: Room, press: Press) -> None:
    end = await end_of_game(room)
    pressed = await press(room.ann.click(end, label="Rematch"), room.bob.click(end, label="Rematch"))
    assert [told(one) for one in pressed] == ["", ""]
    assert seat_names(room, 2) == ["Bob", "Ann"]
    [first] = begun(room, 2)
    assert [one.id for one in first.mentions] == [room.bob.user.id]
    assert labels(first)[0] == "Place"
    status = next(one for one in room.messages() if one.content.startswith("**Carcassonne #2**"))
    assert labels(status) == []
    assert sum("Rematch of game #1" in one.content for one in room.messages()) == 0
    await check_up_to_date(room, now(room, end))


async def test_the_last_two_join_a_rematch(room: Room, press: Press) -> None:
    end = await end_of_game(room, players=3)
    await room.ann.click(end, label="Rematch")
    invitation = lobby(room, 2)
    pressed = await press(room.bob.click(invitation, label="Join"), room.chloe.click(end, label="Rematch"))
    assert [told(one) for one in pressed] == ["", ""]
    assert sorted(seat_names(room, 2)) == ["Ann", "Bob", "Chloé"]
    assert len(begun(room, 2)) == 1
    assert labels(now(room, invitation)) == []
    await check_up_to_date(room, now(room, end))


async def test_a_rematch_is_started_while_the_last_one_joins(room: Room, press: Press) -> None:
    end = await end_of_game(room, players=3)
    for one in (room.ann, room.bob):
        await one.click(end, label="Rematch")
    invitation = lobby(room, 2)
    started, joined = await press(room.ann.click(invitation, label="Start"), room.chloe.click(invitation, label="Join"))
    names = sorted(seat_names(room, 2))
    if told(joined):
        assert told(joined).startswith("Game #2 has already begun.")
        assert names == ["Ann", "Bob"]
    else:
        assert names == ["Ann", "Bob", "Chloé"]
    assert told(started) == "" or told(started).startswith("Game #2 has already begun.")
    assert len(begun(room, 2)) == 1
    assert labels(now(room, invitation)) == []
    await check_up_to_date(room, now(room, end))
