"""The host of a knockout orders its players in a form, with a name in each line."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from host.model.controllers import Computer, Person
from host.model.table import Venue
from host.model.tournament_entry import NOBODY
from host.model.tournaments import OrganisedTournament, Participant, TournamentStatus, TournamentTerms
from screens.refused_forms import refused_screens
from screens.text.markup import MESSAGE_LENGTH
from screens.tournament_hand import seeding_form
from screens.tournament_seeding import read_order
from tests.cogs.example_tables import NOW
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room, labels
from tests.cogs.tournaments import all_people, by_hand, post, set_up, tournament
from tournaments.tournament import Entrant

pytestmark = ON_SIMCORD

CUP = OrganisedTournament(
    1, Venue(1, 2), Person(1, "Ann"), "en", TournamentStatus.OPEN, TournamentTerms("Cup", "knockout"), NOW
)


async def signed_up(room: Room, people: int = 4, **fields: Any) -> discord.Message:
    await room.ann.click(await set_up(room, **fields), label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, people):
        await one.click(message, label="Sign up")
    return message


async def names_in_form(room: Room, message: discord.Message) -> list[str]:
    """The lines with which the form is filled in."""
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Seeding")
    assert form.modal
    value: str = form.modal["components"][0]["component"].get("value", "")
    return value.split("\n")


async def test_the_host_orders_the_players_and_everybody_reads_why(room: Room) -> None:
    message = await signed_up(room, kind=["knockout"])
    assert await names_in_form(room, message) == ["Ann", "Bob", "Chloé", "Dmitri"]
    await by_hand(room, message, "Seeding", order="1. dmitri\n\n 2) Bob \n3\tChloé")
    assert room.messages()[-1].content == (
        "**Spring Cup**: Ann seeded the players: 1. Dmitri, 2. Bob, 3. Chloé, 4. Ann. Reason: Bob is ill"
    )
    shown = next(one for one in room.messages() if one.id == message.id)
    assert "4 players, seeded by hand:\nDmitri, Bob, Chloé, Ann" in shown.content
    assert await names_in_form(room, message) == ["Dmitri", "Bob", "Chloé", "Ann"]
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    found = [{cup.person(seat).name for seat in one.pairing.seats} for one in cup.boards(1)]
    assert found == [{"Dmitri", "Ann"}, {"Bob", "Chloé"}]
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert entries[0].detail == "Spring Cup: seed in 1: Bob is ill"


async def test_an_empty_list_leaves_it_to_the_ratings_again(room: Room) -> None:
    message = await signed_up(room, kind=["knockout"])
    await by_hand(room, message, "Seeding", order="Dmitri")
    await by_hand(room, message, "Seeding", order="")
    assert room.messages()[-1].content == (
        "**Spring Cup**: Ann let the ratings seed the players again. Reason: Bob is ill"
    )
    shown = next(one for one in room.messages() if one.id == message.id)
    assert "4 players signed up:\nAnn, Bob, Chloé, Dmitri" in shown.content


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            "Ann\nNobody",
            "Nobody in this tournament is called “Nobody”. Write the name as the form shows it.",
        ),
        ("Bob\nAnn\nbob", "“bob” stands in your list twice. Take one of them out."),
        (
            "1. Anna\n2. Bob\n3. Anna\n4. Bobby\n5. Bob\n6. Bob",
            "Nobody in this tournament has these names: “1. Anna”, “3. Anna” and “4. Bobby”. "
            "Write them as the form shows them.\n“6. Bob” stands in your list twice. Take one of them out.",
        ),
        (
            "Bob\nAnn\nbob\nann",
            "These names stand in your list twice: “bob” and “ann”. Keep each of them once.",
        ),
    ],
)
async def test_a_list_that_is_wrong_changes_nothing(room: Room, order: str, said: str) -> None:
    message = await signed_up(room, kind=["knockout"])
    before = await tournament(room)
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Seeding")
    refused = await private(room.ann.submit_modal(form, {"order": order, "reason": "because"}))
    assert refused.content == (
        f"{said}\nHere is what you typed. Press **Seeding** to go on with it.\n```\n{order}\n```\n```\nbecause\n```"
    )
    assert await tournament(room) == before


async def test_a_refused_list_can_be_mended(room: Room) -> None:
    """The form is filled in as it was, also with the reason."""
    message = await signed_up(room, kind=["knockout"])
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="Seeding")
    refused = await private(room.ann.submit_modal(form, {"order": "1. Dmitry\n2. Bob", "reason": "our  league"}))
    again = await room.ann.click(refused, label="Seeding")
    assert again.modal
    filled = [one["component"].get("value") for one in again.modal["components"]]
    assert filled == ["1. Dmitry\n2. Bob", "our league"]
    await room.ann.submit_modal(again, {"order": "1. Dmitri\n2. Bob", "reason": "our league"})
    assert room.messages()[-1].content.endswith(
        "seeded the players: 1. Dmitri, 2. Bob, 3. Ann, 4. Chloé. Reason: our league"
    )


def test_a_refused_list_that_is_too_long_can_be_copied() -> None:
    names = [f"Somebody with a long name ``` {one}" for one in range(1, 100)]
    filled = {"order": ["\n".join(names)], "reason": ["because"]}
    first, *pages = refused_screens("Nobody is called Somebody.", seeding_form(CUP, []), filled)
    assert first.text.endswith("\nHere is what you typed, to be copied:")
    assert not first.rows
    assert [line for one in pages for line in one.text.split("\n")[1:-1]] == [
        *(one.replace("```", "'''") for one in names),
        "because",
    ]
    assert all(len(one.text) <= MESSAGE_LENGTH and one.text.count("```") == 2 for one in pages)


async def test_two_of_one_name_have_numbers(room: Room) -> None:
    room.people.append(room.guild.add_member(room.env.create_user("other", global_name="ann")))
    message = await signed_up(room, len(room.people), kind=["knockout"])
    cup = await tournament(room)
    ann, *_, other = [one.entrant.id for one in cup.people]
    assert (await names_in_form(room, message))[0] == f"Ann ({ann})"
    await by_hand(room, message, "Seeding", order=f"ann ({other})\nBob")
    assert (await tournament(room)).by_seed[0].entrant.id == other


def test_a_computer_is_known_by_its_name_with_and_without_its_mark() -> None:
    """Pictures have it without. A person of that name comes first."""
    computers = (Participant(Entrant(one, one), NOBODY, Computer(1, one)) for one in (1, 2))
    cup = replace(CUP, people=(*computers, Participant(Entrant(3, 3), Person(3, "Beginner"))))
    assert read_order(cup, "Beginner 2\nBeginner\n🤖 Beginner") == (2, 3, 1)
    assert read_order(cup, "2. 🤖 Beginner 2") == (2,)


async def test_only_a_knockout_is_seeded_by_hand(room: Room) -> None:
    message = await post(room)
    assert "Seeding" not in labels(await private(room.ann.click(message, label="Manage")))
