"""Whole games, played in a channel as people play them."""

import re

import pytest

from carcassonne import FOLLOWER
from tests.cogs.room import NAMES, ON_SIMCORD, WITH_PICTURES, Room, board_link, first_turn, near_the_end, words

pytestmark = ON_SIMCORD


@WITH_PICTURES
async def test_two_people_play_to_the_last_tile(room: Room) -> None:
    await room.begin()
    await room.play_on(4)
    await room.fast_forward(28)
    await room.play_on(4)
    await room.fast_forward(until=near_the_end)
    turns = room.state().turn
    await room.play_on(100)
    *earlier, last = [message for message in room.messages() if message.attachments]
    assert len(earlier) == 1 + 4 + 4 + 71 - turns - 1
    assert all(len(message.attachments) == 1 for message in [*earlier, last])
    assert all(len(message.attachments[0].description or "") <= 1024 for message in [*earlier, last])
    assert re.match(r"Carcassonne #1 is over\. \*\*(Ann|Bob) wins!\*\*\n", last.content)
    said = last.attachments[0].description or ""
    assert re.search(r"It's over\. (Ann|Bob) wins \d+ : \d+\. .* Ann: \d+ points, .*; [a-z]+ \d+", said)
    assert last.mentions == []
    for name in ("Ann", "Bob"):
        assert_adds_up(next(line for line in last.content.splitlines() if f" {name}: " in line))
    record = await room.record()
    assert record.error is None
    assert record.is_finished


def assert_adds_up(line: str) -> None:
    """Check the sum in a player's line: `Ann: 19 = 4 in the game + roads 3 + meadows 12`."""
    total, _, items = line.partition(": ")[2].partition(" = ")
    paid = re.findall(r"\d+", items)
    assert sum(map(int, paid)) == int(total)


async def test_five_people_take_their_turns_in_order(room: Room) -> None:
    await room.begin(5)
    for name in (*NAMES, *NAMES):
        message = room.messages()[-1]
        assert message.content.startswith(f"**{name}**'s turn · Carcassonne #1 · ")
        assert [one.display_name for one in message.mentions] == [name]
        await room.play_on(1)
    await room.fast_forward(60)
    await room.play_on(1)
    assert room.messages()[-1].content.startswith("Carcassonne #1 is over. ")


@WITH_PICTURES
async def test_the_message_of_a_turn(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    message = room.messages()[-1]
    assert message.content.splitlines() == [
        f"**Bob**'s turn · Carcassonne #1 · <@{room.bob.user.id}>",
        "Ann placed tile D at M12 (180°) with a knight. Ann scores 2 for a city of 2 tiles.",
        "Tile V: **road S–W**",
        "🔴 Ann 2 · 🔵 **Bob** 0",
    ]
    assert message.embeds == []
    [picture] = message.attachments
    assert (await picture.read()).startswith(b"\x89PNG")
    assert picture.description is not None
    for part in ("Bob's turn", "Tile V: road S–W", "70 tiles left", "Latest: D at M12 (180°)",
                 "Ann: 2 points, 7 followers, in red", "fits at: ", "M12 D180; M13 D0"):  # fmt: skip
        assert part in picture.description


async def test_every_turn_is_sent_once_and_marked(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    sent = [one for one in room.sent() if one.get("attachments")]
    assert len({one["nonce"] for one in sent}) == len(sent) == 2
    assert all(one["enforce_nonce"] for one in sent)
    assert sent[-1]["allowed_mentions"]["users"] == [room.bob.user.id]
    assert room.table().announced == room.table().ply == 4
    assert room.table().message == room.messages()[-1].id


async def test_the_original_farmer_scoring(room: Room) -> None:
    await room.begin(3, "oldstart")
    assert "-# Rules: Standard, old farmers (" in room.messages()[-1].content
    assert room.table().edition == "chat-room-old"


async def test_practice_is_offered_to_who_is_alone(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start", edition="classic", takeback=0)
    assert offer.response is not None
    assert offer.response.content.startswith("You're the only one here so far.")
    begun = await room.ann.click(offer.response, label="Practice")
    table = room.table(2)
    assert (table.is_practice, table.is_private, table.edition) == (True, True, "classic")
    assert begun.response is not None
    assert begun.response.content.startswith("**Ann (1)**'s turn · Carcassonne #2")
    played = await room.play(first_turn(room.state(2)), 2)
    assert played.response is not None
    assert played.response.content.startswith("**Ann (2)**'s turn")
    played = await room.play(first_turn(room.state(2)), 2)
    assert played.response is not None
    assert played.response.content.startswith("**Ann (1)**'s turn")


async def test_a_follower_can_be_chosen_by_button(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    assert asked.ephemeral
    assert asked.response is not None
    assert asked.response.content == "**M14 (180°)**: who goes on it?"
    assert [attachment.filename for attachment in asked.response.attachments] == ["spots.png"]
    labels = [button["label"] for row in asked.response.components for button in row["components"]]
    assert labels == [
        "① knight · city · 1 tile, 1 open end", "② farmer · field in the middle · no finished city",
        "③ thief · road · 1 tile, 2 open ends", "④ farmer · field at the top · no finished city", "nobody",
    ]  # fmt: skip
    assert room.table().ply == 1
    pressed = await room.ann.click(asked.response, label="③ thief · road · 1 tile, 2 open ends")
    assert pressed.response is not None
    assert pressed.response.content == f"You placed tile D at M14 (180°) with a thief. {board_link(room)}"
    assert pressed.response.components == []
    assert pressed.response.attachments == []
    assert room.messages()[-1].content.splitlines()[1] == "Ann placed tile D at M14 (180°) with a thief."


async def test_nobody_can_be_chosen_by_button(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    assert asked.response is not None
    await room.ann.click(asked.response, label="nobody")
    assert room.state().figures == {}
    assert "Ann placed tile D at M14 (180°)." in room.messages()[-1].content


async def test_without_anybody_to_place_nothing_is_asked(room: Room) -> None:
    await room.begin()
    while room.state().supply[FOLLOWER][room.state().seat]:
        await room.play_on(1)
    turn = room.state().turn
    mover = room.to_move()
    cell = (await mover.autocomplete(room.channel, "place", "at", ""))[0]["value"]
    rotation = (await mover.autocomplete(room.channel, "place", "rotation", "", at=cell))[0]["value"]
    await mover.slash(room.channel, "place", at=cell, rotation=rotation)
    assert room.state().turn == turn + 1


async def test_pass_lays_the_tile_with_nobody(room: Room) -> None:
    await room.begin()
    line = await words(room.ann.slash(room.channel, "place", at="M14", rotation=180, follower="pass"))
    assert line == "You placed tile D at M14 (180°)."
    assert room.state().figures == {}


async def test_play_in_a_thread(room: Room) -> None:
    thread = await room.open_thread("table-2")
    for one in (room.ann, room.bob):
        await one.slash(thread, "join")
    await room.ann.slash(thread, "start", takeback=0)
    await room.ann.slash(thread, "place", at="M12", rotation=180, follower="-")
    shown = [message.content for message in thread.history() if message.attachments]
    assert [text.splitlines()[0][:7] for text in shown] == ["**Ann**", "**Bob**"]
    assert [message for message in room.messages() if message.attachments] == []


@pytest.mark.parametrize(
    ("edition", "options", "words"),
    [
        ("chat-room", "", "7 followers"),
        ("classic", "", "7 followers"),
        ("travel", "", "7 followers"),
        ("new-edition", "river abbot", "7 followers, abbot"),
    ],
)
@WITH_PICTURES
async def test_each_edition_speaks_its_words(room: Room, edition: str, options: str, words: str) -> None:
    await room.begin(edition=edition, options=options)
    looked = await room.ann.slash(room.channel, "board")
    assert looked.response is not None
    assert words in looked.response.content
    await room.play_on(2)
    await room.fast_forward(8)
    await room.play_on(2)
    assert room.state().turn == 12
