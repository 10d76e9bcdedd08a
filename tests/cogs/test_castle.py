"""The Castle in a channel: whole games, and every question answered by button, by command and in advance."""

import re
from typing import Any

import discord
import pytest
import simcord

from carcassonne import (
    Deploy,
    Phase,
    PlaceTile,
    PlayWallTile,
    apply,
    apply_all,
    format_cell,
    format_move,
    legal_moves,
    legal_placements,
)
from carcassonne.castle import Asking, castle_state
from cogs.delivery.errors import NotAnnouncedError
from host.model.game_log import format_logged
from host.model.table_options import TableOptions
from screens.text.editions import texts_of
from screens.text.features import deployment_text
from screens.text.markup import PHONE_LINES, command_mention, lines_on_phone
from tests.cogs.castle_table import begin, best_turn, play_to
from tests.cogs.private_games import practise_in_channel
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, WITH_PICTURES, Room, first_turn, labels, words, written
from tests.cogs.seats import private_answer
from tests.cogs.typed_words import typed

pytestmark = ON_SIMCORD

SOON = {Asking.DOUBLE: 11, Asking.EXTRA_TURN: 5, Asking.ORDER: 11}
"""For each question, the seed of a game in which it comes up early."""

every_question = pytest.mark.parametrize(("seed", "asking"), [(seed, asking) for asking, seed in SOON.items()])
about_doubling = pytest.mark.parametrize("seed", [SOON[Asking.DOUBLE]])
about_order = pytest.mark.parametrize("seed", [SOON[Asking.ORDER]])
about_another_turn = pytest.mark.parametrize("seed", [SOON[Asking.EXTRA_TURN]])


def boards(room: Room) -> list[discord.Message]:
    return [message for message in room.messages() if message.attachments]


def mover_name(room: Room) -> str:
    seat = room.table().to_move
    assert seat is not None
    return seat.name


def other(room: Room) -> simcord.MemberActor:
    return room.bob if room.to_move() == room.ann else room.ann


async def place(room: Room, turn: str, **options: object) -> simcord.InteractionResult:
    cell, rotation, follower = turn.split(maxsplit=2)
    given = " ".join([follower, *(f"{name}:{value}" for name, value in options.items())])
    return await room.to_move().slash(room.channel, "place", at=cell, rotation=int(rotation), follower=given)


async def ask(room: Room, asking: Asking) -> discord.Message:
    """Play on to a question; return the public message with it."""
    await begin(room)
    await place(room, written(await play_to(room, asking)))
    assert room.state().phase is Phase.ASK
    assert castle_state(room.state()).asking is asking
    return room.messages()[-1]


@pytest.mark.parametrize("seed", [2])
@pytest.mark.slow
async def test_a_whole_game_where_all_wall_tiles_are_kept(room: Room, seed: int) -> None:
    await begin(room)
    while room.bot.host.tables.cached(1):
        assert room.state().phase is Phase.PLACE
        await place(room, written(best_turn(room.state(), Asking.DOUBLE)), wall="-")
        while room.bot.host.tables.cached(1) and room.state().phase is Phase.ASK:
            assert await typed(room, room.to_move(), "pass") == ""
    last = room.messages()[-1]
    assert last.content.startswith("Carcassonne #1 is over. **")
    assert "lands on a corner tower and takes wall tile " in "".join(message.content for message in boards(room))
    assert "'s keep moves to " in "".join(message.content for message in boards(room))
    assert all(len(message.attachments[0].description or "") <= 1024 for message in boards(room))
    earlier = [message for message in boards(room) if " decides" not in message.content and message.id != last.id]
    assert all(message.components == [] for message in earlier)
    assert labels(last) == ["Rematch", "Series", "Review", "Replay", "Share"]
    for line in last.content.splitlines():
        if re.match(r"[🔴🔵] \w+: ", line):
            assert_adds_up(line)
    record = await room.record()
    assert record.error is None
    assert record.is_finished


def assert_adds_up(line: str) -> None:
    total, _, items = line.partition(": ")[2].partition(" = ")
    paid = re.findall(r"(\d+) ", f"{items or total} ")
    assert sum(map(int, paid)) == int(total)


@WITH_PICTURES
@every_question
async def test_a_question_is_announced_with_its_answers(room: Room, seed: int, asking: Asking) -> None:
    message = await ask(room, asking)
    mover, name, state = room.to_move(), mover_name(room), room.state()
    head, *_ = message.content.splitlines()
    assert head == f"**{name}** decides · Carcassonne #1 · <@{mover.user.id}>"
    assert texts_of(state).question(state) in message.content.splitlines()
    hint = (
        f"-# Next time, answer in advance behind the follower in {command_mention('place')}, like "
        "`- wall:1` or `- first:C4 N`."
    )
    assert message.content.splitlines()[-1] == hint or lines_on_phone(f"{message.content}\n{hint}") > PHONE_LINES
    assert room.sent()[-1]["allowed_mentions"]["users"] == [mover.user.id]
    assert len(labels(message)) == len(legal_moves(state)) >= 2
    assert room.table().announced == room.table().ply
    said = await words(room.eve.slash(room.channel, "board"))
    assert said.startswith(f"Carcassonne #1 · **{name}** decides · ")


@every_question
@pytest.mark.parametrize("number", [0, 1])
async def test_each_answer_by_button(room: Room, seed: int, asking: Asking, number: int) -> None:
    message = await ask(room, asking)
    mover, name, chosen = room.to_move(), labels(message)[number], legal_moves(room.state())[number]
    stranger = await other(room).click(message, label=name)
    assert [one.content for one in stranger.followups] == [
        f"It's {mover_name(room)}'s turn in game #1, not yours. I'll tell you when it is."
    ]
    scores, seat, ply = room.state().scores[:], room.state().seat, room.table().ply
    await mover.click(message, label=name)
    log = await room.bot.host.history.log(1)
    assert format_logged(log[ply].move) == format_move(chosen)
    promised = re.search(r": (\d+) points?", name)
    if promised and room.state().phase is not Phase.ASK:
        assert room.state().scores[seat] - scores[seat] >= int(promised[1])
    assert next(one for one in room.messages() if one.id == message.id).components == []
    assert room.messages()[-1].id != message.id
    assert room.table().announced == room.table().ply


@every_question
async def test_pass_alone_is_the_first_answer(room: Room, seed: int, asking: Asking) -> None:
    await ask(room, asking)
    first, ply = legal_moves(room.state())[0], room.table().ply
    assert (await typed(room, other(room), "pass")).startswith("It's ")
    await typed(room, room.to_move(), "pass")
    assert (await room.bot.host.history.log(1))[ply].move == first


@about_doubling
async def test_an_answer_is_undone_with_its_turn(room: Room, seed: int) -> None:
    """The answer was pressed below a public message, so no private text may replace that message."""
    await room.begin(edition="castle", takeback=300)
    await place(room, written(await play_to(room, Asking.DOUBLE)))
    mover, asked = room.to_move(), boards(room)[-1]
    await mover.click(asked, label=labels(asked)[0])
    pending = boards(room)[-1]
    assert labels(pending) == ["Undo", "Done"]
    await mover.click(pending, label="Undo")
    again = boards(room)[-1]
    assert "'s turn" in again.content
    assert labels(again)[0] == "Place"


@about_doubling
async def test_a_button_of_a_question_that_was_answered(room: Room, seed: int) -> None:
    message = await ask(room, Asking.DOUBLE)
    mover = room.to_move()
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=None)  # its buttons cannot be removed
    await typed(room, mover, "pass")
    late = await mover.click(message, label=labels(message)[1])
    assert late.followups[0].content.startswith("That turn of game #1 is over. Here's ")


@every_question
async def test_a_question_outlives_a_restart(room: Room, seed: int, asking: Asking) -> None:
    message = await ask(room, asking)
    before = len(room.messages())
    await room.restart()
    assert room.state().phase is Phase.ASK
    assert len(room.messages()) == before
    await room.to_move().click(message, label=labels(message)[-1])
    assert len(room.messages()) == before + 1


@about_doubling
async def test_a_question_whose_message_was_lost_is_asked_after_a_restart(room: Room, seed: int) -> None:
    await begin(room)
    plan = await play_to(room, Asking.DOUBLE)
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await place(room, written(plan))
    room.expect(NotAnnouncedError)
    await room.restart()
    message = room.messages()[-1]
    assert " decides · Carcassonne #1" in message.content
    await room.to_move().click(message, label=labels(message)[-1])
    assert " played wall tile " in room.messages()[-1].content


@about_doubling
async def test_a_turn_whose_question_was_answered_is_told_as_one_after_a_restart(room: Room, seed: int) -> None:
    await begin(room)
    plan = await play_to(room, Asking.DOUBLE)
    before = len(room.messages())
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await place(room, written(plan), wall=str(_number(room, plan)))
    room.expect(NotAnnouncedError)
    await room.restart()
    [message] = room.messages()[before:]
    assert " placed tile " in message.content
    assert " played wall tile " in message.content


@about_doubling
async def test_where_messages_are_not_kept_the_question_is_asked_again(room: Room, seed: int) -> None:
    await ask(room, Asking.DOUBLE)
    for message in room.messages():
        await message.delete()
    await room.restart(keeps_messages=False)
    [shown] = room.messages()
    assert " decides" in shown.content
    assert len(labels(shown)) == 2


def _number(room: Room, plan: Any) -> int:
    """The number of the wall tile about which this turn asks."""
    asked = legal_moves(apply_all(room.state(), plan).state)[1]
    assert isinstance(asked, PlayWallTile)
    assert asked.number is not None
    return asked.number


@about_doubling
async def test_a_question_belongs_to_the_turn_whose_time_is_up(room: Room, seed: int) -> None:
    """It began a round of its own, whose time was up at once: the others were asked once more what to do."""
    await room.begin(edition="castle", pace="12h")
    turn = written(await play_to(room, Asking.DOUBLE))
    await room.env.advance_time(13 * 3600)
    [asked] = [one for one in room.messages() if one.content.startswith("**Time's up**")]
    before = room.table().clock
    await place(room, turn)
    assert room.state().phase is Phase.ASK
    await room.env.settle()
    assert room.table().clock == before
    assert [one.id for one in room.messages() if one.content.startswith("**Time's up**")] == [asked.id]


@about_order
@pytest.mark.parametrize("takeback", [0, 300])
async def test_who_answers_for_somebody_has_not_placed_their_tile(room: Room, seed: int, takeback: int) -> None:
    await room.begin(edition="castle", takeback=takeback)
    await room.play(written(await play_to(room, Asking.ORDER)))
    assert room.messages()[-1].content.splitlines()[1] == "Ann placed tile S01 at I7 (270°) with a squire."
    await room.ann.click(private_answer(await room.ann.slash(room.channel, "resign")), label="Computer")
    await room.env.advance_time(COMPUTER_PAUSE)
    head, played, *_ = room.messages()[-1].content.splitlines()
    assert (head, played) == ("**🤖 Club** decides · Carcassonne #1", "🤖 Club chose what scores first.")


@about_doubling
async def test_a_wall_tile_is_played_beforehand(room: Room, seed: int) -> None:
    await begin(room)
    plan = await play_to(room, Asking.DOUBLE)
    number, mover, seat = _number(room, plan), room.to_move(), room.state().seat
    hand = castle_state(room.state()).hands[seat]
    offered = await mover.autocomplete(room.channel, "place", "follower", "- wall:")
    assert [choice["value"] for choice in offered][:1] == ["- wall:-"]
    assert f"- wall:{number}" in [choice["value"] for choice in offered]
    said = await words(place(room, written(plan), wall=f"{number}"))
    assert f"You played wall tile {number} (doubles a finished " in said
    message = room.messages()[-1].content
    assert f" played wall tile {number} (" in message
    assert message.count("decides") == 0
    assert castle_state(room.state()).hands[seat].count(number) == hand.count(number) - 1
    record = await room.record()
    assert record.error is None
    shown = await words(room.ann.slash(room.channel, "log"))
    assert f", wall {number}" in shown


@about_doubling
async def test_the_answer_goes_with_the_follower_by_button(room: Room, seed: int) -> None:
    await begin(room)
    plan = await play_to(room, Asking.DOUBLE)
    number, mover = _number(room, plan), room.to_move()
    placement, deployment, *_answers = plan
    assert isinstance(placement, PlaceTile)
    assert isinstance(deployment, Deploy)
    after_placement = apply(room.state(), placement).state
    shown = deployment_text(after_placement, deployment, after_placement.ruleset.terms)
    cell, rotation, _follower = written(plan).split(maxsplit=2)
    asked = await mover.slash(room.channel, "place", at=cell, rotation=int(rotation), follower=f"wall:{number}")
    assert asked.response is not None
    [label] = [button["label"] for row in asked.response.components for button in row["components"]
               if button["label"] == shown]  # fmt: skip
    pressed = await mover.click(asked.response, label=label)
    assert pressed.response is not None
    assert f"You played wall tile {number} (" in pressed.response.content


@about_order
async def test_what_is_scored_first_is_said_beforehand(room: Room, seed: int) -> None:
    await begin(room)
    plan = await play_to(room, Asking.ORDER)
    mover = room.to_move()
    cell, rotation, follower = written(plan).split(maxsplit=2)
    given = {"at": cell, "rotation": int(rotation)}
    offered = await mover.autocomplete(room.channel, "place", "follower", f"{follower} first:", **given)
    firsts = [choice["value"].partition(" first:")[2] for choice in offered]
    assert len(firsts) == 2
    for wrong, sentence in {
        "A9 N": "Nothing to score at A9 N. Pick a feature you've just finished.",
        "zz": "“zz” isn't an answer. Type a cell and a side, like `C4 N`.",
    }.items():
        assert await words(place(room, written(plan), first=wrong)) == sentence
    ply = room.table().ply
    said = await words(place(room, written(plan), first=firsts[1]))
    assert "You chose what scores first." in said
    assert format_logged((await room.bot.host.history.log(1))[ply + 2].move) == f"first {firsts[1]}"


@about_another_turn
async def test_after_another_turn_is_played_the_same_player_moves(room: Room, seed: int) -> None:
    message = await ask(room, Asking.EXTRA_TURN)
    mover, turn = room.to_move(), room.state().turn
    assert labels(message) == ["Keep the wall tile", "Play wall tile 1: another turn"]
    await mover.click(message, label="Play wall tile 1: another turn")
    assert room.to_move() == mover
    assert room.state().phase is Phase.PLACE
    assert room.messages()[-1].content.splitlines()[1] == (
        f"{mover_name(room)} played wall tile 1 (another whole turn)."
    )
    await place(room, first_turn(room.state()), wall="-")
    assert room.to_move() != mover
    assert room.state().turn == turn + 1


@about_doubling
async def test_while_a_question_waits_no_tile_can_be_laid(room: Room, seed: int) -> None:
    await ask(room, Asking.DOUBLE)
    ply = room.table().ply
    for options in ({}, {"follower": "-"}):
        said = await words(room.to_move().slash(room.channel, "place", at="C4", rotation=0, **options))
        assert said.startswith("Answer the question first, with its buttons or the word `pass`: Play wall tile")
    said = await typed(room, room.to_move(), "pass C4 0")
    assert said.startswith("Answer the question first")
    assert await room.to_move().autocomplete(room.channel, "place", "at", "") == []
    assert room.table().ply == ply


@pytest.mark.parametrize(
    ("wall", "sentence"),
    [
        ("x", "“x” isn't a wall tile. Type numbers like `1 2`, or `-` for none."),
        ("2", "You can't play wall tile 2 (doubles a finished tower) this turn, because you have no wall tiles."),
        ("7", "No need to play wall tile 7 (one court scores 4 per market). It counts by itself at the end."),
    ],
)
async def test_wall_tiles_that_nobody_has(room: Room, wall: str, sentence: str) -> None:
    await begin(room)
    assert await words(place(room, first_turn(room.state()), wall=wall)) == sentence
    assert room.table().ply == 1


async def test_a_wrong_place(room: Room) -> None:
    await begin(room)
    for cell, sentence in {
        "F5": "F5 isn't next to a tile or a start space. Tile ",
        "F1": "F1 is outside the castle wall. Tile ",
        "C-1": "C-1 is outside the castle wall. Tile ",
        "M13": "M13 is outside the castle wall. Tile ",
    }.items():
        assert (await words(place(room, f"{cell} 0 -"))).startswith(sentence)
    legal = legal_placements(room.state())
    wrong = (
        f"{format_cell(cell)} {rotation} -" for cell, _ in legal for rotation in (0, 90, 180, 270)
        if (cell, rotation) not in legal
    )  # fmt: skip
    said = await words(place(room, next(wrong)))
    assert re.fullmatch(
        r"That doesn't fit at \w+: on the \w+ side, a path must continue\. It fits at \w+ with rotation .*\.", said
    )


async def test_the_castle_is_for_two(room: Room) -> None:
    for one in room.people[:3]:
        await one.slash(room.channel, "join")
    said = await words(room.ann.slash(room.channel, "start", edition="castle", takeback=0))
    assert said == "There are 3 of you at table #1, but this edition takes 2 at most. Choose another."


async def test_alone_one_can_practise(room: Room) -> None:
    await practise_in_channel(room, TableOptions("castle", takeback=0))
    assert room.table().edition == "castle"
    assert room.messages()[-1].content.startswith("**Ann (1)**'s turn")


async def test_all_tiles_are_listed(room: Room) -> None:
    await begin(room)
    shown = await room.ann.slash(room.channel, "tiles")
    assert shown.response is not None
    said = shown.response.attachments[0].description or ""
    assert sum(map(int, re.findall(r"(\d+) × ", said))) == 59


async def test_the_position_in_words(room: Room) -> None:
    await begin(room)
    message = boards(room)[-1]
    text = message.attachments[0].description or ""
    assert "Largest empty area: 76 spaces." in text
    assert "  " not in text  # no tile lies there yet, and no heading is left empty
    assert "Start spaces in the wall: path C1 N; house I1 N; tower J4 E; " in text
