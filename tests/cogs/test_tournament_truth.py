"""What a tournament's messages say of people who are gone, of a tournament that is, and of when and how games ended."""

import asyncio
from datetime import datetime, timedelta

import discord
import pytest
import simcord

from cogs.tournaments.messages import MESSAGE
from host.model.controllers import Person
from host.model.tournaments import OrganisedTournament
from tests.cogs.options_panel import private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, build_bot, words
from tests.cogs.tournaments import all_people, begun, by_hand, decide, post, resign, round_told, set_up, tournament

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
    assert ("Starts when a server manager presses **Start**." in after) == (name == "Ann")


async def test_a_draft_that_is_cancelled_has_no_games_that_go_on(room: Room) -> None:
    draft = await set_up(room)
    assert (await private(room.ann.click(draft, label="Cancel"))).content == "**Spring Cup** is cancelled."


async def test_who_was_deleted_by_another_process_stands_in_no_sign_up(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It serves private conversations, and no tournament of this server: so it looks at none."""

    async def nothing(_person: int) -> list[OrganisedTournament]:
        return []

    message = await post(room)
    for one in all_people(room, 4)[1:]:
        await one.click(message, label="Sign up")
    dmitri = Person(room.people[3].user.id, "Dmitri")
    monkeypatch.setattr(room.bot.host.tournaments, "of_person", nothing)
    await room.bot.host.privacy.withdraw(dmitri)
    await room.bot.host.privacy.delete(dmitri.id)
    async with asyncio.timeout(5):
        while "Dmitri" in next(one.content for one in room.messages() if one.id == message.id):  # noqa: ASYNC110
            await asyncio.sleep(0.01)


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
    [said] = [one.content for one in room.messages() if "gave the round" in one.content]
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


async def announced(room: Room, *, until: datetime | None) -> str:
    """The announcement of the first round, and that it says when the round ends."""
    await room.env.settle()
    [told] = [one.content for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**")]
    assert until
    assert f"Play until <t:{int(until.timestamp())}:f>. The player whose turn it is then loses." in told
    return told


async def test_the_announcement_of_a_round_says_when_it_ends_after_more_time_and_a_pause(room: Room) -> None:
    message = await begun(room, 4)
    before = (await tournament(room)).round_due
    await announced(room, until=before)
    await by_hand(room, message, "More time", value="1d", game=["round"])
    after = (await tournament(room)).round_due
    assert before
    assert after == before + timedelta(days=1)
    await announced(room, until=after)
    await by_hand(room, message, "Pause")
    await room.env.settle()
    [told] = [one.content for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**")]
    assert told.endswith("\n-# Paused: the clock of the round stands still.")
    await room.env.advance_time(3600)
    await by_hand(room, message, "Go on")
    resumed = (await tournament(room)).round_due
    assert resumed
    assert resumed >= after + timedelta(hours=1)
    await announced(room, until=resumed)


async def test_the_announcement_of_a_round_says_which_games_end_later_by_a_vacation(room: Room) -> None:
    await begun(room, 4)
    cup = await tournament(room)
    assert "because of a vacation" not in await announced(room, until=cup.round_due)
    panel = await private(room.bob.slash(room.channel, "settings"))
    form = await room.bob.click(panel, label="Vacation")
    until = room.env.now().date() + timedelta(days=2)
    await room.bob.submit_modal(form, {"start": "", "until": until.isoformat()})
    cup = await tournament(room)
    assert cup.round_end
    assert f"until <t:{int(cup.round_end.timestamp())}:f> because of a vacation" in await announced(
        room, until=cup.round_due
    )


async def test_the_announcement_of_a_round_says_when_it_ends_after_an_outage(room: Room) -> None:
    message = await begun(room, 4)
    before = (await tournament(room)).round_due
    await room.bot.close()
    await room.env.advance_time(2 * 24 * 3600)
    await room.env.restart_bot(build_bot(room.folder))
    after = (await tournament(room)).round_due
    assert after
    assert before
    assert after - before == timedelta(days=2)
    await announced(room, until=after)
    shown = next(one.content for one in room.messages() if one.id == message.id)
    assert f"until <t:{int(after.timestamp())}:f>" in shown


async def test_the_announcement_of_a_round_says_when_it_ends_after_an_outage_that_the_bot_survived(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(room, 4)
    host = room.bot.host
    before, now = (await tournament(room)).round_due, room.env.now() + timedelta(hours=6)
    with monkeypatch.context() as patch:
        patch.setattr(host.deadlines, "_now", lambda: now)
        await host.deadlines.heartbeat(was_away=True)
    await room.bot.jobs.ended((MESSAGE, 1))
    after = (await tournament(room)).round_due
    assert after
    assert before
    assert after - before >= timedelta(hours=5)
    await announced(room, until=after)


async def test_an_announcement_that_was_deleted_is_not_sent_again(room: Room) -> None:
    message = await begun(room, 4)
    told = next(one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**"))
    await told.delete()
    await by_hand(room, message, "More time", value="1d", game=["round"])
    await room.env.settle()
    assert not [one for one in room.messages() if one.content.startswith("**Spring Cup, round 1 of 2**")]
    end = (await tournament(room)).round_due
    assert end
    assert f"until <t:{int(end.timestamp())}:f>" in next(one.content for one in room.messages() if one.id == message.id)


async def test_a_final_with_another_player_by_a_decision_is_announced_as_the_final(room: Room) -> None:
    message = await begun(room, 4, kind=["knockout"])
    semi_final, other = (await tournament(room)).boards(1)
    await by_hand(room, message, "Pause")
    for board in (semi_final, other):
        await resign(room, board.game or 0, 1)
    lost = semi_final.pairing.seats[1]
    await decide(room, message, semi_final, f"entrant {lost}")
    await by_hand(room, message, "Go on")
    await room.env.settle()
    cup = await round_told(room, 2)
    names = [cup.person(one).name for one in (lost, semi_final.pairing.seats[0])]
    [told] = [one.content for one in room.messages() if one.content.startswith("**Spring Cup, round 2 of 2**")]
    [final] = [line for line in told.splitlines() if line.startswith("Final: ")]
    [third] = [line for line in told.splitlines() if line.startswith("For third place: ")]
    assert (names[0] in final, names[1] in third) == (True, True)
