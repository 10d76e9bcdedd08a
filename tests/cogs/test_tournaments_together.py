"""What several people press below a tournament's message in the same moment."""

from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Press, Room
from tests.cogs.tournaments import all_people, begun, by_hand, post, tournament

pytestmark = ON_SIMCORD


async def test_all_who_sign_up_in_the_same_moment_are_in_the_message(room: Room, press: Press) -> None:
    message = await post(room)
    await press(*(one.click(message, label="Sign up") for one in all_people(room, 4)))
    await room.env.settle()
    assert {one.person.name for one in (await tournament(room)).people} == {"Ann", "Bob", "Chloé", "Dmitri"}
    shown = room.messages()[-1].content
    assert "4 players signed up:" in shown
    assert all(name in shown for name in ("Ann", "Bob", "Chloé", "Dmitri"))


async def test_who_signs_up_while_the_host_starts_is_in_the_first_round_or_the_second(room: Room, press: Press) -> None:
    message = await post(room)
    for one in all_people(room, 4):
        await one.click(message, label="Sign up")
    await press(room.eve.click(message, label="Sign up"), room.ann.click(message, label="Start"))
    await room.env.settle()
    cup = await tournament(room)
    eve = cup.entrant_of(room.eve.user.id)
    assert eve
    assert cup.round == 1
    paired = {seat for one in cup.boards(1) for seat in one.pairing.seats}
    assert (eve.id in paired) == (eve.first_round == 1)


async def test_a_start_that_is_pressed_twice_begins_once(room: Room, press: Press) -> None:
    message = await post(room)
    for one in all_people(room, 4):
        await one.click(message, label="Sign up")
    await press(room.ann.click(message, label="Start"), room.ann.click(message, label="Start"))
    await room.env.settle()
    cup = await tournament(room)
    assert (cup.round, len(room.bot.host.tables.near(cup.venue))) == (1, 2)
    assert len([one for one in room.messages() if "round 1 of" in one.content and "–" in one.content]) == 1


async def test_of_two_who_pause_it_one_pauses_and_nobody_lets_it_go_on(room: Room) -> None:
    """Both have opened the form. The other way round, too: it goes on once."""
    message = await begun(room, 4)
    for label, refusal in (
        ("Pause", "This tournament is paused already."),
        ("Go on", "This tournament isn't paused."),
    ):
        form = await room.ann.click(await private(room.ann.click(message, label="Manage")), label=label)
        await by_hand(room, message, label)
        after = await tournament(room)
        assert (await private(room.ann.submit_modal(form, {"reason": "Bob is ill"}))).content == refusal
        assert await tournament(room) == after
        assert (after.paused_at is not None) == (label == "Pause")
