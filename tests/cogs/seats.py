"""Sits down at a game that runs, as people do in a channel."""

import discord
import simcord

from tests.cogs.room import Room, labels


def private_answer(pressed: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The private answer to a press: a new message, or the private message that was pressed."""
    shown = pressed.followups[0] if pressed.followups else pressed.response
    assert shown is not None
    return shown


async def offer_of_seat(
    person: simcord.MemberActor, offered: discord.Message | simcord.ResponseMessage, **button: str
) -> simcord.ResponseMessage:
    """Press **Take seat** below a message; return the private question whether that is meant."""
    question = private_answer(await person.click(offered, **(button or {"label": "Take seat"})))
    assert labels(question) == ["Take seat", "No"], question.content
    return question


async def ask_for_seat(
    person: simcord.MemberActor, offered: discord.Message | simcord.ResponseMessage, **button: str
) -> simcord.InteractionResult:
    """Press **Take seat** below a message, and once more below the private question."""
    return await person.click(await offer_of_seat(person, offered, **button), label="Take seat")


def question_of(room: Room) -> discord.Message:
    """The newest question whether somebody may sit down."""
    return [one for one in room.messages() if labels(one) == ["Let in", "No"]][-1]


async def sit_down(
    room: Room,
    person: simcord.MemberActor,
    offered: discord.Message | simcord.ResponseMessage,
    by: simcord.MemberActor,
    **button: str,
) -> simcord.InteractionResult:
    """Ask for a seat, and have a player let the person in."""
    await ask_for_seat(person, offered, **button)
    return await by.click(question_of(room), label="Let in")
