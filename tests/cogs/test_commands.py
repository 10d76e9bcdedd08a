"""The commands as Discord registers them: names, options, limits, permissions and suggestions."""

import re
from collections.abc import Iterator
from typing import Any

import discord

from carcassonne import EDITIONS, PlaceTile, State, apply, format_cell, legal_placements
from carcassonne.tiles import visual_key
from cogs.interaction.command_tree import CommandTree
from connection import invitation
from screens.text.markup import command_ids
from tests.cogs.room import ON_SIMCORD, Room
from tests.discord_schema import choice_problems, command_problems

pytestmark = ON_SIMCORD

OPTIONS = {
    "join": ["colour", "game"],
    "start": ["edition", "options", "pace", "takeback", "game"],
    "oldstart": ["pace", "takeback", "game"],
    "play": [],
    "place": ["at", "rotation", "follower", "game"],
    "board": ["view", "zoom", "area", "share", "link", "game"],
    "tiles": ["game"],
    "replay": ["turn", "game"],
    "log": ["game"],
    "games": ["scope"],
    "follow": ["game", "what"],
    "puzzle": [],
    "review": ["game"],
    "stats": ["who", "scope"],
    "settings": [],
    "rules": ["edition", "game"],
    "help": [],
    "undo": ["game"],
    "resign": ["game"],
    "privacy": [],
    "tournament": ["what"],
    "carcassonne-admin": ["file", "player1", "player2", "player3", "player4", "player5", "player6"],
}
MOST_FOR_PLAYERS = 21
MOST_FOR_MANAGERS = 22
MOST_OPTIONS = 45
EXAMPLE = re.compile(r"\blike\b|M14|#12|\d")
"""What an example of an option looks like in its description."""


def registered(room: Room) -> list[dict[str, Any]]:
    puts = [one for one in room.env.http_requests if one.method == "PUT" and one.path.endswith("/commands")]
    assert isinstance(puts[-1].json, list)
    return puts[-1].json


def _option_names(command: dict[str, Any]) -> list[str]:
    return [option["name"] for option in command["options"]]


async def test_names_and_options(room: Room) -> None:
    commands = registered(room)
    assert {one["name"]: _option_names(one) for one in commands} == OPTIONS
    place = next(one for one in commands if one["name"] == "place")
    assert [option["required"] for option in place["options"]] == [True, True, False, False]
    assert all(option["autocomplete"] for option in place["options"])


async def test_the_list_of_commands_is_short(room: Room) -> None:
    commands = registered(room)
    for_players = [one["name"] for one in commands if one["default_member_permissions"] is None]
    assert len(for_players) <= MOST_FOR_PLAYERS
    assert len(commands) <= MOST_FOR_MANAGERS
    assert sum(len(one["options"]) for one in commands) <= MOST_OPTIONS
    assert not any(option["type"] in (1, 2) for one in commands for option in one["options"]), "no subcommands"


async def test_each_option_that_is_typed_says_an_example(room: Room) -> None:
    for command in registered(room):
        for option in command["options"]:
            names = [choice["name"] for choice in option.get("choices") or []]
            is_named = any(name in option["description"] for name in names)
            is_switch = option["type"] == discord.AppCommandOptionType.boolean.value
            assert is_switch or is_named or EXAMPLE.search(option["description"]), (command["name"], option["name"])


async def test_limits(room: Room) -> None:
    assert command_problems(registered(room)) == []


async def test_who_and_where(room: Room) -> None:
    commands = {one["name"]: one for one in registered(room)}
    assert all(one["integration_types"] == [0] for one in commands.values())
    only_on_servers = {name for name, one in commands.items() if one["contexts"] == [0]}
    assert only_on_servers == {"join", "start", "oldstart", "tournament", "carcassonne-admin"}
    assert all(one["contexts"] in ([0], [0, 1]) for one in commands.values())
    manage = str(discord.Permissions(manage_guild=True).value)
    assert {name: str(one["default_member_permissions"]) for name, one in commands.items()} == {
        name: manage if name == "carcassonne-admin" else "None" for name in commands
    }


async def test_every_edition_can_be_chosen_and_the_big_game(room: Room) -> None:
    start = next(one for one in registered(room) if one["name"] == "start")
    assert [choice["value"] for choice in start["options"][0]["choices"]] == [*EDITIONS, "big-game"]


SAME_EVERYWHERE = re.compile(
    r"\d*[hdA]?|English|Deutsch|Français|Español|Carcassonne \(2000\)|normal|club|expert|Standard"
)
"""Times, zoom levels, names of languages, and words that are the same in German or French."""


async def test_every_choice_is_read_in_the_persons_language(room: Room) -> None:
    commands = registered(room)
    for choice in choices(commands):
        if not SAME_EVERYWHERE.fullmatch(choice["name"]):
            assert {"de", "fr", "es-ES"} <= (choice.get("name_localizations") or {}).keys(), choice["name"]
    join = next(one for one in commands if one["name"] == "join")
    red = join["options"][0]["choices"][0]
    assert (red["name"], red["name_localizations"]["de"], red["value"]) == ("🔴 red", "🔴 rot", "red")


def choices(described: Any) -> Iterator[dict[str, Any]]:
    """The choices of commands, of their options, and of their subcommands' options."""
    for one in described:
        yield from one.get("choices") or []
        yield from choices(one.get("options") or [])


async def test_every_start_registers_the_commands_and_they_keep_their_ids(room: Room) -> None:
    before = dict(command_ids())
    assert before.keys() == OPTIONS.keys()
    await room.restart()
    assert isinstance(room.bot.tree, CommandTree)
    assert command_ids() == before == await room.bot.tree.read_ids()


async def test_only_what_is_legal_is_offered_and_only_to_the_player_to_move(room: Room) -> None:
    await room.begin()
    offered = await room.ann.autocomplete(room.channel, "place", "at", "")
    assert offered == [
        {"name": "M12 · turned 180°", "value": "M12"},
        {"name": "L13 · turned 0°, 180°", "value": "L13"},
        {"name": "N13 · turned 0°, 180°", "value": "N13"},
        {"name": "M14 · turned 180°", "value": "M14"},
    ]
    assert await values(room.ann, room, "at", "m1") == ["M12", "M14"]
    assert await values(room.ann, room, "at", "", rotation=0) == ["L13", "N13"]
    assert await values(room.ann, room, "rotation", "") == [0, 180]
    assert await values(room.ann, room, "rotation", "", at="M14") == [180]
    assert await values(room.ann, room, "follower", "") == []
    assert await values(room.ann, room, "follower", "", at="M14", rotation=0) == []
    assert await values(room.ann, room, "rotation", "1", at="L13") == [180]
    assert await values(room.ann, room, "rotation", 0, at="L13") == [0], "180 doesn't begin with it"
    assert await values(room.ann, room, "rotation", 0, at="M14") == [], "Enter must not play another rotation"
    followers = ["1", "2", "3", "4", "-"]
    assert await values(room.ann, room, "follower", "", at="m14", rotation=180) == followers
    assert await values(room.ann, room, "follower", "road", at="m14", rotation=180) == ["3"]
    for option in ("at", "rotation", "follower"):
        assert await values(room.bob, room, option, "", game="#1") == []
        assert await values(room.eve, room, option, "") == []
    assert await values(room.ann, room, "at", "", game="nonsense") == []


async def test_of_turns_that_look_alike_one_is_offered_and_all_are_taken(room: Room) -> None:
    await room.begin()
    await room.fast_forward(until=lambda state: state.tile is not None and len(all_looks(state)) < 4)
    mover, state = room.to_move(), room.state()
    shown = await values(mover, room, "rotation", "")
    assert [turn for turn in shown if turn not in all_looks(state)] == []
    cell, other = next((cell, turn) for cell, turn in legal_placements(state) if turn not in shown)
    assert other in {turn for _, turn in legal_placements(state)}
    await mover.slash(room.channel, "place", at=format_cell(cell), rotation=other, follower="-")
    assert room.state().turn == state.turn + 1


def all_looks(state: State) -> set[int]:
    """The rotations of the tile in hand that look different: the first of each look."""
    assert state.tile is not None
    looks: dict[object, int] = {}
    for rotation in (0, 90, 180, 270):
        looks.setdefault(visual_key(state.tile.turned[rotation]), rotation)
    return set(looks.values())


async def values(person: Any, room: Room, option: str, typed: Any, **given: Any) -> list[str | int]:
    return [choice["value"] for choice in await person.autocomplete(room.channel, "place", option, typed, **given)]


async def test_never_more_choices_than_discord_takes(room: Room) -> None:
    await room.begin()
    while len({position for position, _ in legal_placements(room.state())}) <= 25:
        await room.play(sprawling_turn(room.state()))
    offered = await room.to_move().autocomplete(room.channel, "place", "at", "")
    assert len(offered) == 25
    assert choice_problems(offered) == []


def sprawling_turn(state: State) -> str:
    """The turn after which most cells are open."""
    placements = (PlaceTile(*placement) for placement in legal_placements(state))
    place = max(placements, key=lambda one: len(apply(state, one).state.frontier))
    return f"{format_cell(place.position)} {place.rotation} -"


async def test_options_are_offered_as_they_go_together(room: Room) -> None:
    async def offered(typed: str) -> list[str]:
        choices = await room.ann.autocomplete(room.channel, "start", "options", typed, edition="new-edition")
        return [choice["value"] for choice in choices]

    assert await offered("") == ["river", "abbot", "inns", "traders"]
    with_river = ["river", *(f"river {one}" for one in ("abbot", "start-tile", "inns", "traders"))]
    assert await offered("river") == with_river
    assert await offered("river, ") == with_river
    assert await offered("abbot inns") == ["abbot inns", "abbot inns river", "abbot inns traders"]
    assert await room.ann.autocomplete(room.channel, "start", "options", "") == []


async def test_the_invitation_asks_for_nothing_more_than_is_needed(room: Room) -> None:
    allowed = discord.Permissions(int(invitation(room.bot).partition("permissions=")[2].partition("&")[0]))
    assert {name for name, is_allowed in allowed if is_allowed} == {
        "read_messages", "send_messages", "send_messages_in_threads", "attach_files", "read_message_history",
        "create_public_threads", "pin_messages",
    }  # fmt: skip
