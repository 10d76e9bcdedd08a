"""Pages beside Discord: the link, what is played there and shown here, and who may look."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
import simcord

from cogs.web import membership
from cogs.web.site import WebSite
from host.model.controllers import Person
from tests.cogs.private_games import begin_alone
from tests.cogs.rematches import resign
from tests.cogs.room import COMPUTER_PAUSE, ON_SIMCORD, Room, labels
from tests.fixtures.journeys import check_journey
from tests.fixtures.tracing import traced_calls
from tests.web.site import Browser

PROMPT = 10.0


class _Page:
    """Where a browser of these tests finds the pages."""

    def __init__(self, url: str) -> None:
        self.url = url


def site_of(room: Room) -> WebSite:
    cog = room.bot.get_cog("WebSite")
    assert isinstance(cog, WebSite)
    return cog


@asynccontextmanager
async def browser(room: Room) -> AsyncIterator[Browser]:
    """A browser in which nobody is signed in."""
    assert room.bot.page_url
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield Browser(_Page(room.bot.page_url), session)


def link_of(shown: simcord.InteractionResult) -> str:
    """The address of the link in a private answer."""
    answers = [one for one in (shown.response, *shown.followups) if one is not None and one.ephemeral]
    found = [one["url"] for answer in answers for row in rows_of(answer) for one in row["components"] if "url" in one]
    [url] = found
    return str(url)


def rows_of(message: Any) -> list[dict[str, Any]]:
    """The rows of a message's buttons, as Discord has them."""
    return [row if isinstance(row, dict) else row.to_dict() for row in message.components]


async def open_board(room: Room, person: simcord.MemberActor, page: Browser) -> int:
    """Press Open board below the latest message, and open the link; return the number of the game."""
    url = link_of(await person.click(room.messages()[-1], label="Open board"))
    address, _, fragment = url.partition("/#code=")
    assert address == room.bot.page_url
    code, _, game = fragment.partition("&game=")
    opened = await page.sign_in(code)
    assert (opened.status, opened.json) == (200, {"game": int(game)})
    return int(game)


@ON_SIMCORD
async def test_open_board_leads_to_a_page_where_one_plays(room: Room) -> None:
    await room.begin(takeback=20)
    async with browser(room) as page, browser(room) as other:
        number = await open_board(room, room.ann, page)
        await open_board(room, room.bob, other)
        game = await page.game(number)
        assert (game["server"], game["status"]) == ("G", "Your turn.")
        async with other.events(number) as events:
            cell = game["cells"][0]
            turn = f"{cell['cell']} {cell['rotations'][0]} -"
            answer = await page.post(f"/api/games/{number}/turn", {"ply": game["ply"], "turn": turn})
            assert answer.json["said"].startswith("You placed tile ")
            async with asyncio.timeout(PROMPT):
                assert (await events.next())[0] == "game"
        pending = await page.game(number)
        assert pending["you"]["canTakeBack"]
        await page.post(f"/api/games/{number}/done", {"ply": pending["ply"]})
        await room.env.settle()
        posted = room.messages()[-1].content
        assert "Ann placed tile" in posted
        assert f"<@{room.bob.user.id}>" in posted
        his = await other.game(number)
        assert his["link"] == room.messages()[-1].jump_url


@ON_SIMCORD
async def test_what_is_played_on_discord_is_on_the_page(room: Room) -> None:
    await room.begin()
    async with browser(room) as page:
        number = await open_board(room, room.eve, page)  # who doesn't sit there watches
        assert (await page.game(number))["you"]["seat"] is None
        async with page.events(number) as events:
            await room.play_on(1)
            async with asyncio.timeout(PROMPT):
                name, data = await events.next()
        shown = await page.game(number)
        assert (name, data["version"]) == ("game", shown["version"])
        assert shown["status"] == "Bob's turn."


@ON_SIMCORD
async def test_board_gives_a_link_and_so_does_games(room: Room) -> None:
    await room.begin()
    assert "/#code=" in link_of(await room.eve.slash(room.channel, "board", link=True))
    listed = await room.ann.slash(room.channel, "games")
    assert listed.response is not None
    assert "Open board" in labels(listed.response)


@ON_SIMCORD
async def test_who_leaves_the_server_sees_nothing_more(room: Room) -> None:
    await room.begin()
    async with browser(room) as page:
        number = await open_board(room, room.bob, page)
        assert (await page.game(number))["you"]["seat"] == 1
        room.guild.remove_member(room.bob)
        await room.env.advance_time(membership.KEPT.total_seconds() + 1)
        assert (await page.get(f"/api/games/{number}")).status == 404
        refused = await page.post(f"/api/games/{number}/turn", {"ply": 1, "turn": "M14 0 -"})
        assert refused.status == 404
        assert (await page.get("/api/games")).json["games"] == []


@ON_SIMCORD
async def test_a_game_alone_is_seen_by_its_player_only_and_its_computer_answers(room: Room) -> None:
    alone = await begin_alone(room, room.ann)
    shown = await alone.press("Open board")
    async with browser(room) as page, browser(room) as other:
        opened = await page.sign_in(link_of(shown).partition("/#code=")[2].partition("&")[0])
        number = opened.json["game"]
        game = await page.game(number)
        cell = game["cells"][0]
        turn = {"ply": game["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        await other.sign_in(await room.bot.host.browsers.new_code(Person(room.bob.user.id, "Bob")))
        assert (await other.get(f"/api/games/{number}")).status == 404
        assert (await other.post(f"/api/games/{number}/turn", turn)).status == 404
        assert (await page.post(f"/api/games/{number}/turn", turn)).status == 200
        await room.env.advance_time(COMPUTER_PAUSE)
        after = await page.game(number)
    assert after["turn"]["number"] == 2
    assert after["you"]["isToMove"]
    assert after["you"]["canTakeBack"]
    assert room.messages() == []


@ON_SIMCORD
async def test_a_channel_that_somebody_cannot_view_shows_them_nothing(room: Room) -> None:
    await room.begin()
    async with browser(room) as page, browser(room) as player:
        number = await open_board(room, room.eve, page)
        await open_board(room, room.bob, player)
        channel = room.bot.get_channel(room.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.edit(overwrites={channel.guild.default_role: discord.PermissionOverwrite(view_channel=False)})
        assert (await page.get(f"/api/games/{number}")).status == 404
        assert (await player.get(f"/api/games/{number}")).status == 200


@ON_SIMCORD
async def test_discord_is_asked_once_a_minute(room: Room) -> None:
    await room.begin()
    async with browser(room) as page:
        number = await open_board(room, room.eve, page)

        def asked() -> int:
            path = f"/guilds/{room.guild.id}/members/{room.eve.user.id}"
            return sum((one.method, one.path) == ("GET", path) for one in room.env.http_requests)

        before = asked()
        for _ in range(5):
            await page.game(number)
        assert asked() == before + 1
        await room.env.advance_time(membership.KEPT.total_seconds() + 1)
        await page.game(number)
        assert asked() == before + 2


@ON_SIMCORD
async def test_where_discord_has_trouble_the_last_answer_counts(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.begin()

    async def away(*_: object) -> None:
        raise aiohttp.ClientConnectionError

    async with browser(room) as page, browser(room) as player, browser(room) as late:
        number = await open_board(room, room.eve, page)
        await open_board(room, room.bob, player)
        await open_board(room, room.chloe, late)
        await page.game(number)
        monkeypatch.setattr(discord.Guild, "fetch_member", away)
        await room.env.advance_time(membership.KEPT.total_seconds() + 1)
        assert (await page.get(f"/api/games/{number}")).status == 200
        assert (await player.get(f"/api/games/{number}")).status == 200  # who sits there is known
        assert (await late.get(f"/api/games/{number}")).status == 404
        await room.env.advance_time(membership.KEPT_IN_TROUBLE.total_seconds())
        assert (await page.get(f"/api/games/{number}")).status == 404


@ON_SIMCORD
async def test_a_page_is_right_again_after_a_restart_of_the_bot(room: Room) -> None:
    await room.begin()
    async with browser(room) as page:
        number = await open_board(room, room.ann, page)
        game = await page.game(number)
        await room.restart()
    assert room.bot.page_url is None  # this one has no pages, and its messages have no button for them
    await room.play_on(1)
    assert "Open board" not in labels(room.messages()[-1])
    assert game["number"] == number


@ON_SIMCORD
async def test_an_old_button_says_that_there_are_no_pages_any_more(room: Room) -> None:
    await room.begin()
    message = room.messages()[-1]
    room.bot.page_url = None
    shown = await room.ann.click(message, label="Open board")
    said = [one.content for one in (shown.response, *shown.followups) if one is not None and one.ephemeral]
    assert said == ["This bot has no pages for browsers. The board is here on Discord."]


@ON_SIMCORD
async def test_the_journey_of_a_turn_on_the_page(room: Room) -> None:
    await room.begin()
    async with browser(room) as page, browser(room) as other:
        number = await open_board(room, room.ann, page)
        await open_board(room, room.bob, other)
        game = await page.game(number)
        cell = game["cells"][0]
        turn = {"ply": game["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        async with other.events(number) as events:
            with traced_calls() as calls:
                await page.post(f"/api/games/{number}/turn", turn)
                async with asyncio.timeout(PROMPT):
                    await events.next()
                await other.game(number)
    check_journey("a turn on the page", calls)


@ON_SIMCORD
async def test_what_was_played_right_before_the_end_is_told(room: Room) -> None:
    await room.begin()
    async with browser(room) as page:
        number = await open_board(room, room.ann, page)
        game = await page.game(number)
        cell = game["cells"][0]
        turn = {"ply": game["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        assert (await page.post(f"/api/games/{number}/turn", turn)).status == 200
        await room.bot.close()
        with pytest.raises(aiohttp.ClientConnectionError):
            await page.get("/api/games")
    assert "Ann placed tile" in room.messages()[-1].content


@ON_SIMCORD
async def test_a_rematch_that_is_asked_for_on_pages_is_shown_and_begins(room: Room) -> None:
    await room.begin()
    async with browser(room) as page, browser(room) as other, browser(room) as watching:
        number = await open_board(room, room.ann, page)
        await open_board(room, room.bob, other)
        await open_board(room, room.eve, watching)
        assert (await page.game(number))["you"]["again"] is None
        assert (await page.post(f"/api/games/{number}/rematch", {})).status == 409
        await resign(room, room.ann, number)
        assert (await page.game(number))["you"]["again"] == "Rematch"
        assert (await watching.game(number))["you"]["again"] is None
        assert (await watching.post(f"/api/games/{number}/rematch", {})).status == 409

        first = await page.post(f"/api/games/{number}/rematch", {})
        told = f"You're at table #{number + 1}. The game begins once everybody is there."
        assert (first.status, first.json) == (200, {"said": told, "game": None})
        twice = await page.post(f"/api/games/{number}/rematch", {})
        assert (twice.status, twice.json) == (200, first.json), "it isn't told to press Start, which no page has"
        await room.env.settle()
        assert f"<@{room.bob.user.id}>" in room.messages()[-1].content, "Bob is asked on Discord"

        second = await other.post(f"/api/games/{number}/rematch", {})
        assert (second.status, second.json["game"]) == (200, number + 1)
        await room.env.settle()
        assert "turn" in room.messages()[-1].content
        assert labels(room.messages()[-1])
        led = await page.post(f"/api/games/{number}/rematch", {})
        assert led.json["game"] == number + 1, "who asks again is led there"
        assert (await page.game(number + 1))["you"]["seat"] is not None


@ON_SIMCORD
async def test_who_plays_alone_plays_again_on_the_page(room: Room) -> None:
    """The game stays private, and nobody else is told of it."""
    alone = await begin_alone(room, room.ann)
    shown = await alone.press("Open board")
    async with browser(room) as page:
        opened = await page.sign_in(link_of(shown).partition("/#code=")[2].partition("&")[0])
        number = opened.json["game"]
        await room.bot.host.turns.resign(number, Person(room.ann.user.id, "Ann"))
        assert (await page.game(number))["you"]["again"] == "Rematch"
        again = await page.post(f"/api/games/{number}/rematch", {})
        assert (again.status, again.json["game"]) == (200, number + 1)
        await room.env.advance_time(2 * COMPUTER_PAUSE)
        game = await page.game(number + 1)
        assert game["you"]["isToMove"]
        cell = game["cells"][0]
        turn = {"ply": game["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        assert (await page.post(f"/api/games/{number + 1}/turn", turn)).status == 200
    assert room.messages() == []


@ON_SIMCORD
async def test_before_somebodys_first_turn_there_is_nothing_to_undo(room: Room) -> None:
    alone = await begin_alone(room, room.ann)
    shown = await alone.press("Open board")
    async with browser(room) as page:
        opened = await page.sign_in(link_of(shown).partition("/#code=")[2].partition("&")[0])
        number = opened.json["game"] + 1
        await room.bot.host.turns.resign(number - 1, Person(room.ann.user.id, "Ann"))
        await page.post(f"/api/games/{number - 1}/rematch", {})
        await room.env.advance_time(2 * COMPUTER_PAUSE)
        game = await page.game(number)
        assert (game["turn"]["number"], game["you"]["isToMove"]) == (1, True), "the computer has begun"
        assert not game["you"]["canTakeBack"]
        cell = game["cells"][0]
        turn = {"ply": game["ply"], "turn": f"{cell['cell']} {cell['rotations'][0]} -"}
        assert (await page.post(f"/api/games/{number}/turn", turn)).status == 200
        await room.env.advance_time(2 * COMPUTER_PAUSE)
        assert (await page.game(number))["you"]["canTakeBack"]
