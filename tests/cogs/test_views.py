"""Looking at games: boards, tiles left, the log, the dashboard, rules and help."""

import io
import re
from dataclasses import replace

import pytest
from PIL import Image

from carcassonne import Phase, format_cell, format_record
from carcassonne.projection import dead_cells, projected_scores
from carcassonne.record import read_record
from host.model.controllers import Person
from host.model.draws import commitment
from screens.text.board import board_text, log_text
from screens.text.choices import BoardView
from screens.text.i18n import use_language
from screens.text.markup import word_list
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, board_link, labels, words
from tests.render.games import game

pytestmark = ON_SIMCORD


async def size(room: Room, **options: object) -> tuple[int, int]:
    """The width and height of the board shown to Ann."""
    shown = await room.ann.slash(room.channel, "board", **options)
    assert shown.ephemeral
    assert shown.response is not None
    [picture] = shown.response.attachments
    assert picture.description is not None
    assert picture.description.startswith("Carcassonne #1 after ")
    return Image.open(io.BytesIO(await picture.read())).size


async def test_the_board_is_private(room: Room) -> None:
    await room.begin()
    before = len(room.messages())
    said = await words(room.eve.slash(room.channel, "board"))
    assert said.startswith("Carcassonne #1 · **Ann**'s turn · **city N; road E–W** (tile D) · 71 tiles left")
    assert len(room.messages()) == before


@WITH_PICTURES
async def test_zoom_and_area(room: Room) -> None:
    await room.begin()
    await room.fast_forward(12)
    whole = await size(room)
    assert await size(room, zoom="A") == whole
    near, nearest = await size(room, zoom="4"), await size(room, zoom="5")
    assert near != whole != nearest
    assert await size(room, area="m13") == await size(room, zoom="3", area="M13")
    assert await size(room, area="M13 N14") == await size(room, area="M13:N14")
    huge = await size(room, area="A1 ZZ999")
    assert huge[0] < 4096
    assert huge[1] < 4096


@WITH_PICTURES
async def test_a_shared_board_is_seen_by_all(room: Room) -> None:
    await room.begin()
    assert await words(room.bob.slash(room.channel, "board", share=True)) == "Done: everyone here can see it."
    message = room.messages()[-1]
    assert message.content.startswith("Bob shares Carcassonne #1 · **Ann**'s turn")
    assert message.mentions == []
    assert len(message.attachments) == 1


async def test_the_board_of_a_game_that_is_over(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    said = await words(room.bob.slash(room.channel, "board"))
    assert said.startswith("Carcassonne #1 is over. Ann resigned, so **Bob wins!**\n")
    score = await words(room.ann.slash(room.channel, "board", game="#1", view="score"))
    assert "If the game ended now" not in score


@WITH_PICTURES
@pytest.mark.parametrize(
    ("view", "said"),
    [
        ("fields", "Each field has one colour, and the fields beside it have others."),
        (
            "claims",
            "A player's colour means they hold it, stripes that they share it. Grey stripes mean nobody gets it.",
        ),
        ("dead", "There's still a tile for every open cell."),
    ],
)
async def test_views_that_help_with_counting(room: Room, view: str, said: str) -> None:
    await room.begin()
    await room.fast_forward(10)
    plain = await room.ann.slash(room.channel, "board")
    shown = await room.ann.slash(room.channel, "board", view=view)
    assert plain.response is not None
    assert shown.response is not None
    assert shown.ephemeral
    assert shown.response.content.splitlines()[-2] == said
    pictures = [await one.response.attachments[0].read() for one in (plain, shown) if one.response]
    assert (pictures[0] != pictures[1]) == (view != "dead"), "there is no dead cell so early"


@WITH_PICTURES
async def test_what_was_laid_since_the_own_last_tile_is_framed_and_told(room: Room) -> None:
    await room.begin(3)
    await room.fast_forward(5)
    cells = [f"{placed.turned.tile.name} {format_cell(cell)}" for cell, placed in room.state().cells.items()]
    shown = await room.chloe.slash(room.channel, "board", view="since")
    assert shown.response is not None
    last_line = f"Since your last tile: 1. Ann: {cells[-2]} and 2. Bob: {cells[-1]}."
    assert shown.response.content.splitlines()[-2] == last_line
    plain = await room.chloe.slash(room.channel, "board")
    assert plain.response is not None
    assert await plain.response.attachments[0].read() != await shown.response.attachments[0].read()
    said = await words(room.bob.slash(room.channel, "board", view="since"))
    assert said.splitlines()[-2] == "No tile since yours."
    said = await words(room.eve.slash(room.channel, "board", view="since"))
    assert said.splitlines()[-2].startswith("Latest tiles: 1. Chloé: "), "who does not play sees the last round"


async def test_a_tile_that_was_taken_back_is_not_told(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    await room.ann.slash(room.channel, "undo")
    await room.bob.click(room.messages()[-1], label="Agree")
    said = await words(room.ann.slash(room.channel, "board", view="since"))
    assert said.splitlines()[-2].startswith("Since your last tile: 1. Bob: ")
    assert "2. " not in said


async def test_the_score_if_the_game_ended_now_is_told_in_words_too(room: Room) -> None:
    await room.begin()
    await room.fast_forward(10)
    said = await words(room.bob.slash(room.channel, "board", view="score"))
    ann, bob = projected_scores(room.state())
    assert ann + bob > 0
    assert said.splitlines()[-2] == f"If the game ended now: Ann {ann} and Bob {bob}."


async def test_cells_where_nothing_fits_any_more_are_named(room: Room) -> None:
    await room.begin()
    state = game(68, Phase.PLACE, edition="classic", seats=2)
    assert dead_cells(state)
    *_, last = board_text(replace(room.table(), state=state), BoardView.DEAD).splitlines()
    assert last == f"No tile left fits at {word_list([format_cell(cell) for cell in sorted(dead_cells(state))])}."


async def test_a_game_may_be_played_without_what_helps_with_counting(room: Room) -> None:
    await room.begin(aids=False)
    said = "Hints are off in Carcassonne #1. Look at the normal board instead."
    for view in ("fields", "claims", "score", "dead"):
        assert await words(room.ann.slash(room.channel, "board", view=view)) == said
    assert await words(room.ann.slash(room.channel, "tiles")) == said
    assert labels(room.messages()[-1]) == ["Place", "Board"]
    assert "'s turn · **" in await words(room.ann.slash(room.channel, "board"))
    assert "Ann's turn" in await words(room.ann.slash(room.channel, "board", view="words"))
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    assert "in the bag:" in await words(room.ann.slash(room.channel, "tiles", game="#1")), "it is over"


async def test_what_helps_with_counting_is_shown_to_nobody_else(room: Room) -> None:
    await room.begin()
    before = len(room.messages())
    said = await words(room.ann.slash(room.channel, "board", view="claims", share=True))
    assert said == "Hints are for your eyes only. Leave out `share`."
    assert len(room.messages()) == before


async def test_tiles_left_add_up(room: Room) -> None:
    await room.begin()
    await room.fast_forward(10)
    answer = await room.ann.slash(room.channel, "tiles")
    assert answer.response is not None
    head, [picture] = answer.response.content, answer.response.attachments
    tile = room.state().tile
    assert tile is not None
    assert head == f"61 tiles left. **{tile.name}** is drawn. Still in the bag:"
    said = picture.description or ""
    assert sum(map(int, re.findall(r"(\d+) × ", said))) == 60
    assert "; 1 × C city N–E–S–W with shield; " in said


@WITH_PICTURES
async def test_without_a_picture_the_tiles_left_are_told_in_words(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("render.draw_remaining_tiles", fail)
    head, *lines = (await words(room.ann.slash(room.channel, "tiles"))).splitlines()
    assert head == "71 tiles left. **D** is drawn. Still in the bag:"
    assert sum(int(line.split(" × ")[0]) for line in lines) == 70
    assert "1 × **C** city N–E–S–W with shield" in lines


@WITH_PICTURES
async def test_tiles_left_come_as_a_picture_too(room: Room) -> None:
    await room.begin()
    answer = await room.ann.slash(room.channel, "tiles")
    assert answer.response is not None
    (picture,) = answer.response.attachments
    assert picture.filename == "tiles1.png"
    assert picture.description
    assert Image.open(io.BytesIO(await picture.read())).size[0] > 800


async def test_every_tile_of_the_largest_edition_is_listed(room: Room) -> None:
    await room.begin(edition="new-edition", options="river abbot")
    answer = await room.ann.slash(room.channel, "tiles")
    assert answer.response is not None
    said = answer.response.attachments[0].description or ""
    assert sum(map(int, re.findall(r"(\d+) × ", said))) == 81
    assert len(said) <= 1024


async def test_the_log_shows_the_last_moves_and_has_them_all(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.fast_forward(20)
    said = await words(room.ann.slash(room.channel, "log"))
    head, *lines, fair = said.splitlines()
    assert head == "Carcassonne #1 · Here are the last 8 lines; the file has them all."
    assert len(lines) == 8
    assert lines[0] == "15. Ann: tile P at K12, turned 180°, thief N"
    assert lines[-1].endswith("not placed yet")
    assert fair == (
        f"-# Fair draw: `{commitment(bytes(32))[:16]}…` fixed the shuffle before the first tile. "
        "At the end the file has its seed."
    )
    record = await room.record()
    assert record.error is None
    assert len(record.turns) == 21


async def test_the_log_names_followers_in_the_language_spoken_and_its_file_does_not(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    await room.play_on(1)
    record = await room.bot.host.history.record(1)
    with use_language("de"):
        shown = log_text(room.table(), record, [])
    assert "\n1. Ann: " in shown
    assert ", Ritter S\n" in shown
    assert "\n1. 1 D M12 180 knight S\n" in format_record(record)


async def test_the_log_says_in_words_what_was_played(room: Room) -> None:
    await room.begin(3)
    await room.play("M12 180 knight S")
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    _head, *lines = (await words(room.ann.slash(room.channel, "log", game="#1"))).splitlines()
    assert lines[0] == "1. Ann: tile D at M12, turned 180°, knight S"
    assert "Ann: resigned" in lines


async def test_the_log_of_a_game_that_was_ended_promises_no_tile(room: Room) -> None:
    await room.begin()
    await room.play("M12 180 knight S")
    tile = room.table().state.tile
    assert tile is not None
    await room.bot.host.administration.end(room.guild.id, Person(room.eve.user.id, "Eve"), 1)
    lines = (await words(room.ann.slash(room.channel, "log", game="#1"))).splitlines()
    assert f"2. Bob: tile {tile.name}, not placed" in lines


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (
            "1. 1 S05 C4 90 knight W; first C4 N; wall -; takes 5",
            "tile S05 at C4, turned 90°, knight W, first C4 N, wall -, takes 5",
        ),
        ("1. 1 D M12 180 -", "1. Ann: tile D at M12, turned 180°"),
        ("1. 1 D M12 180 recall", "1. Ann: tile D at M12, turned 180°, the abbot back"),
        ("1. 1 D ?", "1. Ann: tile D, not placed yet"),
        ("x C", "Tile C doesn't fit anywhere, so it's out of the game."),
        ("skip 1 C", "Ann ran out of time, so tile C is out of the game."),
        ("resign 1", "Ann: resigned"),
    ],
)
async def test_every_line_of_a_record_is_said_in_words(room: Room, line: str, shown: str) -> None:
    await room.begin(edition="castle" if "first" in line else None)
    text = log_text(room.table(), read_record(line), [])
    *_, said, fair = text.splitlines()
    assert said.endswith(shown)
    assert fair.startswith("-# Fair draw: ")
    explained = {part.split("`")[1] for part in text.splitlines()[1].split(" · ") if "`" in part}
    assert explained == ({"first", "wall", "takes"} if "first" in line else set())


async def test_the_dashboard(room: Room) -> None:
    await room.begin()
    thread = await room.open_thread("second")
    for one in (room.bob, room.ann):
        await one.slash(thread, "join")
    await room.bob.slash(thread, "start")
    await room.chloe.slash(room.channel, "join")
    await room.ann.slash(room.channel, "join")
    head, *lines = (await words(room.ann.slash(room.channel, "games"))).splitlines()
    assert head == "It's your turn in 1 game."
    assert [line.split(" · ")[:3] for line in lines] == [
        ["**#1**", "Ann and Bob", "**your turn**, started <t:1767225600:R>"],
        ["**#2**", "Bob and Ann", "Bob's turn, started <t:1767225600:R>"],
        ["**#3**", "Chloé and Ann", "waiting for players"],
    ]
    board = next(message for message in room.messages() if message.attachments)
    assert lines[0].endswith(f"[board]({board.jump_url})")
    assert f"[board](https://discord.com/channels/{room.guild.id}/{thread.id}/" in lines[1]
    waiting = next(message for message in room.messages() if "seats taken" in message.content)
    assert lines[2].endswith(f"[table]({waiting.jump_url})")
    dm = await room.ann.user.slash("games")
    assert dm.response is not None
    assert dm.response.content.splitlines()[0] == head


async def test_the_games_of_a_channel(room: Room) -> None:
    await room.begin()
    head, line = (await words(room.eve.slash(room.channel, "games", scope="here"))).splitlines()
    assert head == "It's not your turn in any game."
    assert line.startswith("**#1** · Ann and Bob · Ann's turn")
    assert (await words(room.eve.slash(room.channel, "games"))).startswith("You aren't at any table.")


async def test_playing_in_private(room: Room) -> None:
    await room.begin()
    choices = await room.ann.user.autocomplete("place", "at", "")
    assert [choice["value"] for choice in choices] == ["M12", "L13", "N13", "M14"]
    played = await room.ann.user.slash("place", at="M12", rotation=180, follower="-")
    assert played.response is not None
    assert played.response.content == f"You placed tile D at M12 (180°). {board_link(room)}"
    assert room.messages()[-1].content.startswith("**Bob**'s turn")
