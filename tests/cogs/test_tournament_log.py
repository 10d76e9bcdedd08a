"""What managers did in tournaments: who, how much, and of a decided game its result, as far as it is stored."""

from typing import Any

import pytest

from host.model.audit_log import AuditAction, AuditEntry
from host.model.controllers import Person
from host.model.tournament_changes import HandAction
from host.model.tournaments import Entry
from screens.text.admin import audit_log_text
from tests.cogs.example_tables import NOW
from tests.cogs.options_panel import chosen_in, private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import all_people, begun, by_hand, decide, post, set_up, tournament

pytestmark = ON_SIMCORD


async def said(room: Room, most: int = 1) -> list[str]:
    """The last entries, the latest first, each without its time."""
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    return [audit_log_text([one]).partition(" · ")[2] for one in entries[:most]]


async def delete_everything(room: Room, who: Any) -> None:
    asked = await private(who.slash(room.channel, "privacy"))
    sure = await private(who.click(asked, label="Delete …"))
    await who.click(sure, label="Delete everything")
    await room.env.settle()


async def test_it_names_who_was_put_in_and_who_was_taken_out_before_the_start(room: Room) -> None:
    all_people(room, 6)
    message = await post(room)
    await by_hand(room, message, "Put in", person=[room.eve])
    await by_hand(room, message, "Take out", value=["entrant 1"])
    assert await said(room, 2) == [
        "Ann took Eve out of Spring Cup: Bob is ill",
        "Ann put Eve in Spring Cup: Bob is ill",
    ]


@pytest.mark.parametrize("name", ["Carcassonne: autumn", "Cup: autumn 2026", "Let's go: swap", "Us: you: them"])
async def test_a_name_with_a_colon_is_no_change(room: Room, name: str) -> None:
    """Every change by hand was told as that somebody cancelled the tournament, and no file had it."""
    draft = await set_up(room, name)
    await room.ann.click(draft, label="Post sign-up")
    await by_hand(room, room.messages()[-1], "Put in", person=[room.eve])
    assert await said(room) == [f"Ann put Eve in {name}: Bob is ill"]
    [noted] = await room.bot.host.tournaments.changes(await tournament(room))
    assert (noted.change.name, noted.change.action, noted.change.reason) == (name, HandAction.ADD, "Bob is ill")


async def test_it_names_who_was_swapped_and_who_was_replaced(room: Room) -> None:
    all_people(room, 6)
    message = await begun(room, 4)
    [first, second] = [one.pairing.seats[1] for one in (await tournament(room)).boards(1)]
    await by_hand(room, message, "Swap players", value=[f"entrant {first}"], other=[f"entrant {second}"])
    names = [(await tournament(room)).person(one).name for one in (first, second)]
    assert await said(room) == [f"Ann swapped {names[0]} and {names[1]} in Spring Cup: Bob is ill"]
    await by_hand(room, message, "Replace", value=[f"entrant {first}"], person=[room.eve])
    seat, replaced = await said(room, 2)
    assert seat.startswith(f"Ann gave {names[0]}'s seat")
    assert replaced == f"Ann put Eve in the place of {names[0]} in Spring Cup: Bob is ill"


async def test_who_had_themselves_deleted_has_no_name_there(room: Room) -> None:
    message = await begun(room, 4)
    cup = await tournament(room)
    board = next(one for one in cup.boards(1) if "Dmitri" in [cup.person(seat).name for seat in one.pairing.seats])
    gone = next(one.entrant.id for one in cup.people if one.person.name == "Dmitri")
    place = board.pairing.seats.index(gone)
    names = [cup.person(one).name for one in board.pairing.seats]
    await decide(room, message, board, f"entrant {gone}")
    await by_hand(room, message, "Take out", value=[f"entrant {gone}"])
    assert await said(room, 2) == [
        "Ann took Dmitri out of Spring Cup: Bob is ill",
        f"Ann decided game #{board.game} ({names[0]} – {names[1]}) of Spring Cup, Dmitri wins: Bob is ill",
    ]
    await delete_everything(room, room.dmitri)
    names[place] = "?"
    assert await said(room, 2) == [
        "Ann took a player out of Spring Cup: Bob is ill",
        f"Ann decided game #{board.game} ({names[0]} – {names[1]}) of Spring Cup, player {place + 1} wins: Bob is ill",
    ]


async def test_it_names_who_was_let_in_and_who_was_turned_down(room: Room) -> None:
    draft = await set_up(room)
    form = await room.ann.click(draft, label="Who can play")
    assert form.modal
    await room.ann.submit_modal(form, {**chosen_in(form.modal), "entry": [Entry.APPROVED]})
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    guests = all_people(room, 6)[1:]
    for one in guests:
        await one.click(message, label="Sign up")
    for ids, answer in (([0], "turn-down"), ([1], "admit"), ([2, 3, 4], "admit")):
        asking = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Let in"))
        chosen = [str(guests[one].user.id) for one in ids]
        await room.ann.select(asking, chosen, custom_id=f"carc:cup-{answer}:1")
    assert await said(room, 3) == [
        "Ann let 3 players into Spring Cup",
        "Ann let Chloé into Spring Cup",
        "Ann turned down Bob for Spring Cup",
    ]
    assert await room.bot.host.tournaments.changes(await tournament(room)) == [], "these need no reason"


async def test_of_a_larger_table_it_names_who_has_won(room: Room) -> None:
    draft = await set_up(room)
    form = await room.ann.click(draft, label="Rules & rounds")
    assert form.modal
    await room.ann.submit_modal(form, {**chosen_in(form.modal), "seats": ["3"]})
    await room.ann.click(draft, label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, 3):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    cup = await tournament(room)
    [board] = cup.boards(1)
    winner = board.pairing.seats[2]
    await decide(room, message, board, f"entrant {winner}")
    assert await said(room) == [
        f"Ann decided game #{board.game} of Spring Cup, {cup.person(winner).name} wins: Bob is ill"
    ]


@pytest.mark.parametrize(
    ("detail", "text"),
    [
        ("Cup: extend in 1: ill", "Ann gave the round of Cup more time: ill"),
        ("Cup: extend #7 36h in 1: ill", "Ann gave game #7 of Cup 1 day and 12 hours more: ill"),
        ("Cup: award #7 2 in 1: ill", "Ann decided game #7 of Cup, player 2 wins: ill"),
        ("Cup: remove in 1: ill", "Ann took a player out of Cup: ill"),
        ("Cup: swap in 1: ill", "Ann swapped two players of Cup: ill"),
        ("Cup: replace in 1: ill", "Ann replaced a player of Cup: ill"),
        ("Cup: add in 1: ill", "Ann put a player in Cup: ill"),
    ],
)
def test_older_entries_that_name_nobody_are_still_read(detail: str, text: str) -> None:
    entry = AuditEntry(1, Person(1, "Ann"), AuditAction.TOURNAMENT, NOW, detail=detail)
    assert audit_log_text([entry]).partition(" · ")[2] == text
