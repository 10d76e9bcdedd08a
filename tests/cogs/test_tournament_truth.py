"""What a tournament's messages say of people who are gone, of a tournament that is, and of when and how games ended."""

from datetime import timedelta

import discord
import pytest
import simcord

from tests.cogs.options_panel import private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, words
from tests.cogs.tournaments import all_people, begun, by_hand, post, tournament

pytestmark = ON_SIMCORD


async def cancel(room: Room, message: discord.Message) -> None:
    await by_hand(room, message, "Cancel tournament")


async def delete(room: Room, who: simcord.MemberActor) -> None:
    """Let somebody have their data deleted."""
    asked = await private(who.slash(room.channel, "privacy"))
    sure = await private(who.click(asked, label="Delete …"))
    await who.click(sure, label="Delete everything")
    await room.env.settle()


@pytest.mark.parametrize(("place", "name"), [(0, "Ann"), (3, "Dmitri")])
async def test_who_was_deleted_stands_in_no_sign_up(room: Room, place: int, name: str) -> None:
    """Neither its host, who doesn't play, nor a player."""
    message = await post(room)
    for one in all_people(room, 4)[1:]:
        await one.click(message, label="Sign up")
    before = next(one.content for one in room.messages() if one.id == message.id)
    await delete(room, room.people[place])
    after = next(one.content for one in room.messages() if one.id == message.id)
    assert (name in before, name in after) == (True, False)


async def test_a_tournament_that_is_cancelled_says_so_wherever_it_is_asked(room: Room) -> None:
    message = await begun(room, 4)
    told = next(one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**"))
    await cancel(room, message)
    for label in ("Standings", "Games"):
        assert (await private_words(room.bob, told, label)).startswith("**Spring Cup** is cancelled.\n")


async def test_a_tournament_that_was_cancelled_before_it_began_will_not_start(room: Room) -> None:
    await cancel(room, await post(room))
    assert await words(room.bob.slash(room.channel, "tournament", what="games")) == "**Spring Cup** is cancelled."


async def test_more_time_says_when_the_round_ends_with_all_vacations(room: Room) -> None:
    message = await begun(room, 4)
    panel = await private(room.bob.slash(room.channel, "settings"))
    form = await room.bob.click(panel, label="Vacation")
    until = room.env.now().date() + timedelta(days=2)
    await room.bob.submit_modal(form, {"start": "", "until": until.isoformat()})
    await by_hand(room, message, "More time", value="1d", game=["round"])
    await room.env.settle()
    [said] = [one.content for one in room.messages() if "moved the end of the round" in one.content]
    end = (await tournament(room)).round_end
    assert end
    at = f"<t:{int(end.timestamp())}:f>"
    assert at in said
    assert at in next(one.content for one in room.messages() if one.id == message.id)


async def test_a_game_that_ran_when_its_time_was_over_was_a_game(room: Room) -> None:
    message = await begun(room, 4)
    board, _ = (await tournament(room)).boards(1)
    await room.env.advance_time(7 * 24 * 3600 + 60)
    said = await private_words(room.ann, message, "Mine")
    assert f" (#{board.game})" in said.splitlines()[1]
    assert "without a game" not in said
