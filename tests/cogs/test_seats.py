"""Seats that go to computers and back to people, as a channel sees them."""

import discord
import pytest
import simcord

from host.model.clock import VoteChoice
from host.model.controllers import Computer, Person
from host.model.notifications import DeliveryOutcome, NotificationKind
from screens.board import steps_of
from screens.text.labels import VOTE_LABELS
from tests.cogs.admin_commands import acts_of_game, give_seat, manager
from tests.cogs.deadlines import boards, let_time_run_out, outcomes, time_messages
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, labels, words
from tests.cogs.seats import ask_for_seat, question_of, sit_down
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
    await sit_down(room, room.ann, told, by=room.bob)
    assert players(room) == ["Ann", "Bob"]
    assert room.messages()[-1].content == "Ann takes over for 🤖 Club in Carcassonne #1."
    said = (await words(room.bob.slash(room.channel, "log"))).splitlines()
    assert "🔴 🤖 Club played turn 1, then Ann." in said
    [told] = [one for one in room.messages() if one.id == told.id]
    assert (labels(told), told.content) == ([], "Carcassonne #1: this seat isn't open any more.")


async def test_a_seat_that_changes_hands_leaves_the_past_as_it_was(room: Room) -> None:
    await room.begin(players=3)
    await room.play("M12 180 knight S")
    await leave(room, room.ann)
    await room.env.settle()
    sentence = "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles."
    latest = [one for one in room.messages() if one.content.startswith("**Bob**'s turn")][-1]
    assert latest.content.splitlines()[1] == sentence
    assert "🔴 🤖 Club" in latest.content
    await room.play_on(2)
    await room.env.advance_time(COMPUTER_PAUSE)
    assert room.to_move() is room.bob
    await give_seat(manager(room), room.channel, 1, room.eve)
    await room.env.settle()
    assert players(room) == ["Eve", "Bob", "Chloé"]
    latest = [one for one in room.messages() if one.content.startswith("**Bob**'s turn")][-1]
    assert latest.content.splitlines()[1].startswith("🤖 Club placed tile ")
    assert "🔴 Eve" in latest.content
    await room.play_on(3)
    first = await words(room.bob.slash(room.channel, "replay", turn=1))
    assert first.splitlines()[1] == sentence.partition(" Ann scores")[0]
    fourth = await words(room.bob.slash(room.channel, "replay", turn=4))
    assert fourth.splitlines()[1].startswith("🤖 Club placed tile ")
    assert "🔴 🤖 Club" in fourth
    log = (await words(room.bob.slash(room.channel, "log"))).splitlines()
    assert "🔴 Ann played turn 1, 🤖 Club turns 2 to 4, then Eve." in log
    assert [line.partition(":")[0] for line in log[-9:-2]] == [
        "1. Ann", "2. Bob", "3. Chloé", "4. 🤖 Club", "5. Bob", "6. Chloé", "7. Eve"
    ]  # fmt: skip
    host = room.bot.host
    steps = steps_of(await host.tables.load_started(1), await host.history.replay_log(1), 0)
    assert steps[0].text == "The game begins! Ann goes first."
    assert [step.words.names[0] for step in steps] == ["Ann", "Ann", "Club", "Club", "Club", "Eve", "Eve", "Eve"]
    assert [step.text.partition(" placed")[0] for step in steps[1:]] == [
        "Ann", "Bob", "Chloé", "🤖 Club", "Bob", "Chloé", "Eve"
    ]  # fmt: skip


async def test_a_player_who_leaves_while_their_turn_can_be_undone_has_played_it(room: Room) -> None:
    await room.begin(players=3)
    await room.play("M12 180 knight S")
    await leave(room, room.ann)
    await room.fast_forward(20)
    shown = await words(room.bob.slash(room.channel, "replay", turn=1))
    assert shown.splitlines()[1] == "Ann placed tile D at M12 (180°) with a knight."


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_who_leaves_while_their_turn_can_be_undone_is_said_to_have_played_it(
    room: Room, *, is_restarted: bool
) -> None:
    await room.begin(takeback=300)
    await room.play("M12 180 knight S")
    await leave(room, room.ann)
    await room.env.advance_time(60)
    [pending] = boards(room)
    assert pending.content.startswith("**Ann** played turn 1 · Carcassonne #1 · next tile at <t:")
    assert labels(pending) == [], "neither Undo nor Done is for anybody now"
    if is_restarted:
        await room.restart()
    await room.env.advance_time(300)
    assert boards(room)[-1].content.splitlines()[1].startswith("Ann placed tile D at M12 (180°) with a knight.")


async def test_resigning_offers_that_a_computer_plays_on(room: Room) -> None:
    await room.begin(players=3)
    asked = await words(room.ann.slash(room.channel, "resign"))
    assert asked.splitlines() == [
        "What do you want to do in Carcassonne #1? None of it can be undone.",
        "- **Resign**: the others play on. Your followers stay, score nothing, and nobody can take your seat.",
        "- **Computer**: it plays on for you, but for your rating you resign. To come back, "
        "press **Take seat**: I'll ask the others first.",
        "- **End for everyone**: I ask the others to end the game without a winner.",
    ]
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
    assert labels(asked) == ["Resign", "End game"], "nobody has to be invited: Ann can ask for her seat"
    assert "computer" not in asked.content.replace("🤖 Club", "")


async def test_a_computers_late_answer_is_thrown_away(room: Room) -> None:
    await room.begin()
    await leave(room, room.ann)
    assert isinstance(room.bot.thinker, ScriptedThinker)
    assert room.bot.thinker.plies == [1]
    pressed = await sit_down(room, room.eve, status(room), by=room.bob)
    assert pressed.followups == []
    assert labels(status(room)) == []
    await room.env.advance_time(2 * COMPUTER_PAUSE)
    assert (room.table().ply, room.to_move()) == (1, room.eve)
    assert room.messages()[-1].content.startswith("Eve takes over for 🤖 Club in Carcassonne #1.")
    await room.play_on(1)


async def test_who_is_too_late_for_a_computers_seat_is_told_so(room: Room) -> None:
    await room.begin()
    await leave(room, room.ann)
    await room.restart(refresh_pause=3600)  # the button stays
    offered = room.messages()[-1]
    await sit_down(room, room.eve, offered, by=room.bob)
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
    await sit_down(room, room.eve, offered, by=room.chloe)
    now = {one.id: one for one in room.messages()}
    assert (labels(now[offered.id]), labels(now[other.id])) == ([], ["Take seat"])
    await sit_down(room, room.dmitri, other, by=room.chloe)
    now = {one.id: one for one in room.messages()}
    assert (labels(now[offered.id]), labels(now[other.id])) == ([], [])


async def test_several_computers_are_told_apart_by_their_colours(room: Room) -> None:
    await room.begin(players=3)
    await leave(room, room.ann)
    await leave(room, room.bob)
    buttons = [one for one in discord.ui.View.from_message(status(room)).children if isinstance(one, discord.ui.Button)]
    assert [str(one.emoji) for one in buttons] == [seat.colour.mark for seat in room.table().seats[:2]]
    assert buttons[1].custom_id is not None
    await sit_down(room, room.eve, status(room), by=room.chloe, custom_id=buttons[1].custom_id)
    assert players(room) == ["Computer, club", "Eve", "Chloé"]


async def suggested(person: simcord.MemberActor, room: Room) -> list[str]:
    """What `/join` suggests for its option `game`."""
    return [one["name"] for one in await person.autocomplete(room.channel, "join", "game", "")]


async def test_who_joins_a_waiting_table_hears_of_a_computers_seat_and_can_name_it(room: Room) -> None:
    await room.begin()
    assert await suggested(room.eve, room) == []
    await leave(room, room.ann)
    await room.dmitri.slash(room.channel, "join")
    assert await suggested(room.eve, room) == ["#1 · Bob, 🤖 Club", "#2 · Dmitri"]
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
    pressed = await ask_for_seat(room.eve, offered)
    assert pressed.response is not None
    assert pressed.response.content.startswith(
        f"I've asked the players in <#{room.channel.id}>. Press **No** there if you change your mind."
    )
    assert labels(pressed.response) == []
    await room.bob.click(question_of(room), label="Let in")
    assert players(room) == ["Eve", "Bob"]


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
    assert said == "🤖 Beginner has the seat now."
    assert room.messages()[-1].content.startswith("A computer plays on for Ann in Carcassonne #1.")
    said = await give_seat(by, room.channel, 1, 2)
    assert said == "A computer already plays that seat in game #1."
    said = await give_seat(by, room.channel, 2, 2)
    assert said == "Nobody else plays in game #1, so a computer can't go on there alone."
    said = await give_seat(by, room.channel, 1, room.eve)
    assert said == "Eve has the seat now."
    said = await acts_of_game(by, room.channel)
    assert "manager gave Ann's seat in game #1 to 🤖 Beginner" in said
    assert "manager gave 🤖 Beginner's seat in game #1 to Eve" in said


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
