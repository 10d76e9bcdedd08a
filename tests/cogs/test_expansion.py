"""Both expansions on Discord: as options of the game, played by command, by buttons and by typing, and in texts."""

import re

import pytest

from carcassonne import (
    Deploy,
    DeployNobody,
    Kind,
    Move,
    PlaceTile,
    Role,
    State,
    Turn,
    apply,
    apply_all,
    format_cell,
    format_turn,
    legal_deployments,
    legal_placements,
)
from carcassonne.figures import BIG_FOLLOWER, BUILDER
from carcassonne.lookahead import legal_turns
from host.model.table_options import SeatOrder, TableOptions
from screens.custom_ids import PracticeId, RulesId
from screens.table_options import ChosenRules
from screens.text.labels import RulesPage
from screens.text.spots import typed_spot
from tests.cogs.options_panel import choose, fill
from tests.cogs.picker_buttons import place, tap
from tests.cogs.room import ON_SIMCORD, Room, labels, words
from tests.cogs.typed_words import typed
from tests.fixtures.positions import random_turns

pytestmark = ON_SIMCORD


EVERYTHING = "river abbot inns"
BOTH = f"{EVERYTHING} traders"
BUILT = (Role.KNIGHT, Role.THIEF)
"""The roles of followers that a builder may join."""


async def test_the_option_is_offered_and_told(room: Room) -> None:
    offered = await room.ann.autocomplete(room.channel, "start", "options", "river", edition="new-edition")
    assert "river inns" in [choice["value"] for choice in offered]
    await room.begin(edition="new-edition", options=EVERYTHING)
    assert room.table().options == tuple(EVERYTHING.split())
    assert "7 followers, abbot, big follower" in await words(room.ann.slash(room.channel, "board"))
    asked = await room.ann.slash(room.channel, "rules")
    assert asked.response is not None
    assert "The River, The Abbot, Inns & Cathedrals" in asked.response.content
    turned = await room.ann.click(asked.response, label="What's different")
    assert turned.response is not None
    assert "The River, The Abbot, Inns & Cathedrals" in turned.response.content


async def test_a_big_game_is_begun_with_the_command(room: Room) -> None:
    offered = await room.ann.autocomplete(room.channel, "start", "options", "", edition="big-game")
    assert [choice["value"] for choice in offered] == ["start-tile"], "it has all the others"
    await room.begin(edition="big-game")
    assert (room.table().edition, room.table().options) == ("new-edition", tuple(BOTH.split()))


async def test_what_is_chosen_besides_is_added_to_a_big_game(room: Room) -> None:
    await room.begin(edition="big-game", options="start-tile inns")
    assert set(room.table().options) == {*BOTH.split(), "start-tile"}


async def test_the_edition_alone_takes_the_big_game_back(room: Room) -> None:
    await room.ann.slash(room.channel, "join")
    table = room.messages()[-1]
    await choose(room.ann, table, "edition", "big-game")
    panel = await choose(room.ann, table, "edition", "new-edition")
    assert (room.waiting().edition, room.waiting().options) == ("new-edition", ())
    [edition] = [row["components"][0] for row in panel.components if "edition" in row["components"][0]["custom_id"]]
    assert [one["value"] for one in edition["options"] if one["default"]] == ["new-edition"]


async def test_the_rules_of_a_big_game_can_be_read_before_there_is_a_table(room: Room) -> None:
    asked = await room.ann.slash(room.channel, "rules", edition="big-game")
    assert asked.response is not None
    assert "The River, The Abbot, Inns & Cathedrals, Traders & Builders" in asked.response.content
    assert {"Inns & Cathedrals", "Traders & Builders"} <= set(labels(asked.response))


@pytest.mark.parametrize("options", [BOTH, "river abbot start-tile inns traders", "inns", "abbot"])
def test_any_number_of_options_fits_into_the_id_of_a_button(options: str) -> None:
    chosen = TableOptions(
        edition="new-edition", options=tuple(options.split()), pace="24h", aids=False, takeback=3600,
        order=SeatOrder.JOINED, thread=True, rated=False,
    )  # fmt: skip
    custom_id = str(PracticeId(1_234_567, chosen))
    assert len(custom_id) <= 100
    assert PracticeId.parse(custom_id).options == chosen
    page_id = RulesId(RulesPage.DIFFERENT, ChosenRules("new-edition", tuple(options.split())))
    assert len(str(page_id)) <= 100
    assert set(RulesId.parse(str(page_id)).rules.options) == set(options.split())


async def test_six_play_to_the_end(room: Room) -> None:
    """The options are chosen in the form of the lobby, and somebody takes the sixth seat."""
    room.people.append(room.guild.add_member(room.env.create_user("fay", global_name="Fay")))
    await room.ann.slash(room.channel, "join")
    table = room.messages()[-1]
    await fill(room.ann, table, edition=["new-edition"], options=EVERYTHING.split(), besides=[])
    for one in room.people[1:]:
        await one.slash(room.channel, "join")
    await room.ann.slash(room.channel, "start", takeback=0)
    assert "🟣 Fay 0 points, 7 followers, abbot, big follower" in await words(room.ann.slash(room.channel, "board"))
    await room.play(format_turn(big_turn(room.state())))
    await room.fast_forward(choose=random_turns(2), until=lambda state: state.tiles_left == 1)
    await room.play_on(1)
    assert room.bot.host.tables.cached(1) is None
    record = await room.record()
    assert record.error is None
    assert record.state is not None
    assert record.state.is_over


async def test_the_big_figure_with_the_command(room: Room) -> None:
    await room.begin(edition="classic", options="inns")
    turn = big_turn(room.state())
    given = {"at": format_cell(turn.placement.position), "rotation": turn.placement.rotation}
    offered = await room.ann.autocomplete(room.channel, "place", "follower", "big", **given)
    assert follower(turn, room.state()) in [choice["value"] for choice in offered]
    assert all(" big " in choice["name"] for choice in offered)
    await room.play(format_turn(turn))
    assert [placed.figure for placed in room.state().figures.values()] == [BIG_FOLLOWER]
    assert isinstance(turn.deployment, Deploy)
    assert f"with a {turn.deployment.name}" in room.messages()[-1].content


async def test_the_big_figure_with_buttons(room: Room) -> None:
    await room.begin(edition="classic", options="inns")
    turn = big_turn(room.state())
    message = await tap(room.ann, await place(room), format_cell(turn.placement.position))
    if "nobody" not in labels(message):
        turned = f"{turn.placement.rotation}°"
        message = await tap(room.ann, message, next(label for label in labels(message) if label.startswith(turned)))
    assert isinstance(turn.deployment, Deploy)
    chosen = next(label for label in labels(message) if f" {turn.deployment.name} · " in label)
    await tap(room.ann, await tap(room.ann, message, chosen), "Confirm")
    assert [placed.figure for placed in room.state().figures.values()] == [BIG_FOLLOWER]


async def test_the_big_figure_by_typing(room: Room) -> None:
    await room.begin(edition="classic", options="inns")
    assert room.bot.user is not None
    await room.ann.send(room.channel, f"{room.bot.user.mention} {format_turn(big_turn(room.state())).upper()}")
    assert [placed.figure for placed in room.state().figures.values()] == [BIG_FOLLOWER]


async def test_a_second_big_figure_is_refused_in_words(room: Room) -> None:
    await room.begin(edition="classic", options="inns")
    first = big_turn(room.state())
    await room.play(format_turn(first))
    await room.play_on(1)
    position, rotation = legal_placements(room.state())[0]
    laid = apply(room.state(), PlaceTile(position, rotation)).state
    ordinary = next(move for move in legal_deployments(laid) if isinstance(move, Deploy))
    again = Turn(PlaceTile(position, rotation), Deploy(ordinary.role, ordinary.point, BIG_FOLLOWER))
    said = await words(room.play(format_turn(again)))
    assert said.startswith("Your big follower is on the board already. Possible here: `")


async def test_a_builder_and_the_turn_that_he_gives(room: Room) -> None:
    """He is offered and placed with the command, and later his player is asked to move again."""
    await room.begin(edition="classic", options="inns traders")
    await room.fast_forward(choose=random_turns(1), until=lambda state: bool(turns_of(state)))
    turn = turns_of(room.state())[0]
    mover, ply = room.state().seat, room.state().turn
    given = {"at": format_cell(turn.placement.position), "rotation": turn.placement.rotation}
    offered = await room.to_move().autocomplete(room.channel, "place", "follower", "builder", **given)
    assert follower(turn, room.state()) in [choice["value"] for choice in offered]
    await room.play(format_turn(turn))
    assert BUILDER in {placed.figure for placed in room.state().figures.values()}
    assert room.state().seat != mover
    await room.fast_forward(choose=extending_turns, until=lambda state: is_extra(state))
    state = room.state()
    assert state.turn > ply
    asked = room.messages()[-1]
    await room.play_on(1)
    assert room.messages()[-1].id != asked.id
    assert not is_extra(room.state())


async def test_a_builder_is_refused_in_words(room: Room) -> None:
    await room.begin(edition="classic", options="traders")
    position, rotation = legal_placements(room.state())[0]
    laid = apply(room.state(), PlaceTile(position, rotation)).state
    spot = next(one for one in legal_deployments(laid) if isinstance(one, Deploy) and one.role in BUILT)
    turn = Turn(PlaceTile(position, rotation), Deploy(Role.BUILDER, spot.point, BUILDER))
    needs = "Your builder needs a road or city that has your follower already and isn't finished."
    assert (await words(room.play(format_turn(turn)))).startswith(f"{needs} Possible here: ")


def turn_without_a_figure(state: State) -> list[Move]:
    return [PlaceTile(*legal_placements(state)[0]), DeployNobody()]


async def test_who_names_a_builder_without_a_spot_reads_why_he_can_go_nowhere(room: Room) -> None:
    await room.begin(edition="classic", options="traders")
    have_two_spots = "DJKLW"
    await room.fast_forward(
        choose=turn_without_a_figure, until=lambda state: state.tile is not None and state.tile.name in have_two_spots
    )
    position, rotation = legal_placements(room.state())[0]
    given = {"at": format_cell(position), "rotation": rotation}
    said = await words(room.to_move().slash(room.channel, "place", **given, follower="builder"))
    assert said.startswith("Your builder needs a road or city that has your follower already and isn't finished. ")


def needs_no_number(state: State) -> Turn | None:
    """A turn whose builder has one place on a tile with several roads and cities; None if there is none."""
    for turn in turns_of(state):
        laid = apply(state, turn.placement).state
        options = laid.cells[turn.placement.position].turned.deploy_options[BUILDER,]
        builders = [one for one in legal_deployments(laid) if isinstance(one, Deploy) and one.role is Role.BUILDER]
        if len(options) > len(builders) == 1:
            return turn
    return None


@pytest.mark.parametrize("is_command", [True, False])
async def test_a_builder_with_one_place_needs_no_number(room: Room, *, is_command: bool) -> None:
    """It was asked on which spot, though he could join a follower on one of the tile's two features only."""
    await room.begin(edition="classic", options="traders")
    await room.fast_forward(choose=random_turns(1), until=lambda state: needs_no_number(state) is not None)
    turn = needs_no_number(room.state())
    assert turn is not None
    cell, rotation = format_cell(turn.placement.position), turn.placement.rotation
    if is_command:
        await room.to_move().slash(room.channel, "place", at=cell, rotation=rotation, follower="builder")
    else:
        await typed(room, room.to_move(), f"{cell} {rotation} builder")
    assert [placed.role for placed in room.state().figures.values()].count(Role.BUILDER) == 1
    assert room.state().last == turn.placement.position


async def test_a_big_game_is_called_so_in_its_messages(room: Room) -> None:
    await room.begin(edition="new-edition", options=BOTH)
    first, last = room.messages()[0], room.messages()[-1]
    assert first.content.startswith("**Carcassonne #1** · Big game\n")
    assert "-# Rules: Big game (" in last.content


async def test_both_are_played_to_the_end(room: Room) -> None:
    await room.begin(edition="new-edition", options=BOTH)
    await room.fast_forward(choose=random_turns(4), until=lambda state: state.tiles_left == 1)
    await room.play_on(1)
    record = await room.record()
    assert (record.error, record.is_finished) == (None, True)
    assert record.state is not None
    told = [await words(room.eve.slash(room.channel, "stats", who=one.user)) for one in room.people[:2]]
    lines = re.findall(r"^- Goods \((\d)\): (\d+) points; best: 10 points$", "\n".join(told), re.MULTILINE)
    assert [10 * int(number) for number, _ in lines] == [int(points) for _, points in lines] != []
    assert sum(int(points) for _, points in lines) == sum(record.state.history.earned[Kind.GOODS])


def is_extra(state: State) -> bool:
    return str(state.extras["again"]) == "now"


def turns_of(state: State) -> list[Turn]:
    """The turns that place the mason."""
    return [
        Turn(PlaceTile(position, rotation), move)
        for position, rotation, move in legal_turns(state)
        if isinstance(move, Deploy) and move.figure is BUILDER
    ]


def extending_turns(state: State) -> list[Move]:
    """A turn of nobody's figure, if possible one after which its player moves again."""
    turns: list[list[Move]] = [[PlaceTile(*place), DeployNobody()] for place in legal_placements(state)]
    again = [turn for turn in turns if apply_all(state, turn).state.seat == state.seat]
    return (again or turns)[0]


def big_turn(state: State) -> Turn:
    """A turn that places the big figure."""
    for position, rotation in legal_placements(state):
        place = PlaceTile(position, rotation)
        for move in legal_deployments(apply(state, place).state):
            after = apply_all(state, [place, move]).state
            if any(placed.figure is BIG_FOLLOWER for ref, placed in after.figures.items() if ref.position == position):
                return Turn(place, move)
    raise AssertionError("the big figure may go nowhere")


def follower(turn: Turn, state: State) -> str:
    """What is typed for the figure of a turn: ``big 2``."""
    assert isinstance(turn.deployment, Deploy)
    return typed_spot(apply(state, turn.placement).state, turn.deployment)
