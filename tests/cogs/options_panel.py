"""The private answer to Options at a waiting table: its menus, its form, and Leave."""

from collections.abc import Awaitable, Mapping
from typing import Any

import discord
import simcord


async def private(result: Awaitable[simcord.InteractionResult]) -> simcord.ResponseMessage:
    """The last private answer to a press."""
    answered = await result
    shown = answered.followups[-1] if answered.followups else answered.response
    assert shown is not None
    assert shown.ephemeral
    return shown


async def options(who: simcord.MemberActor, table: discord.Message) -> simcord.ResponseMessage:
    """What somebody at a table chooses in private."""
    return await private(who.click(table, label="Options"))


async def open_form(who: simcord.MemberActor, table: discord.Message) -> simcord.InteractionResult:
    """The form of the host."""
    return await who.click(await options(who, table), label="Time limit & more")


async def fill(who: simcord.MemberActor, table: discord.Message, **fields: list[str]) -> simcord.InteractionResult:
    """Let the host choose an edition in the menu, if one is named, and the rest in the form. Other fields stay."""
    if edition := fields.pop("edition", None):
        await choose(who, table, "edition", *edition)
    return await send(who, await open_form(who, table), **fields)


async def send(
    who: simcord.MemberActor, form: simcord.InteractionResult, **fields: list[str]
) -> simcord.InteractionResult:
    """Let the host send an open form."""
    assert form.modal is not None
    return await who.submit_modal(form, chosen_in(form.modal) | fields)


def chosen_in(form: Mapping[str, Any]) -> dict[str, list[str]]:
    """What is chosen in each field of an open form."""
    parts = [one["component"] for one in form["components"]]
    return {
        part["custom_id"]: [one["value"] for one in part.get("options", ()) if one.get("default")] for part in parts
    }


async def choose(who: simcord.MemberActor, table: discord.Message, menu: str, value: str) -> simcord.ResponseMessage:
    """Let somebody choose in a menu; return the private answer as it is then, or why it was refused."""
    panel = await options(who, table)
    return await private(who.select(panel, [value], custom_id=custom_id(panel, menu)))


async def leave(who: simcord.MemberActor, table: discord.Message) -> simcord.InteractionResult:
    return await who.click(await options(who, table), label="Leave")


def custom_id(panel: Any, action: str) -> str:
    """The whole id of a component with this action."""
    [found] = [one for one in custom_ids(panel) if one.split(":")[1] == action]
    return found


def custom_ids(panel: Any) -> list[str]:
    """The ids of all that a private message offers."""
    return [one["custom_id"] for row in panel.components for one in row["components"]]
