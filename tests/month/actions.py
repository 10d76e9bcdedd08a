"""What people do with the bot, through commands, buttons, mentions and forms."""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Any

import simcord
from simcord.backend.errors import SetupError
from simcord.results import InteractionResult, ResponseMessage, to_discord_message

from carcassonne import (
    DeployNobody,
    Phase,
    PlaceTile,
    State,
    Turn,
    apply,
    format_cell,
    format_deployment,
    format_turn,
    legal_deployments,
    legal_placements,
)
from host.model.clock import TimeoutAction, VoteChoice
from host.model.controllers import Computer
from host.model.table import StartedTable
from host.model.table_options import TableOptions
from tests.cogs.admin_commands import give_seat
from tests.month.people import Habits, InputMethod
from tests.month.sent_messages import SentMessage
from tests.month.world import World

VOTE_WEIGHTS = {
    VoteChoice.MORE_TIME: 3,
    VoteChoice.SKIP: 4,
    VoteChoice.REPLACE: 3,
    VoteChoice.COMPUTER: 2,
    VoteChoice.END: 1,
}
"""How often people vote for each choice."""


async def play_turn(world: World, person: int, number: int, habits: Habits) -> bool:
    """Play a whole turn if it is the person's; return whether it was."""
    table = await world.host.tables.load_if_running(number)
    if table is None or not table.is_to_move(person):
        return False
    await _place_tile(world, person, table, habits)
    after = await world.host.tables.load_if_running(number)
    while after and after.pending and world.dice.random() < habits.takeback_chance:
        await _press_pending(world, person, after, "takeback")
        taken = await world.host.tables.load_if_running(number)
        if taken is None or not taken.is_to_move(person):
            break
        await _place_tile(world, person, taken, habits)
        after = await world.host.tables.load_if_running(number)
    if after and after.pending and world.dice.random() < habits.done_chance:
        await _press_pending(world, person, after, "done")
    if world.dice.random() < habits.undo_chance:
        await world.command(person, table, "undo")
    return True


async def _place_tile(world: World, person: int, table: StartedTable, habits: Habits) -> None:
    state = table.state
    if state.phase is Phase.ASK:
        await world.say(person, table, "pass")
        return
    turn = random_turn(state, world.dice)
    match world.dice.choices(list(InputMethod), habits.input_weights)[0]:
        case InputMethod.BUTTONS if await _place_by_buttons(world, person, table):
            return
        case InputMethod.MENTION:
            await world.say(person, table, format_turn(turn))
        case _:
            options: dict[str, Any] = {"at": format_cell(turn.placement.position), "rotation": turn.placement.rotation}
            follower = format_deployment(turn.deployment or DeployNobody())
            await world.command(person, table, "place", **options, follower=follower)


def random_turn(state: State, dice: Random) -> Turn:
    """A random legal turn, mostly with a follower if one can be placed."""
    place = PlaceTile(*dice.choice(list(legal_placements(state))))
    followers = legal_deployments(apply(state, place).state)
    return Turn(place, dice.choice(list(followers)) if followers and dice.random() < 0.7 else DeployNobody())


async def _place_by_buttons(world: World, person: int, table: StartedTable) -> bool:
    """Choose a turn in the picker, pressing random buttons that lead onward; return whether the picker opened."""
    opened = await press(world, person, table.venue.channel, table.message, f"carc:place:{table.number}:{table.ply}")
    shown = answer_of(opened) if opened else None
    for _ in range(6):
        if shown is None:
            return False
        onward = [one for one in buttons_of(shown) if not one["label"].startswith(("Back", "Nearer", "More"))]
        if not onward:
            return False
        chosen = world.dice.choice(onward)["custom_id"]
        pressed = await world.people[person].click(shown, custom_id=chosen)
        if chosen.startswith("carc:turn:"):
            return True
        shown = answer_of(pressed)
    return False


async def _press_pending(world: World, person: int, table: StartedTable, action: str) -> None:
    await press(world, person, table.venue.channel, table.message, f"carc:{action}:{table.number}:{table.ply}")


async def press(
    world: World, person: int | None, channel: int, message: int | None, custom_id: str
) -> InteractionResult | None:
    """Let a person, or a manager, press a button of a message; None if the message or the button is gone."""
    stored = world.env.backend.messages.get(channel, {}).get(message or 0)
    if stored is None:
        return None
    try:
        actor = world.manager if person is None else world.actor(person, channel)
        return await actor.click(to_discord_message(world.env, stored), custom_id=custom_id)
    except SetupError:
        return None


async def vote(world: World, person: int, channel: int, message: int, buttons: tuple[str, ...]) -> None:
    """Vote with the buttons of a message."""
    wanted = world.dice.choices(list(VOTE_WEIGHTS), list(VOTE_WEIGHTS.values()))[0]
    [button] = [one for one in buttons if one.endswith(f":{wanted}")]
    await press(world, person, channel, message, button)


async def answer_request(
    world: World, person: int, message: SentMessage, buttons: tuple[str, ...], agrees: float
) -> None:
    """Agree to a request, or refuse it. For the person who made the request, refusing means withdrawing it."""
    button = buttons[0] if world.dice.random() < agrees else buttons[1]
    table = await world.host.tables.load(int(button.split(":")[2]))
    if table.has_player(person):
        await press(world, person, message.channel, message.id, button)


async def seat_computers(world: World, person: int, channel: simcord.ChannelHandle, levels: Sequence[int]) -> int:
    """Let the organiser of the table that waits in a channel add computers; return how many sit there now."""
    for table in world.host.tables.waiting():
        if table.venue.channel == channel.id and table.organiser.id == person:
            for level in levels:
                table = await world.host.lobby.add_computer(table.venue, table.organiser, table.number, Computer(level))
            return len(table.computers)
    return 0


async def choose_options(world: World, person: int, channel: simcord.ChannelHandle, chosen: dict[str, Any]) -> None:
    """Let the organiser of the table that waits in a channel choose, as in its forms, what no command takes. Take that
    away from what is ``chosen``.
    """
    options = TableOptions(timeout=TimeoutAction(chosen.pop("timeout", "vote")), thread=chosen.pop("thread", False))
    for table in world.host.tables.waiting():
        if table.venue.channel == channel.id and table.organiser.id == person:
            await world.host.lobby.choose_options(table.venue, table.organiser, table.number, options)


class Leaving(StrEnum):
    """What the answer to `/resign` offers, as its buttons name it."""

    RESIGN = "resign"
    END = "end"
    COMPUTER = "computer-leave"


async def leave(world: World, person: int, number: int, how: Leaving) -> bool:
    """Resign, suggest to end the game, or leave the seat to a computer, in the answer to the command. Return whether
    that was offered.
    """
    table = await world.host.tables.load(number)
    if not table.has_player(person) or table.status.is_over:
        return False
    asked = await world.command(person, table, "resign")
    shown, button = asked.response, f"carc:{how}:{number}"
    if shown is None or button not in [one["custom_id"] for one in buttons_of(shown)]:
        return False
    await world.actor(person, table.venue.home).click(shown, custom_id=button)
    return True


async def replace_player(world: World, table: StartedTable, old: int, new: int) -> None:
    """Let a manager give one person's seat to another."""
    seat = 1 + next(seat.number for seat in table.seats if seat.is_played_by(old))
    await give_seat(world.manager, world.channels[0], seat, world.people[new], f"#{table.number}")


async def set_quiet_hours(world: World, person: int, habits: Habits) -> None:
    panel = await _settings(world, person)
    form = await world.people[person].click(panel, custom_id="carc:settings:hours")
    await world.people[person].submit_modal(form, {"zone": habits.zone, "quiet": habits.quiet_hours})


async def turn_direct_messages_on(world: World, person: int) -> None:
    panel = await _settings(world, person)
    await world.people[person].click(panel, custom_id="carc:settings:letters:on")


async def go_on_vacation(world: World, person: int, habits: Habits) -> None:
    assert habits.vacation is not None
    panel = await _settings(world, person)
    form = await world.people[person].click(panel, custom_id="carc:settings:vacation")
    await world.people[person].submit_modal(form, {"start": "", "until": habits.vacation[1].date().isoformat()})


async def _settings(world: World, person: int) -> ResponseMessage:
    shown = await world.people[person].slash(world.channels[0], "settings")
    assert shown.response is not None
    return shown.response


def answer_of(result: InteractionResult) -> ResponseMessage | None:
    """The private answer to a command or a button."""
    return result.followups[-1] if result.followups else result.response


def buttons_of(message: ResponseMessage) -> list[dict[str, Any]]:
    """The buttons of a private answer."""
    return [one for row in message.components for one in row.get("components", []) if "custom_id" in one]
