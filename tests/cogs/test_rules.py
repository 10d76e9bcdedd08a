"""``/rules``: short pages with pictures, of the table that is meant, with the options that are chosen."""

import io
import re
from typing import Any

import pytest
import simcord
from PIL import Image

from carcassonne import EDITIONS, Kind, find_ruleset
from carcassonne.modifiers import INN
from host.model.table_options import LANGUAGES
from screens.text.castle import WALL_TILE_RULES
from screens.text.i18n import use_language
from screens.text.labels import RULES_LABELS, RulesPage
from screens.text.markup import subtext
from screens.text.rules import rules_pages, rules_text
from tests.cogs.options_panel import fill
from tests.cogs.room import ON_SIMCORD, WITH_PICTURES, Room, labels
from tests.fixtures import forgery

pytestmark = ON_SIMCORD


async def rules(room: Room, person: simcord.MemberActor, **options: object) -> Any:
    """Ask for the rules; return the private message."""
    asked = await person.slash(room.channel, "rules", **options)
    assert asked.ephemeral
    assert asked.followups == []
    return asked.response


async def turn_to(person: simcord.MemberActor, message: Any, page: RulesPage) -> Any:
    """Press the button of a page; return the same message with that page."""
    pressed = await person.click(message, label=RULES_LABELS[page])
    assert pressed.followups == []
    assert pressed.response is not None
    assert pressed.response.id == message.id
    return pressed.response


@WITH_PICTURES
@pytest.mark.parametrize("edition", ["chat-room", "castle"])
async def test_each_page_has_a_picture_that_is_said_in_words(room: Room, edition: str) -> None:
    shown, pages = await rules(room, room.ann, edition=edition), rules_pages(find_ruleset(edition))
    for page in (*pages[1:], pages[0]):
        shown = await turn_to(room.ann, shown, page)
        assert labels(shown) == [RULES_LABELS[one] for one in pages]
        [picture] = shown.attachments
        text = rules_text(find_ruleset(edition), page)
        assert shown.content == f"{text}\n{subtext(picture.description)}"
        assert Image.open(io.BytesIO(await picture.read())).size[0] > 200


@pytest.mark.parametrize("edition", EDITIONS)
async def test_every_edition_has_rules(room: Room, edition: str) -> None:
    whole = find_ruleset(edition, EDITIONS[edition].options)
    said = "\n".join(rules_text(whole, page) for page in rules_pages(whole))
    assert len(said) > 1_000
    assert not {"{", "}"} & set(said)
    assert ("rivers" in said) == ("river" in whole.options)
    assert ("- or your abbot in" in said) == ("abbot" in whole.options)
    assert (await rules(room, room.ann, edition=edition)).content.startswith("**")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_they_name_no_tile_by_its_letters(language: str, edition: str) -> None:
    """ "On tile iC, turned 0°" means nothing to somebody who sees no such tile."""
    whole = find_ruleset(edition, EDITIONS[edition].options)
    with use_language(language):
        said = "\n".join(rules_text(whole, page) for page in rules_pages(whole))
    assert not {name for name in whole.tiles if len(name) > 1} & set(re.findall(r"\w+", said))
    assert "0°" not in said


def test_they_say_which_road_of_a_crossing_has_the_inn() -> None:
    whole = find_ruleset("new-edition", ("inns",))
    said = "One lies where three roads meet: with the side without a road at the top, its road leads to the right."
    assert said in rules_text(whole, RulesPage.INNS)
    crossings = [
        roads
        for tile in whole.tiles.values()
        if len(roads := [one for one in tile.segments if one.kind is Kind.ROAD]) == 3
        and any(INN in one.modifiers for one in roads)
    ]
    assert [{one.points: INN in one.modifiers for one in roads} for roads in crossings] == [
        {("E",): True, ("S",): False, ("W",): False}
    ]


async def test_a_page_posted_long_ago_still_turns(room: Room) -> None:
    shown = await rules(room, room.ann, edition="castle")
    await room.restart()
    shown = await turn_to(room.ann, shown, RulesPage.WALL_TILES)
    assert "corner tower" in shown.content


async def test_without_a_table_they_are_those_of_the_chat_room(room: Room) -> None:
    assert (await rules(room, room.ann)).content.startswith("**Standard** · ")


async def test_at_a_waiting_table_they_are_those_that_were_chosen(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    await fill(room.ann, room.messages()[-1], edition=["new-edition"], options=["river", "abbot"], besides=[])
    for person, options in ((room.ann, {}), (room.eve, {}), (room.eve, {"game": "#1"})):
        shown = await rules(room, person, **options)
        assert shown.content.startswith("**Carcassonne, new edition with The River, The Abbot** · ")
        shown = await turn_to(person, shown, RulesPage.DIFFERENT)
        assert "- **The River**: " in shown.content
        assert "- **The Abbot**: " in shown.content
        assert len(shown.attachments) == 2


async def test_a_running_game_goes_before_a_table_that_waits(room: Room) -> None:
    await room.begin(edition="castle")
    await room.chloe.slash(room.channel, "join")
    heads = [(await rules(room, one)).content.splitlines()[0] for one in (room.ann, room.chloe, room.eve)]
    assert heads == [
        "**Carcassonne: The Castle** · A turn",
        "**Standard** · A turn",
        "**Carcassonne: The Castle** · A turn",
    ]


async def test_of_a_game_that_is_over(room: Room) -> None:
    await room.begin(edition="castle")
    await room.fast_forward()
    assert (await rules(room, room.ann)).content.startswith("**Carcassonne: The Castle** · ")
    await room.bob.slash(room.channel, "join")
    assert (await rules(room, room.ann)).content.startswith("**Standard** · ")
    assert (await rules(room, room.ann, game="#1")).content.startswith("**Carcassonne: The Castle** · ")


async def test_waiting_tables_are_offered_as_its_game(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offered = await room.ann.autocomplete(room.channel, "rules", "game", "")
    assert [choice["value"] for choice in offered] == ["#1"]


async def test_a_page_that_the_edition_does_not_have(room: Room) -> None:
    backend, custom_id = room.env.backend, "carc:rules:wall:classic"
    message = forgery.posted(backend, room.channel.id, custom_id)
    record, event = forgery.component(backend, room.bob.user.id, custom_id, message, room.channel.id)
    backend.emit("INTERACTION_CREATE", event)
    await room.env.settle()
    assert len(record.followup_ids) == 1
    assert backend.get_message(room.channel.id, message.id).content != ""


def test_they_say_how_every_wall_tile_works() -> None:
    said = rules_text(find_ruleset("castle"), RulesPage.WALL_TILES)
    assert set(WALL_TILE_RULES) == set(range(1, 10))
    assert all(f"**{number}** · {text}" in said for number, text in WALL_TILE_RULES.items())
    assert "12/13, 15/16, 20/21" in said


def test_they_say_whose_tiles_the_castle_has_and_what_its_board_is() -> None:
    said = rules_text(find_ruleset("castle"), RulesPage.DIFFERENT)
    assert "our own set, not the printed one" in said
    assert "A1–E1, H1–J1, A2–J5, B6–J6, D7–J8, F9–J9" in said
    assert "path C1 N" in said
