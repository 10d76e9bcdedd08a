"""More time by hand, as people type it and read it: for the round, and for one of its games alone."""

import csv
import io
from datetime import timedelta
from zipfile import ZipFile

import pytest

from host.errors import TooMuchTimeError
from host.model.tournament_changes import HandAction
from host.model.tournament_hand import MOST_MORE
from screens.refused_forms import filled_again, refused_screens
from screens.screen import TextField
from screens.text.admin import audit_log_text
from screens.text.host_errors import host_error_text
from screens.text.i18n import use_language
from screens.tournament_hand import hand_form, read_hand
from tests.cogs.options_panel import private
from tests.cogs.room import ON_SIMCORD, Room
from tests.cogs.tournaments import begun, by_hand, tournament

pytestmark = ON_SIMCORD


async def test_the_host_gives_a_round_hours(room: Room) -> None:
    message = await begun(room, 4)
    before = (await tournament(room)).round_due
    assert before
    await by_hand(room, message, "More time", value="12 hours", game=["round"])
    assert (await tournament(room)).round_due == before + timedelta(hours=12)


async def test_the_host_gives_one_game_alone_more_time_and_everybody_reads_why(room: Room) -> None:
    message = await begun(room, 4)
    cup = await tournament(room)
    first, other = cup.boards(1)
    assert cup.round_due
    names = [" – ".join(cup.person(one).name for one in board.pairing.seats) for board in (first, other)]
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="More time")
    assert form.modal
    menu = form.modal["components"][1]["component"]["options"]
    assert [one["label"] for one in menu] == [
        "all games of this round",
        f"#{first.game} {names[0]}",
        f"#{other.game} {names[1]}",
    ]
    await room.ann.submit_modal(form, {"value": "2 days", "game": [str(other.game)], "reason": "Bob is ill"})
    due = cup.round_due + timedelta(days=2)
    at = f"<t:{int(due.timestamp())}:f>"
    assert room.messages()[-1].content == (
        f"**Spring Cup**: Ann gave game #{other.game}, {names[1]}, 2 days more, until {at}. Reason: Bob is ill"
    )
    assert at in next(one.content for one in room.messages() if one.id == message.id), "so long the round lasts"
    shown = (await private(room.bob.click(message, label="Games"))).content.splitlines()
    sooner = f"<t:{int(cup.round_due.timestamp())}:f>"
    assert shown[0].endswith(f", until {at}")
    assert [one.endswith(f", until {sooner}") for one in shown if " – " in one] == [True, False]
    mine = (await private(room.bob.click(message, label="Mine"))).content
    assert mine.endswith(f", until {at if 'Bob' in names[1] else sooner}")
    entries = await room.bot.host.administration.audit_log(room.guild.id)
    assert entries[0].detail == f"Spring Cup: extend #{other.game} 2d in 1: Bob is ill"
    said = f"Ann gave game #{other.game} ({names[1]}) of Spring Cup 2 days more: Bob is ill"
    assert audit_log_text(entries[:1]).endswith(said)
    files = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Files"))
    with ZipFile(io.BytesIO(await files.attachments[0].read())) as archive:
        rows = csv.DictReader(io.StringIO(archive.read("pairings.csv").decode()))
        assert [one["reason"] for one in rows] == ["", "more time: Bob is ill"]


@pytest.mark.parametrize("value", ["soon", "0 h", "1 d 6", "2 weeks"])
async def test_what_is_no_time_is_refused(room: Room, value: str) -> None:
    message = await begun(room, 4)
    before = await tournament(room)
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="More time")
    refused = await private(room.ann.submit_modal(form, {"value": value, "game": ["round"], "reason": "because"}))
    said = f"I can't read “{value}” as a time. Write it like `12 h` or `2 days`, 28 days at most."
    assert refused.content.splitlines()[0] == said
    assert await tournament(room) == before


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "You can give at most 28 days at once, not 40 days and 1 hour."),
        ("de", "Du kannst höchstens 28 Tage auf einmal geben, nicht 40 Tage und 1 Stunde."),
        ("fr", "Tu peux donner au plus 28 jours à la fois, pas 40 jours et 1 heure."),
        ("es", "Puedes dar como máximo 28 días de una vez, no 40 días y 1 hora."),
    ],
)
def test_too_much_time_is_named_in_words(language: str, said: str) -> None:
    with use_language(language):
        assert host_error_text(TooMuchTimeError(timedelta(days=40, hours=1), longest=MOST_MORE)) == said


async def test_a_round_gets_a_day_and_a_half(room: Room) -> None:
    message = await begun(room, 4)
    before = (await tournament(room)).round_due
    assert before
    await by_hand(room, message, "More time", value="1 d 12 h", game=["round"])
    assert (await tournament(room)).round_due == before + timedelta(days=1.5)


async def test_a_refused_form_is_not_lost(room: Room) -> None:
    """A button opens it with the time, the game and the reason; it stays so however often it is refused."""
    message = await begun(room, 4)
    cup = await tournament(room)
    _first, other = cup.boards(1)
    names = " – ".join(cup.person(one).name for one in other.pairing.seats)
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label="More time")
    for typed in ("two days", "a while"):
        filled = {"value": typed, "game": [str(other.game)], "reason": "Bob  is ill"}
        refused = await private(room.ann.submit_modal(form, filled))
        shown = f"```\n{typed}\n```\n```\n#{other.game} {names}\n```\n```\nBob is ill\n```"
        assert refused.content.endswith(f"Here is what you typed. Press **More time** to go on with it.\n{shown}")
        form = await room.ann.click(refused, label="More time")
        assert form.modal
        value, game, reason = (one["component"] for one in form.modal["components"])
        assert [value["value"], reason["value"]] == [typed, "Bob is ill"]
        assert [one["value"] for one in game["options"] if one.get("default")] == [str(other.game)]
    await room.ann.submit_modal(form, {"value": "2 days", "game": [str(other.game)], "reason": "Bob is ill"})
    later = await tournament(room)
    assert later.more_time == {(1, other.place): timedelta(days=2)}


async def test_a_refused_number_of_a_game_that_was_left_empty_stays_so(room: Room) -> None:
    await begun(room, 50)
    form = hand_form(await tournament(room), HandAction.EXTEND)
    [refused] = refused_screens("No.", form, {"value": ["soon"], "game": [""], "reason": ["because"]})
    assert refused.text.endswith("```\nsoon\n```\n```\n–\n```\n```\nbecause\n```")
    filled = [one.value for one in filled_again(form, refused.text).fields if isinstance(one, TextField)]
    assert filled == ["soon", "", "because"]
    assert filled_again(form, "Anything else") == form


async def test_a_game_of_many_is_named_by_its_number(room: Room) -> None:
    await begun(room, 50)
    cup = await tournament(room)
    _more, field, _reason = hand_form(cup, HandAction.EXTEND).fields
    assert isinstance(field, TextField)
    filled = {"value": ["12h"], "reason": ["because"]}
    for typed, game in {"": "", " #7 ": "#7", "7": "7"}.items():
        assert read_hand(cup, {**filled, "game": [typed]}, HandAction.EXTEND).other == game


async def test_a_form_of_an_earlier_version_is_about_the_round(room: Room) -> None:
    """It had a menu of days, and none of games."""
    await begun(room, 4)
    change = read_hand(await tournament(room), {"value": ["3d"], "reason": ["because"]}, HandAction.EXTEND)
    assert (change.value, change.other) == ("3d", "")
