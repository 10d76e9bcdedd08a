"""Below a private board: five levels of zoom, all of it, four arrows that move what is shown, and a menu of views."""

from typing import Any

import pytest
import simcord

from carcassonne import format_cell
from screens.custom_ids import ViewId, ZoomId
from screens.text.choices import BoardView, ZoomLevel, ZoomPress
from tests.cogs import castle_table
from tests.cogs.room import ON_SIMCORD, Room
from tests.fixtures import forgery

pytestmark = ON_SIMCORD

LEVELS = ["1", "2", "3", "4", "5", "A · all"]
SIZES = "-# Size: 5 is nearest, A is all."
ARROWS = ["←", "↑", "↓", "→"]


async def look(room: Room, **options: object) -> simcord.ResponseMessage:
    shown = await room.bob.slash(room.channel, "board", **options)
    assert shown.ephemeral
    assert shown.response is not None
    return shown.response


async def press(room: Room, message: simcord.ResponseMessage, label: str) -> simcord.ResponseMessage:
    """The same message after a press."""
    pressed = (await room.bob.click(message, label=label)).response
    assert pressed is not None
    assert pressed.id == message.id
    return pressed


async def choose(room: Room, message: simcord.ResponseMessage, view: BoardView) -> simcord.ResponseMessage:
    """What is answered when a view is chosen in the menu."""
    chosen = (await room.bob.select(message, [view.value])).response
    assert chosen is not None
    return chosen


def buttons(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    return [one for row in message.components for one in row["components"] if "label" in one]


def shown_labels(message: simcord.ResponseMessage) -> list[str]:
    return [one["label"] for one in buttons(message)]


def enabled(message: simcord.ResponseMessage) -> list[str]:
    return [one["label"] for one in buttons(message) if not one.get("disabled")]


def menus(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    return [one for row in message.components for one in row["components"] if "options" in one]


def seen(message: simcord.ResponseMessage) -> str:
    """Which cells the text says are seen; empty for all."""
    *_, last, sizes = message.content.splitlines()
    assert sizes == SIZES
    return last.removeprefix("You see ").removesuffix(".") if last.startswith("You see ") else ""


async def test_a_board_is_zoomed_and_moved_in_one_private_message_after_a_restart_too(room: Room) -> None:
    await room.begin()
    await room.fast_forward(30)
    whole = await look(room)
    assert shown_labels(whole) == LEVELS, "the whole board is shown, so it cannot be moved"
    assert "A · all" not in enabled(whole)
    assert "5" in enabled(whole)
    assert seen(whole) == ""
    before = len(room.messages())
    near = await press(room, whole, "5")
    assert "5" not in enabled(near)
    assert shown_labels(near) == [*LEVELS, *ARROWS]
    assert "A · all" in enabled(near)
    assert seen(near)
    assert near.attachments[0].description is not None
    assert f" You see {seen(near)}. " in near.attachments[0].description
    await room.restart()
    parts = [seen(near)]
    while "←" in enabled(near):  # it is one message, which changes
        parts.append(seen(await press(room, near, "←")))
    assert len(set(parts)) == len(parts) > 1
    assert seen(await press(room, near, "→")) == parts[-2]
    assert seen(await press(room, near, "4")) not in ("", parts[-2])
    assert seen(await press(room, near, "A · all")) == ""
    assert len(room.messages()) == before


async def test_the_whole_board_keeps_the_cell_that_was_looked_at(room: Room) -> None:
    await room.begin()
    await room.fast_forward(30)
    cell = format_cell(min(room.state().cells))
    near = await look(room, area=cell, zoom="4")
    part = seen(near)
    assert part
    assert seen(await press(room, near, "A · all")) == ""
    assert seen(await press(room, near, "4")) == part


async def test_an_area_is_shown_as_asked_for_and_zoomed_from_there(room: Room) -> None:
    await room.begin()
    await room.fast_forward(12)
    shown = await look(room, area="M12 N13")
    assert seen(shown) == "M12 to N13"
    assert enabled(shown) == ["3", "4", "5", "A · all"], "1 and 2 show all of so small a board, as A does"
    assert seen(await press(room, shown, "5"))


async def test_the_view_stays_and_the_castle_is_zoomed_too(room: Room) -> None:
    await castle_table.begin(room)
    await room.fast_forward(6)
    shown = await look(room, view="claims")
    near = await press(room, shown, "4")
    note = "A player's colour means they hold it, stripes that they share it. Grey stripes mean nobody gets it."
    assert note in near.content
    assert seen(near)
    assert note in (await press(room, near, next(one for one in ARROWS if one in enabled(near)))).content


async def test_what_was_laid_since_the_own_last_tile_is_told_again(room: Room) -> None:
    await room.begin()
    await room.fast_forward(7)
    since = await look(room, view="since", zoom="3")
    [told] = [line for line in since.content.splitlines() if line.startswith("Since your last tile: ")]
    assert told in (await press(room, since, "5")).content.splitlines()


async def test_a_size_that_changes_nothing_is_off(room: Room) -> None:
    await room.begin()
    await room.fast_forward(2)
    whole = await look(room)
    assert seen(whole) == ""
    assert enabled(whole) == ["5"], "the board is small: 1 to 4 would show all of it"
    near = await press(room, whole, "5")
    assert enabled(near)[0] == "A · all"
    shown = await look(room, zoom="1")
    assert enabled(shown) == ["5"], "whoever asks for size 1 sees the whole board, as with A"
    assert shown_labels(shown) == LEVELS


async def test_hints_are_chosen_in_a_menu_and_the_part_stays(room: Room) -> None:
    await room.begin()
    await room.fast_forward(30)
    near = await press(room, await look(room), "5")
    part = seen(near)
    [menu] = menus(near)
    assert menu["placeholder"] == "Hints"
    assert [one["value"] for one in menu["options"]] == ["words", "since", "fields", "claims", "score", "dead"]
    score = await choose(room, near, BoardView.SCORE)
    assert score.id == near.id
    assert seen(score) == part
    assert "If the game ended now: " in score.content
    [menu] = menus(score)
    assert [one["value"] for one in menu["options"] if one.get("default")] == ["score"]
    await room.restart()
    whole = await press(room, score, "A · all")
    assert "If the game ended now: " in whole.content, "the view stays when the size changes"
    normal = await choose(room, whole, BoardView.NORMAL)
    assert "If the game ended now: " not in normal.content
    told = (await room.bob.select(normal, [BoardView.WORDS.value])).followups
    assert told, "words are no picture: they come below it"
    assert all(one.ephemeral and not one.attachments for one in told)


async def test_a_table_without_hints_offers_none(room: Room) -> None:
    await room.begin(aids=False)
    shown = await look(room)
    assert menus(shown) == []
    backend, bob = room.env.backend, room.bob.user.id
    custom_id = str(ViewId(1, ZoomLevel.ALL))
    message = forgery.posted(backend, room.channel.id, custom_id)
    record, event = forgery.component(backend, bob, custom_id, message, room.channel.id)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert answer_of(room, record).startswith("This button, menu or form is out of date.")


async def test_hints_stay_off_where_the_table_has_none(room: Room) -> None:
    await room.begin(aids=False)
    backend, bob = room.env.backend, room.bob.user.id
    said = []
    for view in (BoardView.SCORE, BoardView.WORDS):
        custom_id = str(ZoomId(1, ZoomPress.LEVEL, view, ZoomLevel.LEVEL_3))
        message = forgery.posted(backend, room.channel.id, custom_id)
        record, event = forgery.component(backend, bob, custom_id, message, room.channel.id)
        backend.emit("INTERACTION_CREATE", event)
        await room.env.settle()
        said.append(answer_of(room, record))
    assert said[0] == "Hints are off in Carcassonne #1. Look at the normal board instead."
    assert said[1].startswith("This button, menu or form is out of date.")


def answer_of(room: Room, record: Any) -> str:
    [last] = [room.env.backend.get_message(record.channel_id, one) for one in record.followup_ids]
    return str(last.content)


async def test_without_a_picture_nothing_is_said_of_what_is_seen(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()
    await room.fast_forward(12)
    monkeypatch.setattr("screens.pictures.Pictures.draw", fail)
    shown = await look(room, zoom="5")
    assert shown.attachments == []
    assert seen(shown) == ""
    assert shown_labels(shown) == [*LEVELS, *ARROWS]
    monkeypatch.undo()
    again = await press(room, shown, "4")
    assert seen(again)
    assert len(again.attachments) == 1


async def fail(*_: object, **__: object) -> None:
    raise OSError("no picture")
