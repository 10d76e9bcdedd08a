"""The private message of `/settings`, its forms and their answers."""

import simcord

from host.model.preferences import Preferences
from tests.cogs.room import Room


async def panel(room: Room) -> simcord.ResponseMessage:
    shown = await room.ann.slash(room.channel, "settings")
    assert shown.ephemeral
    assert shown.response is not None
    return shown.response


def chosen(room: Room) -> Preferences:
    return room.bot.host.people.preferences(room.ann.user.id)


async def fill(room: Room, label: str, **fields: str | list[str]) -> simcord.InteractionResult:
    """Open a form of the panel and send it."""
    opened = await room.ann.click(await panel(room), label=label)
    assert opened.modal is not None
    return await room.ann.submit_modal(opened, dict(fields))


def said(result: simcord.InteractionResult) -> str:
    """The answer to a form: the panel, or why it was refused."""
    if result.followups:
        return result.followups[-1].content
    assert result.response is not None
    return result.response.content
