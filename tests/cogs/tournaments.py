"""A tournament in a channel, for tests: it is set up by its form, and people sign up and play."""

from typing import Any

import discord
import simcord

from host.model.tournament_boards import Board
from host.model.tournaments import OrganisedTournament
from tests.cogs.options_panel import chosen_in, private
from tests.cogs.room import Room


async def set_up(room: Room, name: str = "Spring Cup", **fields: Any) -> simcord.ResponseMessage:
    """Fill in the form of a new tournament, with its own choices but for these. Return what its host sees."""
    opened = await room.ann.slash(room.channel, "tournament", what="create")
    assert opened.modal
    filled: dict[str, Any] = {**chosen_in(opened.modal), "name": name, **fields}
    return await private(room.ann.submit_modal(opened, filled))


async def post(room: Room) -> discord.Message:
    """Set up a tournament and post it. Return its message."""
    await room.ann.click(await set_up(room), label="Post sign-up")
    return room.messages()[-1]


def all_people(room: Room, number: int) -> list[simcord.MemberActor]:
    """The first people of the room, and more if it has too few."""
    more = [f"Guest {one}" for one in range(1, number - len(room.people) + 1)]
    room.people += [room.guild.add_member(room.env.create_user(one.lower(), global_name=one)) for one in more]
    return room.people[:number]


async def tournament(room: Room, number: int = 1) -> OrganisedTournament:
    return await room.bot.host.tournaments.load(number)


async def resign(room: Room, game: int, place: int) -> None:
    """Let the player of a seat resign from a game, by the command and its question."""
    person = room.table(game).seats[place].person
    assert person
    who = next(one for one in room.people if one.user.id == person.id)
    channel = room.channel
    asked: Any = await who.slash(channel, "resign", game=f"#{game}")
    await who.click(asked.response, label="Resign")


async def round_told(room: Room, number: int) -> OrganisedTournament:
    """Wait until a round is announced, where no message in the channel can show that. Return the tournament."""
    found = await tournament(room)
    while found.told_round < number:
        found = await tournament(room)
    await room.env.settle()
    return found


async def begun(room: Room, players: int, **fields: Any) -> discord.Message:
    """A tournament whose first round runs."""
    await room.ann.click(await set_up(room, **fields), label="Post sign-up")
    message = room.messages()[-1]
    for one in all_people(room, players):
        await one.click(message, label="Sign up")
    await room.ann.click(message, label="Start")
    return message


async def by_hand(room: Room, message: discord.Message, label: str, **fields: Any) -> simcord.InteractionResult:
    """Let the host change something by hand. Return what they are answered."""
    panel = await private(room.ann.click(message, label="Manage"))
    form = await room.ann.click(panel, label=label)
    assert form.modal
    return await room.ann.submit_modal(form, {"reason": "Bob is ill", **fields})


async def decision(room: Room, message: discord.Message, board: Board) -> simcord.InteractionResult:
    """The form that decides the game of a board: from a menu of the games of its round."""
    shown = await private(room.ann.click(await private(room.ann.click(message, label="Manage")), label="Decide game"))
    if board.round < (await tournament(room)).round:
        shown = await private(room.ann.select(shown, [str(board.round)], custom_id="carc:cup-decide-round:1"))
    [games] = [one["custom_id"] for one in menus(shown) if "cup-decide-game" in one["custom_id"]]
    return await room.ann.select(shown, [str(board.place)], custom_id=games)


def menus(shown: simcord.ResponseMessage) -> list[dict[str, Any]]:
    """The menus of an answer."""
    return [one for row in shown.components for one in row["components"]]


async def decide(room: Room, message: discord.Message, board: Board, result: str, **fields: Any) -> Any:
    """Let the host decide the game of a board: ``result`` is "tie", "annul" or the entrant who wins. Return what the
    host is answered.
    """
    form = await decision(room, message, board)
    assert form.modal
    return await room.ann.submit_modal(form, {"result": [result], "reason": "Bob is ill", **fields})
