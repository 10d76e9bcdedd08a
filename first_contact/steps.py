"""The steps of the check. Each makes one kind of request that the bot makes when people play."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final, TypeAlias

import discord
from discord.ext import commands

from cogs.delivery.channels import PIN_PERMISSIONS, REQUIRED_PERMISSIONS, THREAD_PERMISSIONS
from cogs.delivery.poster import nonce_of
from first_contact.refusals import permission_names
from screens.examples import sample_file
from screens.pictures import Pictures
from screens.text.markup import word_list

HISTORY: Final = 10
"""How many messages of the channel are searched for the one that was sent."""
BUTTON: Final = "Press me"
OPTION: Final = "/start"

_POST: Final = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
_HISTORY: Final = discord.Permissions(read_message_history=True)
_IN_THREADS: Final = discord.Permissions(THREAD_PERMISSIONS.value, send_messages_in_threads=True)


class FailedError(Exception):
    """Discord took a request, and did something else than it should."""


@dataclass(slots=True)
class Contact:
    """What the steps know of Discord so far."""

    bot: commands.AutoShardedBot
    channel_id: int
    patience: float
    """Seconds that the host has for each thing to do."""
    ask: Callable[[str], None]
    """Asks the host to do something."""
    pictures: Pictures
    run: str
    """A text that no other check has."""
    channel: discord.TextChannel | None = None
    host: discord.User | discord.Member | None = None
    message: discord.Message | None = None
    thread: discord.Thread | None = None
    others: list[discord.Message] = field(default_factory=list)
    """What else was sent, also in private."""
    typed: "asyncio.Future[float] | None" = None
    """Told how many seconds the bot took to answer what was typed in the channel, while that is waited for."""


Work: TypeAlias = Callable[[Contact], Awaitable[str]]
"""Does a step. Return what else there is to say. Raise FailedError, discord.HTTPException, OSError, TimeoutError."""


@dataclass(frozen=True, slots=True)
class Step:
    """One kind of request."""

    title: str
    work: Work
    needed: discord.Permissions = discord.Permissions.none()  # noqa: RUF009 (nobody changes it)
    """What Discord asks for."""
    after: tuple[str, ...] = ()
    """The parts of ``Contact`` without which it can't be tried."""


async def read_commands(contact: Contact) -> str:
    """Read the registered commands back, and compare them with those that the program has."""
    known = {one.name: one for one in contact.bot.tree.get_commands()}
    found = {one.name: one for one in await contact.bot.tree.fetch_commands()}
    if differing := sorted(known.keys() ^ found.keys()):
        raise FailedError(f"Discord has other commands than the bot: {', '.join(differing)}.")
    return f"{len(found)} commands, as they should be"


async def find_channel(contact: Contact) -> str:
    """Find the channel, and look which permissions the bot has there."""
    channel = contact.bot.get_channel(contact.channel_id) or await contact.bot.fetch_channel(contact.channel_id)
    if not isinstance(channel, discord.TextChannel):
        raise FailedError("That is no text channel of a server.")
    contact.channel = channel
    granted = channel.permissions_for(channel.guild.me)
    wanted = discord.Permissions(REQUIRED_PERMISSIONS.value | THREAD_PERMISSIONS.value | PIN_PERMISSIONS.value)
    if missing := permission_names(discord.Permissions(wanted.value & ~granted.value)):
        where = "in the channel's settings under Permissions"
        raise FailedError(f"The bot lacks {word_list(missing)}. Allow it that, {where}.")
    return "the bot has all permissions that it needs"


async def find_host(contact: Contact) -> str:
    """Ask who owns the application, and look whether that person is on the server."""
    application = await contact.bot.application_info()
    owner = application.team.owner if application.team else application.owner
    if owner is None or contact.channel is None:
        raise FailedError("Discord doesn't say who owns the application.")
    contact.host = await contact.channel.guild.fetch_member(owner.id)
    return "you are on the server"


async def post(contact: Contact) -> str:
    """Post a message with a picture and a button."""
    contact.message = await _post(contact)
    return "fine"


async def _post(contact: Contact) -> discord.Message:
    assert contact.channel  # noqa: S101 (the step comes after the one that finds it)
    return await contact.channel.send(
        "This is a check of the bot. It will be gone in a minute.",
        file=await _picture(contact, "first"),
        view=_PressMe(),
        nonce=nonce_of("check", contact.run),
    )


async def post_again(contact: Contact) -> str:
    """Post the same message with the same nonce: Discord answers with the one that it has."""
    again = await _post(contact)
    if again != contact.message:
        contact.others.append(again)
        raise FailedError("Discord has posted the same message twice, in spite of its nonce.")
    return "Discord knew it, and showed it once"


async def look_for_it(contact: Contact) -> str:
    """Find the message in the channel, as the bot does before it repeats one."""
    assert contact.channel  # noqa: S101
    found = [one.id async for one in contact.channel.history(limit=HISTORY)]
    if contact.message is None or contact.message.id not in found:
        raise FailedError("The message is not in the channel's history.")
    return "fine"


async def edit(contact: Contact) -> str:
    """Edit the text, and leave picture and button."""
    contact.message = await _message(contact).edit(content="This is a check of the bot. Soon it will be gone.")
    return "fine"


async def replace_picture(contact: Contact) -> str:
    """Replace the picture."""
    contact.message = await _message(contact).edit(attachments=[await _picture(contact, "second")])
    if [one.filename for one in contact.message.attachments] != ["second.png"]:
        raise FailedError("The message has other pictures than it should.")
    return "fine"


async def pin(contact: Contact) -> str:
    """Pin the message, and unpin it."""
    await _message(contact).pin()
    await _message(contact).unpin()
    return "fine"


async def open_thread(contact: Contact) -> str:
    """Open a thread, and write there."""
    contact.thread = await _message(contact).create_thread(name="Check of the bot", auto_archive_duration=60)
    await contact.thread.send("The bot can write here.")
    return "fine"


async def reply(contact: Contact) -> str:
    """Reply, and ping the host alone."""
    assert contact.host  # noqa: S101
    text, pinged = f"{contact.host.mention}, this is a ping.", discord.AllowedMentions(users=[contact.host])
    answer = await _message(contact).reply(text, allowed_mentions=pinged, mention_author=False)
    contact.others.append(answer)
    if [one.id for one in answer.mentions] != [contact.host.id]:
        raise FailedError("Discord has pinged somebody else, or nobody.")
    return "you were pinged"


async def write_to_host(contact: Contact) -> str:
    """Send the host a direct message."""
    assert contact.host  # noqa: S101
    contact.others.append(await contact.host.send("This is a check of the bot. It will be gone in a minute."))
    return "fine"


async def be_pressed(contact: Contact) -> str:
    """Wait until the host presses the button, and answer."""
    pressed = asyncio.get_running_loop().create_future()
    await _message(contact).edit(view=_PressMe(pressed))
    contact.ask(f"Press **{BUTTON}** below the message in the channel.")
    return f"answered after {await asyncio.wait_for(pressed, contact.patience):.2f} s"


async def be_asked(contact: Contact) -> str:
    """Wait until the host types an option, and offer something."""
    contact.typed = asyncio.get_running_loop().create_future()
    contact.ask(f"Type {OPTION} in the channel, and choose the option *options*. You needn't send it.")
    return f"answered after {await asyncio.wait_for(contact.typed, contact.patience):.2f} s"


async def remove_all(contact: Contact) -> str:
    """Delete what was sent. What Discord doesn't delete keeps nothing else from it.

    A thread, which the bot may not delete, archives itself after an hour.
    """
    await _delete_system_messages(contact)
    sent = [one for one in (*contact.others, contact.message) if one]
    if left := [one for one in sent if not await _is_done(one.delete())]:
        number = f"{len(left)} message{'s' if len(left) > 1 else ''}"
        raise FailedError(f"Discord didn't delete {number}. Delete what says that it is a check of the bot yourself.")
    if contact.thread and not await _is_done(contact.thread.delete()):
        await _is_done(contact.thread.edit(archived=True))
        return "all but the thread, because to delete it takes Manage Threads, which the bot needn't have"
    return "nothing is left"


async def _delete_system_messages(contact: Contact) -> None:
    """Delete the lines in which Discord says that the bot has pinned something and opened a thread."""
    if contact.channel and contact.message:
        async for one in contact.channel.history(after=contact.message, limit=HISTORY):
            if one.is_system() and one.author == contact.bot.user:
                await _is_done(one.delete())


async def _is_done(request: Awaitable[object]) -> bool:
    """Make a request that removes something. Return False if Discord refuses it; what is gone already is fine."""
    try:
        await request
    except discord.HTTPException as error:
        return isinstance(error, discord.NotFound)
    return True


def _message(contact: Contact) -> discord.Message:
    assert contact.message  # noqa: S101 (the steps come after the one that posts it)
    return contact.message


async def _picture(contact: Contact, name: str) -> discord.File:
    drawn = await sample_file(contact.pictures)
    if drawn is None:
        raise FailedError("The bot could not draw a picture. Its log says why.")
    return discord.File(BytesIO(drawn.data), f"{name}.png", description="A sample of the board")


class _PressMe(discord.ui.View):
    """The button. It tells how long its answer took, in seconds."""

    def __init__(self, pressed: "asyncio.Future[float] | None" = None) -> None:
        super().__init__(timeout=None)
        self._pressed = pressed

    @discord.ui.button(label=BUTTON)
    async def press(self, interaction: discord.Interaction[Any], _: discord.ui.Button[Any]) -> None:
        """Answer in private."""
        begun = time.perf_counter()
        await interaction.response.send_message("Thank you!", ephemeral=True)
        if self._pressed and not self._pressed.done():
            self._pressed.set_result(time.perf_counter() - begun)


STEPS: Final = (
    Step("Read the commands back", read_commands),
    Step("Find the channel", find_channel, discord.Permissions(view_channel=True)),
    Step("Find you", find_host, after=("channel",)),
    Step("Post a message with a picture and a button", post, _POST, ("channel",)),
    Step("Post it again", post_again, _POST, ("message",)),
    Step("Look for it", look_for_it, _HISTORY, ("message",)),
    Step("Edit it", edit, _POST, ("message",)),
    Step("Replace its picture", replace_picture, _POST, ("message",)),
    Step("Pin it", pin, PIN_PERMISSIONS, ("message",)),
    Step("Open a thread and write there", open_thread, _IN_THREADS, ("message",)),
    Step("Reply and ping you alone", reply, _HISTORY, ("message", "host")),
    Step("Write to you directly", write_to_host, after=("host",)),
    Step("Answer your press", be_pressed, after=("message",)),
    Step("Answer what you type", be_asked, after=("channel",)),
)
