"""Statistics of finished games, and the leaderboard."""

import asyncio
import io
import re
from collections import deque
from typing import Any

import pytest
import simcord
from PIL import Image

from cogs.stats import MAX_ROWS, PATIENCE, picture_standings
from host.model.controllers import Person
from host.model.ratings import ALL_SERVERS
from host.model.results import FeatureTotals, GameTotals, PersonStatistics, Standing
from host.services.derivations import Backlog
from screens.text.markup import command_mention
from screens.text.stats import leaderboard_alt_text, leaderboard_text, stats_text
from tests.cogs.finished_games import play_to_the_end
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, words
from tests.discord_schema import request_problems
from tests.host.tables import finished

pytestmark = ON_SIMCORD


async def resign(room: Room, winner: simcord.MemberActor, loser: simcord.MemberActor) -> None:
    """Play a game in which the loser resigns at once."""
    for one in (winner, loser):
        await one.slash(room.channel, "join")
    await winner.slash(room.channel, "start")
    await room.bot.host.turns.resign(
        room.bot.host._storage.games._last_number, Person(loser.user.id, loser.name.title())
    )


async def test_who_plays_and_has_finished_nothing_reads_what_counts(room: Room) -> None:
    await room.begin()
    assert await words(room.ann.slash(room.channel, "stats")) == (
        "You haven't finished a game on this server yet. "
        "What counts is a game that is played to its last tile, or won because the others resigned."
    )


async def test_nobody_has_played_yet(room: Room) -> None:
    join = command_mention("join")
    assert await words(room.ann.slash(room.channel, "stats")) == (
        f"You haven't finished a game on this server yet. Join one with {join}."
    )
    assert await words(room.ann.slash(room.channel, "stats", who=room.bob.user)) == (
        "Bob hasn't finished a game on this server yet."
    )
    assert await words(room.ann.slash(room.channel, "stats", scope="server")) == (
        "Nobody has a rating on this server yet. Finish a game with at least two people to get one."
    )
    dm = await room.ann.user.slash("stats")
    assert dm.response is not None
    assert dm.response.content == f"You haven't finished a game yet. Join one with {join}."


async def until_counted(room: Room) -> None:
    """Wait until the bot has counted all games, which it does in the background."""
    while room.bot.jobs.has(("derivations",)):  # noqa: ASYNC110 (SimCord does not know its timer)
        await asyncio.sleep(0.01)


async def test_whoever_asks_while_games_are_counted_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """SimCord waits until nothing goes on any more, so here the patience is over at once."""
    await resign(room, room.bob, room.ann)
    await resign(room, room.bob, room.ann)
    await until_counted(room)

    async def count_later(backlog: Backlog[Any], patience: float) -> None:
        assert patience == PATIENCE
        backlog._numbers = deque([1, 2])

    with monkeypatch.context() as later:
        later.setattr(Backlog, "catch_up", count_later)
        for scope in ("person", "server"):
            note, *_ = (await words(room.ann.slash(room.channel, "stats", scope=scope))).splitlines()
            assert note == "I'm still counting 2 games, so these numbers will change. Ask again later."
    assert (await words(room.ann.slash(room.channel, "stats"))).splitlines()[1].startswith("2 games, 0 won")


async def test_results_are_there_when_a_game_ends(room: Room) -> None:
    """Nobody has looked at them."""
    await resign(room, room.ann, room.bob)
    await until_counted(room)
    results = room.bot.host._storage.results
    assert (await results.game_totals(room.ann.user.id, ALL_SERVERS))["chat-room"].wins == 1
    assert room.bot.host.statistics.missing == 0


async def test_a_bot_does_not_play(room: Room) -> None:
    robot = room.guild.add_member(room.env.create_user("robot", bot=True, global_name="R*b*t"))
    for scope in ("person", "server"):
        said = await words(room.ann.slash(room.channel, "stats", who=robot.user, scope=scope))
        assert said == r"R\*b\*t is a bot and can't play. Choose a member of this server."


async def test_in_private_there_is_no_server(room: Room) -> None:
    dm = await room.ann.user.slash("stats", scope="server")
    assert dm.response is not None
    assert dm.response.content == ("This isn't a server. Choose `scope:server` in a channel of the server you mean.")


async def test_in_private_nobody_else_is_told_about(room: Room) -> None:
    await play_to_the_end(room, room.ann, room.bob)
    dm = await room.ann.user.slash("stats", who=room.bob.user)
    assert dm.response is not None
    assert dm.response.content == ("In private I only show your own games. Ask about Bob in a server's channel.")


async def test_what_somebody_has_played(room: Room) -> None:
    table = finished(await play_to_the_end(room, room.ann, room.bob, edition="classic"))
    assert table.final_scores is not None
    for actor, score in zip((room.ann, room.bob), table.final_scores, strict=True):
        won = int(score == max(table.final_scores))
        head, total, rating, edition, *kinds = (
            await words(room.eve.slash(room.channel, "stats", who=actor.user))
        ).splitlines()
        assert head == f"**{actor.name.title()}** on this server"
        assert total == f"1 game, {won} won, {score} points on average"
        assert re.fullmatch(r"Rating on this server: \*\*\d+\*\*, rank \d, after 1 rated game", rating)
        assert edition == f"- Carcassonne (2000): 1 game, {won} won, {score} points on average"
        assert sum(int(line.partition("): ")[2].split()[0]) for line in kinds) == score
        patterns = {
            "Cities": r"- Cities \(\d+\): \d+ points?; best: \d+ points?, \d+ tiles?",
            "Roads": r"- Roads \(\d+\): \d+ points?; longest: \d+ tiles?",
            "Fields": r"- Fields \(\d+\): \d+ points?; best: \d+ points?",
        }
        for line in kinds:
            assert re.fullmatch(patterns.get(line[2:].split()[0], ".*"), line), line


async def test_in_private_one_sees_the_games_of_all_servers(room: Room) -> None:
    await play_to_the_end(room, room.ann, room.bob)
    dm = await room.ann.user.slash("stats")
    assert dm.response is not None
    head, total, *rest = dm.response.content.splitlines()
    assert head == "**Ann** on all servers"
    assert total.startswith("1 game, ")
    assert not any(line.startswith("Rating") for line in rest)
    panel = await room.ann.user.slash("settings")
    assert panel.response is not None
    assert panel.response.content.count("rating") == 0, "nobody wonders about it"
    chosen = await room.ann.user.click(panel.response, label="Show rating")
    assert chosen.response is not None
    assert chosen.response.content.splitlines()[2].startswith("- Anyone can see your rating across all servers.")
    dm = await room.ann.user.slash("stats")
    assert dm.response is not None
    assert re.search(r"\nRating across all servers: \*\*\d+\*\*, rank 1, after 1 rated game\n", dm.response.content)
    await room.ann.user.click(chosen.response, label="Hide rating")
    assert not await room.bot.host.statistics.is_ranked_everywhere(room.ann.user.id)


async def test_a_win_by_resignation_has_no_average(room: Room) -> None:
    await resign(room, room.ann, room.bob)
    said = await words(room.ann.slash(room.channel, "stats"))
    assert said.splitlines()[1] == "1 game, 1 won, no average yet"


@WITH_PICTURES
async def test_the_leaderboard(room: Room) -> None:
    await resign(room, room.ann, room.bob)
    await resign(room, room.ann, room.chloe)
    await resign(room, room.bob, room.chloe)
    shown = await room.bob.slash(room.channel, "stats", scope="server")
    assert shown.ephemeral
    assert shown.response is not None
    head, *lines = shown.response.content.splitlines()
    assert head == "The best players on this server (rank, name, rating, games):"
    assert [re.sub(r"\d{3,4}", "N", line) for line in lines] == [
        "**1** Ann · **N** · 2 games, 2 won",
        "**2** Bob · **N** · 2 games, 1 won",
        "**3** Chloé · **N** · 2 games, 0 won",
    ]
    [picture] = shown.response.attachments
    assert picture.filename == "leaderboard.png"
    assert picture.description is not None
    assert re.fullmatch(
        r"Best players of G: 1\. Ann, rating \d+, 2 games, 2 won; 2\. Bob, .*; 3\. Chloé, rating \d+, 2 games, 0 won\.",
        picture.description,
    )
    with Image.open(io.BytesIO(await picture.read())) as image:
        assert image.width == 640


@WITH_PICTURES
async def test_a_leaderboard_that_cannot_be_drawn_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("render.draw_leaderboard", broken)
    await resign(room, room.ann, room.bob)
    shown = await room.ann.slash(room.channel, "stats", scope="server")
    assert shown.response is not None
    assert shown.response.content.splitlines()[1].startswith("**1** Ann")
    assert shown.response.attachments == []


async def test_an_unrated_table(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await room.bob.slash(room.channel, "join")
    await room.choose(rated=False)
    await room.ann.slash(room.channel, "start")
    assert not room.table().settings.rated
    assert " · not rated" in room.messages()[-1].content
    await room.bot.host.turns.resign(1, Person(room.bob.user.id, "Bob"))
    assert (await words(room.ann.slash(room.channel, "stats", scope="server"))).startswith("Nobody has a rating")
    assert (await words(room.ann.slash(room.channel, "stats"))).splitlines() == [
        "**Ann** on this server", "1 game, 1 won, no average yet", "- Standard: 1 game, 1 won",
    ]  # fmt: skip


def test_wall_tiles_of_the_castle_are_called_so() -> None:
    """They were called walls, and nobody builds one."""
    stats = PersonStatistics({"castle": GameTotals(2, 1, 2, 150)}, {"wall": FeatureTotals(10, 2, 5)}, None, None)
    assert "- Wall tiles (2): 10 points; best: 5 points" in stats_text(stats, "Ann", is_here=True)


def standing(rank: int, name: str = "*_`~|" * 6) -> Standing:
    return Standing(rank, Person(rank, name), 1000, 10, 3)


def test_who_is_asked_about_is_in_the_picture_in_any_case() -> None:
    everybody = [standing(rank) for rank in range(1, 31)]
    assert [one.rank for one in picture_standings(everybody, 3)] == list(range(1, MAX_ROWS + 1))
    assert [one.rank for one in picture_standings(everybody, 20)] == [*range(1, MAX_ROWS), 20]
    assert picture_standings(everybody[:4], 99) == everybody[:4]


def test_a_long_leaderboard_fits_into_a_message() -> None:
    everybody = [standing(rank) for rank in range(1, 200)]
    text = leaderboard_text(everybody)
    assert len(text) <= 2000
    assert re.search(r"\n… and \d+ more$", text)
    alt = leaderboard_alt_text(everybody, "G" * 100)
    assert len(alt) <= 1024
    assert re.search(r"; \d+ more\.$", alt)
    assert request_problems("POST", "/channels/1/messages", {"content": text}) == []
