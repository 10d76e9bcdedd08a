"""Who may sign up for a tournament: everybody, members with a role, or whom its host lets in."""

from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from host.errors import StorageError
from host.model.controllers import Person
from host.model.table import MessageRef, Venue
from host.model.tournament_rules import begun as first_round
from host.model.tournaments import Entry, OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from screens.text.markup import MESSAGE_LENGTH
from screens.text.tournaments import tournament_text
from tests.cogs.example_tables import NOW
from tests.cogs.options_panel import chosen_in, private
from tests.cogs.rematches import private_words
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.tournaments import begun, post, resign, round_told, set_up, tournament
from tournaments.tournament import Entrant

pytestmark = ON_SIMCORD


async def entry_of(room: Room, draft: simcord.ResponseMessage, **fields: Any) -> simcord.ResponseMessage:
    """Choose who can join, below what the host of a tournament sees. Return what they see then."""
    form = await room.ann.click(draft, label="Who can play")
    assert form.modal
    return await private(room.ann.submit_modal(form, {**chosen_in(form.modal), **fields}))


async def posted_for(room: Room, **fields: Any) -> discord.Message:
    """A tournament that only some can join."""
    draft = await entry_of(room, await set_up(room), **fields)
    await room.ann.click(draft, label="Post sign-up")
    return room.messages()[-1]


async def test_only_members_with_the_role_sign_up_and_it_is_looked_at_when_they_press(room: Room) -> None:
    role = room.guild.create_role("Club")
    message = await posted_for(room, entry=["role"], role=[role])
    assert f"Only members with <@&{role.id}> can sign up." in message.content
    refused = f"Only members with <@&{role.id}> can sign up for this tournament."
    assert await private_words(room.bob, message, "Sign up") == refused
    room.env.backend.add_member_role(room.guild.id, room.bob.user.id, role.id)
    await room.env.settle()
    assert "You're signed up" in await private_words(room.bob, message, "Sign up")
    await room.bob.click(message, label="Leave")
    room.env.backend.remove_member_role(room.guild.id, room.bob.user.id, role.id)
    await room.env.settle()
    assert await private_words(room.bob, message, "Sign up") == refused
    assert (await tournament(room)).people == ()


async def test_a_role_is_needed_where_only_a_role_can_join(room: Room) -> None:
    assert (await entry_of(room, await set_up(room), entry=["role"])).content == "Choose the role, too."
    assert (await tournament(room)).terms.entry is Entry.EVERYBODY


async def test_the_host_lets_people_in_and_turns_others_down(room: Room) -> None:
    message = await posted_for(room, entry=["approved"])
    assert "Ann decides who can play." in message.content
    assert await private_words(room.ann, message, "Sign up") == (
        "You're signed up for **Spring Cup**. I'll ping you when your game starts."
    )
    assert await private_words(room.bob, message, "Sign up") == (
        "You've asked to play in **Spring Cup**. Ann decides, and its message shows who is in."
    )
    for one in (room.chloe, room.dmitri, room.eve):
        await one.click(message, label="Sign up")
    assert await private_words(room.bob, message, "Sign up") == (
        "You've asked already. The host of the tournament decides."
    )
    await room.eve.click(message, label="Leave")
    shown = room.messages()[-1].content
    assert "1 player signed up:\nAnn\n3 players are waiting to be let in:\nBob, Chloé, Dmitri" in shown
    panel = await private(room.ann.click(message, label="Manage"))
    assert labels(panel)[0] == "Let in"
    asking = await private(room.ann.click(panel, label="Let in"))
    ids = [str(one.user.id) for one in (room.bob, room.dmitri)]
    await room.ann.select(asking, ids, custom_id="carc:cup-admit:1")
    cup = await tournament(room)
    assert [one.person.name for one in cup.people] == ["Ann", "Bob", "Dmitri"]
    told = room.messages()[-1]
    assert told.content == f"**Spring Cup**: Ann let <@{ids[0]}>, <@{ids[1]}> in."
    assert sorted(str(one.id) for one in told.mentions) == sorted(ids)
    asking = await private(room.ann.click(panel, label="Let in"))
    await room.ann.select(asking, [str(room.chloe.user.id)], custom_id="carc:cup-turn-down:1")
    assert (await tournament(room)).applicants == ()
    told = room.messages()[-1]
    assert told.content == f"**Spring Cup**: Ann didn't let <@{room.chloe.user.id}> in."
    assert [one.id for one in told.mentions] == [room.chloe.user.id]
    assert await private_words(room.bob, message, "Leave") == "You've left **Spring Cup**."


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
async def test_who_still_waits_when_nobody_can_come_in_any_more_is_told(
    room: Room, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a knockout that is the start, in a Swiss tournament the last round. They are told once, also where the
    database fails for a moment after each message.
    """
    note_told, noted = room.bot.host.tournaments.note_told, list[int]()

    async def fail_first(number: int, told: int, message: MessageRef | None) -> None:
        noted.append(told)
        if noted.count(told) == 1:
            raise StorageError(room.folder)
        await note_told(number, told, message)

    monkeypatch.setattr(room.bot.host.tournaments, "note_told", fail_first)
    draft = await entry_of(room, await set_up(room, kind=[kind]), entry=["approved"])
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in room.people[:5]:
        await one.click(message, label="Sign up")
    panel = await private(room.ann.click(message, label="Manage"))
    asking = await private(room.ann.click(panel, label="Let in"))
    ids = [str(one.user.id) for one in room.people[1:3]]
    await room.ann.select(asking, ids, custom_id="carc:cup-admit:1")
    await room.ann.click(message, label="Start")
    await room.env.advance_time(60)
    if kind == "swiss":
        cup = await tournament(room)
        assert [one.name for one in cup.applicants] == ["Dmitri", "Eve"], "they can still be let in"
        for board in [one for one in cup.boards(1) if one.game]:
            await resign(room, board.game or 0, 1)
        await room.env.advance_time(60)
        await round_told(room, 2)
    cup = await tournament(room)
    away = [one.user.id for one in room.people[3:5]]
    text = f"**Spring Cup**: sign-up is over, and <@{away[0]}>, <@{away[1]}> weren't let in."
    [told] = [one for one in room.messages() if one.content == text]
    assert sorted(one.id for one in told.mentions) == sorted(away)
    assert cup.applicants == ()


async def test_in_the_last_round_nothing_offers_to_come_in(room: Room) -> None:
    """Nobody can, so the buttons would refuse everybody, and who leaves can't come back."""
    message = await begun(room, 4)
    asked, shown = await private(room.bob.click(message, label="Leave")), room.messages()
    assert "unless you sign up again" in asked.content
    assert "Sign up" in labels(next(one for one in shown if one.id == message.id))
    for board in (await tournament(room)).boards(1):
        await resign(room, board.game or 0, 1)
    await room.env.advance_time(60)
    await round_told(room, 2)
    asked, shown = await private(room.bob.click(message, label="Leave")), room.messages()
    assert "you can't come back" in asked.content
    assert "Sign up" not in labels(next(one for one in shown if one.id == message.id))
    assert "Put in" not in labels(await private(room.ann.click(message, label="Manage")))


async def test_many_who_were_not_let_in_are_told_in_several_messages(room: Room) -> None:
    """One message has no room for them: Discord took none, so the round counted as untold for ever."""
    draft = await entry_of(room, await set_up(room, kind=["knockout"]), entry=["approved"])
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    many = [Person(10**18 + one, f"Guest {one}") for one in range(120)]
    people = [Person(one.user.id, one.user.name) for one in room.people[:3]]
    for one in (*people, *many):
        await room.bot.host.tournaments.sign_up(1, one)
    ann = people[0]
    await room.bot.host.tournaments.admit(1, ann, [one.id for one in people], is_manager=False)
    await room.ann.click(message, label="Start")
    await room.env.advance_time(60)
    told = [one.content for one in room.messages() if "sign-up is over" in one.content]
    assert max(map(len, told)) <= MESSAGE_LENGTH
    assert [text.count(f"<@{one.id}>") for one in many for text in told if f"<@{one.id}>" in text] == [1] * 120
    cup = await tournament(room)
    assert (cup.applicants, cup.told_round) == ((), 1)


async def test_a_tournament_is_changed_after_its_sign_up_was_posted(room: Room) -> None:
    message = await post(room)
    await room.bob.click(message, label="Sign up")
    panel = await private(room.ann.click(message, label="Manage"))
    assert labels(panel) == [
        "Put in",
        "Take out",
        "Name & times",
        "Start time",
        "Rules & rounds",
        "Who can play",
        "Cancel tournament",
    ]
    form = await room.ann.click(panel, label="Name & times")
    assert form.modal
    await room.ann.submit_modal(form, {**chosen_in(form.modal), "name": "Summer Cup"})
    assert room.messages()[-1].content.startswith("**Summer Cup** · Swiss\n")
    assert "1 player signed up:\nBob" in room.messages()[-1].content


async def test_who_asks_to_be_let_in_is_in_their_own_list_and_can_be_deleted(room: Room) -> None:
    message = await posted_for(room, entry=["approved"])
    await room.bob.click(message, label="Sign up")
    asked = await private(room.bob.slash(room.channel, "tournament", what="mine"))
    assert asked.content.startswith("You've asked to play in **Spring Cup**.")
    question = await private(room.bob.slash(room.channel, "privacy"))
    sure = await private(room.bob.click(question, label="Delete …"))
    await room.bob.click(sure, label="Delete everything")
    assert (await tournament(room)).applicants == ()


@pytest.mark.parametrize(
    ("kind", "players", "rounds"),
    [("swiss", 3, 2), ("swiss", 9, 5), ("everybody", 6, 5), ("knockout", 9, 4), ("league", 12, 5)],
)
def test_the_message_names_the_rounds_that_follow_from_who_has_signed_up(kind: str, players: int, rounds: int) -> None:
    people = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, players + 1))
    terms, host = TournamentTerms("Cup", kind), Person(1, "P1")
    cup = OrganisedTournament(1, Venue(1, 2), host, "en", TournamentStatus.OPEN, terms, NOW, people=people)
    assert tournament_text(cup).endswith(f"\nRounds with these players: {rounds}")
    assert first_round(cup, {}, NOW).terms.rounds == rounds
    assert "Rounds" not in tournament_text(replace(cup, people=people[:2]))


def test_rounds_that_were_chosen_are_named_once() -> None:
    people = tuple(Participant(Entrant(one, one), Person(one, f"P{one}")) for one in range(1, 5))
    terms, host = TournamentTerms("Cup", rounds=3), Person(1, "P1")
    cup = OrganisedTournament(1, Venue(1, 2), host, "en", TournamentStatus.OPEN, terms, NOW, people=people)
    assert "\n3 rounds, 7 days at most each." in tournament_text(cup)
    assert "Rounds" not in tournament_text(cup)
    assert "\nRounds: 3\n" in tournament_text(replace(cup, terms=replace(terms, best_of=3)))


async def test_managers_decide_who_can_play_where_the_host_was_deleted(room: Room) -> None:
    """It was said that "?" decides."""
    message = await posted_for(room, entry=["approved"])
    assert "Ann decides who can play." in message.content
    deleted = replace(await tournament(room), organiser=Person(-1, ""))
    assert "Server managers decide who can play." in tournament_text(deleted)
