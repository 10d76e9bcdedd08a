"""Commands, buttons, forms, files and mentions over real sockets."""

import asyncio
from io import BytesIO

import aiohttp
import pytest
from PIL import Image
from simcord.backend.models.interaction import ResponseKind

from tests.loopback import LoopbackDiscord
from tests.loopback.payloads import CannotDoThisError
from tests.loopback.small_bot import CELLS

pytestmark = pytest.mark.usefixtures("small_bot")


async def test_a_command_is_answered_privately_and_its_picture_arrives(server: LoopbackDiscord) -> None:
    answer = await server.command(server.people["Ann"], server.channel, "place", at="M14", rotation=90)

    assert answer.is_private
    assert answer.content == "M14 90"
    assert answer.after < 3
    turn = await server.message(server.channel)
    assert turn.content == "**Ann** on M14"
    assert turn.attachments[0]["description"] == "A tile on M14"
    with Image.open(BytesIO(server.world.file(turn))) as picture:
        assert picture.size == (480, 320)


async def test_what_the_bot_sent_is_recorded_as_it_was_sent(server: LoopbackDiscord) -> None:
    await server.command(server.people["Ann"], server.channel, "place", at="M14")

    sent = next(one for one in server.requests if one.path == f"/channels/{server.channel}/messages")
    assert (sent.method, sent.status, sent.content_type) == ("POST", 200, "multipart/form-data")
    assert sent.json["nonce"] == "12-1"
    assert sent.json["attachments"] == [{"id": 0, "filename": "board.png", "description": "A tile on M14"}]
    assert [(upload.part, upload.filename) for upload in sent.files] == [("files[0]", "board.png")]


async def test_files_are_served_where_their_addresses_point(server: LoopbackDiscord) -> None:
    await server.command(server.people["Ann"], server.channel, "place", at="M14")
    turn = await server.message(server.channel)

    async with aiohttp.ClientSession() as browser:
        address = server.rest.outward(turn.attachments[0]["url"])
        async with browser.get(address) as response:
            assert await response.read() == server.world.file(turn)


async def test_autocomplete_offers_what_fits(server: LoopbackDiscord) -> None:
    offered = await server.autocomplete(server.people["Bob"], server.channel, "place", "at", "13")

    assert [choice["value"] for choice in offered] == [cell for cell in CELLS if "13" in cell]


async def test_a_button_of_an_ordinary_message_can_be_pressed(server: LoopbackDiscord) -> None:
    await server.command(server.people["Ann"], server.channel, "place", at="M14")

    answer = await server.press(server.people["Chloé"], await server.message(server.channel), "toy:12:1")

    assert answer.content == "ply 1, Chloé"
    assert answer.message
    assert answer.message not in server.world.messages(server.channel, server.people["Ann"])
    with pytest.raises(CannotDoThisError):
        await server.press(server.people["Ann"], answer.message, "toy:12:1")


async def test_an_edit_replaces_the_file_and_a_followup_comes_after(server: LoopbackDiscord) -> None:
    answer = await server.command(server.people["Ann"], server.channel, "board", who=server.people["Eve"])
    await server.until(lambda: answer.followups)

    assert answer.content == "Eve"
    assert answer.message
    assert server.world.file(answer.message) == b"second"
    assert [message.content for message in answer.followups] == ["that was it"]


async def test_a_form_keeps_what_nobody_touched(server: LoopbackDiscord) -> None:
    ann = server.people["Ann"]
    shown = await server.command(ann, server.channel, "pace")

    assert shown.kind is ResponseKind.MODAL
    assert (await server.submit(ann, shown)).content == "24 h"
    shown = await server.command(ann, server.channel, "pace")
    assert (await server.submit(ann, shown, hours="48")).content == "48 h"


async def test_a_mention_is_read_and_other_talk_is_not(server: LoopbackDiscord) -> None:
    ann, bot = server.people["Ann"], server.world.backend.bot_user.id
    await server.say(ann, server.channel, "M14 90")
    said = await server.say(ann, server.channel, f"<@{bot}> M15 180")

    reply = await server.message(server.channel, after=said.id)
    assert reply.content == "M15 180"
    assert reply.reference is not None


async def test_a_private_conversation_is_a_channel_too(server: LoopbackDiscord) -> None:
    dmitri = server.people["Dmitri"]
    answer = await server.command(dmitri, server.world.direct(dmitri), "place", at="N13")

    assert answer.content == "N13 None"


async def test_many_people_at_once(server: LoopbackDiscord) -> None:
    answers = await asyncio.gather(
        *(server.command(person, server.channel, "place", at="M14") for person in server.people.values())
    )

    assert {answer.content for answer in answers} == {"M14 None"}
    assert len(server.world.messages(server.channel)) == len(server.people)
