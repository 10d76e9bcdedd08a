"""A turn by buttons only: four taps, and what can happen between them."""

import random
from collections.abc import Iterable
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from carcassonne import (
    FOLLOWER,
    Deploy,
    DeployNobody,
    Phase,
    PlaceTile,
    Role,
    Turn,
    apply,
    format_cell,
    legal_deployments,
    legal_placements,
    parse_cell,
)
from carcassonne.moves import Recall
from screens.picker_steps import cell_pages
from screens.text.markup import command_mention
from screens.text.picker import chosen_turn_text
from tests.cogs.picker_buttons import board, place, tap
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, board_link, labels
from tests.fixtures.cases import slow_but
from tests.fixtures.positions import random_turns
from tests.host.tables import player

pytestmark = ON_SIMCORD

RESTARTS = (5, 33)
"""The turns in the middle of which the bot is restarted."""
STRETCHES = {8: 30, 36: 54}
"""The turns that a whole game is fast-forwarded from, and to."""

BACK = ("Back", "Nearer cells")


async def test_a_turn_in_four_taps(room: Room) -> None:
    await room.begin()
    cells = await place(room)
    assert cells.content.splitlines()[0] == "Where does this tile go?"
    assert labels(cells) == ["M12", "L13", "N13", "M14"]
    assert "The tile fits at: M12 180; " in cells.attachments[0].description

    who = await tap(room.ann, cells, "M14")
    assert who.content == "**M14 (180°)**: who goes on it?"
    assert labels(who) == [
        "① knight · city · 1 tile, 1 open end", "② farmer · field in the middle · no finished city",
        "③ thief · road · 1 tile, 2 open ends",
        "④ farmer · field at the top · no finished city", "nobody", "Back",
    ]  # fmt: skip
    assert who.attachments[0].description == (
        "M14 and its neighbours, with your tile. You can choose: ① knight · city · 1 tile, 1 open end; "
        "② farmer · field in the middle · no finished city; ③ thief · road · 1 tile, 2 open ends; "
        "④ farmer · field at the top · no finished city; nobody."
    )

    sure = await tap(room.ann, who, "③ thief · road · 1 tile, 2 open ends")
    assert (
        sure.content == "**M14 (180°)** · **③ thief** (road, 1 tile, 2 open ends).\nNot played yet: press **Confirm**."
    )
    assert labels(sure) == ["Confirm", "Back"]
    assert "thief M14 (road, 1 tile, 2 open ends)" in sure.attachments[0].description
    assert room.table().ply == 1

    done = await tap(room.ann, sure, "Confirm")
    assert done.content == f"You placed tile D at M14 (180°) with a thief. {board_link(room)}"
    assert (done.components, done.attachments) == ([], [])
    assert board(room).content.startswith("**Bob**'s turn")


async def test_a_tile_that_fits_in_several_ways_can_be_turned(room: Room) -> None:
    await room.begin()
    ways = await tap(room.ann, await place(room), "L13")
    assert ways.content == "Which way round at **L13**?"
    assert labels(ways) == ["0° · city N; road E–W", "180° · city S; road E–W", "Back"]
    [picture] = ways.attachments
    assert (picture.filename, picture.description) == (
        "ways.png",
        "L13 and its neighbours, with tile D each way it fits: 0° · city N; road E–W; 180° · city S; road E–W.",
    )
    who = await tap(room.ann, ways, "180° · city S; road E–W")
    assert who.content.startswith("**L13 (180°)**: who goes on it?")


async def test_nobody_is_said_in_words_before_it_is_confirmed(room: Room) -> None:
    await room.begin()
    sure = await tap(room.ann, await tap(room.ann, await place(room), "M14"), "nobody")
    assert sure.content == "**M14 (180°)**, **nobody** on it.\nNot played yet: press **Confirm**."
    await tap(room.ann, sure, "Confirm")
    assert room.state().figures == {}


async def test_what_the_turn_scores_is_said_before_it_is_confirmed(room: Room) -> None:
    await room.begin()
    who = await tap(room.ann, await place(room), "M12")
    sure = await tap(room.ann, who, "① knight · city · 2 tiles, scores 2 now")
    assert "You score 2 for a city of 2 tiles." in sure.content
    assert "knight M12" in sure.attachments[0].description  # still on the tile


async def test_a_rival_in_a_feature_is_named(room: Room) -> None:
    await room.begin()
    await room.play("L13 0 thief E")
    ways = await tap(room.bob, await place(room), "N13")
    who = await tap(room.bob, ways, "0° · road S–W")
    assert who.content.splitlines()[1] == "Already taken: ② road (Ann)."
    assert not [label for label in labels(who) if "thief" in label]


async def test_a_step_with_only_one_choice_is_skipped(room: Room) -> None:
    """The river goes on at one cell, so Place asks at once how to turn the tile, or who goes onto it."""
    await room.begin(edition="new-edition", options="river")
    taps = []
    for _ in range(4):
        state, mover = room.state(), room.to_move()
        assert len({cell for cell, _ in legal_placements(state)}) == 1
        private = await place(room)
        taps.append(1)
        while names := choices(labels(private)):
            assert not any(name.startswith(("M1", "L1", "N1")) for name in names), "the cell is not asked for"
            assert ("Back" in labels(private)) == (taps[-1] > 1), "the first step leads back to nothing"
            private = await tap(mover, private, "nobody" if "nobody" in names else names[0])
            taps[-1] += 1
    assert room.state().turn == 4
    assert taps == [4, 3, 4, 3]


def choices(names: Iterable[str]) -> list[str]:
    return [name for name in names if name not in BACK]


async def test_back_leads_to_the_step_before(room: Room) -> None:
    await room.begin()
    cells = await place(room)
    ways = await tap(room.ann, cells, "L13")
    who = await tap(room.ann, ways, labels(ways)[0])
    sure = await tap(room.ann, who, "nobody")
    for before in (who, ways, cells):
        sure = await tap(room.ann, sure, "Back")
        assert (sure.content, labels(sure)) == (before.content, labels(before))
    clear = await tap(room.ann, await tap(room.ann, cells, "M14"), "Back")
    assert labels(clear) == labels(cells)


async def test_more_cells_than_buttons_are_paged(room: Room) -> None:
    await room.begin()
    while len(cell_pages(room.state())) == 1:
        while len(cell_pages(room.state())) == 1:
            await play_unseen(room, random.Random(room.table().ply))
        await room.bot.host.message_log.mark_announced(1, room.table().ply, None)
        await room.play_on(1)
    mover, several = room.to_move(), cell_pages(room.state())
    first = await place(room)
    assert labels(first) == [*map(format_cell, several[0]), "More cells"]
    second = await tap(mover, first, "More cells")
    assert labels(second)[: len(several[1])] == [format_cell(cell) for cell in several[1]]
    private = await tap(mover, second, format_cell(several[1][0]))
    while "Where does" not in private.content:
        private = await tap(mover, private, "Back")
    assert labels(private) == labels(second)
    assert labels(await tap(mover, private, "Nearer cells")) == labels(first)


async def play_unseen(room: Room, dice: random.Random) -> None:
    """Let the player to move play a random turn at the host, without a message."""
    seat, placement = room.table().to_move, dice.choice(legal_placements(room.state()))
    assert seat is not None
    await room.bot.host.turns.play(1, player(seat), [PlaceTile(*placement), DeployNobody()])


async def test_it_is_somebody_elses_turn(room: Room) -> None:
    await room.begin()
    refused = await place(room, room.bob)
    assert refused.content == "It's Ann's turn in game #1, not yours. I'll tell you when it is."
    refused = await place(room, room.eve)
    assert refused.content == "You aren't in game #1: Ann and Bob are playing it. Press **Board** to watch."


async def test_place_pressed_again_leaves_one_picker(room: Room) -> None:
    await room.begin()
    first = await place(room)
    await tap(room.ann, first, "L13")
    second = await place(room)
    assert pickers(room, first) == [second.id]
    room.env.inject_error("DELETE", "/webhooks/*/*/messages/*", status=404, code=10008, times=1)
    third = await place(room)
    assert pickers(room, first) == [second.id, third.id], "each works"
    await tap(room.ann, await tap(room.ann, await tap(room.ann, third, "M14"), "nobody"), "Confirm")
    await room.play_on(1)
    fourth = await place(room)
    assert pickers(room, first) == [second.id, third.id, fourth.id], "that was another turn"


def pickers(room: Room, first: discord.Message) -> list[int]:
    """Ann's private messages since the first one."""
    private = (one.id for one in room.channel.history(viewer=room.ann) if one.flags.ephemeral)
    return [number for number in private if number >= first.id]


async def test_a_picker_goes_when_the_turn_is_typed(room: Room) -> None:
    await room.begin()
    cells = await place(room)
    await room.play("M14 180 -")
    with pytest.raises(BackendError, match="Unknown Message"):
        await room.ann.click(cells, label="M12")


async def test_an_old_picker_says_that_the_turn_is_over(room: Room) -> None:
    await room.begin()
    cells = await place(room)
    await room.restart()
    await room.play("M14 180 -")
    late = await room.ann.click(cells, label="M12")
    assert [one.content for one in late.followups] == [
        f"That turn of game #1 is over. Here's {board_link(room, 'the board now')}."
    ]
    assert late.followups[0].ephemeral
    assert late.response is not None
    assert late.response.components == [], "nobody presses one of them again"
    assert room.table().ply == 4


async def test_only_the_latest_turn_has_buttons(room: Room) -> None:
    await room.begin()
    first = board(room)
    assert labels(first) == ["Place", "Board", "Tiles left"]
    await room.play("M14 180 -")
    earlier, latest = [message for message in room.messages() if message.attachments]
    assert (earlier.id, labels(earlier), len(earlier.attachments)) == (first.id, [], 1)
    assert labels(latest) == ["Place", "Board", "Tiles left"]
    assert sum(one.method == "PATCH" and one.path.endswith(f"/{first.id}") for one in room.env.http_requests) == 1


async def test_buttons_that_could_not_be_taken_away_are_harmless(room: Room) -> None:
    await room.begin()
    first = board(room)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
    await room.play("M14 180 -")
    pressed = await room.bob.click(first, label="Place")
    assert pressed.followups[0].content.startswith("That turn of game #1 is over. Here's [the board now](")


async def test_after_the_last_turn_nothing_can_be_pressed(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    *earlier, last = [message for message in room.messages() if message.attachments]
    assert all(labels(message) == [] for message in earlier)
    assert labels(last) == ["Rematch", "Series"]


async def test_board_and_tiles_are_shown_privately(room: Room) -> None:
    await room.begin()
    [shown] = (await room.eve.click(board(room), label="Board")).followups
    assert shown.ephemeral
    assert shown.content.startswith("Carcassonne #1 · **Ann**'s turn · **city N; road E–W** (tile D)")
    assert shown.attachments[0].filename == "board1.png"
    [left] = (await room.bob.click(board(room), label="Tiles left")).followups
    assert left.ephemeral
    assert left.content.startswith("71 tiles left.")


async def test_a_restart_between_any_two_taps(room: Room) -> None:
    await room.begin()
    await room.restart()
    private = await place(room)
    for label in ("L13", "180° · city S; road E–W", "nobody", "Confirm"):
        await room.restart()
        private = await tap(room.ann, private, label)
    assert private.content == f"You placed tile D at L13 (180°). {board_link(room)}"


@WITH_PICTURES
async def test_a_picture_that_cannot_be_drawn_does_not_stop_the_turn(room: Room, monkeypatch: Any) -> None:
    await room.begin()

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    for name in ("draw", "draw_laid_tile", "draw_rotations"):
        monkeypatch.setattr(f"render.{name}", fail)
    private = await place(room)
    for label in ("L13", "180° · city S; road E–W", "nobody"):
        private = await tap(room.ann, private, label)
        assert private.attachments == []
    await tap(room.ann, private, "Confirm")
    assert room.state().turn == 1


async def take_turn(room: Room, dice: random.Random) -> None:
    """Let the player to move press random buttons until the turn is played."""
    mover = room.to_move()
    if room.state().phase is Phase.ASK:
        await mover.click(board(room), label=dice.choice(labels(board(room))))
        return
    private = await place(room)
    if room.state().turn in RESTARTS:
        await room.restart()
    while names := choices(labels(private)):
        private = await tap(mover, private, dice.choice(names))


@pytest.mark.parametrize(("edition", "options"), slow_but(2, [("new-edition", "river abbot"), ("castle", "")]))
async def test_a_whole_game_by_buttons(room: Room, edition: str, options: str) -> None:
    """The bot is restarted twice while somebody is choosing."""
    dice, done = random.Random(8), set[object]()
    await room.begin(edition=edition, options=options)
    while room.bot.host.tables.cached(1):
        state = room.state()
        if state.phase is Phase.PLACE and state.turn in STRETCHES:
            await room.fast_forward(STRETCHES[state.turn] - state.turn, choose=random_turns(6))
            await room.play_on(1)
        await take_turn(room, dice)
    log = await room.bot.host.history.log(1)
    done = {type(entry.move) for entry in log} | {
        entry.move.role for entry in log if isinstance(entry.move, Deploy)
    }  # fmt: skip
    expected = {Recall, Role.ABBOT, Role.MONK} if options else {Role.HERALD, Role.SQUIRE, Role.MERCHANT}
    assert done >= {PlaceTile, Role.KNIGHT, *expected}
    record = await room.record()
    assert record.error is None
    assert record.is_finished
    *earlier, last = room.messages()
    assert all(labels(message) == [] for message in earlier)
    assert labels(last) == ["Rematch", "Series", "Review", "Replay", "Share"]


async def test_the_first_turn_of_somebody_new_explains_itself_once(room: Room) -> None:
    await room.begin()
    lines = (await place(room)).content.splitlines()
    assert [line[:3] for line in lines[1:]] == ["-# ", "-# "]
    assert lines[-1] == (
        "-# Knights, thieves and monks come back when they score; farmers stay to the end. "
        f"More: {command_mention('rules')}"
    )
    await room.play_on(1)
    assert "Your first turn" in (await place(room)).content
    await room.play_on(1)
    assert "Your first turn" not in (await place(room)).content


async def test_the_last_follower_is_said_before_it_is_confirmed(room: Room) -> None:
    await room.begin()
    laid = apply(room.state(), PlaceTile(parse_cell("M14"), 180)).state.copy()
    laid.supply = {**laid.supply, FOLLOWER: (1, 7)}
    last, warning = {}, "That's your last follower."
    for move in [*legal_deployments(laid), DeployNobody()]:
        text = chosen_turn_text(room.table(), Turn(PlaceTile(parse_cell("M14"), 180), move), laid)
        last[isinstance(move, Deploy)] = warning in text
    assert last == {True: True, False: False}
    laid.supply = {**laid.supply, FOLLOWER: (2, 7)}
    one = next(move for move in legal_deployments(laid) if isinstance(move, Deploy))
    assert warning not in chosen_turn_text(room.table(), Turn(PlaceTile(parse_cell("M14"), 180), one), laid)
