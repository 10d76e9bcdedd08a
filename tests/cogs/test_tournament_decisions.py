"""A game of a tournament is decided by hand: it is chosen in a menu, and the form names its players."""

from typing import Any

from host.model.controllers import Person
from host.model.tournament_changes import HandAction
from host.model.tournaments import TournamentStatus
from screens.text.admin import audit_log_text
from screens.tournament_hand import read_hand
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, decide, decision, menus, resign, tournament
from tournaments.tournament import POINT, Ending

pytestmark = ON_SIMCORD


def offered(form: Any) -> list[dict[str, Any]]:
    """The choices of what became of a game."""
    parts = [one["component"] for one in form.modal["components"]]
    options: list[dict[str, Any]] = next(one["options"] for one in parts if one["custom_id"] == "result")
    return options


async def test_the_form_names_the_players_and_chooses_nothing(room: Room) -> None:
    message = await begun(room, 4)
    cup = await tournament(room)
    [first, second] = cup.boards(1)
    shown = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Decide game"))
    assert shown.content == "**Spring Cup**, round 1: which game do you decide?"
    names = [[cup.person(seat).name for seat in one.pairing.seats] for one in (first, second)]
    [games] = menus(shown)
    assert [one["label"] for one in games["options"]] == [" – ".join(one) for one in names]
    assert [one["description"] for one in games["options"]] == [f"#{first.game}: runs", f"#{second.game}: runs"]
    form = await decision(room, message, second)
    assert [one["label"] for one in offered(form)] == [
        f"{names[1][0]} wins",
        f"{names[1][1]} wins",
        "a tie",
        "it counts for nobody",
    ]
    assert not [one for one in offered(form) if one.get("default") or one.get("description")]
    await decide(room, message, second, f"entrant {second.pairing.seats[1]}")
    after = list((await tournament(room)).boards(1))[1].pairing
    assert (after.ending, [one.points for one in after.scores]) == (Ending.AWARDED, [0, POINT])


async def test_a_reason_can_be_as_long_as_a_ruling(room: Room) -> None:
    """The forms take it, everybody reads it whole, and so do who looks up later what managers did."""
    message = await begun(room, 4)
    board = next((await tournament(room)).boards(1))
    reason = "Both agreed to a draw, because Bob's net was down for two evenings and they travel tomorrow; ask Ann"
    assert len(reason) == 100
    form = await decision(room, message, board)
    assert form.modal
    [limit] = [one["component"]["max_length"] for one in form.modal["components"] if "max_length" in one["component"]]
    assert limit == 150
    await decide(room, message, board, "tie", reason=reason)
    assert [one for one in room.messages() if one.content.endswith(f"Reason: {reason}")]
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert audit_log_text(entries).endswith(f", a tie: {reason}")


async def test_a_form_that_was_open_before_still_decides_a_game(room: Room) -> None:
    """Its game was typed, and its players had no names."""
    await begun(room, 4)
    cup = await tournament(room)
    board = next(cup.boards(1))
    fields = {"value": [f"#{board.game}"], "award": ["second"], "reason": ["Bob is ill"]}
    change = read_hand(cup, fields, HandAction.AWARD)
    after = await room.bot.host.tournaments.change_by_hand(1, Person(room.ann.user.id, "Ann"), change, is_manager=False)
    assert [one.points for one in next(after.boards(1)).pairing.scores] == [0, POINT]


async def test_a_knockout_says_what_follows_when_nobody_wins(room: Room) -> None:
    message = await begun(room, 4, kind=["knockout"])
    cup = await tournament(room)
    board = next(cup.boards(1))
    form = await decision(room, message, board)
    second = cup.person(board.pairing.seats[1]).name
    assert [one.get("description") for one in offered(form)][2:] == [
        f"{second} goes on (the second player)",
        "Nobody goes on, and their next opponent has no game",
    ]


async def test_where_a_semi_final_counts_for_nobody_the_end_says_why_there_was_no_final(room: Room) -> None:
    """The one who goes on has won; the loser of the other semi-final is second, in the list and in the bracket."""
    message = await begun(room, 4, kind=["knockout"])
    cup = await tournament(room)
    [first, other] = cup.boards(1)
    await decide(room, message, first, "annul")
    await decide(room, message, other, "tie")
    await room.env.settle()
    cup = await tournament(room)
    assert cup.status is TournamentStatus.OVER
    end = next(one for one in room.messages() if "wins **Spring Cup**" in one.content)
    assert end.content.endswith("\n-# There was no final: nobody won the other semi-final.")
    second = cup.person(other.pairing.seats[0]).name
    assert f"\n2\\. {second}: " in end.content


async def test_a_knockout_with_a_final_has_no_such_note(room: Room) -> None:
    await begun(room, 4, kind=["knockout"])
    for number in (1, 2):
        for board in (await tournament(room)).boards(number):
            assert board.game
            await resign(room, board.game, 1)
        await room.env.settle()
    [end] = [one for one in room.messages() if "wins **Spring Cup**" in one.content]
    assert "There was no final" not in end.content
