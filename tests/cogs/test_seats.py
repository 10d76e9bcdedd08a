"""Seats that go to computers and back to people, as a channel sees them."""

import discord
import pytest
import simcord

from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from screens.text.labels import VOTE_LABELS
from tests.cogs.admin_commands import acts_of_game, give_seat, manager
from tests.cogs.deadlines import let_time_run_out, outcomes, time_messages
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, labels, words
from tests.fixtures.scripted_thinker import ScriptedThinker

pytestmark = ON_SIMCORD


async def leave(room: Room, person: simcord.MemberActor) -> simcord.ResponseMessage:
    """Leave the seat to a computer; return what the person is told."""
    asked = await person.slash(room.channel, "resign")
    assert asked.response is not None
    pressed = await person.click(asked.response, label="Computer")
    assert pressed.response is not None
    return pressed.response


def status(room: Room) -> discord.Message:
    """The message that shows how the game stands."""
    return room.messages()[0]


def players(room: Room) -> list[str]:
    """The names of those who have the seats."""
    return [seat.name for seat in room.table().seats]


async def test_a_vote_has_a_computer_play_on_and_the_late_player_comes_back(room: Room) -> None:
    asked = await let_time_run_out(room, players=2)
    await room.bob.click(asked, label=VOTE_LABELS[VoteChoice.COMPUTER])
    decided, told = time_messages(room)[-2:]
    assert decided.content == "Carcassonne #1: you voted that a computer plays on for Ann."
    assert told.content.startswith(
        "A computer plays on for Ann in Carcassonne #1. Press **Take seat** to play on instead. [board]("
    )
    assert (labels(told), told.mentions) == (["Take seat"], [])
    await room.env.advance_time(COMPUTER_PAUSE)
    assert room.to_move() is room.bob
    await room.ann.click(told, label="Take seat")
    assert players(room) == ["Ann", "Bob"]
    assert room.messages()[-1].content == "Ann takes over for Computer, club in Carcassonne #1."
    said = (await words(room.bob.slash(room.channel, "log"))).splitlines()
    assert "🔴 Red: Computer, club took over from Ann before the first turn." in said
    assert "🔴 Red: Ann took over from Computer, club after turn 1." in said
    [told] = [one for one in room.messages() if one.id == told.id]
    assert (labels(told), told.content) == ([], "Carcassonne #1: this seat isn't open any more.")


async def test_resigning_offers_that_a_computer_plays_on(room: Room) -> None:
    await room.begin(players=3)
    asked = await words(room.ann.slash(room.channel, "resign"))
    assert asked.splitlines()[-1] == (
        "Press **Computer** and a computer plays on for you, until you press **Take seat**. "
        "Your rating counts that as resigning."
    )
    told = await leave(room, room.ann)
    assert told.content.startswith("A computer plays on for you in Carcassonne #1.")
    assert players(room) == ["Computer, club", "Bob", "Chloé"]
    await room.env.advance_time(COMPUTER_PAUSE)
    await room.play_on(2)
    assert labels(status(room)) == ["Take seat"]
    assert [kind for kind, _ in await outcomes(room)] == [NotificationKind.SEAT_LEFT]


async def test_nobody_alone_is_offered_a_computer(room: Room) -> None:
    await room.begin()
    await leave(room, room.ann)
    asked = (await room.bob.slash(room.channel, "resign")).response
    assert asked is not None
    assert labels(asked) == ["Resign", "End game", "Keep playing"]
    assert "computer" not in asked.content.replace("Computer, club", "")


async def test_a_computers_late_answer_is_thrown_away(room: Room) -> None:
    await room.begin()
    await leave(room, room.ann)
    assert isinstance(room.bot.thinker, ScriptedThinker)
    assert room.bot.thinker.plies == [1]
    pressed = await room.eve.click(status(room), label="Take seat")
    assert pressed.followups == []
    assert labels(status(room)) == []
    await room.env.advance_time(2 * COMPUTER_PAUSE)
    assert (room.table().ply, room.to_move()) == (1, room.eve)
    assert room.messages()[-1].content.startswith("Eve takes over for Computer, club in Carcassonne #1.")
    await room.play_on(1)


async def test_who_is_too_late_for_a_computers_seat_is_told_so(room: Room) -> None:
    await room.begin()
    await leave(room, room.ann)
    await room.restart(refresh_pause=3600)  # the button stays
    offered = room.messages()[-1]
    await room.eve.click(offered, label="Take seat")
    late = await room.dmitri.click(offered, label="Take seat")
    assert late.followups[0].content.startswith("That seat in game #1 is taken: Eve has it.")
    again = await room.eve.click(offered, label="Take seat")
    assert again.followups[0].content == "You already have a seat in game #1."


async def test_the_offer_of_a_seat_closes_although_another_computer_plays(room: Room) -> None:
    await room.begin(players=3)
    await leave(room, room.ann)
    offered = room.messages()[-1]
    await leave(room, room.bob)
    other = room.messages()[-1]
    await room.eve.click(offered, label="Take seat")
    now = {one.id: one for one in room.messages()}
    assert (labels(now[offered.id]), labels(now[other.id])) == ([], ["Take seat"])
    await room.dmitri.click(other, label="Take seat")
    now = {one.id: one for one in room.messages()}
    assert (labels(now[offered.id]), labels(now[other.id])) == ([], [])


async def test_several_computers_are_told_apart_by_their_colours(room: Room) -> None:
    await room.begin(players=3)
    await leave(room, room.ann)
    await leave(room, room.bob)
    buttons = [one for one in discord.ui.View.from_message(status(room)).children if isinstance(one, discord.ui.Button)]
    assert [str(one.emoji) for one in buttons] == [seat.colour.mark for seat in room.table().seats[:2]]
    assert buttons[1].custom_id is not None
    await room.eve.click(status(room), custom_id=buttons[1].custom_id)
    assert players(room) == ["Computer, club", "Eve", "Chloé"]


async def suggested(person: simcord.MemberActor, room: Room) -> list[str]:
    """What `/join` suggests for its option `game`."""
    return [one["name"] for one in await person.autocomplete(room.channel, "join", "game", "")]


async def test_who_joins_a_waiting_table_hears_of_a_computers_seat_and_can_name_it(room: Room) -> None:
    await room.begin()
    assert await suggested(room.eve, room) == []
    await leave(room, room.ann)
    await room.dmitri.slash(room.channel, "join")
    assert await suggested(room.eve, room) == ["#1 · Bob, Computer, club", "#2 · Dmitri"]
    assert await suggested(room.bob, room) == ["#2 · Dmitri"]
    joined = (await room.eve.slash(room.channel, "join")).response
    assert joined is not None
    assert joined.content == ("You're at table #2.\nIn game #1 you can play on for a computer: press **Take seat**.")
    assert labels(joined) == ["Take seat"]


@pytest.mark.parametrize("game", [None, "#1"])
async def test_who_wants_to_join_is_offered_a_computers_seat(room: Room, game: str | None) -> None:
    await room.begin()
    await leave(room, room.ann)
    said = await room.eve.slash(room.channel, "join", **({"game": game} if game else {}))
    offered = said.response
    assert offered is not None
    assert labels(offered) == ["Take seat"]
    assert "press **Take seat**" in offered.content
    pressed = await room.eve.click(offered, label="Take seat")
    assert players(room) == ["Eve", "Bob"]
    assert pressed.response is not None
    assert pressed.response.content.startswith("You play in Carcassonne #1 now: [board](")
    assert labels(pressed.response) == []


async def test_a_message_that_could_not_be_sent_is_sent_after_a_restart(room: Room) -> None:
    await room.begin()
    ann = Person(room.ann.user.id, "Ann")
    # It is stored, but the program crashes before it is shown.
    await room.bot.host.seats.leave_to_computer(1, ann, Computer(2))
    await room.restart()
    told = [one for one in room.messages() if one.content.startswith("A computer plays on for Ann")]
    assert [labels(one) for one in told] == [["Take seat"]]
    assert await outcomes(room) == [(NotificationKind.SEAT_LEFT, DeliveryOutcome.SENT)]


async def test_a_manager_gives_seats_to_computers_and_back(room: Room) -> None:
    await room.begin()
    by = manager(room)
    said = await give_seat(by, room.channel, 1, 1)
    assert said == "Computer, beginner has the seat now."
    assert room.messages()[-1].content.startswith("A computer plays on for Ann in Carcassonne #1.")
    said = await give_seat(by, room.channel, 1, 2)
    assert said == "A computer already plays that seat in game #1."
    said = await give_seat(by, room.channel, 2, 2)
    assert said == "Nobody else plays in game #1, so a computer can't go on there alone."
    said = await give_seat(by, room.channel, 1, room.eve)
    assert said == "Eve has the seat now."
    said = await acts_of_game(by, room.channel)
    assert "manager gave Ann's seat in game #1 to Computer, beginner at move 1" in said
    assert "manager gave Computer, beginner's seat in game #1 to Eve at move 1" in said


async def test_a_seat_left_is_told_even_if_the_person_is_deleted_before_the_message_arrives(room: Room) -> None:
    await room.begin(players=3)
    room.env.inject_error("POST", f"/channels/{room.channel.id}/messages", status=503, code=0, times=5)
    await leave(room, room.ann)
    host, ann = room.bot.host, Person(room.ann.user.id, "Ann")
    assert (await outcomes(room))[0] == (NotificationKind.SEAT_LEFT, None)
    await host.privacy.withdraw(ann)
    await host.privacy.delete(ann.id)
    await room.env.advance_time(3600)
    assert (await outcomes(room))[0] == (NotificationKind.SEAT_LEFT, DeliveryOutcome.SENT)
    [told] = [one for one in room.messages() if one.content.startswith("A computer plays on")]
    assert told.content.startswith("A computer plays on for ? in Carcassonne #1.")
