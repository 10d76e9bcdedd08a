"""Managers of the server, and what they do with their panel."""

from typing import Any

import discord
import simcord

from tests.cogs.room import Room, deleted_words

ADMIN = "carcassonne-admin"


def manager(room: Room) -> simcord.MemberActor:
    managers = room.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    return room.guild.add_member(room.env.create_user("manager"), roles=[managers])


def told(result: simcord.InteractionResult) -> str:
    """What somebody reads after a press: a new private answer, else what the panel shows now."""
    if result.followups:
        assert result.followups[-1].ephemeral
        return result.followups[-1].content
    return result.response.content if result.response else deleted_words(result)


def shown(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    assert result.response is not None
    return result.response


async def panel(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> simcord.ResponseMessage:
    opened = await who.slash(channel, ADMIN)
    assert opened.ephemeral
    return shown(opened)


async def press(who: simcord.MemberActor, channel: simcord.ChannelHandle, *labels: str) -> simcord.InteractionResult:
    """Open the panel and press buttons, one after another."""
    page, result = await panel(who, channel), None
    for label in labels:
        result = await who.click(page, label=label)
        page = result.response or page
    assert result is not None
    return result


async def fill(
    who: simcord.MemberActor, channel: simcord.ChannelHandle, label: str, values: dict[str, Any]
) -> simcord.InteractionResult:
    """Open the panel and one of its forms, and submit it. What is not among the values stays as the form shows it."""
    form = await press(who, channel, label)
    return await who.submit_modal(form, {**filled_in(form), **values})


def filled_in(form: simcord.InteractionResult) -> dict[str, Any]:
    """What the fields of a form hold when it opens."""
    modal = form._interaction.modal
    assert modal is not None
    found: dict[str, Any] = {}
    for field in (part["component"] for part in modal["components"]):
        options = field.get("options")
        chosen = [one["value"] for one in options or () if one.get("default")]
        found[field["custom_id"]] = field.get("value", "") if options is None else chosen
    return found


async def open_game(who: simcord.MemberActor, channel: simcord.ChannelHandle, game: str) -> simcord.InteractionResult:
    """Find a game by its number; return its page, or the refusal."""
    form = await press(who, channel, "Games", "Find by number")
    return await who.submit_modal(form, {"game": game})


async def give_seat(
    who: simcord.MemberActor, channel: simcord.ChannelHandle, seat: int, to: Any, game: str = "#1"
) -> str:
    """Give a seat to a member, or to a computer of this level. The first seat is 1."""
    page = await open_game(who, channel, game)
    menu = f"carc:admin-seats:{game.removeprefix('#')}"
    if page.followups or menu not in str(shown(page).components):
        return told(page)
    asked = shown(await who.select(shown(page), [str(seat - 1)], custom_id=menu))
    kind = "computer" if isinstance(to, int) else "member"
    custom_id = f"carc:admin-{kind}:{game.removeprefix('#')}:{seat - 1}"
    result = await who.select(asked, [str(to) if isinstance(to, int) else to], custom_id=custom_id)
    return told(result).splitlines()[-1]


async def game_press(
    who: simcord.MemberActor, channel: simcord.ChannelHandle, label: str, game: str = "#1"
) -> simcord.InteractionResult:
    """Find a game by its number, and press a button there."""
    return await who.click(shown(await open_game(who, channel, game)), label=label)


async def end_game(who: simcord.MemberActor, channel: simcord.ChannelHandle, game: str = "#1") -> list[str]:
    """End a game, or close a table, and confirm it if asked. Return what the manager reads in the end."""
    page = await open_game(who, channel, game)
    [label] = [
        one for one in ("End game", "Close table") if not page.followups and one in str(shown(page).components)
    ] or [""]
    if not label:
        return [told(page)]
    asked = await who.click(shown(page), label=label)
    if asked.followups:
        return [told(asked)]
    done = await who.click(shown(asked), label="End it")
    return [one.content for one in (done.response, *done.followups) if one]


async def allow_channel(
    who: simcord.MemberActor, channel: simcord.ChannelHandle, chosen: simcord.ChannelHandle | None = None
) -> str:
    """Choose a channel in the panel, by default the one where it is opened."""
    page = await panel(who, channel)
    return told(await who.select(page, [chosen or channel], custom_id="carc:admin-channel"))


async def choose_language(who: simcord.MemberActor, channel: simcord.ChannelHandle, language: str) -> str:
    """Choose the language of new tables."""
    return told(await who.select(await panel(who, channel), [language], custom_id="carc:admin-language"))


async def settings_text(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    return (await panel(who, channel)).content


async def health(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    return told(await press(who, channel, "Bot status"))


async def acts(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    return told(await press(who, channel, "What managers did"))


async def acts_of_game(who: simcord.MemberActor, channel: simcord.ChannelHandle, game: str = "#1") -> str:
    """What managers did to a game, without the head of its page."""
    page = (await open_game(who, channel, game)).response
    assert page is not None
    head = page.content
    [button] = [one for one in buttons(page) if one["custom_id"].startswith("carc:admin-acts:")]
    text = told(await who.click(page, custom_id=button["custom_id"]))
    return text.removeprefix(head).strip()


def buttons(message: simcord.ResponseMessage) -> list[dict[str, Any]]:
    return [one for row in message.components for one in row["components"] if one["type"] == 2]


async def games_text(who: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    return told(await press(who, channel, "Games"))


async def retry(who: simcord.MemberActor, channel: simcord.ChannelHandle, game: str = "#1") -> str:
    """Resume a paused game, or post what was not shown; return what is told last."""
    page = shown(await open_game(who, channel, game))
    label = "Resume" if "Resume" in str(page.components) else "Post again"
    return told(await who.click(page, label=label)).splitlines()[-1]


async def limit_tables(who: simcord.MemberActor, channel: simcord.ChannelHandle, most: int) -> str:
    return told(await fill(who, channel, "Number of tables", {"most": str(most)}))
