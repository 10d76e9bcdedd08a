"""Private pictures look as the person has chosen. Public ones always look the same."""

import io
from collections.abc import Awaitable
from typing import Any

import simcord
from PIL import Image

from host.model.controllers import Person
from host.model.preferences import PictureSize, Preferences, Theme
from render.look.theme import DAY, EVENING
from screens.pictures import chosen_look
from screens.text.help import help_text
from screens.text.labels import HelpPage
from tests.cogs.direct_messages import ask_for_direct_messages, private_boards
from tests.cogs.finished_games import play_to_the_end
from tests.cogs.picker_buttons import board, place, tap
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room
from tests.cogs.settings_panel import chosen, fill, panel, said

pytestmark = [ON_SIMCORD, WITH_PICTURES]


async def choose(room: Room, theme: Theme = Theme.DAY, size: PictureSize = PictureSize.USUAL) -> None:
    """Let Ann choose how her pictures look."""
    await room.bot.host.people.choose_preferences(Person(room.ann.user.id, "Ann"), theme=theme, size=size)


async def picture(message: Any) -> Image.Image:
    """The first picture of a message."""
    return Image.open(io.BytesIO(await message.attachments[0].read())).convert("RGB")


async def answered(result: Awaitable[simcord.InteractionResult]) -> Image.Image:
    """The picture of an answer."""
    response = (await result).response
    assert response is not None
    return await picture(response)


def is_day(image: Image.Image) -> bool:
    """Whether an image is light rather than dark."""
    some = image.resize((image.width // 8, image.height // 8), Image.Resampling.NEAREST)
    colours = {colour for _, colour in some.getcolors(1 << 24) or []}
    light, dark = (not colours.isdisjoint((theme.table, theme.panel)) for theme in (DAY, EVENING))
    assert light != dark
    return light


async def test_pictures_are_chosen_in_a_form(room: Room) -> None:
    assert "- Pictures only you see: dark, as everyone sees them; normal size." in (await panel(room)).content
    filled = await fill(room, "Pictures", theme=["day"], size=["large"])
    text = said(filled)
    assert filled.response is not None
    assert is_day(await picture(filled.response)), "it comes with a picture that looks so"
    assert "- Pictures only you see: light; large, for phones." in text
    assert chosen(room) == Preferences(theme=Theme.DAY, size=PictureSize.LARGE)
    await room.restart()
    assert (await panel(room)).content == text
    opened = await room.ann.click(await panel(room), label="Pictures")
    assert opened.modal is not None
    menus = [label["component"] for label in opened.modal["components"]]
    assert [[one["value"] for one in menu["options"] if one.get("default")] for menu in menus] == [["day"], ["large"]]


async def test_other_choices_leave_pictures_as_they_are(room: Room) -> None:
    await choose(room, size=PictureSize.SMALL)
    await fill(room, "Quiet hours & time zone", zone="Europe/Paris", quiet="")
    assert chosen(room) == Preferences(zone="Europe/Paris", theme=Theme.DAY, size=PictureSize.SMALL)


async def test_a_private_board_has_another_table_than_the_public_one(room: Room) -> None:
    await choose(room)
    await room.begin()
    assert is_day(await answered(room.ann.slash(room.channel, "board")))
    assert is_day(await answered(room.ann.slash(room.channel, "board", zoom="5")))
    assert is_day(await answered(room.ann.slash(room.channel, "tiles")))
    assert not is_day(await answered(room.bob.slash(room.channel, "board")))
    assert not is_day(await picture(board(room)))


async def test_a_board_shared_with_all_looks_as_all_see_boards(room: Room) -> None:
    await choose(room, size=PictureSize.SMALL)
    await room.begin()
    public = await picture(board(room))
    await room.ann.slash(room.channel, "board", share=True)
    shared = await picture(room.messages()[-1])
    assert shared.tobytes() == public.tobytes()


async def test_a_size_changes_the_width(room: Room) -> None:
    await room.begin()
    await room.fast_forward(19)
    await room.play_on(1)
    widths = []
    for size in PictureSize:
        await choose(room, Theme.EVENING, size)
        widths.append((await answered(room.ann.slash(room.channel, "board"))).width)
    small, usual, large = widths
    assert small < 0.8 * usual
    assert usual == (await picture(board(room))).width != large


async def test_every_step_of_the_picker_looks_as_chosen(room: Room) -> None:
    await choose(room)
    await room.begin()
    cells = await place(room)
    who = await tap(room.ann, cells, "M14")
    sure = await tap(room.ann, who, "nobody")
    back = await tap(room.ann, sure, "Back")
    turns = await tap(room.ann, await tap(room.ann, back, "Back"), "L13")
    for message in (cells, who, sure, turns):
        assert is_day(await picture(message))


async def test_who_is_asked_about_a_follower_sees_it_as_chosen(room: Room) -> None:
    await choose(room)
    await room.begin()
    assert is_day(await answered(room.ann.slash(room.channel, "place", at="M14", rotation=180)))


async def test_direct_messages_look_as_their_reader_has_chosen(room: Room) -> None:
    await ask_for_direct_messages(room, room.ann, room.bob)
    await choose(room)
    await room.begin()
    await room.play_on(1)
    assert is_day(await picture(private_boards(room.ann)[-1]))
    assert not is_day(await picture(private_boards(room.bob)[-1]))


async def test_the_leaderboard_and_the_rules_too(room: Room) -> None:
    await choose(room)
    await play_to_the_end(room, room.ann, room.bob)
    assert is_day(await answered(room.ann.slash(room.channel, "stats", scope="server")))
    assert is_day(await answered(room.ann.slash(room.channel, "rules")))


async def test_deleting_oneself_deletes_the_choice(room: Room) -> None:
    await choose(room)
    await room.bot.host.privacy.delete(room.ann.user.id)
    assert chosen(room) == Preferences()
    await room.begin()
    assert not is_day(await answered(room.ann.slash(room.channel, "board")))


def test_help_tells_of_it() -> None:
    assert "messages and pictures" in help_text(HelpPage.GAMES)


def test_everything_that_can_be_chosen_can_be_drawn() -> None:
    for theme in Theme:
        for size in PictureSize:
            look = chosen_look(Preferences(theme=theme, size=size))
            assert (look.theme.name, look.size.name) == (theme, size)
