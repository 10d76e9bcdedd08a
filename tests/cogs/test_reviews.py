"""A game in review: below its last picture and with `/review`, for who may see the game, and never before its end."""

import re
from typing import Any

import pytest

from cogs.delivery.lull import QUIET
from host.model.table import FinishedTable
from host.services.reviews import REVIEW_LIMIT
from players.review_file import parse_review
from tests.cogs.private_games import begin_alone
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Press, Room, labels, near_the_end
from tests.fixtures.cases import slow
from tests.fixtures.positions import fast_forward, random_turns
from tests.fixtures.scripted_thinker import ScriptedThinker

pytestmark = ON_SIMCORD

MADE = "**Carcassonne #1 in review**"


def scripted(room: Room) -> ScriptedThinker:
    assert isinstance(room.bot.thinker, ScriptedThinker)
    return room.bot.thinker


async def play_to_the_end(room: Room, players: int = 2, **options: Any) -> None:
    await room.begin(players, **options)
    await room.fast_forward(until=near_the_end, choose=random_turns(3))
    while room.bot.host.tables.cached(1):
        await room.play_on(1)


def menus(message: Any) -> dict[str, list[dict[str, Any]]]:
    """The options of a message's menus, by their ids."""
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    parts = [one for row in rows for one in row["components"]]
    return {one["custom_id"]: one["options"] for one in parts if one["type"] == 3}


async def reviewed(asked: Any) -> Any:
    """The private message with a review."""
    result = await asked
    if not result.followups:
        assert result.ephemeral
        return result.response
    assert result.followups[-1].flags.ephemeral
    return result.followups[-1]


async def replaced(used: Any) -> Any:
    """The same message after a button or a menu was used."""
    result = await used
    assert result.response is not None
    return result.response


@WITH_PICTURES
async def test_the_last_picture_leads_to_the_review_in_private(room: Room) -> None:
    await play_to_the_end(room)
    before = len(room.messages())
    shown = await reviewed(room.ann.click(room.messages()[-1], label="Review"))
    head, first, second, even, note = shown.content.splitlines()
    assert head == MADE
    assert re.fullmatch(
        r"🔴 \*\*Ann\*\* gave away [\d.]+ points \([\d.]+ a turn\)\. The result: luck \S+, the rest \S+", first
    )
    assert second.startswith("🔵 **Bob** gave away")
    assert even.startswith("With even luck, ")
    assert note.startswith("-# ")
    [curve] = shown.attachments
    assert curve.filename == "review.png"
    assert "How many points each player was ahead" in (curve.description or "")
    assert len(room.messages()) == before, "nobody else sees it"
    assert scripted(room).reviewed == [1]
    again = await reviewed(room.bob.click(room.messages()[-1], label="Review"))
    assert again.content == shown.content
    assert scripted(room).reviewed == [1], "it is kept"


async def test_luck_and_the_rest_are_those_that_are_kept_and_add_up(room: Room) -> None:
    await play_to_the_end(room)
    shown = await reviewed(room.ann.slash(room.channel, "review"))
    table = await room.bot.host.tables.known_started(1)
    assert isinstance(table, FinishedTable)
    review = parse_review(await room.bot.host.reviews.find(table))
    for seat, line in enumerate(shown.content.splitlines()[1:3]):
        luck, rest = (float(one.replace("−", "-")) for one in re.findall(r"(?:luck|the rest) ([+−]?[\d.]+)", line))
        assert luck + rest == pytest.approx(review.result(seat), abs=0.11)
    assert review.result(0) == table.state.scores[0] - table.state.scores[1]


@WITH_PICTURES
async def test_who_played_is_offered_their_own_turns_with_both_boards_and_why(room: Room) -> None:
    await play_to_the_end(room)
    shown = await reviewed(room.bob.slash(room.channel, "review", game="#1"))
    turns, players = menus(shown).values()
    assert len(turns) in (3, 6)
    assert all(" · Bob · " in one["label"] for one in turns)
    assert [one["label"] for one in players] == ["Everyone", "Ann", "Bob"]
    chosen = turns[0]["value"]
    turn = await replaced(room.bob.select(shown, [chosen], custom_id="carc:review-turn:1:2"))
    head, moves, why = turn.content.splitlines()
    assert re.fullmatch(rf"\*\*Turn {chosen}: Bob (gave away|found the best turn, by) [\d.]+ points\.\*\*", head)
    assert re.match(r"Played: [A-Z]\d+ \(\d+°\), .+\. (The expert computer plays|The next best was) [A-Z]\d+", moves)
    assert re.fullmatch(r"Why: The better turn brings Bob more points \(\+[\d.]+\)\.", why)
    [picture] = turn.attachments
    assert picture.filename == f"turn{chosen}.png"
    assert "The board after" in (picture.description or "")
    assert labels_of_buttons(turn) == ["Back"]
    back = await replaced(room.bob.click(turn, label="Back"))
    assert back.content == shown.content


def labels_of_buttons(message: Any) -> list[str]:
    rows = [row if isinstance(row, dict) else row.to_dict() for row in message.components]
    return [one["label"] for row in rows for one in row["components"] if one["type"] == 2]


async def test_who_only_watches_is_offered_everybodys_turns_and_chooses_whose(room: Room) -> None:
    await play_to_the_end(room)
    shown = await reviewed(room.eve.click(room.messages()[-1], label="Review"))
    turns, _ = menus(shown).values()
    names = {one["label"].split(" · ")[1] for one in turns}
    assert names == {"Ann", "Bob"}
    anns = (await room.eve.select(shown, ["1"], custom_id="carc:review-player:1")).response
    turns, players = menus(anns).values()
    assert {one["label"].split(" · ")[1] for one in turns} == {"Ann"}
    assert [one["label"] for one in players if one.get("default")] == ["Ann"]


async def test_while_it_is_made_the_answer_says_so_and_then_shows_it(room: Room) -> None:
    await play_to_the_end(room)
    before = len(room.env.http_requests)
    shown = await reviewed(room.ann.click(room.messages()[-1], label="Review"))
    told = [one.json.get("content") for one in room.env.http_requests[before:] if isinstance(one.json, dict)]
    assert "I'm going through the game. That takes a moment." in told
    assert shown.content.startswith(MADE)


async def test_where_it_cannot_be_made_the_answer_says_so_and_a_later_press_makes_it(room: Room) -> None:
    await play_to_the_end(room)
    scripted(room).can_review = False
    shown = await reviewed(room.ann.click(room.messages()[-1], label="Review"))
    assert shown.content == "I can't review the game right now. Try again in a moment."
    scripted(room).can_review = True
    shown = await reviewed(room.ann.click(room.messages()[-1], label="Review"))
    assert shown.content.startswith(MADE)


async def test_who_has_many_reviews_made_has_to_wait_for_more_but_sees_those_that_are_there(room: Room) -> None:
    await play_to_the_end(room)
    last = room.messages()[-1]
    scripted(room).can_review = False
    for _ in range(REVIEW_LIMIT.times):
        await reviewed(room.ann.click(last, label="Review"))
    refused = await reviewed(room.ann.click(last, label="Review"))
    assert refused.content.startswith("Slow down a little")
    scripted(room).can_review = True
    for one in (room.bob, room.ann):
        assert (await reviewed(one.click(last, label="Review"))).content.startswith(MADE)


async def test_a_game_that_runs_is_never_reviewed(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    refused = await reviewed(room.ann.slash(room.channel, "review"))
    assert refused.content.startswith("Carcassonne #1 isn't over yet (")
    assert "You can review it after the last turn." in refused.content
    assert "Review" not in labels(room.messages()[-1])
    assert scripted(room).reviewed == []


async def test_a_game_that_was_given_up_has_none(room: Room) -> None:
    await room.begin()
    await room.play_on(3)
    await room.bot.host.turns.resign(1, room.table().humans[0])
    await room.bot.outbox.publish_missed(1)
    assert "Review" not in labels(room.messages()[-1])
    assert "Replay" in labels(room.messages()[-1])
    refused = await reviewed(room.bob.slash(room.channel, "review"))
    assert refused.content == "Carcassonne #1 has no review: only games that several play to the end have one."
    assert scripted(room).reviewed == []


async def test_a_review_is_only_for_who_may_see_the_game(room: Room) -> None:
    alone = await begin_alone(room)
    await fast_forward(room.bot.host, 1, random_turns(3))
    await room.bot.outbox.publish_missed(1)
    assert alone.labels == ["Rematch", "Other level", "Review", "Replay", "Share", "Show it here"]
    refused = await reviewed(room.bob.slash(room.channel, "review", game="#1"))
    assert "I can't see a game #1" in refused.content
    own = (await alone.press("Review")).followups[-1]
    assert own.flags.ephemeral
    assert own.content.startswith(MADE)
    assert "🤖 Club" in own.content


async def test_nobody_waits_for_reviews_that_nobody_asked_for_but_they_are_made_while_nobody_plays(room: Room) -> None:
    await play_to_the_end(room)
    assert scripted(room).reviewed == []
    await room.env.advance_time(120)
    assert scripted(room).reviewed == [1]
    shown = await reviewed(room.ann.click(room.messages()[-1], label="Review"))
    assert shown.content.startswith(MADE)
    assert scripted(room).reviewed == [1]


async def test_while_people_play_no_review_is_made_that_nobody_asked_for(room: Room) -> None:
    await play_to_the_end(room)
    await room.begin()
    for _ in range(3):
        await room.env.advance_time(QUIET - 20)
        await room.play_on(1, number=2)
    assert scripted(room).reviewed == []
    await room.env.advance_time(QUIET + 1)
    assert scripted(room).reviewed == [1]


async def test_two_who_ask_in_the_same_moment_wait_for_the_same_review(room: Room, press: Press) -> None:
    await play_to_the_end(room)
    last = room.messages()[-1]
    pressed = await press(room.ann.click(last, label="Review"), room.bob.click(last, label="Review"))
    assert [one.followups[-1].content.startswith(MADE) for one in pressed] == [True, True]
    assert scripted(room).reviewed == [1]


@WITH_PICTURES
@pytest.mark.parametrize(("players", "edition"), [(5, "classic"), slow((2, "castle"))])
async def test_many_players_and_the_castle_have_reviews_too(room: Room, players: int, edition: str) -> None:
    await room.begin(players, edition=edition)
    await room.fast_forward(choose=random_turns(3))
    shown = await reviewed(room.ann.slash(room.channel, "review"))
    assert len(shown.content.splitlines()) == 1 + players + 2
    assert len(shown.attachments) == 1
    turns, _ = menus(shown).values()
    turn = (await room.ann.select(shown, [turns[0]["value"]], custom_id="carc:review-turn:1:1")).response
    assert turn is not None
    assert len(turn.attachments) == 1
