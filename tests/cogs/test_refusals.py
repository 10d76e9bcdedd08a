"""Wrong input gets one private sentence: which rule it breaks, and what would be right. Nothing is stored."""

from typing import Any

import pytest

from carcassonne import (
    FOLLOWER,
    PlaceTile,
    Recall,
    Role,
    State,
    apply,
    format_cell,
    legal_deployments,
    legal_placements,
)
from host.model.controllers import Person
from screens.text.markup import command_mention
from tests.cogs.options_panel import private
from tests.cogs.private_games import practise_in_channel
from tests.cogs.rematches import lobby, resign
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.typed_words import leave, typed
from tests.fixtures.positions import random_turns

pytestmark = ON_SIMCORD


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"at": "Q20", "rotation": 0}, "Q20 isn't next to a tile. Tile D fits at M12, L13, N13 and M14."),
        ({"at": "M13", "rotation": 0}, "There's already a tile at M13. Tile D fits at M12, L13, N13 and M14."),
        ({"at": "l13", "rotation": 90},
         "That doesn't fit at L13: on the east side, a city would meet a road. It fits at L13 with rotation 0 or 180."),
        ({"at": "M14", "rotation": 90, "follower": "-"},
         "That doesn't fit at M14: on the north side, a road would meet a field. It fits at M14 with rotation 180."),
        ({"at": "zz", "rotation": 0},
         "“zz” isn't a cell. Type a column and a row, like `M14`. Tile D fits at M12, L13, N13 and M14."),
        ({"at": "M14", "rotation": 45},
         "A tile can't be turned by “45”: type 0, 90, 180 or 270. It fits at M14 with rotation 180."),
        ({"at": "M15", "rotation": 100},
         "A tile can't be turned by “100”: type 0, 90, 180 or 270. Tile D fits at M12, L13, N13 and M14."),
        ({"at": "N13", "rotation": 0, "follower": "dragon"},
         "I don't know “dragon”. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "Farmer"},
         "On which spot? Type its number, as in the picture. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "meadow"},
         "On which spot? Type its number, as in the picture. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "thief N"},
         "There's no place for a thief on the N side of this tile. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "monk"},
         "There's no place for a monk on this tile. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "⑦"},
         "This tile has no spot 7. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "knight 3"},
         "That follower can't stand on spot 3. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "N13", "rotation": 0, "follower": "cloister"},
         "There's no place for a monk on this tile. "
         "Possible here: `1` (knight), `2` (farmer), `3` (thief), `4` (farmer) or `-` for nobody."),
        ({"at": "L13", "rotation": 90, "follower": "9"},
         "That doesn't fit at L13: on the east side, a city would meet a road. It fits at L13 with rotation 0 or 180."),
        ({"at": "N13", "rotation": 0, "game": "#77"},
         "I can't see a game #77 here. Find yours with {games}."),
        ({"at": "N13", "rotation": 0, "game": "x"},
         "“x” isn't a game's number like #12. Find yours with {games}."),
    ],
)  # fmt: skip
async def test_a_wrong_place(room: Room, options: dict[str, Any], sentence: str) -> None:
    await room.begin()
    said = await words(room.ann.slash(room.channel, "place", **options))
    assert said == sentence.format(games=command_mention("games"))
    assert room.table().ply == 1


async def test_of_rotations_that_look_alike_a_refusal_names_the_one_in_the_picture(room: Room) -> None:
    await room.begin(edition="classic")
    await room.fast_forward(until=lambda state: state.tile is not None and state.tile.name == "U")
    placements = legal_placements(room.state())
    cell = next(cell for cell, rotation in placements if rotation == 90 and (cell, 0) not in placements)
    said = await words(room.to_move().slash(room.channel, "place", at=format_cell(cell), rotation=180))
    assert said.endswith(f". It fits at {format_cell(cell)} with rotation 90.")


@pytest.mark.parametrize("follower", ["Knight", "thief"])
async def test_a_role_that_the_tile_has_once_needs_no_number(room: Room, follower: str) -> None:
    await room.begin()
    said = await words(room.ann.slash(room.channel, "place", at="N13", rotation=0, follower=follower))
    assert said.startswith(f"You placed tile D at N13 (0°) with a {follower.lower()}.")


async def test_a_farmer_may_be_placed_by_a_side_that_is_one_field(room: Room) -> None:
    await room.begin()
    said = await words(room.ann.slash(room.channel, "place", at="M12", rotation=180, follower="farmer N"))
    assert said.startswith("You placed tile D at M12 (180°) with a farmer")
    assert "tile D at M12, turned 180°, farmer NNE" in await words(room.ann.slash(room.channel, "log"))


async def test_a_german_reader_gets_an_example_in_german_that_works(room: Room) -> None:
    await room.begin()
    await room.bot.host.people.choose_preferences(Person(room.ann.user.id, "Ann"), language="de")
    where: dict[str, Any] = {"at": "N13", "rotation": 0}
    said = await words(room.ann.slash(room.channel, "place", **where, follower="Bauer"))
    assert said.startswith("Auf welcher Stelle? Tipp ihre Nummer wie im Bild. Hier möglich: `1` (Ritter), `2` (Bauer)")
    assert room.table().ply == 1
    await room.ann.slash(room.channel, "place", **where, follower="Bauer 2")
    assert [placed.role for placed in room.state().figures.values()] == [Role.FARMER]


async def test_a_feature_that_is_taken(room: Room) -> None:
    await room.begin()
    await room.play("L13 0 thief W")
    said = await words(room.bob.slash(room.channel, "place", at="N13", rotation=90, follower="thief W"))
    assert said.startswith("Spot ② is already taken. Possible here: ")


@pytest.mark.parametrize("follower", ["3", "③", "③ thief", "3 thief", "thief 3", "thief E"])
async def test_a_spot_may_be_typed_as_it_is_shown(room: Room, follower: str) -> None:
    await room.begin()
    await room.ann.slash(room.channel, "place", at="N13", rotation=0, follower=follower)
    assert [placed.role for placed in room.state().figures.values()] == [Role.THIEF]


async def test_who_names_a_figure_without_a_place_is_told_so(room: Room) -> None:
    await room.begin(edition="classic")
    await room.fast_forward(until=lambda state: state.tile is not None and state.tile.name == "U")
    mover = room.to_move()
    given: dict[str, Any] = {"at": (await mover.autocomplete(room.channel, "place", "at", ""))[0]["value"]}
    given["rotation"] = (await mover.autocomplete(room.channel, "place", "rotation", "", **given))[0]["value"]
    said = await words(mover.slash(room.channel, "place", **given, follower="knight"))
    assert said.startswith("There's no place for a knight on this tile. Possible here: ")


async def test_no_figure_left(room: Room) -> None:
    await room.begin()
    while room.state().supply[FOLLOWER][room.state().seat]:
        await room.play_on(1)
    mover = room.to_move()
    options: dict[str, Any] = {"at": (await mover.autocomplete(room.channel, "place", "at", ""))[0]["value"]}
    options["rotation"] = (await mover.autocomplete(room.channel, "place", "rotation", "", **options))[0]["value"]
    said = await words(mover.slash(room.channel, "place", **options, follower="farmer ESE"))
    assert said in (
        "You have no followers left. No follower can go here. Choose `-` for nobody.",
        "There's no place for a farmer on the ESE side of this tile. No figure can go here. Choose `-` for nobody.",
    )


async def test_the_wrong_person(room: Room) -> None:
    await room.begin()
    for follower in ({}, {"follower": "-"}):
        said = await words(room.bob.slash(room.channel, "place", at="M14", rotation=180, **follower))
        assert said == "It's Ann's turn in game #1, not yours. I'll tell you when it is."
        said = await words(room.eve.slash(room.channel, "place", at="M14", rotation=180, **follower))
        assert said == "You aren't in game #1: Ann and Bob are playing it. Press **Board** to watch."
    assert room.table().ply == 1


async def test_a_stranger_at_a_practice_game(room: Room) -> None:
    await practise_in_channel(room)
    said = await words(room.bob.slash(room.channel, "place", at="M14", rotation=180))
    assert said == "You aren't in game #1: Ann is playing it. Press **Board** to watch."


async def test_before_there_is_a_game(room: Room) -> None:
    nothing = f"No game is running here. Open a table with {command_mention('join')}."
    for name in ("start", "oldstart", "board", "tiles", "log", "resign", "undo"):
        assert await words(room.ann.slash(room.channel, name)) == nothing
    for word in ("leave", "pass", "vote"):
        await room.env.advance_time(600)  # somebody who plays nothing is answered once in ten minutes
        assert await typed(room, room.ann, word) == nothing
    assert await words(room.ann.slash(room.channel, "place", at="M14", rotation=0)) == nothing
    await room.ann.slash(room.channel, "join")
    said = await words(room.ann.slash(room.channel, "place", at="M14", rotation=0, game="#1"))
    table = f"[table]({room.messages()[-1].jump_url})"
    assert said == f"Game #1 hasn't begun yet. Its players can press **Start** at the {table}."


async def test_without_a_fitting_game_the_answer_says_what_there_is(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    answers = [await words(room.ann.slash(room.channel, name)) for name in ("resign", "board")]
    table = f"[table]({room.messages()[0].jump_url})"
    for said in (*answers, await typed(room, room.ann, "vote")):
        assert said == f"Game #1 hasn't begun yet. Its players can press **Start** at the {table}."
    await room.bob.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    said = await words(room.eve.slash(room.channel, "start"))
    assert said == (
        f"Game #1 is running here, and no table is waiting for players. Open one with {command_mention('join')}."
    )
    other = room.guild.create_text_channel("other")
    for said in (await typed(room, room.ann, "vote", other), await words(room.ann.slash(other, "start"))):
        where = f"#1 (<#{room.channel.id}>)"
        assert said == f"No game is running here, but you're at {where}. Go there, or use the option `game`."


async def test_of_two_games_the_answer_says_in_which_one_a_turn_is_illegal(room: Room) -> None:
    await room.begin()
    await room.ann.slash(room.channel, "join")
    await room.chloe.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start")
    why = "That doesn't fit at M12: on the south side, a field would meet a city."
    said = await words(room.ann.slash(room.channel, "place", at="M12", rotation=0, follower="-"))
    assert said.startswith(why)
    assert said.endswith(" (This is game #1. For #2, use the option `game`.)")
    said = await words(room.ann.slash(room.channel, "place", at="M12", rotation=0, follower="-", game="1"))
    assert said.startswith(why)
    assert "game #1" not in said
    said = await typed(room, room.ann, "M12 0 -")
    assert said.endswith(" (This is game #1. To play in #2, put its number first.)")


async def test_at_the_table(room: Room) -> None:
    for one in room.people:
        await one.slash(room.channel, "join")
    said = await words(room.ann.slash(room.channel, "join"))
    assert said == "You're already at table #1. Press **Start** to begin."
    frank = room.guild.add_member(room.env.create_user("frank"))
    full = f"Table #1 is full: it has 5 seats. Open another table with {command_mention('join')}."
    assert await words(frank.slash(room.channel, "join", game="1")) == full
    assert await words(frank.slash(room.channel, "start", game="1")) == full
    said = await words(room.ann.slash(room.channel, "start", edition="classic", options="river"))
    rule = "no rulebook says how it goes with Carcassonne (2000)"
    assert said == f"“The River” is only in Carcassonne, new edition: {rule}."
    said = await words(room.ann.slash(room.channel, "start", edition="travel", options="inns"))
    rule = "no rulebook says how it goes with Carcassonne Travel"
    assert said == f"“Inns & Cathedrals” is only in Carcassonne (2000) or Carcassonne, new edition: {rule}."
    said = await words(room.ann.slash(room.channel, "start", edition="new-edition", options="start-tile"))
    assert said == "The option “start tile in the bag” needs “The River”. Choose both."
    await room.ann.slash(room.channel, "start")
    said = await words(room.ann.slash(room.channel, "start"))
    assert said == f"Game #1 has already begun. To leave it, use {command_mention('resign')}."
    assert await leave(room, room.ann) == said
    said = await words(frank.slash(room.channel, "join", game="1"))
    assert said.startswith("Game #1 has already begun.")


async def test_who_sat_down_meanwhile_waits_while_one_practises(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    offer = await room.ann.slash(room.channel, "start")
    await room.bob.slash(room.channel, "join")
    assert offer.response is not None
    pressed = await room.ann.click(offer.response, label="Practice")
    assert pressed.response is not None
    assert "The practice game begins!" in pressed.response.content
    assert [one.name for one in room.waiting(1).people] == ["Ann", "Bob"]


async def test_a_button_of_a_turn_that_is_over(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "place", at="M14", rotation=180)
    await room.restart()
    await room.play("M12 180 -")
    assert asked.response is not None
    pressed = await room.ann.click(asked.response, label="nobody")
    [said] = pressed.followups
    assert said.ephemeral
    assert said.content.startswith("That turn of game #1 is over. Here's ")
    assert room.messages()[-1].jump_url in said.content


async def test_a_game_that_is_over(room: Room) -> None:
    await room.begin()
    asked = await room.ann.slash(room.channel, "resign")
    assert asked.response is not None
    await room.ann.click(asked.response, label="Resign")
    await room.messages()[-1].edit(view=None)  # as if the game had ended before there were rematches
    over = (
        f"Game #1 is over ([board]({room.messages()[-1].jump_url})). "
        f"Press **Rematch** to play on, or open a new table with {command_mention('join')}."
    )
    for options in ({"game": "#1"}, {}):
        said = await words(room.bob.slash(room.channel, "place", at="M14", rotation=180, **options))
        assert said == over
    for name in ("undo", "resign"):
        assert await words(room.bob.slash(room.channel, name)) == over
    for word in ("pass", "vote"):
        await room.env.advance_time(600)  # somebody who plays nothing is answered once in ten minutes
        assert await typed(room, room.bob, word) == over
    told = await room.eve.slash(room.channel, "place", at="M14", rotation=180)
    assert [(one.content, labels(one)) for one in (told.response, *told.followups) if one] == [
        (f"Game #1 is over. Open a new table with {command_mention('join')}.", [])
    ]
    refused = (await room.bob.slash(room.channel, "undo")).response
    assert refused is not None
    await room.ann.send(room.channel, f"<@{room.env.backend.bot_user.id}> M14 180 -")
    for who, message in ((room.bob, refused), (room.ann, room.messages()[-1])):
        assert (message.content, labels(message)) == (over, ["Rematch"])
        await who.click(message, label="Rematch")
    assert room.table(2).seats[0].name == "Bob"


async def test_pass_alone_when_nothing_is_asked(room: Room) -> None:
    await room.begin()
    said = await typed(room, room.ann, "pass")
    assert said == "Place your tile first: press **Place**."
    assert await typed(room, room.bob, "pass") == "It's Ann's turn in game #1, not yours. I'll tell you when it is."
    assert room.table().ply == 1


async def test_a_game_of_another_server_stays_unseen(room: Room) -> None:
    await room.begin()
    guild = room.env.create_guild("H")
    elsewhere = guild.create_text_channel("other")
    frank = guild.add_member(room.env.create_user("frank"))
    said = await words(frank.slash(elsewhere, "board", game="#1"))
    assert said.startswith("I can't see a game #1 here")


def can_take_the_abbot_back(state: State) -> bool:
    return state.tile is not None and Recall() in legal_deployments(apply(state, first_placement(state)).state)


def first_placement(state: State) -> PlaceTile:
    return PlaceTile(*legal_placements(state)[0])


async def test_what_may_be_typed_for_the_abbot_says_what_it_does(room: Room) -> None:
    await room.begin(edition="new-edition", options="abbot")
    await room.fast_forward(choose=random_turns(1), until=can_take_the_abbot_back)
    place = first_placement(room.state())
    where = {"at": format_cell(place.position), "rotation": place.rotation}
    said = await words(room.to_move().slash(room.channel, "place", **where, follower="dragon"))
    assert said.startswith("I don't know “dragon”. Possible here: ")
    assert said.endswith("`take your abbot back` or `-` for nobody.")


async def test_alone_at_a_rematch_whoever_joins_again_is_told_to_wait(room: Room) -> None:
    """They were told to press Start, which then said that they have to wait."""
    await room.begin(3)
    await resign(room, room.ann, 1)
    end = await resign(room, room.bob, 1)
    await room.ann.click(end, label="Rematch")
    for message, label in ((end, "Rematch"), (lobby(room, 2), "Join"), (lobby(room, 2), "Start")):
        shown = await private(room.ann.click(message, label=label))
        assert shown.content == (
            "Nobody else is here yet. Wait for Bob and Chloé, play the computer, or play all seats yourself."
        )
        assert labels(shown) == ["Play the computer", "Practice"]
    await room.bob.click(end, label="Rematch")
    said = (await private(room.bob.click(end, label="Rematch"))).content
    assert said == "You're already at table #2. Press **Start** to begin."


async def test_nobody_is_told_to_join_a_table_that_has_no_seat_for_them(room: Room) -> None:
    """Pressing Join there was refused, too."""
    frank = room.guild.add_member(room.env.create_user("frank"))
    for one in room.people:
        await one.slash(room.channel, "join")
    full = f"Table #1 is full: it has 5 seats. Open another table with {command_mention('join')}."
    for label in ("Start", "Options", "Computers", "Join"):
        assert (await private(frank.click(lobby(room, 1), label=label))).content == full
    await room.ann.slash(room.channel, "start", takeback=0)
    for one in room.people[2:]:
        await resign(room, one, 1)
    end = await resign(room, room.ann, 1)
    await room.bob.click(end, label="Rematch")
    for label in ("Start", "Options", "Computers", "Join"):
        said = (await private(frank.click(lobby(room, 2), label=label))).content
        assert said.startswith("Table #2 is a rematch for "), said
    said = (await private(room.ann.click(lobby(room, 2), label="Start"))).content
    assert said == "You aren't at table #2. Press **Join** to take a seat.", "one is kept for her"
