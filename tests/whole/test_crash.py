"""Crashes at any moment: after a restart the game is in the same state, and every turn is announced once."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from discord.utils import utcnow
from simcord.backend.models import Message

from carcassonne import Move, PlaceTile, State, apply_all, format_cell
from host.model.controllers import Person as Player
from host.model.fingerprint import format_state
from host.model.table import Venue
from host.model.table_options import TableOptions
from tests.fixtures.builders import building, extending, is_extra, plain_turns
from tests.fixtures.databases import open_host
from tests.fixtures.positions import fast_forward
from tests.loopback import Answer, Person
from tests.whole.game import Game
from tests.whole.program import Program

ANSWER = "/interactions/*/callback"
BOARD = "/channels/*/messages"
SHOWN = "/channels/*/messages/*"

HELD = 2.0
"""Seconds for which a request hangs, much longer than killing the program takes."""


@dataclass(frozen=True, slots=True)
class Moment:
    """When the program crashes: before Discord gets a request, or before the program gets the answer."""

    path: str
    has_arrived: bool = False
    method: str = "POST"


MOMENTS = (
    Moment(ANSWER),
    Moment(ANSWER, has_arrived=True),
    Moment(BOARD),
    Moment(BOARD, has_arrived=True),
)
"""The turn is stored by then."""


TAKEBACK_MOMENTS = (
    Moment(SHOWN, method="PATCH"),
    Moment(SHOWN, method="PATCH", has_arrived=True),
    Moment(BOARD),
    Moment(BOARD, has_arrived=True),
)
"""The turn is stored, then shown by an edit of its message; later the next tile is drawn and announced."""


async def crash_in(program: Program, command: asyncio.Task[Answer], moment: Moment) -> None:
    """Kill the program while it waits for Discord's answer to a request."""
    program.server.fail(moment.method, moment.path, status=500, delay=HELD, is_executed=moment.has_arrived)
    await program.server.until_faulty()
    await program.crash()
    command.cancel()
    await asyncio.gather(command, return_exceptions=True)
    await program.start()


async def test_at_every_request_of_a_turn(program: Program, game: Game) -> None:
    await game.sit_down()
    start = asyncio.create_task(game.command(game.people[0], "start", takeback=0))
    await crash_in(program, start, Moment(BOARD))
    await game.shown(1)
    for moment in MOMENTS:
        turns = len((await game.replayed()).turns)
        mover = game.mover()
        command = asyncio.create_task(game.command(mover, "place", **await game.choice(mover)))
        await crash_in(program, command, moment)

        await game.shown(turns + 2)
        await game.check()
        await game.turn()
    await game.check()


async def test_while_a_turn_can_be_taken_back(program: Program, game: Game) -> None:
    """Whenever the program crashes, the next tile is drawn in the end and announced once."""
    await game.begin(takeback=1)
    for turn, moment in enumerate((*TAKEBACK_MOMENTS, None), 1):
        await game.settled()
        mover = game.mover()
        command = asyncio.create_task(game.command(mover, "place", **await game.choice(mover)))
        if moment:
            await crash_in(program, command, moment)
        await game.shown(turn + 1)
        assert len((await game.replayed()).turns) == turn
        assert game.mover() != mover
        assert [board.pinged for board in game.boards()[-1:]] == [[game.mover().id]]
    assert "Traceback" not in program.output


async def test_at_the_end_of_a_game(program: Program, game: Game) -> None:
    await game.begin()
    asked = await game.command(game.people[0], "resign")
    assert asked.message
    press = asyncio.create_task(game.server.press(game.people[0], asked.message, "carc:resign:1"))
    await crash_in(program, press, Moment(BOARD))

    assert "**Bob wins!**" in (await game.shown(2)).text
    await program.restart()
    assert "**Bob wins!**" in (await game.command(game.people[0], "board")).content
    await game.shown(2)


async def test_between_two_moves(program: Program, game: Game) -> None:
    """A tile that was shown before the crash can be placed after it, with the same buttons."""
    await game.begin()
    while not (asked := await asked_for_follower(game)).components:
        pass
    before = (await game.replayed()).turns
    await program.crash()
    await program.start()

    assert (await game.replayed()).turns == before
    assert asked.message
    custom_id = asked.components[0]["components"][0]["custom_id"]
    await game.server.press(game.mover(), asked.message, custom_id)
    await game.shown(len(before) + 2)
    await game.check()


async def asked_for_follower(game: Game) -> Answer:
    """Place the tile without naming a follower. If none is possible, this is a complete turn."""
    count = len(game.boards())
    choice = await game.choice(game.mover())
    del choice["follower"]
    answer = await game.command(game.mover(), "place", **choice)
    if not answer.components:
        await game.shown(count + 1)
    return answer


async def test_between_the_halves_of_an_extra_turn(program: Program, game: Game) -> None:
    """Traders & Builders: the second half is played once, by the same player, and announced once."""
    await before_extra_turn(program, game)
    first = await state_of(game)
    builder, other = game.people[first.seat], game.people[1 - first.seat]
    for moment in (MOMENTS[0], MOMENTS[-1]):  # nobody has seen the turn, and everybody has
        count = len(game.boards())
        await crash_in(program, placing(game, builder, extending(first)), moment)
        again = await game.shown(count + 1)
        assert f"{builder.name} plays again: the builder's " in again.text
        assert again.pinged == [builder.id]
        between = await state_of(game)
        assert (between.seat, is_extra(between)) == (first.seat, True)

        await crash_in(program, placing(game, builder, passing(between)), moment)
        assert (await game.shown(count + 2)).pinged == [other.id]
        assert (await state_of(game)).seat != first.seat
        await undo(game, builder, other)
        await game.shown(count + 3)
        assert format_state(await state_of(game)) == format_state(between)
        await undo(game, builder, other)
        await game.shown(count + 4)
        assert format_state(await state_of(game)) == format_state(first)


async def before_extra_turn(program: Program, game: Game) -> None:
    """Begin a game with Traders & Builders, in which the tile in hand extends what its player's builder stands on."""
    await program.stop()
    host = await open_host(program.place, now=utcnow, seed=lambda: bytes(32), random_below=lambda _: 0)
    venue, people = Venue(game.server.world.guild, game.channel), [Player(one.id, one.name) for one in game.people]
    for person in people:
        await host.lobby.join(venue, person)
    await host.lobby.start(venue, people[0], 1, TableOptions("classic", options=("traders",), takeback=0))
    table = await fast_forward(host, 1, building, until=lambda state: bool(extending(state)))
    await host.message_log.mark_announced(1, table.ply, None)
    await host.close()
    await program.start()


async def state_of(game: Game) -> State:
    state = (await game.replayed()).state
    assert state is not None
    return state


def passing(state: State) -> Sequence[Move]:
    """Return a turn after which it is somebody else's turn."""
    return next(turn for turn in plain_turns(state) if apply_all(state, turn).state.seat != state.seat)


def placing(game: Game, mover: Person, turn: Sequence[Move]) -> asyncio.Task[Answer]:
    """Begin to play a turn without a figure."""
    place = turn[0]
    assert isinstance(place, PlaceTile)
    options = {"at": format_cell(place.position), "rotation": place.rotation, "follower": "-"}
    return asyncio.create_task(game.command(mover, "place", **options))


async def undo(game: Game, asker: Person, other: Person) -> None:
    """Let a player ask to undo the last turn, and the other one agree."""
    await game.command(asker, "undo")
    question = await game.server.message(game.channel, lambda message: bool(agreeing(message)))
    await game.server.press(other, question, agreeing(question)[0])
    await game.server.until(lambda: not agreeing(question))


def agreeing(message: Message) -> list[str]:
    ids = [one["custom_id"] for row in message.components for one in row["components"]]
    return [custom_id for custom_id in ids if custom_id.startswith("carc:undo-agree:")]
